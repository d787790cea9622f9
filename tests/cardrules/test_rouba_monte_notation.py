"""What the notation of Rouba Monte takes and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.errors import BadPosition, BadSetup, RuleError
from cardrules.rouba_monte import GAME, Action
from tests.cardrules.making import outcome
from tests.cardrules.test_virae_notation import json_values

POSITION: dict[str, Any] = {
    "game": "rouba-monte",
    "seats": [0, 2, 3],
    "turn": 2,
    "phase": "play",
    "hands": {"0": ["4C"], "2": ["9S", "2S"], "3": ["KD"]},
    "center": ["9H", "9D"],
    "piles": {"3": ["5S", "5H"]},
    "stock": ["AC", "AD"],
}
RESULT = {"winners": [0], "scores": {"0": 9, "2": 1, "3": 0}, "reason": "played_out"}
MOVES = ["* 8S 9H 5H 9D", "3 5S=5H", "0 8D=8S", "2 8H<0", "3 8C<2"]
AFTER = {"center": ["9H", "9D"], "piles": {"3": ["5H", "5S", "8S", "8D", "8H", "8C"]}}


def test_missing_fields_take_their_defaults() -> None:
    """A hand-made position is completed, and read back as it was completed."""
    state = GAME.load(POSITION)
    assert (state.dealer_seat, state.active_seats, state.deal.shuffles) == (0, (0, 2, 3), 0)
    assert (state.history, state.piles) == ((), ((), (), ("5S", "5H")))
    assert "seed" not in GAME.dump(state)
    assert GAME.load(GAME.dump(state)) == state


def test_without_its_first_moves_a_game_has_no_history() -> None:
    """What is played on from a hand-made position is not remembered: half a memory misleads."""
    step = GAME.apply(GAME.load(POSITION), 2, Action("capture", "9S", "9H"))
    assert step.state.history == ()
    whole = {**POSITION, **AFTER, "history": MOVES}
    step = GAME.apply(GAME.load(whole), 2, Action("capture", "9S", "9H"))
    assert step.state.history == (*MOVES, "2 9S=9H")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": [0]}, "seats"),
        ({"seats": [0, 3, 2]}, "seats"),
        ({"seats": [0, 2, 4]}, "seats"),
        ({"seats": [0, 2, True]}, "seats"),
        ({"turn": 1}, "turn"),
        ({"turn": None}, "turn"),
        ({"turn": True}, "turn"),
        ({"turn": 2, "hands": {"0": ["4C"]}}, "turn"),
        ({"phase": None}, "phase"),
        ({"phase": "draw"}, "phase"),
        ({"phase": "over", "turn": None}, "result"),
        ({"phase": "over", "result": RESULT}, "turn"),
        ({"result": RESULT}, "result"),
        ({"dealer": 1}, "dealer"),
        ({"active": [2]}, "active"),
        ({"active": [0, 1, 2]}, "active"),
        ({"active": [2, 0]}, "active"),
        ({"active": [0, 2]}, "active"),
        ({"active": [0, 3]}, "turn"),
        ({"active": "all"}, "active"),
        ({"hands": {**POSITION["hands"], "0": ["XX"]}}, "hands.0"),
        ({"hands": {**POSITION["hands"], "0": ["R5"]}}, "hands.0"),
        ({"hands": {**POSITION["hands"], "0": ["9H"]}}, "hands"),
        ({"hands": {**POSITION["hands"], "1": ["4D"]}}, "hands"),
        ({"hands": []}, "hands"),
        ({"piles": {"3": ["AC"]}}, "hands"),
        ({"piles": {"5": []}}, "piles"),
        ({"center": ["9H", "??"]}, "center"),
        ({"center": {"0": "9H"}}, "center"),
        ({"stock": ["10C"]}, "stock"),
        ({"options": {"limit": 1}}, "options"),
        ({"shuffles": -1}, "shuffles"),
        ({"seed": "ab"}, "seed"),
        ({"history": "none"}, "history"),
        ({"history": ["2 9S 9H"]}, "history"),
        ({"history": ["* deal"] * 61}, "history"),
        ({"history": MOVES}, "history"),
        ({**AFTER, "history": MOVES[:-1]}, "history"),
        ({**AFTER, "history": [*MOVES, "1 4D"]}, "history"),
    ],
)
def test_a_position_that_no_rule_leaves_is_refused(change: dict[str, Any], field: str) -> None:
    """Each fault is `bad_position` and names the field."""
    with pytest.raises(BadPosition) as refusal:
        GAME.load({**POSITION, **change})
    assert refusal.value.params["field"] == field


@given(st.dictionaries(st.sampled_from([*POSITION, "active", "history", "result"]), json_values))
@settings(deadline=None)
def test_no_value_breaks_the_reader_of_positions(change: dict[str, Any]) -> None:
    """Any JSON values in place of fields give a position or a coded refusal."""
    code, state = outcome(lambda: GAME.load({**POSITION, **change}))
    assert code in (None, "bad_position")
    if code is None:
        assert GAME.load(GAME.dump(state)) == state


@given(
    st.one_of(
        json_values,
        st.fixed_dictionaries(
            {"type": st.sampled_from(("capture", "discard", "steal"))},
            optional={
                "card": st.sampled_from(("9S", "XX", "")) | json_values,
                "center": st.sampled_from(("9H", "R5")) | json_values,
                "pile": st.integers() | json_values,
                "x": json_values,
            },
        ),
    )
)
def test_no_value_breaks_the_reader_of_actions(value: object) -> None:
    """Any JSON value is an action, which the rules take or refuse, or a coded refusal."""
    code, action = outcome(lambda: GAME.parse_action(value))
    assert code in (None, "unknown_action", "malformed_action")
    if code is None:
        assert GAME.parse_action(GAME.action_obj(action)) == action
        outcome(lambda: GAME.apply(GAME.load(POSITION), 2, action))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (({"a": 1}, [0], None, 9), "bad_option"),
        (({}, [0], None, 9), "bad_seats"),
        (({}, [0, 0], None, None), "bad_seats"),
        (({}, [0, 4], None, None), "bad_seats"),
        (({}, [0, 1, 2, 3, 4], None, None), "bad_seats"),
        (({}, [0, 1], None, 2), "bad_starter"),
        (({}, [0, 1], None, True), "bad_starter"),
        (({}, [0, 1], b"short", None), "bad_seed"),
        (({}, [0, 1], None, None), "no_seed"),
    ],
)
def test_a_bad_start_is_refused_in_order(arguments: tuple[Any, ...], code: str) -> None:
    """The first fault in the order option, seats, starter, seed decides."""
    with pytest.raises(BadSetup) as refusal:
        GAME.new(*arguments)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (2, Action("steal", "9S"), "unknown_action"),
        (0, Action("capture"), "malformed_action"),
        (0, Action("capture", "R5"), "malformed_action"),
        (0, Action("capture", "4C", "ZZ"), "malformed_action"),
        (0, Action("discard", "4C", "9H"), "malformed_action"),
        (0, Action("discard", "4C", pile=3), "malformed_action"),
        (0, Action("capture", "9S", "9H", 3), "not_your_turn"),
        (2, Action("capture", "4C", "9H", 3), "card_not_in_hand"),
        (2, Action("capture", "9S", "2C", 2), "one_target_only"),
        (2, Action("capture", "9S"), "target_missing"),
        (2, Action("capture", "9S", "9S"), "target_missing"),
        (2, Action("capture", "9S", pile=1), "target_missing"),
        (2, Action("capture", "9S", pile=-1), "target_missing"),
        (2, Action("capture", "9S", pile=10**30), "target_missing"),
        (2, Action("capture", "9S", pile=2), "target_missing"),
        (2, Action("capture", "2S", "9H"), "rank_differs"),
        (2, Action("capture", "9S", pile=3), "rank_differs"),
        (2, Action("discard", "2S"), "must_capture"),
        (2, Action("discard", "9S"), "must_capture"),
    ],
)
def test_the_first_code_of_the_page_decides(seat: int, action: Action, code: str) -> None:
    """Also for action values that never went through the notation."""
    with pytest.raises(RuleError) as refusal:
        GAME.apply(GAME.load(POSITION), seat, action)
    assert refusal.value.code == code
