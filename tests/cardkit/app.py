"""A small service for the lifecycle's tests, run as a process: `python -m tests.cardkit.app`.

Its parts write what happens to them on standard output through the log.
"""

from __future__ import annotations

import asyncio
from typing import Literal

from cardkit import logs
from cardkit.lifecycle import Component, Runtime, main
from cardkit.settings import ServiceSettings

log = logs.get("app")


class AppSettings(ServiceSettings):
    """What the tests make go wrong."""

    fault: Literal["none", "start", "drain", "slow-drain", "give-up", "unhandled"] = "none"


class Part(Component):
    """Tells of its start, drain and stop, and fails where it is told to."""

    def __init__(self, name: str, fault: str, runtime: Runtime[AppSettings]) -> None:
        self.name = name
        self._fault = fault
        self._runtime = runtime

    async def start(self) -> None:
        """Fails under the fault `start`; under `give-up` the part gives up soon after."""
        log.info("start", component=self.name)
        loop = asyncio.get_running_loop()
        if self._fault == "start":
            raise RuntimeError("cannot start")
        if self._fault == "give-up":
            loop.call_later(0.05, self._runtime.give_up, "cannot go on")
        if self._fault == "unhandled":
            loop.call_soon(self._raise)

    def _raise(self) -> None:
        raise RuntimeError("nobody caught this")

    async def drain(self) -> None:
        """Fails under `drain`, never ends under `slow-drain`."""
        log.info("drain", component=self.name)
        if self._fault == "drain":
            raise RuntimeError("cannot drain")
        if self._fault == "slow-drain":
            await asyncio.Event().wait()

    async def stop(self) -> None:
        """Only tells."""
        log.info("stop", component=self.name)


def build(runtime: Runtime[AppSettings]) -> list[Component]:
    """Two parts; the second has the fault."""
    runtime.metrics.figure("answer", "A figure of the test", lambda: 42.0)
    password = runtime.settings.nats_password.get_secret_value()
    log.info("built", password=password, note=f"the password is {password}")
    return [
        Part("first", "none", runtime),
        Part("second", runtime.settings.fault, runtime),
    ]


if __name__ == "__main__":
    main("app", "1.2.3", AppSettings, build)
