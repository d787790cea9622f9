"""Worker processes: bounded, replaced when they die or hang, and gone with their service."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable

import pytest

from bot_runner.choosing import choose
from bot_runner.errors import Busy
from bot_runner.workers import Workers
from cardkit.clock import SystemClock
from tests.bot_runner.requests import HARD, hard_choice, request

STATE, SEAT = hard_choice()
QUICK = request(STATE, SEAT, HARD, budget_ms=5)
LONG = request(STATE, SEAT, HARD, budget_ms=60_000)

Make = Callable[..., Workers]


@pytest.fixture
async def make() -> AsyncIterator[Make]:
    """Workers with small limits, stopped at the end."""
    made: list[Workers] = []

    def workers(**changes: int) -> Workers:
        limits = {"count": 1, "queue_max": 8, "wait_ms": 20_000, "stuck_ms": 60_000, **changes}
        made.append(Workers(SystemClock(), **limits))
        return made[-1]

    yield workers
    for each in made:
        await each.stop()


def asked(workers: Workers, message: object) -> asyncio.Future[tuple[str, bytes]]:
    """Ask, as a future."""
    future: asyncio.Future[tuple[str, bytes]] = asyncio.get_running_loop().create_future()
    workers.ask(
        message.SerializeToString(),  # type: ignore[attr-defined]
        lambda code, action: future.set_result((code, action)),
    )
    return future


async def test_a_worker_decides_as_this_process_would(make: Make) -> None:
    """Chance and order come from the request alone."""
    workers = make(count=2)
    await workers.start()
    answers = await asyncio.gather(*(asked(workers, QUICK) for _ in range(6)))
    assert set(answers) == {("", choose(QUICK).SerializeToString())}
    await workers.drain()


async def test_the_loop_is_free_while_a_worker_searches(make: Make) -> None:
    """Other work goes on meanwhile."""
    workers = make()
    await workers.start()
    answer = asked(workers, request(STATE, SEAT, HARD, budget_ms=200))
    turns = 0
    while not answer.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 10


async def test_a_dead_worker_is_replaced(make: Make) -> None:
    """Its request is answered `unavailable`, the queue behind it is decided by the next one."""
    workers = make()
    await workers.start()
    lost = asked(workers, LONG)
    behind = asked(workers, QUICK)
    await asyncio.sleep(0.1)
    (worker,) = workers._all
    os.kill(worker.started.result(), signal.SIGKILL)
    assert await lost == ("unavailable", b"")
    assert (await behind)[0] == ""
    assert workers.replaced == 1


async def test_a_worker_that_died_idle_is_replaced(make: Make) -> None:
    """The next request does not notice."""
    workers = make()
    await workers.start()
    (worker,) = workers._all
    os.kill(worker.started.result(), signal.SIGKILL)
    await asyncio.sleep(0.3)
    assert (await asked(workers, QUICK))[0] == ""


async def test_a_stuck_worker_is_replaced(make: Make) -> None:
    """One that takes longer than any search may."""
    workers = make(stuck_ms=300)
    await workers.start()
    assert await asked(workers, LONG) == ("unavailable", b"")
    assert (await asked(workers, QUICK))[0] == ""


async def test_who_waits_too_long_is_answered(make: Make) -> None:
    """So that the engine may play the automatic action."""
    workers = make(wait_ms=200)
    await workers.start()
    first = asked(workers, LONG)
    began = time.monotonic()
    assert await asked(workers, QUICK) == ("unavailable", b"")
    assert time.monotonic() - began < 2
    assert not first.done()


async def test_the_queue_is_bounded(make: Make) -> None:
    """Beyond it the refusal comes at once."""
    workers = make(queue_max=2)
    await workers.start()
    for _ in range(3):
        asked(workers, LONG)
    with pytest.raises(Busy):
        asked(workers, QUICK)
    assert workers.queued == 2


async def test_what_waits_at_the_end_is_answered(make: Make) -> None:
    """Stopping leaves no caller without a word."""
    workers = make()
    await workers.start()
    at_work, waiting = asked(workers, LONG), asked(workers, QUICK)
    await workers.stop()
    assert await waiting == ("unavailable", b"")
    assert await at_work == ("unavailable", b"")


SERVICE = """
import asyncio
from bot_runner.workers import Workers
from cardkit.clock import SystemClock

async def main() -> None:
    workers = Workers(SystemClock(), count=2, queue_max=1, wait_ms=1000, stuck_ms=1000)
    await workers.start()
    print(*(worker.started.result() for worker in workers._all), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def alive(pid: int) -> bool:
    """Whether that process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = f"/proc/{pid}/stat"
    if not os.path.exists(stat):  # noqa: PTH110 # asked after a process, not a file
        return True
    with open(stat) as file:  # noqa: PTH123
        return file.read().rsplit(")", 1)[1].split()[0] != "Z"


def test_workers_do_not_outlive_their_service() -> None:
    """Also when it is killed: nothing is left behind."""
    service = subprocess.Popen([sys.executable, "-c", SERVICE], stdout=subprocess.PIPE, text=True)
    assert service.stdout is not None
    pids = [int(pid) for pid in service.stdout.readline().split()]
    assert len(pids) == 2
    assert all(map(alive, pids))
    service.kill()
    service.wait()
    until = time.monotonic() + 10
    while any(map(alive, pids)):
        assert time.monotonic() < until, "workers are left"
        time.sleep(0.05)
