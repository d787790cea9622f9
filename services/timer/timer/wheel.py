"""Fires what is due: claims it in Redis, asks its owner, and takes away what the owner settled.

Nothing here is remembered that matters: a claim that gets no answer comes due again by its own
lease, in whichever replica. One deadline of an owner is asked for at a time, the earliest first,
since its answer nearly always brings a new set; one that stays unsettled does not hold up the
others, which have their turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from prometheus_client import Counter, Histogram

from cardbus.due import DueSet
from cardkit import logs
from cardkit.clock import Clock
from cardkit.lifecycle import Component
from cardkit.metrics import Metrics
from timer.errors import StoreUnavailable, end, watched
from timer.owners import Firing, Outcome, Owners, service_of
from timer.pulse import Pulse
from timer.schedule import fire_ms, first_fire_ms, next_fire_ms, to_fire, without
from timer.store import Armed, Claim, WheelStore

_LOOK_AGAIN_MS = 1_000
_DEFERRED_MS = 1_000
"""When to look again at an owner whose service has all the requests that it may have, or whom it
is pointless to ask."""
_STORE_PATIENCE_S = (0.05, 0.1, 0.2, 0.5)


class Wheel(Component):
    """The loop of one replica. `wake` makes it look at once."""

    name = "wheel"

    def __init__(
        self,
        store: WheelStore,
        owners: Owners,
        pulse: Pulse,
        clock: Clock,
        metrics: Metrics,
        *,
        allowance_ms: int,
        claim_max: int,
        in_flight_max: int,
        give_up: Callable[[str], None],
    ) -> None:
        self._store = store
        self._give_up = give_up
        self._owners = owners
        self._pulse = pulse
        self._clock = clock
        self._allowance_ms = allowance_ms
        self._claim_max = claim_max
        self._in_flight_max = in_flight_max
        self._in_flight = dict.fromkeys(pulse.services, 0)
        self._left: list[Armed] = []
        self._silent: dict[str, Claim] = {}
        self._awake = asyncio.Event()
        self._sleeps_until_ms = 0
        self._draining = False
        self._ending = False
        self._task: asyncio.Task[None] | None = None
        self._log = logs.get("wheel")
        self._fired = _fired(metrics)
        self._late = _late(metrics)
        self._refusals = logs.Sampler(100)
        for service in pulse.services.values():
            service.on_return.append(self._ask_again)

    async def start(self) -> None:
        """Begin to fire."""
        self._task = watched(self._run(), self._give_up)

    def wake(self, at_ms: int) -> None:
        """Something falls due at `at_ms`: look by then, if it is earlier than planned."""
        if at_ms < self._sleeps_until_ms:
            self._sleeps_until_ms = at_ms
            self._awake.set()

    async def _run(self) -> None:
        failures = 0
        while not (self._ending or self._drained):
            try:
                until_ms = await self.turn()
                failures = 0
            except StoreUnavailable:
                pause_s = _STORE_PATIENCE_S[min(failures, len(_STORE_PATIENCE_S) - 1)]
                failures += 1
                await asyncio.sleep(pause_s)
            else:
                await self._sleep(until_ms)

    @property
    def _drained(self) -> bool:
        return self._draining and not any(self._in_flight.values()) and not self._left

    async def _sleep(self, until_ms: int) -> None:
        self._sleeps_until_ms = min(self._sleeps_until_ms, until_ms)
        delay_s = max(self._sleeps_until_ms - self._clock.now_ms(), 0) / 1000
        timer = asyncio.get_running_loop().call_later(delay_s, self._awake.set)
        try:
            await self._awake.wait()
        finally:
            timer.cancel()
        self._awake.clear()

    async def turn(self) -> int:
        """Write down what was settled, claim and fire what is due; when to look next, in ms.

        Raises StoreUnavailable; then nothing of it is lost.
        """
        await self._write_settled()
        now_ms = self._clock.now_ms()
        self._sleeps_until_ms = now_ms + _LOOK_AGAIN_MS
        room = min(self._claim_max, max(map(self._room, self._in_flight)))
        if room <= 0 or self._draining:
            return self._sleeps_until_ms
        claims, next_ms = await self._store.claim(now_ms, room)
        for claim in claims:
            service = service_of(claim.owner)
            if self._room(service) > 0 and not self._pulse.pointless(service):
                self._fire(claim, now_ms)
            else:
                self._defer(claim, now_ms)
        if self._left:
            # Behind those that wait there may be some whose service has room.
            self._look_now()
        if next_ms is None:
            return self._sleeps_until_ms
        return min(next_ms, self._sleeps_until_ms)

    def _room(self, service: str) -> int:
        """How many more requests that service may have. Each has its own number: one that does
        not answer must not hold up the other's deadlines."""
        return self._in_flight_max - self._in_flight[service]

    def _defer(self, claim: Claim, now_ms: int) -> None:
        later_ms = now_ms + _DEFERRED_MS
        self._left.append(
            Armed(claim.owner, claim.sequence, later_ms, claim.text, claim.attempt - 1)
        )

    async def _write_settled(self) -> None:
        left, self._left = self._left, []
        if not left:
            return
        try:
            await self._store.settle(left)
        except StoreUnavailable:
            self._left = left + self._left
            raise

    def _fire(self, claim: Claim, now_ms: int) -> None:
        due = DueSet.parse(claim.text)
        kind, due_ms = to_fire(due, self._allowance_ms, now_ms, claim.attempt)
        service = service_of(claim.owner)
        at_ms = fire_ms(kind, due_ms, self._allowance_ms)
        firing = Firing(claim.owner, due.version, kind, due_ms, self._pulse.grace(service, at_ms))
        if claim.attempt == 1:
            self._late.observe(max(now_ms - at_ms, 0) / 1000)
        self._in_flight[service] += 1
        self._owners.ask(
            firing, lambda outcome, code: self._conclude(claim, now_ms, due, kind, outcome, code)
        )

    def _conclude(
        self, claim: Claim, asked_ms: int, due: DueSet, kind: str, outcome: Outcome, code: str
    ) -> None:
        service = service_of(claim.owner)
        self._in_flight[service] -= 1
        self._fired.labels(service, outcome.name.lower()).inc()
        self._silent.pop(claim.owner, None)
        if outcome is Outcome.SETTLED:
            left = without(due, kind)
            fires_ms = first_fire_ms(left, self._allowance_ms)
            self._left.append(Armed(claim.owner, claim.sequence, fires_ms, left.text))
        else:
            self._unsettled(claim, asked_ms, due)
            if outcome is Outcome.SILENT:
                self._silent[claim.owner] = claim
            elif self._refusals.take():
                self._log.warning("refused", owner=claim.owner, kind=kind, code=code)
        self._pulse.heard(service, outcome)
        self._look_now()

    def _unsettled(self, claim: Claim, asked_ms: int, due: DueSet) -> None:
        """Another deadline of this owner that fires before the lease ends is not kept waiting."""
        if self._clock.now_ms() >= claim.until_ms:
            # Somebody may have claimed it since.
            return
        fires_ms = next_fire_ms(due, self._allowance_ms, asked_ms)
        if fires_ms is not None and fires_ms < claim.until_ms:
            self._left.append(
                Armed(claim.owner, claim.sequence, fires_ms, claim.text, claim.attempt)
            )

    def _look_now(self) -> None:
        self._sleeps_until_ms = 0
        self._awake.set()

    def _ask_again(self) -> None:
        """A service is back: all that was left unanswered is due again, without waiting out leases.

        Also that of the other service, which may have been silent for want of this one.
        """
        claims, self._silent = self._silent, {}
        for claim in claims.values():
            fires_ms = first_fire_ms(DueSet.parse(claim.text), self._allowance_ms)
            self._left.append(Armed(claim.owner, claim.sequence, fires_ms, claim.text))
        self._look_now()

    async def drain(self) -> None:
        """Claim nothing more, wait for the answers under way and write them down."""
        self._draining = True
        self._look_now()
        if self._task is not None:
            await self._task

    async def stop(self) -> None:
        """Stop at once; what was claimed comes due again by its lease."""
        self._ending = True
        await end(self._task)
        self._task = None


def _fired(metrics: Metrics) -> Counter:
    return metrics.counter("timer_fired", "Deadlines asked for", ("service", "outcome"))


def _late(metrics: Metrics) -> Histogram:
    return metrics.histogram(
        "timer_late_seconds", "From the moment a deadline should fire to its first request"
    )
