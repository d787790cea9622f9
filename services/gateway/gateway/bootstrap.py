"""Wires the gateway. Importing connects to nothing; `build` makes parts, their start connects."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from cardbus.api.engine import EngineCaller, EngineClient
from cardbus.api.lobby import LobbyCaller, LobbyClient
from cardbus.bus import Bus
from cardbus.errors import CallError
from cardbus.feed import Feeds
from cardbus.reply import Serving
from cardbus.settings import BusSettings
from cardbus.stream import Stored
from cardkit.lifecycle import Component, Runtime
from cardproto.v1 import gateway_pb2
from cardproto.v1.contract_pb2 import PARTY_GATEWAY
from cardproto.v1.engine_pb2 import LogEntry, Record
from cardproto.v1.lobby_pb2 import (
    ListingChanged,
    QueueChanged,
    Reacted,
    RoomChanged,
    SessionsEnded,
)
from gateway.adapter import DoorRules
from gateway.addresses import Addresses
from gateway.config import client_config
from gateway.counters import Counters
from gateway.documents import Documents
from gateway.greetings import Greetings
from gateway.handlers import Handlers
from gateway.housekeeping import Housekeeping
from gateway.http import make_app
from gateway.ids import new_id
from gateway.limits import Buckets
from gateway.listing import Listing
from gateway.lobby_calls import LobbyCalls
from gateway.pending import Pending
from gateway.presence import Presence
from gateway.replays import Replays
from gateway.rooms import Rooms, Subscribed
from gateway.server import Door, DoorHandlers, raise_file_limit
from gateway.sessions import Tokens
from gateway.settings import GatewaySettings
from gateway.site import Site
from gateway.sockets import SocketLimits, Sockets
from gateway.tables import Tables
from gateway.waiting import Waiting

_SERVICE = gateway_pb2.DESCRIPTOR.services_by_name["Gateway"]


class BusRooms:
    """News of rooms, as the bus announces them."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def changes(self, room_id: str, heard: Callable[[RoomChanged], None]) -> Subscribed:
        """Hear each change of a room."""
        return self._bus.subscribe(RoomChanged, heard, room_id=room_id)

    def reactions(self, room_id: str, heard: Callable[[Reacted], None]) -> Subscribed:
        """Hear each quick reaction in a room."""
        return self._bus.subscribe(Reacted, heard, room_id=room_id)


class Gateway(Component):
    """The whole service: the bus, the parts above it, and the door that clients come in by."""

    name = "gateway"

    def __init__(self, runtime: Runtime[GatewaySettings]) -> None:
        self._runtime = runtime
        self._counters = Counters(runtime.metrics)
        self._addresses = Addresses(runtime.settings.trusted_proxies)
        self.tokens = Tokens(
            runtime.settings.session_keys, runtime.settings.session_days, runtime.clock.now_ms
        )
        self.tables: Tables
        self.rooms: Rooms
        """Made when the gateway starts."""
        self._bus: Bus | None = None
        self._sockets: Sockets | None = None
        self._door: Door | None = None
        self._housekeeping: Housekeeping | None = None
        self._serving: Serving | None = None

    async def start(self) -> None:
        """Connect, then listen."""
        settings = self._runtime.settings
        bus = self._bus = await Bus.connect(
            BusSettings(
                urls=settings.nats_urls,
                user=settings.nats_user,
                password=settings.nats_password.get_secret_value(),
                party=PARTY_GATEWAY,
                name=settings.instance,
                sharded=settings.nats_sharded,
            ),
            self._runtime.clock.now_ms,
        )
        now_s = self._runtime.clock.monotonic_s
        presence = Presence(
            LobbyCaller(bus),
            new_id(),
            asyncio.get_running_loop().call_later,
            now_s,
            settings.scale.seconds(settings.linger_s),
        )
        feeds = Feeds(bus)
        tables = self.tables = Tables(feeds.follow)
        rooms = self.rooms = Rooms(BusRooms(bus), tables, presence, settings.presences_max)
        listing = Listing(
            LobbyCaller(bus), lambda heard: bus.subscribe(ListingChanged, heard), now_s
        )
        pending = Pending(settings.pending_calls)
        waiting = Waiting(
            LobbyCaller(bus),
            lambda player_id, heard: bus.subscribe(QueueChanged, heard, player_id=player_id),
            rooms,
            pending,
            presence.gateway_id,
            presence,
        )
        presence.queue = waiting
        sockets = self._make_sockets(bus, tables, rooms, listing, waiting, pending)
        self._sockets = sockets
        self._counters.watch(sockets, rooms, tables, feeds.counts)
        self._housekeeping = Housekeeping(
            sockets, listing, presence, settings.scale.seconds(settings.lease_s)
        )
        bus.on_reconnect(self._housekeeping.heal)
        self._housekeeping.start()
        raise_file_limit(settings.sockets_max)
        site = Site(settings.site_dir)
        await asyncio.to_thread(site.read)
        self._door = Door(settings, make_app(self._documents(bus, listing, site)), sockets,
                          self._rules(), self._runtime.give_up)  # fmt: skip
        await self._door.start()
        self._serving = bus.serve(_SERVICE, DoorHandlers())

    async def drain(self) -> None:
        """Admit nobody more, send everybody elsewhere, tell the lobby that nobody is here."""
        if self._serving is not None:
            await self._serving.drain()
        if self._door is not None and self._housekeeping is not None:
            await asyncio.gather(self._housekeeping.end(), self._door.drain())
        if self._bus is not None:
            await self._bus.drain()

    async def stop(self) -> None:
        """Close what was opened."""
        if self._door is not None:
            await self._door.stop()
        if self._housekeeping is not None:
            self._housekeeping.stop()
        if self._bus is not None:
            await self._bus.close()

    @property
    def port(self) -> int:
        """Where clients come in, once started."""
        if self._door is None:
            raise RuntimeError("the gateway was not started")
        return self._door.port

    @property
    def connections(self) -> int:
        """Open connections to the door, of HTTP and sockets."""
        return self._door.connections if self._door is not None else 0

    @property
    def sockets(self) -> Sockets:
        """All open sockets, once started."""
        if self._sockets is None:
            raise RuntimeError("the gateway was not started")
        return self._sockets

    def _make_sockets(
        self,
        bus: Bus,
        tables: Tables,
        rooms: Rooms,
        listing: Listing,
        waiting: Waiting,
        pending: Pending,
    ) -> Sockets:
        settings, clock = self._runtime.settings, self._runtime.clock
        lobby = LobbyCaller(bus)
        log = bus.stream(LogEntry)

        def read_last(game_id: str, done: Callable[[LogEntry | CallError | None], None]) -> None:
            def read(found: Stored[LogEntry] | CallError | None) -> None:
                done(found.message if isinstance(found, Stored) else found)

            log.last_direct(read, game_id=game_id)

        handlers = Handlers(
            engine=EngineCaller(bus),
            greetings=Greetings(lobby),
            lobby_calls=LobbyCalls(lobby, rooms, pending, settings.rooms_per_socket),
            announce=bus.announce,
            read_last=read_last,
            tokens=self.tokens,
            tables=tables,
            rooms=rooms,
            listing=listing,
            waiting=waiting,
            pending=pending,
            asks=Buckets(settings.ask_rate),
            now_ms=clock.now_ms,
            now_s=clock.monotonic_s,
        )
        limits = SocketLimits(
            rate=settings.frame_rate,
            flood=settings.flood_frames,
            per_session=settings.sockets_per_session,
            per_address=settings.sockets_per_address,
            total=settings.sockets_max,
            handshake_s=settings.handshake_s,
            idle_s=settings.idle_s,
        )
        sockets = Sockets(limits, handlers.take, handlers.lost, clock.monotonic_s, self._counters)
        handlers.sockets = pending.sockets = sockets
        waiting.sockets_of = sockets.of
        bus.subscribe(SessionsEnded, handlers.ended)
        return sockets

    def _documents(self, bus: Bus, listing: Listing, site: Site) -> Documents:
        settings = self._runtime.settings
        records = bus.stream(Record)

        async def record(game_id: str) -> bytes | None:
            found = await records.last_direct_now(game_id=game_id)
            return found.message.json if found is not None else None

        return Documents(
            lobby=LobbyClient(bus),
            tokens=self.tokens,
            listing=listing,
            record=record,
            replays=Replays(
                EngineClient(bus),
                record,
                Buckets(settings.replay_rate),
                self._runtime.clock.monotonic_s,
            ),
            config=client_config(settings),
            site=site,
            addresses=self._addresses,
            requests=Buckets(settings.http_rate),
            sessions=Buckets(settings.session_rate),
            recoveries=Buckets(settings.recovery_rate),
            now_s=self._runtime.clock.monotonic_s,
            hsts=settings.hsts,
        )

    def _rules(self) -> DoorRules:
        settings = self._runtime.settings
        return DoorRules(
            addresses=self._addresses,
            allowed_origins=settings.allowed_origins,
            frame_bytes=settings.frame_bytes,
            waiting_frames=settings.waiting_frames,
            waiting_bytes=settings.waiting_bytes,
        )


def build(runtime: Runtime[GatewaySettings]) -> Sequence[Component]:
    """The gateway's parts, in the order of their start."""
    return (Gateway(runtime),)
