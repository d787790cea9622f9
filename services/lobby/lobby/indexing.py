"""What else must be written when a room is saved: the public list, a person's rooms, a gateway's
sockets, the code. Computed from the room before and after, written in the same transaction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import orjson

from lobby.keys import (
    LISTING,
    QUEUES,
    Op,
    code_key,
    paired_key,
    person_key,
    queue_key,
    queued_key,
    room_key,
    sockets_key,
)
from lobby.pairing import UNPAIRED
from lobby.values import Phase, Room, Ticket

PAIRED_KEPT_MS: Final = 60_000
"""How long whoever missed that they were paired can still hear it. Of the network: not scaled."""


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
    if after.closed_because == UNPAIRED and before is not None and before.phase is not Phase.CLOSED:
        yield from _requeue_ops(before, after)
    if before is None:
        yield "SET", code_key(after.code), after.room_id
        yield from _take_ops(after)
    if after.phase is Phase.CLOSED and not after.todo:
        yield "PEXPIRE", room_key(after.room_id), str(keep_closed_ms)
        yield "PEXPIRE", code_key(after.code), str(keep_closed_ms)


def ticket_text(ticket: Ticket) -> str:
    """A place in the queue as it is kept."""
    return orjson.dumps(ticket).decode()


def _take_ops(room: Room) -> Iterator[Op]:
    """Who is paired is in the queue no more."""
    for ticket in room.pairing.tickets if room.pairing is not None else ():
        yield "HDEL", queue_key(ticket.game), ticket.player_id
        yield "DEL", queued_key(ticket.player_id)
        yield "SET", paired_key(ticket.player_id), room.room_id, "PX", str(PAIRED_KEPT_MS)


def _requeue_ops(before: Room, after: Room) -> Iterator[Op]:
    """Nobody of the pair is paired any more; who was there has their old place again."""
    for ticket in before.pairing.tickets if before.pairing is not None else ():
        yield "DEL", paired_key(ticket.player_id)
    for ticket in after.pairing.tickets if after.pairing is not None else ():
        yield "HSET", queue_key(ticket.game), ticket.player_id, ticket_text(ticket)
        yield "SET", queued_key(ticket.player_id), ticket.game
        yield "SADD", QUEUES, ticket.game
