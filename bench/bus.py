"""CPU of one process a request and an append: this bus against plain nats-py, in one run.

`python bench/bus.py [--uvloop]`. Starts a server of its own on a free port. Both ends
of a request run in this process, so a figure is caller and handler together; 64 under way at once.
"""
# ruff: noqa: T201 (its table is its output)

from __future__ import annotations

import argparse
import asyncio
import secrets
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import nats
import uvloop
from nats.aio.msg import Msg

from cardbus import Appended, Bus, BusSettings, CallError, Conflict, Reply, Unknown, contracts
from cardbus.api.engine import EngineCaller
from cardbus.permissions import PROVISIONER
from cardbus.provision import provision
from cardproto.v1 import contract_pb2, engine_pb2
from cardproto.v1.engine_pb2 import ActRequest, ActResponse, LogEntry
from carteado.embedded import nats_server
from carteado.processes import free_port

UNDER_WAY = 64
ROUNDS = 5
REQUESTS = 10_000
APPENDS = 6_000
GAMES = 200
ENGINE = engine_pb2.DESCRIPTOR.services_by_name["Engine"]
ACT = contracts.calls()["carteado.v1.Engine.Act"]
LOG = contracts.streams()["carteado.v1.LogEntry"]


class Handlers:
    """Answers `act`."""

    def act(self, request: ActRequest, reply: Reply[ActResponse]) -> None:
        reply.ok(ActResponse(version=request.seen_version + 1))

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda request, reply: reply.error("unexpected")


def request() -> ActRequest:
    """A move as a gateway sends it."""
    made = ActRequest(game_id="abcdefghabcdefgh", seen_version=4)
    made.actor.player_id = "p" * 16
    made.actor.request_id = "r" * 12
    return made


def entry(game_id: str, version: int) -> LogEntry:
    """An entry of about 850 bytes."""
    return LogEntry(
        game_id=game_id,
        version=version,
        entry_id=secrets.token_bytes(8),
        public=b"p" * 600,
        private=dict.fromkeys(range(4), b"h" * 40),
        due=f"v={version};turn@1764500000000;bot@1764499990000",
    )


async def measured(work: Callable[[], Awaitable[None]], count: int) -> str:
    """Median CPU microseconds, and the rate, of `ROUNDS` rounds of `count` each."""
    cpu, wall = [], []
    await work()
    for _ in range(ROUNDS):
        begun_cpu, begun = time.process_time(), time.perf_counter()
        await work()
        cpu.append((time.process_time() - begun_cpu) / count * 1e6)
        wall.append(count / (time.perf_counter() - begun))
    return f"{statistics.median(cpu):6.1f} µs  {statistics.median(wall):7.0f}/s"


def windowed(start: Callable[[Callable[[], None]], None], count: int) -> Awaitable[None]:
    """Run `start(done)` so often, so many at once."""
    finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    left, ended = count, 0

    def done() -> None:
        nonlocal left, ended
        ended += 1
        if ended == count:
            finished.set_result(None)
        elif left:
            left -= 1
            start(done)

    for _ in range(UNDER_WAY):
        left -= 1
        start(done)
    return finished


async def plain_requests(url: str) -> str:
    """nats-py, the same messages."""
    caller, server = await nats.connect(url), await nats.connect(url)

    async def answer(message: Msg) -> None:
        got = ActRequest.FromString(message.data)
        response = ActResponse(version=got.seen_version + 1)
        await message.respond(response.SerializeToString())

    await server.subscribe(ACT.template.wildcard, queue=ACT.queue, cb=answer)
    await server.flush()

    async def worker(count: int) -> None:
        for _ in range(count):
            asked = request()
            subject = ACT.template.fill(asked).decode()
            answer = await caller.request(subject, asked.SerializeToString(), 5)
            ActResponse.FromString(answer.data)

    async def work() -> None:
        await asyncio.gather(*(worker(REQUESTS // UNDER_WAY) for _ in range(UNDER_WAY)))

    figure = await measured(work, REQUESTS)
    await caller.close()
    await server.close()
    return figure


async def our_requests(gateway: Bus, engine: Bus) -> str:
    """The bus, through the generated caller and handler."""
    engine.serve(ENGINE, Handlers())
    await engine.flush()
    caller = EngineCaller(gateway)

    def start(done: Callable[[], None]) -> None:
        def answered(answer: ActResponse | CallError) -> None:
            assert isinstance(answer, ActResponse)
            done()

        caller.act(request(), answered)

    async def work() -> None:
        await windowed(start, REQUESTS)

    return await measured(work, REQUESTS)


async def plain_appends(url: str) -> str:
    """nats-py's publish with acknowledgement and expected sequence."""
    client = await nats.connect(url)
    stream = client.jetstream()
    last = {secrets.token_hex(8): (0, 0) for _ in range(GAMES)}

    async def worker(game_ids: list[str], count: int) -> None:
        for number in range(count):
            game_id = game_ids[number % len(game_ids)]
            sequence, version = last[game_id]
            message = entry(game_id, version + 1)
            headers = {
                "Nats-Expected-Last-Subject-Sequence": str(sequence),
                "Carteado-Due": message.due,
            }
            payload = message.SerializeToString()
            subject = LOG.template.fill(message).decode()
            acknowledged = await stream.publish(subject, payload, headers=headers)
            last[game_id] = (acknowledged.seq, version + 1)

    async def work() -> None:
        ids = list(last)
        shares = [ids[n::UNDER_WAY] for n in range(UNDER_WAY)]
        await asyncio.gather(*(worker(share, APPENDS // UNDER_WAY) for share in shares))

    figure = await measured(work, APPENDS)
    await client.close()
    return figure


async def our_appends(engine: Bus) -> str:
    """The bus."""
    log = engine.stream(LogEntry)
    waiting = [(secrets.token_hex(8), 0, 0) for _ in range(GAMES)]

    def start(done: Callable[[], None]) -> None:
        game_id, sequence, version = waiting.pop(0)
        message = entry(game_id, version + 1)

        def ended(end: Appended[LogEntry] | Conflict[LogEntry] | Unknown) -> None:
            assert isinstance(end, Appended)
            waiting.append((game_id, end.sequence, version + 1))
            done()

        log.append(message, sequence, ended, due=message.due, identity=message.entry_id)

    async def work() -> None:
        await windowed(start, APPENDS)

    return await measured(work, APPENDS)


async def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = nats_server(Path(folder), port)
        server.start()
        url = f"nats://127.0.0.1:{port}"
        try:
            await provision([url], PROVISIONER, "", max_bytes=2 << 30)

            async def bus(party: contract_pb2.Party, name: str) -> Bus:
                settings = BusSettings((url,), name, "", party, name)
                return await Bus.connect(settings, lambda: time.time_ns() // 1_000_000)

            gateway = await bus(contract_pb2.PARTY_GATEWAY, "gateway")
            engine = await bus(contract_pb2.PARTY_ENGINE, "engine")
            print(f"request, nats-py: {await plain_requests(url)}")
            print(f"request, cardbus: {await our_requests(gateway, engine)}")
            print(f"append,  nats-py: {await plain_appends(url)}")
            print(f"append,  cardbus: {await our_appends(engine)}")
            await gateway.close()
            await engine.close()
        finally:
            server.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--uvloop", action="store_true")
    if parser.parse_args().uvloop:
        uvloop.run(main())
    else:
        asyncio.run(main())
