"""Positions of Rouba Monte for the tests, made from drawn numbers alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from cardrules.cards import STANDARD_52
from cardrules.game import Step
from cardrules.rouba_monte import GAME, Action, Event, State
from tests.cardrules.making import seed_of

STEPS_MAX = 52
"""48 cards are played, and three of four may leave."""

seat_sets = st.sets(st.integers(0, 3), min_size=2, max_size=4).map(lambda s: tuple(sorted(s)))

Taken = tuple[int, Action | None]
"""Who acted, and how; None: the seat left."""


def playing(
    seats: tuple[int, ...], number: int, leaving: float = 0.0
) -> Iterator[tuple[Taken | None, Step[State, Event]]]:
    """A whole random game from its deal on: what was done, and the step that it led to.

    At each step somebody leaves with the chance `leaving`.
    """
    rng = random.Random(number)
    step = GAME.new({}, seats, seed_of(number), rng.choice(seats))
    yield None, step
    for _ in range(STEPS_MAX):
        state = step.state
        if GAME.over(state):
            return
        if rng.random() < leaving:
            seat = rng.choice(state.active_seats)
            step = GAME.leave(state, seat)
            yield (seat, None), step
            continue
        seat = GAME.acting(state)[0]
        action = rng.choice(GAME.legal(state, seat))
        step = GAME.apply(state, seat, action)
        yield (seat, action), step
    assert GAME.over(step.state), "the game does not end"


@st.composite
def reached(draw: st.DrawFn) -> State:
    """A position that a game reached, from its deal to its end; now and then somebody left."""
    moves = draw(st.integers(0, STEPS_MAX))
    number, leaving = draw(st.integers(0, 10_000)), draw(st.sampled_from((0.0, 0.04)))
    state = None
    for _, step in playing(draw(seat_sets), number, leaving):
        state = step.state
        moves -= 1
        if moves < 0:
            break
    assert state is not None
    return state


def written(rng: random.Random) -> dict[str, Any]:
    """A hand-made position of few ranks, so that much can be taken, and in several ways."""
    seats = sorted(rng.sample(range(4), rng.randint(2, 4)))
    ranks = rng.sample("23456789TJQKA", rng.randint(5, 7))
    deck = [card for card in STANDARD_52 if card[0] in ranks]
    rng.shuffle(deck)
    active = sorted(rng.sample(seats, rng.randint(2, len(seats))))
    hands: dict[str, list[str]] = {str(seat): [] for seat in seats}
    piles: dict[str, list[str]] = {str(seat): [] for seat in seats}
    for seat in active:
        hands[str(seat)] = [deck.pop() for _ in range(rng.randint(0, 2))]
        piles[str(seat)] = [deck.pop() for _ in range(rng.randint(0, 2))]
    turn = rng.choice(active)
    if not hands[str(turn)]:
        hands[str(turn)] = [deck.pop()]
    center = [deck.pop() for _ in range(rng.randint(0, len(deck)))]
    return {
        "game": "rouba-monte",
        "seats": seats,
        "dealer": rng.choice(seats),
        "active": active,
        "turn": turn,
        "phase": "play",
        "hands": hands,
        "piles": piles,
        "center": center,
        "stock": [deck.pop() for _ in range(rng.randint(0, len(deck)))],
    }


handmade = st.integers(0, 1 << 32).map(lambda number: GAME.load(written(random.Random(number))))
positions = st.one_of(reached(), handmade)
