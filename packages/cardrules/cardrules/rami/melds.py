"""Sets and runs of the 52 cards as bit sets: all of them are listed once, and then looked up.

Each suit has a lane of 16 bits, of which 13 are used, so no shift by one or two ranks leaves a
suit. The ace is the highest bit of its lane: it follows the king, and nothing follows it
(decision 1).
"""

from collections.abc import Iterable, Mapping
from typing import Final, final

from cardrules.cards import RANKS, STANDARD_52, SUITS

SET: Final = "set"
RUN: Final = "run"
SHORTEST: Final = 3

_LANE: Final = 16
_ALL_RANKS: Final = (1 << len(RANKS)) - 1
_COLUMN: Final = sum(1 << _LANE * suit for suit in range(len(SUITS)))

BITS: Final[Mapping[str, int]] = {
    face: 1 << (_LANE * SUITS.index(face[1]) + RANKS.index(face[0])) for face in STANDARD_52
}
"""The bit of each face, in canonical order."""

FACES: Final[Mapping[int, str]] = {bit: face for face, bit in BITS.items()}

SUIT_BITS: Final = tuple(_ALL_RANKS << _LANE * suit for suit in range(len(SUITS)))
"""All cards of a suit, in the order C D H S."""

RANK_BITS: Final = tuple(_COLUMN << rank for rank in range(len(RANKS)))
"""All cards of a rank, in the order 2 … A."""


def bits_of(cards: Iterable[str]) -> int:
    """The set of these cards."""
    bits = 0
    for card in cards:
        bits |= BITS[card]
    return bits


def cards_of(bits: int) -> tuple[str, ...]:
    """The cards of a set in canonical order: within a suit ascending, within a rank C D H S."""
    cards: list[str] = []
    while bits:
        low = bits & -bits
        cards.append(FACES[low])
        bits ^= low
    return tuple(cards)


@final
class Combination:
    """A set or a run, whoever owns it.

    `reach` holds the single cards that could be laid off on it; `growths` lists every combination
    that it can grow into by further cards, as `(the added cards' bits, the added cards)`.
    """

    __slots__ = ("bits", "cards", "growths", "kind", "reach")

    def __init__(self, kind: str, bits: int) -> None:
        self.kind: Final = kind
        self.bits: Final = bits
        self.cards: Final = cards_of(bits)
        self.reach = 0
        self.growths: tuple[tuple[int, tuple[str, ...]], ...] = ()

    def __repr__(self) -> str:
        return f"Combination({self.kind!r}, {' '.join(self.cards)})"


def _runs(suit: int) -> tuple[Combination, ...]:
    ranks = len(RANKS)
    return tuple(
        Combination(RUN, (1 << length) - 1 << _LANE * suit + low)
        for length in range(SHORTEST, ranks + 1)
        for low in range(ranks - length + 1)
    )


def _sets(rank: int) -> tuple[Combination, ...]:
    whole = RANK_BITS[rank]
    threes = (whole & ~suit for suit in reversed(SUIT_BITS))
    return tuple(Combination(SET, bits) for bits in (*threes, whole))


_RUNS: Final = tuple(_runs(suit) for suit in range(len(SUITS)))
_SETS: Final = tuple(_sets(rank) for rank in range(len(RANKS)))

COMBINATIONS: Final[Mapping[int, Combination]] = {
    combination.bits: combination for group in (*_RUNS, *_SETS) for combination in group
}
"""Every set and run there is, by its bits: what is not here is neither."""


def _learn_growths(group: tuple[Combination, ...]) -> None:
    """A combination grows within its own suit or rank only."""
    for small in group:
        added = [
            large.bits ^ small.bits
            for large in group
            if large.bits & small.bits == small.bits and large is not small
        ]
        small.growths = tuple((bits, cards_of(bits)) for bits in added)
        small.reach = sum(bits for bits in added if bits.bit_count() == 1)


for _group in (*_RUNS, *_SETS):
    _learn_growths(_group)

_RUNS_WITHIN: Final[dict[int, tuple[Combination, ...]]] = {}
"""The runs within the cards of one suit, made when first asked for: those that come up most."""
_RUNS_KEPT: Final = 1 << 12

_SETS_WITHIN: Final[Mapping[int, tuple[Combination, ...]]] = {
    held.bits: tuple(small for small in sets if small.bits & held.bits == small.bits)
    for sets in _SETS
    for held in sets
}
"""The sets within three or four cards of one rank."""


def within(hand: int) -> tuple[Combination, ...]:
    """Every set and every run, short and long, that these cards hold."""
    runs = hand & hand >> 1 & hand >> 2
    clubs, diamonds = hand & _ALL_RANKS, hand >> _LANE & _ALL_RANKS
    hearts, spades = hand >> 2 * _LANE & _ALL_RANKS, hand >> 3 * _LANE
    threes = (clubs | diamonds) & hearts & spades | clubs & diamonds & (hearts | spades)
    if not runs and not threes:
        return ()
    found: list[Combination] = []
    if runs:
        for suit, lane in enumerate(SUIT_BITS):
            if runs & lane:
                found += _runs_within(suit, hand & lane)
    while threes:
        low = threes & -threes
        found += _SETS_WITHIN[hand & low * _COLUMN]
        threes ^= low
    return tuple(found)


def _runs_within(suit: int, held: int) -> tuple[Combination, ...]:
    known = _RUNS_WITHIN.get(held)
    if known is None:
        known = tuple(run for run in _RUNS[suit] if run.bits & held == run.bits)
        if len(_RUNS_WITHIN) < _RUNS_KEPT:
            _RUNS_WITHIN[held] = known
    return known


def combined(hand: int) -> int:
    """The cards that belong to some set or run of the hand."""
    bits = 0
    for combination in within(hand):
        bits |= combination.bits
    return bits
