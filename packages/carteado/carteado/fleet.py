"""The five services as child processes: what each is told, and how many of each run.

The order is that of the start; the end is in reverse, so that the doors close first.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from carteado.embedded import HOST
from carteado.operators import serves
from carteado.processes import ServerFailed, ServerProcess, free_port

BAD_SETTINGS = 78


@dataclass(frozen=True, slots=True)
class Kind:
    """One service: its name for people, its NATS user, and the module that runs it."""

    name: str
    user: str
    module: str
    redis: bool = False


ENGINE = Kind("engine", "engine", "game_engine")
BOT_RUNNER = Kind("bot-runner", "bot-runner", "bot_runner")
TIMER = Kind("timer", "timer", "timer", redis=True)
LOBBY = Kind("lobby", "lobby", "lobby", redis=True)
GATEWAY = Kind("gateway", "gateway", "gateway")
KINDS = (ENGINE, BOT_RUNNER, TIMER, LOBBY, GATEWAY)
PROVISIONER = "provisioner"
USERS = (*(kind.user for kind in KINDS), PROVISIONER)
"""Every user of the NATS server, as `cardbus.permissions.authorization` wants them."""


@dataclass(frozen=True, slots=True)
class Servers:
    """Where the servers are and how to be let in. `redis_url` bears no password."""

    nats_urls: tuple[str, ...]
    nats_passwords: Mapping[str, str]
    redis_url: str
    redis_password: str


@dataclass(frozen=True, slots=True)
class Doors:
    """How clients come in: address, the port of each gateway, the key of sessions, the site."""

    host: str
    ports: tuple[int, ...]
    session_key: str
    site: Path


@dataclass(frozen=True, slots=True)
class Plan:
    """How many of each service, and settings beyond the addresses by `CARTEADO_…` name."""

    replicas: Mapping[str, int] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)

    def count(self, kind: Kind) -> int:
        """Processes of that kind; one unless said otherwise."""
        return self.replicas.get(kind.name, 1)


class Member:
    """One process of a service. Every start takes new operator ports."""

    def __init__(
        self,
        kind: Kind,
        instance: str,
        environment: Mapping[str, str],
        logs: Path,
        marker: str,
    ) -> None:
        self.kind = kind
        self.instance = instance
        self.marker = marker
        self._environment = dict(environment)
        self._logs = logs
        self.admin = ""
        self.process = self._process()

    def _process(self) -> ServerProcess:
        port = free_port()
        self.admin = f"{HOST}:{port}"
        environment = {
            **self._environment,
            "CARTEADO_INSTANCE": self.instance,
            "CARTEADO_ADMIN_PORT": str(port),
            "CARTEADO_LIFELINE": "true",
        }
        admin = self.admin
        return ServerProcess(
            self.instance,
            (sys.executable, "-m", self.kind.module, self.marker),
            self._logs / f"{self.instance}.log",
            lambda: serves(admin),
            environment,
            lifeline=True,
        )

    def launch(self) -> None:
        """Start it without waiting; after an end this is a restart."""
        if self.process.exit_code is not None:
            self.process = self._process()
        self.process.launch()

    def restart(self, deadline_s: float = 30.0) -> None:
        """Stop it if it runs, start it again and wait until it is ready."""
        self.process.stop()
        self.launch()
        self.process.await_ready(deadline_s)

    def kill(self) -> None:
        """SIGKILL."""
        self.process.kill()

    def freeze(self) -> None:
        """SIGSTOP."""
        self.process.freeze()

    def thaw(self) -> None:
        """SIGCONT."""
        self.process.thaw()


class Fleet:
    """All processes of the five services for one set of servers. Nothing runs yet."""

    def __init__(self, servers: Servers, doors: Doors, plan: Plan, logs: Path, marker: str) -> None:
        self.doors = doors
        self._servers = servers
        self._plan = plan
        self._logs = logs
        self._marker = marker
        self.members = [
            self._member(kind, number)
            for kind in KINDS
            for number in range(1, plan.count(kind) + 1)
        ]

    def _member(self, kind: Kind, number: int) -> Member:
        environment = self._environment(kind)
        if kind is GATEWAY:
            environment["CARTEADO_HTTP_PORT"] = str(self.doors.ports[number - 1])
        return Member(kind, f"{kind.name}-{number}", environment, self._logs, self._marker)

    def _environment(self, kind: Kind) -> dict[str, str]:
        """What one service is told: the caller's environment, the plan's settings, addresses."""
        servers, doors = self._servers, self.doors
        told = {
            "CARTEADO_NATS_URLS": ",".join(servers.nats_urls),
            "CARTEADO_NATS_USER": kind.user,
            "CARTEADO_NATS_PASSWORD": servers.nats_passwords[kind.user],
            "CARTEADO_LOG_FORMAT": "json",
            "PYTHONUNBUFFERED": "1",
        }
        if kind.redis:
            told["CARTEADO_REDIS_URL"] = servers.redis_url
            told["CARTEADO_REDIS_PASSWORD"] = servers.redis_password
        if kind is GATEWAY:
            told["CARTEADO_SESSION_KEY"] = doors.session_key
            told["CARTEADO_HTTP_HOST"] = doors.host
            told["CARTEADO_SITE_DIR"] = str(doors.site)
        return {**os.environ, **self._plan.settings, **told}

    def of(self, kind: str) -> list[Member]:
        """The members of one kind, by its name."""
        return [member for member in self.members if member.kind.name == kind]

    def add(self, kind: str) -> Member:
        """One more replica of a kind other than the gateway, launched. Raises KeyError."""
        known = {known.name: known for known in KINDS if known is not GATEWAY}
        member = self._member(known[kind], len(self.of(kind)) + 1)
        self.members.append(member)
        member.launch()
        return member

    def launch(self) -> None:
        """Start every member, in order, without waiting."""
        for member in self.members:
            member.launch()

    def await_ready(
        self, deadline_s: float = 60.0, meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Block until all serve; `meanwhile` is called again and again.

        Raises ServerFailed, with the end of its log, when one ends or time is up.
        """
        until = time.monotonic() + deadline_s
        waiting = list(self.members)
        while waiting:
            meanwhile()
            ended = next((m for m in waiting if not m.process.running), None)
            late = ended or (waiting[0] if time.monotonic() > until else None)
            if late is not None:
                what = "is not ready" if ended is None else f"ended ({late.process.exit_code})"
                raise ServerFailed(f"{late.instance} {what}:\n{late.process.log_tail()}")
            waiting = [member for member in waiting if not member.process.ready]
            time.sleep(0.1)

    def stop(self, deadline_s: float = 30.0, meanwhile: Callable[[], None] = lambda: None) -> None:
        """End all in reverse order of the start, kind by kind; who is late is killed."""
        for kind in reversed(KINDS):
            members = self.of(kind.name)
            for member in members:
                member.process.terminate()
            until = time.monotonic() + deadline_s
            while any(m.process.running for m in members) and time.monotonic() < until:
                meanwhile()
                time.sleep(0.02)
            for member in members:
                member.process.stop(0)

    def kill(self) -> None:
        """SIGKILL for all."""
        for member in self.members:
            member.process.kill()


@contextmanager
def killed_at_the_end(processes: Sequence[ServerProcess]) -> Iterator[None]:
    """Whatever happens inside, none of `processes` lives afterwards."""
    try:
        yield
    finally:
        for process in processes:
            process.kill()
