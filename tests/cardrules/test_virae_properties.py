"""What holds in every position of Viraê, however it was reached."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import COLORS, VIRAE_108, VIRAE_PLACES
from cardrules.errors import RuleError
from cardrules.game import canonical
from cardrules.virae import GAME, Action, State
from tests.cardrules.making import (
    MOVES_MAX,
    choose,
    perform,
    playing,
    positions,
    reached,
    seat_sets,
    seed_of,
)

UNIVERSE = (
    *(
        Action("play", card, color, call)
        for card in VIRAE_PLACES
        for color in (None, *COLORS)
        for call in (False, True)
    ),
    Action("draw"),
    Action("keep"),
    Action("call"),
    Action("catch"),
)
"""Every action that can be written down."""


def cards(position: dict[str, Any]) -> Counter[str]:
    """All cards of a position."""
    hands = [card for hand in position["hands"].values() for card in hand]
    return Counter([*hands, *position["stock"], *position["discard"]])


def may(position: dict[str, Any], seat: int, action: Action) -> bool:
    """Whether the decisions allow this, read off the written position alone."""
    window = position["window"]
    if position["phase"] == "over" or str(seat) not in position["hands"]:
        return False
    if window is not None:
        return action.type == ("call" if window["seat"] == seat else "catch")
    if seat != position["turn"] or action.type in ("call", "catch"):
        return False
    drawn = position["drawn"]
    if action.type == "draw":
        return drawn is None and bool(position["stock"])
    if action.type == "keep":
        return drawn is not None
    hand, card = position["hands"][str(seat)], action.card or ""
    if card not in hand or drawn not in (None, card):
        return False
    if card[0] == "W":
        blocked = card == "W4" and any(other[0] == position["color"] for other in hand)
        return action.color is not None and not blocked
    top = position["discard"][-1]
    alike = top[0] != "W" and card[1] == top[1]
    return action.color is None and (card[0] == position["color"] or alike)


@given(positions)
def test_what_the_decisions_allow_applies_and_nothing_else(state: State) -> None:
    """Out of every action that can be written, `legal` lists and `apply` takes the allowed."""
    position = GAME.dump(state)
    before = canonical(position)
    for seat in range(7):
        legal = GAME.legal(state, seat)
        assert len(set(legal)) == len(legal)
        for action in UNIVERSE:
            allowed = may(position, seat, action)
            idle_call = action.call and len(state.hands[state.turn]) != 2
            assert (action in legal) == (allowed and not idle_call), (seat, action)
            if allowed:
                after = GAME.apply(state, seat, action).state
                assert cards(GAME.dump(after)) == cards(position)
            else:
                with pytest.raises(RuleError):
                    GAME.apply(state, seat, action)
    assert canonical(GAME.dump(state)) == before


@given(positions)
def test_a_position_survives_writing_and_reading(state: State) -> None:
    """Reading what was written gives an equal state, and writing that the same text."""
    position = GAME.dump(state)
    assert GAME.load(position) == state
    assert GAME.dump(GAME.load(position)) == position


@given(st.sampled_from(UNIVERSE))
def test_an_action_survives_writing_and_reading(action: Action) -> None:
    """The notation names each action and no other."""
    assert GAME.parse_action(GAME.action_obj(action)) == action


@given(positions)
def test_somebody_can_always_go_on(state: State) -> None:
    """Until it is over a seat must act and can, or a window is open that can lapse."""
    window, acting = GAME.window(state), GAME.acting(state)
    if GAME.over(state):
        assert (window, acting) == (None, ())
        assert GAME.result(state) is not None
        return
    assert GAME.result(state) is None
    if window is not None:
        assert acting == ()
        assert GAME.expire(state).turn_over
        assert all(GAME.legal(state, seat) for seat in window.may_act)
        return
    assert len(acting) == 1
    assert GAME.legal(state, acting[0])
    assert GAME.auto(state, acting[0]) in GAME.legal(state, acting[0])


@given(positions, st.data())
def test_reasons_say_what_playing_would_raise(state: State, data: st.DataObject) -> None:
    """Each card of a hand bears the code of its refusal, or None where it can be played."""
    seat = data.draw(st.sampled_from(state.seats))
    private = GAME.private_view(state, seat)
    for card, reason in zip(private.hand, private.reasons, strict=True):
        action = Action("play", card, "R" if card[0] == "W" else None)
        if reason is None:
            GAME.apply(state, seat, action)
        else:
            with pytest.raises(RuleError) as refusal:
                GAME.apply(state, seat, action)
            assert refusal.value.code == reason


@given(seat_sets, st.integers(0, 10_000))
@settings(max_examples=20)
def test_a_random_game_ends_with_all_its_cards(seats: tuple[int, ...], number: int) -> None:
    """All 108 cards are there at every step, and the last step names winners."""
    step = None
    for _, step in playing(GAME, seats, number):
        assert cards(GAME.dump(step.state)) == Counter(VIRAE_108)
    assert step is not None
    result = GAME.result(step.state)
    assert result is not None
    assert result.winners
    fewest = min(points for _, points in result.scores)
    assert all(dict(result.scores)[seat] == fewest for seat in result.winners)


@given(reached())
@settings(max_examples=60)
def test_a_game_left_to_the_clock_ends(state: State) -> None:
    """From any position of a full deck, automatic actions alone come to an end."""
    moves = 0
    while not GAME.over(state):
        acting = GAME.acting(state)
        if acting:
            state = GAME.apply(state, acting[0], GAME.auto(state, acting[0])).state
        else:
            state = GAME.expire(state).state
        moves += 1
        assert moves < MOVES_MAX


@given(positions, st.integers(0, 1 << 32))
def test_a_deadline_starts_anew_with_every_turn(state: State, number: int) -> None:
    """Only a drawn card that may be played leaves the running turn's deadline as it is."""
    if GAME.over(state):
        return
    taken = choose(GAME, state, random.Random(number), 0.7)
    step = perform(GAME, state, taken)
    goes_on = step.state.phase == "drawn"
    assert step.turn_over == (not goes_on)
    assert not step.interlude
    if goes_on:
        assert step.state.turn == state.turn
    if GAME.window(step.state) is not None:
        assert GAME.acting(step.state) == ()


@given(positions, st.data())
def test_the_first_bot_after_the_forgetful_seat_catches(state: State, data: st.DataObject) -> None:
    """At a window's end a bot in the order of play catches, if there is one besides the seat."""
    bots = data.draw(st.sets(st.sampled_from(state.seats)))
    window = GAME.window(state)
    lapse = GAME.lapse(state, bots)
    others = set() if window is None else bots - {window.seat}
    if window is None or not others:
        assert lapse is None
        return
    assert lapse is not None
    circle = state.seats[:: state.direction]
    start = circle.index(window.seat)
    order = [seat for seat in circle[start + 1 :] + circle[:start] if seat in others]
    assert lapse == (order[0], Action("catch"))
    assert lapse[1] in GAME.legal(state, lapse[0])


@given(seat_sets, st.integers(0, 10_000))
@settings(max_examples=15)
def test_a_game_replayed_from_its_moves_is_the_same(seats: tuple[int, ...], number: int) -> None:
    """The same seed and moves lead to equal states and events, also by way of the notation."""
    steps = list(playing(GAME, seats, number))
    opener = steps[0][1].state.turn_seat
    again = GAME.new({}, seats, seed_of(number), opener)
    assert again == steps[0][1]
    for taken, step in steps[1:]:
        assert taken is not None
        do, seat, action = taken
        state = GAME.load(GAME.dump(again.state))
        if do == "expire":
            again = GAME.expire(state)
        else:
            assert action is not None
            again = GAME.apply(state, seat, GAME.parse_action(GAME.action_obj(action)))
        assert again == step
