"""The loop of one and of two replicas over a real Redis, with owners that answer as told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest
from redis.asyncio import Redis

from cardbus.due import DueSet
from cardkit.clock import SystemClock
from cardkit.metrics import Metrics
from tests.support.servers import Redis as RedisServer
from timer.owners import DOORS, ENGINE, Done, Firing, Outcome
from timer.pulse import Pulse
from timer.schedule import first_fire_ms
from timer.store import Armed, WheelStore
from timer.wheel import Wheel

ALLOWANCE_MS = 60
RETURN_MS = 80
LOOK_AGAIN_MS = 1_000
"""How long the loop would sleep if nothing woke it."""
CLOCK = SystemClock()


@dataclass
class Answers:
    """The services: what was asked, and what is answered."""

    outcome: Outcome = Outcome.SETTLED
    kinds: dict[str, Outcome] = field(default_factory=dict)
    """Kinds that are answered otherwise."""
    asked: list[Firing] = field(default_factory=list)
    at_ms: list[int] = field(default_factory=list)
    away: bool = False
    locked: bool = False
    """No gateway answers."""

    def ask(self, firing: Firing, done: Done) -> None:
        """Answers in the next turn of the loop."""
        self.asked.append(firing)
        self.at_ms.append(CLOCK.now_ms())
        outcome = self.kinds.get(firing.kind, self.outcome)
        outcome = Outcome.SILENT if self.away else outcome
        asyncio.get_running_loop().call_soon(done, outcome, "")

    def probe(self, service: str, done: Done) -> None:
        """Answers unless away."""
        silent = self.away or (self.locked and service == DOORS)
        outcome = Outcome.SILENT if silent else Outcome.SETTLED
        asyncio.get_running_loop().call_soon(done, outcome, "")


@dataclass
class Replica:
    """One timer without its streams."""

    store: WheelStore
    pulse: Pulse
    wheel: Wheel
    answers: Answers
    sweeps: list[str]
    failed: list[str]

    async def take(self, owner: str, sequence: int, **entries: int) -> None:
        """What the streams would bring: kinds to moments."""
        due = DueSet(sequence, tuple(entries.items()))
        fires_ms = first_fire_ms(due, ALLOWANCE_MS)
        await self.store.take([Armed(owner, sequence, fires_ms, due.text)])
        if fires_ms is not None:
            self.wheel.wake(fires_ms)


Start = Callable[..., Awaitable[Replica]]


@pytest.fixture
async def start(redis_url: str) -> AsyncIterator[Start]:
    """Starts replicas; ends them."""
    made: list[Replica] = []

    async def replica(
        name: str = "one",
        leases_ms: tuple[int, ...] = (200, 400),
        answers: Answers | None = None,
        gap_ms: int = 300,
    ) -> Replica:
        store = WheelStore(Redis.from_url(redis_url), leases_ms, gap_ms)
        answers = answers or Answers()
        sweeps: list[str] = []
        failed: list[str] = []
        pulse = Pulse(
            store, answers, CLOCK, name, tick_ms=50, gap_ms=gap_ms, return_ms=RETURN_MS,
            replica_dead_ms=400, sweep=sweeps.append, give_up=failed.append,
        )  # fmt: skip
        wheel = Wheel(
            store, answers, pulse, CLOCK, Metrics(), allowance_ms=ALLOWANCE_MS,
            claim_max=64, in_flight_max=128, give_up=failed.append,
        )  # fmt: skip
        made.append(Replica(store, pulse, wheel, answers, sweeps, failed))
        await pulse.start()
        await wheel.start()
        return made[-1]

    yield replica
    for each in made:
        await each.wheel.stop()
        await each.pulse.stop()
        await each.store.close()
        assert each.failed == []


async def until(condition: Callable[[], bool], deadline_s: float = 5.0) -> None:
    """Wait for it, or fail."""
    async with asyncio.timeout(deadline_s):
        while not condition():
            await asyncio.sleep(0.005)


async def test_a_bots_deadline_fires_at_once(start: Start) -> None:
    """What is due already does not wait for anybody's next look."""
    one = await start()
    await asyncio.sleep(0.1)
    began = CLOCK.now_ms()
    await one.take("game:a", 1, bot=began)
    await until(lambda: bool(one.answers.asked))
    assert one.answers.asked == [Firing("game:a", 1, "bot", began, grace=False)]
    assert one.answers.at_ms[0] - began < LOOK_AGAIN_MS


async def test_a_persons_time_has_the_allowance(start: Start) -> None:
    """Neither before it is over nor long after."""
    one = await start()
    due = CLOCK.now_ms() + 100
    await one.take("game:a", 1, turn=due)
    await until(lambda: bool(one.answers.asked))
    assert one.answers.asked[0].due_ms == due
    assert 0 <= one.answers.at_ms[0] - (due + ALLOWANCE_MS) < LOOK_AGAIN_MS


async def test_what_is_settled_leaves_the_rest(start: Start) -> None:
    """The next deadline of the same set comes in its turn, the settled one never again."""
    one = await start()
    now = CLOCK.now_ms()
    await one.take("game:a", 7, settle=now, archive=now + 150)
    await until(lambda: len(one.answers.asked) == 2)
    await asyncio.sleep(0.5)
    assert [(f.kind, f.version) for f in one.answers.asked] == [("settle", 7), ("archive", 7)]
    assert await one.store.size() == 0


async def test_a_newer_set_replaces_what_was_planned(start: Start) -> None:
    """A move made in time: the turn that it ended never fires."""
    one = await start()
    now = CLOCK.now_ms()
    await one.take("game:a", 1, turn=now + 100)
    await one.take("game:a", 2, turn=now + 400)
    await until(lambda: bool(one.answers.asked))
    assert [f.version for f in one.answers.asked] == [2]


async def test_no_answer_is_asked_again(start: Start) -> None:
    """By its lease, until there is one; a refusal likewise."""
    one = await start(answers=Answers(Outcome.REFUSED))
    await one.take("game:a", 1, bot=CLOCK.now_ms())
    await until(lambda: len(one.answers.asked) == 3)
    gaps = [b - a for a, b in zip(one.answers.at_ms, one.answers.at_ms[1:], strict=False)]
    assert gaps[0] >= 150
    assert gaps[1] >= 350
    one.answers.outcome = Outcome.SETTLED
    await until(lambda: len(one.answers.asked) == 4)
    await asyncio.sleep(0.5)
    assert len(one.answers.asked) == 4


@pytest.mark.parametrize("outcome", [Outcome.SILENT, Outcome.REFUSED])
async def test_an_unsettled_deadline_holds_up_no_other(start: Start, outcome: Outcome) -> None:
    """A bot that does not answer: the move that is played for it falls due all the same, at its
    own moment and not at the end of the first one's lease."""
    one = await start(leases_ms=(60_000,), answers=Answers(kinds={"bot": outcome}))
    now = CLOCK.now_ms()
    await one.take("game:a", 1, bot=now, botlate=now + 300)
    await until(lambda: len(one.answers.asked) >= 2)
    assert [f.kind for f in one.answers.asked[:2]] == ["bot", "botlate"]
    assert one.answers.at_ms[1] >= now + 300


async def test_two_that_stay_unsettled_have_their_turns(start: Start) -> None:
    """By the leases, which count on."""
    one = await start(leases_ms=(100,), answers=Answers(Outcome.REFUSED))
    now = CLOCK.now_ms()
    await one.take("game:a", 1, settle=now - 2, archive=now - 1)
    await until(lambda: len(one.answers.asked) >= 4)
    assert [f.kind for f in one.answers.asked[:4]] == ["settle", "archive"] * 2


async def test_one_service_may_have_been_silent_for_want_of_the_other(start: Start) -> None:
    """A room's call to an engine that was away is made when it is back, not a lease later."""
    one = await start(leases_ms=(60_000,), answers=Answers(kinds={"todo": Outcome.SILENT}))
    await one.take("room:a", 1, todo=CLOCK.now_ms())
    await until(lambda: len(one.answers.asked) == 1)
    one.pulse.services[ENGINE].silent = True
    one.answers.kinds.clear()
    await until(lambda: len(one.answers.asked) == 2)


async def test_a_service_that_returns_is_asked_at_once(start: Start) -> None:
    """The lease, here a minute, is not waited out; what fell due meanwhile has grace."""
    one = await start(leases_ms=(60_000,))
    await asyncio.sleep(0.1)
    before = CLOCK.now_ms()
    one.answers.away = True
    await asyncio.sleep(0.2)
    await one.take("game:a", 1, bot=CLOCK.now_ms())
    await asyncio.sleep(0.5)
    silent = len(one.answers.asked)
    one.answers.away = False
    await until(lambda: len(one.answers.asked) > silent)
    assert one.answers.asked[-1].grace
    assert one.answers.asked[-1].due_ms > before
    await one.take("game:b", 1, bot=CLOCK.now_ms() + 150)
    await until(lambda: one.answers.asked[-1].owner == "game:b")
    assert not one.answers.asked[-1].grace


async def test_two_replicas_ask_once(start: Start) -> None:
    """Every deadline by one of them, both at work."""
    one, two = await start("one"), await start("two")
    now = CLOCK.now_ms()
    for n in range(600):
        await (one if n % 2 else two).take(f"game:{n}", 1, bot=now + n % 7 * 40)
    await until(lambda: len(one.answers.asked) + len(two.answers.asked) >= 600, 10)
    await asyncio.sleep(0.3)
    owners = [f.owner for f in (*one.answers.asked, *two.answers.asked)]
    assert len(owners) == len(set(owners)) == 600
    assert one.answers.asked
    assert two.answers.asked


async def test_another_replica_takes_over_a_dead_ones_claims(start: Start) -> None:
    """It ended between its claim and the answer; and it is missed."""
    one = await start("one", answers=Answers(Outcome.SILENT))
    await one.take("game:a", 1, bot=CLOCK.now_ms())
    await until(lambda: bool(one.answers.asked))
    await one.wheel.stop()
    await one.pulse.stop()
    two = await start("two")
    await until(lambda: bool(two.answers.asked))
    await until(lambda: "a replica ended" in two.sweeps)


async def test_redis_may_die_and_come_back(start: Start, redis_server: RedisServer) -> None:
    """Waits, goes on by itself, and asks for a sweep, since the last second may be lost."""
    one = await start()
    redis_server.control.kill()
    await asyncio.sleep(0.5)
    redis_server.control.start()
    await until(lambda: "redis was restarted" in one.sweeps)
    await one.take("game:a", 1, bot=CLOCK.now_ms())
    await until(lambda: bool(one.answers.asked))


async def test_an_emptied_redis_is_noticed(start: Start, redis_server: RedisServer) -> None:
    """Also without a restart."""
    one = await start()
    await one.store.end_sweep(await one.store.begin_sweep())
    await asyncio.sleep(0.15)
    one.sweeps.clear()
    redis_server.flush()
    await until(lambda: bool(one.sweeps))


async def test_draining_waits_for_answers(start: Start) -> None:
    """And writes them down: the next start finds nothing to do."""
    one = await start()
    await one.take("game:a", 1, bot=CLOCK.now_ms())
    await until(lambda: bool(one.answers.asked))
    await one.wheel.drain()
    assert await one.store.size() == 0


async def test_services_are_told_apart(start: Start) -> None:
    """An outage of one gives no grace to the other's deadlines."""
    one = await start()
    assert one.pulse.services[ENGINE].outages.gaps
    now = CLOCK.now_ms()
    await one.take("room:a", 1, expiry=now)
    await until(lambda: bool(one.answers.asked))
    assert one.answers.asked[0] == Firing("room:a", 1, "expiry", now, grace=False)


async def test_time_that_ran_out_while_nobody_could_come_in_has_grace(start: Start) -> None:
    """While no gateway answers, and until its people can be back. A game is asked once for all of
    that time, a room as ever."""
    one = await start()
    one.answers.locked = True
    await asyncio.sleep(0.4)
    await one.take("game:a", 1, turn=CLOCK.now_ms())
    await one.take("room:a", 1, expiry=CLOCK.now_ms())
    await until(lambda: bool(one.answers.asked))
    await asyncio.sleep(1.5)
    assert [firing.owner for firing in one.answers.asked] == ["room:a"]
    one.answers.asked.clear()
    one.answers.locked = False
    await until(lambda: len(one.answers.asked) == 1)
    await until(lambda: one.pulse.services[DOORS].outages.gaps[-1][0] > 0)
    back_ms = one.pulse.services[DOORS].outages.gaps[-1][1]
    await one.take("game:b", 1, turn=back_ms + RETURN_MS - ALLOWANCE_MS)
    await one.take("game:c", 1, turn=back_ms + RETURN_MS + 50)
    await until(lambda: len(one.answers.asked) == 3)
    assert [firing.grace for firing in one.answers.asked] == [True, True, False]


async def test_without_a_gateway_ever_time_runs_as_ever(start: Start) -> None:
    """A table that nobody could come into keeps nobody out."""
    one = await start(answers=Answers(locked=True))
    await asyncio.sleep(0.4)
    await one.take("game:a", 1, turn=CLOCK.now_ms())
    await until(lambda: bool(one.answers.asked))
    assert not one.answers.asked[0].grace


async def test_a_service_that_answers_nothing_holds_up_no_other(start: Start) -> None:
    """More rooms are due than may be asked for at once, and the lobby is silent: games go on."""

    class Hung(Answers):
        """The lobby takes everything and answers nothing."""

        def ask(self, firing: Firing, done: Done) -> None:
            if firing.owner.startswith("game:"):
                super().ask(firing, done)

    one = await start(leases_ms=(10_000,), answers=Hung())
    due = CLOCK.now_ms() - 1_000
    for number in range(300):
        await one.take(f"room:r{number}", 1, empty=due)
    await asyncio.sleep(0.2)
    await one.take("game:a", 1, bot=due + 500)
    await until(lambda: bool(one.answers.asked))
    assert one.answers.asked[0].owner == "game:a"
