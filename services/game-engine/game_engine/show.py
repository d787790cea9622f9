"""What a table shows after an entry: one public part, and one private part a person's seat.

Parts are serialised `Update`s; the public part and one private part, one after the other, are the
whole view of that seat. The faces that someone may not know never enter a part of theirs: the
rules build the views, `cardwire` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cardproto.v1 import table_pb2
from cardproto.v1.table_pb2 import TableEvent, TableState
from cardwire import codec, result_to_proto
from game_engine.chess import running_seat
from game_engine.deciding import Draft
from game_engine.entries import (
    Aborted,
    ConnectionsChanged,
    Content,
    Departed,
    Extended,
    Paused,
    Resumed,
    Started,
    TakenOver,
)
from game_engine.table import Seat, Status, Table, may_act


def shown(draft: Draft) -> tuple[bytes, dict[int, bytes]]:
    """The public part and the private parts of the seats that a person owns."""
    table = draft.table
    wire = codec(table.rules.id)
    events = (*draft.events, *table_events(draft.entry.content, table))
    public = wire.public_part(
        table.game_id, table.version, table.at_ms, table_state(table), table.position, events
    )
    private = {
        seat.seat: wire.private_part(table.position, seat.seat, events)
        for seat in table.seats
        if seat.owner
    }
    return public, private


def bot_update(table: Table, public: bytes, seat: int) -> bytes:
    """What a bot at that seat may know: the shown public part and the seat's own."""
    return public + codec(table.rules.id).private_part(table.position, seat, ())


def table_state(table: Table) -> bytes:
    """The frame around the cards, a serialised `TableState`. Times in server milliseconds, 0
    where none runs."""
    due = dict(table.due.entries)
    absences = tuple((k, ms) for k, ms in table.due.entries if k.startswith("absent:"))
    state = TableState(
        status=int(table.status),  # type: ignore[arg-type]
        turn_deadline_ms=due.get("turn", 0),
        turn_begins_ms=table.turn_begins_ms,
        window_deadline_ms=due.get("window", 0),
        paused_by=table.paused_by,
        pause_deadline_ms=due.get("pause", 0),
        acting=() if table.ended else may_act(table.rules, table.position),
        first_deadline_ms=due.get("first", 0),
        stall_deadline_ms=due.get("stall", 0),
    )
    if table.clocks:
        _add_clocks(state, table, due)
    if table.ended:
        state.server_seed = table.server_seed
        state.aborted = table.aborted
        result = table.rules.result(table.position)
        if result is not None and table.status == Status.OVER:
            state.result.CopyFrom(result_to_proto(result))
    frame = _frame(table.rules.id, table.started.commitment, table.seats, absences)
    return frame + state.SerializeToString()


def _add_clocks(state: TableState, table: Table, due: Mapping[str, int]) -> None:
    """Each player's chess clock; the one that runs also says when it falls."""
    running = running_seat(table) if "flag" in due else None
    for seat, left_ms in table.clocks:
        flag_ms = due["flag"] if seat == running else 0
        state.clocks.add(seat=seat, left_ms=left_ms, flag_ms=flag_ms)


@lru_cache(maxsize=1024)
def _frame(
    game: str, commitment: bytes, seats: tuple[Seat, ...], absences: tuple[tuple[str, int], ...]
) -> bytes:
    """What stays the same from move to move."""
    away = dict(absences)
    shown_seats = [
        table_pb2.TableSeat(
            seat=seat.seat,
            player_id=seat.owner,
            name=seat.name,
            bot_level=seat.bot_level,  # type: ignore[arg-type]
            presence=_presence(seat),
            absent_deadline_ms=away.get(f"absent:{seat.seat}", 0),
        )
        for seat in seats
    ]
    state = TableState(game=game, commitment=commitment, seats=shown_seats)
    return state.SerializeToString()


def _presence(seat: Seat) -> table_pb2.Presence:
    if seat.bot_level:
        return table_pb2.PRESENCE_BOT
    if seat.left:
        return table_pb2.PRESENCE_LEFT
    if seat.taken_over:
        return table_pb2.PRESENCE_BOT_FOR_PERSON
    return table_pb2.PRESENCE_CONNECTED if seat.connected else table_pb2.PRESENCE_AWAY


def table_events(content: Content, table: Table) -> tuple[TableEvent, ...]:
    """What happened around the cards; nothing where only cards moved."""
    if isinstance(content, ConnectionsChanged):
        return tuple(
            TableEvent(type="connected" if change.connected else "away", seat=change.seat)
            for change in content.changes
        )
    event = _table_event(content, table)
    return () if event is None else (event,)


def _table_event(content: Content, table: Table) -> TableEvent | None:
    match content:
        case Started():
            return TableEvent(type="started")
        case Departed(seat=seat):
            return TableEvent(type="left", seat=seat)
        case TakenOver(seat=seat):
            return TableEvent(type="takeover", seat=seat)
        case Paused(reason=reason):
            return TableEvent(type="paused", reason=reason)
        case Resumed(reason=reason):
            return TableEvent(type="resumed", reason=reason)
        case Extended():
            return TableEvent(type="extended", reason="outage")
        case Aborted(reason=reason):
            return TableEvent(type="aborted", reason=reason)
    if table.status == Status.OVER:
        return TableEvent(type="over")
    return None
