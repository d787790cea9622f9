"""A finished log as a record that anyone can verify (`carteado-record/1`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import orjson

from cardproto.v1 import common_pb2
from cardrules import record as records
from cardrules import seal
from game_engine.entries import (
    Acted,
    ConnectionsChanged,
    Content,
    Departed,
    Entry,
    Expired,
    Extended,
    Forfeited,
    Participant,
    Paused,
    Resumed,
    TakenOver,
)
from game_engine.table import Table

LEVELS = {
    common_pb2.BOT_LEVEL_EASY: "easy",
    common_pb2.BOT_LEVEL_NORMAL: "normal",
    common_pb2.BOT_LEVEL_HARD: "hard",
}


def record(table: Table, entries: Iterable[Entry]) -> dict[str, Any]:
    """The record of an ended table and of all entries of its log, in order."""
    listed = list(entries)
    started = table.started
    return records.build(
        game=table.rules,
        options=orjson.loads(started.options) if started.options else {},
        players=[_player(participant) for participant in started.participants],
        starter=started.starter,
        server_seed=table.server_seed,
        nonces={p.seat: p.nonce for p in started.participants if p.nonce},
        started_at=listed[0].at_ms,
        entries=list(_lines(table, listed)),
        last=table.position,
        aborted=table.aborted or None,
    )


def without_names(text: bytes, seats: Collection[int]) -> bytes:
    """The record's JSON with the names of these seats blank; everything that is verified stays."""
    return orjson.dumps(seal.without_names(orjson.loads(text), tuple(seats)))


def _player(participant: Participant) -> records.Player:
    level = LEVELS.get(participant.bot_level)  # type: ignore[call-overload]
    return records.Player(participant.seat, participant.name, level)


def _lines(table: Table, entries: list[Entry]) -> Iterator[dict[str, object]]:
    begun_ms = entries[0].at_ms
    for entry in entries[1:]:
        for line in _lines_of(table, entry.content):
            yield {"at": entry.at_ms - begun_ms, **line}


def _lines_of(table: Table, content: Content) -> Iterator[dict[str, object]]:
    if isinstance(content, ConnectionsChanged):
        for change in content.changes:
            yield {"do": "present" if change.connected else "absent", "seat": change.seat}
        return
    line = _line(table, content)
    if line is not None:
        yield line


def _line(table: Table, content: Content) -> dict[str, object] | None:
    match content:
        case Acted(seat=seat, action=action, automatic=automatic):
            line: dict[str, object] = {"do": "act", "seat": seat, "action": orjson.loads(action)}
            return {**line, "automatic": True} if automatic else line
        case Expired():
            return {"do": "expire"}
        case Departed(seat=seat):
            by_rules = table.policy.on_leave == "rules"
            return {"do": "leave" if by_rules else "owner_left", "seat": seat}
        case Forfeited(seat=seat, reason=reason):
            return {"do": "forfeit", "seat": seat, "reason": reason}
        case TakenOver(seat=seat):
            return {"do": "takeover", "seat": seat}
        case Paused(reason=reason):
            return {"do": "paused", "reason": reason}
        case Resumed(reason=reason):
            return {"do": "resumed", "reason": reason}
        case Extended():
            return {"do": "extended"}
    return None
