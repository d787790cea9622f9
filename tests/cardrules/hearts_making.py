"""Positions of Hearts for the tests, made from drawn numbers alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from cardrules.cards import STANDARD_52
from cardrules.game import Step, pick
from cardrules.hearts import GAME, Action, Event, State
from tests.cardrules.making import seed_of

SEATS = (0, 1, 2, 3)
STEPS_MAX = 56 * 20 * 5
"""A hand has 56 steps and costs someone at least 7 points of at most 500."""


def playing(
    number: int, limit: int = 100
) -> Iterator[tuple[tuple[int, Action] | None, Step[State, Event]]]:
    """A whole random game from its deal on: who did what, and the step that it led to."""
    rng = random.Random(number)
    step = GAME.new({"limit": limit}, SEATS, seed_of(number))
    yield None, step
    for _ in range(STEPS_MAX):
        if GAME.over(step.state):
            return
        seat = rng.choice(GAME.acting(step.state))
        action = pick(GAME, rng.choice(GAME.legal(step.state, seat)), rng.sample)
        step = GAME.apply(step.state, seat, action)
        yield (seat, action), step
    raise AssertionError("the game does not end")


@st.composite
def reached(draw: st.DrawFn) -> State:
    """A position that a random game reached, from the first exchange to its end."""
    limit = draw(st.sampled_from((26, 60, 100)))
    moves = draw(st.integers(0, 60) | st.integers(0, 400))
    state = None
    for _, step in playing(draw(st.integers(0, 10_000)), limit):
        state = step.state
        moves -= 1
        if moves < 0:
            break
    assert state is not None
    return state


def written(rng: random.Random) -> dict[str, Any]:
    """A hand-made position: some cards of each seat, part of a trick, nothing taken."""
    deck = rng.sample(STANDARD_52, 52)
    size = rng.randint(1, 5)
    hands = [[deck.pop() for _ in range(size)] for _ in SEATS]
    leader, played = rng.choice(SEATS), rng.randint(0, 3)
    trick: list[dict[str, object]] = []
    for i in range(played):
        hand = hands[(leader + i) % 4]
        following = [card for card in hand if trick and card[1] == str(trick[0]["card"])[1]]
        card = rng.choice(following or hand)
        hand.remove(card)
        trick.append({"seat": (leader + i) % 4, "card": card})
    return {
        "game": "hearts",
        "seats": list(SEATS),
        "seed": rng.randbytes(32).hex(),
        "shuffles": 3,
        "hand": rng.randint(1, 6),
        "phase": "play",
        "turn": (leader + played) % 4,
        "tricks": rng.choice((0, 13 - size, 13 - size)),
        "broken": rng.random() < 0.3,
        "hands": {str(seat): hands[seat] for seat in SEATS},
        "trick": trick,
        "scores": {str(seat): rng.randint(0, 99) for seat in SEATS},
    }


handmade = st.integers(0, 1 << 32).map(lambda number: GAME.load(written(random.Random(number))))
positions = st.one_of(reached(), handmade)
