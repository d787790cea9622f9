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
        self._stopping = asyncio.Event()

    def every(self, pause_s: float, act: Callable[[], Awaitable[None]]) -> None:
        """Do `act` again and again; what fails, fails this time only."""

        async def repeat() -> None:
            failing = False
            while not await self._stops_within(pause_s):
                try:
                    await act()
                    failing = False
                except (LobbyError, CallError) as error:
                    # Once: a store that is away is away for many rounds.
                    if not failing:
                        _log.warning("failing", why=str(error))
                    failing = True
                except Exception:
                    _log.exception("failed")

        self._tasks.append(asyncio.create_task(repeat()))

    async def stop(self) -> None:
        """End after what is being done. Nothing is cancelled: a client of the store that is
        interrupted in the midst of an answer may not say so, and what it did is not known."""
        self._stopping.set()
        await asyncio.gather(*self._tasks)
        self._tasks.clear()

    async def _stops_within(self, pause_s: float) -> bool:
        try:
            async with asyncio.timeout(pause_s):
                await self._stopping.wait()
        except TimeoutError:
            pass
        return self._stopping.is_set()
