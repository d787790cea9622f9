"""How bots choose: pure functions from one seat's own view to an action.

A strategy sees what a person in that seat would see and nothing else; it keeps nothing between
calls. The same view, level, seed and budget give the same action on every machine: budgets are
counted in positions looked at, never in time.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot_runner.strategies import caravan, hearts, rami, rouba_monte, virae
from cardrules.game import SeatView

EASY: Final = "easy"
NORMAL: Final = "normal"
HARD: Final = "hard"
LEVELS: Final = (EASY, NORMAL, HARD)

NODES_PER_MS: Final = 50
"""Positions that a search looks at for a millisecond of budget; a slow core manages as many."""

Strategy = Callable[[Any, str, random.Random, int], Any]
"""`(view, level, rng, nodes) -> action`, one of the view's legal actions."""

STRATEGIES: Final[Mapping[str, Strategy]] = {
    "virae": virae.decide,
    "rouba-monte": rouba_monte.decide,
    "rami": rami.decide,
    "hearts": hearts.decide,
    "caravan": caravan.decide,
}


def decide(game_id: str, view: SeatView[Any, Any], level: str, seed: bytes, budget_ms: int) -> Any:
    """The action that a bot of this level takes in the seat whose view this is.

    `view.private` must be there and list at least one legal action. `seed` is the only source of
    chance; `budget_ms` bounds the search of the levels that search. Raises ValueError for an
    unknown game or level, or a view in which nothing can be done.
    """
    strategy = STRATEGIES.get(game_id)
    if strategy is None or level not in LEVELS:
        raise ValueError(f"no strategy: {game_id}, {level}")
    if view.private is None or not view.private.legal:
        raise ValueError("nothing to decide in this view")
    rng = random.Random(int.from_bytes(seed, "big"))
    return strategy(view, level, rng, max(0, budget_ms) * NODES_PER_MS)
