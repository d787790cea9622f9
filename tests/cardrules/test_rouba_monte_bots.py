"""Rouba Monte's bots: legal, repeatable, from the seat's view alone, each level above the last."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.strategies import LEVELS, NODES_PER_MS, decide
from bot_runner.strategies import rouba_monte as bots
from bot_runner.strategies.rouba_monte_worlds import Worlds
from cardrules.game import seat_view
from cardrules.rouba_monte import GAME, Action, State
from cardrules.rouba_monte.memory import recall
from carteado.arena import Match, interval, outcomes
from tests.cardrules.counting import Counting
from tests.cardrules.rouba_monte_making import playing, positions, seat_sets
from tests.cardrules.test_rouba_monte_secrecy import otherwise

levels = st.sampled_from(LEVELS)


@given(positions, levels, st.binary(min_size=1, max_size=32))
@settings(deadline=None)
def test_a_bot_acts_legally_and_repeatably(state: State, level: str, seed: bytes) -> None:
    """Whatever the position, the seat that must act gets a legal answer, twice the same."""
    for seat in GAME.acting(state):
        view = seat_view(GAME, state, seat)
        action = decide("rouba-monte", view, level, seed, 4)
        assert action in GAME.legal(state, seat)
        assert action == decide("rouba-monte", view, level, seed, 4)


@given(positions, levels, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_a_bot_sees_no_hidden_card(state: State, level: str, number: int) -> None:
    """With the hidden cards lying otherwise the same seed gives the same action."""
    seed = number.to_bytes(8, "big")
    for seat in GAME.acting(state):
        other = otherwise(state, seat, random.Random(number))
        one, two = (
            decide("rouba-monte", seat_view(GAME, lying, seat), level, seed, 4)
            for lying in (state, other)
        )
        assert one == two


@given(positions, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_a_sampled_world_looks_the_same(state: State, number: int) -> None:
    """Every world gives the seat the view that it has, but for the history."""
    for seat in GAME.acting(state):
        view = seat_view(GAME, state, seat)
        worlds = Worlds(view, random.Random(number))
        for _ in range(3):
            world = worlds.sample()
            public = GAME.public_view(world)
            for name in set(public.__dataclass_fields__) - {"history"}:
                assert getattr(public, name) == getattr(view.public, name)
            assert GAME.private_view(world, seat) == view.private


@given(seat_sets, st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_worlds_keep_what_discards_have_shown(seats: tuple[int, ...], number: int) -> None:
    """In a game's own positions no world gives a seat a rank that it surely lacks."""
    for _, step in playing(seats, number):
        state = step.state
        lacks = recall(seats, state.history).lacks
        for seat in GAME.acting(state):
            world = Worlds(seat_view(GAME, state, seat), random.Random(number)).sample()
            assert len(world.deal.stock) == len(state.deal.stock)
            for place, other in enumerate(seats):
                assert not lacks[other] & {card[0] for card in world.cards(place)}


@given(positions, st.integers(0, 20))
@settings(max_examples=40, deadline=None)
def test_a_search_keeps_its_budget(state: State, budget_ms: int) -> None:
    """No more positions are made than the budget allows and one last world takes."""
    for seat in GAME.acting(state):
        counting = Counting(GAME)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bots, "GAME", counting)
            decide("rouba-monte", seat_view(GAME, state, seat), "hard", b"seed", budget_ms)
        one_world = 16 * 60
        assert counting.made <= budget_ms * NODES_PER_MS + one_world


def exact(state: State, place: int) -> float:
    """The endgame's value by looking at everything."""
    if GAME.over(state):
        return bots._won(state, place)
    seat = GAME.acting(state)[0]
    values = [
        exact(GAME.apply(state, seat, action).state, place) for action in GAME.legal(state, seat)
    ]
    return max(values) if state.turn == place else min(values)


@given(st.integers(0, 1 << 32))
@settings(max_examples=15, deadline=None)
def test_an_endgame_is_played_to_the_best_end(number: int) -> None:
    """What is cut off changes nothing, and the hard bot takes an action of the best value."""
    rng = random.Random(number)
    state = GAME.new({}, (0, 1), rng.randbytes(32)).state
    while state.deal.stock or sum(hand.bit_count() for hand in state.hands) > 6:
        seat = GAME.acting(state)[0]
        state = GAME.apply(state, seat, rng.choice(GAME.legal(state, seat))).state
    place = state.turn
    best = exact(state, place)
    assert bots.Endgame(place, 10**9).value(state, -1.0, 2.0) == best
    action = decide("rouba-monte", seat_view(GAME, state, place), "hard", b"seed", 1_000)
    assert exact(GAME.apply(state, place, action).state, place) == best


def test_a_remembered_rank_makes_a_safe_pile() -> None:
    """With two captures of equal size the hard bot puts the rank on top that nobody can hold."""
    position = {
        "seats": [0, 1],
        "turn": 0,
        "phase": "play",
        "hands": {"0": ["7S", "9S"], "1": ["TH", "4H"]},
        "center": ["7C", "9C"],
        "piles": {"0": ["KS", "KH"], "1": ["9D", "9H", "2C", "2D"]},
        "stock": ["AC", "AD", "7D", "7H"],
    }
    view = seat_view(GAME, GAME.load(position), 0)
    assert decide("rouba-monte", view, "hard", b"seed", 40) == Action("capture", "9S", "9C")


@pytest.mark.parametrize(
    ("one", "other", "seats"),
    [
        ("easy", "random", 4),
        ("easy", "random", 2),
        ("normal", "easy", 4),
        ("normal", "easy", 2),
        ("hard", "normal", 4),
        ("hard", "normal", 2),
    ],
)
def test_each_level_beats_the_one_below(one: str, other: str, seats: int) -> None:
    """Over deals played from both ends the stronger side wins more than chance explains.

    Without search, so that it is quick; `carteado arena` plays with it.
    """
    match = Match("rouba-monte", (one, other), seats, {}, 1, 0)
    share, wide = interval([outcome.share for outcome in outcomes(match, 600, 1)])
    assert share - wide > 0.5
