"""What Rami's notation takes and what it refuses."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.errors import BadPosition, BadSetup, RuleError, Unreadable
from cardrules.rami import GAME, Action
from tests.cardrules.making import outcome
from tests.cardrules.test_virae_notation import json_values

POSITION: dict[str, Any] = {
    "game": "rami",
    "seats": [0, 2, 3],
    "turn": 2,
    "phase": "meld",
    "hands": {"0": ["2C", "AS"], "2": ["5H", "6H", "9D"], "3": ["KS"]},
    "melds": [{"owner": 3, "kind": "run", "cards": ["9C", "7C", "8C"]}],
    "discard": ["4D", "JD"],
    "stock": ["2H", "3H"],
}
OVER: dict[str, Any] = {
    **POSITION,
    "phase": "over",
    "turn": None,
    "scores": {"2": 104},
    "result": {"winners": [2], "scores": {"2": 104}, "reason": "limit"},
}


def test_missing_fields_take_their_defaults() -> None:
    """A hand-made position is completed, and its melds put in order."""
    position: Any = GAME.dump(GAME.load(POSITION))
    assert position["options"] == {"limit": 100, "ace_high": False, "discard_to_win": False}
    assert (position["round"], position["starter"], position["shuffles"]) == (1, 0, 0)
    assert (position["taken"], position["idle"], position["result"]) == (None, 0, None)
    assert position["scores"] == {"0": 0, "2": 0, "3": 0}
    assert position["melds"] == [{"owner": 3, "kind": "run", "cards": ["7C", "8C", "9C"]}]
    assert position["history"] == ["2 -"]
    assert "seed" not in position
    assert GAME.load(OVER).result is not None


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": [0]}, "seats"),
        ({"seats": [0, 3, 2]}, "seats"),
        ({"seats": [0, 2, 4]}, "seats"),
        ({"turn": 1}, "turn"),
        ({"turn": None}, "turn"),
        ({"turn": 2.0}, "turn"),
        ({"phase": None}, "phase"),
        ({"phase": "play"}, "phase"),
        ({"phase": "over"}, "turn"),
        ({"phase": "over", "turn": None}, "result"),
        ({"result": {"winners": [], "scores": {}, "reason": "void"}}, "result"),
        ({"starter": 1}, "starter"),
        ({"round": 0}, "round"),
        ({"hands": {"0": ["2C"], "2": [], "3": ["KS"]}}, "hands"),
        ({"hands": {"0": ["2C"], "2": ["5H"]}}, "hands"),
        ({"hands": {"0": ["2C"], "1": ["5H"], "2": ["6H"], "3": ["KS"]}}, "hands"),
        ({"hands": {"0": ["2C", "2C"], "2": ["5H"], "3": ["KS"]}}, "hands"),
        ({"hands": {"0": ["7C"], "2": ["5H"], "3": ["KS"]}}, "hands"),
        ({"hands": {"0": ["XX"], "2": ["5H"], "3": ["KS"]}}, "hands.0"),
        ({"hands": {"0": ["??"], "2": ["5H"], "3": ["KS"]}}, "hands.0"),
        ({"stock": ["JD"]}, "hands"),
        ({"stock": "2H"}, "stock"),
        ({"discard": [["2H"]]}, "discard"),
        ({"melds": {}}, "melds"),
        ({"melds": ["7C"]}, "melds[0]"),
        ({"melds": [{"kind": "run", "cards": ["7C", "8C", "9C"]}]}, "melds[0].owner"),
        ({"melds": [{"owner": 1, "kind": "run", "cards": ["7C", "8C", "9C"]}]}, "melds[0].owner"),
        ({"melds": [{"owner": 0, "kind": "set", "cards": ["7C", "8C", "9C"]}]}, "melds[0].kind"),
        ({"melds": [{"owner": 0, "kind": "run", "cards": ["7C", "8C"]}]}, "melds[0].cards"),
        ({"melds": [{"owner": 0, "kind": "run", "cards": ["KC", "AC", "2S"]}]}, "melds[0].cards"),
        (
            {"melds": [{"owner": 0, "kind": "run", "cards": ["7C", "8C", "9C", "9C"]}]},
            "melds[0].cards",
        ),
        ({"taken": "JD"}, "taken"),
        ({"taken": "2C"}, "taken"),
        ({"taken": "9D", "phase": "draw"}, "taken"),
        ({"idle": 13}, "idle"),
        ({"idle": 12, "phase": "draw"}, "idle"),
        ({"idle": -1}, "idle"),
        ({"scores": {"0": 100}}, "scores.0"),
        ({"scores": {"0": -1}}, "scores.0"),
        ({"scores": {"1": 3}}, "scores"),
        ({"scores": []}, "scores"),
        ({"options": {"limit": 5}}, "options"),
        ({"options": {"aces": True}}, "options"),
        ({"shuffles": True}, "shuffles"),
        ({"seed": "ab"}, "seed"),
        ({"known": {"0": ["5H"]}}, "known"),
        ({"known": {"1": []}}, "known"),
        ({"history": ["2 - : 5H"]}, "history"),
        ({"history": ["0 -"]}, "history"),
        ({"history": ["2 5H"]}, "history"),
        ({"history": ["2 draw"]}, "history"),
        ({"history": ["0 - : 2H"] * 64 + ["2 -"]}, "history"),
        ({"history": "2 -"}, "history"),
    ],
)
def test_a_position_that_no_rule_leaves_is_refused(change: dict[str, Any], field: str) -> None:
    """Each fault is `bad_position` and names the field."""
    with pytest.raises(BadPosition) as refusal:
        GAME.load({**POSITION, **change})
    assert refusal.value.code == "bad_position"
    assert refusal.value.params["field"] == field


@given(
    st.sampled_from([*POSITION, "taken", "idle", "scores", "known", "history", "result", "seed"]),
    json_values,
)
def test_no_value_of_a_field_breaks_the_reader(field: str, value: object) -> None:
    """Any JSON value in any field gives a position or `bad_position`."""
    code, state = outcome(lambda: GAME.load({**POSITION, field: value}))
    assert code in (None, "bad_position")
    if code is None:
        assert GAME.load(GAME.dump(state)) == state


@given(
    json_values
    | st.fixed_dictionaries(
        {"type": st.sampled_from(("draw", "meld", "lay_off", "discard", "knock"))},
        optional={
            "from": json_values | st.sampled_from(("stock", "discard")),
            "cards": json_values | st.just(["5H", "6H", "7H"]),
            "card": json_values | st.just("5H"),
            "meld": json_values,
            "x": json_values,
        },
    )
)
def test_no_value_breaks_the_reader_of_actions(value: object) -> None:
    """Any JSON value is an action or a coded refusal, and so is what the rules say of it."""
    code, action = outcome(lambda: GAME.parse_action(value))
    assert code in (None, "unknown_action", "malformed_action")
    if code is None:
        assert GAME.parse_action(GAME.action_obj(action)) == action
        outcome(partial(GAME.apply, GAME.load(POSITION), 2, action))


@pytest.mark.parametrize(
    ("obj", "code"),
    [
        ({}, "unknown_action"),
        ({"type": None}, "unknown_action"),
        ({"type": "play", "card": "5H"}, "unknown_action"),
        ([], "malformed_action"),
        ({"type": "draw"}, "malformed_action"),
        ({"type": "draw", "from": "Stock"}, "malformed_action"),
        ({"type": "draw", "from": "stock", "cards": []}, "malformed_action"),
        ({"type": "meld", "cards": None}, "malformed_action"),
        ({"type": "meld", "cards": ["5H", "6H", None]}, "malformed_action"),
        ({"type": "meld", "cards": ["5H", "6H", "7H"], "meld": 0}, "malformed_action"),
        ({"type": "lay_off", "meld": True, "cards": ["5H"]}, "malformed_action"),
        ({"type": "lay_off", "meld": 0.0, "cards": ["5H"]}, "malformed_action"),
        ({"type": "lay_off", "meld": 0, "cards": []}, "malformed_action"),
        ({"type": "lay_off", "meld": 0, "card": "5H"}, "malformed_action"),
        ({"type": "discard", "card": "5h"}, "malformed_action"),
        ({"type": "discard", "card": "XX"}, "malformed_action"),
    ],
)
def test_what_is_no_action_is_told_so(obj: object, code: str) -> None:
    """The type first, then its fields; a null field counts as absent."""
    with pytest.raises(Unreadable) as refusal:
        GAME.parse_action(obj)
    assert refusal.value.code == code


def test_a_null_field_counts_as_absent() -> None:
    """As everywhere in the notation."""
    draw = {"type": "draw", "from": "stock", "card": None, "cards": None, "meld": None}
    assert GAME.parse_action(draw) == Action("draw", source="stock")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (({"limit": 9}, [0], None, 9), "bad_option"),
        (({"limit": 1001}, [0], None, 9), "bad_option"),
        (({"ace_high": 0}, [0], None, 9), "bad_option"),
        (({"jokers": True}, [0], None, 9), "bad_option"),
        (({}, [0], None, 9), "bad_seats"),
        (({}, [0, 1, 2, 3, 4], None, None), "bad_seats"),
        (({}, [0, 4], None, None), "bad_seats"),
        (({}, [0, 1], None, 2), "bad_starter"),
        (({}, [0, 1], None, None), "no_seed"),
        (({}, [0, 1], b"short", None), "bad_seed"),
    ],
)
def test_a_bad_start_is_refused_in_order(arguments: tuple[Any, ...], code: str) -> None:
    """The first fault in the order option, seats, starter, seed decides."""
    with pytest.raises(BadSetup) as refusal:
        GAME.new(*arguments)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Action("draw", source="table"), "already_drawn"),
        (Action("fly"), "unknown_action"),
        (Action("discard"), "card_not_in_hand"),
        (Action("discard", card="XX"), "card_not_in_hand"),
        (Action("meld", cards=("5H", "6H", "R7")), "card_not_in_hand"),
        (Action("lay_off", meld=0), "malformed_action"),
    ],
)
def test_action_values_that_no_text_gives_are_refused(action: Action, code: str) -> None:
    """A value that never went through the notation does no harm."""
    with pytest.raises(RuleError) as refusal:
        GAME.apply(GAME.load(POSITION), 2, action)
    assert refusal.value.code == code


def test_a_draw_from_nowhere_is_refused_even_as_a_value() -> None:
    """Only the stock and the discard can be drawn from."""
    state = GAME.load({**POSITION, "phase": "draw"})
    with pytest.raises(Unreadable) as refusal:
        GAME.apply(state, 2, Action("draw", source="table"))
    assert refusal.value.code == "malformed_action"


def test_the_end_from_outside_has_no_winners() -> None:
    """`void` ends any unfinished game with nobody winning; once over there is no more to end."""
    state = GAME.load({**POSITION, "scores": {"0": 12, "3": 99}})
    step = GAME.forfeit(state, 2, "void")
    result = GAME.result(step.state)
    assert result is not None
    assert (result.winners, result.reason) == ((), "void")
    assert result.scores == ((0, 12), (2, 0), (3, 99))
    assert step.turn_over
    assert GAME.load(GAME.dump(step.state)) == step.state
    for code, call in (
        ("unknown_action", lambda: GAME.forfeit(state, 2, "resigned")),
        ("seat_stays", lambda: GAME.leave(state, 3)),
        ("not_your_turn", lambda: GAME.leave(state, 1)),
        ("no_window", lambda: GAME.expire(state)),
        ("game_over", lambda: GAME.forfeit(step.state, 2, "void")),
        ("game_over", lambda: GAME.forfeit(step.state, 2, "flag")),
        ("game_over", lambda: GAME.leave(step.state, 2)),
        ("game_over", lambda: GAME.auto(step.state, 2)),
        ("no_window", lambda: GAME.expire(step.state)),
    ):
        assert outcome(call)[0] == code


def test_the_history_tells_each_turn_in_a_line() -> None:
    """Where the card came from, what was laid down and where, what was thrown away."""
    hands = {"0": ["2C", "AS"], "2": ["5H", "6H", "9D", "TC", "QS"], "3": ["KS"]}
    position = {**POSITION, "phase": "draw", "hands": hands, "discard": ["4D", "7H"]}
    state = GAME.load(position)
    for seat, action in (
        (2, {"type": "draw", "from": "discard"}),
        (2, {"type": "lay_off", "meld": 0, "cards": ["TC"]}),
        (2, {"type": "meld", "cards": ["7H", "5H", "6H"]}),
        (2, {"type": "discard", "card": "9D"}),
        (3, {"type": "draw", "from": "stock"}),
    ):
        state = GAME.apply(state, seat, GAME.parse_action(action)).state
    assert state.history == ("2 7H > 0 TC = 5H 6H 7H : 9D", "3 -")
