"""A Docker engine for the container stage: the one that answers, or one of its own.

Its own needs root and Debian's packages docker.io and mmdebstrap, which are installed if missing.
It lives in a temporary folder and is gone afterwards. Where official base images cannot be
pulled, stand-ins under their names are made from Debian packages and the servers of `.venv`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from carteado.embedded import nats_binary, valkey_binary

PYTHON_IMAGE = "python:3.11-slim-bookworm"
NATS_IMAGE = "nats:2.15.1-alpine"
VALKEY_IMAGE = "valkey/valkey:9.1.2"
BASES = (PYTHON_IMAGE, NATS_IMAGE, VALKEY_IMAGE)

_PULL_S = 300.0
_REACHABLE_S = 15.0
_PACKAGES = "python3,python3-venv,ca-certificates,busybox,redis-tools"

_STAND_INS = {
    NATS_IMAGE: f"""\
FROM {PYTHON_IMAGE}
COPY nats-server /usr/local/bin/nats-server
RUN ["ln", "-s", "/bin/busybox", "/usr/local/bin/wget"]
CMD ["nats-server"]
""",
    VALKEY_IMAGE: f"""\
FROM {PYTHON_IMAGE}
COPY valkey-server /usr/local/bin/valkey-server
RUN ["ln", "-s", "/usr/bin/redis-cli", "/usr/local/bin/valkey-cli"]
RUN ["install", "-d", "-o", "999", "-g", "999", "/data"]
CMD ["valkey-server"]
""",
}


class NoEngine(RuntimeError):
    """There is no Docker engine here, and none can be started; the text says why."""


def say(text: str) -> None:
    """Tell one step of the progress."""
    print(f"containers: {text}", flush=True)


@dataclass(frozen=True, slots=True)
class Engine:
    """A Docker engine that answers. `host` is its DOCKER_HOST; None: the environment's."""

    client: str
    host: str | None = None

    @property
    def environment(self) -> dict[str, str]:
        """For whoever speaks to this engine."""
        told = {**os.environ, "DOCKER_BUILDKIT": "1"}
        return {**told, "DOCKER_HOST": self.host} if self.host else told

    def run(self, *arguments: str, timeout_s: float = 600.0) -> str:
        """`docker …`; its standard output. Raises CalledProcessError, TimeoutExpired."""
        done = subprocess.run(
            (self.client, *arguments),
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
        if done.returncode != 0:
            raise subprocess.CalledProcessError(
                done.returncode, done.args, done.stdout, done.stderr
            )
        return done.stdout.strip()

    def answers(self) -> bool:
        """Whether it is there."""
        try:
            self.run("version", "--format", "{{.Server.Version}}", timeout_s=20)
        except (OSError, subprocess.SubprocessError):
            return False
        return True

    def has(self, image: str) -> bool:
        """Whether the image is there without pulling."""
        try:
            self.run("image", "inspect", image)
        except subprocess.CalledProcessError:
            return False
        return True

    def pulls(self, image: str, timeout_s: float = _PULL_S) -> bool:
        """Pull an official image; False where the registry cannot be reached."""
        try:
            self.run("pull", "--quiet", image, timeout_s=timeout_s)
        except subprocess.SubprocessError:
            return False
        return True


def running() -> Engine | None:
    """The engine that answers to the environment's docker, if any."""
    client = shutil.which("docker")
    if client is None:
        return None
    engine = Engine(client)
    return engine if engine.answers() else None


@contextmanager
def engine() -> Iterator[Engine]:
    """The running engine, or one of its own for as long as the block lasts. Raises NoEngine."""
    found = running()
    if found is not None:
        say("using the Docker engine that answers")
        yield found
        return
    if os.geteuid() != 0:
        raise NoEngine("no Docker engine answers, and only root can start one")
    if shutil.which("apt-get") is None:
        raise NoEngine("no Docker engine answers, and there is no apt-get to install one with")
    _install()
    folder = Path(tempfile.mkdtemp(prefix="cdkr-"))
    daemon = _start(folder)
    own = Engine("/usr/bin/docker", f"unix://{folder}/docker.sock")
    try:
        _await(own, daemon, folder)
        yield own
    finally:
        _end(own, daemon, folder)


def _install() -> None:
    if Path("/usr/bin/docker").exists() and shutil.which("dockerd") and shutil.which("mmdebstrap"):
        return
    say("installing docker.io and mmdebstrap")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ("apt-get", "update", "-qq"),
        ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "docker.io", "mmdebstrap"),
    ):
        done = subprocess.run(command, env=quiet, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NoEngine(f"{' '.join(command)}: {_last_line(done.stderr)}")


def _start(folder: Path) -> subprocess.Popen[bytes]:
    say("starting a Docker engine of its own")
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            [
                *("dockerd", "--data-root", str(folder / "data")),
                *("--exec-root", str(folder / "exec"), "--pidfile", str(folder / "docker.pid")),
                *("--host", f"unix://{folder}/docker.sock", "--ip", "127.0.0.1"),
                *("--log-level", "warn"),
            ],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def _await(own: Engine, daemon: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + 30
    while not own.answers():
        if daemon.poll() is not None or time.monotonic() > until:
            said = (folder / "log").read_text(encoding="utf-8", errors="replace")
            raise NoEngine(f"dockerd does not start: {_last_line(said)}")
        time.sleep(0.1)


def _end(own: Engine, daemon: subprocess.Popen[bytes], folder: Path) -> None:
    if daemon.poll() is None:
        left = own.run("ps", "--all", "--quiet").split()
        if left:
            own.run("rm", "--force", "--volumes", *left)
        daemon.send_signal(signal.SIGTERM)
        try:
            daemon.wait(30)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()
    shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        say(f"could not remove all of {folder}")


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2] or "no word why"


def ensure_bases(engine: Engine) -> list[str]:
    """Have every base image, pulled or as a stand-in; the names of the stand-ins.

    Only an engine of its own gets stand-ins: nobody else's is given a false `python`.
    Raises NoEngine where an image is missing for good.
    """
    missing = [image for image in BASES if not engine.has(image)]
    missing = _unpullable(engine, missing)
    if not missing:
        return []
    if engine.host is None:
        raise NoEngine(f"the Docker engine cannot pull {', '.join(missing)}")
    say(f"nothing can be pulled here: making STAND-INS for {', '.join(missing)}")
    if PYTHON_IMAGE in missing:
        _debian(engine)
    with tempfile.TemporaryDirectory() as made:
        context = Path(made)
        shutil.copy(nats_binary(), context / "nats-server")
        shutil.copy(valkey_binary(), context / "valkey-server")
        for image in missing:
            if image in _STAND_INS:
                (context / "Dockerfile").write_text(_STAND_INS[image], encoding="utf-8")
                engine.run("build", "--quiet", "--tag", image, str(context))
    return missing


def _unpullable(engine: Engine, images: Sequence[str]) -> list[str]:
    """Those of `images` that cannot be pulled; the first failure settles it for all."""
    for place, image in enumerate(images):
        say(f"pulling {image}")
        if not engine.pulls(image, _PULL_S if engine.host is None else _REACHABLE_S):
            return list(images[place:])
    return []


def _debian(engine: Engine) -> None:
    """A Debian bookworm with its Python 3.11, imported as the official Python image."""
    make = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={_PACKAGES}", "bookworm", "-"]
    # A session of its own: when it is ended it ends its whole group.
    with subprocess.Popen(make, stdout=subprocess.PIPE, start_new_session=True) as bootstrap:
        try:
            subprocess.run(
                [engine.client, "import", "--change", 'CMD ["python3"]', "-", PYTHON_IMAGE],
                env=engine.environment,
                stdin=bootstrap.stdout,
                stdout=subprocess.DEVNULL,
                check=True,
            )
        except BaseException:
            bootstrap.terminate()
            raise
    if bootstrap.returncode != 0:
        sys.exit("containers: mmdebstrap failed")
