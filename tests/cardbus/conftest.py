"""Servers with every user's rights, streams made, and connections by party."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvloop

from cardbus import Bus, BusSettings
from cardbus.contracts import party_name
from cardbus.permissions import PROVISIONER, authorization, users
from cardbus.provision import provision
from cardproto.v1 import contract_pb2
from tests.support.servers import Nats, start_nats

# The lean client is tried on both loops; the rest on the one that services run on.
_BOTH_LOOPS = {"test_wire", "test_calls"}


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Which event loops a test runs on."""
    loops: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {"uvloop": uvloop.new_event_loop}
    if item.path.stem in _BOTH_LOOPS:
        loops["asyncio"] = asyncio.new_event_loop
    return loops


Connect = Callable[..., Awaitable[Bus]]


def now_ms() -> int:
    """Wall clock, milliseconds."""
    return time.time_ns() // 1_000_000


def settings_for(server: Nats, party: contract_pb2.Party, **changes: Any) -> BusSettings:
    """A party's settings for one server."""
    user = party_name(party)
    values: dict[str, Any] = {
        "urls": (server.url,),
        "user": user,
        "password": server.passwords[user],
        "party": party,
        "name": f"test-{user}",
    }
    return BusSettings(**{**values, **changes})


def provision_now(server: Nats) -> None:
    """Make the streams, small enough for a test."""
    asyncio.run(
        provision([server.url], PROVISIONER, server.passwords[PROVISIONER], max_bytes=64 << 20)
    )


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nats]:
    """A server with every user's rights and all streams, for the tests of one module."""
    server = start_nats(
        tmp_path_factory.mktemp("guarded"), users=users(), authorization=authorization
    )
    provision_now(server)
    yield server
    server.control.kill()


@pytest.fixture
def fresh_guarded(tmp_path: Path) -> Iterator[Nats]:
    """The same for one test that plays failures."""
    server = start_nats(tmp_path / "nats", users=users(), authorization=authorization)
    provision_now(server)
    yield server
    server.control.kill()


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Connect as a party; closed at the end of the test."""
    opened: list[Bus] = []

    async def connect_as(server: Nats, party: contract_pb2.Party, **changes: Any) -> Bus:
        bus = await Bus.connect(settings_for(server, party, **changes), now_ms)
        opened.append(bus)
        return bus

    yield connect_as
    for bus in opened:
        await bus.close()


_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


@pytest.fixture
def game_ids() -> Iterator[str]:
    """Fresh game ids."""
    return ("".join(secrets.choice(_ALPHABET) for _ in range(16)) for _ in itertools.count())


async def eventually(condition: Callable[[], bool], deadline_s: float = 5.0) -> None:
    """Wait until it holds. Raises AssertionError when time is up."""
    until = time.monotonic() + deadline_s
    while not condition():
        assert time.monotonic() < until, "still not so"
        await asyncio.sleep(0.01)
