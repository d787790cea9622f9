"""From waiting to playing: nonces, the one decision that freezes a game, the engine's answers."""

from __future__ import annotations

from dataclasses import replace

from lobby import commands as c
from lobby.errors import Refused, refuse
from lobby.hosting import demand_host, demand_waiting, seat_bot
from lobby.policy import has_default_options
from lobby.seating import member_of
from lobby.values import Moment, Participant, Phase, Room, Running

NONCE_BYTES = range(16, 65)
FILLING_LEVEL = 2
"""The level of bots that fill open seats at the start, where a game wants every seat taken."""


def decide(room: Room, command: c.Contribute | c.AgreeRated | c.Start, moment: Moment) -> Room:
    """The room after a nonce, an agreement, or the host's wish to start."""
    match command:
        case c.Contribute():
            return _contribute(room, command, moment)
        case c.AgreeRated():
            return _agree(room, command, moment)
        case c.Start():
            demand_host(room, command.player_id)
            demand_waiting(room)
            if not room.commitment:
                refuse("unavailable")
            _fit(room, moment)
            if room.start_asked_ms is None:
                room = replace(room, start_asked_ms=moment.now_ms)
            return start_when_due(room, moment)


def _contribute(room: Room, command: c.Contribute, moment: Moment) -> Room:
    member = member_of(room, command.player_id)
    if len(command.nonce) not in NONCE_BYTES:
        refuse("malformed", field="nonce")
    if command.game_id != room.game_id or not room.commitment:
        refuse("stale")
    demand_waiting(room)
    return start_when_due(room.with_member(replace(member, nonce=command.nonce)), moment)


def _agree(room: Room, command: c.AgreeRated, moment: Moment) -> Room:
    """Rated are standard rules between two people, so nothing else can be agreed to."""
    member = member_of(room, command.player_id)
    if command.agree:
        demand_waiting(room)
        policy = moment.policy
        if not policy.rated:
            refuse("bad_option", option="rated", why="game")
        if not room.private:
            refuse("bad_option", option="rated", why="public")
        if policy.rated_options_default and not has_default_options(policy, room.settings.options):
            refuse("bad_option", option="rated", why="options")
        if room.seat_of(member.player_id) is None:
            refuse("not_seated")
    return room.with_member(replace(member, agrees_rated=command.agree))


def _nonces_missing(room: Room) -> bool:
    return any(
        m.connected and not m.nonce and room.seat_of(m.player_id) is not None for m in room.members
    )


def start_when_due(room: Room, moment: Moment) -> Room:
    """Freeze the game where a start was asked for and nothing is waited for any more.

    What has become impossible meanwhile, since somebody got up, takes the wish back.
    """
    asked_ms = room.start_asked_ms
    if asked_ms is None:
        return room
    overdue = moment.now_ms >= asked_ms + moment.durations.nonce_wait_ms
    if _nonces_missing(room) and not overdue:
        return room
    try:
        return _freeze(_fit(room, moment), moment)
    except Refused:
        return replace(room, start_asked_ms=None)


def _fit(room: Room, moment: Moment) -> Room:
    """The room with as many seats taken as the game needs.

    Raises Refused: `need_players` (param `min`), or `too_many_bots`.
    """
    policy = moment.policy
    taken = [seat for seat in room.seats if seat is not None]
    if policy.person_required and not any(seat.player_id for seat in taken):
        refuse("need_players", min=str(policy.players_min))
    if policy.fill_with_bots:
        for number, seat in enumerate(room.seats):
            if seat is None and len(taken) < policy.players_min:
                room = seat_bot(room, number, FILLING_LEVEL)
                taken = [s for s in room.seats if s is not None]
    if not policy.players_min <= len(taken) <= policy.players_max:
        refuse("need_players", min=str(policy.players_min))
    if room.bots > policy.bots_max:
        refuse("too_many_bots", max=str(policy.bots_max))
    if room.rated and not all(
        m.connected for m in room.members if room.seat_of(m.player_id) is not None
    ):
        # Whoever is away would be held to account for a game that they did not begin.
        refuse("need_players", min=str(policy.players_min))
    return room


def _freeze(room: Room, moment: Moment) -> Room:
    nonces = {m.player_id: m.nonce for m in room.members}
    here = {m.player_id for m in room.members if m.connected}
    held = [(number, seat) for number, seat in enumerate(room.seats) if seat is not None]
    running = Running(
        participants=tuple(
            Participant(n, s.player_id, s.name, s.bot_level, nonces.get(s.player_id, b""))
            for n, s in held
        ),
        starter=_starter(room, [n for n, _ in held], moment),
        connected=tuple(n for n, s in held if s.player_id in here),
        rated=room.rated,
    )
    return replace(
        room,
        phase=Phase.STARTING,
        running=running,
        pairing=None,
        start_asked_ms=None,
        seats=tuple(s if s is None else replace(s, playing=True) for s in room.seats),
    ).intend("start", moment.now_ms)


def _starter(room: Room, seats: list[int], moment: Moment) -> int | None:
    """Who opens: the next participating seat after the last game's, where the policy rotates."""
    if moment.policy.rotation != "next":
        return None
    last = -1 if room.last_starter is None else room.last_starter
    return next((seat for seat in seats if seat > last), seats[0])


def await_next_game(room: Room, moment: Moment) -> Room:
    """The room waiting for another game, under a fresh id whose commitment is asked for.

    Calls about the game before are moot and go. Bots marked to leave and people who left go.
    """
    seats = tuple(
        None if s is None or (s.playing and s.leaving) else replace(s, playing=False)
        for s in room.seats
    )
    return replace(
        room,
        phase=Phase.WAITING,
        game_id=moment.fresh_game_id,
        commitment=b"",
        running=None,
        pauses=(),
        start_asked_ms=None,
        seats=seats,
        members=tuple(replace(m, nonce=b"") for m in room.members),
        todo=tuple(i for i in room.todo if i.game_id != room.game_id),
    ).intend("commit", moment.now_ms)


def answered(room: Room, command: c.IntentDone | c.IntentRefused, moment: Moment) -> Room:
    """The room after the engine answered a call; one that stands no more changes nothing."""
    intent = next((i for i in room.todo if i.key == command.key), None)
    if intent is None:
        return room
    room = replace(room, todo=tuple(i for i in room.todo if i.key != command.key))
    current = intent.game_id == room.game_id and room.phase is not Phase.CLOSED
    match intent.kind, command:
        case "commit", c.IntentDone() if current:
            return replace(room, commitment=command.commitment)
        case "commit", c.IntentRefused() if current:
            return await_next_game(room, moment)
        case "start", c.IntentDone() if current and room.running is not None:
            return replace(
                room,
                phase=Phase.PAUSED if room.pauses else Phase.PLAYING,
                last_starter=room.running.starter,
                checked_ms=moment.now_ms,
            )
        case "start", c.IntentRefused():
            # Its seed would stand for long; of a game that was dealt after all it stays.
            room = await_next_game(room, moment) if current else room
            return room.intend("discard", moment.now_ms, game_id=intent.game_id)
    return room
