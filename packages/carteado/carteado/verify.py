"""`carteado verify`: repeat a game from its record, and say whether everything in it holds.

Commitment, seed, every deal and shuffle, every entry and the seal over them are computed again by
the rules alone; no server is asked. Status 0: the record holds. 1: it does not, and the first thing
that does not is named. 2: the file cannot be read.

A file alone cannot prove that nobody wrote it anew. What one knows from elsewhere is held against
it: `--commitment` as shown before the deal, `--nonce` as one's own client gave it, `--whole` as the
seal of another copy says.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from cardrules.record import Verdict, replay

LARGEST = 16 * 1024 * 1024
"""Bytes of a file that is read at all; the longest game's record is far smaller."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `carteado verify`."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a record, or - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a file")
    parser.add_argument("--commitment", metavar="HEX", help="that was shown before the deal")
    parser.add_argument("--nonce", metavar="HEX", help="that one's own client gave")
    parser.add_argument("--whole", metavar="HEX", help="the seal's end, as another copy says it")


def read(name: str) -> object:
    """The JSON value in a file.

    Raises OSError, and ValueError for what is no JSON, too large or too deep, says a field twice,
    or holds a number that is not whole: `1.0` and `1` would be one to many a reader.
    """
    if name == "-":
        data = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"larger than {LARGEST} bytes")
    try:
        return json.loads(data, object_pairs_hook=_once, parse_float=_whole, parse_constant=_whole)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    obj = dict(pairs)
    if len(obj) != len(pairs):
        raise ValueError("a field stands twice in one object")
    return obj


def _whole(text: str) -> NoReturn:
    raise ValueError(f"{text[:32]}: a record holds whole numbers alone")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a game from elsewhere, hex digits; None: nothing."""

    commitment: str | None = None
    nonce: str | None = None
    whole: str | None = None


def verify(record: Any, known: Known) -> Verdict:
    """The verdict of the rules, then whether it is the very game of which this is known."""
    verdict = replay(record)
    if not verdict.ok:
        return verdict
    for path, given, found in (
        ("commitment", known.commitment, [record["commitment"]]),
        ("nonces", known.nonce, list(record["nonces"].values())),
        ("seal.whole", known.whole, [record["seal"]["whole"]] if verdict.sealed else []),
    ):
        if given is not None and given.lower() not in [text.lower() for text in found]:
            return Verdict(False, verdict.entries, path, "not_the_known_one")
    return verdict


def told(name: str, record: object, verdict: Verdict) -> str:
    """One line for people."""
    if verdict.ok:
        held: Any = record
        end = "aborted" if held.get("result") is None else f"won by {_winners(held)}"
        bare = "" if verdict.sealed else "; no seal: times and remarks are unproven"
        return f"{name}: holds ({held['game']}, {verdict.entries} entries, {end}{bare})"
    where = verdict.path or "the record"
    params = ", ".join(f"{key}={_plain(value)}" for key, value in verdict.params)
    return f"{name}: DOES NOT HOLD at {where}: {verdict.code}" + (f" ({params})" if params else "")


def _plain(value: object) -> str:
    """What stood in the file, in characters that move no cursor."""
    return value if isinstance(value, str) and value.isalnum() else json.dumps(value, default=str)


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
    known = Known(arguments.commitment, arguments.nonce, arguments.whole)
    worst = 0
    for name in arguments.files:
        try:
            record = read(name)
        except (OSError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            worst = 2
            continue
        verdict = verify(record, known)
        if not verdict.ok:
            worst = max(worst, 1)
        if arguments.json:
            shown = {"file": name, "ok": verdict.ok, "path": verdict.path, "code": verdict.code}
            shown |= {"entries": verdict.entries, "sealed": verdict.sealed}
            print(json.dumps(shown))
        else:
            line = told(name, record, verdict)
            mark = "32" if verdict.ok else "31"
            print(f"\x1b[{mark}m{line}\x1b[0m" if colour else line)
    return worst
