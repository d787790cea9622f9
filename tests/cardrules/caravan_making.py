"""Positions and games of Caravan for the tests, made from drawn numbers alone."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from cardrules.caravan import GAME, Action, Event, State
from cardrules.cards import STANDARD_54
from cardrules.errors import RuleError
from cardrules.game import Step
from cardrules.policies import CARAVAN_VARIANTS
from tests.cardrules.making import seed_of

MOVES_MAX = 2_000
"""No game of random moves has come near it; reaching it fails the test that plays."""

LIKELY = {"place": 4, "attach": 2, "discard": 1, "disband": 1}
"""How often a random player prefers a kind of action: so that routes grow."""

variant_sets = st.sets(st.sampled_from(CARAVAN_VARIANTS)).map(
    lambda names: tuple(
        name
        for name in CARAVAN_VARIANTS
        if name in names and not (name == "double_deck" and "short_deck" in names)
    )
)


def choose(state: State, rng: random.Random) -> Action:
    """A random legal action of the seat in turn."""
    legal = GAME.legal(state, state.turn)
    kinds = sorted({action.type for action in legal})
    kind = rng.choices(kinds, [LIKELY[kind] for kind in kinds])[0]
    return rng.choice([action for action in legal if action.type == kind])


def playing(
    variants: tuple[str, ...], number: int, starter: int | None = None
) -> Iterator[tuple[int | None, Action | None, Step[State, Event]]]:
    """A whole random game: who did what, and the step that it led to; first the deal."""
    rng = random.Random(number)
    step = GAME.new({"variants": variants}, (0, 1), seed_of(number), starter)
    yield None, None, step
    for _ in range(MOVES_MAX):
        state = step.state
        if GAME.over(state):
            return
        action = choose(state, rng)
        step = GAME.apply(state, state.turn, action)
        yield state.turn, action, step
    raise AssertionError("the game does not end")


@st.composite
def reached(draw: st.DrawFn) -> State:
    """A position that a game reached; now and then its last one."""
    moves = draw(st.integers(0, 120))
    state = None
    for _, _, step in playing(draw(variant_sets), draw(st.integers(0, 10_000))):
        state = step.state
        moves -= 1
        if moves < 0:
            break
    assert state is not None
    return state


@st.composite
def scattered(draw: st.DrawFn) -> State:
    """A main position with crowded routes, such as play seldom reaches, and little to draw."""
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    variants = draw(variant_sets)
    while True:
        try:
            return GAME.load(_scattered(rng, variants))
        except RuleError:
            continue


def _scattered(rng: random.Random, variants: tuple[str, ...]) -> dict[str, Any]:
    decks = [list(STANDARD_54) for _ in (0, 1)]
    for deck in decks:
        rng.shuffle(deck)
    figures = [[c for c in deck if c[0] in "QKX"] for deck in decks]
    numeric = [[c for c in deck if c[0] not in "JQKX"] for deck in decks]
    jacks = [[c for c in deck if c[0] == "J"] for deck in decks]
    routes: dict[str, list[dict[str, Any]]] = {"0": [], "1": []}
    for seat in (0, 1):
        for _ in range(3):
            cards = []
            for _ in range(rng.choice((0, 1, 1, 2, 3, 4))):
                stack = [numeric[seat].pop()]
                while rng.random() < 0.3 and len(stack) < 4:
                    by = rng.randrange(2)
                    if figures[by]:
                        stack.append(f"{figures[by].pop()}@{by}")
                cards.append(stack)
            equal = len(cards) > 1 and cards[-1][0][0] == cards[-2][0][0]
            steady = equal and "steady_course" in variants
            routes[str(seat)].append({"cards": cards, "held": "up" if steady else None})
    hands: dict[str, list[str]] = {}
    rest: list[list[str]] = []
    for seat in (0, 1):
        left = figures[seat] + numeric[seat] + jacks[seat]
        rng.shuffle(left)
        hands[str(seat)] = [left.pop() for _ in range(rng.randint(1, 5))]
        rest.append(left)
    return {
        "game": "caravan",
        "options": {"variants": list(variants)},
        "seats": [0, 1],
        "seed": rng.randbytes(32).hex(),
        "shuffles": rng.randint(2, 9),
        "turn": rng.randrange(2),
        "phase": "main",
        "hands": hands,
        "decks": {str(seat): rest[seat][: rng.choice((0, 1, 2, 9))] for seat in (0, 1)},
        "discards": {str(seat): rest[seat][9 : rng.choice((9, 10, 14))] for seat in (0, 1)},
        "routes": routes,
    }


positions = st.one_of(reached(), scattered())


def whole_deck(position: dict[str, Any], seat: int) -> Counter[str]:
    """Every card of a seat's own deck, wherever a written position has it."""
    name = str(seat)
    cards = Counter(position["hands"][name] + position["decks"][name] + position["discards"][name])
    for owner, routes in position["routes"].items():
        for route in routes:
            for numeric, *figures in route["cards"]:
                if owner == name:
                    cards[numeric] += 1
                for figure in figures:
                    face, by = figure.split("@")
                    if by == name:
                        cards[face] += 1
    return cards
