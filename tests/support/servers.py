"""Real NATS and Redis-compatible servers for tests; usable outside pytest too.

`CARTEADO_TEST_SERVERS` chooses: `embedded` (processes from packages), `docker` (containers through
testcontainers) or `auto` (the default: containers where a Docker engine answers and has or can
get the images, else embedded). Failures can be played on either: `kill`, `freeze`, `thaw`,
`restart` keep address and stored files.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol

from carteado.embedded import HOST, ClusterPlace, nats_server, valkey_server
from carteado.processes import ServerFailed, ServerProcess, free_port

Kind = Literal["embedded", "docker"]


class Control(Protocol):
    """What a test may do to a server."""

    def start(self, deadline_s: float = 10.0) -> None:
        """Start it and block until it answers."""

    def stop(self, deadline_s: float = 10.0) -> int:
        """Ask it to end; its exit status."""

    def kill(self) -> None:
        """SIGKILL."""

    def freeze(self) -> None:
        """SIGSTOP: sockets stay open, nothing answers."""

    def thaw(self) -> None:
        """SIGCONT."""

    def restart(self, deadline_s: float = 10.0) -> None:
        """Stop it if it runs, and start it on the same address and files."""

    def log_tail(self, lines: int = 12) -> str:
        """The end of its log."""


@dataclass(frozen=True, slots=True)
class Nats:
    """One running nats-server. `passwords` is by user; empty where everybody may do anything."""

    control: Control
    port: int
    passwords: Mapping[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Address without credentials."""
        return f"nats://{HOST}:{self.port}"


@dataclass(frozen=True, slots=True)
class Redis:
    """One running Redis-compatible server with an append-only file."""

    control: Control
    port: int
    password: str

    @property
    def url(self) -> str:
        """Address with the password, database 0."""
        return f"redis://:{self.password}@{HOST}:{self.port}/0"

    @property
    def address(self) -> str:
        """Address without the password, as the services' settings take it."""
        return f"redis://{HOST}:{self.port}/0"

    def flush(self) -> None:
        """Forget every key."""
        with socket.create_connection((HOST, self.port), timeout=5) as connection:
            connection.sendall(f"AUTH {self.password}\r\nFLUSHALL\r\n".encode())
            answer = b""
            while answer.count(b"\r\n") < 2:
                answer += connection.recv(4096)
        if answer != b"+OK\r\n+OK\r\n":
            raise ServerFailed(f"FLUSHALL: {answer!r}")


Authorization = Callable[[Mapping[str, str]], Mapping[str, Any]]
"""Makes NATS' block `authorization` from the users' passwords (`cardbus.permissions`)."""


def credentials(
    users: tuple[str, ...], authorization: Authorization | None
) -> tuple[dict[str, str], Mapping[str, Any] | None]:
    """Fresh passwords for `users`, and the block that `authorization` makes of them."""
    if authorization is None:
        return {}, None
    passwords = {user: secrets.token_urlsafe(12) for user in users}
    return passwords, authorization(passwords)


def start_nats(
    folder: Path,
    kind: Kind | None = None,
    users: tuple[str, ...] = (),
    authorization: Authorization | None = None,
) -> Nats:
    """Start one nats-server with JetStream; without `authorization` it lets everybody in.

    `kind` None: what the environment chooses.
    """
    passwords, block = credentials(users, authorization)
    port = free_port()
    control: Control
    if (kind or chosen_kind()[0]) == "docker":
        from tests.support.containers import nats_container

        control = nats_container(folder, port, block)
    else:
        control = nats_server(folder, port, authorization=block)
    control.start()
    return Nats(control, port, passwords)


def start_redis(folder: Path, kind: Kind | None = None, fsync: str = "everysec") -> Redis:
    """Start one Redis-compatible server; `fsync` as in Redis' `appendfsync`, `kind` as above."""
    port, password = free_port(), secrets.token_urlsafe(12)
    control: Control
    if (kind or chosen_kind()[0]) == "docker":
        from tests.support.containers import redis_container

        control = redis_container(folder, port, password, fsync)
    else:
        control = valkey_server(folder, port, password, fsync)
    control.start()
    return Redis(control, port, password)


@dataclass(frozen=True, slots=True)
class NatsCluster:
    """Three nats-servers of one cluster, each a process; streams may have three replicas."""

    nodes: tuple[ServerProcess, ...]
    ports: tuple[int, ...]
    monitor_ports: tuple[int, ...]
    passwords: Mapping[str, str] = field(default_factory=dict)

    @property
    def urls(self) -> list[str]:
        """Address of every node, without credentials."""
        return [f"nats://{HOST}:{port}" for port in self.ports]

    def node(self, name: str) -> ServerProcess:
        """The node of that server name (`n1`, `n2`, `n3`), as stream leaders are reported."""
        return next(node for node in self.nodes if node.name == name)

    def await_ready(self, deadline_s: float = 20.0) -> None:
        """Block until every running node says that its JetStream is current."""
        until = time.monotonic() + deadline_s
        for node, port in zip(self.nodes, self.monitor_ports, strict=True):
            while node.running and not _healthy(port):
                if time.monotonic() > until:
                    raise ServerFailed(f"{node.name} not current: {node.log_tail()}")
                time.sleep(0.05)

    def leader_of(self, stream: str) -> str | None:
        """Server name of the stream's leader as the first answering node knows it."""
        for node, port in zip(self.nodes, self.monitor_ports, strict=True):
            if node.running and (leader := leader_of(port, stream)):
                return leader
        return None

    def stop(self) -> None:
        """End every node."""
        for node in self.nodes:
            node.kill()


def start_nats_cluster(
    folder: Path, users: tuple[str, ...] = (), authorization: Authorization | None = None
) -> NatsCluster:
    """Start three nats-servers as one cluster, always as processes, and wait until current."""
    passwords, block = credentials(users, authorization)
    names = ("n1", "n2", "n3")
    routes = tuple(free_port() for _ in names)
    ports = tuple(free_port() for _ in names)
    monitors = tuple(free_port() for _ in names)
    nodes = tuple(
        nats_server(
            folder / name,
            port,
            authorization=block,
            monitor_port=monitor,
            cluster=ClusterPlace(name, route, routes),
        )
        for name, port, monitor, route in zip(names, ports, monitors, routes, strict=True)
    )
    cluster = NatsCluster(nodes, ports, monitors, passwords)
    try:
        for node in nodes:
            node.launch()
        for node in nodes:
            node.await_ready()
        cluster.await_ready()
    except ServerFailed:
        cluster.stop()
        raise
    return cluster


@cache
def chosen_kind() -> tuple[Kind, str]:
    """Which servers the tests take, and why, from `CARTEADO_TEST_SERVERS`."""
    wish = os.environ.get("CARTEADO_TEST_SERVERS", "auto")
    if wish == "embedded":
        return "embedded", "asked for"
    if wish == "docker":
        return "docker", "asked for"
    if wish != "auto":
        raise ValueError(f"CARTEADO_TEST_SERVERS is {wish!r}: docker, embedded or auto")
    from tests.support.containers import why_no_containers

    reason = why_no_containers()
    return ("docker", "a Docker engine answers") if reason is None else ("embedded", reason)


def _healthy(monitor_port: int) -> bool:
    try:
        answer = urllib.request.urlopen(f"http://{HOST}:{monitor_port}/healthz", timeout=1)
    except (urllib.error.URLError, OSError):
        return False
    with answer:
        return bool(answer.status == 200)


def leader_of(monitor_port: int, stream: str) -> str | None:
    """Server name of the stream's leader as the node with that monitor knows it, or None."""
    url = f"http://{HOST}:{monitor_port}/jsz?streams=true"
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            report = json.load(answer)
    except (urllib.error.URLError, OSError):
        return None
    for account in report.get("account_details", ()):
        for detail in account.get("stream_detail") or ():
            if detail["name"] == stream:
                leader: str | None = detail.get("cluster", {}).get("leader")
                return leader
    return None
