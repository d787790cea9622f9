"""What Viraê's notation takes and what it refuses."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.errors import BadPosition, BadSetup, RuleError, Unreadable
from cardrules.virae import GAME, Action
from tests.cardrules.making import outcome, seed_of

POSITION: dict[str, Any] = {
    "game": "virae",
    "seats": [0, 2, 5],
    "turn": 2,
    "phase": "play",
    "hands": {"0": ["R1", "W"], "2": ["G6", "Y8"], "5": ["B2"]},
    "discard": ["R5", "R7"],
    "stock": ["G2", "Y6"],
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda part: (
        st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=3), part, max_size=3)
    ),
    max_leaves=6,
)


def test_missing_fields_take_their_defaults() -> None:
    """A hand-made position is completed, and read back as it was completed."""
    state = GAME.load(POSITION)
    assert (state.color, state.direction, state.shuffles, state.passes) == ("R", 1, 0, 0)
    assert "seed" not in GAME.dump(state)
    assert GAME.load(GAME.dump(state)) == state


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": [0]}, "seats"),
        ({"seats": [2, 0, 5]}, "seats"),
        ({"seats": [0, 2, 6]}, "seats"),
        ({"seats": [0, 2, True]}, "seats"),
        ({"seats": "025"}, "seats"),
        ({"turn": 1}, "turn"),
        ({"turn": None}, "turn"),
        ({"turn": True}, "turn"),
        ({"phase": None}, "phase"),
        ({"phase": "pass"}, "phase"),
        ({"phase": "over"}, "turn"),
        ({"phase": "over", "turn": None}, "result"),
        ({"phase": "drawn"}, "drawn"),
        ({"phase": "drawn", "drawn": "R1"}, "drawn"),
        ({"phase": "drawn", "drawn": "Y8"}, "drawn"),
        ({"drawn": "G6"}, "drawn"),
        ({"phase": "window"}, "window"),
        ({"phase": "window", "window": {"seat": 0}}, "window"),
        ({"phase": "window", "window": {"seat": 1}}, "window.seat"),
        ({"phase": "window", "window": {}}, "window.seat"),
        ({"window": {"seat": 5}}, "window"),
        ({"window": 5}, "window"),
        ({"hands": {"0": ["R1"], "2": [], "5": ["B2"]}}, "hands"),
        ({"hands": {"0": ["R1"], "2": ["QS"], "5": ["B2"]}}, "hands.2"),
        ({"hands": {"0": ["R0", "R0"], "2": ["G6"], "5": ["B2"]}}, "hands"),
        ({"hands": {"0": ["R1"], "1": ["G6"], "2": ["G6"], "5": ["B2"]}}, "hands"),
        ({"hands": []}, "hands"),
        ({"discard": []}, "discard"),
        ({"discard": ["W"]}, "color"),
        ({"discard": ["W"], "color": "P"}, "color"),
        ({"color": "G"}, "color"),
        ({"stock": []}, "stock"),
        ({"stock": [], "discard": ["B9"]}, "turn"),
        ({"stock": [["G2"]]}, "stock"),
        ({"stock": {"0": "G2"}}, "stock"),
        ({"direction": 0}, "direction"),
        ({"direction": 1.0}, "direction"),
        ({"passes": -1}, "passes"),
        ({"passes": 3}, "passes"),
        ({"shuffles": 10**4000}, "shuffles"),
        ({"seed": "ab"}, "seed"),
        ({"seed": "é" * 64}, "seed"),
        ({"options": {"limit": 3}}, "options"),
        ({"history": ["2 R5 "]}, "history"),
        ({"history": ["2 draw"] * 65}, "history"),
        ({"recycled": ["??"]}, "recycled"),
        ({"result": {"winners": [], "scores": {}, "reason": "out"}}, "result"),
    ],
)
def test_a_position_that_no_rule_leaves_is_refused(change: dict[str, Any], field: str) -> None:
    """Each fault is `bad_position` and names the field."""
    with pytest.raises(BadPosition) as refusal:
        GAME.load({**POSITION, **change})
    assert refusal.value.code == "bad_position"
    assert refusal.value.params["field"] == field


@given(st.sampled_from([*POSITION, "color", "window", "drawn", "seed", "result"]), json_values)
def test_no_value_of_a_field_breaks_the_reader(field: str, value: object) -> None:
    """Any JSON value in any field gives a position or `bad_position`."""
    code, state = outcome(lambda: GAME.load({**POSITION, field: value}))
    assert code in (None, "bad_position")
    if code is None:
        assert GAME.load(GAME.dump(state)) == state


@given(
    json_values
    | st.fixed_dictionaries(
        {"type": st.just("play")},
        optional={
            "card": json_values | st.just("R5"),
            "color": json_values,
            "call": json_values,
            "x": json_values,
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
    ("arguments", "code"),
    [
        (({"a": 1}, [0], None, 9), "bad_option"),
        (([], [0], None, 9), "bad_option"),
        (({}, [0], None, 9), "bad_seats"),
        (({}, [0, 0], None, None), "bad_seats"),
        (({}, [1, 0], None, None), "bad_seats"),
        (({}, [0, 6], None, None), "bad_seats"),
        (({}, None, None, None), "bad_seats"),
        (({}, [0, 1], None, 9), "bad_starter"),
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


def test_a_wild_of_no_colour_is_refused_even_as_a_value() -> None:
    """An action value that never went through the notation cannot bring a fifth colour."""
    state = GAME.load({**POSITION, "turn": 0})
    with pytest.raises(Unreadable) as refusal:
        GAME.apply(state, 0, Action("play", "W", "P"))
    assert refusal.value.code == "malformed_action"


def test_the_end_from_outside_has_no_winners() -> None:
    """`void` ends any unfinished game with nobody winning; once over there is no more to end."""
    state = GAME.new({}, (1, 4), seed_of(1)).state
    step = GAME.forfeit(state, 1, "void")
    result = GAME.result(step.state)
    assert result is not None
    assert (result.winners, result.scores, result.reason) == ((), ((1, 0), (4, 0)), "void")
    assert step.turn_over
    for late in (
        lambda: GAME.forfeit(step.state, 1, "void"),
        lambda: GAME.forfeit(step.state, 1, "resigned"),
        lambda: GAME.leave(step.state, 1),
        lambda: GAME.auto(step.state, 1),
    ):
        with pytest.raises(RuleError) as refusal:
            late()
        assert refusal.value.code == "game_over"
