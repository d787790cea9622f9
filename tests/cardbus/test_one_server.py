"""One server, killed, restarted and frozen while two engines with stale caches write."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cardproto.v1 import contract_pb2
from tests.cardbus.conftest import Connect
from tests.cardbus.play import nothing_is_lost
from tests.support.servers import Control, Nats

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(120)]


async def kill(control: Control) -> None:
    await asyncio.to_thread(control.kill)
    await asyncio.sleep(1)
    await asyncio.to_thread(control.start)


async def restart(control: Control) -> None:
    await asyncio.to_thread(control.restart)


async def freeze(control: Control) -> None:
    control.freeze()
    await asyncio.sleep(4)
    control.thaw()


async def nothing(control: Control) -> None:
    await asyncio.sleep(1)


@pytest.mark.parametrize("blow", [nothing, kill, restart, freeze])
async def test_nothing_acknowledged_is_lost(
    fresh_guarded: Nats, connect: Connect, blow: Callable[[Control], Awaitable[None]]
) -> None:
    """What the server acknowledged stands after its death, and everybody goes on."""
    patience = {"append_patience_s": 30.0, "read_patience_s": 30.0}
    engines = (
        await connect(fresh_guarded, contract_pb2.PARTY_ENGINE, **patience),
        await connect(fresh_guarded, contract_pb2.PARTY_ENGINE, **patience),
    )
    gateway = await connect(fresh_guarded, contract_pb2.PARTY_GATEWAY)
    timer = await connect(fresh_guarded, contract_pb2.PARTY_TIMER)
    control = fresh_guarded.control
    print(await nothing_is_lost(engines, gateway, timer, lambda: blow(control)))
