"""How cards are written, and the order of a fresh deck before any shuffle.

A card is its face, a short interned string: `QS` the queen of spades, `XX` a joker; in Viraê `R5`,
`GS` (skip), `BV` (reverse), `YD` (+2), `W` and `W4`. Equal faces are interchangeable.
"""

from collections.abc import Iterable, Mapping
from typing import Final

HIDDEN: Final = "??"
"""A face-down card that the reader may not know."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
JOKER: Final = "XX"

COLORS: Final = "RYGB"
SKIP: Final = "S"
REVERSE: Final = "V"
PLUS_TWO: Final = "D"
WILD: Final = "W"
WILD_FOUR: Final = "W4"


def _fresh_virae() -> tuple[str, ...]:
    deck: list[str] = []
    for color in COLORS:
        deck.append(color + "0")
        for symbol in "123456789" + SKIP + REVERSE + PLUS_TWO:
            deck += [color + symbol] * 2
    return tuple(deck + [WILD] * 4 + [WILD_FOUR] * 4)


STANDARD_52: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
STANDARD_54: Final = (*STANDARD_52, JOKER, JOKER)
VIRAE_108: Final = _fresh_virae()


def places(deck: Iterable[str]) -> Mapping[str, int]:
    """Each face of a deck with its place in canonical order, for sorting what has no order."""
    return {face: place for place, face in enumerate(dict.fromkeys(deck))}


VIRAE_PLACES: Final = places(VIRAE_108)
STANDARD_PLACES: Final = places(STANDARD_54)
