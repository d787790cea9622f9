"""Two commands that take more than one step: finding a seat, and starting a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardbus.errors import UNAVAILABLE, CallError
from lobby import commands as c
from lobby.errors import Refused, refuse
from lobby.policy import policy_of
from lobby.queueing import Queue
from lobby.requests import default_settings
from lobby.rooms import Changed, Rooms
from lobby.store import Marker, Store
from lobby.values import Phase, Room

_TRIED_MOST: Final = 8
_LOOK_S: Final = 0.25
"""How often a start that waits for nonces looks whether another lobby has seen to it."""


class Play:
    """`nonce_wait_ms`: how long a start waits for nonces, as the rooms' own durations say."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        queue: Queue,
        now_ms: Callable[[], int],
        nonce_wait_ms: int,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._queue = queue
        self._now_ms = now_ms
        self._nonce_wait_ms = nonce_wait_ms

    async def find_seat(self, marker: Marker, name: str, game: str) -> Room:
        """A seat in a public waiting room of the game, in a new one where none is free.

        The fullest room comes first, so that games begin. Raises Refused, StoreLost, CallError.
        """
        policy = policy_of(self._rooms.policies, game)
        known = await self._store.carried_out(marker)
        if known is not None:
            return await self._rooms.get(known)
        mine = await self._store.rooms_of(marker.player_id)
        lines = [
            line
            for line in await self._store.listing()
            if line.game == game
            and line.phase is Phase.WAITING
            and (line.free > 0 or line.room_id in mine)
        ]
        lines.sort(key=lambda line: (line.room_id not in mine, line.free, line.created_ms))
        for line in lines[:_TRIED_MOST]:
            try:
                return await self._sit(line.room_id, marker, name)
            except Refused as refused:
                if refused.code in ("rate_limited", "stale_session"):
                    raise
        method = f"{marker.method}_opens"
        maker = Marker(marker.player_id, method, marker.request_id, marker.issued_ms)
        settings = default_settings(policy)
        room = await self._rooms.open(
            marker.player_id, name, game, settings, private=False, marker=maker
        )
        return await self._sit(room.room_id, marker, name)

    async def _sit(self, room_id: str, marker: Marker, name: str) -> Room:
        changed = await self._rooms.change(room_id, c.Sit(marker.player_id, name), marker)
        return changed.room

    async def start(self, marker: Marker, room_id: str) -> Room:
        """The game dealt. Raises Refused, also with the engine's code where that refused for
        good; CallError `unavailable` where the outcome is not known yet."""
        command = c.Start(marker.player_id)
        changed = await self._rooms.change(room_id, command, marker, calls="finish")
        if changed.repeated and changed.room.start_asked_ms is None:
            return changed.room
        if changed.room.rated:
            # Whoever begins a rated game waits for no other.
            for seat in changed.room.seats:
                if seat is not None:
                    await self._queue.leave(seat.player_id)
        wanted = changed.room.game_id
        until_ms = self._now_ms() + self._nonce_wait_ms
        while _waits(changed.room, wanted):
            if self._now_ms() >= until_ms:
                changed = await self._rooms.change(room_id, c.Tick(), calls="finish")
                break
            left_s = max(until_ms - self._now_ms(), 1) / 1000
            await self._rooms.changes.wait(room_id, min(_LOOK_S, left_s))
            changed = Changed(await self._rooms.get(room_id))
        if changed.room.phase is Phase.STARTING:
            # Frozen by somebody's nonce: that task, or this one, has the engine asked.
            changed = await self._rooms.change(room_id, c.Tick(), calls="finish")
        return _started(changed, wanted)


def _waits(room: Room, game_id: str) -> bool:
    return (
        room.phase is Phase.WAITING and room.game_id == game_id and room.start_asked_ms is not None
    )


def _started(changed: Changed, wanted: str) -> Room:
    """The room where its game was dealt, else the refusal."""
    room = changed.room
    for kind, code in changed.refusals:
        if kind == "start":
            refuse(code)
    if room.game_id != wanted:
        # Dealt and over already, or refused while somebody else asked.
        if room.last is not None and room.last.game_id == wanted:
            return room
        raise CallError(UNAVAILABLE)
    if room.phase is Phase.CLOSED:
        refuse("room_closed")
    if room.phase is Phase.WAITING:
        refuse("need_players")
    return room
