"""Rami's bots: legal, reproducible, from the seat's view alone, and each level above the last."""

from __future__ import annotations

import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.strategies import LEVELS, NODES_PER_MS, decide
from bot_runner.strategies import rami as bots
from bot_runner.strategies.rami_weighing import best_melds, completing
from bot_runner.strategies.rami_worlds import Worlds, refusals
from cardrules.cards import STANDARD_52
from cardrules.game import seat_view
from cardrules.rami import GAME, Action, State
from cardrules.rami.melds import BITS, bits_of, within
from carteado.arena import Match, interval, play_deal
from tests.cardrules.counting import Counting
from tests.cardrules.rami_making import playing, positions, seat_sets
from tests.cardrules.test_rami_secrecy import otherwise

levels = st.sampled_from(LEVELS)
POSITION = {
    "game": "rami", "seats": [0, 1], "turn": 0, "phase": "meld",
    "hands": {"0": ["7H", "8H", "KC", "QD", "3S"], "1": ["2C", "4C"]},
    "discard": ["TC"], "stock": ["6H", "6D"],
}  # fmt: skip


def chosen(position: dict[str, object], level: str) -> Action:
    """What the bot in turn does there."""
    state = GAME.load(position)
    view = seat_view(GAME, state, state.turn_seat)
    action: Action = decide("rami", view, level, b"seed", 0)
    return action


@given(positions, levels, st.binary(min_size=1, max_size=32))
@settings(deadline=None)
def test_a_bot_acts_legally(state: State, level: str, seed: bytes) -> None:
    """Whatever the position and the options, the answer is legal, and twice the same."""
    for seat in GAME.acting(state):
        view = seat_view(GAME, state, seat)
        action = decide("rami", view, level, seed, 4)
        assert action in GAME.legal(state, seat)
        assert action == decide("rami", view, level, seed, 4)


@given(positions, levels, st.integers(0, 1 << 32))
@settings(max_examples=50, deadline=None)
def test_a_bot_sees_no_hidden_card(state: State, level: str, number: int) -> None:
    """With the hidden cards lying otherwise the same seed gives the same action."""
    seed = number.to_bytes(8, "big")
    for seat in GAME.acting(state):
        other = otherwise(state, seat, random.Random(number))
        one, two = (
            decide("rami", seat_view(GAME, lying, seat), level, seed, 4) for lying in (state, other)
        )
        assert one == two


@given(positions, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_a_sampled_world_looks_the_same(state: State, number: int) -> None:
    """Every world gives the seat the view that it has, but for the limit and the scores."""
    for seat in GAME.acting(state):
        view = seat_view(GAME, state, seat)
        worlds = Worlds(view, random.Random(number))
        for _ in range(3):
            world = worlds.sample()
            public = GAME.public_view(world)
            for name in view.public.__dataclass_fields__:
                if name not in ("options", "scores"):
                    assert getattr(public, name) == getattr(view.public, name), name
            assert view.private is not None
            assert GAME.private_view(world, seat).hand == view.private.hand
            assert GAME.legal(world, seat) == view.private.legal
            cards = [card for hand in world.hands for card in hand]
            assert len(set(cards) | set(world.stock_left)) == len(cards) + len(world.stock_left)


@given(seat_sets, st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_refusals_are_remembered(seats: tuple[int, ...], number: int) -> None:
    """Who draws from the stock has left the top of the discard lying."""
    refused: dict[int, list[str]] = {seat: [] for seat in seats}
    before = None
    for made, step in playing(seats, number, {}):
        if before is None or step.state.round.number != before.round.number:
            refused = {seat: [] for seat in seats}
        elif made is not None and made[1] == Action("draw", source="stock"):
            refused[made[0]].append(before.discard[-1])
        before = step.state
        if len(step.state.history) < 60 and not GAME.over(step.state):
            told = refusals(seat_view(GAME, step.state, seats[0]))
            for seat in seats:
                assert told[seat] == tuple(BITS[card] for card in refused[seat][-4:])


@given(positions, st.integers(0, 20))
@settings(max_examples=30, deadline=None)
def test_a_search_keeps_its_budget(state: State, budget_ms: int) -> None:
    """No more positions are made than the budget allows and one last world takes."""
    for seat in GAME.acting(state):
        counting = Counting(GAME)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bots, "GAME", counting)
            decide("rami", seat_view(GAME, state, seat), "hard", b"seed", budget_ms)
        one_world = len(GAME.legal(state, seat)) * bots.MOVES_MAX
        assert counting.made <= budget_ms * NODES_PER_MS + one_world


@given(st.sets(st.sampled_from(STANDARD_52), max_size=14), st.booleans())
def test_what_completes_and_what_is_best_to_lay_down(cards: set[str], ace_high: bool) -> None:
    """Two short cuts of the bots against the rules' own list of combinations."""
    hand = bits_of(cards)
    wanted = completing(hand)
    for card, bit in BITS.items():
        completes = bit & ~hand and any(c.bits & bit for c in within(hand | bit))
        assert bool(wanted & bit) == bool(completes), card
    laid = best_melds(hand, ace_high)
    together = 0
    for combination in laid:
        assert combination.bits & hand == combination.bits
        assert not combination.bits & together
        together |= combination.bits
    assert bool(laid) == bool(within(hand))


@pytest.mark.parametrize(
    ("change", "action"),
    [
        # lays what can be laid
        ({"hands": {"0": ["7H", "8H", "9H", "QD"], "1": ["2C"]}}, "meld"),
        # the dearest isolated card: not the king beside the queen
        ({"hands": {"0": ["7H", "8H", "KD", "QD", "QS", "3S"], "1": ["2C"]}}, "3S"),
        ({"hands": {"0": ["7H", "8H", "KC", "9D", "3S"], "1": ["2C"]}}, "KC"),
        # takes what completes a meld, and only that
        ({"phase": "draw", "discard": ["9H"]}, "discard"),
        ({"phase": "draw", "discard": ["KD"]}, "stock"),
    ],
)
def test_easy_plays_as_the_seed_text_says(change: dict[str, object], action: str) -> None:
    """Immediate combinations, then the strongest isolated card."""
    done = chosen({**POSITION, **change}, "easy")
    assert action in (done.card, done.source, done.type)


def test_normal_does_not_feed_the_next_participant() -> None:
    """Of two cards alike it keeps the one that the next participant is known to wait for."""
    position = {
        **POSITION,
        "hands": {"0": ["9C", "9S", "3S", "3H", "8D"], "1": ["7D", "9D", "2C"]},
        "known": {"1": ["7D", "9D"]},
        "stock": ["6S", "6C", "KC"],
    }
    assert chosen(position, "normal").card != "8D"
    position["known"] = {"1": []}
    assert chosen(position, "normal").card == "8D"


def test_hard_keeps_its_melds_from_the_others_while_it_can() -> None:
    """What lies on the table helps them too; it lays once the round may end before its turn."""
    hand = ["7H", "8H", "9H", "QD", "QC", "3S", "KS", "5C"]
    position: dict[str, object] = {
        **POSITION,
        "hands": {"0": hand, "1": ["2C", "4C", "6S", "8S", "TS", "JD", "AH"]},
        "stock": ["6H", "6D", "2D", "4D", "AS", "AC", "KD"],
    }
    assert chosen(position, "normal").type == "meld"
    assert chosen(position, "hard").type == "discard"
    changes: tuple[dict[str, object], ...] = (
        {"hands": {"0": hand[:3] + hand[5:6], "1": ["2C", "4C", "6S", "8S", "TS", "JD"]}},
        {"hands": {"0": hand, "1": ["2C", "4C", "6S"]}},
        {"stock": []},
    )
    for change in changes:
        assert chosen({**position, **change}, "hard").type == "meld"


@pytest.mark.parametrize(
    ("one", "other", "seats", "games"),
    [
        ("easy", "random", 2, 20),
        ("easy", "random", 4, 20),
        ("normal", "easy", 2, 300),
        ("normal", "easy", 4, 1600),
        ("hard", "normal", 2, 120),
        ("hard", "normal", 4, 600),
    ],
)
def test_each_level_beats_the_one_below(one: str, other: str, seats: int, games: int) -> None:
    """Over deals played from both ends, the stronger side wins more than chance explains.

    Without search, so that it is quick; `carteado arena` plays with it.
    """
    match = Match("rami", (one, other), seats, {}, 1, 0)
    shares = list(map(partial(_share, match), range(games // 2)))
    mean, half = interval(shares)
    assert mean - half > 0.5, mean


def _share(match: Match, deal: int) -> float:
    return play_deal(match, deal).share
