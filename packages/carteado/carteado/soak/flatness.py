"""Whether a curve is flat: a slope that a few odd samples cannot fake, a trend that is no chance.

A curve is *rising* where two things hold of the samples after the warm-up:

- it rises more often than chance lets it: Mann-Kendall's test (of every pair of samples, does the
  later one lie higher?), one-sided, at one in a hundred;
- it rises by something: Theil and Sen's slope (the median of the slopes of all pairs) over the
  time watched is more than the tolerance, a share of the curve's own median, and at least a floor.

The first alone would call a kilobyte a leak, the second alone a noisy curve. Falling is no fault.
Everything here is pure.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

CHANCE_Z = 2.326
"""One in a hundred, one-sided."""
FEWEST = 8
"""Samples below which nothing is said of a curve."""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How much a curve may grow over the time watched: a share of its median, at least `floor`."""

    share: float
    floor: float

    def allowed(self, median: float) -> float:
        """In the curve's own unit."""
        return max(self.floor, self.share * abs(median))


@dataclass(frozen=True, slots=True)
class Trend:
    """What a curve did: its median, growth over the time watched, and how sure its rise is (z)."""

    median: float
    growth: float
    z: float
    allowed: float
    judged: bool

    @property
    def rising(self) -> bool:
        """Whether this is no flat curve."""
        return self.judged and self.z > CHANCE_Z and self.growth > self.allowed


def slope(times_s: Sequence[float], values: Sequence[float]) -> float:
    """Theil and Sen's: the median of the slopes between all pairs of samples, a second."""
    slopes = [
        (values[b] - values[a]) / (times_s[b] - times_s[a])
        for a, b in combinations(range(len(values)), 2)
        if times_s[b] > times_s[a]
    ]
    return statistics.median(slopes) if slopes else 0.0


def rise_z(values: Sequence[float]) -> float:
    """Mann-Kendall's standard score, ties accounted for; 0 for a constant curve."""
    count = len(values)
    score = sum(
        (values[b] > values[a]) - (values[b] < values[a]) for a, b in combinations(range(count), 2)
    )
    ties: dict[float, int] = {}
    for value in values:
        ties[value] = ties.get(value, 0) + 1
    variance = _pairs(count) - sum(_pairs(size) for size in ties.values())
    if score == 0 or variance <= 0:
        return 0.0
    return (score - math.copysign(1, score)) / math.sqrt(variance / 18)


def _pairs(size: int) -> int:
    return size * (size - 1) * (2 * size + 5)


def trend(times_s: Sequence[float], values: Sequence[float], tolerance: Tolerance) -> Trend:
    """Judge one curve; `times_s` ascend. Too few samples are not judged."""
    if len(values) != len(times_s):
        raise ValueError("a time for each value")
    if not values:
        return Trend(0.0, 0.0, 0.0, tolerance.floor, judged=False)
    median = statistics.median(values)
    growth = slope(times_s, values) * (times_s[-1] - times_s[0])
    judged = len(values) >= FEWEST
    return Trend(median, growth, rise_z(values), tolerance.allowed(median), judged)
