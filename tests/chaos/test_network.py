"""Games while the network between the parts is cut, held up and delayed, and loses messages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from carteado.stack import Stack
from tests.chaos.blows import Blow
from tests.chaos.hall import GAMES, KINDS, SETTINGS, Hall, unlimited
from tests.chaos.running import run_hall
from tests.support.proxy import Dropper, Proxy
from tests.support.stack import FAST, SITE

pytestmark = [pytest.mark.chaos, pytest.mark.slow, pytest.mark.timeout(900)]

HELD_S = 4.0
DELAY_S = 0.15
FEED = b"feed."


@dataclass
class Wires:
    """A table whose every connection goes through a proxy, by what it leads to."""

    feed: Dropper = field(default_factory=lambda: Dropper(FEED, 10**9))
    proxies: dict[str, Proxy] = field(default_factory=dict)

    def between(self, name: str, port: int) -> int:
        """What the services are told instead of that server's port."""
        made = Proxy(port, make_filter=self.feed.make if name == "nats" else None)
        self.proxies[name] = made.start()
        return made.port


@pytest.fixture(scope="module")
def wires() -> Iterator[Wires]:
    """The proxies, ended after the table."""
    made = Wires()
    yield made
    for proxy in made.proxies.values():
        proxy.stop()


@pytest.fixture(scope="module")
def table(wires: Wires, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Services, NATS and Redis behind proxies, and the gateway behind one for its clients."""
    with Stack.temporary(
        settings={**FAST, **SETTINGS},
        folder=tmp_path_factory.mktemp("wires"),
        site=SITE,
        between=wires.between,
    ) as stack:
        wires.between("gateway", stack.fleet.doors.ports[0])
        yield stack


def door(wires: Wires) -> str:
    """Where clients come in."""
    return f"http://127.0.0.1:{wires.proxies['gateway'].port}"


def cut(wires: Wires, name: str) -> Blow:
    """Every connection to it is reset, twice."""

    async def strike(_: Stack) -> None:
        for _round in range(2):
            await asyncio.to_thread(wires.proxies[name].cut)
            await asyncio.sleep(0.3)

    return Blow(f"{name} cut off", strike)


def hold(wires: Wires, name: str) -> Blow:
    """Nothing passes for a while, and nobody is told."""

    async def strike(_: Stack) -> None:
        wires.proxies[name].hold(True)
        try:
            await asyncio.sleep(HELD_S)
        finally:
            wires.proxies[name].hold(False)

    return Blow(f"{name} held up", strike)


def delay(wires: Wires, name: str) -> Blow:
    """Everything is late for a while."""

    async def strike(_: Stack) -> None:
        wires.proxies[name].delay_s = DELAY_S
        try:
            await asyncio.sleep(HELD_S)
        finally:
            wires.proxies[name].delay_s = 0.0

    return Blow(f"{name} delayed", strike)


async def test_games_outlive_cuts_and_delays(table: Stack, wires: Wires) -> None:
    blows = [
        make(wires, name) for name in ("gateway", "nats", "valkey") for make in (cut, hold, delay)
    ]
    hall = Hall([door(wires)])
    run = await run_hall(table, blows, tables=2 * len(KINDS), games=GAMES // 4, hall=hall)
    print(run)
    assert any(game.reconnects for game in run.played)


async def test_without_a_tenth_of_the_feed_games_without_a_limit_finish(
    table: Stack, wires: Wires
) -> None:
    """No deadline would ever come to help: who missed an entry must find it in the log."""
    wires.feed.every = 10
    try:
        hall = Hall([door(wires)], settings=unlimited)
        run = await run_hall(table, [], tables=2 * len(KINDS), games=GAMES // 4, hall=hall)
        print(run, f"{wires.feed.lost} of {wires.feed.seen} entries lost")
        assert wires.feed.lost > len(run.played)
    finally:
        wires.feed.every = 10**9
