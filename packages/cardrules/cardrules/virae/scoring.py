"""Points left in a hand at the end (decision 11; seed text, "Fim da partida e contagem")."""

from collections.abc import Sequence
from typing import Final

from cardrules.cards import COLORS, PLUS_TWO, REVERSE, SKIP, VIRAE_PLACES, WILD, WILD_FOUR
from cardrules.game import Result

ACTION_POINTS: Final = 20
WILD_POINTS: Final = 50


def _points(card: str) -> int:
    if card in (WILD, WILD_FOUR):
        return WILD_POINTS
    symbol = card[1]
    return ACTION_POINTS if symbol in (SKIP, REVERSE, PLUS_TWO) else int(symbol)


POINTS: Final[dict[str, int]] = {card: _points(card) for card in VIRAE_PLACES}
"""What each face costs who still holds it."""


def hand_points(hand: Sequence[str]) -> int:
    """Numbers their value, S V D 20, wilds 50."""
    return sum(POINTS[card] for card in hand)


def out(seats: tuple[int, ...], hands: Sequence[Sequence[str]], winner: int) -> Result:
    """Somebody played the last card."""
    return Result((winner,), _scores(seats, hands), "out")


def blocked(seats: tuple[int, ...], hands: Sequence[Sequence[str]]) -> Result:
    """Nobody can play or draw any more: fewest points win, ties share (decision 10)."""
    scores = _scores(seats, hands)
    fewest = min(points for _, points in scores)
    return Result(tuple(seat for seat, points in scores if points == fewest), scores, "blocked")


def void(seats: tuple[int, ...]) -> Result:
    """Ended from outside, without winners."""
    return Result((), tuple((seat, 0) for seat in seats), "void")


def _scores(seats: tuple[int, ...], hands: Sequence[Sequence[str]]) -> tuple[tuple[int, int], ...]:
    return tuple((seat, hand_points(hand)) for seat, hand in zip(seats, hands, strict=True))


def best_color(hand: Sequence[str]) -> str:
    """The most frequent colour of a hand; ties and none: R before Y before G before B."""
    counts = dict.fromkeys(COLORS, 0)
    for card in hand:
        if card[0] in counts:
            counts[card[0]] += 1
    return max(COLORS, key=lambda color: counts[color])
