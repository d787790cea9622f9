"""Wires the engine. Importing connects to nothing; `build` makes parts, their start connects."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from cardbus.api.bots import BotRunnerCaller
from cardbus.api.lobby import LobbyClient
from cardbus.bus import Bus
from cardbus.reply import Serving
from cardbus.settings import BusSettings
from cardkit.lifecycle import Component, Runtime
from cardproto.v1 import contract_pb2, engine_pb2
from game_engine.bots import Bots
from game_engine.desk import Desk
from game_engine.desks import Desks
from game_engine.fullness import Fullness
from game_engine.handlers import EngineHandlers
from game_engine.settings import EngineSettings
from game_engine.settling import Settling
from game_engine.store import Streams

_SERVICE = engine_pb2.DESCRIPTOR.services_by_name["Engine"]


class Engine(Component):
    """The whole service: one connection, the desks, and the calls it answers."""

    name = "engine"

    def __init__(self, runtime: Runtime[EngineSettings]) -> None:
        self._runtime = runtime
        self._bus: Bus | None = None
        self._serving: Serving | None = None
        self._handlers: EngineHandlers | None = None
        self._fullness: Fullness | None = None

    async def start(self) -> None:
        """Connect and answer."""
        settings = self._runtime.settings
        now_ms = self._runtime.clock.now_ms
        bus = await Bus.connect(
            BusSettings(
                urls=settings.nats_urls,
                user=settings.nats_user,
                password=settings.nats_password.get_secret_value(),
                party=contract_pb2.PARTY_ENGINE,
                name=settings.instance,
                sharded=settings.nats_sharded,
            ),
            now_ms,
        )
        self._bus = bus
        streams = Streams(bus)
        timing = settings.timing()

        def desk(game_id: str) -> Desk:
            return Desk(game_id, streams, timing, now_ms, lambda: secrets.token_bytes(8))

        desks = Desks(desk, settings.tables_cached)
        self._runtime.metrics.figure("tables_cached", "Folded tables in memory", desks.__len__)
        self._fullness = fullness = Fullness(
            streams.fill, settings.streams_full, settings.streams_looked_s
        )
        self._runtime.metrics.figure(
            "stream_fill",
            "Share of its limit that the fullest stream holds",
            lambda: fullness.share,
        )
        self._handlers = EngineHandlers(
            desks,
            streams,
            Bots(BotRunnerCaller(bus), settings.bot_budget_ms),
            Settling(streams, LobbyClient(bus)),
            fullness,
            now_ms,
            round(settings.seed_fresh_s * 1000),
        )
        self._serving = bus.serve(_SERVICE, self._handlers)
        await bus.flush()
        fullness.start()

    async def drain(self) -> None:
        """Take no new calls; finish every append and errand."""
        if self._serving is not None:
            await self._serving.drain()
        if self._handlers is not None:
            await self._handlers.quiet()
        if self._bus is not None:
            await self._bus.drain()

    async def stop(self) -> None:
        """Close the connection."""
        if self._fullness is not None:
            self._fullness.stop()
        if self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime[EngineSettings]) -> Sequence[Component]:
    """The engine's parts, in the order of their start."""
    return (Engine(runtime),)
