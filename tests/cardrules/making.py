"""Positions and games for the tests of the rules, made from drawn numbers alone."""

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from cardrules.cards import COLORS, VIRAE_108
from cardrules.errors import RuleError
from cardrules.game import Step, pick
from cardrules.registry import AnyGame
from cardrules.virae import GAME, Action, Event, State

MOVES_MAX = 60_000
"""No game of random moves has come near it; reaching it fails the test that plays."""

Taken = tuple[str, int, Action | None]
"""What was done: `act` by a seat with an action, or `expire`."""


def seed_of(number: int) -> bytes:
    """A 32-byte seed."""
    return hashlib.sha256(f"test seed {number}".encode()).digest()


def choose(game: AnyGame, state: Any, rng: random.Random, eager: float) -> Taken:
    """A random thing that can be done now; plays are preferred in `eager` of the turns."""
    window = game.window(state)
    if window is not None and rng.random() < 0.4:
        return "expire", -1, None
    seat = rng.choice(window.may_act if window is not None else game.acting(state))
    legal = game.legal(state, seat)
    plays = [action for action in legal if action.type == "play"]
    entry = rng.choice(plays if plays and rng.random() < eager else legal)
    return "act", seat, pick(game, entry, rng.sample)


def perform(game: AnyGame, state: Any, taken: Taken) -> Step[Any, Any]:
    """The step of what was chosen."""
    do, seat, action = taken
    return game.expire(state) if do == "expire" else game.apply(state, seat, action)


def playing(
    game: AnyGame, seats: tuple[int, ...], number: int, eager: float = 0.9
) -> Iterator[tuple[Taken | None, Step[Any, Any]]]:
    """A whole random game from its deal on: what was done, and the step that it led to."""
    rng = random.Random(number)
    step = game.new({}, seats, seed_of(number), rng.choice(seats))
    yield None, step
    for _ in range(MOVES_MAX):
        if game.over(step.state):
            return
        taken = choose(game, step.state, rng, eager)
        step = perform(game, step.state, taken)
        yield taken, step
    raise AssertionError("the game does not end")


seat_sets = st.sets(st.integers(0, 5), min_size=2, max_size=6).map(lambda s: tuple(sorted(s)))


@st.composite
def reached(draw: st.DrawFn) -> State:
    """A position that a game from a full deck reached; now and then its last one."""
    seats = draw(seat_sets)
    moves = draw(st.integers(0, 120))
    state = None
    for _, step in playing(
        GAME, seats, draw(st.integers(0, 10_000)), draw(st.sampled_from((0.5, 0.9)))
    ):
        state = step.state
        moves -= 1
        if moves < 0:
            break
    assert isinstance(state, State)
    return state


@st.composite
def scarce(draw: st.DrawFn) -> State:
    """A position of a few cards, in which stocks run out and nobody can draw."""
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    while True:
        state = _scarce(rng)
        if state is not None:
            return state


def _scarce(rng: random.Random) -> State | None:
    seats = sorted(rng.sample(range(6), rng.randint(2, 4)))
    deck = rng.sample(VIRAE_108, 40)
    hands = {str(seat): [deck.pop() for _ in range(rng.randint(1, 4))] for seat in seats}
    stock = [deck.pop() for _ in range(rng.randint(0, 4))]
    discard = [deck.pop() for _ in range(rng.randint(1, 4) if stock else 1)]
    position: dict[str, object] = {
        "game": "virae",
        "seats": seats,
        "seed": rng.randbytes(32).hex(),
        "shuffles": rng.randint(0, 9),
        "turn": rng.choice(seats),
        "phase": "play",
        "hands": hands,
        "stock": stock,
        "discard": discard,
        "direction": rng.choice((1, -1)),
    }
    if discard[-1] in ("W", "W4"):
        position["color"] = rng.choice(COLORS)
    try:
        state = GAME.load(position)
    except RuleError:
        return None
    for _ in range(rng.randint(0, 6)):
        if GAME.over(state):
            break
        state = perform(GAME, state, choose(GAME, state, rng, 0.8)).state
    return state


positions = st.one_of(reached(), scarce())


def faces(event: Event) -> list[str]:
    """Every face that an event shows."""
    return [*event.cards, *([event.card] if event.card is not None else [])]


def outcome(call: Callable[[], Any]) -> tuple[str | None, Any]:
    """The code of the refusal that the call raises, or None and its value."""
    try:
        return None, call()
    except RuleError as error:
        return error.code, None
