"""`carteado up` as a person uses it: a banner, a log, restarts that are said, an orderly end."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardproto.v1 import client_pb2
from carteado.client import Client
from carteado.home import Running
from carteado.people import add_bots, arrive, open_room, play_to_the_end, start_game
from carteado.processes import command_of

SERVICES = {"engine-1", "bot-runner-1", "timer-1", "lobby-1", "gateway-1"}


class Up:
    """One run of the command, its output read as it comes."""

    def __init__(self, home: Path, *options: str) -> None:
        self.home = home
        environment = {k: v for k, v in os.environ.items() if not k.startswith("CARTEADO")}
        # People of these tests answer in no time, and so do the bots.
        environment |= {"CARTEADO_BOT_PACE": "0", "CARTEADO_FRAMES_PER_S": "1000"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "carteado", "up", "--home", str(home), "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            start_new_session=True,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines += iter(self.process.stdout.readline, "")

    def until(self, pattern: str, deadline_s: float = 60.0) -> re.Match[str]:
        """Wait for a line in which `pattern` is found."""
        end = time.monotonic() + deadline_s
        while True:
            ended = self.process.poll() is not None
            for line in list(self.lines):
                if found := re.search(pattern, line):
                    return found
            shown = "".join(self.lines)
            assert not ended, f"ended before {pattern!r}:\n{shown}"
            assert time.monotonic() < end, f"no {pattern!r}:\n{shown}"
            time.sleep(0.05)

    def ready(self) -> str:
        """Wait for the banner; the address in it."""
        return self.until(r"Carteado is up:  (http://\S+)")[1]

    def running(self) -> dict[str, Running]:
        """What it wrote down, by name."""
        entries = json.loads((self.home / "running.json").read_text())
        return {entry["name"]: Running(**entry) for entry in entries}

    def end(self, sig: signal.Signals = signal.SIGTERM) -> int:
        """Signal it and wait; its exit status."""
        self.process.send_signal(sig)
        status = self.process.wait(60)
        self._reader.join(5)
        return status


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[list[Up]]:
    """Runs that were started; none lives on, nor what they started."""
    started: list[Up] = []
    yield started
    for run in started:
        if run.process.poll() is None:
            run.process.kill()
            run.process.wait()
        if (run.home / "running.json").exists():
            for entry in run.running().values():
                if entry.marker in (command_of(entry.pid) or ""):
                    os.kill(entry.pid, signal.SIGKILL)


def ctl(home: Path, what: str) -> subprocess.CompletedProcess[str]:
    """One call of `carteado ctl`."""
    return subprocess.run(
        [sys.executable, "-m", "carteado", "ctl", "--home", str(home), what],
        capture_output=True,
        text=True,
        check=False,
    )


def gone(entries: dict[str, Running], deadline_s: float = 20.0) -> bool:
    """Whether all of these processes end in time."""
    end = time.monotonic() + deadline_s
    while any(entry.marker in (command_of(entry.pid) or "") for entry in entries.values()):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


@pytest.mark.timeout(240)
def test_a_table_lives_through_a_death_and_ends_in_order(tmp_path: Path, runs: list[Up]) -> None:
    """Up, healthy, a killed engine back, a second table refused, down with status 0, up again."""
    runs.append(up := Up(tmp_path))
    address = up.ready()
    with urllib.request.urlopen(f"{address}/livez") as answer:
        assert answer.status == 200
    first = up.running()
    assert set(first) > SERVICES
    health = ctl(tmp_path, "health")
    assert health.returncode == 0, health.stdout
    assert health.stdout.count("serves") == len(SERVICES)

    runs.append(second := Up(tmp_path))
    second.until("a table runs on")
    assert second.process.wait(10) == 1

    os.kill(first["engine-1"].pid, signal.SIGKILL)
    up.until(r"engine-1 died \(-9\): starting it again")
    end = time.monotonic() + 30
    while ctl(tmp_path, "health").returncode != 0:
        assert time.monotonic() < end
    assert up.running()["engine-1"].pid != first["engine-1"].pid

    last = up.running()
    assert up.end(signal.SIGINT) == 0
    assert gone(last, 0.0)
    assert up.running() == {}
    shown = "".join(up.lines)
    secrets = json.loads((tmp_path / "secrets.json").read_text())
    for secret in (*secrets["nats_passwords"].values(), secrets["session_key"]):
        assert secret not in shown

    runs.append(again := Up(tmp_path))
    again.ready()
    assert json.loads((tmp_path / "secrets.json").read_text()) == secrets
    assert again.end() == 0


@pytest.mark.timeout(240)
def test_what_a_killed_table_left_is_cleared(tmp_path: Path, runs: list[Up]) -> None:
    """Services end with their starter; the servers it left are ended by the next start."""
    runs.append(up := Up(tmp_path))
    up.ready()
    left = up.running()
    up.process.kill()
    up.process.wait()
    assert gone({name: left[name] for name in SERVICES})
    assert not gone({"nats": left["nats"]}, 0.0)

    runs.append(again := Up(tmp_path))
    again.until("ended nats, left behind")
    again.ready()
    assert gone({name: left[name] for name in ("nats", "valkey")}, 0.0)
    assert again.end() == 0


@pytest.mark.timeout(240)
async def test_a_second_start_goes_on_with_a_running_game(tmp_path: Path, runs: list[Up]) -> None:
    """The session still counts, the view is the one that was left, and the game is played out."""
    runs.append(up := Up(tmp_path))
    address = await asyncio.to_thread(up.ready)
    person = await arrive(address, "Ana", lasting=False)
    room = await open_room(person, "virae")
    await add_bots(person, 2)
    game_id = await start_game(person)
    await person.close()
    assert await asyncio.to_thread(up.end) == 0

    runs.append(again := Up(tmp_path))
    address = await asyncio.to_thread(again.ready)
    back = await Client(address, person.session, lasting=False).start()
    await back.ask(enter_room=client_pb2.EnterRoom(code=room.code))
    await back.until(lambda c: c.update is not None)
    assert back.update is not None
    assert person.update is not None
    assert back.update.game_id == game_id
    assert back.update.version >= person.update.version
    await play_to_the_end(back, random.Random(7), timeout_s=150)
    await back.close()
    assert await asyncio.to_thread(again.end) == 0


def test_a_taken_port_that_was_asked_for_is_refused(tmp_path: Path, runs: list[Up]) -> None:
    """A person who names a port wants that one."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        runs.append(up := Up(tmp_path, "--port", str(port)))
        up.until(f"port {port} is taken")
        assert up.process.wait(10) == 1


def test_asking_a_table_that_does_not_run_says_so(tmp_path: Path) -> None:
    """Status 1 and a plain sentence."""
    asked = ctl(tmp_path / "none", "health")
    assert asked.returncode == 1
    assert "no table runs" in asked.stdout
