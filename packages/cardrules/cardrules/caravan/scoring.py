"""Which pairs are sold, and how a game ends (decisions 11-14; seed text, "Vender uma rota")."""

from collections.abc import Sequence
from typing import Final

from cardrules.caravan.state import SEATS, Route
from cardrules.game import Result

LOW: Final = 21
HIGH: Final = 26
_BEYOND: Final = HIGH + 1
"""All values beyond the range sell alike."""


def _seller(values: tuple[int, int]) -> int:
    in_range = [LOW <= value <= HIGH for value in values]
    if in_range[0] != in_range[1]:
        return in_range.index(True)
    if not in_range[0] or values[0] == values[1]:
        return -1
    return 0 if values[0] > values[1] else 1


SELLERS: Final = tuple(
    tuple(_seller((own, other)) for other in range(_BEYOND + 1)) for own in range(_BEYOND + 1)
)
"""Which seat has sold a pair, by the values of seat 0's and seat 1's route; -1: neither."""


def seller(route: Route, facing: Route) -> int:
    """The seat that has sold this pair, or -1; `route` is seat 0's (11)."""
    if route.value < LOW and facing.value < LOW:
        return -1
    return SELLERS[min(route.value, _BEYOND)][min(facing.value, _BEYOND)]


def sellers(routes: Sequence[Route], facing: Sequence[Route]) -> tuple[int, ...]:
    """For each pair the seat that has sold it, or -1; `routes` are seat 0's (11)."""
    return tuple(map(seller, routes, facing))


def winner(routes: Sequence[Route], facing: Sequence[Route], quick_sale: bool) -> int:
    """The seat that has won by selling, or -1 while the game goes on (12)."""
    first = seller(routes[0], facing[0])
    if first < 0 and not quick_sale:
        return -1
    sold = (first, seller(routes[1], facing[1]), seller(routes[2], facing[2]))
    if -1 in sold and not quick_sale:
        return -1
    return next((seat for seat in SEATS if sold.count(seat) >= 2), -1)


def result(winners: tuple[int, ...], sold: Sequence[int], reason: str) -> Result:
    """An end; each seat scores the pairs that it has sold then (14)."""
    return Result(winners, tuple((seat, sold.count(seat)) for seat in SEATS), reason)


def void() -> Result:
    """Ended from outside, without winners."""
    return Result((), tuple((seat, 0) for seat in SEATS), "void")
