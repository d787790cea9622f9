"""The same servers as containers, through testcontainers; only where a Docker engine answers.

The ports are published on loopback and stay the same over a restart; the stored files live in
the container, which a kill does not remove.
"""

from __future__ import annotations

import atexit
import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import docker
from docker.errors import DockerException, ImageNotFound
from testcontainers.core.container import DockerContainer

from carteado import embedded
from carteado.processes import ServerFailed

NATS_IMAGE = os.environ.get("CARTEADO_TEST_NATS_IMAGE", "nats:2.15.1-alpine")
REDIS_IMAGE = os.environ.get("CARTEADO_TEST_REDIS_IMAGE", "valkey/valkey:9.1.2")
_CONFIG = "/etc/carteado/server.conf"


def why_no_containers() -> str | None:
    """None where containers can be had; else the reason in a few words."""
    try:
        engine = docker.from_env(timeout=60)
        engine.ping()
    except DockerException:
        return "no Docker engine answers"
    for image in (NATS_IMAGE, REDIS_IMAGE):
        try:
            engine.images.get(image)
        except ImageNotFound:
            try:
                engine.images.pull(image)
            except DockerException:
                return f"the Docker engine cannot get {image}"
    return None


class ContainerServer:
    """One container under the same control as a process; removed when the tests end, at latest."""

    def __init__(self, container: DockerContainer, probe: Callable[[], bool]) -> None:
        self._container = container
        self._probe = probe
        self._made = False

    def start(self, deadline_s: float = 10.0) -> None:
        """Start it and block until it answers. Raises ServerFailed when time is up."""
        if self._made:
            self._container.get_wrapped_container().start()
        else:
            self._container.start()
            self._made = True
            atexit.register(self.remove)
        until = time.monotonic() + deadline_s
        while not self._probe():
            if time.monotonic() > until:
                raise ServerFailed(f"container not ready in {deadline_s} s: {self.log_tail()}")
            time.sleep(0.02)

    def stop(self, deadline_s: float = 10.0) -> int:
        """Ask it to end; its exit status."""
        wrapped = self._container.get_wrapped_container()
        wrapped.stop(timeout=int(deadline_s))
        return int(wrapped.wait()["StatusCode"])

    def kill(self) -> None:
        """SIGKILL; the container with its files stays."""
        wrapped = self._container.get_wrapped_container()
        wrapped.reload()
        if wrapped.status in {"running", "paused"}:
            wrapped.kill()
            wrapped.wait()

    def freeze(self) -> None:
        """Pause it."""
        self._container.get_wrapped_container().pause()

    def thaw(self) -> None:
        """Let a paused one run on."""
        self._container.get_wrapped_container().unpause()

    def restart(self, deadline_s: float = 10.0) -> None:
        """Stop it if it runs, and start it on the same address and files."""
        wrapped = self._container.get_wrapped_container()
        wrapped.reload()
        if wrapped.status == "running":
            self.stop(deadline_s)
        self.start(deadline_s)

    def log_tail(self, lines: int = 12) -> str:
        """The end of its log."""
        output = self._container.get_wrapped_container().logs(tail=lines)
        return bytes(output).decode(errors="replace")

    def remove(self) -> None:
        """End it and remove it with its files."""
        if self._made:
            self._container.stop()
            self._made = False
            atexit.unregister(self.remove)


def nats_container(
    folder: Path, port: int, authorization: Mapping[str, Any] | None
) -> ContainerServer:
    """A NATS container published on `port`; not started yet."""
    config = embedded.nats_config(Path("/srv"), port, authorization=authorization)
    config["listen"] = f"0.0.0.0:{port}"
    path = _config_file(folder, json.dumps(config))
    container = (
        DockerContainer(NATS_IMAGE)
        .with_volume_mapping(str(path), _CONFIG, "ro")
        .with_command(f"nats-server -c {_CONFIG}")
    )
    _publish_on_loopback(container, port)
    return ContainerServer(container, lambda: embedded.nats_answers(port))


def redis_container(folder: Path, port: int, password: str, fsync: str) -> ContainerServer:
    """A Valkey container published on `port`; not started yet."""
    config = embedded.valkey_config("/data", port, password, fsync, bind="0.0.0.0")
    path = _config_file(folder, config)
    container = (
        DockerContainer(REDIS_IMAGE)
        .with_volume_mapping(str(path), _CONFIG, "ro")
        .with_command(f"valkey-server {_CONFIG}")
    )
    _publish_on_loopback(container, port)
    return ContainerServer(container, lambda: embedded.valkey_answers(port, password))


def _publish_on_loopback(container: DockerContainer, port: int) -> None:
    """The library's own way takes a port alone, which an engine publishes to everybody."""
    ports: dict[str, Any] = container.ports
    ports[f"{port}/tcp"] = (embedded.HOST, port)


def _config_file(folder: Path, text: str) -> Path:
    """A configuration that the container's own user may read: a test's, with throw-away secrets."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "server.conf"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)
    return path
