"""A service is asked to end while people play: they notice a short reconnection at most.

Two of each service behind one address, as in a deployment: what is drained is replaced.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from cardproto.v1 import table_pb2
from carteado.fleet import KINDS
from carteado.stack import Stack
from tests.chaos.checks import check_games
from tests.chaos.hall import KINDS as GAME_KINDS
from tests.chaos.hall import SETTINGS, Hall
from tests.support.proxy import Proxy, proxy

pytestmark = [pytest.mark.chaos, pytest.mark.slow, pytest.mark.timeout(240)]

UNNOTICED_S = 3.0
AROUND_S = 1.5
AWAY = (table_pb2.PRESENCE_AWAY, table_pb2.PRESENCE_BOT_FOR_PERSON)


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Nobody contributes a nonce here, so nobody waits for one."""
    return {**SETTINGS, "CARTEADO_TIME_SCALE": "0.2", "CARTEADO_NONCE_WAIT_MS": "0"}


@pytest.fixture(scope="module")
def stack_replicas() -> Mapping[str, int]:
    """Two of each."""
    return {kind.name: 2 for kind in KINDS}


@pytest.fixture(scope="module")
def front(stack: Stack) -> Iterator[Proxy]:
    """One address for both gateways."""
    with proxy(*stack.fleet.doors.ports) as made:
        yield made


@dataclass
class Watch:
    """What the people of a hall see: the waits between two updates, and who seemed away."""

    seen_s: dict[int, float] = field(default_factory=dict)
    waits: list[tuple[float, float, int]] = field(default_factory=list)
    away: int = 0

    def saw(self, person: int, update: table_pb2.Update) -> None:
        """An update came."""
        now_s = time.monotonic()
        self.waits.append((self.seen_s.get(person, now_s), now_s, person))
        self.seen_s[person] = now_s
        self.away += any(seat.presence in AWAY for seat in update.table.seats)

    def longest_s(self, begin_s: float, end_s: float) -> float:
        """The longest wait of anybody that fell into that time, if only in part."""
        return max(b - a for a, b, _ in self.waits if b >= begin_s and a <= end_s)


async def test_nobody_notices_more_than_a_short_reconnection(stack: Stack, front: Proxy) -> None:
    """Each service in turn, in the midst of games of all kinds; it ends in order."""
    hall = Hall([f"http://127.0.0.1:{front.port}"])
    watch = Watch()
    hall.on_update = watch.saw
    playing = [asyncio.create_task(hall.table(number)) for number in range(len(GAME_KINDS))]
    drained: dict[str, tuple[float, float]] = {}
    try:
        await asyncio.sleep(2 * AROUND_S)
        for kind in KINDS:
            member = stack.fleet.of(kind.name)[0]
            began_s = time.monotonic()
            status = await asyncio.to_thread(member.process.stop, 30.0)
            assert status == 0, member.process.log_tail()
            await asyncio.sleep(AROUND_S)
            drained[kind.name] = began_s, time.monotonic()
            member.launch()
            await asyncio.to_thread(member.process.await_ready, 60.0)
        hall.over.set()
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
    waits = {name: round(watch.longest_s(*when), 2) for name, when in drained.items()}
    print("longest wait in seconds:", waits)
    assert max(waits.values()) < UNNOTICED_S, waits
    assert not watch.away, "somebody was shown as away"
    assert not await check_games(stack, hall.played)
    assert any(game.reconnects for game in hall.played)
