"""The bots of Hearts: legal, repeatable, from the seat's view alone, each level above the last."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.strategies import LEVELS, NODES_PER_MS, decide
from bot_runner.strategies import hearts as bots
from bot_runner.strategies import hearts_sense as sense
from bot_runner.strategies.hearts_worlds import Worlds, possible
from cardrules.game import seat_view
from cardrules.hearts import GAME, Action, State
from cardrules.tricks import BITS, card_set
from carteado.arena import Match, interval, outcomes
from tests.cardrules.counting import Counting
from tests.cardrules.hearts_making import SEATS, playing, positions, reached
from tests.cardrules.test_hearts_secrecy import otherwise

levels = st.sampled_from(LEVELS)


def spelled_out(state: State, seat: int, action: Action) -> bool:
    """Whether the seat may act so; a pass is three of its own cards."""
    if state.phase == "pass":
        held = set(action.cards) <= set(state.cards(seat))
        return action.type == "pass" and len(set(action.cards)) == 3 and held
    return action in GAME.legal(state, seat)


@given(positions, levels, st.binary(min_size=1, max_size=32))
@settings(deadline=None)
def test_a_bot_acts_legally_and_repeatably(state: State, level: str, seed: bytes) -> None:
    """Whatever the position, every seat that must act gets a legal answer, twice the same."""
    for seat in GAME.acting(state):
        view = seat_view(GAME, state, seat)
        action = decide("hearts", view, level, seed, 4)
        assert spelled_out(state, seat, action)
        GAME.apply(state, seat, action)
        assert action == decide("hearts", view, level, seed, 4)


@given(positions, levels, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_a_bot_sees_no_hidden_card(state: State, level: str, number: int) -> None:
    """With the hidden cards lying otherwise the same seed gives the same action."""
    seed = number.to_bytes(8, "big")
    for seat in GAME.acting(state):
        other = otherwise(state, seat, random.Random(number))
        one, two = (
            decide("hearts", seat_view(GAME, lying, seat), level, seed, 4)
            for lying in (state, other)
        )
        assert one == two


@given(reached(), st.integers(0, 1 << 32))
@settings(deadline=None)
def test_a_world_agrees_with_all_that_was_seen(state: State, number: int) -> None:
    """Sizes of hands, the open cards, the passed cards, and every void: as the seat knows them."""
    for seat in GAME.acting(state):
        view = seat_view(GAME, state, seat)
        assert view.private is not None
        worlds = Worlds(view, random.Random(number))
        may = possible(state.history, 0)
        passed = card_set(view.private.passed) & worlds.unseen if state.phase == "play" else 0
        for _ in range(3):
            world = worlds.sample()
            assert world.hands[seat] == state.hands[seat]
            assert GAME.public_view(world).counts == view.public.counts
            assert card_set(c for s in SEATS for c in world.cards(s)) == sum(state.hands)
            for other in SEATS:
                assert other == seat or not world.hands[other] & ~may[other]
            assert not passed & ~world.hands[state.deal.receiver(seat)]
            assert (world.phase, world.leader, world.trick) == (
                state.phase,
                state.leader,
                state.trick,
            )


@given(reached())
@settings(deadline=None)
def test_the_truth_is_one_of_the_worlds(state: State) -> None:
    """What is taken for certain of the other hands holds for the hands that they really have."""
    may = possible(state.history, 0)
    for seat in SEATS:
        assert not state.hands[seat] & ~may[seat]


def test_whoever_did_not_follow_is_known_to_be_void() -> None:
    """Over whole games such knowledge is found in most hands, so the test above says something."""
    voids = hands = 0
    for number in range(5):
        for _, step in playing(number, 60):
            if step.state.tricks == 8 and not step.state.trick:
                hands += 1
                voids += any(mask != sense.ALL for mask in possible(step.state.history, 0))
    assert hands > 20
    assert voids > 0.9 * hands


def test_worlds_that_are_tight_are_found() -> None:
    """Where the first cards laid leave no place for the last, others are moved on."""
    tricks = [
        {"leader": 0, "cards": ["2D", "3D", "4D", "3C"]},
        {"leader": 2, "cards": ["2S", "3S", "4S", "5C"]},
        {"leader": 0, "cards": ["2H", "3H", "6C", "4H"]},
    ]
    state = GAME.load(
        {
            "seats": [0, 1, 2, 3],
            "turn": 3,
            "phase": "play",
            "tricks": 10,
            "broken": True,
            "hands": {
                "0": ["JC", "QC", "KC"],
                "1": ["5D", "6D", "5H"],
                "2": ["7D", "5S", "6S"],
                "3": ["7S", "6H", "7H"],
            },
            "taken": {
                str(seat): trick["cards"] for seat, trick in zip((2, 0, 3), tricks, strict=True)
            },
            "history": tricks,
        }
    )
    view = seat_view(GAME, state, 0)
    may = possible(state.history, 7)
    worlds = Worlds(view, random.Random(1))
    for _ in range(200):
        hands = worlds.sample().hands
        assert all(not hands[seat] & ~may[seat] for seat in (1, 2, 3))
        assert [hand.bit_count() for hand in hands] == [3, 3, 3, 3]


@given(positions, st.integers(0, 20))
@settings(max_examples=30, deadline=None)
def test_a_search_keeps_its_budget(state: State, budget_ms: int) -> None:
    """No more positions are made than the budget allows and one last world takes."""
    for seat in GAME.acting(state)[:1]:
        counting = Counting(GAME)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bots, "GAME", counting)
            decide("hearts", seat_view(GAME, state, seat), "hard", b"seed", budget_ms)
        assert counting.made <= budget_ms * NODES_PER_MS + 13 * 56


@given(st.sets(st.sampled_from(sorted(BITS)), min_size=1, max_size=13), st.data())
def test_sense_plays_what_is_playable(hand: set[str], data: st.DataObject) -> None:
    """Whatever the sets, the answer is one card of those that may be played."""
    held = card_set(hand)
    rest = sorted(set(BITS) - hand)
    trick = tuple(data.draw(st.lists(st.sampled_from(rest), max_size=3, unique=True)))
    unseen = card_set(data.draw(st.sets(st.sampled_from(rest), max_size=30)) - set(trick))
    following = [card for card in hand if trick and card[1] == trick[0][1]]
    playable = card_set(following or hand)
    card = sense.play(sense.SOUND, held, playable, trick, data.draw(st.booleans()), unseen)
    assert card.bit_count() == 1
    assert card & playable
    if "QS" in hand and trick and not following:
        assert card == sense.QUEEN


def test_dangerous_cards_are_passed() -> None:
    """The queen and unguarded high spades go; well guarded ones stay."""
    bare = card_set(("QS", "AS", "KS", "2S", "3C", "4C", "5C", "6C", "2D", "3D", "4D", "2H", "3H"))
    assert set(sense.three(bare)) == {"QS", "AS", "KS"}
    low = ("2S", "3S", "4S", "5S")
    guarded = card_set((*low, "QS", "AD", "KD", "QD", "AH", "KH", "2C", "3C", "4C"))
    assert "QS" not in sense.three(guarded)


@pytest.mark.parametrize(
    ("one", "other", "games", "limit", "budget_ms"),
    [
        ("easy", "random", 120, 100, 0),
        ("normal", "easy", 60, 100, 0),
        ("hard", "normal", 20, 50, 8),
    ],
)
def test_each_level_beats_the_one_below(
    one: str, other: str, games: int, limit: int, budget_ms: int
) -> None:
    """Over deals played from both ends the stronger side gets fewer points than chance explains.

    With little search, so that it is quick; `carteado arena` plays with more.
    """
    match = Match("hearts", (one, other), 4, {"limit": limit}, 5, budget_ms)
    played = list(outcomes(match, games // 2, 1))
    ahead, wide = interval([outcome.score_a - outcome.score_b for outcome in played])
    assert ahead + wide < 0
