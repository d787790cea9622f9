"""Games of all kinds while one service or server after the other is killed, frozen and stopped.

The short form is for every change; the long one (`make chaos`) plays hundreds of games, under
every blow in random order.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from carteado.stack import Stack
from tests.chaos import blows
from tests.chaos.hall import GAMES, KINDS, SETTINGS
from tests.chaos.running import run_hall

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(300)]

FROZEN_S = 3.0
SHORT = (
    blows.kill_service("engine"),
    blows.freeze_service("lobby", FROZEN_S),
    blows.kill_service("gateway"),
    blows.kill_server("nats"),
    blows.freeze_service("timer", FROZEN_S),
    blows.kill_server("valkey"),
    blows.kill_service("bot-runner"),
)


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Fast clocks, and logs that stay to be read."""
    return SETTINGS


@pytest.fixture(scope="module")
def stack_replicas() -> Mapping[str, int]:
    """Two gateways, so that people of one table come through different doors."""
    return {"gateway": 2}


async def test_games_outlive_whatever_dies(stack: Stack) -> None:
    run = await run_hall(stack, SHORT, tables=2 * len(KINDS))
    print(run)
    assert {game.kind for game in run.played} == set(KINDS)
    assert any(game.reconnects for game in run.played)


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("seed", [1, 2])
async def test_hundreds_of_games_outlive_every_blow(stack: Stack, seed: int) -> None:
    every = blows.every_blow(random.Random(seed))
    run = await run_hall(stack, every, tables=3 * len(KINDS), games=GAMES)
    print(run)
    assert {game.kind for game in run.played} == set(KINDS)
