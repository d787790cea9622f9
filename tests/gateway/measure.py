"""What a gateway costs: CPU of its process a feed entry and a frame, memory of an idle socket.

`python -m tests.gateway.measure` starts a real NATS, a gateway as its own process, and peers here.
Nothing is asserted: figures are for the README.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from cardbus.permissions import PROVISIONER, authorization, users
from cardbus.provision import provision
from cardkit.clock import SystemClock
from cardproto.v1 import contract_pb2
from cardproto.v1.client_pb2 import ClientFrame, ServerFrame
from cardproto.v1.engine_pb2 import ActResponse
from cardproto.v1.table_pb2 import Action
from carteado.processes import free_port
from gateway.ids import new_id
from gateway.sessions import Session, Tokens
from tests.gateway.conftest import KEY, connect_as
from tests.gateway.peers import PeerEngine, PeerLobby
from tests.support.servers import Nats, start_nats

TABLES = 50
ENTRIES = 4000
FRAMES = 20_000
IDLE = 3000
STORM = 1500


def start_gateway(server: Nats, port: int) -> subprocess.Popen[bytes]:
    """A gateway without the limits that would stop a benchmark."""
    told = {
        "CARTEADO_NATS_URLS": server.url,
        "CARTEADO_NATS_USER": "gateway",
        "CARTEADO_NATS_PASSWORD": server.passwords["gateway"],
        "CARTEADO_HTTP_PORT": str(port),
        "CARTEADO_SESSION_KEY": KEY,
        "CARTEADO_SOCKETS_PER_ADDRESS": "0",
        "CARTEADO_SOCKETS_PER_SESSION": "100",
        "CARTEADO_FRAMES_PER_S": "1000000",
        "CARTEADO_FRAMES_BURST": "1000000",
        "CARTEADO_ASKS_PER_S": "0",
        "CARTEADO_LOG_LEVEL": "warning",
    }
    return subprocess.Popen((sys.executable, "-m", "gateway"), env={**os.environ, **told})


class Bench:
    """One gateway under measurement."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self.process = psutil.Process(pid)
        self.tokens = Tokens((KEY,), 180, SystemClock().now_ms)
        self.count = 0

    def cpu_us(self) -> float:
        """CPU time of the gateway so far, user and system."""
        times = self.process.cpu_times()
        return (times.user + times.system) * 1e6

    async def socket(self, text: bool = False, player_id: str = "") -> tuple[ClientConnection, str]:
        """A greeted socket, of a new person unless said."""
        socket = await connect(
            f"ws://127.0.0.1:{self.port}/ws",
            subprotocols=[Subprotocol("carteado.v1+json" if text else "carteado.v1+proto")],
            compression=None,
            ping_interval=None,
        )
        player_id = player_id or new_id()
        token = self.tokens.token(Session(player_id, "p", SystemClock().now_ms(), 0))
        if text:
            await socket.send(f'{{"id":"h","hello":{{"token":"{token}","versions":[1]}}}}')
        else:
            hello = ClientFrame(id="h", hello={"token": token, "versions": [1]})
            await socket.send(hello.SerializeToString())
        await socket.recv()
        return socket, player_id

    async def ask(self, socket: ClientConnection, **body: object) -> ServerFrame:
        """One frame and its answer."""
        self.count += 1
        frame = ClientFrame(id=f"f{self.count}", **body)  # type: ignore[arg-type]
        await socket.send(frame.SerializeToString())
        while True:
            answer = ServerFrame.FromString(await socket.recv(decode=False))
            if answer.reply_to == frame.id:
                return answer


async def drink(socket: ClientConnection) -> None:
    """Read whatever comes."""
    async for _ in socket:
        pass


async def measure_feed(bench: Bench, lobby: PeerLobby, engine: PeerEngine) -> None:
    """Entries to tables of four sockets each."""
    games, readers = [], []
    for _ in range(TABLES):
        sockets = [await bench.socket() for _ in range(4)]
        room = (await bench.ask(sockets[0][0], create_room={"game": "virae"})).room
        for socket, _ in sockets[1:]:
            await bench.ask(socket, enter_room={"code": room.code})
        engine.owners[room.game_id] = {seat: one[1] for seat, one in enumerate(sockets)}
        games.append(lobby.play(room.room_id))
        readers += [asyncio.create_task(drink(socket)) for socket, _ in sockets]
    for game_id in games:
        engine.padding = b"\x22\x00" + b"\x7a\xd0\x07" + b"x" * 976
        await engine.write(game_id)
    await asyncio.sleep(1)
    runs = []
    for _ in range(4):
        before = bench.cpu_us()
        for start in range(0, ENTRIES // 4, TABLES):
            await asyncio.gather(*(engine.write(games[n]) for n in range(TABLES)))
            assert start >= 0
        await asyncio.sleep(0.5)
        runs.append((bench.cpu_us() - before) / (ENTRIES / 4))
    print(f"feed entry of about 1.1 kB to four sockets: {statistics.median(runs):.0f} us CPU")
    for reader in readers:
        reader.cancel()


async def measure_frames(bench: Bench) -> None:
    """Pings answered, and actions accepted by an engine that does nothing."""
    socket, _ = await bench.socket()
    message = ClientFrame(id="f", ping={"client_ms": 1}).SerializeToString()
    act = ClientFrame(
        id="f", act={"game_id": new_id(), "version": 1, "action": Action(virae={"type": "draw"})}
    )
    for name, frame, window in (("ping", message, 64), ("act", act.SerializeToString(), 16)):
        before = bench.cpu_us()
        for _ in range(FRAMES // window):
            for _ in range(window):
                await socket.send(frame)
            for _ in range(window):
                await socket.recv(decode=False)
        print(f"{name} frame and its answer: {(bench.cpu_us() - before) / FRAMES:.1f} us CPU")


async def measure_storm(bench: Bench, lobby: PeerLobby, engine: PeerEngine) -> None:
    """People of one table who come back: handshake, hello, room, view."""
    socket, _ = await bench.socket()
    room = (await bench.ask(socket, create_room={"game": "virae"})).room
    await engine.write(lobby.play(room.room_id))
    people = [await bench.socket() for _ in range(3)]
    for one, _ in people:
        await bench.ask(one, enter_room={"code": room.code})
    before, started = bench.cpu_us(), time.monotonic()
    gate = asyncio.Semaphore(32)

    async def come_back(player_id: str) -> None:
        async with gate:
            again, _ = await bench.socket(player_id=player_id)
            await bench.ask(again, enter_room={"code": room.code})
            while ServerFrame.FromString(await again.recv(decode=False)).update.version == 0:
                pass
            again.transport.abort()

    await asyncio.gather(*(come_back(people[n % 3][1]) for n in range(STORM)))
    took_s = time.monotonic() - started
    cost = (bench.cpu_us() - before) / STORM
    print(
        f"coming back, and going: {cost:.0f} us CPU; {STORM / took_s:.0f} a second with one client"
    )


async def measure_idle(bench: Bench) -> None:
    """Memory of a greeted socket in no room."""
    await asyncio.sleep(1)
    before = bench.process.memory_info().rss
    sockets = [await bench.socket() for _ in range(IDLE)]
    await asyncio.sleep(1)
    size = (bench.process.memory_info().rss - before) / IDLE
    started, cpu = time.monotonic(), bench.cpu_us()
    await asyncio.sleep(5)
    idle = (bench.cpu_us() - cpu) / (time.monotonic() - started) / 1e4
    print(f"idle socket: {size / 1000:.1f} kB; {IDLE} of them: {idle:.1f} % of a core")
    for socket, _ in sockets:
        socket.transport.abort()


async def main() -> None:
    """Start everything, measure, end everything."""
    with tempfile.TemporaryDirectory() as folder:
        server = start_nats(Path(folder) / "nats", users=users(), authorization=authorization)
        password = server.passwords[PROVISIONER]
        await provision([server.url], PROVISIONER, password, max_bytes=256 << 20)
        lobby = PeerLobby(await connect_as(server, contract_pb2.PARTY_LOBBY))
        engine = PeerEngine(await connect_as(server, contract_pb2.PARTY_ENGINE))
        port = free_port()
        gateway = start_gateway(server, port)
        try:
            for _ in range(200):
                await asyncio.sleep(0.05)
                if psutil.Process(gateway.pid).net_connections("tcp"):
                    break
            await asyncio.sleep(1)
            bench = Bench(port, gateway.pid)
            await measure_idle(bench)
            accept = engine.answer
            engine.answer = lambda _, reply: reply.ok(ActResponse(version=1))
            await measure_frames(bench)
            engine.answer = accept
            await measure_storm(bench, lobby, engine)
            await measure_feed(bench, lobby, engine)
        finally:
            gateway.terminate()
            await asyncio.to_thread(gateway.wait, 20)
            await lobby.bus.close()
            await engine.bus.close()
            server.control.kill()


if __name__ == "__main__":
    asyncio.run(main())
