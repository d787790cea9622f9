"""Once a second: who answers, who is away, and whether Redis is still the same.

The notes say which deadlines fell due in an outage (`outages.py`). A wheel that may have lost
something, since Redis was replaced or another replica ended with deadlines in hand, is swept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from cardkit import logs
from cardkit.clock import Clock
from cardkit.lifecycle import Component
from timer.errors import StoreUnavailable, end, watched
from timer.outages import Outages
from timer.owners import DOORS, ENGINE, SERVICES, Outcome, Owners
from timer.store import WheelStore

_FIRST_ANSWER_S = 1.0


@dataclass
class Service:
    """What this replica knows of one service."""

    name: str
    outages: Outages
    answered: bool = False
    silent: bool = False
    """Its last probe found nobody; a single owner that does not answer says nothing of it."""
    on_return: list[Callable[[], None]] = field(default_factory=list)


class Pulse(Component):
    """Ticks. `sweep` is asked with a reason whenever the wheel may have holes."""

    name = "pulse"

    def __init__(
        self,
        store: WheelStore,
        owners: Owners,
        clock: Clock,
        replica: str,
        *,
        tick_ms: int,
        gap_ms: int,
        return_ms: int,
        replica_dead_ms: int,
        sweep: Callable[[str], None],
        give_up: Callable[[str], None],
    ) -> None:
        self._store = store
        self._owners = owners
        self._clock = clock
        self._replica = replica
        self._tick_s = tick_ms / 1000
        self._replica_dead_ms = replica_dead_ms
        self._return_ms = return_ms
        self._sweep = sweep
        self._give_up = give_up
        self._run_id: str | None = None
        self._task: asyncio.Task[None] | None = None
        self._ending = False
        self._store_away = False
        self._all_heard = asyncio.Event()
        self._log = logs.get("pulse")
        self.services = {name: Service(name, Outages(0, (), gap_ms)) for name in SERVICES}

    def heard(self, service: str, outcome: Outcome) -> None:
        """Take note of what came of a request to `service`."""
        known = self.services[service]
        if outcome is Outcome.SILENT:
            return
        known.answered = True
        if all(each.answered or each.name == DOORS for each in self.services.values()):
            self._all_heard.set()
        if known.silent:
            known.silent = False
            for listener in known.on_return:
                listener()

    def grace(self, service: str, fires_ms: int) -> bool:
        """Whether what should have fired at `fires_ms` fell into an outage of that service, or into
        one of all gateways: who cannot come in, or is just coming in again, cannot act either."""
        now_ms = self._clock.now_ms()
        doors = self.services[DOORS].outages
        return self.services[service].outages.grace(fires_ms, now_ms) or doors.kept_out(
            fires_ms, now_ms, self._return_ms
        )

    def pointless(self, service: str) -> bool:
        """Whether there is no use in asking that service now: a game could only give time to people
        who cannot come in, again and again. When a gateway is back it is asked, with grace."""
        return service == ENGINE and self.services[DOORS].outages.away(self._clock.now_ms())

    async def start(self) -> None:
        """Ask all, give the owners a moment to answer, and note the first second."""
        self._probe()
        with suppress(TimeoutError):
            async with asyncio.timeout(_FIRST_ANSWER_S):
                await self._all_heard.wait()
        await self.tick()
        self._task = watched(self._run(), self._give_up)

    async def _run(self) -> None:
        while not self._ending:
            self._probe()
            await asyncio.sleep(self._tick_s)
            await self.tick()

    def _probe(self) -> None:
        for name in self.services:
            self._owners.probe(name, partial(self._probed, name))

    def _probed(self, name: str, outcome: Outcome, _: str) -> None:
        if outcome is Outcome.SILENT:
            self.services[name].silent = True
        self.heard(name, outcome)

    async def tick(self) -> None:
        """Note this second; while Redis is away nothing is noted, which makes it a gap."""
        services = tuple(self.services.values())
        heard = tuple((s.name, s.answered, s.outages.last_ms) for s in services)
        for service in services:
            service.answered = False
        try:
            second = await self._store.tick(
                self._replica, self._clock.now_ms(), self._replica_dead_ms, heard
            )
        except StoreUnavailable as error:
            if not self._store_away:
                self._log.warning("redis is away", error=str(error))
            self._store_away = True
            return
        if self._store_away:
            self._log.info("redis is back")
            self._store_away = False
        for service, outages in zip(services, second.outages, strict=True):
            service.outages = outages
        if self._run_id not in (None, second.run_id):
            self._sweep("redis was restarted")
        elif second.epoch is None:
            self._sweep("the wheel is empty or new")
        self._run_id = second.run_id
        for name in second.dead:
            self._log.info("a replica ended", replica=name)
            self._sweep("a replica ended")

    async def drain(self) -> None:
        """Stop ticking, and say so to the other replicas."""
        await self._end()
        try:
            await self._store.depart(self._replica)
        except StoreUnavailable:
            self._log.warning("redis is away at the end")

    async def stop(self) -> None:
        """Stop ticking."""
        await self._end()

    async def _end(self) -> None:
        self._ending = True
        await end(self._task)
        self._task = None
