"""Counters and histograms of one process, and the small HTTP server that shows them.

Keep the labelled child (`counter.labels("ok")`) where it is used: looking it up each time costs
more than counting.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from threading import Thread
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)

FAST_SECONDS = (
    *(0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005),
    *(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
)
"""Bucket bounds for what takes between a tenth of a millisecond and some seconds."""


class Metrics:
    """The metrics of one process, named `carteado_…`; nothing global, so tests may have many."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.figures: dict[str, Callable[[], float]] = {}
        self._server: tuple[WSGIServer, Thread] | None = None
        # What is needed: resident memory also breathes with what was needed at the worst moment.
        self.figure("python_blocks", "Small pieces of memory in use", sys.getallocatedblocks)

    def counter(self, name: str, about: str, labels: Sequence[str] = ()) -> Counter:
        """A number that only grows. Raises ValueError for a name that is taken."""
        return Counter(f"carteado_{name}", about, labels, registry=self.registry)

    def histogram(
        self,
        name: str,
        about: str,
        labels: Sequence[str] = (),
        buckets: Sequence[float] = FAST_SECONDS,
    ) -> Histogram:
        """A distribution, by default of seconds. Raises ValueError for a name that is taken."""
        return Histogram(f"carteado_{name}", about, labels, registry=self.registry, buckets=buckets)

    def gauge(self, name: str, about: str, labels: Sequence[str] = ()) -> Gauge:
        """A number that rises and falls. Raises ValueError for a name that is taken."""
        return Gauge(f"carteado_{name}", about, labels, registry=self.registry)

    def figure(self, name: str, about: str, read: Callable[[], float]) -> None:
        """A gauge read when asked for; also shown among the figures of the admin status.

        `read` is called on another thread: it must be cheap, and must not raise.
        """
        self.gauge(name, about).set_function(read)
        self.figures[name] = read

    def expose(self, host: str, port: int) -> int:
        """Serve the metrics over HTTP; the port taken (`port` 0: any). Raises OSError."""
        self._server = start_http_server(port, host, registry=self.registry)
        return int(self._server[0].server_port)

    def close(self) -> None:
        """Stop serving."""
        if self._server is not None:
            server, thread = self._server
            server.shutdown()
            server.server_close()
            thread.join()
            self._server = None
