"""Rates and counts: what one socket, one session and one address may take."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, and `burst` at once."""

    per_s: float
    burst: int


class Bucket:
    """A token bucket. Times are seconds of a monotonic clock, handed in."""

    __slots__ = ("_at_s", "_left")

    def __init__(self, rate: Rate, now_s: float) -> None:
        self._left = float(rate.burst)
        self._at_s = now_s

    def take(self, rate: Rate, now_s: float) -> bool:
        """Whether one more is allowed now; if so it is taken. `rate` is the one it began with."""
        left = min(self._left + (now_s - self._at_s) * rate.per_s, rate.burst)
        self._at_s = now_s
        if left < 1:
            self._left = left
            return False
        self._left = left - 1
        return True

    def full(self, rate: Rate, now_s: float) -> bool:
        """Whether nothing was taken for so long that it may be forgotten."""
        return self._left + (now_s - self._at_s) * rate.per_s >= rate.burst


class Buckets:
    """A bucket for each key (an address, a session); those that are full again are forgotten.

    A rate of nothing a second is none: everything is allowed.
    """

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now_s: float) -> bool:
        """Whether `key` may have one more now; if so it is taken."""
        if self._rate.per_s <= 0:
            return True
        self._forget(now_s)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, now_s)
        self._buckets.move_to_end(key)
        return bucket.take(self._rate, now_s)

    def _forget(self, now_s: float) -> None:
        """Drop the two longest untouched if they are full: shrinks faster than it can grow."""
        for _ in range(2):
            if not self._buckets:
                return
            key = next(iter(self._buckets))
            if not self._buckets[key].full(self._rate, now_s):
                return
            del self._buckets[key]
