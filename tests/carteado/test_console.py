"""The merged log shows who said what, and follows files that grow, shrink and begin anew."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from carteado import console as console_module
from carteado.console import Console, Tail


@pytest.fixture
def out() -> io.StringIO:
    """What is shown."""
    return io.StringIO()


@pytest.fixture
def console(out: io.StringIO) -> Console:
    """Without colours."""
    return Console(out)


def entry(event: str, **more: object) -> str:
    """A service's line."""
    return json.dumps({"event": event, "at": "2026-01-02T03:04:05.678901Z", **more})


def test_a_service_line_is_shown_for_reading(console: Console, out: io.StringIO) -> None:
    """Clock, mark of the level, event and the fields that are its own."""
    console.line("engine-1", entry("folded", level="info", game="g", service="engine", n=3))
    console.line("engine-1", entry("lost", level="error", exception="Trace\n  line"))
    assert out.getvalue().splitlines() == [
        "engine-1      03:04:05.678 folded game=g n=3",
        "engine-1      03:04:05.678 error lost",
        "engine-1        Trace",
        "engine-1          line",
    ]


@pytest.mark.parametrize("raw", ["plain words", "{broken", '{"no":"event"}', "[1]"])
def test_what_is_no_entry_is_shown_as_it_is(raw: str, console: Console, out: io.StringIO) -> None:
    """A traceback before the log was set up must not vanish."""
    console.line("lobby-1", raw)
    assert out.getvalue() == f"lobby-1       {raw}\n"


def test_colours_only_where_they_are_asked_for(out: io.StringIO) -> None:
    """A terminal gets them, a file does not."""
    Console(out, colours=True).line("x", entry("e", level="warning"))
    assert "\x1b[33m" in out.getvalue()


def test_a_tail_begins_at_the_end_and_joins_halves(
    tmp_path: Path, console: Console, out: io.StringIO
) -> None:
    """What an earlier run wrote is not shown again; a line written in two parts is one line."""
    path = tmp_path / "log"
    path.write_text("old\n")
    tail = Tail("x", path)
    with path.open("a") as file:
        file.write("first\nsec")
        file.flush()
        tail.pump(console)
        file.write("ond\n")
    tail.pump(console)
    assert [line.split()[1] for line in out.getvalue().splitlines()] == ["first", "second"]


def test_of_a_server_only_its_troubles_are_shown(
    tmp_path: Path, console: Console, out: io.StringIO
) -> None:
    """Warnings and errors of both servers' own formats, without those said at every start."""
    path = tmp_path / "log"
    tail = Tail("nats", path, troubles_only=True)
    path.write_text(
        "[7] 2026/01/02 [INF] Server is ready\n"
        "[7] 2026/01/02 [ERR] disk full\n"
        "[7] 2026/01/02 [WRN] Plaintext passwords detected, use nkeys or bcrypt\n"
        "9:M 02 Jan 2026 * Ready to accept connections\n"
        "9:M 02 Jan 2026 # Out of memory\n"
    )
    tail.pump(console)
    shown = out.getvalue()
    assert "disk full" in shown
    assert "Out of memory" in shown
    assert len(shown.splitlines()) == 2


def test_a_large_log_begins_anew_with_the_old_one_beside_it(
    tmp_path: Path, console: Console, out: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer appends, so its next line lands in the emptied file."""
    monkeypatch.setattr(console_module, "_LARGEST_LOG", 20)
    path = tmp_path / "x.log"
    tail = Tail("x", path)
    with path.open("ab") as writer:
        writer.write(b"a long line of the log\n")
        writer.flush()
        tail.pump(console)
        writer.write(b"next\n")
        writer.flush()
        tail.pump(console)
    assert path.read_bytes() == b"next\n"
    assert (tmp_path / "x.log.1").read_bytes() == b"a long line of the log\n"
    assert len(out.getvalue().splitlines()) == 2
