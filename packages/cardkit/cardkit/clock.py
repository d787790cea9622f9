"""Time as a value that is handed in: a clock, and the scale on every duration."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    """Where a service reads the time."""

    def now_ms(self) -> int:
        """Milliseconds since the Unix epoch; what is written into logs of games and deadlines."""

    def monotonic_s(self) -> float:
        """Seconds from an arbitrary start, never running backwards; for measuring durations."""


class SystemClock:
    """The machine's clocks."""

    def now_ms(self) -> int:
        """Milliseconds since the Unix epoch, by the machine's wall clock."""
        return time.time_ns() // 1_000_000

    def monotonic_s(self) -> float:
        """Seconds by the machine's monotonic clock."""
        return time.monotonic()


class ManualClock:
    """A clock that stands still until it is told to go on; for tests and replays."""

    def __init__(self, now_ms: int) -> None:
        self._now_ms = now_ms

    def now_ms(self) -> int:
        """The time that was last set, in milliseconds since the Unix epoch."""
        return self._now_ms

    def monotonic_s(self) -> float:
        """The same time in seconds."""
        return self._now_ms / 1000

    def advance(self, duration_ms: int) -> None:
        """Go on by `duration_ms` milliseconds. Raises ValueError where that would go back."""
        if duration_ms < 0:
            raise ValueError(f"a clock does not run backwards: {duration_ms} ms")
        self._now_ms += duration_ms


@dataclass(frozen=True, slots=True)
class TimeScale:
    """How long a second of the written rules lasts here: 1.0 in play, less in tests.

    Every duration of the product passes through here; time-outs of the network do not.
    """

    factor: float

    def __post_init__(self) -> None:
        if not self.factor > 0:
            raise ValueError(f"a time scale is above zero: {self.factor}")

    def ms(self, duration_ms: int) -> int:
        """`duration_ms` scaled, in whole milliseconds; a positive duration stays at least 1."""
        return max(round(duration_ms * self.factor), 1) if duration_ms > 0 else 0

    def seconds(self, duration_s: float) -> float:
        """`duration_s` scaled, in seconds."""
        return duration_s * self.factor
