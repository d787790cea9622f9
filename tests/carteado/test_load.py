"""The load tool: small loads of each kind against a whole table, told whole."""

from __future__ import annotations

import argparse
import json

import pytest

from carteado import load
from carteado.stack import Stack


def options(*given: str) -> argparse.Namespace:
    """The command's options as it reads them."""
    parser = argparse.ArgumentParser()
    load.add_arguments(parser)
    read = parser.parse_args(given)
    read.rate = read.rate or [100.0, 0.0]
    return read


async def test_games_a_storm_and_idle_sockets_are_measured(stack: Stack) -> None:
    """Eight people play both ways, all come back from a cut, and sockets wait."""
    given = options("--tables", "2", "--seconds", "1.5", "--rate", "40", "--rate", "0", "--storm",
                    "--idle", "20")  # fmt: skip
    loaded = await load.run(stack.url, stack.pids(), given)
    paced, closed = loaded.played
    assert paced.moves > 0
    assert closed.moves > 0
    assert closed.quantile_ms(0.99) >= closed.quantile_ms(0.5) > 0
    assert loaded.storm is not None
    assert (loaded.storm.people, loaded.storm.failed) == (8, 0)
    assert loaded.storm.last_s >= loaded.storm.p50_s > 0
    assert loaded.idle is not None
    assert "gateway-1" in loaded.idle.bytes_each
    told = loaded.text()
    for part in ("moves a CPU-second", "closed loop", "storm: 8 people", "idle: 20 sockets"):
        assert part in told
    assert json.loads(json.dumps(loaded.obj()))["storm"]["people"] == 8


async def test_without_processes_only_what_clients_see_is_told(stack: Stack) -> None:
    """A table somewhere else: rates and times, and no word of CPU that was not measured."""
    loaded = await load.run(
        stack.url, {}, options("--tables", "1", "--seconds", "1", "--rate", "0")
    )
    assert loaded.played[0].moves > 0
    assert "not known" in loaded.text()
    assert loaded.storm is None


@pytest.mark.parametrize(("share", "wanted"), [(0.0, 1.0), (0.5, 3.0), (0.99, 4.0), (1.0, 4.0)])
def test_a_quantile_is_one_of_the_values(share: float, wanted: float) -> None:
    """The ends included."""
    assert load._quantile([1.0, 2.0, 3.0, 4.0], share) == wanted
