"""A whole table for one run, thrown away afterwards: benchmarks and tests stand on it.

The same servers and services as `carteado up` in a temporary folder, without its watching: what is
killed here stays dead until it is restarted.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from cardbus.contracts import party_name
from cardbus.permissions import authorization
from cardbus.provision import provision
from cardproto.v1 import contract_pb2
from carteado.embedded import HOST, nats_server, valkey_server
from carteado.fleet import PROVISIONER, USERS, Doors, Fleet, Plan, Servers, killed_at_the_end
from carteado.processes import ServerProcess, free_port

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
    """A running table. `nats` and `valkey` are its servers, `fleet` its services."""

    def __init__(self, nats: ServerProcess, valkey: ServerProcess, fleet: Fleet) -> None:
        self.nats = nats
        self.valkey = valkey
        self.fleet = fleet

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
        return {**members, "nats": self.nats.pid, "valkey": self.valkey.pid}

    def credentials(self, party: contract_pb2.Party) -> tuple[str, str, tuple[str, ...]]:
        """User, password and addresses with which that service is let in to NATS."""
        user = party_name(party)
        return user, self._servers.nats_passwords[user], self._servers.nats_urls

    @classmethod
    @contextmanager
    def temporary(
        cls,
        *,
        replicas: Mapping[str, int] | None = None,
        settings: Mapping[str, str] | None = None,
        folder: Path | None = None,
        site: Path = NO_SITE,
    ) -> Iterator[Stack]:
        """Start a table, and end it whatever happens.

        `replicas` by the service's name; `settings` by `CARTEADO_…` name. Raises ServerFailed.
        """
        with tempfile.TemporaryDirectory(prefix="carteado-") as made:
            home = folder or Path(made)
            stack = cls._built(home, replicas or {}, settings or {}, site)
            with killed_at_the_end([stack.nats, stack.valkey]):
                try:
                    stack._start()
                    yield stack
                finally:
                    stack.fleet.stop(10.0)
                    stack.nats.stop()
                    stack.valkey.stop()

    @classmethod
    def _built(
        cls, home: Path, replicas: Mapping[str, int], settings: Mapping[str, str], site: Path
    ) -> Stack:
        passwords = {user: secrets.token_urlsafe(18) for user in USERS}
        redis_password = secrets.token_urlsafe(18)
        nats_port, redis_port = free_port(), free_port()
        nats = nats_server(home / "nats", nats_port, authorization=authorization(passwords))
        valkey = valkey_server(home / "valkey", redis_port, redis_password)
        servers = Servers(
            (f"nats://{HOST}:{nats_port}",),
            passwords,
            f"redis://{HOST}:{redis_port}/0",
            redis_password,
        )
        ports = tuple(free_port() for _ in range(replicas.get("gateway", 1)))
        doors = Doors(HOST, ports, secrets.token_urlsafe(32), site)
        fleet = Fleet(servers, doors, Plan(replicas, settings), home / "logs", f"stack:{home}")
        stack = cls(nats, valkey, fleet)
        stack._servers = servers
        return stack

    _servers: Servers

    def _start(self) -> None:
        self.nats.start()
        self.valkey.start()
        password = self._servers.nats_passwords[PROVISIONER]
        asyncio.run(provision(self._servers.nats_urls, PROVISIONER, password))
        self.fleet.launch()
        self.fleet.await_ready()
