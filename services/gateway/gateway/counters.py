"""What the gateway counts: one place, children kept, since looking them up costs more."""

from __future__ import annotations

from collections.abc import Sized

from prometheus_client import Counter

from cardbus.feed import FeedCounts
from cardkit.metrics import Metrics


class Counters:
    """Counts of sockets and frames; the `Observer` of the sockets' core."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._frames = metrics.counter("gateway_frames", "Frames that came from clients")
        self._refused = metrics.counter(
            "gateway_refused", "Frames answered with an error of the gateway's own", ["code"]
        )
        self._closed = metrics.counter("gateway_closed", "Sockets closed by us", ["reason"])
        self._children: dict[tuple[str, str], Counter] = {}

    def watch(self, sockets: Sized, rooms: Sized, tables: Sized, feeds: FeedCounts) -> None:
        """Show how many there are."""
        self._metrics.figure("gateway_sockets", "Open sockets", lambda: len(sockets))
        self._metrics.figure("gateway_rooms", "Rooms followed", lambda: len(rooms))
        self._metrics.figure("gateway_tables", "Games followed", lambda: len(tables))
        self._metrics.figure(
            "gateway_entries_heard", "Entries of games that the feed brought", lambda: feeds.heard
        )
        self._metrics.figure(
            "gateway_entries_healed", "Entries that only reading brought", lambda: feeds.healed
        )

    def frame(self) -> None:
        """A frame came."""
        self._frames.inc()

    def refused(self, code: str) -> None:
        """A frame was answered with an error of ours."""
        self._child("refused", code).inc()

    def closed(self, reason: str) -> None:
        """A socket was closed by us."""
        self._child("closed", reason).inc()

    def _child(self, family: str, label: str) -> Counter:
        child = self._children.get((family, label))
        if child is None:
            counter = self._refused if family == "refused" else self._closed
            child = self._children[family, label] = counter.labels(label)
        return child
