"""One readable log out of many files: who, when, what, in colours where a terminal is."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TextIO

import orjson

_LABELS = (36, 33, 35, 32, 34, 96, 93, 95)
_LEVELS = {"debug": "2", "info": "", "warning": "33", "error": "1;31", "critical": "1;31"}
_KNOWN = frozenset({"event", "level", "at", "service", "instance", "part", "exception"})
_SERVER_TROUBLE = re.compile(r"\[(WRN|ERR|FTL)\]|^\d+:[A-Z] .*? # ")
# Said at every start or stop of a table on one machine, and nothing that its owner must act on.
_EXPECTED = re.compile(
    r"Plaintext passwords detected|Memory overcommit must be enabled|ready to exit, bye bye|"
    r"Received SIGTERM|User requested shutdown"
)
_LABEL = 13
_SHORTENED = 300
_LARGEST_LOG = 32 << 20


class Console:
    """Writes lines for people to `stream`."""

    def __init__(self, stream: TextIO | None = None, colours: bool | None = None) -> None:
        self._stream = sys.stdout if stream is None else stream
        if colours is None:
            colours = "NO_COLOR" not in os.environ and self._stream.isatty()
        self._colours = colours
        self._label_colours: dict[str, int] = {}

    def paint(self, text: str, code: str) -> str:
        """`text` in the colours of an ANSI code, plain where there are none."""
        return f"\x1b[{code}m{text}\x1b[0m" if self._colours and code else text

    def say(self, text: str) -> None:
        """A line of the table's own."""
        self._write(f"{self.paint('carteado'.ljust(_LABEL), '1')} {text}")

    def warn(self, text: str) -> None:
        """A line of the table's own that must be seen."""
        self.say(self.paint(text, "1;31"))

    def banner(self, lines: list[str]) -> None:
        """A frame that stands out of the log."""
        wide = max(map(len, lines)) + 4
        edge = self.paint("─" * wide, "36")
        self._write("\n".join(["", edge, *(f"  {self.paint(x, '1')}" for x in lines), edge, ""]))

    def line(self, source: str, raw: str) -> None:
        """One line of a process's log: JSON of a service, or a server's own text."""
        label = self.paint(source.ljust(_LABEL), str(self._colour(source)))
        entry = _entry(raw)
        if entry is None:
            self._write(f"{label} {raw[:_SHORTENED]}")
            return
        level = str(entry.get("level", "info"))
        rest = " ".join(
            f"{self.paint(key, '2')}={_short(value)}"
            for key, value in entry.items()
            if key not in _KNOWN
        )
        clock = self.paint(str(entry.get("at", ""))[11:23], "2")
        event = self.paint(str(entry["event"]), _LEVELS.get(level, ""))
        mark = "" if level in {"info", "debug"} else f"{self.paint(level, _LEVELS[level])} "
        self._write(f"{label} {clock} {mark}{event} {rest}".rstrip())
        for extra in str(entry.get("exception", "")).splitlines():
            self._write(f"{label}   {self.paint(extra, '2')}")

    def _colour(self, source: str) -> int:
        return self._label_colours.setdefault(
            source, _LABELS[len(self._label_colours) % len(_LABELS)]
        )

    def _write(self, text: str) -> None:
        self._stream.write(text + "\n")
        self._stream.flush()


class Tail:
    """Follows one log file from its present end.

    Of a server's own log (`troubles_only`) just warnings and errors are shown. A file that grew
    past 32 MB is begun anew, the old one kept once beside it.
    """

    def __init__(self, source: str, path: Path, *, troubles_only: bool = False) -> None:
        self.source = source
        self._path = path
        self._troubles_only = troubles_only
        self._offset = path.stat().st_size if path.exists() else 0
        self._rest = b""

    def pump(self, console: Console) -> None:
        """Show what was added since the last time."""
        if not self._path.exists():
            return
        if self._path.stat().st_size < self._offset:
            self._offset = 0
        with self._path.open("rb") as file:
            file.seek(self._offset)
            added = file.read()
        self._offset += len(added)
        *lines, self._rest = (self._rest + added).split(b"\n")
        for line in lines:
            text = line.decode(errors="replace")
            if not self._troubles_only or (
                _SERVER_TROUBLE.search(text) and not _EXPECTED.search(text)
            ):
                console.line(self.source, text)
        if self._offset > _LARGEST_LOG and not self._rest:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Copy and truncate: the writer has the file open for appending."""
        old = self._path.with_suffix(".log.1")
        old.write_bytes(self._path.read_bytes())
        os.truncate(self._path, 0)
        self._offset = 0


def _entry(raw: str) -> dict[str, object] | None:
    if not raw.startswith("{"):
        return None
    try:
        entry = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    return entry if isinstance(entry, dict) and "event" in entry else None


def _short(value: object) -> str:
    text = value if isinstance(value, str) else orjson.dumps(value).decode()
    return text if len(text) <= _SHORTENED else text[: _SHORTENED - 1] + "…"
