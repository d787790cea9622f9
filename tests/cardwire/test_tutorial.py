"""The game that the web client's Caravan tutorial plays, as the rules play it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict

from cardproto.v1.table_pb2 import Update
from cardrules.caravan import GAME
from cardwire import codec

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "web/src/games/caravan/tutorial.json"


@pytest.fixture(scope="module")
def steps() -> list[dict[str, Any]]:
    """Every move with what the learner is shown after it."""
    found: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["steps"]
    return found


def test_it_is_current() -> None:
    """The rules still play it just so."""
    command = [sys.executable, str(ROOT / "scripts/tutorial.py"), "--check"]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0


def test_each_of_the_learners_moves_is_one_of_several_that_are_legal(
    steps: list[dict[str, Any]],
) -> None:
    """What the learner may do is what the view before it says."""
    shown = json.loads(PATH.read_text(encoding="utf-8"))["beginning"]
    for step in steps:
        view = codec("caravan").view_from_update(ParseDict(shown, Update()))
        if step["seat"] == 0:
            assert view.private is not None
            legal = [GAME.action_obj(action) for action in view.private.legal]
            assert step["action"] in legal
            assert len(legal) > 1 or step["lesson"] == "last"
        shown = step["update"]


def test_it_teaches_every_figure_and_is_won(steps: list[dict[str, Any]]) -> None:
    """All four figures are played by the learner, who sells all three pairs."""
    own = [step["action"] for step in steps if step["seat"] == 0]
    figures = {action["card"][0] for action in own if action["type"] == "attach"}
    assert figures == set("JQKX")
    result = steps[-1]["update"]["table"]["result"]
    assert (result["winners"], result["scores"]) == ([0], {"0": 3, "1": 0})


def test_what_the_master_holds_is_never_shown(steps: list[dict[str, Any]]) -> None:
    """The learner is sent no more than a person at a table."""
    drawn = 0
    for step in steps:
        events = [event["caravan"] for event in step["update"].get("events", [])]
        for event in events:
            if event["type"] == "drew":
                drawn += 1
                assert event["cards"] == ["??"]
        for reveal in step["update"].get("reveals", []):
            assert events[reveal.get("index", 0)]["seat"] == 0
    assert drawn > 10
