"""Choosing among actions by playing each of them on in the same sampled worlds.

What is compared are differences within a world, so that luck which hits all actions alike counts
for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TypeVar

World = TypeVar("World")
Action = TypeVar("Action")


def best_of(
    actions: Sequence[Action],
    sample: Callable[[], World],
    play_on: Callable[[World, Action], tuple[float, int]],
    *,
    nodes: int,
    doubt: float,
    certain: bool = False,
) -> Action:
    """The first action, unless another is ahead of it by more than `doubt` standard errors; then
    the one that is furthest ahead after that discount.

    `sample` draws a world. `play_on`: what it is worth after an action, and the positions looked
    at; in all about `nodes` are. `certain`: there is but one world, which is looked at once.
    """
    if len(actions) == 1:
        return actions[0]
    ahead = [0.0] * len(actions)
    squares = [0.0] * len(actions)
    tried = spent = 0
    while spent < nodes and not (certain and tried):
        world = sample()
        tried += 1
        standard = 0.0
        for i, action in enumerate(actions):
            value, looked_at = play_on(world, action)
            spent += looked_at
            if i == 0:
                standard = value
            ahead[i] += value - standard
            squares[i] += (value - standard) ** 2
    best, most = 0, 0.0
    for i in range(1, len(actions)):
        mean = ahead[i] / max(1, tried)
        error = sqrt(max(0.0, squares[i] / max(1, tried) - mean * mean) / max(1, tried))
        if mean - doubt * error > most:
            best, most = i, mean - doubt * error
    return actions[best]
