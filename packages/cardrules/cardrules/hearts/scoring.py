"""What the cards cost (seed text, "O que as cartas custam"; decisions 4 and 5)."""

from collections.abc import Iterable, Sequence
from typing import Final

from cardrules.cards import STANDARD_52
from cardrules.game import Result
from cardrules.hearts.state import SEATS

QUEEN: Final = "QS"
POINTS: Final = {card: 13 if card == QUEEN else 1 if card[1] == "H" else 0 for card in STANDARD_52}
ALL_POINTS: Final = 26


def points_of(cards: Iterable[str]) -> int:
    """Each heart 1, the queen of spades 13."""
    return sum(map(POINTS.__getitem__, cards))


def hand_points(taken: Sequence[Sequence[str]]) -> tuple[tuple[int, ...], int | None]:
    """What each seat writes down, and who shot the moon, or None.

    The moon costs its taker nothing and each other 26.
    """
    points = tuple(map(points_of, taken))
    if ALL_POINTS not in points:
        return points, None
    shooter = points.index(ALL_POINTS)
    return tuple(0 if seat == shooter else ALL_POINTS for seat in SEATS), shooter


def limit_reached(scores: Sequence[int]) -> Result:
    """Lowest total wins, equal totals share the place (decision 5)."""
    lowest = min(scores)
    winners = tuple(seat for seat in SEATS if scores[seat] == lowest)
    return Result(winners, tuple(zip(SEATS, scores, strict=True)), "limit")


def void(scores: Sequence[int]) -> Result:
    """Ended from outside, without winners."""
    return Result((), tuple(zip(SEATS, scores, strict=True)), "void")
