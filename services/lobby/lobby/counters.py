"""What is counted: requests by how they ended, saves that came second, calls to the engine."""

from __future__ import annotations

from cardkit.metrics import Metrics


class Counters:
    """The lobby's counters in one process's metrics."""

    def __init__(self, metrics: Metrics) -> None:
        self.requests = metrics.counter(
            "lobby_requests", "Requests by method and how they ended", ("method", "code")
        )
        self.conflicts = metrics.counter("lobby_conflicts", "Saves that another one overtook")
        self.calls = metrics.counter(
            "lobby_engine_calls", "Calls to the engine by how they ended", ("kind", "code")
        )
