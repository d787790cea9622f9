"""The folder of a local table: its secrets, its ports, and who runs on it.

`lock` is held by the running `carteado up`; `secrets.json` and `running.json` are for their owner
alone (mode 0600). The secrets outlive every run: the servers' files were written with them.
"""

from __future__ import annotations

import fcntl
import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from carteado.embedded import write_private
from carteado.processes import stop_leftover

DEFAULT = Path(".carteado")


class HomeBusy(RuntimeError):
    """Another `carteado up` runs on this folder."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a table keeps to itself."""

    nats_passwords: dict[str, str]
    redis_password: str
    session_key: str
    nats_port: int
    redis_port: int


@dataclass(frozen=True, slots=True)
class Running:
    """One process of a running table; `marker` stands in its command line, `admin` is its door."""

    name: str
    pid: int
    marker: str
    admin: str = ""


class Home:
    """The folder at `path`, made where it is missing."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)

    @property
    def logs(self) -> Path:
        """Where every process writes its log."""
        return self.path / "logs"

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the folder; it is free again however the holder ends. Raises HomeBusy."""
        with (self.path / "lock").open("a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise HomeBusy(f"a table runs on {self.path} already") from None
            yield

    def secrets(self, users: Sequence[str], free_port: Sequence[int]) -> Secrets:
        """The kept secrets, made where they are missing; `free_port` are two for a first run."""
        path = self.path / "secrets.json"
        kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        passwords = kept.get("nats_passwords", {})
        found = Secrets(
            nats_passwords={u: passwords.get(u) or secrets.token_urlsafe(24) for u in users},
            redis_password=kept.get("redis_password") or secrets.token_urlsafe(24),
            session_key=kept.get("session_key") or secrets.token_urlsafe(32),
            nats_port=kept.get("nats_port") or free_port[0],
            redis_port=kept.get("redis_port") or free_port[1],
        )
        self.keep(found)
        return found

    def keep(self, found: Secrets) -> None:
        """Write the secrets down."""
        write_private(self.path / "secrets.json", json.dumps(asdict(found), indent=2))

    def running(self) -> list[Running]:
        """What the last run wrote down; its processes need not live any more."""
        path = self.path / "running.json"
        if not path.exists():
            return []
        return [Running(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]

    def note_running(self, running: Sequence[Running]) -> None:
        """Write down what runs now."""
        entries = [asdict(entry) for entry in running]
        write_private(self.path / "running.json", json.dumps(entries, indent=2))

    def stop_leftovers(self) -> list[str]:
        """End what an earlier run left behind (it was killed); the names. Call with the lock."""
        ended = [entry.name for entry in self.running() if stop_leftover(entry.pid, entry.marker)]
        self.note_running([])
        return ended
