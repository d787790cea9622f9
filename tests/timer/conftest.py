"""Servers with streams, the timer as processes, and its peers on the bus."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardbus import Bus
from cardbus.reply import Serving
from cardproto.v1 import contract_pb2
from tests.cardbus.conftest import Connect, connect, fresh_guarded
from tests.support.servers import Nats, Redis, start_redis
from tests.timer.peers import ENGINE, LOBBY, Games, Rooms

__all__ = ["connect", "fresh_guarded"]

FAST = {
    "CARTEADO_TIMER_LEASES_MS": "[500, 1000]",
    "CARTEADO_TIMER_TICK_MS": "100",
    "CARTEADO_TIMER_GAP_MS": "600",
    "CARTEADO_TIMER_REPLICA_DEAD_MS": "800",
}


@dataclass
class Timer:
    """One replica as a process."""

    process: subprocess.Popen[bytes]
    log: Path

    @property
    def ready(self) -> bool:
        """Whether its start is over."""
        return '"event": "ready"' in self.log.read_text()

    def kill(self) -> None:
        """SIGKILL."""
        self.process.kill()
        self.process.wait()

    def end(self) -> int:
        """SIGTERM; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


StartTimer = Callable[..., Timer]


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A Redis of this test's own, to be killed."""
    server = start_redis(tmp_path / "redis")
    yield server
    server.control.kill()


@pytest.fixture
def start_timer(fresh_guarded: Nats, redis: Redis, tmp_path: Path) -> Iterator[StartTimer]:
    """Starts `python -m timer`; every replica still alive must end in order."""
    timers: list[Timer] = []

    def start(name: str, **settings: str) -> Timer:
        log = tmp_path / f"{name}.log"
        environment = {
            **os.environ,
            **FAST,
            **settings,
            "CARTEADO_INSTANCE": name,
            "CARTEADO_NATS_URLS": fresh_guarded.url,
            "CARTEADO_NATS_USER": "timer",
            "CARTEADO_NATS_PASSWORD": fresh_guarded.passwords["timer"],
            "CARTEADO_REDIS_URL": redis.address,
            "CARTEADO_REDIS_PASSWORD": redis.password,
        }
        with log.open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "timer"], env=environment, stdout=output, stderr=output
            )
        timers.append(Timer(process, log))
        return timers[-1]

    yield start
    for timer in timers:
        if timer.process.poll() is None:
            status = timer.end()
            assert status == 0, timer.log.read_text()


@dataclass
class Peers:
    """The engine's and the lobby's side."""

    games: Games
    rooms: Rooms
    engine: Bus
    serving: Serving

    async def engine_leaves(self) -> None:
        """No engine answers any more."""
        await self.serving.drain()

    async def engine_returns(self) -> None:
        """It does again."""
        self.serving = self.engine.serve(ENGINE, self.games)
        await self.engine.flush()


@pytest.fixture
async def peers(fresh_guarded: Nats, connect: Connect) -> Peers:
    """Both peers, serving."""
    engine = await connect(fresh_guarded, contract_pb2.PARTY_ENGINE)
    lobby = await connect(fresh_guarded, contract_pb2.PARTY_LOBBY)
    games, rooms = Games(engine), Rooms(lobby)
    made = Peers(games, rooms, engine, engine.serve(ENGINE, games))
    lobby.serve(LOBBY, rooms)
    await engine.flush()
    await lobby.flush()
    return made
