"""`carteado up`: everything on one machine, and one readable log.

The real servers from packages on free loopback ports, streams provisioned, the five services as
processes, watched and started again when they die, until Ctrl-C or SIGTERM ends all in order.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardbus.errors import ConnectFailed
from cardbus.permissions import authorization
from cardbus.provision import ProvisionFailed, provision
from carteado.console import Console, Tail
from carteado.embedded import HOST, nats_server, valkey_server
from carteado.fleet import (
    BAD_SETTINGS,
    KINDS,
    PROVISIONER,
    USERS,
    Doors,
    Fleet,
    Member,
    Plan,
    Servers,
)
from carteado.home import Home, HomeBusy, Running, Secrets
from carteado.numbers import between
from carteado.processes import ServerFailed, ServerProcess, free_port, port_is_free

_BACKOFF_S = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_HEALTHY_AFTER_S = 60.0
_TICK_S = 0.1
# One Ctrl-C may arrive twice: from the terminal, and from a make that passes it on.
_SAME_PRESS_S = 1.0


@dataclass
class _Watched:
    """A process that is started again when it dies; `tries` counts quick deaths."""

    name: str
    running: Callable[[], bool]
    exit_code: Callable[[], int | None]
    launch: Callable[[], None]
    launched_s: float
    tries: int = 0
    due_s: float | None = None


class Table:
    """One running table on one folder."""

    def __init__(self, home: Home, console: Console, arguments: argparse.Namespace) -> None:
        self._home = home
        self._console = console
        self._arguments = arguments
        self._stop = threading.Event()
        self._urgent = False
        self._asked_s = 0.0
        self._tails: list[Tail] = []

    def run(self) -> int:
        """Start, watch, stop; the exit status."""
        for caught in (signal.SIGINT, signal.SIGTERM):
            signal.signal(caught, self._on_signal)
        for name in self._home.stop_leftovers():
            self._console.warn(f"ended {name}, left behind by an earlier run that was killed")
        secrets = self._secrets()
        nats = nats_server(
            self._home.path / "nats",
            secrets.nats_port,
            authorization=authorization(secrets.nats_passwords),
        )
        valkey = valkey_server(
            self._home.path / "valkey", secrets.redis_port, secrets.redis_password
        )
        fleet = self._fleet(secrets)
        self._tails = [
            *(Tail(s.name, s.log, troubles_only=True) for s in (nats, valkey)),
            *(Tail(m.instance, m.process.log) for m in fleet.members),
        ]
        try:
            self._start(nats, valkey, fleet, secrets)
            if not self._stop.is_set():
                self._announce(fleet)
            return self._watch((nats, valkey), fleet)
        except (ServerFailed, ConnectFailed, ProvisionFailed) as error:
            self._pump()
            self._console.warn(str(error))
            return 1
        finally:
            self._end((nats, valkey), fleet)

    def _on_signal(self, number: int, _: object) -> None:
        now_s = time.monotonic()
        if not self._stop.is_set():
            self._asked_s = now_s
        elif now_s - self._asked_s > _SAME_PRESS_S:
            self._urgent = True
        self._stop.set()

    def _secrets(self) -> Secrets:
        """The kept secrets, with ports that are free now."""
        secrets = self._home.secrets(USERS, (free_port(), free_port()))
        if not port_is_free(secrets.nats_port):
            secrets = dataclasses.replace(secrets, nats_port=self._other_port(secrets.nats_port))
        if not port_is_free(secrets.redis_port):
            secrets = dataclasses.replace(secrets, redis_port=self._other_port(secrets.redis_port))
        self._home.keep(secrets)
        return secrets

    def _other_port(self, taken: int) -> int:
        other = free_port()
        self._console.say(f"port {taken} of the last run is taken, using {other}")
        return other

    def _fleet(self, secrets: Secrets) -> Fleet:
        arguments = self._arguments
        replicas = {kind.name: getattr(arguments, _option(kind.name)) for kind in KINDS}
        ports = self._gateway_ports(replicas["gateway"])
        servers = Servers(
            (f"nats://{HOST}:{secrets.nats_port}",),
            secrets.nats_passwords,
            f"redis://{HOST}:{secrets.redis_port}/0",
            secrets.redis_password,
        )
        doors = Doors(arguments.host, ports, secrets.session_key, arguments.site.resolve())
        marker = f"carteado:{self._home.path}"
        return Fleet(servers, doors, Plan(replicas), self._home.logs, marker)

    def _gateway_ports(self, count: int) -> tuple[int, ...]:
        """The asked port, or 8080, or a free one where that is taken and none was asked for."""
        arguments = self._arguments
        first = arguments.port or 8080
        if arguments.port == 0 or not port_is_free(first, arguments.host):
            if arguments.port:
                raise ServerFailed(f"port {first} is taken; choose another with --port")
            if arguments.port is None:
                self._console.say(f"port {first} is taken, taking a free one")
            first = free_port(arguments.host)
        return (first, *(free_port(arguments.host) for _ in range(count - 1)))

    def _start(
        self, nats: ServerProcess, valkey: ServerProcess, fleet: Fleet, secrets: Secrets
    ) -> None:
        self._console.say("starting nats-server and valkey")
        nats.start()
        valkey.start(deadline_s=60)
        self._note((nats, valkey), fleet)
        self._console.say("provisioning streams")
        password = secrets.nats_passwords[PROVISIONER]
        asyncio.run(provision((f"nats://{HOST}:{secrets.nats_port}",), PROVISIONER, password))
        self._console.say("starting the services")
        fleet.launch()
        self._note((nats, valkey), fleet)
        fleet.await_ready(meanwhile=self._while_waiting)

    def _while_waiting(self) -> None:
        self._pump()
        if self._stop.is_set():
            raise ServerFailed("stopped before everything was ready")

    def _announce(self, fleet: Fleet) -> None:
        shown = "localhost" if fleet.doors.host in {"0.0.0.0", "::"} else fleet.doors.host
        shown = f"[{shown}]" if ":" in shown else shown
        lines = [f"Carteado is up:  http://{shown}:{port}" for port in fleet.doors.ports[:1]]
        lines += [f"also at          http://{shown}:{port}" for port in fleet.doors.ports[1:]]
        if fleet.doors.host not in {"127.0.0.1", "::1", "localhost"}:
            lines.append(f"open to others on every address that {fleet.doors.host} stands for")
        if not (fleet.doors.site / "index.html").exists():
            lines.append(f"the web client is not built ({fleet.doors.site}): run 'make web'")
        lines.append(f"games are kept in {self._home.path}; Ctrl-C stops")
        self._console.banner(lines)

    def _watch(self, servers: tuple[ServerProcess, ...], fleet: Fleet) -> int:
        """Show the log and start again what dies, until asked to stop; the exit status."""
        watched = [
            *(_watch_server(server) for server in servers),
            *(_watch_member(member) for member in fleet.members),
        ]
        while not self._stop.wait(_TICK_S):
            self._pump()
            for one in watched:
                if self._look_after(one):
                    self._note(servers, fleet)
        return 0

    def _look_after(self, one: _Watched) -> bool:
        """Start `one` again where it died and its back-off is over; True if it was started."""
        now_s = time.monotonic()
        if one.running():
            return False
        if one.due_s is None:
            if one.exit_code() == BAD_SETTINGS:
                raise ServerFailed(f"{one.name} refuses its settings, see above")
            one.tries = 0 if now_s - one.launched_s > _HEALTHY_AFTER_S else one.tries
            wait_s = _BACKOFF_S[min(one.tries, len(_BACKOFF_S) - 1)]
            self._console.warn(
                f"{one.name} died ({one.exit_code()}): starting it again in {wait_s} s"
            )
            one.tries += 1
            one.due_s = now_s + wait_s
        if now_s < one.due_s:
            return False
        one.due_s, one.launched_s = None, now_s
        one.launch()
        return True

    def _pump(self) -> None:
        for tail in self._tails:
            tail.pump(self._console)

    def _note(self, servers: tuple[ServerProcess, ...], fleet: Fleet) -> None:
        self._home.note_running(
            [
                *(Running(s.name, s.pid, str(self._home.path)) for s in servers),
                *(
                    Running(m.instance, m.process.pid, m.marker, m.admin)
                    for m in fleet.members
                    if m.process.running
                ),
            ]
        )

    def _end(self, servers: tuple[ServerProcess, ...], fleet: Fleet) -> None:
        self._console.say("stopping (Ctrl-C again: at once)")

        def meanwhile() -> None:
            self._pump()
            if self._urgent:
                fleet.kill()

        fleet.stop(meanwhile=meanwhile)
        for server in servers:
            server.stop()
        self._pump()
        self._home.note_running([])
        self._console.say("stopped")


def _watch_server(server: ServerProcess) -> _Watched:
    return _Watched(
        server.name,
        lambda: server.running,
        lambda: server.exit_code,
        server.launch,
        time.monotonic(),
    )


def _watch_member(member: Member) -> _Watched:
    return _Watched(
        member.instance,
        lambda: member.process.running,
        lambda: member.process.exit_code,
        member.launch,
        time.monotonic(),
    )


def _option(kind: str) -> str:
    """The attribute of the replica count's option: `--engines`, `--bot-runners`, …"""
    return f"{kind.replace('-', '_')}s"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `carteado up`."""
    built = Path(__file__).resolve().parents[3] / "web" / "dist"
    parser.add_argument("--host", default=HOST, help="address of the web server (%(default)s)")
    parser.add_argument(
        "--port",
        type=between(int, 0, 65_535),
        help="its port (8080, or a free one if taken; 0: any)",
    )
    parser.add_argument(
        "--home", type=Path, default=Path(".carteado"), help="folder of all files (%(default)s)"
    )
    parser.add_argument("--site", type=Path, default=built, help="the built web client")
    for kind in KINDS:
        name = kind.name + "s"
        parser.add_argument(
            f"--{name.replace('lobbys', 'lobbies')}",
            dest=_option(kind.name),
            type=between(int, 1, 32),
            default=1,
            metavar="N",
            help=f"processes of the {kind.name} (1)",
        )


def main(arguments: argparse.Namespace) -> int:
    """Run a table until it is asked to stop; the exit status."""
    console = Console()
    try:
        home = Home(arguments.home)
        with home.lock():
            return Table(home, console, arguments).run()
    except (HomeBusy, ServerFailed, OSError) as error:
        console.warn(str(error))
        return 1
