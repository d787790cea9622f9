"""What a lobby does by itself from time to time: pairing, and forgetting. Every lobby does it; what
one has done, another finds done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cardbus.errors import CallError
from cardkit import logs
from lobby.errors import LobbyError

_log = logs.get("housekeeping")


class Housekeeping:
    """Runs tasks, each with its pause in real seconds, until stopped."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def every(self, pause_s: float, act: Callable[[], Awaitable[None]]) -> None:
        """Do `act` again and again; what fails, fails this time only."""

        async def repeat() -> None:
            while True:
                await asyncio.sleep(pause_s)
                try:
                    await act()
                except (LobbyError, CallError) as error:
                    _log.warning("not this time", why=str(error))
                except Exception:
                    _log.exception("failed")

        self._tasks.append(asyncio.create_task(repeat()))

    async def stop(self) -> None:
        """End at the next pause or wait; nothing that was begun in the store is left half done."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
