"""`carteado verify` on records that hold, that were tampered with, and that are none."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from carteado.__main__ import main
from game_engine.recording import record
from tests.game_engine.tables import Play, started


@pytest.fixture(scope="module")
def whole_game() -> dict[str, Any]:
    play = Play.begin(started(people=(0,), bots=(1, 2)))
    while not play.table.ended:
        play.due(play.next_due())
    return record(play.table, play.entries)


def written(folder: Path, value: object) -> str:
    path = folder / "record.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return str(path)


def test_a_record_that_holds(
    whole_game: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", written(tmp_path, whole_game)]) == 0
    out = capsys.readouterr().out
    assert f"holds (virae, {len(whole_game['entries'])} entries, won by" in out


def test_the_first_thing_that_does_not_hold_is_named(
    whole_game: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = copy.deepcopy(whole_game)
    forged["entries"][5]["seat"] = (forged["entries"][5]["seat"] + 1) % 3
    assert main(["verify", "--json", written(tmp_path, forged)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["ok"] is False
    assert answer["path"] == "entries[5]"
    assert answer["code"] == "not_your_turn"
    assert answer["entries"] == 5


def test_a_forged_name_moves_no_cursor(
    whole_game: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = copy.deepcopy(whole_game)
    for seat in forged["seats"]:
        seat["name"] = "\x1b[2Jgone"
    main(["verify", written(tmp_path, forged)])
    assert "\x1b[2J" not in capsys.readouterr().out


def test_a_forged_field_moves_no_cursor(
    whole_game: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor does it end the command: lone surrogates cannot be printed as they stand."""
    for text in ("\x1b[2Jgone", "\ud800", "a\nb"):
        assert main(["verify", written(tmp_path, {**whole_game, "game": text})]) == 1
        out = capsys.readouterr().out
        assert "DOES NOT HOLD at game: unknown_game" in out
        assert out.count("\n") == 1
        assert "\x1b" not in out


def test_what_is_known_from_elsewhere_is_held_against_the_file(
    whole_game: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commitment, nonce and the end of the seal; any other one does not fit this game."""
    file = written(tmp_path, whole_game)
    fitting = [
        ("commitment", "commitment", whole_game["commitment"]),
        ("nonce", "nonces", next(iter(whole_game["nonces"].values()), None)),
        ("whole", "seal.whole", whole_game["seal"]["whole"].upper()),
    ]
    for option, path, value in fitting:
        if value is not None:
            assert main(["verify", f"--{option}", value, file]) == 0
        capsys.readouterr()
        assert main(["verify", f"--{option}", "ab" * 32, file]) == 1
        assert f"DOES NOT HOLD at {path}: not_the_known_one" in capsys.readouterr().out


def test_a_record_without_a_seal_is_said_to_have_none(
    whole_game: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The plain form of the format is taken, and what it leaves open is said."""
    plain = {name: value for name, value in whole_game.items() if name not in ("final", "seal")}
    assert main(["verify", written(tmp_path, plain)]) == 0
    assert "no seal" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        *["", "{", "[" * 100_000, "\xff", '{"at":1,"at":2}'],
        *['{"at":NaN}', "-Infinity", "9" * 5000, '{"at":1.0}'],
    ],
)
def test_what_is_no_json_is_said_to_be_none(text: str, tmp_path: Path) -> None:
    assert main(["verify", written(tmp_path, text)]) == 2


@pytest.mark.parametrize("value", [None, 1, [], {}, {"format": "carteado-record/1"}, "text"])
def test_json_that_is_no_record_does_not_hold(value: object, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert main(["verify", str(path)]) == 1


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    assert main(["verify", str(tmp_path / "nowhere")]) == 2


def test_every_file_is_looked_at(whole_game: dict[str, Any], tmp_path: Path) -> None:
    good = written(tmp_path, whole_game)
    assert main(["verify", str(tmp_path / "nowhere"), good]) == 2
