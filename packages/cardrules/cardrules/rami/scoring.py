"""Points left in hands, who wins a round, and who the game (seed text, "Pontuação"; 4-6)."""

from collections.abc import Sequence
from typing import Final

from cardrules.cards import STANDARD_52
from cardrules.game import Result

FACE_POINTS: Final = 10
ACE_LOW: Final = 1
ACE_HIGH: Final = 11


def _points(card: str, ace: int) -> int:
    rank = card[0]
    if rank == "A":
        return ace
    return FACE_POINTS if rank in "TJQK" else int(rank)


POINTS: Final[tuple[dict[str, int], dict[str, int]]] = (
    {card: _points(card, ACE_LOW) for card in STANDARD_52},
    {card: _points(card, ACE_HIGH) for card in STANDARD_52},
)
"""What each face costs who still holds it, by `ace_high`."""


def hand_points(hand: Sequence[str], ace_high: bool) -> int:
    """Numbers their value, J Q K 10, an ace 1 or 11."""
    points = POINTS[ace_high]
    return sum(points[card] for card in hand)


def lowest(points: Sequence[int]) -> int:
    """The place of the hand with fewest points, the first one of a tie (5)."""
    return min(range(len(points)), key=points.__getitem__)


def won(points: Sequence[int], winner: int) -> int:
    """What the winner of a round adds to the score: all the other hands (4, 5)."""
    return sum(points) - points[winner]


def reached(seats: tuple[int, ...], scores: Sequence[int], limit: int) -> Result | None:
    """How the game ends once a score has reached the limit: the highest wins (6); else None."""
    most = max(scores)
    if most < limit:
        return None
    winners = tuple(seat for seat, score in zip(seats, scores, strict=True) if score == most)
    return Result(winners, tuple(zip(seats, scores, strict=True)), "limit")


def void(seats: tuple[int, ...], scores: Sequence[int]) -> Result:
    """Ended from outside, without winners; the scores are as they stood."""
    return Result((), tuple(zip(seats, scores, strict=True)), "void")
