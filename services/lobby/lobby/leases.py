"""Gateways and their leases: who may vouch for sockets, until when, and what a lost one leaves."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cardbus.due import DueSet
from cardkit import logs
from lobby import commands as c
from lobby.errors import Refused
from lobby.rooms import Rooms
from lobby.saving import Announcer
from lobby.store import Store
from lobby.values import Phase, Room

GATEWAY: Final = "gateway"
_AT_ONCE: Final = 64

Edge = c.SocketOpened | c.SocketClosed
Sockets = Mapping[str, tuple[str, str]]
"""Socket id to room id and player id."""

_log = logs.get("leases")


@dataclass(frozen=True, slots=True)
class Renewed:
    """What a gateway must hear: rooms newer than it knows, and rooms that are no more."""

    rooms: tuple[Room, ...]
    gone: tuple[str, ...]


class Leases:
    """`lease_ms`: how long a gateway counts as alive after it was heard of."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        announcer: Announcer,
        *,
        now_ms: Callable[[], int],
        lease_ms: int,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._announcer = announcer
        self._now_ms = now_ms
        self._lease_ms = lease_ms

    async def vouch(self, gateway_id: str) -> None:
        """See to it that this gateway has a lease, before a socket of its is noted."""
        if await self._store.lease_until(gateway_id) is None:
            await self._extend(gateway_id)

    async def edges(
        self, gateway_id: str, edges: Mapping[str, Sequence[Edge]], known: Mapping[str, int]
    ) -> tuple[Room, ...]:
        """Sockets came and went, by room: the rooms newer than `known` says.

        Rooms that are no more are passed over. Raises StoreLost, CallError.
        """
        await self.vouch(gateway_id)
        rooms = await self._change(
            {room_id: c.Edges(tuple(those)) for room_id, those in edges.items()}
        )
        return tuple(
            room for room in rooms if room.revision > known.get(room.room_id, room.revision)
        )

    async def renew(self, gateway_id: str, known: Mapping[str, int], listed: Sockets) -> Renewed:
        """The gateway lives. Sockets that the lobby missed come, those that it does not list go.

        `known`: rooms to the revision that it has. Raises StoreLost, CallError.
        """
        await self._extend(gateway_id)
        noted = await self._store.sockets(gateway_id)
        different = {
            place[0] for socket_id, place in listed.items() if noted.get(socket_id) != place
        } | {place[0] for socket_id, place in noted.items() if listed.get(socket_id) != place}
        await self._mend(gateway_id, different, listed, dead=False)
        room_ids = sorted(known)
        revisions = await self._store.revisions(room_ids)
        newer = [
            room_id
            for room_id, revision in zip(room_ids, revisions, strict=True)
            if revision is not None and revision > known[room_id]
        ]
        rooms = [room for room in await self._store.rooms(newer) if room is not None]
        gone = {i for i, revision in zip(room_ids, revisions, strict=True) if revision is None}
        gone |= {room.room_id for room in rooms if room.phase is Phase.CLOSED}
        alive = tuple(room for room in rooms if room.phase is not Phase.CLOSED)
        return Renewed(alive, tuple(sorted(gone)))

    async def end(self, gateway_id: str) -> None:
        """The gateway is no more: its sockets are gone. Raises StoreLost, CallError."""
        noted = await self._store.sockets(gateway_id)
        await self._mend(gateway_id, {place[0] for place in noted.values()}, {}, dead=True)
        if await self._store.sockets(gateway_id):
            # A socket was noted in this very moment: the lease that vouched for it decides.
            await self._extend(gateway_id)
            return
        await self._store.drop_lease(gateway_id)
        await self._announcer.deadlines(GATEWAY, gateway_id, DueSet(self._now_ms()))

    async def due(self, gateway_id: str, grace: bool) -> bool:
        """The lease may have run out. False where there is nothing to be done.

        `grace`: the service was away, so the gateway gets the time to be heard once more.
        """
        until_ms = await self._store.lease_until(gateway_id)
        if until_ms is None and not await self._store.sockets(gateway_id):
            # Lost with the store; a living gateway is heard again within its lease.
            await self._announcer.deadlines(GATEWAY, gateway_id, DueSet(0))
            return False
        if grace:
            await self._extend(gateway_id)
        elif until_ms is not None and until_ms > self._now_ms():
            await self._announce(gateway_id, until_ms)
        else:
            _log.warning("gateway lost", gateway=gateway_id)
            await self.end(gateway_id)
        return True

    async def _extend(self, gateway_id: str) -> None:
        until_ms = self._now_ms() + self._lease_ms
        await self._announce(gateway_id, until_ms)
        await self._store.set_lease(gateway_id, until_ms)

    async def _announce(self, gateway_id: str, until_ms: int) -> None:
        due = DueSet(self._now_ms(), (("lease", until_ms),))
        await self._announcer.deadlines(GATEWAY, gateway_id, due)

    async def _mend(
        self, gateway_id: str, room_ids: Iterable[str], listed: Sockets, *, dead: bool
    ) -> None:
        by_room: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for socket_id, (room_id, player_id) in listed.items():
            by_room[room_id][player_id].add(socket_id)
        await self._change(
            {
                room_id: c.Mend(
                    gateway_id,
                    {player: frozenset(ids) for player, ids in by_room[room_id].items()},
                    dead,
                )
                for room_id in sorted(room_ids)
            }
        )

    async def _change(self, commands: Mapping[str, c.Edges | c.Mend]) -> list[Room]:
        """The rooms after these changes, some at once; without those that refuse theirs."""
        gate = asyncio.Semaphore(_AT_ONCE)

        async def one(room_id: str, command: c.Edges | c.Mend) -> Room | None:
            async with gate:
                try:
                    return (await self._rooms.change(room_id, command)).room
                except Refused as refused:
                    _log.info("presence not taken", room=room_id, code=refused.code)
                    return None

        changes = (one(room_id, command) for room_id, command in commands.items())
        return [room for room in await asyncio.gather(*changes) if room is not None]
