"""From the streams into the wheel: what is new through the durable consumers, and sweeps.

Both read headers alone, so that no card passes through here. A batch is acknowledged once Redis
holds it. Replicas share the consumers and acknowledge for each other, so what one had in hand when
it died is found by a sweep, which `pulse.py` asks for; and so is what the bus may have lost on its
way.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence

from prometheus_client import Counter, Histogram

from cardbus.bus import Bus
from cardbus.consume import Consumption, Due
from cardbus.due import DueSet, MalformedDue
from cardbus.errors import CallError
from cardkit import logs
from cardkit.clock import Clock
from cardkit.lifecycle import Component
from cardkit.metrics import Metrics
from cardproto.v1 import engine_pb2, timer_pb2
from timer.errors import StoreUnavailable, end, watched
from timer.owners import GAME, owner_key
from timer.schedule import first_fire_ms
from timer.store import Armed, WheelStore
from timer.wheel import Wheel

_STORE_AGAIN_S = 0.2
_SWEEP_AGAIN_S = 1.0

Placeholders = Mapping[str, str]


def game_owner(placeholders: Placeholders) -> str:
    """The owner of an entry of a game's log."""
    return owner_key(GAME, placeholders["game_id"])


def other_owner(placeholders: Placeholders) -> str:
    """The owner of a set in the stream for rooms and leases."""
    return owner_key(placeholders["owner"], placeholders["id"])


class Pace:
    """How long to gather before the next batch: not at all while little happens, so that a bot's
    move is not late; under load long enough that a batch costs little an entry."""

    def __init__(self, linger_s: float, busy_per_s: int) -> None:
        self._linger_s = linger_s
        self._busy_per_s = busy_per_s
        self._rate = 0.0
        self._seen_s = 0.0

    def rest_s(self, entries: int, now_s: float) -> float:
        """After a batch of so many entries, handled at `now_s`."""
        self._rate = self._rate * math.exp(self._seen_s - now_s) + entries
        self._seen_s = now_s
        return self._linger_s if self._rate > self._busy_per_s else 0.0


class Intake(Component):
    """Feeds the wheel from the log of games and from the deadlines of other owners."""

    name = "intake"

    def __init__(
        self,
        bus: Callable[[], Bus],
        store: WheelStore,
        wheel: Wheel,
        clock: Clock,
        metrics: Metrics,
        *,
        allowance_ms: int,
        linger_ms: int,
        busy_per_s: int,
        sweep_ms: int,
        give_up: Callable[[str], None],
    ) -> None:
        self._bus = bus
        self._store = store
        self._wheel = wheel
        self._clock = clock
        self._allowance_ms = allowance_ms
        self._linger_s = linger_ms / 1000
        self._busy_per_s = busy_per_s
        self._sweep_s = sweep_ms / 1000
        self._give_up = give_up
        self._reasons: list[str] = ["start"]
        self._asked = asyncio.Event()
        self._ending = False
        self._sweeper: asyncio.Task[None] | None = None
        self._consumptions: list[Consumption] = []
        self._log = logs.get("intake")
        self._taken, self._unread, self._batches = _counters(metrics)

    def sweep_soon(self, reason: str) -> None:
        """Read the last deadlines of every owner anew; several requests become one sweep."""
        self._reasons.append(reason)
        self._asked.set()

    async def start(self) -> None:
        """Begin to consume, and sweep once: what was acknowledged before may be lost."""
        bus = self._bus()
        self._consumptions = [
            bus.stream(engine_pb2.LogEntry).consume_headers(
                self._taker(game_owner), self.sweep_soon, linger_ms=0
            ),
            bus.stream(timer_pb2.OwnerDeadlines).consume_headers(
                self._taker(other_owner), self.sweep_soon, linger_ms=0
            ),
        ]
        self._asked.set()
        self._sweeper = watched(self._sweep_always(), self._give_up)

    def _taker(
        self, owner_of: Callable[[Placeholders], str]
    ) -> Callable[[Sequence[Due]], Awaitable[None]]:
        pace = Pace(self._linger_s, self._busy_per_s)

        async def take(batch: Sequence[Due]) -> None:
            armed = self._read(batch, owner_of)
            await self._hold(armed)
            await asyncio.sleep(pace.rest_s(len(batch), self._clock.monotonic_s()))

        return take

    def _read(self, batch: Sequence[Due], owner_of: Callable[[Placeholders], str]) -> list[Armed]:
        """The sets of a batch; what is none is counted and left out."""
        allowance_ms = self._allowance_ms
        armed = []
        for message in batch:
            try:
                due = DueSet.parse(message.due)
            except MalformedDue:
                self._unread.inc()
                self._log.error("no set of deadlines", owner=owner_of(message.placeholders))
                continue
            armed.append(
                Armed(
                    owner_of(message.placeholders),
                    message.sequence,
                    first_fire_ms(due, allowance_ms),
                    message.due,
                )
            )
        return armed

    async def _hold(self, armed: Sequence[Armed]) -> None:
        """Put them into the wheel, waiting for Redis as long as it takes."""
        while armed:
            try:
                taken = await self._store.take(armed)
            except StoreUnavailable:
                if self._ending:
                    raise
                await asyncio.sleep(_STORE_AGAIN_S)
                continue
            self._taken.inc(taken)
            self._batches.observe(len(armed))
            first_ms = min((a.fires_ms for a in armed if a.fires_ms is not None), default=None)
            if first_ms is not None:
                self._wheel.wake(first_ms)
            return

    async def _sweep_always(self) -> None:
        while not self._ending:
            try:
                async with asyncio.timeout(self._sweep_s):
                    await self._asked.wait()
            except TimeoutError:
                self._reasons.append("its time")
            self._asked.clear()
            reasons, self._reasons = self._reasons, []
            if not await self._sweep(reasons):
                self._reasons = reasons + self._reasons
                await asyncio.sleep(_SWEEP_AGAIN_S)
                self._asked.set()

    async def _sweep(self, reasons: Sequence[str]) -> bool:
        """Whether the sweep went through to its end."""
        began_s = self._clock.monotonic_s()
        bus = self._bus()
        owners = 0
        try:
            mark = await self._store.begin_sweep()
            async for found in bus.stream(engine_pb2.LogEntry).sweep_headers():
                await self._store.take(self._read(found, game_owner))
                owners += len(found)
            async for found in bus.stream(timer_pb2.OwnerDeadlines).sweep_headers():
                await self._store.take(self._read(found, other_owner))
                owners += len(found)
            whole = await self._store.end_sweep(mark)
        except (CallError, StoreUnavailable) as error:
            self._log.warning("sweep broke off", error=str(error), reasons=sorted(set(reasons)))
            return False
        if whole is None:
            self._log.warning("redis was emptied during a sweep", reasons=sorted(set(reasons)))
            return False
        self._wheel.wake(0)
        took_s = self._clock.monotonic_s() - began_s
        self._log.info(
            "swept", owners=owners, took_ms=round(took_s * 1000), reasons=sorted(set(reasons))
        )
        return True

    async def drain(self) -> None:
        """Take nothing more; a batch at hand is finished or comes again elsewhere."""
        await self._stop()

    async def stop(self) -> None:
        """The same."""
        await self._stop()

    async def _stop(self) -> None:
        self._ending = True
        await end(self._sweeper)
        self._sweeper = None
        consumptions, self._consumptions = self._consumptions, []
        for consumption in consumptions:
            await consumption.close()


def _counters(metrics: Metrics) -> tuple[Counter, Counter, Histogram]:
    return (
        metrics.counter("timer_taken", "Sets of deadlines that were newer than the one held"),
        metrics.counter("timer_unread", "Messages whose header holds no set of deadlines"),
        metrics.histogram(
            "timer_batch_entries", "Entries in a batch", buckets=(1, 2, 5, 10, 20, 50, 100, 500)
        ),
    )
