"""The bots of Caravan: legal, repeatable, from the seat's view alone, each level above the last."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.strategies import LEVELS, NODES_PER_MS, decide
from bot_runner.strategies import caravan as bots
from bot_runner.strategies.caravan_worlds import Worlds
from cardrules.caravan import GAME, Action, State
from cardrules.cards import STANDARD_54
from cardrules.game import seat_view
from carteado.arena import Match, interval, outcomes
from tests.cardrules.caravan_making import playing, positions, variant_sets
from tests.cardrules.counting import Counting
from tests.cardrules.test_caravan_secrecy import otherwise

levels = st.sampled_from(LEVELS)


@given(positions, levels, st.binary(min_size=1, max_size=32))
@settings(deadline=None)
def test_a_bot_acts_legally_and_repeatably(state: State, level: str, seed: bytes) -> None:
    """Whatever the position, the seat in turn gets a legal answer, twice the same."""
    for seat in GAME.acting(state):
        view = seat_view(GAME, state, seat)
        action = decide("caravan", view, level, seed, 4)
        assert action in GAME.legal(state, seat)
        assert action == decide("caravan", view, level, seed, 4)


@given(positions, levels, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_a_bot_sees_no_hidden_card(state: State, level: str, number: int) -> None:
    """With the hidden cards lying otherwise the same seed gives the same action."""
    seed = number.to_bytes(8, "big")
    for seat in GAME.acting(state):
        other = otherwise(state, seat, random.Random(number))
        one, two = (
            decide("caravan", seat_view(GAME, lying, seat), level, seed, 4)
            for lying in (state, other)
        )
        assert one == two


@given(variant_sets, st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_a_sampled_world_looks_the_same(variants: tuple[str, ...], number: int) -> None:
    """Every world of a game's positions gives each seat the view that it has, but the history."""
    for turn, (_, _, step) in enumerate(playing(variants, number)):
        if turn % 9:
            continue
        for seat in (0, 1):
            view = seat_view(GAME, step.state, seat)
            world = Worlds(view, random.Random(number)).sample()
            same = seat_view(GAME, world, seat)
            assert same.private == view.private
            for name in view.public.__dataclass_fields__:
                if name != "history":
                    assert getattr(same.public, name) == getattr(view.public, name), name


@given(variant_sets, st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_a_world_holds_what_is_certain(variants: tuple[str, ...], number: int) -> None:
    """Figures that an opening discard told are in the hand, and a deck remade is of its discard."""
    for turn, (_, _, step) in enumerate(playing(variants, number)):
        if turn % 9:
            continue
        for seat in (0, 1):
            worlds = Worlds(seat_view(GAME, step.state, seat), random.Random(number))
            for side in worlds.sample().sides:
                figures = sum(card[0] in "JQKX" for card in side.hand)
                assert figures >= side.known.figures
                if side.known.reshuffles:
                    assert Counter(side.deck) <= Counter(side.known.recycled)


def test_a_hand_of_figures_told_by_the_opening_is_dealt_in_every_world() -> None:
    """The other seat discarded in the opening: seven figures are certain, one card is not."""
    hands = (
        ("JC", "JD", "QC", "QD", "KC", "KD", "XX", "XX"),
        ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"),
    )
    decks = [sorted((Counter(STANDARD_54) - Counter(hand)).elements()) for hand in hands]
    state = GAME.load(
        {
            "game": "caravan",
            "seats": [0, 1],
            "turn": 0,
            "phase": "opening",
            "hands": {str(seat): hand for seat, hand in enumerate(hands)},
            "decks": {str(seat): deck for seat, deck in enumerate(decks)},
        }
    )
    state = GAME.apply(state, 0, Action("discard", "JC")).state
    assert state.sides[0].known.figures == 7
    worlds = Worlds(seat_view(GAME, state, 1), random.Random(3))
    counts = {sum(c[0] in "JQKX" for c in worlds.sample().sides[0].hand) for _ in range(60)}
    assert counts == {7, 8}


@given(positions, st.integers(0, 20))
@settings(max_examples=30, deadline=None)
def test_a_search_keeps_its_budget(state: State, budget_ms: int) -> None:
    """No more positions are made than the budget allows and one last world takes."""
    for seat in GAME.acting(state):
        counting = Counting(GAME)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bots, "GAME", counting)
            decide("caravan", seat_view(GAME, state, seat), "hard", b"seed", budget_ms)
        widest = 5 * 24 + 8
        assert counting.made <= budget_ms * NODES_PER_MS + (1 + 2 * bots.CANDIDATES) * widest


@pytest.mark.parametrize(
    ("one", "other", "games", "budget_ms"),
    [("easy", "random", 40, 0), ("normal", "easy", 60, 0), ("hard", "normal", 60, 6)],
)
def test_each_level_beats_the_one_below(one: str, other: str, games: int, budget_ms: int) -> None:
    """Over deals played from both ends the stronger side wins more than chance explains.

    With little search, so that it is quick; `carteado arena` plays with more.
    """
    match = Match("caravan", (one, other), 2, {}, 5, budget_ms)
    share, wide = interval([outcome.share for outcome in outcomes(match, games // 2, 1)])
    assert share - wide > 0.5
