"""The golden files hold: each step with its legal actions and views, each count of ways on."""

import json
from collections import Counter
from typing import Any

import pytest

from cardrules.game import act, canonical
from cardrules.registry import GAMES, AnyGame
from tests.golden import deals
from tests.golden.generate import children, lines, perft, shown

PLAYS = [pytest.param(GAMES[name], lines(f"{name}.play"), id=name) for name in GAMES]
PERFTS = [
    pytest.param(GAMES[name], entry, id=f"{name}-{number}-{entry['depth']}")
    for name in GAMES
    for number, entry in enumerate(lines(f"{name}.perft"), 1)
]


@pytest.mark.parametrize(("game", "entries"), PLAYS)
def test_a_golden_game_is_played_as_written(game: AnyGame, entries: list[dict[str, Any]]) -> None:
    """Every step gives the written events, reveals, legal actions and views."""
    new = entries[0]["new"]
    step = game.new(new["options"], new["seats"], bytes.fromhex(new["seed"]), new["starter"])
    for number, entry in enumerate(entries):
        if number > 0 and entry["do"] == "expire":
            step = game.expire(step.state)
        elif number > 0:
            step = act(game, step.state, entry["seat"], entry["action"])
        for part, value in shown(game, step).items():
            assert canonical(value) == canonical(entry[part]), f"line {number + 1}: {part}"
    assert game.over(step.state)


@pytest.mark.parametrize(("game", "entry"), PERFTS)
def test_there_are_as_many_ways_to_go_on(game: AnyGame, entry: dict[str, Any]) -> None:
    """The count is the written one; if not, the failure shows it by branch."""
    state = game.load(entry["position"])
    count = perft(game, state, entry["depth"])
    if count != entry["count"]:
        branches = {
            name: perft(game, after, entry["depth"] - 1) for name, after in children(game, state)
        }
        pytest.fail(f"{count}, not {entry['count']}: {branches}")


def test_the_golden_game_of_virae_shows_everything() -> None:
    """The written game is worth reading: it holds nearly every kind of event and cause."""
    events = [event for entry in lines("virae.play") for event in entry["events"]]
    kinds = Counter(event["type"] for event in events)
    wanted = {"called", "caught", "dealt", "drew", "ended", "forgot", "kept", "lapsed", "opened"}
    assert wanted | {"played", "reversed", "skipped"} <= set(kinds)
    causes = {event["cause"] for event in events if event["type"] == "drew"}
    assert causes == {"draw", "plus_two", "plus_four", "catch"}


def test_the_golden_game_of_caravan_shows_everything() -> None:
    """Every kind of event but a hand dealt anew, every figure, and a direction held."""
    events = [event for entry in lines("caravan.play") for event in entry["events"]]
    wanted = {"dealt", "opened", "placed", "attached", "discarded", "disbanded", "removed", "drew"}
    assert {event["type"] for event in events} == wanted | {"reshuffled", "ended"}
    figures = {event["card"][0] for event in events if event["type"] == "attached"}
    assert figures == set("JQKX")
    boards = [entry["public"]["routes"] for entry in lines("caravan.play")]
    assert any(route["held"] for board in boards for side in board.values() for route in side)


def test_the_written_openings_are_dealt_from_their_seeds() -> None:
    """The vectors by which other languages check their deals are those of these rules."""
    assert json.loads(deals.FILE.read_text("utf-8")) == list(deals.openings())
