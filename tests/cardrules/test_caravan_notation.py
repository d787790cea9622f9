"""What Caravan's notation takes and what it refuses, and how a game begins and is ended."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.caravan import GAME, Action
from cardrules.caravan.state import Known
from cardrules.cards import STANDARD_54
from cardrules.errors import BadPosition, BadSetup, RuleError, Unreadable
from cardrules.policies import CARAVAN_VARIANTS
from cardrules.shuffle import draw_lots, shuffled
from tests.cardrules.making import outcome, seed_of
from tests.cardrules.test_virae_notation import json_values

EQUAL = {"cards": [["4S"], ["4C", "QH@1"]]}
POSITION: dict[str, Any] = {
    "game": "caravan",
    "seats": [0, 1],
    "turn": 1,
    "phase": "main",
    "hands": {"0": ["5D", "KD"], "1": ["JH", "XX", "XX"]},
    "decks": {"0": ["TH"], "1": ["2C"]},
    "routes": {"0": [EQUAL, {"cards": [["2S", "KD@1", "XX@0"]]}, {}], "1": [{}, {}, {}]},
}
POOR = (185, 202, 329, 357, 666, 741, 754, 1112)
"""Seeds that deal one seat fewer than three numeric cards."""

RESULT = {"winners": [1], "scores": {"0": 1, "1": 2}, "reason": "sold"}


def test_missing_fields_take_their_defaults() -> None:
    """A hand-made position is completed, and read back as it was completed."""
    state = GAME.load(POSITION)
    zero, one = state.sides
    assert (zero.moves, one.moves, state.shuffles, state.history) == (3, 3, 0, ())
    assert (zero.discard, zero.known) == ((), Known())
    assert [route.held for route in zero.routes] == [None] * 3
    assert [route.course.direction for route in zero.routes] == ["up", None, None]
    assert "seed" not in GAME.dump(state)
    assert GAME.dump(state)["options"] == {"variants": []}
    assert GAME.load(GAME.dump(state)) == state
    bare = GAME.load({"seats": [0, 1], "turn": 0, "phase": "main", "hands": {"0": ["2C"]}})
    assert GAME.legal(bare, 0)[0] == Action("place", "2C", 0)


def test_an_opening_counts_its_turns_by_the_routes_begun() -> None:
    """Where a hand-made opening does not say how many turns were taken."""
    routes = {"0": [{"cards": [["5C"]]}, {}, {}], "1": [{}, {}, {}]}
    opening = {**POSITION, "phase": "opening", "routes": routes}
    state = GAME.load(opening)
    assert [side.moves for side in state.sides] == [1, 0]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": [0]}, "seats"),
        ({"seats": [1, 0]}, "seats"),
        ({"seats": [0, 2]}, "seats"),
        ({"seats": [0, True]}, "seats"),
        ({"turn": 2}, "turn"),
        ({"turn": None}, "turn"),
        ({"turn": True}, "turn"),
        ({"phase": None}, "phase"),
        ({"phase": "play"}, "phase"),
        ({"phase": "over"}, "turn"),
        ({"phase": "over", "turn": None}, "result"),
        ({"result": RESULT}, "result"),
        ({"phase": "opening", "moves": {"0": 3, "1": 3}}, "moves"),
        ({"moves": {"0": 3, "1": 2}}, "moves"),
        ({"moves": {"0": -1}}, "moves.0"),
        ({"moves": 3}, "moves"),
        ({"hands": {"0": [], "1": []}, "decks": {}}, "turn"),
        ({"hands": {"0": ["5D"], "1": ["R5"]}}, "hands.1"),
        ({"hands": {"0": ["5D"], "1": ["KD@1"]}}, "hands.1"),
        ({"hands": {"0": ["5D"], "1": ["XX", "XX", "XX"]}}, "hands"),
        ({"hands": {"0": ["2S"], "1": ["JH"]}}, "hands"),
        ({"hands": {"0": ["5D"], "1": ["KD"]}}, "hands"),
        ({"hands": {"0": ["5D"], "2": ["KD"]}}, "hands"),
        ({"hands": []}, "hands"),
        ({"decks": {"1": "2C"}}, "decks.1"),
        ({"discards": {"0": ["2S"]}}, "hands"),
        ({"routes": {"0": [{}, {}]}}, "routes.0"),
        ({"routes": {"0": {}}}, "routes.0"),
        ({"routes": {"0": [{"cards": "4S"}, {}, {}]}}, "routes.0.cards"),
        ({"routes": {"0": [{"cards": ["4S"]}, {}, {}]}}, "routes.0.cards"),
        ({"routes": {"0": [{"cards": [[]]}, {}, {}]}}, "routes.0.cards"),
        ({"routes": {"0": [{"cards": [["KD"]]}, {}, {}]}}, "routes.cards"),
        ({"routes": {"0": [{"cards": [["4S", "KD"]]}, {}, {}]}}, "routes.cards"),
        ({"routes": {"0": [{"cards": [["4S", "KD@2"]]}, {}, {}]}}, "routes.cards"),
        ({"routes": {"0": [{"cards": [["4S", "5D@0"]]}, {}, {}]}}, "routes.cards"),
        ({"routes": {"0": [{"cards": [["4S", "JD@0"]]}, {}, {}]}}, "routes.cards"),
        (
            {"routes": {"0": [{"cards": [["4S", "KC@0", "KH@0", "KS@0", "QS@0"]]}, {}, {}]}},
            "routes.0.cards",
        ),
        ({"routes": {"0": [{**EQUAL, "held": "up"}, {}, {}]}}, "routes.0.held"),
        ({"reshuffles": {"0": 1}}, "reshuffles.0"),
        ({"shuffles": 10**4000}, "shuffles"),
        ({"seed": "ab"}, "seed"),
        ({"options": {"variants": ["chess"]}}, "options"),
        ({"options": {"variants": ["short_deck", "double_deck"]}}, "options"),
        ({"history": ["0 5D"]}, "history"),
        ({"history": ["0 -5D"] * 65}, "history"),
        ({"recycled": {"0": ["??"]}}, "recycled.0"),
        ({"shown": {"0": "2C"}}, "shown.0"),
        ({"figures": {"0": 3}}, "figures.0"),
    ],
)
def test_a_position_that_no_rule_leaves_is_refused(change: dict[str, Any], field: str) -> None:
    """Each fault is `bad_position` and names the field."""
    with pytest.raises(BadPosition) as refusal:
        GAME.load({**POSITION, **change})
    assert refusal.value.code == "bad_position"
    assert refusal.value.params["field"] == field


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"variants": ["no_figure_limit"]}, "routes": {
            "0": [{"cards": [["4S", "KC@0", "KH@0", "KS@0", "QS@0"]]}, {}, {}]}},
        {"options": {"variants": ["steady_course"]}, "routes": {
            "0": [{**EQUAL, "held": "up"}, {}, {}]}},
        {"options": {"variants": ["reshuffle"]}, "reshuffles": {"0": 2}},
        {"options": {"variants": ["double_deck"]}, "hands": {"0": ["2S"], "1": ["XX"] * 4}},
        {"hands": {"0": [], "1": ["JH"]}, "decks": {}},
        {"phase": "over", "turn": None, "result": RESULT},
    ],
)  # fmt: skip
def test_what_a_variant_allows_is_read(change: dict[str, Any]) -> None:
    """The same faults are none where the variant played allows them."""
    state = GAME.load({**POSITION, **change})
    assert GAME.load(GAME.dump(state)) == state


@given(
    st.sampled_from([*POSITION, "discards", "moves", "reshuffles", "seed", "result", "history"]),
    json_values,
)
def test_no_value_of_a_field_breaks_the_reader(field: str, value: object) -> None:
    """Any JSON value in any field gives a position or `bad_position`."""
    code, state = outcome(lambda: GAME.load({**POSITION, field: value}))
    assert code in (None, "bad_position")
    if code is None:
        assert GAME.load(GAME.dump(state)) == state


@given(st.sampled_from(["hands", "decks", "routes", "recycled", "shown", "figures"]), json_values)
@settings(max_examples=200)
def test_no_value_for_a_seat_breaks_the_reader(field: str, value: object) -> None:
    """The same one level down."""
    code, _ = outcome(lambda: GAME.load({**POSITION, field: {"0": value}}))
    assert code in (None, "bad_position")


@given(
    json_values
    | st.fixed_dictionaries(
        {"type": st.sampled_from(["place", "attach", "discard", "disband"])},
        optional={
            "card": json_values | st.just("5D"),
            "route": json_values | st.integers(),
            "seat": json_values | st.integers(),
            "index": json_values | st.integers(),
            "x": json_values,
        },
    )
)
def test_no_value_breaks_the_reader_of_actions(value: object) -> None:
    """Any JSON value is an action or a coded refusal, and applying it a step or a coded one."""
    code, action = outcome(lambda: GAME.parse_action(value))
    assert code in (None, "unknown_action", "malformed_action")
    if code is None:
        assert GAME.parse_action(GAME.action_obj(action)) == action
        state = GAME.load(POSITION)
        outcome(lambda: GAME.apply(state, 1, action))


def test_a_null_field_counts_as_absent() -> None:
    """Null where a field may be left out is no fault, and where it may not it is one."""
    assert GAME.parse_action({"type": "discard", "card": "5D", "route": None}) == Action(
        "discard", "5D"
    )
    with pytest.raises(Unreadable) as refusal:
        GAME.parse_action({"type": "discard", "card": None})
    assert refusal.value.code == "malformed_action"


@pytest.mark.parametrize(
    "action",
    [
        Action("place", "5D"),
        Action("attach", "XX", 0, 0),
        Action("attach", "XX", None, 0, 0),
        Action("disband"),
    ],
)
def test_an_action_value_that_lacks_a_number_is_refused(action: Action) -> None:
    """A value that never went through the notation does no harm either."""
    with pytest.raises(RuleError) as refusal:
        GAME.apply(GAME.load(POSITION), 1, action)
    assert refusal.value.code in ("malformed_action", "card_not_in_hand")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (({"a": 1}, [0], None, 9), "bad_option"),
        (({"variants": ["short_deck", "double_deck"]}, [0], None, 9), "variants_conflict"),
        (({}, [0], None, 9), "bad_seats"),
        (({}, [0, 1, 2], None, None), "bad_seats"),
        (({}, [0, 2], None, None), "bad_seats"),
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


@given(
    st.sets(st.sampled_from(("short_deck", "double_deck", "fresh_hand")), max_size=2),
    st.integers(0, 5_000) | st.sampled_from(POOR),
    st.sampled_from((None, 0, 1)),
)
@settings(max_examples=150)
def test_a_deal_can_be_repeated_by_hand(names: set[str], number: int, starter: int | None) -> None:
    """Shuffle 0 and 1 make the decks, poor hands take further ones, the last draws lots."""
    if {"short_deck", "double_deck"} <= names:
        return
    variants = [name for name in CARAVAN_VARIANTS if name in names]
    seed = seed_of(number)
    step = GAME.new({"variants": variants}, (0, 1), seed, starter)
    shuffles = 2
    for seat in (0, 1):
        deck = shuffled(seed, seat, STANDARD_54 * (2 if "double_deck" in names else 1))
        deck = deck[:30] if "short_deck" in names else deck
        shown = []
        while "fresh_hand" in names and sum(card[0] not in "JQKX" for card in deck[:8]) < 3:
            shown.append(deck[:8])
            deck = shuffled(seed, shuffles, deck)
            shuffles += 1
        side = step.state.sides[seat]
        assert (side.hand, side.deck_left) == (deck[:8], deck[8:])
        assert side.known.shown == tuple(shown)
        dealt = [event.cards for event in step.events if event.seat == seat and event.cards]
        assert dealt == [*shown, deck[:8]]
    if starter is None:
        starter = draw_lots(seed, shuffles, (0, 1))
        shuffles += 1
    assert (step.state.turn, step.state.shuffles) == (starter, shuffles)
    assert step.turn_over
    assert step.interlude


@pytest.mark.parametrize("number", POOR)
def test_the_deals_with_poor_hands_have_them(number: int) -> None:
    """So the test above says something of them."""
    step = GAME.new({"variants": ["fresh_hand"]}, (0, 1), seed_of(number))
    shown = [event for event in step.events if event.type == "shown"]
    assert shown
    assert GAME.public_event(shown[0]) == shown[0]


@pytest.mark.parametrize("seat", [0, 1])
def test_leaving_is_resigning(seat: int) -> None:
    """At any time, for either seat, on turn or not; a strange seat or reason is malformed."""
    state = GAME.load(POSITION)
    step = GAME.leave(state, seat)
    assert step == GAME.forfeit(state, seat, "resigned")
    result = GAME.result(step.state)
    assert result is not None
    assert (result.winners, result.reason) == ((1 - seat,), "resigned")
    assert outcome(lambda: GAME.leave(state, 2))[0] == "malformed_action"
    assert outcome(lambda: GAME.forfeit(state, 0, "bored"))[0] == "malformed_action"


def test_the_end_from_outside_has_no_winners() -> None:
    """`void` ends any unfinished game with nobody winning; once over there is no more to end."""
    state = GAME.new({}, (0, 1), seed_of(1)).state
    step = GAME.forfeit(state, 1, "void")
    result = GAME.result(step.state)
    assert result is not None
    assert (result.winners, result.scores, result.reason) == ((), ((0, 0), (1, 0)), "void")
    assert step.turn_over
    for late in (
        lambda: GAME.forfeit(step.state, 1, "void"),
        lambda: GAME.forfeit(step.state, 1, "bored"),
        lambda: GAME.leave(step.state, 1),
        lambda: GAME.auto(step.state, 1),
        lambda: GAME.apply(step.state, 1, Action("discard", "2C")),
    ):
        with pytest.raises(RuleError) as refusal:
            late()
        assert refusal.value.code == "game_over"
    with pytest.raises(RuleError, match="no_window"):
        GAME.expire(state)
    assert GAME.lapse(state, (0, 1)) is None
