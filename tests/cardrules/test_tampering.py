"""No byte of a record can be changed unseen: all five games, whatever is changed, and where."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardrules.game import canonical
from cardrules.record import replay
from cardrules.registry import GAMES
from cardrules.seal import seal, without_names
from carteado import verify
from tests.cardrules.record_making import Record, recorded

games = pytest.mark.parametrize("game_id", list(GAMES))
NUMBER = 3


@cache
def sealed(game_id: str) -> bytes:
    """One record as a file holds it."""
    text = json.dumps(recorded(game_id, NUMBER), separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def found(text: bytes, folder: Path) -> bool:
    """Whether the command finds fault with this file."""
    path = folder / "record.json"
    path.write_bytes(text)
    try:
        record = verify.read(str(path))
    except ValueError:
        return True
    verdict = replay(record)
    assert verdict.ok == (verdict.code is None) == (verdict.path is None)
    return not verdict.ok


def changed_bytes(text: bytes, places: list[int], rng: random.Random) -> Iterator[bytes]:
    """The text with one byte another: a bit flipped, a digit or letter moved on, anything."""
    for place in places:
        byte = text[place]
        for other in {byte ^ 1 << rng.randrange(8), byte ^ 0x20, byte ^ 1, rng.randrange(256)}:
            if other != byte:
                yield text[:place] + bytes((other,)) + text[place + 1 :]


@games
def test_a_changed_byte_is_found(game_id: str, tmp_path: Path) -> None:
    """Bytes anywhere in the file, each changed in several ways."""
    text, rng = sealed(game_id), random.Random(1)
    assert not found(text, tmp_path)
    for changed in changed_bytes(text, rng.sample(range(len(text)), 60), rng):
        assert found(changed, tmp_path), changed


@pytest.mark.slow
@pytest.mark.timeout(1200)
@games
def test_every_changed_byte_is_found(game_id: str, tmp_path: Path) -> None:
    """The same for every byte of the file, dropped and doubled besides."""
    text, rng = sealed(game_id), random.Random(2)
    for changed in changed_bytes(text, list(range(len(text))), rng):
        assert found(changed, tmp_path), changed
    for place in range(len(text)):
        assert found(text[:place] + text[place + 1 :], tmp_path), place
        if text[place : place + 1] not in b'{}[],:"':
            assert found(text[:place] + text[place : place + 1] + text[place:], tmp_path), place


def lists_in(value: Any) -> Iterator[list[Any]]:
    """Every list in a JSON value."""
    if isinstance(value, list):
        yield value
    for part in value if isinstance(value, list) else value.values():
        if isinstance(part, list | dict):
            yield from lists_in(part)


def entry_lists(record: Record) -> list[list[Any]]:
    """The list of entries, and every list of cards or the like in one."""
    return [record["entries"], *(held for entry in record["entries"] for held in lists_in(entry))]


@games
def test_a_changed_order_is_found(game_id: str) -> None:
    """Any two entries exchanged, and any two cards that one entry lists."""
    record = recorded(game_id, NUMBER)
    rng = random.Random(3)
    for number, listed in enumerate(entry_lists(record)):
        for _ in range(60 if number == 0 else 2):
            if len(listed) < 2:
                continue
            i, j = rng.sample(range(len(listed)), 2)
            if canonical(listed[i]) == canonical(listed[j]):
                continue
            listed[i], listed[j] = listed[j], listed[i]
            verdict = replay(record)
            assert not verdict.ok, (number, i, j)
            if number == 0:
                assert verdict.path is not None
                assert verdict.path.startswith(f"entries[{min(i, j)}]"), verdict
            listed[i], listed[j] = listed[j], listed[i]
    assert replay(record).ok


def test_passes_that_end_alike_are_told_apart() -> None:
    """In Hearts the order of the cards that were passed, and of the players who chose, leads to
    the same tricks; the entry at which a record was changed is still the one that is named."""
    record = recorded("hearts", NUMBER)
    passes = [
        i for i, e in enumerate(record["entries"]) if e.get("action", {}).get("type") == "pass"
    ]
    assert len(passes) >= 4
    turned = copy.deepcopy(record)
    turned["entries"][passes[1]]["action"]["cards"].reverse()
    exchanged = copy.deepcopy(record)
    one, two = (exchanged["entries"][i] for i in passes[2:4])
    one["seat"], two["seat"] = two["seat"], one["seat"]
    one["action"], two["action"] = two["action"], one["action"]
    for forged, place in ((turned, passes[1]), (exchanged, passes[2])):
        unsealed = {name: value for name, value in forged.items() if name not in ("final", "seal")}
        assert replay(unsealed).ok
        verdict = replay(forged)
        assert (verdict.path, verdict.code) == (f"entries[{place}]", "wrong_seal")
        assert verdict.entries == place


@games
def test_a_lost_or_doubled_entry_is_found(game_id: str) -> None:
    """Every entry, remarks too, is needed exactly once."""
    record = recorded(game_id, NUMBER)
    entries = record["entries"]
    for i in range(0, len(entries), 5):
        lost = {**record, "entries": entries[:i] + entries[i + 1 :]}
        doubled = {**record, "entries": [*entries[: i + 1], *entries[i:]]}
        assert not replay(lost).ok
        assert not replay(doubled).ok
    assert not replay({**record, "entries": entries[:-1]}).ok


@games
def test_every_field_of_a_record_counts(game_id: str) -> None:
    """Lost, null, or joined by one that nobody knows."""
    record = recorded(game_id, NUMBER)
    for name, value in record.items():
        lost = {other: held for other, held in record.items() if other != name}
        if value is not None:
            assert not replay(lost).ok, name
            assert not replay({**record, name: None}).ok, name
    assert replay({**record, "further": 1}).path == "seal.head"
    for name, value in record["seal"].items():
        other = value[:-1] if isinstance(value, list) else value[:-1] + "x"
        assert not replay({**record, "seal": {**record["seal"], name: other}}).ok, name
    renamed = copy.deepcopy(record)
    renamed["seats"][0]["name"] = "Eve"
    assert replay(renamed).path == "seal.names"


@games
def test_names_can_be_taken_out(game_id: str) -> None:
    """A record without somebody's name holds, and its end is the one that players noted."""
    record = recorded(game_id, NUMBER)
    bare = without_names(record, (0, 1))
    assert [player["name"] for player in bare["seats"]][:2] == ["", record["seats"][1]["name"]]
    verdict = replay(bare)
    assert (verdict.ok, verdict.sealed) == (True, True)
    assert bare["seal"]["whole"] == record["seal"]["whole"]
    assert seal(bare) == bare["seal"]


@games
def test_a_record_without_a_seal_is_said_to_have_none(game_id: str) -> None:
    """The format's plain form still holds by the rules; a seal torn off beside `final` does not."""
    record = recorded(game_id, NUMBER)
    torn = {name: value for name, value in record.items() if name != "seal"}
    assert (replay(torn).path, replay(torn).code) == ("seal", "no_seal")
    verdict = replay({name: value for name, value in torn.items() if name != "final"})
    assert (verdict.ok, verdict.sealed) == (True, False)


@pytest.mark.parametrize(
    "given",
    [17, "x", [], {}, {"head": 1, "names": 2, "entries": 3, "whole": 4}, {"head": "", "more": 1}],
)
def test_a_seal_that_is_none_is_malformed(given: object) -> None:
    """Whatever stands in its place."""
    verdict = replay({**recorded("caravan", NUMBER), "seal": given})
    assert verdict.code in ("malformed", "wrong_seal")
    assert verdict.path is not None
    assert verdict.path.startswith("seal")


def test_values_without_a_spelling_get_a_verdict() -> None:
    """What is too deep to be spelled, or no number, is malformed where it stands."""
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    record = recorded("virae", NUMBER)
    for value in (deep, float("nan"), float("inf")):
        assert replay({**record, "further": value}).code in ("malformed", "wrong_seal")
        entries = [*record["entries"]]
        entries[2] = {**entries[2], "further": value}
        verdict = replay({**record, "entries": entries})
        assert verdict.path == "entries[2]"
        assert verdict.code in ("malformed", "wrong_seal")
