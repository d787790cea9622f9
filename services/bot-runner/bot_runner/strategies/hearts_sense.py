"""What a sensible player of Hearts does, judged by sets of cards alone: for playouts and for bots.

Every function sees the own cards, the trick, and `unseen`: the cards that neither lie open nor are
held, so they are in the other hands. Sets are those of `cardrules.tricks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardrules.cards import STANDARD_52, SUITS
from cardrules.hearts.rules import POINT_CARDS, SUIT_HEARTS
from cardrules.tricks import BITS, SUIT_SETS, cards_in

ALL: Final = sum(BITS.values())
SETS: Final = tuple(SUIT_SETS[suit] for suit in SUITS)
SUIT_SPADES: Final = SUIT_SETS["S"]
QUEEN: Final = BITS["QS"]
OVER_QUEEN: Final = BITS["KS"] | BITS["AS"]
UNDER_QUEEN: Final = SUIT_SPADES & (QUEEN - 1)
_GUARDS: Final = 4
"""With so many spades under the queen the high ones are safe to hold."""


@dataclass(frozen=True, slots=True)
class Sense:
    """How choices are weighed; units are ranks."""

    early: int
    """So many unseen cards of a suit make its first round safe to take high."""
    lead_lower: float
    """Each unseen card under a lead makes it worse by this, each over it better by one."""
    lead_short: float
    """Each card fewer in the suit makes leading it better."""
    lead_flush: float
    """Leading spades under the queen, with none of the high ones, to drive her out."""
    lead_guard: float
    """Leading spades while holding one of the high ones."""
    lead_alone: float
    """Leading a suit that nobody else holds."""
    shed_heart: float
    """Shedding a heart, in ranks of another suit's card."""
    shed_short: float
    """Shedding from a suit, for each card fewer in it."""


SOUND: Final = Sense(7, 0.6, 0.8, 4.0, -6.0, -12.0, 3.0, 1.3)


def name(card: int) -> str:
    """The face of a set of one card."""
    return STANDARD_52[card.bit_length() - 1]


def highest(cards: int) -> int:
    """The card of the set that stands last in canonical order."""
    return 1 << (cards.bit_length() - 1)


def play(
    sense: Sense, held: int, playable: int, trick: tuple[str, ...], first: bool, unseen: int
) -> int:
    """The card to play out of `playable`, as a set; `first`: it is the hand's first trick."""
    if not playable & (playable - 1):
        return playable
    if not trick:
        return _lead(sense, held, playable, unseen)
    suit = SUIT_SETS[trick[0][1]]
    if playable & suit:
        return _follow(sense, playable, trick, suit, first, unseen)
    return _shed(sense, held, playable, unseen)


def _follow(
    sense: Sense, playable: int, trick: tuple[str, ...], suit: int, first: bool, unseen: int
) -> int:
    standing = points = 0
    for card in trick:
        bit = BITS[card]
        points |= bit & POINT_CARDS
        if bit & suit and bit > standing:
            standing = bit
    mild = playable & ~QUEEN or playable
    below = playable & (standing - 1)
    if below & QUEEN:
        return QUEEN
    if first or (len(trick) == 3 and not points):
        return highest(mild)
    if below:
        safe = not points and (suit != SUIT_SPADES or not unseen & QUEEN) and suit != SUIT_HEARTS
        if safe and (unseen & suit).bit_count() >= sense.early:
            return highest(mild)
        return highest(below)
    lowest = mild & -mild
    if len(trick) < 3 and unseen & suit & ~(lowest - 1):
        return lowest
    return highest(mild)


def _shed(sense: Sense, held: int, playable: int, unseen: int) -> int:
    if playable & QUEEN:
        return QUEEN
    over = playable & OVER_QUEEN
    if over and unseen & QUEEN and (held & UNDER_QUEEN).bit_count() < _GUARDS:
        return highest(over)
    best, most = 0, -1000.0
    for place, suit in enumerate(SETS):
        cards = playable & suit
        if not cards:
            continue
        top = highest(cards)
        worth = top.bit_length() - 13 * place - sense.shed_short * (held & suit).bit_count()
        if not unseen & suit & (top - 1):
            worth -= 8
        if suit == SUIT_HEARTS:
            worth += sense.shed_heart
        if worth > most:
            best, most = top, worth
    return best


def _lead(sense: Sense, held: int, playable: int, unseen: int) -> int:
    best, most = playable & -playable, -1000.0
    queen_is_out = bool(unseen & QUEEN)
    for suit in SETS:
        cards = playable & suit
        if not cards:
            continue
        low = cards & -cards
        others = unseen & suit
        worth = (
            (others & ~(low - 1)).bit_count()
            - sense.lead_lower * (others & (low - 1)).bit_count()
            - sense.lead_short * (held & suit).bit_count()
        )
        if not others:
            worth += sense.lead_alone
        if suit == SUIT_SPADES:
            if held & QUEEN or (queen_is_out and held & OVER_QUEEN):
                worth += sense.lead_guard
            elif queen_is_out:
                worth += sense.lead_flush
            if low == QUEEN:
                worth -= 20
        if worth > most:
            best, most = low, worth
    return best


def danger(card: int, held: int) -> float:
    """How gladly a card is passed on out of the hand `held`."""
    for place, suit in enumerate(SETS):
        if not card & suit:
            continue
        height = card.bit_length() - 13 * place
        length = (held & suit).bit_count()
        if suit == SUIT_SPADES:
            guarded = (held & UNDER_QUEEN).bit_count() >= _GUARDS
            if card & (QUEEN | OVER_QUEEN):
                return 5.0 if guarded else 40.0 + (card == QUEEN) * 5
            return -5.0
        if suit == SUIT_HEARTS:
            return height + 1.0
        return height - 1.5 * (length - 3)
    return 0.0


def three(held: int) -> tuple[str, ...]:
    """The cards to pass."""
    return tuple(sorted(cards_in(held), key=lambda card: -danger(BITS[card], held))[:3])
