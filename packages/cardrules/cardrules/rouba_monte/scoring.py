"""Who won (decisions 3 and 4; seed text, "Reposição e vitória" and "Saída e reconexão")."""

from collections.abc import Sequence

from cardrules.game import Result


def played_out(
    seats: tuple[int, ...], active: Sequence[int], piles: Sequence[Sequence[str]]
) -> Result:
    """Most cards in the own pile win, ties share; whoever left has none and never wins."""
    most = max(len(piles[place]) for place in active)
    winners = tuple(seats[place] for place in active if len(piles[place]) == most)
    scores = tuple((seat, len(pile)) for seat, pile in zip(seats, piles, strict=True))
    return Result(winners, scores, "played_out")


def too_few(seats: tuple[int, ...]) -> Result:
    """Fewer than two are left: nobody wins anything."""
    return Result((), tuple((seat, 0) for seat in seats), "too_few")


def void(seats: tuple[int, ...]) -> Result:
    """Ended from outside, without winners."""
    return Result((), tuple((seat, 0) for seat in seats), "void")
