"""Tricks of standard cards, and sets of cards as bits, for games in which suit is followed.

A set of cards is an `int`: bit n stands for the n-th card of `STANDARD_52`, so within a suit a
higher card has a higher bit, and set algebra on whole hands is one operation.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from cardrules.cards import STANDARD_52, SUITS

BITS: Final[Mapping[str, int]] = {card: 1 << place for place, card in enumerate(STANDARD_52)}
"""Each card as a set of its own."""


def card_set(cards: Iterable[str]) -> int:
    """The set of these cards."""
    held = 0
    for card in cards:
        held |= BITS[card]
    return held


def cards_in(held: int) -> tuple[str, ...]:
    """The cards of a set, in canonical order."""
    cards: list[str] = []
    while held:
        lowest = held & -held
        cards.append(STANDARD_52[lowest.bit_length() - 1])
        held ^= lowest
    return tuple(cards)


SUIT_SETS: Final[Mapping[str, int]] = {
    suit: card_set(card for card in STANDARD_52 if card[1] == suit) for suit in SUITS
}
"""All cards of each suit."""


def winner(trick: Sequence[str]) -> int:
    """Which card of a trick takes it: the highest of the suit that was led, ace high."""
    following = card_set(trick) & SUIT_SETS[trick[0][1]]
    return trick.index(STANDARD_52[following.bit_length() - 1])
