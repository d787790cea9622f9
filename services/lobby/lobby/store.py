"""Rooms in Redis: one hash a room, saved by compare-and-set together with every index of it.

A save is all or nothing; the compare makes a repetition harmless.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import orjson
from pydantic import TypeAdapter

from lobby.database import Database
from lobby.history import Settlement
from lobby.indexing import Listing, index_ops, newcomers
from lobby.keys import (
    LISTING,
    PREFIX,
    Extra,
    Op,
    code_key,
    lease_key,
    person_key,
    room_key,
    sockets_key,
    tokens_key,
)
from lobby.ledger import MOVED, Ledger
from lobby.values import Phase, Room

_ROOM = TypeAdapter(Room)
_LISTING = TypeAdapter(Listing)
_KNOWN_MOST: Final = 1_000
"""Rooms that are kept beside their text, some 10 kB each."""

Saved = str
"""How a save ended: `saved`; `conflict`: another save came first; `repeated`: the request was
carried out before; `settled`: the game was; `code_taken`, `too_many_rooms`; `stale`: the session is
no more; or the name of a guard that was handed in. Only after `saved` was anything written."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One request of a person, by which its repetition is known. `issued_ms`: when the token was
    made that they came with."""

    player_id: str
    method: str
    request_id: str
    issued_ms: int = field(default=0, compare=False)

    @property
    def key(self) -> str:
        """Where it is kept. Ids of clients may hold anything, so they stand encoded."""
        name = base64.urlsafe_b64encode(self.request_id.encode()).decode()
        return f"{PREFIX}request:{self.player_id}:{self.method}:{name}"


def encode(room: Room) -> str:
    """The room as it is stored."""
    return orjson.dumps(room, default=bytes.hex).decode()


def decode(state: bytes | str) -> Room:
    """The inverse of `encode`. Raises pydantic's ValidationError."""
    return _ROOM.validate_json(state)


def _cas(room: Room | None) -> str:
    return "" if room is None else f"{room.revision}.{room.armed}"


class Store:
    """Every method raises StoreLost where Redis does not answer."""

    def __init__(
        self, database: Database, ledger: Ledger, *, requests_kept_ms: int, closed_kept_ms: int
    ) -> None:
        self._database = database
        self._ledger = ledger
        self._requests_kept_ms = requests_kept_ms
        self._closed_kept_ms = closed_kept_ms
        self._known: dict[str, tuple[str, Room]] = {}
        """Rooms as they stood last, with their text: the oldest first."""

    async def room(self, room_id: str) -> Room | None:
        """The room, or None where there is none (any more)."""
        state = await self._database.ask("HGET", room_key(room_id), "state")
        return self._read(room_id, state)

    async def rooms(self, room_ids: Sequence[str]) -> list[Room | None]:
        """Many rooms in one round trip, in the order of `room_ids`."""
        states = await self._database.ask_many(
            ("HGET", room_key(room_id), "state") for room_id in room_ids
        )
        return [self._read(room_id, state) for room_id, state in zip(room_ids, states, strict=True)]

    def _read(self, room_id: str, state: str | None) -> Room | None:
        """What stands there as a value; one that was read or written here lately is known."""
        if state is None:
            return None
        known = self._known.get(room_id)
        if known is not None and known[0] == state:
            return known[1]
        room = decode(state)
        self._keep(room_id, state, room)
        return room

    def _keep(self, room_id: str, state: str, room: Room) -> None:
        self._known.pop(room_id, None)
        if room.phase is Phase.CLOSED:
            return
        self._known[room_id] = state, room
        if len(self._known) > _KNOWN_MOST:
            del self._known[next(iter(self._known))]

    async def revisions(self, room_ids: Sequence[str]) -> list[int | None]:
        """Only the revisions of many rooms."""
        found = await self._database.ask_many(
            ("HGET", room_key(room_id), "revision") for room_id in room_ids
        )
        return [None if revision is None else int(revision) for revision in found]

    async def carried_out(self, marker: Marker) -> str | None:
        """The id of the room in which that very request was carried out, if it was lately."""
        found = await self._database.ask("GET", marker.key)
        return None if found is None else str(found)

    async def room_id_of(self, code: str) -> str | None:
        """The room to which a code leads."""
        found = await self._database.ask("GET", code_key(code))
        return None if found is None else str(found)

    async def save(
        self,
        before: Room | None,
        after: Room,
        *,
        rooms_per_person: int,
        marker: Marker | None = None,
        settlement: Settlement | None = None,
        extra: Extra | None = None,
    ) -> Saved:
        """Write `after` where `before` still stands (None: where no such room is)."""
        while True:
            booking = Extra() if settlement is None else await self._ledger.booking(settlement)
            saved = await self._save(before, after, rooms_per_person, marker, booking, extra)
            if saved != MOVED:
                return saved

    async def _save(
        self,
        before: Room | None,
        after: Room,
        rooms_per_person: int,
        marker: Marker | None,
        booking: Extra,
        extra: Extra | None,
    ) -> str:
        guards: list[Op] = [] if extra is None else list(extra.guards)
        if marker is not None:
            guards.append(("stale", "since", tokens_key(marker.player_id), str(marker.issued_ms)))
            guards.append(("repeated", "absent", marker.key, ""))
        guards.extend(booking.guards)
        guards.append(("conflict", "cas", room_key(after.room_id), _cas(before)))
        if before is None:
            guards.append(("code_taken", "absent", code_key(after.code), ""))
        for player_id in sorted(newcomers(before, after)):
            key = person_key(player_id)
            guards.append(("too_many_rooms", "fewer", key, str(rooms_per_person)))
        state = encode(after)
        ops: list[Op] = [
            (
                "HSET",
                room_key(after.room_id),
                "cas",
                _cas(after),
                "revision",
                str(after.revision),
                "state",
                state,
            )
        ]
        ops.extend(index_ops(before, after, self._closed_kept_ms))
        ops.extend(booking.ops)
        if extra is not None:
            ops.extend(extra.ops)
        if marker is not None:
            ops.append(("SET", marker.key, after.room_id, "PX", str(self._requests_kept_ms)))
        failed, _ = await self._database.run(guards, ops)
        if not failed:
            self._keep(after.room_id, state, after)
        return failed or "saved"

    async def settle(self, settlement: Settlement) -> bool:
        """Write only what its people keep of a game, once; False where that was done before."""
        return await self._ledger.settle(settlement)

    async def listing(self) -> list[Listing]:
        """The public list: rooms that wait first, then the oldest."""
        lines = await self._database.ask("HVALS", LISTING)
        found = [_LISTING.validate_json(line) for line in lines]
        return sorted(found, key=_place)

    async def rooms_of(self, player_id: str) -> list[str]:
        """Ids of the rooms in which the person is, sorted."""
        found = await self._database.ask("SMEMBERS", person_key(player_id))
        return sorted(str(room_id) for room_id in found)

    async def lease_until(self, gateway_id: str) -> int | None:
        """Until when a gateway's lease runs; None where it has none."""
        found = await self._database.ask("GET", lease_key(gateway_id))
        return None if found is None else int(found)

    async def set_lease(self, gateway_id: str, until_ms: int) -> None:
        """Let a gateway's lease run until then."""
        await self._database.ask("SET", lease_key(gateway_id), until_ms)

    async def drop_lease(self, gateway_id: str) -> None:
        """A gateway is no more."""
        await self._database.ask("DEL", lease_key(gateway_id))

    async def sockets(self, gateway_id: str) -> dict[str, tuple[str, str]]:
        """A gateway's sockets in rooms: socket id to room id and player id."""
        found = await self._database.ask("HGETALL", sockets_key(gateway_id))
        places: dict[str, tuple[str, str]] = {}
        for socket_id, place in found.items():
            room_id, player_id = place.split(" ")
            places[socket_id] = room_id, player_id
        return places


def _place(line: Listing) -> tuple[bool, int, str]:
    return line.phase is not Phase.WAITING, line.created_ms, line.room_id
