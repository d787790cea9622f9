"""What every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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

# No test asserts a time: on a busy machine an example may take as long as it needs.
# A change is judged by the same cases each time; CARTEADO_EXPLORE=1 looks for new ones.
settings.register_profile(
    "carteado",
    deadline=None,
    derandomize=not os.environ.get("CARTEADO_EXPLORE"),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("carteado")

_BROWSER_TESTS = Path(__file__).parent / "e2e"

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: their driver leaves a loop running in this thread, under which no
    other test can start one."""
    items.sort(key=lambda item: item.path.is_relative_to(_BROWSER_TESTS))


def pytest_report_header() -> str:
    """Say which servers the tests take, and why."""
    kind, reason = chosen_kind()
    return f"servers: {kind} ({reason})"
