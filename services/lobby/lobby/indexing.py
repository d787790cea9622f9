"""What else must be written when a room is saved: the public list, a person's rooms, a gateway's
sockets, the code. Computed from the room before and after, written in the same transaction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import orjson

from lobby.values import Phase, Room

PREFIX = "lobby:"
"""Before every key, since other services may share the server."""

LISTING = f"{PREFIX}listing"

Op = tuple[str, ...]
"""One Redis command with its arguments."""


def room_key(room_id: str) -> str:
    """The hash of one room: `cas`, `revision`, `state`."""
    return f"{PREFIX}room:{room_id}"


def code_key(code: str) -> str:
    """Where a code leads: the room's id."""
    return f"{PREFIX}code:{code}"


def person_key(player_id: str) -> str:
    """The set of rooms in which the person is."""
    return f"{PREFIX}person:{player_id}:rooms"


def sockets_key(gateway_id: str) -> str:
    """The hash of a gateway's sockets: socket id to `room_id player_id`."""
    return f"{PREFIX}gateway:{gateway_id}:sockets"


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of the public list."""

    room_id: str
    code: str
    game: str
    phase: Phase
    host_name: str
    people: int
    bots: int
    seats: int
    free: int
    created_ms: int
    revision: int


def line_of(room: Room) -> Listing:
    """The room as one line, whether it is public or not."""
    host = room.member(room.host_id)
    return Listing(
        room_id=room.room_id,
        code=room.code,
        game=room.game,
        phase=room.phase,
        host_name="" if host is None else host.name,
        people=sum(1 for s in room.seats if s is not None and s.player_id),
        bots=sum(1 for s in room.seats if s is not None and s.bot_level),
        seats=len(room.seats),
        free=sum(1 for s in room.seats if s is None),
        created_ms=room.created_ms,
        revision=room.revision,
    )


def listed(room: Room | None) -> Listing | None:
    """The room's line in the public list; None for a private, closed or forsaken one."""
    if room is None or room.private or room.phase is Phase.CLOSED:
        return None
    return line_of(room) if room.empty_since_ms is None else None


def _people(room: Room | None) -> set[str]:
    return set() if room is None else {m.player_id for m in room.members}


def _sockets(room: Room | None) -> dict[tuple[str, str], str]:
    if room is None:
        return {}
    return {(s.gateway_id, s.socket_id): m.player_id for m in room.members for s in m.sockets}


def newcomers(before: Room | None, after: Room) -> set[str]:
    """People who are in the room only now."""
    return _people(after) - _people(before)


def index_ops(before: Room | None, after: Room, keep_closed_ms: int) -> Iterator[Op]:
    """The commands that bring every index from `before` to `after`.

    A closed room with nothing left to do is forgotten `keep_closed_ms` milliseconds later.
    """
    for player_id in sorted(newcomers(before, after)):
        yield "SADD", person_key(player_id), after.room_id
    for player_id in sorted(_people(before) - _people(after)):
        yield "SREM", person_key(player_id), after.room_id
    was, now = _sockets(before), _sockets(after)
    for gateway_id, socket_id in sorted(now.keys() - was.keys()):
        place = f"{after.room_id} {now[gateway_id, socket_id]}"
        yield "HSET", sockets_key(gateway_id), socket_id, place
    for gateway_id, socket_id in sorted(was.keys() - now.keys()):
        yield "HDEL", sockets_key(gateway_id), socket_id
    line = listed(after)
    if line is not None:
        yield "HSET", LISTING, after.room_id, orjson.dumps(line).decode()
    elif listed(before) is not None:
        yield "HDEL", LISTING, after.room_id
    if before is None:
        yield "SET", code_key(after.code), after.room_id
    if after.phase is Phase.CLOSED and not after.todo:
        yield "PEXPIRE", room_key(after.room_id), str(keep_closed_ms)
        yield "PEXPIRE", code_key(after.code), str(keep_closed_ms)
