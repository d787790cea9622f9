"""The committed configurations of NATS and Valkey, tried on the real servers.

Only listening addresses and folders are changed, as a container would by its mounts.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import nats
import pytest
import redis
from nats.errors import Error as NatsError

from cardbus.contracts import inbox_prefix
from cardbus.permissions import users
from cardbus.provision import provision
from carteado.embedded import nats_answers, nats_binary, valkey_answers, valkey_binary
from carteado.processes import ServerFailed, ServerProcess, free_port

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import deploy_secrets  # noqa: E402
import nats_authorization  # noqa: E402

Launch = Callable[[str, int, dict[str, str]], ServerProcess]


@dataclass(frozen=True)
class Mounted:
    """The configuration's folders as a container sees them, under one of the test's own."""

    folder: Path
    secrets: dict[str, str]

    def text(self, service: str, name: str, replaced: dict[str, str]) -> Path:
        """One committed file, with every key of `replaced` exchanged; each must occur."""
        text = (ROOT / "deploy" / service / name).read_text(encoding="utf-8")
        for old, new in replaced.items():
            assert old in text, f"{name} says nothing of {old}"
            text = text.replace(old, new)
        path = self.folder / service / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture
def mounted(tmp_path: Path) -> Mounted:
    """Secrets made as the runbook says, in the place of the containers' mounts."""
    secrets = deploy_secrets.keep(tmp_path / "nats-secret")
    return Mounted(tmp_path, secrets)


@pytest.fixture
def launch(mounted: Mounted) -> Iterator[Launch]:
    """Starts a nats-server of a committed file; all end with the test."""
    started: list[ServerProcess] = []

    def start(name: str, port: int, replaced: dict[str, str]) -> ServerProcess:
        home = mounted.folder / f"server-{len(started)}"
        mounted.text(
            "nats",
            "common.conf",
            {
                "0.0.0.0:8222": f"127.0.0.1:{free_port()}",
                "/data": str(home),
                "/run/nats/nats.pid": str(mounted.folder / "pid"),
            },
        )
        for file in nats_authorization.FILES:
            mounted.text("nats", file, {})
        config = mounted.text("nats", name, {"0.0.0.0:4222": f"127.0.0.1:{port}", **replaced})
        command = (str(nats_binary()), "--config", str(config))
        log = mounted.folder / f"server-{len(started)}.log"
        server = ServerProcess(f"n{len(started)}", command, log, lambda: nats_answers(port))
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.kill()


def test_the_users_are_those_of_the_contracts() -> None:
    """Every user has a password, and the committed configuration follows from `proto/`."""
    assert set(deploy_secrets.USERS) == set(users())
    check = [sys.executable, str(ROOT / "scripts" / "nats_authorization.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_secrets_are_made_once_and_are_not_for_others(tmp_path: Path) -> None:
    """Running it again changes nothing; the folder opens for its owner alone."""
    first = deploy_secrets.keep(tmp_path / "made")
    assert deploy_secrets.keep(tmp_path / "made") == first
    assert len(set(first.values())) == len(first)
    assert (tmp_path / "made").stat().st_mode & 0o777 == 0o700
    (tmp_path / "made" / "valkey").unlink()
    assert deploy_secrets.keep(tmp_path / "made")["valkey"] != first["valkey"]


async def test_one_server_lets_every_user_in_by_its_own_password(
    mounted: Mounted, launch: Launch
) -> None:
    """And nobody by another's; streams can be provisioned."""
    port = free_port()
    url = f"nats://127.0.0.1:{port}"
    launch("single.conf", port, {})
    for user in users():
        password = mounted.secrets[f"nats-{user}"]
        client = await nats.connect(
            url, user=user, password=password, inbox_prefix=inbox_prefix(user).encode()
        )
        await client.close()
    with pytest.raises(NatsError):
        await nats.connect(
            url, user="lobby", password=mounted.secrets["nats-timer"], allow_reconnect=False
        )
    await provision((url,), "provisioner", mounted.secrets["nats-provisioner"])


async def test_three_servers_become_a_cluster_by_the_route_password(
    mounted: Mounted, launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replicated, split streams can be made there; a stranger is not let in as a fourth."""
    names = ("nats-0", "nats-1", "nats-2", "stranger")
    routes = {name: free_port() for name in names}
    ports = {name: free_port() for name in names}
    hosts = [f"127.0.0.1:{routes[name]}" for name in names[:3]]
    secret = mounted.folder / "nats-secret" / "routes.conf"
    password = mounted.secrets["nats-route"]

    for name in names:
        told = "a-guess" if name == "stranger" else password
        secret.write_text(deploy_secrets.routes(hosts, told), encoding="utf-8")
        monkeypatch.setenv("NATS_SERVER_NAME", name)
        launch("cluster.conf", ports[name], {"0.0.0.0:6222": f"127.0.0.1:{routes[name]}"})

    urls = tuple(f"nats://127.0.0.1:{ports[name]}" for name in names[:3])
    await provision(
        urls,
        "provisioner",
        mounted.secrets["nats-provisioner"],
        replicas=3,
        streams_sharded=True,
    )
    lobby = {"user": "lobby", "password": mounted.secrets["nats-lobby"]}
    member = await nats.connect(urls[0], **lobby)
    known = {server.netloc.rsplit(":", 1)[1] for server in member.servers}
    await member.close()
    assert known == {str(ports[name]) for name in names[:3]}


def test_a_server_without_its_passwords_does_not_start(mounted: Mounted, launch: Launch) -> None:
    """Rather than letting everybody in."""
    (mounted.folder / "nats-secret" / "passwords.conf").unlink()
    with pytest.raises(ServerFailed):
        launch("single.conf", free_port(), {})


def test_valkey_keeps_everything_and_lets_a_probe_only_ping(mounted: Mounted) -> None:
    """The password opens; the probe's user may ask whether it lives, and nothing else."""
    port = free_port()
    home = mounted.folder / "store"
    home.mkdir()
    password = mounted.secrets["valkey"]
    config = mounted.text(
        "valkey",
        "valkey.conf",
        {
            "/etc/valkey-secret": str(mounted.folder / "nats-secret"),
            "bind * -::*": "bind 127.0.0.1",
            "port 6379": f"port {port}",
            "dir /data": f'dir "{home}"',
        },
    )
    server = ServerProcess(
        "valkey",
        (str(valkey_binary()), str(config)),
        mounted.folder / "valkey.log",
        lambda: valkey_answers(port, password),
    )
    server.start()
    try:
        owner = redis.Redis(port=port, password=password)
        assert owner.set("room", "kept")
        assert owner.config_get("appendfsync") == {"appendfsync": "always"}
        server.kill()
        server.restart()
        assert owner.get("room") == b"kept"
        probe = redis.Redis(port=port, username="probe", password="none")
        assert probe.ping()
        for forbidden in ("GET room", "FLUSHALL", "CONFIG GET *", "ACL LIST"):
            with pytest.raises(redis.exceptions.NoPermissionError):
                probe.execute_command(*forbidden.split())  # type: ignore[no-untyped-call]
        with pytest.raises(redis.exceptions.AuthenticationError):
            redis.Redis(port=port).get("room")
    finally:
        server.kill()
