"""Choosing by differences within sampled worlds."""

from __future__ import annotations

import random
from itertools import count

from bot_runner.strategies.paired import best_of


def test_luck_that_hits_all_alike_counts_for_nothing() -> None:
    """A steady lead of a tenth is seen under noise a hundred times as large."""
    chance = random.Random(1)
    worth = {"standing": 0.0, "worse": -0.1, "better": 0.1}
    found = best_of(
        list(worth),
        lambda: chance.gauss(0, 10),
        lambda world, action: (world + worth[action], 1),
        nodes=60,
        doubt=1.0,
    )
    assert found == "better"


def test_the_first_stands_where_another_is_ahead_by_no_more_than_chance() -> None:
    worlds = iter([1.0, -0.9] * 50)
    play = {"standing": 0.0, "swings": 1.0}
    for doubt, best in ((2.0, "standing"), (0.0, "swings")):
        found = best_of(
            list(play),
            lambda: next(worlds),
            lambda world, action: (world * play[action], 1),
            nodes=20,
            doubt=doubt,
        )
        assert found == best


def test_no_more_is_looked_at_than_asked_for() -> None:
    """But a world that was begun is finished, and one that is certain is looked at once."""
    drawn = count()
    for certain, nodes, worlds in ((False, 10, 3), (True, 10, 1), (False, 0, 0)):
        first = next(drawn)
        best_of(
            "ab", lambda: next(drawn), lambda *_: (0.0, 2), nodes=nodes, doubt=1, certain=certain
        )
        assert next(drawn) - first - 1 == worlds
    assert best_of("a", drawn.__next__, lambda *_: (0.0, 1), nodes=99, doubt=1) == "a"
