"""A process from its first line to its exit status: ordered start, readiness, drain, stop.

Exit statuses: 0 an orderly end, 1 a failed start or a component that gave up, 78 bad settings.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, TypeVar

from pydantic import SecretStr

from cardkit import admin, logs
from cardkit.clock import Clock, SystemClock
from cardkit.health import OperatorServer
from cardkit.metrics import Metrics
from cardkit.settings import ServiceSettings, load

S = TypeVar("S", bound=ServiceSettings)

FAILED = 1
_STOP_S = 5.0
_LAG_EVERY_S = 0.5
_GARBAGE = (5_000, 20, 20)
"""New objects until the young are looked through, and how often until the older are."""


class Component:
    """A part of a service with a start and an end. Each method may be left as it is."""

    name: str = "component"

    async def start(self) -> None:
        """Connect, subscribe, listen. Raising ends the process with status 1."""

    async def drain(self) -> None:
        """Take no new work and finish what there is; cancelled when the drain's time is up."""

    async def stop(self) -> None:
        """Close what was opened; called also where `start` raised half-way."""


@dataclass
class Runtime(Generic[S]):
    """What a process hands to its parts: settings, clock, metrics, and the way to end it."""

    name: str
    version: str
    settings: S
    clock: Clock
    metrics: Metrics
    started_ms: int
    ready: bool = False
    draining: bool = False
    failed: bool = False
    _stop: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def figures(self) -> dict[str, Callable[[], float]]:
        """The figures that the admin status shows; add one with `metrics.figure`."""
        return self.metrics.figures

    def ask_to_stop(self, reason: str) -> None:
        """Begin an orderly end; called on the event loop, any number of times."""
        if not self._stop.is_set():
            logs.get("lifecycle").info("stopping", reason=reason)
            self._stop.set()

    def give_up(self, reason: str) -> None:
        """End in an orderly way but with status 1: a part cannot go on."""
        if not self.failed:
            self.failed = True
            logs.get("lifecycle").error("giving up", reason=reason)
        self._stop.set()

    async def asked_to_stop(self) -> None:
        """Wait until the process is to end."""
        await self._stop.wait()


Build = Callable[[Runtime[S]], Sequence[Component] | Awaitable[Sequence[Component]]]
"""A service's `bootstrap.build`: makes the components in the order of their start."""


class OperatorDoor(Component):
    """Metrics and the operators' gRPC; first to start, last to stop."""

    name = "operators"

    def __init__(self, runtime: Runtime[Any]) -> None:
        self._runtime = runtime
        self._server = OperatorServer([admin.registration(runtime)])

    async def start(self) -> None:
        """Listen on both ports."""
        settings = self._runtime.settings
        metrics = self._runtime.metrics.expose(settings.metrics_host, settings.metrics_port)
        port = await self._server.start(settings.admin_host, settings.admin_port)
        logs.get("lifecycle").info("operators' ports", admin_port=port, metrics_port=metrics)

    async def set_ready(self, ready: bool) -> None:
        """Tell health whether the service takes work."""
        self._runtime.ready = ready
        await self._server.set_ready(ready)

    async def stop(self) -> None:
        """Stop listening on both."""
        await self._server.stop(0.5)
        await asyncio.to_thread(self._runtime.metrics.close)


async def _measure_lag(runtime: Runtime[Any]) -> None:
    """Keep the gauge of how late the event loop runs what is due."""
    gauge = runtime.metrics.gauge("loop_lag_seconds", "How late the event loop woke, last seen")
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_EVERY_S
        await asyncio.sleep(_LAG_EVERY_S)
        gauge.set(max(loop.time() - due, 0.0))


async def _end(components: Sequence[Component], runtime: Runtime[Any], door: OperatorDoor) -> None:
    """Drain in reverse order within the settings' time, then stop in reverse order."""
    log = logs.get("lifecycle")
    runtime.draining = True
    await door.set_ready(False)
    try:
        async with asyncio.timeout(runtime.settings.drain_s):
            for component in reversed(components):
                try:
                    await component.drain()
                except Exception:
                    log.exception("drain failed", component=component.name)
                    runtime.failed = True
    except TimeoutError:
        log.error("drain cut short", after_s=runtime.settings.drain_s)
        runtime.failed = True
    await _stop(components, runtime)


async def _stop(components: Sequence[Component], runtime: Runtime[Any]) -> None:
    for component in reversed(components):
        try:
            async with asyncio.timeout(_STOP_S):
                await component.stop()
        except Exception:
            logs.get("lifecycle").exception("stop failed", component=component.name)
            runtime.failed = True


async def serve(runtime: Runtime[S], build: Build[S]) -> int:
    """Run a service until it is asked to stop; its exit status.

    Starts the components in order. SIGTERM and SIGINT begin the drain; a second one of either
    ends the process at once.
    """
    log = logs.get("lifecycle")
    loop = asyncio.get_running_loop()
    _catch_signals(loop, runtime)
    _count_unhandled(loop, runtime)
    if runtime.settings.lifeline:
        _hold_lifeline(loop, runtime)
    door = OperatorDoor(runtime)
    started: list[Component] = []
    lag = asyncio.create_task(_measure_lag(runtime))
    try:
        made = build(runtime)
        components = await made if isinstance(made, Awaitable) else made
        for component in (door, *components):
            started.append(component)
            await component.start()
    except Exception:
        log.exception("start failed", component=started[-1].name if started else "bootstrap")
        await _stop(started, runtime)
        return FAILED
    else:
        await door.set_ready(True)
        log.info("ready", took_ms=runtime.clock.now_ms() - runtime.started_ms)
        await runtime.asked_to_stop()
        await _end(started, runtime, door)
        log.info("stopped", orderly=not runtime.failed)
        return FAILED if runtime.failed else 0
    finally:
        lag.cancel()


def _catch_signals(loop: asyncio.AbstractEventLoop, runtime: Runtime[Any]) -> None:
    def on_signal(received: signal.Signals) -> None:
        if runtime.draining:
            logs.get("lifecycle").error("ended at once", reason=f"second {received.name}")
            sys.stdout.flush()
            signal.signal(received, signal.SIG_DFL)
            signal.raise_signal(received)
        runtime.ask_to_stop(received.name)

    for caught in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(caught, on_signal, caught)


def _hold_lifeline(loop: asyncio.AbstractEventLoop, runtime: Runtime[Any]) -> None:
    """Stop when standard input ends, which is when the starter has gone, even by SIGKILL."""
    descriptor = sys.stdin.fileno()

    def on_input() -> None:
        if not os.read(descriptor, 4096):
            loop.remove_reader(descriptor)
            runtime.ask_to_stop("whoever started this process is gone")

    loop.add_reader(descriptor, on_input)


def _count_unhandled(loop: asyncio.AbstractEventLoop, runtime: Runtime[Any]) -> None:
    counter = runtime.metrics.counter(
        "unhandled_errors", "Exceptions that no code of the service caught"
    )

    def on_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        counter.inc()
        error = context.get("exception")
        logs.get("lifecycle").error(
            "unhandled error", about=context.get("message"), exc_info=error or None
        )

    loop.set_exception_handler(on_error)


def _remember_secrets(settings: ServiceSettings) -> None:
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        if isinstance(value, SecretStr):
            logs.redactor.remember(value.get_secret_value())


def main(name: str, version: str, settings_type: type[S], build: Build[S]) -> NoReturn:
    """The whole of a service's `__main__`: settings, logs, loop, `serve`, exit status."""
    settings = load(settings_type)
    logs.configure(name, settings.instance, form=settings.log_format, level=settings.log_level)
    _remember_secrets(settings)

    async def run() -> int:
        clock = SystemClock()
        runtime = Runtime(name, version, settings, clock, Metrics(), clock.now_ms())
        return await serve(runtime, build)

    spare_the_collector()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        status = runner.run(run())
    sys.exit(status)


def spare_the_collector() -> None:
    """Let the garbage collector pass over what this process has loaded by now, which stands for as
    long as it runs: a full pass over modules and messages holds everybody up for 40 ms. Young
    objects are looked through less often: most of what a message makes is gone without."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's where it is installed (it is not for every platform), else asyncio's own."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
