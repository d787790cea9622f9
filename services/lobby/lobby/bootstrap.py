"""Wires the lobby. Importing connects to nothing; `build` makes parts, their start connects."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff

from cardbus.api.engine import EngineClient
from cardbus.bus import Bus
from cardbus.reply import Serving
from cardbus.settings import BusSettings
from cardkit.lifecycle import Component, Runtime
from cardproto.v1 import contract_pb2, lobby_pb2
from lobby.announcing import BusAnnouncer
from lobby.answering import Answering
from lobby.calls import EngineCalls
from lobby.chance import Chance
from lobby.counters import Counters
from lobby.database import Database
from lobby.forgetting import Forgetting
from lobby.handlers import LobbyHandlers
from lobby.housekeeping import Housekeeping
from lobby.leases import Leases
from lobby.ledger import Ledger
from lobby.parts import Parts
from lobby.people import SEEN_AGAIN_MS, People
from lobby.play import Play
from lobby.policy import load_policies
from lobby.queueing import Queue
from lobby.recovery import Recovery
from lobby.rooms import Rooms
from lobby.settings import LobbySettings
from lobby.store import Store
from lobby.turns import Turns

_SERVICE = lobby_pb2.DESCRIPTOR.services_by_name["Lobby"]

_RETRY_PAUSE_S = 0.1
_CONNECTIONS = 64


def connect_redis(settings: LobbySettings) -> Redis:
    """A pool of connections that fail in the settings' time; nothing is sent yet.

    More rooms at once than connections wait for their turn instead of failing.
    """
    pool = BlockingConnectionPool.from_url(
        settings.redis_url,
        max_connections=_CONNECTIONS,
        timeout=settings.redis_deadline_s,
        password=settings.redis_password.get_secret_value() or None,
        decode_responses=True,
        socket_timeout=settings.redis_deadline_s,
        socket_connect_timeout=settings.redis_deadline_s,
        retry=Retry(ConstantBackoff(_RETRY_PAUSE_S), retries=1),
    )
    return Redis.from_pool(pool)


class Lobby(Component):
    """The whole service: two connections, the rooms, and the calls it answers."""

    name = "lobby"

    def __init__(self, runtime: Runtime[LobbySettings]) -> None:
        self._runtime = runtime
        self._redis: Redis | None = None
        self._bus: Bus | None = None
        self._serving: Serving | None = None
        self._rooms: Rooms | None = None
        self._housekeeping = Housekeeping()

    async def start(self) -> None:
        """Connect and answer. Raises where NATS or Redis cannot be reached."""
        settings, now_ms = self._runtime.settings, self._runtime.clock.now_ms
        policies = load_policies()
        self._redis = connect_redis(settings)
        await self._redis.ping()
        self._bus = bus = await Bus.connect(
            BusSettings(
                urls=settings.nats_urls,
                user=settings.nats_user,
                password=settings.nats_password.get_secret_value(),
                party=contract_pb2.PARTY_LOBBY,
                name=settings.instance,
                sharded=settings.nats_sharded,
            ),
            now_ms,
        )
        durations = settings.durations()
        database = Database(self._redis)
        store = Store(
            database,
            Ledger(database, settings.kept(), now_ms),
            requests_kept_ms=settings.requests_kept_ms,
            closed_kept_ms=settings.closed_kept_ms,
        )
        announcer = BusAnnouncer(bus)
        engine = EngineClient(bus)
        turns = Turns(settings.waiting_most)
        metrics = self._runtime.metrics
        counters = Counters(metrics)
        self._rooms = rooms = Rooms(
            store,
            EngineCalls(engine, settings.refused_after_ms),
            announcer,
            now_ms=now_ms,
            chance=Chance(secrets.randbelow),
            policies=policies,
            durations=durations,
            limits=settings.limits(),
            turns=turns,
            counters=counters,
        )
        leases = Leases(
            store, rooms, announcer, now_ms=now_ms, lease_ms=settings.scale.ms(settings.lease_ms)
        )
        answering = Answering(counters, settings.requests_most)
        queue = Queue(database, store, rooms, announcer, settings.queue_rules(), now_ms)
        guest_kept_ms = settings.scale.ms(settings.guest_kept_ms)
        forgetting = Forgetting(
            database,
            store,
            rooms,
            queue,
            engine,
            announcer,
            policies=policies,
            guest_kept_ms=guest_kept_ms,
            now_ms=now_ms,
        )
        parts = Parts(
            store=store,
            rooms=rooms,
            leases=leases,
            play=Play(store, rooms, queue, now_ms, durations.nonce_wait_ms),
            queue=queue,
            people=People(database, policies, min(SEEN_AGAIN_MS, guest_kept_ms // 10)),
            recovery=Recovery(database, secrets.randbelow, now_ms),
            forgetting=forgetting,
            announcer=announcer,
            answering=answering,
            now_ms=now_ms,
        )
        handlers = LobbyHandlers(parts)
        often = self._housekeeping.every
        often(settings.scale.ms(settings.pair_every_ms) / 1000, queue.look)
        self._housekeeping.every(
            settings.scale.ms(settings.forget_every_ms) / 1000, forgetting.look
        )
        metrics.figure(
            "requests_under_way", "Requests being worked on", lambda: answering.under_way
        )
        metrics.figure("rooms_at_work", "Rooms being changed", lambda: len(turns))
        self._serving = bus.serve(_SERVICE, handlers)
        await bus.flush()

    async def drain(self) -> None:
        """Take no new calls; answer what was taken, and make the calls that stand."""
        await self._housekeeping.stop()
        if self._serving is not None:
            await self._serving.drain()
        if self._rooms is not None:
            await self._rooms.drain()
        if self._bus is not None:
            await self._bus.drain()

    async def stop(self) -> None:
        """Close both connections."""
        await self._housekeeping.stop()
        if self._bus is not None:
            await self._bus.close()
        if self._redis is not None:
            await self._redis.aclose()


def build(runtime: Runtime[LobbySettings]) -> Sequence[Component]:
    """The lobby's parts, in the order of their start."""
    return (Lobby(runtime),)
