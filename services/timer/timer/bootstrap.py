"""Wires the timer: `build` makes its parts, and only their start connects."""

from __future__ import annotations

from collections.abc import Sequence

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from cardbus.api.engine import EngineCaller
from cardbus.api.gateway import GatewayCaller
from cardbus.api.lobby import LobbyCaller
from cardbus.bus import Bus
from cardbus.settings import BusSettings
from cardkit.lifecycle import Component, Runtime
from cardproto.v1 import contract_pb2
from timer.intake import Intake
from timer.owners import BusOwners, Done, Firing
from timer.pulse import Pulse
from timer.settings import TimerSettings
from timer.store import WheelStore
from timer.wheel import Wheel

_REDIS_ANSWERS_S = 2.0


class Connection(Component):
    """The bus, and the owners behind it."""

    name = "bus"

    def __init__(self, runtime: Runtime[TimerSettings]) -> None:
        self._runtime = runtime
        self._bus: Bus | None = None
        self._owners: BusOwners | None = None

    @property
    def bus(self) -> Bus:
        """The connection. Raises RuntimeError before the start."""
        if self._bus is None:
            raise RuntimeError("not connected yet")
        return self._bus

    def ask(self, firing: Firing, done: Done) -> None:
        """See `owners.Owners`."""
        assert self._owners is not None, "the connection starts first"
        self._owners.ask(firing, done)

    def probe(self, service: str, done: Done) -> None:
        """See `owners.Owners`."""
        assert self._owners is not None, "the connection starts first"
        self._owners.probe(service, done)

    async def start(self) -> None:
        """Connect."""
        settings = self._runtime.settings
        self._bus = await Bus.connect(
            BusSettings(
                urls=settings.nats_urls,
                user=settings.nats_user,
                password=settings.nats_password.get_secret_value(),
                party=contract_pb2.PARTY_TIMER,
                name=settings.instance,
                sharded=settings.nats_sharded,
            ),
            self._runtime.clock.now_ms,
        )
        self._owners = BusOwners(
            EngineCaller(self._bus), LobbyCaller(self._bus), GatewayCaller(self._bus)
        )

    async def drain(self) -> None:
        """Let out what was written."""
        if self._bus is not None:
            await self._bus.drain()

    async def stop(self) -> None:
        """Close the connection."""
        if self._bus is not None:
            await self._bus.close()


class StoreEnd(Component):
    """Closes Redis last."""

    name = "store"

    def __init__(self, store: WheelStore) -> None:
        self._store = store

    async def stop(self) -> None:
        """Close the connections."""
        await self._store.close()


def redis_of(settings: TimerSettings) -> Redis:
    """The client, which connects when first used; a lost connection is tried anew once, beyond
    that the timer waits by itself."""
    return Redis.from_url(
        settings.redis_url,
        password=settings.redis_password.get_secret_value() or None,
        socket_timeout=_REDIS_ANSWERS_S,
        socket_connect_timeout=_REDIS_ANSWERS_S,
        retry=Retry(NoBackoff(), 1),
    )


def build(runtime: Runtime[TimerSettings]) -> Sequence[Component]:
    """The timer's parts, in the order of their start."""
    settings = runtime.settings
    allowance_ms = settings.scale.ms(settings.timer_allowance_ms)
    store = WheelStore(redis_of(settings), settings.timer_leases_ms, settings.timer_gap_ms)
    connection = Connection(runtime)
    pulse = Pulse(
        store,
        connection,
        runtime.clock,
        settings.instance,
        tick_ms=settings.timer_tick_ms,
        gap_ms=settings.timer_gap_ms,
        return_ms=settings.scale.ms(settings.timer_return_ms),
        replica_dead_ms=settings.timer_replica_dead_ms,
        sweep=lambda reason: intake.sweep_soon(reason),
        give_up=runtime.give_up,
    )
    wheel = Wheel(
        store,
        connection,
        pulse,
        runtime.clock,
        runtime.metrics,
        allowance_ms=allowance_ms,
        claim_max=settings.timer_claim_max,
        in_flight_max=settings.timer_in_flight_max,
        give_up=runtime.give_up,
    )
    intake = Intake(
        lambda: connection.bus,
        store,
        wheel,
        runtime.clock,
        runtime.metrics,
        allowance_ms=allowance_ms,
        linger_ms=settings.timer_linger_ms,
        busy_per_s=settings.timer_busy_per_s,
        sweep_ms=settings.timer_sweep_ms,
        give_up=runtime.give_up,
    )
    return (StoreEnd(store), connection, pulse, intake, wheel)
