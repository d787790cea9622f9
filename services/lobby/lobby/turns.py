"""One at a time in a room, within this process; other replicas are held off by the store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from lobby.errors import refuse


@dataclass(slots=True)
class _Queue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Turns:
    """Locks by room, each with a bound on how many may wait for it."""

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._queues: dict[str, _Queue] = {}

    def __len__(self) -> int:
        """Rooms at work now."""
        return len(self._queues)

    def another(self) -> Turns:
        """Locks of their own, with the same bound."""
        return Turns(self._most_waiting)

    def busy(self, room_id: str) -> bool:
        """Whether somebody holds that room."""
        return room_id in self._queues

    @asynccontextmanager
    async def of(self, room_id: str) -> AsyncIterator[None]:
        """Hold the room. Raises Refused `unavailable` where too many wait already."""
        queue = self._queues.setdefault(room_id, _Queue())
        if queue.waiting >= self._most_waiting:
            refuse("unavailable")
        queue.waiting += 1
        try:
            async with queue.lock:
                yield
        finally:
            queue.waiting -= 1
            if queue.waiting == 0:
                del self._queues[room_id]
