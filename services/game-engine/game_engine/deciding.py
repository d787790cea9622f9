"""From a command and a table to the next entry, or to the reason why there is none.

Pure: the moment, the random `entry_id` and the durations are handed in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import orjson

from cardrules.errors import RuleError
from game_engine.commands import (
    Abort,
    Act,
    BotAct,
    Command,
    Due,
    Hold,
    Leave,
    Look,
    LoseRoom,
    Presence,
    Release,
    SetConnected,
    Start,
)
from game_engine.deadlines import clocks
from game_engine.entries import (
    Aborted,
    Acted,
    ByCommand,
    ByDue,
    BySystem,
    Cause,
    Connection,
    ConnectionsChanged,
    Content,
    Departed,
    Entry,
    Expired,
    Extended,
    Forfeited,
    Paused,
    Resumed,
    RoomLost,
    TakenOver,
)
from game_engine.errors import Refusal
from game_engine.table import Advance, Table, advance, begin, check, wants_check
from game_engine.timing import Timing

# Kinds whose time belongs to a person: after an outage of ours they get time instead of an end.
_PERSONAL = ("turn", "window", "absent", "first", "flag", "stall", "pause")


@dataclass(frozen=True, slots=True)
class Draft:
    """The next entry, the table after it, and the rules' events in order."""

    entry: Entry
    table: Table
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """The command leads to no entry: it has had its effect, or its moment is past."""


@dataclass(frozen=True, slots=True)
class AskBot:
    """A bot is to choose; nothing is written until it has."""

    seat: int
    right_since: int


@dataclass(frozen=True, slots=True)
class Errand:
    """A finished game's deadline: `settle` or `archive`."""

    kind: str


Decision = Draft | Nothing | AskBot | Errand


def start(
    game_id: str,
    command: Start,
    server_seed: bytes,
    now_ms: int,
    entry_id: bytes,
    timing: Timing,
) -> Draft:
    """The first entry of a game. Raises Refusal where no game can begin so."""
    try:
        made = begin(game_id, command.started, server_seed, now_ms)
    except RuleError as error:
        raise Refusal.of_rules(error) from error
    return _draft(None, made, command.started, BySystem("lobby"), entry_id, timing)


def decide(
    table: Table, command: Command, now_ms: int, entry_id: bytes, timing: Timing
) -> Decision:
    """What a command leads to at this table. Raises Refusal; the table stays as it is."""
    at_ms = max(now_ms, table.at_ms)
    chosen = _choose(table, command)
    if not isinstance(chosen, tuple):
        return chosen
    content, cause = chosen
    try:
        made = advance(table, content, cause, at_ms, getattr(command, "action", None))
    except RuleError as error:
        raise Refusal.of_rules(error) from error
    _refuse_stale(table, content, cause)
    return _draft(table, made, content, cause, entry_id, timing)


def _draft(
    before: Table | None,
    made: Advance,
    content: Content,
    cause: Cause,
    entry_id: bytes,
    timing: Timing,
) -> Draft:
    set_ = clocks(before, made, content, timing)
    table = made.table._replace(due=set_.due, turn_begins_ms=set_.turn_begins_ms, clocks=set_.chess)
    entry = Entry(
        version=table.version,
        at_ms=table.at_ms,
        entry_id=entry_id,
        cause=cause,
        content=content,
        due=set_.due,
        turn_begins_ms=set_.turn_begins_ms,
        clocks=set_.chess,
        check=check(table) if wants_check(table) else b"",
    )
    return Draft(entry, table, made.events)


def _choose(table: Table, command: Command) -> tuple[Content, Cause] | Nothing | AskBot | Errand:
    match command:
        case Look():
            return Nothing()
        case Start(started=started):
            # The engine that dealt may have had another version of the rules than this one.
            if replace(started, rules_version=table.started.rules_version) != table.started:
                raise Refusal("already_started")
            return Nothing()
        case Act():
            return _act(table, command)
        case Due():
            return _due(table, command)
        case SetConnected(people=people):
            return _set_connected(table, people)
        case Leave(player_id=player_id, request_id=request_id):
            seat = table.seat_of(player_id)
            if table.ended or seat is None:
                return Nothing()
            cause = ByCommand(player_id, request_id, table.version)
            if table.policy.on_leave == "resign":
                return _lost(table, seat.seat, "resigned"), cause
            return Departed(seat.seat), cause
        case BotAct(seat=number, right_since=since, action=action):
            held = table.paused_by or table.ended
            if held or table.right_since(number) != since or not table.seat(number).by_bot:
                return Nothing()
            return _acted(table, number, action), ByDue("bot")
        case Hold(reason=reason, revision=revision):
            known = reason in table.paused_by or revision < table.pause_revision(reason)
            if table.ended or known:
                return Nothing()
            return Paused(reason, revision), BySystem("lobby")
        case Release(reason=reason, revision=revision):
            known = reason not in table.paused_by or revision < table.pause_revision(reason)
            if table.ended or known:
                return Nothing()
            return Resumed(reason, revision), BySystem("lobby")
        case LoseRoom():
            if table.ended or table.room_lost:
                return Nothing()
            # Who is not there cannot come back: nobody finds a room that is no more.
            deserted = "no_people" in table.paused_by
            return Aborted("room_closed") if deserted else RoomLost(), BySystem("lobby")
        case Abort(reason=reason):
            if table.ended:
                return Nothing()
            return Aborted(reason), BySystem("lobby")


def _act(table: Table, command: Act) -> tuple[Content, Cause]:
    seat = table.seat_of(command.player_id)
    if seat is None:
        raise Refusal("not_seated")
    if table.ended:
        raise Refusal("game_over")
    if table.paused_by:
        raise Refusal("paused")
    if isinstance(command.action, RuleError):
        raise Refusal.of_rules(command.action)
    if command.game != table.rules.id:
        raise Refusal("malformed_action", game=table.rules.id)
    cause = ByCommand(command.player_id, command.request_id, command.seen_version)
    return _acted(table, seat.seat, command.action), cause


def _acted(table: Table, number: int, action: Any, *, automatic: bool = False) -> Acted:
    text = orjson.dumps(table.rules.action_obj(action)).decode()
    return Acted(number, text, automatic)


def _refuse_stale(table: Table, content: Content, cause: Cause) -> None:
    """The rules accept it; but was it decided upon the turn that it would act in?"""
    if not isinstance(cause, ByCommand) or not isinstance(content, Acted):
        return
    since = table.right_since(content.seat)
    if since is not None and cause.seen_version < since:
        raise Refusal("stale", version=str(table.version))


def _set_connected(table: Table, people: tuple[Presence, ...]) -> tuple[Content, Cause] | Nothing:
    newest: dict[str, Presence] = {}
    for one in people:
        known = newest.get(one.player_id)
        if known is None or one.revision > known.revision:
            newest[one.player_id] = one
    changes = tuple(
        change for one in newest.values() if (change := _connection(table, one)) is not None
    )
    if table.ended or not changes:
        return Nothing()
    return ConnectionsChanged(changes), BySystem("lobby")


def _connection(table: Table, one: Presence) -> Connection | None:
    """What changes at that person's seat; None where nothing does, or more is known already."""
    seat = table.seat_of(one.player_id)
    if seat is None or one.revision <= seat.revision:
        return None
    if one.connected == seat.connected and not (one.connected and seat.taken_over):
        return None
    return Connection(seat.seat, one.connected, one.revision)


def _due(table: Table, command: Due) -> tuple[Content, Cause] | Nothing | AskBot | Errand:
    """A deadline takes effect only while the table still has it, at that moment or before."""
    live_ms = table.due.at(command.kind)
    if live_ms is None or live_ms > command.due_ms:
        return Nothing()
    cause = ByDue(command.kind)
    name, _, subject = command.kind.partition(":")
    if command.grace and name in _PERSONAL:
        return Extended((command.kind,)), cause
    match name:
        case "settle" | "archive":
            return Errand(name)
        case "turn":
            return _time_up(table), cause
        case "bot":
            number = _first(table, by_bot=True)
            since = None if number is None else table.right_since(number)
            if number is None or since is None:
                return Nothing()
            return AskBot(number, since)
        case "botlate":
            return _automatic(table, by_bot=True), cause
        case "window":
            return _window_end(table), cause
        case "absent":
            return _absent(table, int(subject)), cause
        case "first":
            return Forfeited(_person(table), "void"), cause
        case "flag":
            return Forfeited(_person(table), "flag"), cause
        case "stall":
            return Forfeited(_person(table), "stalled"), cause
        case "pause" | "cap":
            return Aborted("void"), cause
    return Nothing()


def _time_up(table: Table) -> Content:
    number = _person(table)
    if table.policy.on_time_up == "flag":
        return Forfeited(number, "flag")
    if number in table.silent and not table.started.limits.action_ms:
        # Without a room nobody says that they are gone; two turns without a word say it.
        return _absent(table, number)
    return _automatic(table, by_bot=False)


def _person(table: Table) -> int:
    number = _first(table, by_bot=False)
    assert number is not None, "the deadline stands only while a person acts"
    return number


def _lost(table: Table, number: int, reason: str) -> Forfeited:
    """The seat loses; before every seat's first move the game may be void instead."""
    early = len(table.moved) < len(table.seats)
    void = early and table.policy.void_before_first_moves
    return Forfeited(number, "void" if void else reason)


def _automatic(table: Table, *, by_bot: bool) -> Content:
    number = _first(table, by_bot=by_bot)
    assert number is not None, "the deadline stands only while such a seat acts"
    action = table.rules.auto(table.position, number)
    return _acted(table, number, action, automatic=True)


def _window_end(table: Table) -> Content:
    lapse = table.rules.lapse(table.position, table.bot_seats)
    if lapse is None:
        return Expired()
    number, action = lapse
    return _acted(table, number, action, automatic=True)


def _absent(table: Table, number: int) -> Content:
    match table.policy.on_absence:
        case "bot_takeover":
            return TakenOver(number)
        case "leave":
            return Departed(number)
        case "resign":
            return _lost(table, number, "absent")


def _first(table: Table, *, by_bot: bool) -> int | None:
    acting = table.rules.acting(table.position)
    return next((number for number in acting if table.seat(number).by_bot is by_bot), None)
