"""The worker processes behind a bounded queue, seen from the event loop.

A worker that dies or takes too long is replaced; the request it held is answered with Busy, and
the engine asks again or plays the automatic action: nothing here decides twice.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from bot_runner.errors import BotError, Busy
from bot_runner.worker import Worker, context
from cardkit import logs
from cardkit.clock import Clock
from cardkit.lifecycle import Component

Done = Callable[[str, bytes], None]
"""Called once on the event loop: `("", action)` or `(code, b"")`."""

_AGAIN_S = 1.0


@dataclass(slots=True)
class _Job:
    request: bytes
    done: Done
    waits_until_s: float


class Workers(Component):
    """`ask` queues a decision; `count` processes take them one at a time, oldest first."""

    name = "workers"

    def __init__(
        self, clock: Clock, *, count: int, queue_max: int, wait_ms: int, stuck_ms: int
    ) -> None:
        self._clock = clock
        self._count = count
        self._queue_max = queue_max
        self._wait_s = wait_ms / 1000
        self._stuck_s = stuck_ms / 1000
        self._context = context()
        self._queue: deque[_Job] = deque()
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._waiting: asyncio.TimerHandle | None = None
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._stopping = False
        self.replaced = 0
        self._log = logs.get("workers")

    @property
    def queued(self) -> int:
        """Decisions that wait for a worker."""
        return len(self._queue)

    async def start(self) -> None:
        """Start every worker and wait until it has imported the strategies."""
        await asyncio.gather(*(self._add() for _ in range(self._count)))

    async def _add(self) -> None:
        worker = Worker(self._context)
        self._all.add(worker)
        await asyncio.wrap_future(worker.started)
        self._free(worker)

    def ask(self, request: bytes, done: Done) -> None:
        """Decide `request` (a serialised `DecideRequest`) in a worker. Raises Busy where too many
        wait already."""
        if len(self._queue) >= self._queue_max:
            raise Busy("queue")
        self._quiet.clear()
        self._queue.append(_Job(request, done, self._clock.monotonic_s() + self._wait_s))
        self._hand_out()
        self._watch_queue()

    def _hand_out(self) -> None:
        while self._idle and self._queue:
            self._begin(self._idle.pop(), self._queue.popleft())

    def _begin(self, worker: Worker, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        try:
            future = worker.choose(job.request)
        except BrokenProcessPool:
            self._queue.appendleft(job)
            self._replace(worker)
            return
        stuck = loop.call_later(self._stuck_s, self._kill_stuck, worker)

        def ended(answer: Future[tuple[str, bytes]]) -> None:
            stuck.cancel()
            self._finish(worker, job, answer)

        future.add_done_callback(lambda answer: _on_loop(loop, ended, answer))

    def _kill_stuck(self, worker: Worker) -> None:
        self._log.error("a worker is stuck")
        worker.kill()

    def _finish(self, worker: Worker, job: _Job, answer: Future[tuple[str, bytes]]) -> None:
        error = None if answer.cancelled() else answer.exception()
        if answer.cancelled() or isinstance(error, BrokenProcessPool):
            job.done(Busy.code, b"")
            self._replace(worker)
        elif error is not None:
            self._log.error("a decision failed", exc_info=error)
            job.done(BotError.code, b"")
            self._free(worker)
        else:
            job.done(*answer.result())
            self._free(worker)

    def _free(self, worker: Worker) -> None:
        if self._stopping:
            return
        self._idle.append(worker)
        self._hand_out()
        if not self._queue and len(self._idle) == len(self._all):
            self._quiet.set()

    def _replace(self, worker: Worker) -> None:
        worker.kill()
        self._all.discard(worker)
        if self._stopping:
            return
        self.replaced += 1
        self._log.warning("a worker is replaced", replaced=self.replaced)
        self._restart()

    def _restart(self) -> None:
        task = asyncio.ensure_future(self._add())
        task.add_done_callback(self._restarted)

    def _restarted(self, task: asyncio.Task[None] | asyncio.Future[None]) -> None:
        if task.cancelled() or self._stopping or (error := task.exception()) is None:
            return
        self._log.error("a worker did not start", error=type(error).__name__)
        self._all = {w for w in self._all if not _failed(w)}
        asyncio.get_running_loop().call_later(_AGAIN_S, self._restart)

    def _watch_queue(self) -> None:
        """Answer those that have waited too long, so that their engine may go on."""
        if self._waiting is not None or not self._queue:
            return
        delay_s = max(self._queue[0].waits_until_s - self._clock.monotonic_s(), 0.0)
        self._waiting = asyncio.get_running_loop().call_later(delay_s + 0.001, self._give_up_old)

    def _give_up_old(self) -> None:
        self._waiting = None
        now_s = self._clock.monotonic_s()
        while self._queue and self._queue[0].waits_until_s <= now_s:
            self._queue.popleft().done(Busy.code, b"")
        self._watch_queue()

    async def drain(self) -> None:
        """Wait until nothing is queued or at work."""
        await self._quiet.wait()

    async def stop(self) -> None:
        """End every worker; what is queued is answered Busy."""
        self._stopping = True
        if self._waiting is not None:
            self._waiting.cancel()
        for worker in self._all:
            worker.kill()
        while self._queue:
            self._queue.popleft().done(Busy.code, b"")


def _failed(worker: Worker) -> bool:
    return worker.started.done() and worker.started.exception() is not None


def _on_loop(
    loop: asyncio.AbstractEventLoop,
    ended: Callable[[Future[tuple[str, bytes]]], None],
    answer: Future[tuple[str, bytes]],
) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(ended, answer)
