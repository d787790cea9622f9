"""A table's folder keeps its secrets, refuses a second table, and ends what was left behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from carteado.home import Home, HomeBusy, Running
from carteado.processes import command_of, stop_leftover

USERS = ("gateway", "lobby")


def test_secrets_are_made_once_and_kept(tmp_path: Path) -> None:
    """A second start finds the same, and a new user gets its own password."""
    first = Home(tmp_path).secrets(USERS, (1, 2))
    assert Home(tmp_path).secrets(USERS, (3, 4)) == first
    more = Home(tmp_path).secrets((*USERS, "timer"), (3, 4))
    assert more.nats_passwords.items() > first.nats_passwords.items()
    assert len(set(more.nats_passwords.values())) == 3
    assert (tmp_path / "secrets.json").stat().st_mode & 0o777 == 0o600


def test_a_folder_is_held_by_one(tmp_path: Path) -> None:
    """Who comes second is told; when the first ends, the folder is free."""
    home = Home(tmp_path)
    with home.lock(), pytest.raises(HomeBusy, match=str(tmp_path)), Home(tmp_path).lock():
        pass
    with Home(tmp_path).lock():
        pass


def test_what_a_killed_run_left_is_ended(tmp_path: Path) -> None:
    """By process id and command line: a recycled id is somebody else's process."""
    marker = f"carteado:{tmp_path}"
    sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
    ours = subprocess.Popen([*sleeper, marker])
    other = subprocess.Popen(sleeper)
    try:
        home = Home(tmp_path)
        home.note_running(
            [Running("ours", ours.pid, marker), Running("recycled", other.pid, marker)]
        )
        assert home.stop_leftovers() == ["ours"]
        assert ours.wait(5) != 0
        assert other.poll() is None
        assert home.running() == []
    finally:
        for process in (ours, other):
            process.kill()
            process.wait()


def test_a_process_that_is_gone_has_no_command(tmp_path: Path) -> None:
    """And nothing is done about it."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    assert command_of(gone.pid) is None
    assert not stop_leftover(gone.pid, str(tmp_path))
