"""A whole table for one run, thrown away afterwards: benchmarks and tests stand on it.

The same servers and services as `carteado up` in a temporary folder, without its watching: what is
killed here stays dead until it is restarted.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from cardbus.contracts import party_name
from cardbus.permissions import authorization
from cardbus.provision import provision
from cardproto.v1 import contract_pb2
from carteado.embedded import HOST, ClusterPlace, nats_server, valkey_server
from carteado.fleet import PROVISIONER, USERS, Doors, Fleet, Plan, Servers, killed_at_the_end
from carteado.processes import ServerProcess, free_port

Between = Callable[[str, int], int]
"""From a server's name (`nats`, `valkey`) and port to the port that the services are told."""

NO_SITE = Path("/nonexistent")

CROWD: Mapping[str, str] = {
    "CARTEADO_SOCKETS_PER_ADDRESS": "0",
    "CARTEADO_SESSIONS_PER_MINUTE": "0",
    "CARTEADO_HTTP_PER_S": "0",
    "CARTEADO_FRAMES_PER_S": "1000",
    "CARTEADO_FRAMES_BURST": "2000",
    "CARTEADO_ASKS_PER_S": "0",
}
"""Limits of the gateway for many quick clients from one address."""


class Stack:
    """A running table. `nats_nodes` and `valkey` are its servers, `fleet` its services."""

    def __init__(
        self,
        nats_nodes: Sequence[ServerProcess],
        valkey: ServerProcess,
        fleet: Fleet,
        servers: Servers,
        monitor_ports: Sequence[int],
        profile_port: int,
    ) -> None:
        self.nats_nodes = tuple(nats_nodes)
        self.valkey = valkey
        self.fleet = fleet
        self.servers = servers
        self.monitor_ports = tuple(monitor_ports)
        """Where each NATS node tells of itself over HTTP."""
        self.profile_port = profile_port
        """Where the first of them tells of its heap."""

    @property
    def nats(self) -> ServerProcess:
        """The only NATS server, or the first of the cluster."""
        return self.nats_nodes[0]

    @property
    def url(self) -> str:
        """Address of the first gateway."""
        return self.urls[0]

    @property
    def urls(self) -> tuple[str, ...]:
        """Addresses of all gateways."""
        return tuple(f"http://{HOST}:{port}" for port in self.fleet.doors.ports)

    def pids(self) -> dict[str, int]:
        """Every server process by name."""
        members = {member.instance: member.process.pid for member in self.fleet.members}
        nodes = {node.name: node.pid for node in self.nats_nodes}
        return {**members, **nodes, "valkey": self.valkey.pid}

    def credentials(self, party: contract_pb2.Party) -> tuple[str, str, tuple[str, ...]]:
        """User, password and addresses with which that service is let in to NATS."""
        user = party_name(party)
        return user, self.servers.nats_passwords[user], self.servers.nats_urls

    @classmethod
    @contextmanager
    def temporary(
        cls,
        *,
        replicas: Mapping[str, int] | None = None,
        settings: Mapping[str, str] | None = None,
        folder: Path | None = None,
        site: Path = NO_SITE,
        nats_nodes: int = 1,
        between: Between = lambda _, port: port,
    ) -> Iterator[Stack]:
        """Start a table, and end it whatever happens.

        `replicas` by the service's name; `settings` by `CARTEADO_…` name; `nats_nodes` above 1: a
        cluster with as many copies of each stream; `between` may put something between the
        services and a server. Raises ServerFailed.
        """
        with tempfile.TemporaryDirectory(prefix="carteado-") as made:
            home = folder or Path(made)
            plan = Plan(replicas or {}, settings or {})
            stack = cls._built(home, plan, site, nats_nodes, between)
            with killed_at_the_end([*stack.nats_nodes, stack.valkey]):
                try:
                    stack._start()
                    yield stack
                finally:
                    stack.fleet.stop(10.0)
                    for node in stack.nats_nodes:
                        node.stop()
                    stack.valkey.stop()

    @classmethod
    def _built(cls, home: Path, plan: Plan, site: Path, nats_nodes: int, between: Between) -> Stack:
        passwords = {user: secrets.token_urlsafe(18) for user in USERS}
        redis_password = secrets.token_urlsafe(18)
        nats_ports = [free_port() for _ in range(nats_nodes)]
        monitors = [free_port() for _ in range(nats_nodes)]
        profile = free_port()
        nodes = _nats_nodes(home, nats_ports, monitors, profile, passwords)
        redis_port = free_port()
        valkey = valkey_server(home / "valkey", redis_port, redis_password)
        servers = Servers(
            tuple(f"nats://{HOST}:{between('nats', port)}" for port in nats_ports),
            passwords,
            f"redis://{HOST}:{between('valkey', redis_port)}/0",
            redis_password,
        )
        ports = tuple(free_port() for _ in range(plan.replicas.get("gateway", 1)))
        doors = Doors(HOST, ports, secrets.token_urlsafe(32), site)
        fleet = Fleet(servers, doors, plan, home / "logs", f"stack:{home}")
        return cls(nodes, valkey, fleet, servers, monitors, profile)

    def _start(self) -> None:
        for node in self.nats_nodes:
            node.launch()
        for node in self.nats_nodes:
            node.await_ready(30.0)
        self.valkey.start()
        asyncio.run(
            provision(
                self.servers.nats_urls,
                PROVISIONER,
                self.servers.nats_passwords[PROVISIONER],
                replicas=len(self.nats_nodes),
            )
        )
        self.fleet.launch()
        self.fleet.await_ready()


def _nats_nodes(
    home: Path,
    ports: Sequence[int],
    monitors: Sequence[int],
    profile: int,
    passwords: Mapping[str, str],
) -> list[ServerProcess]:
    """One server, or several as one cluster, named `n1`, `n2` and so on."""
    block = authorization(passwords)
    if len(ports) == 1:
        [port], [monitor] = ports, monitors
        return [
            nats_server(
                home / "nats",
                port,
                authorization=block,
                monitor_port=monitor,
                profile_port=profile,
            )
        ]
    routes = tuple(free_port() for _ in ports)
    return [
        nats_server(
            home / f"n{number}",
            port,
            authorization=block,
            monitor_port=monitor,
            profile_port=profile if number == 1 else None,
            cluster=ClusterPlace(f"n{number}", route, routes),
        )
        for number, (port, monitor, route) in enumerate(
            zip(ports, monitors, routes, strict=True), 1
        )
    ]
