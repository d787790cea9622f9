"""Whether there is room for more games: a full stream would refuse the moves of all that run.

Looked at from time to time; new games are refused while there is still room to end the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from cardbus.errors import CallError

_log = structlog.get_logger(__name__)

LookAt = Callable[[], Awaitable[float]]
"""The fullest stream's share of its limit, 1.0: full. Raises CallError."""


class Fullness:
    """`most`: the share from which on no new game begins; `every_s`: seconds between two looks."""

    def __init__(self, look_at: LookAt, most: float, every_s: float) -> None:
        self._look_at = look_at
        self._most = most
        self._every_s = every_s
        self._task: asyncio.Task[None] | None = None
        self.share = 0.0
        """As last seen."""

    @property
    def full(self) -> bool:
        """No new game may begin."""
        return self.share >= self._most

    async def look(self) -> None:
        """Look now; where nobody answers, what was seen last stands."""
        before = self.full
        try:
            self.share = await self._look_at()
        except CallError:
            return
        if self.full != before:
            _log.error("streams nearly full" if self.full else "room again", share=self.share)

    def start(self) -> None:
        """Look from now on."""
        self._task = asyncio.get_running_loop().create_task(self._watch())

    def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _watch(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(self._every_s)
