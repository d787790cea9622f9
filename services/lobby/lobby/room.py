"""The life of a room: `decide` takes a command to the room that follows, or refuses it.

Pure: no clock, no randomness, no I/O. The next room bears the calls to the engine that must
follow in its `todo`; whoever saved the room makes them, or the timer has them made.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import takewhile
from operator import attrgetter
from typing import Final

from cardbus.due import DueSet
from lobby import commands as c
from lobby import ending, hosting, pairing, presence, seating, starting
from lobby.errors import refuse
from lobby.values import Intent, IntentKind, Member, Moment, Phase, Room, Settings

_ANSWERS: Final = (c.IntentDone, c.IntentRefused, c.Answered)
_LATE: Final = (c.Leave, c.Tick, c.Settle, c.Lost, c.Confirmed, c.SocketClosed, c.Edges, c.Mend)
"""What a closed room takes without effect: whoever leaves is out of it already."""
_ABOUT_PEOPLE: Final[frozenset[IntentKind]] = frozenset({"connected", "pause", "resume"})

_UNTOLD: Final = frozenset({"members", "closed_sockets", "todo", "checked_ms"})
_told_of: Final = attrgetter(*sorted({f.name for f in fields(Room)} - _UNTOLD))
_told_of_member: Final = attrgetter(
    *sorted({f.name for f in fields(Member)} - {"sockets", "away_since_ms"})
)

SYNC: Final = "sync"
"""The kind of a room's last deadline, which is always there."""


def open_room(
    room_id: str,
    code: str,
    player_id: str,
    name: str,
    settings: Settings,
    moment: Moment,
    *,
    private: bool,
) -> Room:
    """A new room: all seats open, its maker host and watching, the next game's seed asked for.

    `name` is normalised, the settings are read and checked.
    """
    policy, now_ms = moment.policy, moment.now_ms
    room = Room(
        room_id=room_id,
        code=code,
        game=policy.game,
        private=private,
        created_ms=now_ms,
        host_id=player_id,
        settings=settings,
        seats=(None,) * policy.seats,
        members=(seating.new_member(player_id, name, moment),),
        game_id=moment.fresh_game_id,
        empty_since_ms=now_ms,
    )
    return room.intend("commit", now_ms)


def decide(room: Room, command: c.Command, moment: Moment) -> Room:
    """The room after `command`; the very same object where nothing changes.

    Raises Refused. The revision is not moved: that is done by whoever saves.
    """
    if room.phase is Phase.CLOSED and not isinstance(command, _ANSWERS):
        if isinstance(command, _LATE):
            return room
        refuse("room_closed")
    pairing.demand_free(room, command)
    after = _keep_house(_apply(room, command, moment), moment)
    return room if after == room else after


def _apply(room: Room, command: c.Command, moment: Moment) -> Room:
    match command:
        case c.Join() | c.Sit() | c.Leave() | c.TakeSeat() | c.LeaveSeat():
            return seating.decide(room, command, moment)
        case c.AddBot() | c.RemoveBot() | c.Configure() | c.TransferHost() | c.RemovePerson():
            return hosting.decide(room, command, moment)
        case c.Contribute() | c.AgreeRated() | c.Start():
            return starting.decide(room, command, moment)
        case c.Pause() | c.Resume() | c.End() | c.Close() | c.Settle() | c.Lost() | c.Confirmed():
            return ending.decide(room, command, moment)
        case c.SocketOpened() | c.SocketClosed() | c.Edges() | c.Mend():
            return presence.decide(room, command, moment)
        case c.IntentDone() | c.IntentRefused():
            lost = _tells_of_no_game(room, command)
            room = starting.answered(room, command, moment)
            return ending.decide(room, c.Lost(room.game_id), moment) if lost else room
        case c.Answered():
            for answer in command.answers:
                room = _apply(room, answer, moment)
            return room
        case c.Tick():
            return _tick(presence.spare(room, moment) if command.grace else room, moment)


def _tells_of_no_game(room: Room, command: c.IntentDone | c.IntentRefused) -> bool:
    """Whether a call about the game that is on was refused since there is none."""
    if room.phase not in (Phase.PLAYING, Phase.PAUSED) or isinstance(command, c.IntentDone):
        return False
    about = {intent.game_id for intent in room.todo if intent.key == command.key}
    return command.code in c.NO_GAME and room.game_id in about


def _tick(room: Room, moment: Moment) -> Room:
    room = presence.show_absences(room, moment)
    if presence.expired(room, moment):
        return ending.close(room, "expired", moment)
    room = presence.drop_absent(room, moment)
    if not room.members:
        return ending.close(room, "expired", moment)
    return starting.start_when_due(room, moment)


def _keep_house(room: Room, moment: Moment) -> Room:
    """What must hold after every change: a host who is there, and a pause while nobody is."""
    if room.phase is Phase.CLOSED:
        return room
    if not room.members:
        return ending.close(room, "closed", moment)
    room = hosting.succeed(room, moment)
    room = presence.attend(room, moment)
    return pairing.advance(room, moment)


def calls_in_a_row(room: Room) -> list[list[Intent]]:
    """The calls to make before the room is saved again, each with what it tells: the first that
    stands, with those after it whose answers change nothing that is told. Who is connected is told
    together. Each intent bears its revision, so the engine takes a repetition after a crash, even
    of an old one, for what it is."""
    calls: list[list[Intent]] = []
    for intent in takewhile(lambda intent: intent.kind in _ABOUT_PEOPLE, room.todo):
        before = calls[-1][-1] if calls else None
        if before is not None and _told_together(before, intent):
            calls[-1].append(intent)
        else:
            calls.append([intent])
    return calls or [[intent] for intent in room.todo[:1]]


def _told_together(before: Intent, intent: Intent) -> bool:
    return before.kind == intent.kind == "connected" and before.game_id == intent.game_id


def is_news(before: Room, after: Room) -> bool:
    """Whether a change is one for others: not where only sockets, an absence that is not shown yet,
    or calls answered meanwhile differ. What is no news moves no revision."""
    return (
        _told_of(before) != _told_of(after)
        or list(map(_told_of_member, before.members)) != list(map(_told_of_member, after.members))
        or not set(after.todo) <= set(before.todo)
    )


def deadlines(room: Room, moment: Moment) -> tuple[tuple[str, int], ...]:
    """When this room must be looked at again: `(kind, due_ms)`, each kind at most once."""
    due = dict(presence.deadlines(room, moment)) | dict(pairing.deadlines(room))
    pressing = [intent.at_ms for intent in room.todo if not _can_wait(intent)]
    if pressing:
        due["todo"] = min(pressing) + moment.durations.todo_ms
    if room.start_asked_ms is not None:
        due["start"] = room.start_asked_ms + moment.durations.nonce_wait_ms
    if room.phase in (Phase.PLAYING, Phase.PAUSED):
        due["check"] = room.checked_ms + moment.durations.check_ms
    return tuple(sorted(due.items(), key=lambda entry: (entry[1], entry[0])))


def _can_wait(intent: Intent) -> bool:
    """Whether the room's `sync` is soon enough, should the call not be made at once: nobody asked
    for it, and as many people come and go as clients are cut off."""
    return intent.kind == "connected" or intent.reason == presence.NO_PEOPLE


def due_set(room: Room, moment: Moment) -> DueSet:
    """What the timer is told of this room.

    Beside its deadlines there is always a `sync`, ever later while nothing happens: deadlines are
    published before the save, which may fail or never come, and replicas may publish in another
    order than they save. This heals whatever that loses. For a room at its end it is answered as
    gone, and so is the last. While a game is on it names the game: should the room be lost with
    its store, this still tells which game has no room any more.
    """
    spans = moment.durations.sync_ms
    span = spans[min(room.quiet, len(spans) - 1)]
    in_game = room.game_on and room.phase is not Phase.CLOSED
    sync = f"{SYNC}:{room.game_id}" if in_game else SYNC
    return DueSet(room.revision, (*deadlines(room, moment), (sync, room.armed_ms + span)))
