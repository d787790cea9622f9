"""What is done to a running table: each service and server is killed, frozen or stopped, and
comes back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass

import nats

from cardbus.contracts import inbox_prefix
from cardbus.permissions import PROVISIONER
from carteado.fleet import KINDS, Member
from carteado.processes import ServerProcess
from carteado.stack import Stack
from tests.support.servers import leader_of

SERVICES = tuple(kind.name for kind in KINDS)
READY_S = 60.0


@dataclass(frozen=True, slots=True)
class Blow:
    """One fault, from its beginning until everything runs again."""

    name: str
    strike: Callable[[Stack], Awaitable[None]]


def kill_service(kind: str) -> Blow:
    """SIGKILL every process of a service, and start them again."""

    async def strike(stack: Stack) -> None:
        members = stack.fleet.of(kind)
        for member in members:
            member.kill()
        await _all(member.restart for member in members)

    return Blow(f"{kind} killed", strike)


def stop_service(kind: str) -> Blow:
    """SIGTERM, the drain, and a new start."""

    async def strike(stack: Stack) -> None:
        await _all(member.restart for member in stack.fleet.of(kind))

    return Blow(f"{kind} stopped", strike)


def freeze_service(kind: str, for_s: float) -> Blow:
    """SIGSTOP every process of a service for a while."""

    async def strike(stack: Stack) -> None:
        await _frozen(stack.fleet.of(kind), for_s)

    return Blow(f"{kind} frozen {for_s} s", strike)


def kill_server(name: str) -> Blow:
    """SIGKILL NATS or Valkey, and start it again on its files."""

    async def strike(stack: Stack) -> None:
        server = _server(stack, name)
        server.kill()
        await asyncio.to_thread(server.start, READY_S)

    return Blow(f"{name} killed", strike)


def stop_server(name: str) -> Blow:
    """SIGTERM for NATS or Valkey, and a new start."""

    async def strike(stack: Stack) -> None:
        server = _server(stack, name)
        await asyncio.to_thread(server.stop, READY_S)
        await asyncio.to_thread(server.start, READY_S)

    return Blow(f"{name} stopped", strike)


def freeze_server(name: str, for_s: float) -> Blow:
    """SIGSTOP for NATS or Valkey for a while."""

    async def strike(stack: Stack) -> None:
        await _frozen([_server(stack, name)], for_s)

    return Blow(f"{name} frozen {for_s} s", strike)


def every_blow(chance: random.Random) -> list[Blow]:
    """Each service and each server, dead, frozen and stopped, in any order."""
    blows = [
        blow
        for kind in SERVICES
        for blow in (
            kill_service(kind),
            stop_service(kind),
            freeze_service(kind, round(chance.uniform(3, 12), 1)),
        )
    ]
    for name in ("nats", "valkey"):
        frozen = freeze_server(name, round(chance.uniform(3, 12), 1))
        blows += [kill_server(name), stop_server(name), frozen]
    chance.shuffle(blows)
    return blows


# --- a cluster's leader -----------------------------------------------------------------------


def kill_leader(stream: str, away_s: float) -> Blow:
    """SIGKILL the node that leads a stream; it comes back later."""

    async def strike(stack: Stack) -> None:
        node = await _leader(stack, stream)
        node.kill()
        await asyncio.sleep(away_s)
        await asyncio.to_thread(node.start, READY_S)

    return Blow(f"leader of {stream} killed", strike)


def freeze_leader(stream: str, for_s: float) -> Blow:
    """SIGSTOP it: it wakes believing that it leads."""

    async def strike(stack: Stack) -> None:
        await _frozen([await _leader(stack, stream)], for_s)

    return Blow(f"leader of {stream} frozen {for_s} s", strike)


def step_down(stream: str) -> Blow:
    """The planned way, as the provisioner."""

    async def strike(stack: Stack) -> None:
        client = await nats.connect(
            list(stack.servers.nats_urls),
            user=PROVISIONER,
            password=stack.servers.nats_passwords[PROVISIONER],
            inbox_prefix=inbox_prefix(PROVISIONER),
        )
        await client.request(f"$JS.API.STREAM.LEADER.STEPDOWN.{stream}", b"", timeout=10)
        await client.close()

    return Blow(f"leader of {stream} steps down", strike)


async def _leader(stack: Stack, stream: str) -> ServerProcess:
    for _ in range(100):
        for node, port in zip(stack.nats_nodes, stack.monitor_ports, strict=True):
            if node.running and (name := await asyncio.to_thread(leader_of, port, stream)):
                return next(each for each in stack.nats_nodes if each.name == name)
        await asyncio.sleep(0.1)
    raise AssertionError(f"nobody leads {stream}")


def _server(stack: Stack, name: str) -> ServerProcess:
    return stack.nats if name == "nats" else stack.valkey


async def _frozen(processes: Sequence[Member | ServerProcess], for_s: float) -> None:
    for process in processes:
        process.freeze()
    try:
        await asyncio.sleep(for_s)
    finally:
        for process in processes:
            process.thaw()


async def _all(acts: Iterator[Callable[[], object]]) -> None:
    await asyncio.gather(*(asyncio.to_thread(act) for act in acts))
