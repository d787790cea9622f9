"""Wires the bot-runner: `build` makes its parts, and only their start connects."""

from __future__ import annotations

from collections.abc import Sequence

from bot_runner.handlers import BotRunnerHandlers
from bot_runner.settings import BotRunnerSettings
from bot_runner.workers import Workers
from cardbus.bus import Bus
from cardbus.reply import Serving
from cardbus.settings import BusSettings
from cardkit.lifecycle import Component, Runtime
from cardproto.v1 import bots_pb2, contract_pb2

_SERVICE = bots_pb2.DESCRIPTOR.services_by_name["BotRunner"]


class BotRunner(Component):
    """The connection and the call it answers."""

    name = "bot-runner"

    def __init__(self, runtime: Runtime[BotRunnerSettings], workers: Workers) -> None:
        self._runtime = runtime
        self._handlers = BotRunnerHandlers(
            workers, runtime.clock, runtime.metrics, runtime.settings.bot_budget_max_ms
        )
        self._bus: Bus | None = None
        self._serving: Serving | None = None

    async def start(self) -> None:
        """Connect and answer."""
        settings = self._runtime.settings
        self._bus = await Bus.connect(
            BusSettings(
                urls=settings.nats_urls,
                user=settings.nats_user,
                password=settings.nats_password.get_secret_value(),
                party=contract_pb2.PARTY_BOT_RUNNER,
                name=settings.instance,
                sharded=settings.nats_sharded,
            ),
            self._runtime.clock.now_ms,
        )
        self._serving = self._bus.serve(_SERVICE, self._handlers)
        await self._bus.flush()

    async def drain(self) -> None:
        """Take no new requests and answer those that were taken."""
        if self._serving is not None:
            await self._serving.drain()
        if self._bus is not None:
            await self._bus.drain()

    async def stop(self) -> None:
        """Close the connection."""
        if self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime[BotRunnerSettings]) -> Sequence[Component]:
    """The bot-runner's parts, in the order of their start."""
    settings = runtime.settings
    workers = Workers(
        runtime.clock,
        count=settings.bot_workers,
        queue_max=settings.bot_queue_max,
        wait_ms=settings.bot_wait_ms,
        stuck_ms=settings.bot_stuck_ms,
    )
    runtime.metrics.figure("bot_queue", "Decisions that wait for a worker", lambda: workers.queued)
    runtime.metrics.figure("bot_workers_replaced", "Workers replaced", lambda: workers.replaced)
    return (workers, BotRunner(runtime, workers))
