"""What can go wrong in the timer itself.

TimerError
└── StoreUnavailable    Redis is away, still loading, or lost the connection; wait and go on
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from cardkit import logs


class TimerError(Exception):
    """Base of what the timer raises."""


class StoreUnavailable(TimerError):
    """Redis did not answer; repeating is safe."""


def watched(
    work: Coroutine[object, object, None], give_up: Callable[[str], None]
) -> asyncio.Task[None]:
    """A task for `work` whose end by an exception ends the process: half a timer helps nobody."""

    def ended(task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            logs.get("timer").error("a loop ended", exc_info=error)
            give_up(type(error).__name__)

    task = asyncio.create_task(work)
    task.add_done_callback(ended)
    return task


async def end(task: asyncio.Task[None] | None) -> None:
    """Cancel a loop and wait for its end.

    The loop must look at a flag as well: on Python 3.11 `asyncio.wait_for`, inside the Redis
    client, may swallow a cancellation.
    """
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
