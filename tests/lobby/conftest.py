"""Lobbies on real servers, with an engine beside them that a test can make fail."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import nats
import pytest
from nats.js.errors import NotFoundError
from pydantic import SecretStr

from cardbus import Bus, BusSettings
from cardbus.api.lobby import LobbyClient
from cardbus.contracts import inbox_prefix, party_name
from cardbus.due import DueSet
from cardbus.permissions import PROVISIONER, authorization, users
from cardbus.provision import provision
from cardkit.clock import SystemClock
from cardkit.lifecycle import Runtime
from cardkit.metrics import Metrics
from cardproto.v1 import contract_pb2, lobby_pb2
from cardproto.v1.common_pb2 import Actor, Participant, Result
from cardproto.v1.room_pb2 import ROOM_PHASE_CLOSED, Room
from lobby.bootstrap import Lobby
from lobby.chance import Chance
from lobby.settings import LobbySettings
from tests.lobby.peers import PeerEngine
from tests.support.servers import Nats, Redis, start_nats

CHANCE = Chance(secrets.randbelow)
_NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nats]:
    """A NATS with every user's rights and all streams."""
    server = start_nats(tmp_path_factory.mktemp("nats"), users=users(), authorization=authorization)
    asyncio.run(
        provision([server.url], PROVISIONER, server.passwords[PROVISIONER], max_bytes=64 << 20)
    )
    yield server
    server.control.kill()


def bus_settings(server: Nats, party: contract_pb2.Party, **changes: Any) -> BusSettings:
    """A connection with that party's rights."""
    user = party_name(party)
    values: dict[str, Any] = {
        "urls": (server.url,),
        "user": user,
        "password": server.passwords[user],
        "party": party,
        "name": f"test-{user}",
    }
    return BusSettings(**{**values, **changes})


def lobby_settings(server: Nats, redis: Redis, **changes: Any) -> LobbySettings:
    """What a lobby is told."""
    values: dict[str, Any] = {
        "nats_urls": (server.url,),
        "nats_user": "lobby",
        "nats_password": SecretStr(server.passwords["lobby"]),
        "redis_url": redis.address,
        "redis_password": SecretStr(redis.password),
        **changes,
    }
    return LobbySettings(**values)


@dataclass
class Person:
    """Somebody who asks the lobby, as a gateway would for them."""

    lobby: LobbyClient
    name: str
    player_id: str = field(default_factory=CHANCE.game_id)
    gateway_id: str = "gate1"
    issued_ms: int = 1

    def actor(self, request_id: str = "") -> Actor:
        """Who asks, with a new request id unless one is given."""
        request_id = request_id or f"r{next(_NUMBERS)}"
        return Actor(
            player_id=self.player_id,
            name=self.name,
            request_id=request_id,
            issued_ms=self.issued_ms,
        )

    async def ask(self, call: str, request_id: str = "", **fields: Any) -> Any:
        """One call, its response; raises CallError."""
        request_type = getattr(lobby_pb2, "".join(w.title() for w in call.split("_")) + "Request")
        request = request_type(actor=self.actor(request_id), **fields)
        return await getattr(self.lobby, call)(request)

    async def create(self, **fields: Any) -> Room:
        """A Viraê room, and being there."""
        room: Room = (await self.ask("create_room", game="virae", **fields)).room
        return await self.enter(room)

    async def enter(self, room: Room, socket_id: str = "") -> Room:
        """Come in with a socket."""
        await self.ask("join_room", code=room.code)
        return await self.presence(room, socket_id or CHANCE.game_id(), True)

    async def presence(self, room: Room, socket_id: str, present: bool) -> Room:
        """An edge."""
        answer = await self.ask(
            "set_presence",
            room_id=room.room_id,
            gateway_id=self.gateway_id,
            socket_id=socket_id,
            present=present,
        )
        found: Room = answer.room
        return found


class Hall:
    """Some lobbies over the same servers, their engine, and everything that they announce."""

    def __init__(self, server: Nats, redis: Redis) -> None:
        self.server = server
        self.redis = redis
        self.lobbies: list[Lobby] = []
        self.buses: dict[int, Bus] = {}
        self.rooms: dict[str, list[Room]] = {}
        self.lines: list[lobby_pb2.ListingChanged] = []
        self.places: list[lobby_pb2.QueueChanged] = []
        self.ended: list[lobby_pb2.SessionsEnded] = []
        self.people = 0

    async def open(self) -> None:
        """Connect everybody but the lobbies."""
        for party in (
            contract_pb2.PARTY_GATEWAY,
            contract_pb2.PARTY_ENGINE,
            contract_pb2.PARTY_TIMER,
        ):
            settings = bus_settings(self.server, party)
            self.buses[party] = await Bus.connect(settings, SystemClock().now_ms)
        self.onlooker = await nats.connect(
            self.server.url,
            user=PROVISIONER,
            password=self.server.passwords[PROVISIONER],
            inbox_prefix=inbox_prefix(PROVISIONER),
        )
        self.streams = self.onlooker.jetstream()
        gateway = self.buses[contract_pb2.PARTY_GATEWAY]
        gateway.subscribe(lobby_pb2.RoomChanged, self._changed)
        gateway.subscribe(lobby_pb2.ListingChanged, self.lines.append)
        gateway.subscribe(lobby_pb2.QueueChanged, self.places.append)
        gateway.subscribe(lobby_pb2.SessionsEnded, self.ended.append)
        self.engine = PeerEngine(self.buses[contract_pb2.PARTY_ENGINE])
        self.asks = LobbyClient(gateway)
        self.engine_asks = LobbyClient(self.buses[contract_pb2.PARTY_ENGINE])
        self.timer_asks = LobbyClient(self.buses[contract_pb2.PARTY_TIMER])
        for bus in self.buses.values():
            await bus.flush()

    async def step_aside(self) -> None:
        """The engine beside ends, so that a real one can serve."""
        await self.engine.serving.drain()

    def _changed(self, change: lobby_pb2.RoomChanged) -> None:
        self.rooms.setdefault(change.room_id, []).append(change.room)

    async def add_lobby(self, **changes: Any) -> Lobby:
        """One more replica."""
        settings = lobby_settings(self.server, self.redis, **changes)
        clock = SystemClock()
        runtime = Runtime("lobby", "0", settings, clock, Metrics(), clock.now_ms())
        lobby = Lobby(runtime)
        await lobby.start()
        self.lobbies.append(lobby)
        return lobby

    def person(self, name: str = "") -> Person:
        """Somebody new."""
        self.people += 1
        return Person(self.asks, name or f"P{self.people}")

    async def due(
        self, owner: str, owner_id: str, kind: str = "sync", grace: bool = False
    ) -> lobby_pb2.OwnerDueResponse:
        """What the timer does when a deadline is due."""
        return await self.timer_asks.owner_due(
            lobby_pb2.OwnerDueRequest(owner=owner, id=owner_id, kind=kind, grace=grace)
        )

    async def deadlines(self, owner: str, owner_id: str) -> DueSet | None:
        """What the timer was told last of that owner."""
        try:
            found = await self.streams.get_last_msg("DEADLINES", f"deadline.{owner}.{owner_id}")
        except NotFoundError:
            return None
        assert found.headers is not None
        return DueSet.parse(found.headers["Carteado-Due"])

    async def settle(
        self,
        room: Room,
        *,
        aborted: str = "",
        winner: int = 0,
        reason: str = "out",
        forfeited: int | None = None,
    ) -> None:
        """What the engine says when the room's game is over; reason `void`: without winners."""
        game = self.engine.games[room.game_id]
        game.over = True
        request = lobby_pb2.SettleRequest(
            game_id=room.game_id,
            room_id=room.room_id,
            game=room.game,
            aborted=aborted,
            participants=[
                Participant.FromString(p.SerializeToString()) for p in game.request.participants
            ],
            started_ms=SystemClock().now_ms() - 60_000,
            ended_ms=SystemClock().now_ms(),
            rated=game.request.rated,
            forfeited=forfeited,
        )
        if not aborted:
            winners = [] if reason == "void" else [winner]
            result = Result(winners=winners, scores={winner: 3}, reason=reason)
            request.result.CopyFrom(result)
        await self.engine_asks.settle(request)

    async def table(self, *others: Person, bots: int = 0) -> tuple[Person, Room]:
        """A room in which a host and others sit, all of them connected."""
        host = self.person()
        room = await host.create()
        for seat, person in enumerate((host, *others)):
            if person is not host:
                await person.enter(room)
            await person.ask("take_seat", room_id=room.room_id, seat=seat)
        for _ in range(bots):
            await host.ask("add_bot", room_id=room.room_id, level=2)
        return host, await self.room(room)

    async def room(self, room: Room) -> Room:
        """The room as it is now."""
        answer = await self.asks.get_room(lobby_pb2.GetRoomRequest(room_id=room.room_id))
        return answer.room

    async def close(self) -> None:
        """End the lobbies and the connections."""
        for lobby in self.lobbies:
            await lobby.drain()
            await lobby.stop()
        for bus in self.buses.values():
            await bus.close()
        await self.onlooker.close()


OpenHall = Callable[..., Awaitable[Hall]]


@pytest.fixture
async def open_hall(guarded: Nats, redis_server: Redis) -> AsyncIterator[OpenHall]:
    """Open a hall with so many lobbies of these settings, on an empty store."""
    redis_server.flush()
    halls: list[Hall] = []

    async def start(lobbies: int = 1, **changes: Any) -> Hall:
        hall = Hall(guarded, redis_server)
        halls.append(hall)
        await hall.open()
        for _ in range(lobbies):
            await hall.add_lobby(**changes)
        return hall

    yield start
    for hall in halls:
        await hall.close()


@pytest.fixture
async def hall(open_hall: OpenHall) -> Hall:
    """One lobby in which starts do not wait for nonces."""
    return await open_hall(nonce_wait_ms=0)


async def eventually(holds: Callable[[], Awaitable[bool]], timeout_s: float = 5.0) -> None:
    """Wait until it holds. Raises AssertionError when time is up."""
    until = time.monotonic() + timeout_s
    while not await holds():
        assert time.monotonic() < until, "still not so"
        await asyncio.sleep(0.02)


def closed(room: Room) -> bool:
    """Whether the room is at its end."""
    return room.phase == ROOM_PHASE_CLOSED
