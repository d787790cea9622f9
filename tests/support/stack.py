"""A whole table for the tests of one module: real servers, five services, bots without pause.

A module changes it by fixtures of its own named `stack_settings` and `stack_replicas`. Kill and
start again with `stack.fleet.of("engine")[0].kill()` and `.restart()`, `stack.nats.kill()` and
`stack.nats.restart()`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from carteado.stack import CROWD, Stack

SITE = Path(__file__).resolve().parents[2] / "web" / "dist"

FAST: Mapping[str, str] = {**CROWD, "CARTEADO_BOT_PACE": "0", "CARTEADO_DRAIN_S": "5"}
"""Bots answer at once; people's time stays as written; many clients come from one address."""


def troubles(stack: Stack, lines: int = 40) -> str:
    """The end of every process's log, to read after a failure."""
    processes = [stack.nats, stack.valkey, *(member.process for member in stack.fleet.members)]
    return "\n".join(f"--- {p.name}\n{p.log_tail(lines)}" for p in processes)


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Settings by `CARTEADO_…` name, beside those of `FAST`."""
    return {}


@pytest.fixture(scope="module")
def stack_replicas() -> Mapping[str, int]:
    """Processes by the service's name; one each unless said."""
    return {}


@pytest.fixture(scope="module")
def stack(
    request: pytest.FixtureRequest,
    stack_settings: Mapping[str, str],
    stack_replicas: Mapping[str, int],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Stack]:
    """The running table. If a test of the module fails, the logs' ends are printed."""
    failed_before = request.session.testsfailed
    with Stack.temporary(
        replicas=stack_replicas,
        settings={**FAST, **stack_settings},
        folder=tmp_path_factory.mktemp("table"),
        site=SITE,
    ) as running:
        yield running
        if request.session.testsfailed > failed_before:
            print(troubles(running))
