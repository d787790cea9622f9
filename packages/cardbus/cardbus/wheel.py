"""Many deadlines behind one timer of the event loop: an entry costs a list append.

Most deadlines never fire, since the reply comes first; a timer of the loop for each would cost
more than the request itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

TICK_S = 0.02


class Wheel(Generic[T]):
    """Calls `expire(item)` when its time has come, up to one tick late, never early."""

    def __init__(self, loop: asyncio.AbstractEventLoop, expire: Callable[[T], None]) -> None:
        self._loop = loop
        self._expire = expire
        self._slots: dict[int, list[T]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._armed = 0

    def add(self, delay_s: float, item: T) -> None:
        """Expire `item` in `delay_s` seconds."""
        tick = int((self._loop.time() + delay_s) / TICK_S) + 1
        slot = self._slots.get(tick)
        if slot is not None:
            slot.append(item)
            return
        self._slots[tick] = [item]
        if self._timer is None or tick < self._armed:
            self._arm(tick)

    def close(self) -> None:
        """Forget everything."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._slots.clear()

    def _arm(self, tick: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._armed = tick
        self._timer = self._loop.call_at(tick * TICK_S, self._turn)

    def _turn(self) -> None:
        self._timer = None
        now = int(self._loop.time() / TICK_S + 1e-6)
        for tick in sorted(t for t in self._slots if t <= now):
            for item in self._slots.pop(tick, ()):
                self._expire(item)
        if self._slots and self._timer is None:
            self._arm(min(self._slots))
