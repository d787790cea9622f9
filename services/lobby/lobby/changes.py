"""Waiting for a room to change, without asking the store again and again."""

from __future__ import annotations

import asyncio


class Changes:
    """Who waits for which room. Only what this process does is told: others' changes are not."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Future[None]]] = {}

    def tell(self, room_id: str) -> None:
        """The room has changed."""
        for waiting in self._waiting.pop(room_id, ()):
            if not waiting.done():
                waiting.set_result(None)

    async def wait(self, room_id: str, most_s: float) -> None:
        """Return when the room changes, at the latest after `most_s` seconds."""
        changed = asyncio.get_running_loop().create_future()
        together = self._waiting.setdefault(room_id, set())
        together.add(changed)
        try:
            await asyncio.wait({changed}, timeout=most_s)
        finally:
            together.discard(changed)
            if not together and self._waiting.get(room_id) is together:
                del self._waiting[room_id]
