"""A real gateway on a real bus, peers beside it, and clients that speak the public protocol."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from cardbus import Bus, BusSettings
from cardbus.contracts import party_name
from cardbus.permissions import PROVISIONER, authorization, users
from cardbus.provision import provision
from cardkit.clock import SystemClock
from cardkit.lifecycle import Runtime
from cardkit.metrics import Metrics
from cardproto.v1 import contract_pb2
from cardproto.v1.client_pb2 import ClientFrame, ServerFrame
from gateway.bootstrap import Gateway
from gateway.settings import GatewaySettings
from tests.gateway.peers import PeerEngine, PeerLobby
from tests.support.servers import Nats, start_nats

KEY = "a key for tests only"
Body = dict[str, Any]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nats]:
    """A NATS with every user's rights and all streams."""
    server = start_nats(tmp_path_factory.mktemp("nats"), users=users(), authorization=authorization)
    asyncio.run(
        provision([server.url], PROVISIONER, server.passwords[PROVISIONER], max_bytes=64 << 20)
    )
    yield server
    server.control.kill()


async def connect_as(server: Nats, party: contract_pb2.Party) -> Bus:
    """A connection with that party's rights."""
    user = party_name(party)
    settings = BusSettings((server.url,), user, server.passwords[user], party, f"test-{user}")
    return await Bus.connect(settings, SystemClock().now_ms)


def make_runtime(server: Nats, site: Path, **changes: Any) -> Runtime[GatewaySettings]:
    """A runtime as the service kit would make it."""
    values: dict[str, Any] = {
        "nats_urls": (server.url,),
        "nats_user": "gateway",
        "nats_password": SecretStr(server.passwords["gateway"]),
        "http_port": 0,
        "session_key": SecretStr(KEY),
        "site_dir": site,
        "sessions_per_minute": 0,
        "http_per_s": 0,
        "asks_per_s": 0,
        "linger_s": 0.05,
        **changes,
    }
    settings = GatewaySettings(**values)
    clock = SystemClock()
    return Runtime("gateway", "0", settings, clock, Metrics(), clock.now_ms())


@dataclass
class Answer:
    """What HTTP answered."""

    status: int
    headers: Message
    body: bytes

    @property
    def json(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)


class Player:
    """A client: one socket, and all that came on it."""

    _ids = itertools.count(1)

    def __init__(self, socket: ClientConnection, text: bool) -> None:
        self.socket = socket
        self.text = text
        self.raw: list[bytes] = []
        self.frames: list[ServerFrame] = []
        self.close_code: int | None = None
        self._came = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        from google.protobuf import json_format

        try:
            while True:
                message = await self.socket.recv(decode=False)
                assert isinstance(message, bytes)
                self.raw.append(message)
                self.frames.append(
                    json_format.Parse(message, ServerFrame())
                    if self.text
                    else ServerFrame.FromString(message)
                )
                self._came.set()
        except ConnectionClosed as closed:
            self.close_code = closed.rcvd.code if closed.rcvd is not None else 1006
            self._came.set()

    async def send(self, **body: Any) -> str:
        """Send one frame; its id."""
        frame = ClientFrame(id=f"f{next(self._ids)}", **body)
        await self.send_frame(frame)
        return frame.id

    async def send_frame(self, frame: ClientFrame) -> None:
        """Send that frame."""
        from google.protobuf import json_format

        if self.text:
            await self.socket.send(
                json.dumps(json_format.MessageToDict(frame, preserving_proto_field_name=True))
            )
        else:
            await self.socket.send(frame.SerializeToString())

    async def ask(self, **body: Any) -> ServerFrame:
        """Send one frame and wait for its answer."""
        frame_id = await self.send(**body)
        await self.until(lambda: any(frame.reply_to == frame_id for frame in self.frames))
        return next(frame for frame in self.frames if frame.reply_to == frame_id)

    async def until(self, holds: Callable[[], bool], timeout_s: float = 5.0) -> None:
        """Wait until it holds, looked at after each frame."""
        async with asyncio.timeout(timeout_s):
            while not holds():
                self._came.clear()
                await self._came.wait()

    async def until_version(self, game_id: str, version: int) -> None:
        """Wait until that version of the game has come."""
        await self.until(lambda: version in self.versions(game_id))

    async def closed(self, timeout_s: float = 5.0) -> int:
        """Wait for the end; its code."""
        await self.until(lambda: self.close_code is not None, timeout_s)
        assert self.close_code is not None
        return self.close_code

    def versions(self, game_id: str) -> list[int]:
        """Versions of that game, in the order in which they came."""
        return [
            frame.update.version
            for frame in self.frames
            if frame.WhichOneof("body") == "update" and frame.update.game_id == game_id
        ]

    def bodies(self, kind: str) -> list[Any]:
        """All bodies of one kind."""
        return [getattr(f, kind) for f in self.frames if f.WhichOneof("body") == kind]

    async def close(self) -> None:
        """End it."""
        await self.socket.close()
        self._reader.cancel()


@dataclass
class House:
    """A gateway with its peers."""

    server: Nats
    gateway: Gateway
    runtime: Runtime[GatewaySettings]
    lobby: PeerLobby
    engine: PeerEngine
    players: list[Player] = field(default_factory=list)
    stopped: bool = False

    @property
    def address(self) -> str:
        """`host:port`."""
        return f"127.0.0.1:{self.gateway.port}"

    async def http(
        self, path: str, body: Any = None, method: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """One request, its answer whatever the status."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode() if body else None
        request = urllib.request.Request(f"http://{self.address}{path}", data=content)
        if content is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        if method:
            request.method = method

        def send() -> Answer:
            try:
                with urllib.request.urlopen(request, timeout=5) as response:
                    return Answer(response.status, response.headers, response.read())
            except urllib.error.HTTPError as error:
                return Answer(error.code, error.headers, error.read())

        return await asyncio.to_thread(send)

    async def session(self, name: str = "Ana") -> dict[str, Any]:
        """A new guest session."""
        answer = await self.http("/api/session", {"name": name})
        assert answer.status == 200, answer.body
        session: dict[str, Any] = answer.json
        return session

    async def dial(self, text: bool = False, **options: Any) -> Player:
        """A socket that has not said hello."""
        subprotocol = "carteado.v1+json" if text else "carteado.v1+proto"
        options = {"compression": None, "ping_interval": None, "max_size": None, **options}
        socket = await connect(
            f"ws://{self.address}/ws", subprotocols=[Subprotocol(subprotocol)], **options
        )
        player = Player(socket, text)
        self.players.append(player)
        return player

    async def player(
        self, session: dict[str, Any] | None = None, text: bool = False, **options: Any
    ) -> Player:
        """A greeted socket, of a new person unless `session` says whose."""
        session = session or await self.session()
        player = await self.dial(text, **options)
        answer = await player.ask(hello={"token": session["token"], "versions": [1]})
        assert answer.WhichOneof("body") == "welcome", answer
        return player

    async def stop(self) -> None:
        """Drain and stop the gateway."""
        if not self.stopped:
            self.stopped = True
            await self.gateway.drain()
            await self.gateway.stop()


Open = Callable[..., Awaitable[House]]


@pytest.fixture
async def open_house(guarded: Nats, tmp_path: Path) -> AsyncIterator[Open]:
    """Start a gateway with these settings, and peers of its own unless `beside` another."""
    houses: list[House] = []
    buses: list[Bus] = []

    async def start(beside: House | None = None, **changes: Any) -> House:
        if beside is None:
            lobby_bus = await connect_as(guarded, contract_pb2.PARTY_LOBBY)
            engine_bus = await connect_as(guarded, contract_pb2.PARTY_ENGINE)
            buses.extend((lobby_bus, engine_bus))
            lobby, engine = PeerLobby(lobby_bus), PeerEngine(engine_bus)
            await asyncio.gather(lobby_bus.flush(), engine_bus.flush())
        else:
            lobby, engine = beside.lobby, beside.engine
        runtime = make_runtime(guarded, tmp_path / "dist", **changes)
        gateway = Gateway(runtime)
        await gateway.start()
        houses.append(House(guarded, gateway, runtime, lobby, engine))
        return houses[-1]

    yield start
    for house in houses:
        for player in house.players:
            await player.close()
        await house.stop()
    for bus in buses:
        await bus.close()


@pytest.fixture
async def house(open_house: Open) -> House:
    """A gateway with the usual settings."""
    return await open_house()


async def eventually(holds: Callable[[], bool], timeout_s: float = 5.0) -> None:
    """Wait until it holds. Raises AssertionError when time is up."""
    until = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < until, "still not so"
        await asyncio.sleep(0.01)
