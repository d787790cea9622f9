"""Random whole games, for what must hold in every position that play can reach."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardrules.game import pick
from cardrules.registry import AnyGame

STEPS_MAX = 400

LAID = frozenset(("play", "meld", "lay_off"))
"""Actions that lay cards down."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A position, and the events that led to it."""

    state: Any
    events: tuple[Any, ...]


def play(game: AnyGame, seats: tuple[int, ...], seed: int) -> Iterator[Reached]:
    """The positions of one game in which every seat plays at random, cards rather than draws.

    Cut after 400 steps.
    """
    chance = random.Random(seed)
    step = game.new({}, seats, chance.randbytes(32), chance.choice(seats))
    yield Reached(step.state, step.events)
    for _ in range(STEPS_MAX):
        state = step.state
        if game.over(state):
            return
        window = game.window(state)
        movers = window.may_act if window else game.acting(state)
        seat = chance.choice(movers)
        actions = game.legal(state, seat)
        plays = tuple(action for action in actions if action.type in LAID)
        if plays and chance.random() < 0.8:
            actions = plays
        if window and chance.random() < 0.3:
            step = game.expire(state)
        else:
            step = game.apply(state, seat, pick(game, chance.choice(actions), chance.sample))
        yield Reached(step.state, step.events)
