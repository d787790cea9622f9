"""Caravan's bots.

- easy looks after its own routes: it plays what brings one of them nearest to the range, never
  looks at the opponent's, and now and then does just anything.
- normal weighs every pair with both routes in view, and what each card is worth in the hand.
- hard takes the actions that are best so weighed, and looks further: in many worlds that agree with
  all it has seen the opponent gives its best answer, then the seat its own.
"""

import random
from collections.abc import Sequence
from itertools import product
from math import sqrt
from typing import Final

from bot_runner.strategies.caravan_worlds import Worlds
from cardrules.caravan import GAME, Action, State, View
from cardrules.caravan.routes import COURSES, EMPTY, VALUES
from cardrules.caravan.scoring import HIGH, LOW
from cardrules.caravan.state import OPENING, OVER, Route

WHIM: Final = 0.2
"""How often the easy bot does just anything that is legal."""

CANDIDATES: Final = 8
NODES_EACH: Final = 400
"""Of the actions that weigh most one is searched for so many nodes of the budget, from two to
`CANDIDATES`: with little to spend few are compared in many worlds."""

_TOP: Final = 40
"""Values from here on weigh alike."""


def _standing(value: int) -> float:
    """How good a route of this value is for its owner, the other side unseen: 0 to 1."""
    if LOW <= value <= HIGH:
        return 0.80 + 0.03 * (value - LOW)
    if value > HIGH:
        return max(0.05, 0.22 - 0.01 * (value - HIGH))
    return 0.30 + 0.012 * value


def _chance(own: int, other: int) -> float:
    """How likely a pair is to be sold by who owns `own`, once all is over: 0 to 1."""
    mine, theirs = _standing(own), _standing(other)
    sold = LOW <= own <= HIGH and (other < own or other > HIGH)
    lost = LOW <= other <= HIGH and (own < other or own > HIGH)
    chance = mine * (1 - theirs) / (mine * (1 - theirs) + theirs * (1 - mine))
    if sold:
        return 0.25 + 0.75 * chance
    if lost:
        return 0.75 * chance
    return chance


CHANCES: Final = tuple(
    tuple(_chance(own, other) for other in range(_TOP + 1)) for own in range(_TOP + 1)
)

LANDING: Final = {
    course.fits: tuple(
        sqrt(sum(1 for card in course.fits if LOW <= value + VALUES[card] <= HIGH))
        for value in range(_TOP + 1)
    )
    for course in (
        EMPTY.course,
        *(
            COURSES[direction][last][suit]
            for direction, last, suit in product(COURSES, range(1, 11), "CDHS")
        ),
    )
}
"""By the faces that fit and the value: the root of how many bring the route into the range."""

KEPT: Final = {"J": 0.030, "K": 0.030, "X": 0.040, "Q": 0.004}
"""What a figure is worth in the hand; a numeric card `NUMERIC_KEPT`."""
NUMERIC_KEPT: Final = 0.008
_OUTS: Final = 0.004
"""What a route is worth for the root of how many faces bring it into the range next."""


def decide(view: View, level: str, rng: random.Random, nodes: int) -> Action:
    """The action of a bot of this level; see `bot_runner.strategies.decide`."""
    private = view.private
    assert private is not None
    legal = private.legal
    if len(legal) == 1:
        return legal[0]
    if level == "easy" and rng.random() < WHIM:
        return rng.choice(legal)
    worlds = Worlds(view, rng)
    world = worlds.sample()
    if level == "easy":
        return _tidiest(world, legal)
    ranked = _ranked(world, legal)
    if level == "normal" or view.public.phase == OPENING:
        return ranked[0][1]
    count = min(CANDIDATES, max(2, nodes // NODES_EACH))
    return _search(worlds, [action for _, action in ranked[:count]], nodes)


# --- easy -----------------------------------------------------------------------------------


def _tidiest(world: State, legal: Sequence[Action]) -> Action:
    """What leaves the own routes standing best; of equals the first."""
    seat = world.turn

    def tidy(action: Action) -> float:
        side = GAME.apply(world, seat, action).state.sides[seat]
        return sum(_standing(route.value) for route in side.routes)

    return max(_different(legal), key=tidy)


def _different(legal: Sequence[Action]) -> list[Action]:
    """The legal actions with the least valuable discard alone: all of them change no route."""
    discards = [action for action in legal if action.type == "discard"]
    others = [action for action in legal if action.type != "discard"]
    if discards:
        others.append(min(discards, key=lambda action: _kept(action.card)))
    return others


# --- normal ---------------------------------------------------------------------------------


def _kept(card: str | None) -> float:
    """What the card is worth as long as it is in the hand; nothing for no card."""
    return 0.0 if card is None else KEPT.get(card[0], NUMERIC_KEPT)


def weigh(state: State, seat: int) -> float:
    """The chance of the seat to win, as far as the routes and the own hand tell: 0 to 1."""
    result = state.result
    if result is not None:
        return 1.0 if seat in result.winners else 0.0
    own, other = state.sides[seat].routes, state.sides[1 - seat].routes
    first, second, third = (
        CHANCES[min(mine.value, _TOP)][min(theirs.value, _TOP)]
        for mine, theirs in zip(own, other, strict=True)
    )
    two = first * second + first * third + second * third - 2 * first * second * third
    return two + _OUTS * (_outs(own) - _outs(other))


def _outs(routes: Sequence[Route]) -> float:
    return sum(LANDING[route.course.fits][route.value] for route in routes if route.value < LOW)


def _ranked(state: State, legal: Sequence[Action]) -> list[tuple[float, Action]]:
    """The different actions by what the position after each weighs, less the card it costs."""
    seat = state.turn
    worth = [
        (weigh(GAME.apply(state, seat, action).state, seat) - _kept(action.card), action)
        for action in _different(legal)
    ]
    worth.sort(key=lambda pair: -pair[0])
    return worth


# --- hard -----------------------------------------------------------------------------------


def _search(worlds: Worlds, actions: Sequence[Action], nodes: int) -> Action:
    """Every action in the same worlds, after the opponent's best answer and the own best to it."""
    totals = [0.0] * len(actions)
    spent = 0
    while spent < nodes:
        world = worlds.sample()
        seat = world.turn
        for number, action in enumerate(actions):
            state = GAME.apply(world, seat, action).state
            spent += 1
            value, looked_at = _after(state, seat)
            spent += looked_at
            totals[number] += value - _kept(action.card)
    return actions[max(range(len(actions)), key=totals.__getitem__)]


def _after(state: State, seat: int) -> tuple[float, int]:
    """What the position weighs for the seat after the best answer and the best reply to it."""
    looked_at = 0
    for _ in range(2):
        if state.phase == OVER:
            break
        state, tried = _best(state)
        looked_at += tried
    return weigh(state, seat), looked_at


def _best(state: State) -> tuple[State, int]:
    """The position after the action that weighs most for who acts, and how many were tried."""
    turn = state.turn
    best, most = state, -1.0
    actions = _different(GAME.legal(state, turn))
    for action in actions:
        after = GAME.apply(state, turn, action).state
        worth = weigh(after, turn) - _kept(action.card)
        if worth > most:
            best, most = after, worth
    return best, len(actions)
