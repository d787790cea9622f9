"""`carteado verify`: repeat a game from its record, and say whether everything in it holds.

Commitment, seed, every deal and shuffle, and every entry are computed again by the rules alone;
no server is asked. Status 0: the record holds. 1: it does not, and the first thing that does not
is named. 2: the file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from cardrules.record import Verdict, replay

LARGEST = 16 * 1024 * 1024
"""Bytes of a file that is read at all; the longest game's record is far smaller."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `carteado verify`."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a record, or - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a file")


def read(name: str) -> object:
    """The JSON value in a file. Raises OSError, ValueError (no JSON, too large, too deep)."""
    if name == "-":
        data = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"larger than {LARGEST} bytes")
    try:
        return json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def told(name: str, record: object, verdict: Verdict) -> str:
    """One line for people."""
    if verdict.ok:
        held: Any = record
        end = "aborted" if held.get("result") is None else f"won by {_winners(held)}"
        return f"{name}: holds ({held['game']}, {verdict.entries} entries, {end})"
    where = verdict.path or "the record"
    params = ", ".join(f"{key}={value}" for key, value in verdict.params)
    return f"{name}: DOES NOT HOLD at {where}: {verdict.code}" + (f" ({params})" if params else "")


def _winners(record: Any) -> str:
    names = {player["seat"]: str(player.get("name", "")) for player in record["seats"]}
    winners = [
        f"{names[seat]!r} (seat {seat})" if names.get(seat) else f"seat {seat}"
        for seat in record["result"]["winners"]
    ]
    return ", ".join(winners) or "nobody"


def main(arguments: argparse.Namespace) -> int:
    """Verify every file; the worst status."""
    colour = sys.stdout.isatty()
    worst = 0
    for name in arguments.files:
        try:
            record = read(name)
        except (OSError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            worst = 2
            continue
        verdict = replay(record)
        if not verdict.ok:
            worst = max(worst, 1)
        if arguments.json:
            shown = {"file": name, "ok": verdict.ok, "path": verdict.path, "code": verdict.code}
            print(json.dumps(shown | {"entries": verdict.entries}))
        else:
            line = told(name, record, verdict)
            mark = "32" if verdict.ok else "31"
            print(f"\x1b[{mark}m{line}\x1b[0m" if colour else line)
    return worst
