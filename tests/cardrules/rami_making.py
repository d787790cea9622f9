"""Positions of Rami for the tests, made from drawn numbers alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import strategies as st

from cardrules.cards import RANKS, STANDARD_52, SUITS
from cardrules.game import Step
from cardrules.rami import GAME, Action, Event, State
from tests.cardrules.making import seed_of

STEPS_MAX = 200_000
"""A round has at most some thousand steps, and costs someone at least a point of 1000."""

options = st.fixed_dictionaries(
    {},
    optional={
        "limit": st.sampled_from((10, 60, 200)),
        "ace_high": st.booleans(),
        "discard_to_win": st.booleans(),
    },
)
seat_sets = st.sets(st.integers(0, 3), min_size=2, max_size=4).map(lambda s: tuple(sorted(s)))


def playing(
    seats: tuple[int, ...], number: int, chosen: Mapping[str, object], eager: float = 0.9
) -> Iterator[tuple[tuple[int, Action] | None, Step[State, Event]]]:
    """A whole random game from its deal on, who did what and the step that it led to; cards are
    laid down in `eager` of the moments in which they can be."""
    rng = random.Random(number)
    step = GAME.new(chosen, seats, seed_of(number), rng.choice(seats))
    yield None, step
    for _ in range(STEPS_MAX):
        if GAME.over(step.state):
            return
        seat = GAME.acting(step.state)[0]
        legal = GAME.legal(step.state, seat)
        lays = [action for action in legal if action.type in ("meld", "lay_off")]
        action = rng.choice(lays if lays and rng.random() < eager else legal)
        step = GAME.apply(step.state, seat, action)
        yield (seat, action), step
    raise AssertionError("the game does not end")


@st.composite
def reached(draw: st.DrawFn) -> State:
    """A position that a random game reached, from its deal to its last step."""
    moves = draw(st.integers(0, 60) | st.integers(0, 300))
    game = playing(draw(seat_sets), draw(st.integers(0, 10_000)), draw(options))
    state = None
    for _, step in game:
        state = step.state
        moves -= 1
        if moves < 0:
            break
    assert state is not None
    return state


def some_meld(rng: random.Random) -> tuple[str, list[str]]:
    """A set or run of any length, by the words of the seed text."""
    if rng.random() < 0.4:
        suits = sorted(rng.sample(SUITS, rng.choice((3, 4))), key=SUITS.index)
        rank = rng.choice(RANKS)
        return "set", [rank + suit for suit in suits]
    length = rng.choice((3, 3, 3, 4, 5, 7))
    low = rng.randint(0, len(RANKS) - length)
    suit = rng.choice(SUITS)
    return "run", [rank + suit for rank in RANKS[low : low + length]]


def written(rng: random.Random) -> dict[str, Any]:
    """A hand-made position: small hands close to the melds on the table, and a short stock."""
    seats = sorted(rng.sample(range(4), rng.randint(2, 4)))
    left = set(STANDARD_52)
    melds: list[dict[str, object]] = []
    for _ in range(rng.randint(0, 4)):
        kind, cards = some_meld(rng)
        if left >= set(cards):
            left -= set(cards)
            melds.append({"owner": rng.choice(seats), "kind": kind, "cards": cards})
    near = sorted(left, key=lambda card: rng.random() + (card[1] != "H" and card[0] not in "567"))
    hands = {str(seat): [near.pop(0) for _ in range(rng.randint(1, 7))] for seat in seats}
    pool = [card for card in STANDARD_52 if card in near]
    rng.shuffle(pool)
    turn, phase = rng.choice(seats), rng.choice(("draw", "meld", "meld"))
    taken = rng.choice([None, *hands[str(turn)]]) if phase == "meld" else None
    position: dict[str, Any] = {
        "game": "rami",
        "seats": seats,
        "seed": rng.randbytes(32).hex(),
        "shuffles": 2,
        "round": 2,
        "starter": rng.choice(seats),
        "turn": turn,
        "phase": phase,
        "hands": hands,
        "stock": pool[: rng.randint(0, 3)],
        "discard": pool[3 : 3 + rng.randint(0, 3)],
        "melds": melds,
        "taken": taken,
        "idle": 0 if phase == "meld" and taken is None else rng.randint(0, 4 * len(seats) - 1),
        "scores": {str(seat): rng.randint(0, 99) for seat in seats},
        "options": {
            "limit": rng.choice((100, 150)),
            "ace_high": rng.random() < 0.5,
            "discard_to_win": rng.random() < 0.5,
        },
    }
    return position


@st.composite
def hand_made(draw: st.DrawFn) -> State:
    """A hand-made position."""
    return GAME.load(written(random.Random(draw(st.integers(0, 1 << 32)))))


positions = st.one_of(reached(), hand_made())
