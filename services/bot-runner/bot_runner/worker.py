"""What runs in a worker process, and how one is started and ended.

Workers are started from a process that has imported the strategies and nothing of the bus, so a
new one is ready at once and holds no socket of the service.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess

from bot_runner.choosing import choose_bytes


def context() -> BaseContext:
    """How worker processes are made: from a forkserver, or spawned where there is none."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["bot_runner.choosing"])
    return made


def _start() -> None:
    """A terminal's interrupt is the service's affair; without the service there is none here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(service: BaseProcess) -> None:
    service.join()
    os._exit(1)


class Worker:
    """One process that decides one request at a time."""

    def __init__(self, made_by: BaseContext) -> None:
        self._executor = ProcessPoolExecutor(1, mp_context=made_by, initializer=_start)
        self._pid = self._executor.submit(os.getpid)

    @property
    def started(self) -> Future[int]:
        """Its process id, once it is ready."""
        return self._pid

    def choose(self, request: bytes) -> Future[tuple[str, bytes]]:
        """`choose_bytes` there; the future raises BrokenProcessPool where the process dies.

        Raises BrokenProcessPool at once where it is dead already.
        """
        return self._executor.submit(choose_bytes, request)

    def kill(self) -> None:
        """End it at once, whatever it does."""
        if self._pid.done() and self._pid.exception() is None:
            with suppress(ProcessLookupError):
                os.kill(self._pid.result(), signal.SIGKILL)
        self._executor.shutdown(wait=False, cancel_futures=True)
