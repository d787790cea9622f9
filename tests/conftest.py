"""What every test may use."""

from __future__ import annotations

from tests.support.fixtures import (
    fresh_nats_server,
    nats_cluster,
    nats_server,
    redis_server,
    redis_url,
    server_kind,
)
from tests.support.servers import chosen_kind
from tests.support.stack import stack, stack_replicas, stack_settings

__all__ = [
    "fresh_nats_server",
    "nats_cluster",
    "nats_server",
    "redis_server",
    "redis_url",
    "server_kind",
    "stack",
    "stack_replicas",
    "stack_settings",
]


def pytest_report_header() -> str:
    """Say which servers the tests take, and why."""
    kind, reason = chosen_kind()
    return f"servers: {kind} ({reason})"
