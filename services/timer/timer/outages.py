"""Which deadlines fell due while nobody could answer (log.md 6: an outage costs no time).

A second counts as served if a timer ticked in it and the service answered it. Between two served
moments that are further apart than the threshold lies a gap.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outages:
    """The gaps of one service. `gaps` holds `(last served ms, next served ms)`, oldest first."""

    last_ms: int
    gaps: tuple[tuple[int, int], ...]
    threshold_ms: int

    def grace(self, fires_ms: int, now_ms: int) -> bool:
        """Whether what should have fired at `fires_ms` fell into a gap, a running one included."""
        return self._away(fires_ms, now_ms) or any(
            begin < fires_ms <= end for begin, end in self.gaps
        )

    def kept_out(self, fires_ms: int, now_ms: int, return_ms: int) -> bool:
        """The same for a service that people come in by, with `return_ms` after each gap for coming
        back. Before it was first there (a gap since 0) it kept nobody out."""
        if not self.last_ms:
            return False
        return self._away(fires_ms, now_ms) or any(
            0 < begin < fires_ms <= end + return_ms for begin, end in self.gaps
        )

    def away(self, now_ms: int) -> bool:
        """Whether a service that was there once is away now."""
        return bool(self.last_ms) and now_ms - self.last_ms > self.threshold_ms

    def _away(self, fires_ms: int, now_ms: int) -> bool:
        return now_ms - self.last_ms > self.threshold_ms and fires_ms > self.last_ms
