"""Whole games on three NATS servers whose leaders die, freeze and step down."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from carteado.stack import Stack
from tests.chaos import blows
from tests.chaos.hall import GAMES, KINDS, SETTINGS
from tests.chaos.running import run_hall
from tests.support.stack import FAST, SITE

pytestmark = [pytest.mark.chaos, pytest.mark.slow, pytest.mark.timeout(900)]

STREAMS = ("GAMES", "DEADLINES", "SEEDS", "RECORDS")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Every stream on three servers, two engines with caches that may be stale."""
    with Stack.temporary(
        replicas={"engine": 2},
        settings={**FAST, **SETTINGS},
        folder=tmp_path_factory.mktemp("cluster"),
        site=SITE,
        nats_nodes=3,
    ) as stack:
        yield stack


async def test_games_outlive_their_streams_leaders(table: Stack) -> None:
    every = [
        *(blows.step_down(stream) for stream in STREAMS),
        blows.kill_leader("GAMES", 4.0),
        blows.freeze_leader("GAMES", 5.5),
        blows.step_down("GAMES"),
        blows.kill_leader("DEADLINES", 1.0),
        blows.freeze_leader("GAMES", 12.0),
    ]
    run = await run_hall(table, every, tables=2 * len(KINDS), games=GAMES // 4, calm_s=3.0)
    print(run)
    assert {game.kind for game in run.played} == set(KINDS)
