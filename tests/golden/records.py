"""Records of whole games, true ones and tampered ones, for every reader of records to agree upon.

`python -m tests.golden.records` writes `records.json`: a record for each game, and for each way of
tampering the record's number, where a value stands (a path of names and indices), the value to put
there, and what `carteado verify` then says.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from cardrules.record import replay
from cardrules.registry import GAMES
from tests.cardrules.record_making import Record, recorded

FILE = Path(__file__).parent / "records.json"

PLACES: tuple[tuple[list[str | int], object], ...] = (
    (["format"], "carteado-record/2"),
    (["game"], "chess"),
    (["seats", 0, "kind"], "robot"),
    (["seats", 0, "seat"], 7),
    (["seats", 0, "name"], "Somebody else"),
    (["server_seed"], "00" * 32),
    (["server_seed"], "zz"),
    (["commitment"], "11" * 32),
    (["nonces", "0"], "22" * 20),
    (["nonces", "0"], "22" * 4),
    (["nonces", "1"], "22" * 20),
    (["started_at"], 1),
    (["entries", 0, "at"], 1),
    (["entries", 2, "at"], 0),
    (["entries", 1, "do"], "conjure"),
    (["result", "reason"], "luck"),
    (["result"], None),
    (["aborted"], "host"),
    (["final"], "33" * 32),
    (["seal", "whole"], "44" * 32),
    (["seal", "entries", 0], "55555555"),
    (["seal", "names"], "66" * 32),
    (["seal"], None),
    (["seal"], {}),
)


def tampered(record: Record, place: list[str | int], value: object) -> Record:
    """The record with that value put there."""
    changed = copy.deepcopy(record)
    inner: Any = changed
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    return changed


def golden() -> dict[str, Any]:
    """All that the file holds."""
    records = [recorded(name, 1) for name in GAMES]
    cases = []
    for number, record in enumerate(records):
        for place, value in PLACES:
            verdict = replay(tampered(record, place, value))
            case = {"record": number, "at": place, "value": value}
            cases.append(case | {"path": verdict.path, "code": verdict.code})
    return {"records": records, "tampered": cases}


def text() -> str:
    """The file's content."""
    return json.dumps(golden(), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
