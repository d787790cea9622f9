"""A decision is legal, repeatable, and a function of the seat's own view alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.choosing import choose, choose_bytes
from bot_runner.errors import Malformed, NotToAct
from cardproto.v1 import bots_pb2, common_pb2
from tests.bot_runner.requests import EASY, HARD, NORMAL, WIRE, hard_choice, request, to_decide
from tests.cardwire.games import play
from tests.cardwire.test_codec import shuffled_hidden

SEATS = st.sets(st.integers(0, 5), min_size=2).map(lambda seats: tuple(sorted(seats)))
SEEDS = st.integers(0, 2**32)


@given(SEATS, SEEDS, st.sampled_from([EASY, NORMAL, HARD]))
@settings(max_examples=15, deadline=None)
def test_every_decision_is_legal(
    seats: tuple[int, ...], seed: int, level: common_pb2.BotLevel
) -> None:
    """In every position of whole games, at every level."""
    for reached, seat in to_decide(seats, seed):
        asked = request(reached.state, seat, level, budget_ms=1)
        action = WIRE.action_from_proto(choose(asked))
        assert action in WIRE.game.legal(reached.state, seat)


@given(SEATS, SEEDS, st.sampled_from([EASY, NORMAL, HARD]))
@settings(max_examples=15, deadline=None)
def test_nothing_hidden_moves_a_decision(
    seats: tuple[int, ...], seed: int, level: common_pb2.BotLevel
) -> None:
    """Other hands and another stock behind the same view: the same decision."""
    chance = random.Random(seed)
    for reached, seat in to_decide(seats, seed):
        other = shuffled_hidden(reached.state, seat, chance)
        assert choose(request(reached.state, seat, level, 1)) == choose(
            request(other, seat, level, 1)
        )


def test_the_same_request_gets_the_same_action() -> None:
    """Also in another process, where hashes of strings differ."""
    state, seat = hard_choice()
    asked = request(state, seat, HARD, budget_ms=20)
    assert choose_bytes(asked.SerializeToString()) == ("", choose(asked).SerializeToString())


@pytest.mark.parametrize(
    "broken",
    [
        bots_pb2.DecideRequest(),
        bots_pb2.DecideRequest(level=NORMAL),
        bots_pb2.DecideRequest(level=NORMAL, update=b"\xff\xff"),
        bots_pb2.DecideRequest(level=NORMAL, update=b"\x08\x01"),
    ],
)
def test_what_holds_no_view_is_malformed(broken: bots_pb2.DecideRequest) -> None:
    """No level, no update, bytes that are none."""
    with pytest.raises(Malformed):
        choose(broken)
    assert choose_bytes(broken.SerializeToString()) == ("malformed", b"")


def test_an_unknown_level_is_malformed() -> None:
    """Rather than played as another."""
    state, seat = hard_choice()
    asked = request(state, seat)
    asked.level = 99  # type: ignore[assignment] # what a newer engine might send
    with pytest.raises(Malformed):
        choose(asked)


def test_a_seat_that_may_not_act_is_told_so() -> None:
    """Another's turn, and a spectator's view."""
    first = next(iter(play(WIRE.game, (0, 1), 4)))
    (acting,) = WIRE.game.acting(first.state)
    with pytest.raises(NotToAct):
        choose(request(first.state, 1 - acting))
