"""Viraê's bots: legal, reproducible, from the seat's view alone, and each level above the last."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.strategies import LEVELS, NODES_PER_MS, decide
from bot_runner.strategies import virae as bots
from bot_runner.strategies.virae_worlds import Voids, Worlds
from cardrules.game import SeatView, seat_view
from cardrules.virae import GAME, State
from cardrules.virae.state import HISTORY_MAX
from tests.cardrules.arena import match
from tests.cardrules.counting import Counting
from tests.cardrules.making import playing, positions, seat_sets
from tests.cardrules.test_virae_secrecy import otherwise

levels = st.sampled_from(LEVELS)


def deciding(state: State) -> int | None:
    """A seat that has something to decide in this position."""
    return next((seat for seat in state.seats if GAME.legal(state, seat)), None)


@given(positions, levels, st.binary(min_size=1, max_size=32))
def test_a_bot_acts_legally_and_announces(state: State, level: str, seed: bytes) -> None:
    """Whatever the position, the answer is legal, and a play from two cards is announced."""
    seat = deciding(state)
    if seat is None:
        return
    view = seat_view(GAME, state, seat)
    action = decide("virae", view, level, seed, 4)
    assert action in GAME.legal(state, seat)
    assert action == decide("virae", view, level, seed, 4)
    if action.type == "play" and len(state.hands[state.turn]) == 2:
        assert action.call


@given(positions, levels, st.integers(0, 1 << 32))
@settings(max_examples=50)
def test_a_bot_sees_no_hidden_card(state: State, level: str, number: int) -> None:
    """With the hidden cards lying otherwise the same seed gives the same action."""
    seat = deciding(state)
    if seat is None:
        return
    other = otherwise(state, seat, random.Random(number))
    seed = number.to_bytes(8, "big")
    one, two = (
        decide("virae", seat_view(GAME, lying, seat), level, seed, 4) for lying in (state, other)
    )
    assert one == two


@given(positions, st.integers(0, 1 << 32))
def test_a_sampled_world_looks_the_same(state: State, number: int) -> None:
    """Every world gives the seat the view that it has, but for the history."""
    seat = deciding(state)
    if seat is None:
        return
    view = seat_view(GAME, state, seat)
    worlds = Worlds(view, random.Random(number))
    for _ in range(3):
        world = worlds.sample()
        public = GAME.public_view(world)
        expected = {name: getattr(view.public, name) for name in view.public.__dataclass_fields__}
        assert {name: getattr(public, name) for name in expected if name != "history"} == {
            name: value for name, value in expected.items() if name != "history"
        }
        assert GAME.private_view(world, seat) == view.private


@given(seat_sets, st.integers(0, 10_000))
@settings(max_examples=20)
def test_what_was_shown_by_a_wild_four_or_a_pass_is_remembered(
    seats: tuple[int, ...], number: int
) -> None:
    """After a +4 its player holds no more of the former colour than came to the hand since."""
    former = None
    for taken, step in playing(GAME, seats, number):
        if former is not None and taken is not None:
            _, seat, action = taken
            if action is not None and action.card == "W4":
                voids = Voids(SeatView(GAME.public_view(step.state), None))
                hand = step.state.hands[step.state.seats.index(seat)]
                held = sum(1 for card in hand if card[0] == former.color)
                assert held == 0
                whole = len(step.state.history) < HISTORY_MAX
                assert not whole or voids.allowed(seat, former.color) == 0
        former = step.state


@given(positions, st.integers(0, 20))
@settings(max_examples=30)
def test_a_search_keeps_its_budget(state: State, budget_ms: int) -> None:
    """No more positions are made than the budget allows and one last world takes."""
    seat = deciding(state)
    if seat is None:
        return
    counting = Counting(GAME)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bots, "GAME", counting)
        decide("virae", seat_view(GAME, state, seat), "hard", b"seed", budget_ms)
    one_world = len(GAME.legal(state, seat)) * bots.MOVES_MAX
    assert counting.made <= budget_ms * NODES_PER_MS + one_world


@pytest.mark.parametrize(
    ("one", "other", "seats", "games"),
    [
        ("easy", "random", 2, 40),
        ("normal", "easy", 2, 200),
        ("normal", "easy", 4, 200),
        ("hard", "normal", 2, 600),
        ("hard", "normal", 4, 600),
    ],
)
def test_each_level_beats_the_one_below(one: str, other: str, seats: int, games: int) -> None:
    """Over deals played from both ends, the stronger side wins more than chance explains.

    Without search, so that it is quick; `tests.cardrules.arena` plays with it.
    """
    share = match(one, other, seats, games, budget_ms=0)
    assert share - 1.96 * (share * (1 - share) / games) ** 0.5 > 0.5


@pytest.mark.parametrize(("game_id", "level"), [("uno", "easy"), ("virae", "godlike")])
def test_an_unknown_game_or_level_is_refused(game_id: str, level: str) -> None:
    """There is no strategy to fall back upon."""
    state: Any = next(playing(GAME, (0, 1), 1))[1].state
    view = seat_view(GAME, state, state.turn_seat)
    with pytest.raises(ValueError, match="no strategy"):
        decide(game_id, view, level, b"", 0)
    with pytest.raises(ValueError, match="nothing to decide"):
        decide("virae", seat_view(GAME, state, None), "easy", b"", 0)
