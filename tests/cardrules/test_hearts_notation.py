"""What the notation of Hearts takes and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.errors import BadPosition, BadSetup
from cardrules.hearts import GAME, Action
from tests.cardrules.making import outcome
from tests.cardrules.test_virae_notation import json_values

PLAYING: dict[str, Any] = {
    "game": "hearts",
    "seats": [0, 1, 2, 3],
    "turn": 2,
    "phase": "play",
    "tricks": 11,
    "hands": {"0": ["3C", "4C"], "1": ["5D"], "2": ["QS", "6D"], "3": ["AH", "KH"]},
    "trick": [{"seat": 1, "card": "9D"}],
    "taken": {"0": ["2H", "2S", "3S", "4S"]},
}
PASSING: dict[str, Any] = {
    "game": "hearts",
    "seats": [0, 1, 2, 3],
    "turn": None,
    "phase": "pass",
    "hands": {
        "0": ["2C", "3C", "4C", "QS"],
        "1": ["5C", "6C", "7C", "8C"],
        "2": ["9C", "TC", "JC", "QC"],
        "3": ["KC", "AC", "2D", "3D"],
    },
}
RESULT = {"winners": [1], "scores": {"0": 1, "1": 0, "2": 25, "3": 100}, "reason": "limit"}


def test_missing_fields_take_their_defaults() -> None:
    """A hand-made position is completed, and read back as it was completed."""
    state = GAME.load(PLAYING)
    deal = state.deal
    assert (deal.limit, deal.number, deal.direction, deal.shuffles) == (100, 1, "left", 0)
    assert (state.broken, state.history, deal.scores, deal.sheet) == (False, (), (0, 0, 0, 0), ())
    assert "seed" not in GAME.dump(state)
    assert GAME.load(GAME.dump(state)) == state


@pytest.mark.parametrize(
    ("given_fields", "number", "direction"),
    [
        ({}, 1, "left"),
        ({"hand": 6}, 6, "right"),
        ({"pass": "across"}, 3, "across"),
        ({"hand": 7, "pass": "across"}, 7, "across"),
        ({"hand": None, "pass": None}, 1, "left"),
    ],
)
def test_the_pass_follows_from_the_hand(
    given_fields: dict[str, Any], number: int, direction: str
) -> None:
    """The hand's number says where cards go; the direction alone names its first such hand."""
    deal = GAME.load({**PASSING, **given_fields}).deal
    assert (deal.number, deal.direction) == (number, direction)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": [0, 1, 2]}, "seats"),
        ({"seats": [0, 1, 2, 4]}, "seats"),
        ({"seats": [0, 2, 1, 3]}, "seats"),
        ({"turn": 4}, "turn"),
        ({"turn": None}, "turn"),
        ({"turn": True}, "turn"),
        ({"turn": 3}, "turn"),
        ({"phase": None}, "phase"),
        ({"phase": "window"}, "phase"),
        ({"phase": "over", "turn": None, "trick": []}, "result"),
        ({"phase": "over", "result": RESULT}, "turn"),
        ({"result": RESULT}, "result"),
        ({"hands": {**PLAYING["hands"], "2": ["QS"]}}, "hands"),
        ({"hands": {**PLAYING["hands"], "2": ["QS", "XX"]}}, "hands.2"),
        ({"hands": {**PLAYING["hands"], "2": ["QS", "R5"]}}, "hands.2"),
        ({"hands": {**PLAYING["hands"], "2": ["QS", "9D"]}}, "hands"),
        ({"hands": {**PLAYING["hands"], "2": ["QS", "2H"]}}, "hands"),
        ({"hands": {**PLAYING["hands"], "2": ["QS", "QS"]}}, "hands"),
        ({"hands": {**PLAYING["hands"], "4": []}}, "hands"),
        ({"hands": []}, "hands"),
        ({"tricks": 12}, "hands"),
        ({"tricks": 14}, "tricks"),
        ({"tricks": -1}, "tricks"),
        ({"trick": [{"seat": 1}]}, "trick"),
        ({"trick": [{"card": "9D"}]}, "trick"),
        ({"trick": ["9D"]}, "trick"),
        ({"trick": {"seat": 1, "card": "9D"}}, "trick"),
        ({"trick": [{"seat": 3, "card": "9D"}, {"seat": 1, "card": "8D"}]}, "trick"),
        ({"trick": [{"seat": seat, "card": "9D"} for seat in (2, 3, 0, 1)]}, "trick"),
        ({"broken": 1}, "broken"),
        ({"hand": 0}, "hand"),
        ({"hand": 2, "pass": "left"}, "pass"),
        ({"pass": "up"}, "pass"),
        ({"scores": {"0": -1}}, "scores.0"),
        ({"scores": {"7": 1}}, "scores"),
        ({"scores": [1, 2, 3, 4]}, "scores"),
        ({"taken": {"0": ["ZZ"]}}, "taken.0"),
        ({"chosen": {"0": ["3C", "4C", "5C"]}}, "chosen"),
        ({"received": {"0": ["3C"]}}, "received"),
        ({"received": {"0": ["3C", "4C", "4C"]}}, "received"),
        ({"hand": 4, "received": {"0": ["3C", "4C", "8S"]}}, "received"),
        ({"sheet": [[0, 0, 0]]}, "sheet"),
        ({"sheet": [[0, 0, 0, 27]]}, "sheet"),
        ({"sheet": 3}, "sheet"),
        ({"history": [{"leader": 0, "cards": ["2H"]}]}, "history"),
        ({"history": [{"leader": 0, "cards": ["2H", "2S", "3S", "5S"]}]}, "history"),
        ({"history": [{"leader": 1, "cards": ["2H", "2S", "3S", "4S"]}]}, "history"),
        ({"history": [[]]}, "history"),
        ({"options": {"limit": 25}}, "options"),
        ({"options": {"moon": True}}, "options"),
        ({"shuffles": 10**4000}, "shuffles"),
        ({"seed": "ab"}, "seed"),
    ],
)
def test_a_position_that_no_rule_leaves_is_refused(change: dict[str, Any], field: str) -> None:
    """Each fault is `bad_position` and names the field."""
    with pytest.raises(BadPosition) as refusal:
        GAME.load({**PLAYING, **change})
    assert refusal.value.code == "bad_position"
    assert refusal.value.params["field"] == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"turn": 0}, "turn"),
        ({"hand": 4}, "phase"),
        ({"tricks": 1}, "tricks"),
        ({"trick": [{"seat": 0, "card": "5H"}]}, "trick"),
        ({"hands": {str(seat): ["2C", "3C"] for seat in range(4)}}, "hands"),
        ({"hands": {"0": ["2C", "3C"], "1": ["2D", "3D"], "2": ["2S", "3S"], "3": ["4S", "5S"]}},
         "hands"),
        ({"chosen": {"0": ["2C", "3C", "5C"]}}, "chosen"),
        ({"chosen": {"0": ["2C", "3C"]}}, "chosen"),
        ({"chosen": {str(s): PASSING["hands"][str(s)][:3] for s in range(4)}}, "chosen"),
        ({"received": {"0": ["2C", "3C", "4C"]}}, "received"),
    ],
)  # fmt: skip
def test_an_exchange_that_no_rule_leaves_is_refused(change: dict[str, Any], field: str) -> None:
    """The same for a position in the pass."""
    with pytest.raises(BadPosition) as refusal:
        GAME.load({**PASSING, **change})
    assert refusal.value.params["field"] == field


def test_a_written_history_is_what_the_taken_cards_say() -> None:
    """A trick stands under who led it, and its cards lie with who took it."""
    trick = {"leader": 0, "cards": ["2H", "2S", "3S", "4S"]}
    state = GAME.load({**PLAYING, "history": [trick]})
    assert state.history[0].taker == 0
    assert GAME.dump(state)["history"] == [trick]


FIELDS = (
    *("turn", "phase", "hands", "trick", "taken", "tricks", "broken", "hand", "pass", "chosen"),
    *("received", "scores", "sheet", "history", "options", "seed", "shuffles", "result"),
)


@given(st.sampled_from((PLAYING, PASSING)), st.sampled_from(FIELDS), json_values)
@settings(deadline=None)
def test_no_value_of_a_field_breaks_the_reader(
    position: dict[str, Any], field: str, value: object
) -> None:
    """Any JSON value in any field gives a position or `bad_position`."""
    code, state = outcome(lambda: GAME.load({**position, field: value}))
    assert code in (None, "bad_position")
    if code is None:
        assert GAME.load(GAME.dump(state)) == state


@given(
    json_values
    | st.fixed_dictionaries(
        {"type": st.sampled_from(("play", "pass"))},
        optional={
            "card": json_values | st.just("QS"),
            "cards": json_values | st.just(["2C", "3C", "4C"]),
            "choose": json_values,
        },
    )
)
def test_no_value_breaks_the_reader_of_actions(value: object) -> None:
    """Any JSON value is an action or a coded refusal."""
    code, action = outcome(lambda: GAME.parse_action(value))
    assert code in (None, "unknown_action", "malformed_action")
    if code is None:
        assert GAME.parse_action(GAME.action_obj(action)) == action


@pytest.mark.parametrize(
    ("obj", "code"),
    [
        ({"type": "play"}, "malformed_action"),
        ({"type": "play", "card": "XX"}, "malformed_action"),
        ({"type": "play", "card": "qs"}, "malformed_action"),
        ({"type": "play", "card": "QS", "cards": []}, "malformed_action"),
        ({"type": "pass", "cards": "2C"}, "malformed_action"),
        ({"type": "pass", "cards": [["2C"], "3C", "4C"]}, "malformed_action"),
        ({"type": "pass", "cards": {"0": "2C"}}, "malformed_action"),
        ({"type": "pass", "choose": 3, "from": ["2C", "3C", "4C"]}, "malformed_action"),
        ({"type": None}, "unknown_action"),
        ({"type": "draw"}, "unknown_action"),
        ({}, "unknown_action"),
        ([], "malformed_action"),
    ],
)
def test_what_is_no_action_has_its_code(obj: object, code: str) -> None:
    """Type first, then the fields that it needs and no others."""
    assert outcome(lambda: GAME.parse_action(obj))[0] == code


@pytest.mark.parametrize(
    ("obj", "action"),
    [
        ({"type": "play", "card": "QS", "cards": None}, Action("play", "QS")),
        ({"type": "pass", "cards": []}, Action("pass")),
        ({"type": "pass", "cards": ["2C", "2C"]}, Action("pass", cards=("2C", "2C"))),
    ],
)
def test_null_is_absent_and_a_pass_names_any_number(obj: object, action: Action) -> None:
    """How many cards, and whether twice the same, is for the rules to say."""
    assert GAME.parse_action(obj) == action


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (({"limit": 501}, [0], None, 9), "bad_option"),
        (({"limit": "100"}, [0], None, 9), "bad_option"),
        (({}, [0, 1, 2], None, 9), "bad_seats"),
        (({}, [0, 1, 2, 3, 4], None, None), "bad_seats"),
        (({}, [0, 1, 2, 4], None, None), "bad_seats"),
        (({}, None, None, None), "bad_seats"),
        (({}, [0, 1, 2, 3], None, 4), "bad_starter"),
        (({}, [0, 1, 2, 3], None, True), "bad_starter"),
        (({}, [0, 1, 2, 3], b"short", 0), "bad_seed"),
        (({}, [0, 1, 2, 3], None, 3), "no_seed"),
    ],
)
def test_a_bad_start_is_refused_in_order(arguments: tuple[Any, ...], code: str) -> None:
    """The first fault in the order option, seats, starter, seed decides."""
    with pytest.raises(BadSetup) as refusal:
        GAME.new(*arguments)
    assert refusal.value.code == code


@pytest.mark.parametrize("limit", [26, 100, 500])
def test_the_limit_is_kept(limit: int) -> None:
    """Both ends of the range are allowed; who starts changes nothing."""
    one, two = (GAME.new({"limit": limit}, (0, 1, 2, 3), bytes(32), s).state for s in (None, 2))
    assert one.deal.limit == limit
    assert one == two


def test_without_the_two_of_clubs_the_lowest_seat_leads_freely() -> None:
    """Only a hand-made position is so; it goes on all the same."""
    hands = {**PASSING["hands"], "0": ["5H", "3C", "4C", "QS"]}
    state = GAME.load({**PASSING, "hands": hands})
    for seat in (3, 1, 0, 2):
        state = GAME.apply(state, seat, Action("pass", cards=state.cards(seat)[:3])).state
    assert (state.phase, state.turn) == ("play", 0)
    assert {action.card for action in GAME.legal(state, 0)} == {"QS", "KC", "AC", "2D"}
