"""Worlds that agree with what a seat of Hearts has seen, for bots that search.

Certain is: the own hand, all that was played and by whom, the number of cards in every hand, that
the cards passed on are with their receiver until played, that who did not follow has none of the
suit, that who led a heart too early held hearts alone, and that who shed a point in the first trick
held points alone. A world keeps all of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from bot_runner.strategies.hearts_sense import ALL
from cardrules.hearts import State, View
from cardrules.hearts.rules import POINT_CARDS, SUIT_HEARTS
from cardrules.hearts.state import NOTHING, PASS, SEATS, STEPS, Deal, Trick
from cardrules.tricks import BITS, SUIT_SETS, card_set, cards_in

_LAST_HAND: Final = 0
"""As a limit it makes the hand the game's last, so that a playout ends with its points."""


def possible(tricks: Iterable[Trick], first: int) -> list[int]:
    """By seat the cards that it may still hold after what it has played.

    `first` is the number of the first of these tricks, from 0; what went before it is unknown.
    """
    may = [ALL] * len(SEATS)
    broken = first > 0
    for number, trick in enumerate(tricks, first):
        suit = SUIT_SETS[trick.cards[0][1]]
        if suit == SUIT_HEARTS and not broken:
            may[trick.leader] &= SUIT_HEARTS
        for i, card in enumerate(trick.cards):
            if not BITS[card] & suit:
                seat = (trick.leader + i) % len(SEATS)
                may[seat] &= ~suit
                if number == 0 and BITS[card] & POINT_CARDS:
                    may[seat] &= POINT_CARDS
        broken = broken or any(card[1] == "H" for card in trick.cards)
    return may


class Worlds:
    """Samples positions that the seat of a view cannot tell from the true one."""

    def __init__(self, view: View, rng: random.Random) -> None:
        private, public = view.private, view.public
        assert private is not None
        self._view = view
        self._rng = rng
        self._seat = private.seat
        self._hand = card_set(private.hand)
        played = card_set(public.trick)
        for pile in public.taken:
            played |= card_set(pile)
        self.unseen = ALL & ~self._hand & ~played
        self._room = [
            0 if seat == self._seat else count for seat, count in enumerate(public.counts)
        ]
        tricks = list(public.history)
        if public.trick and public.leader is not None:
            tricks.append(Trick(public.leader, public.trick))
        may = possible(tricks, public.tricks - len(public.history))
        passed = 0 if public.phase == PASS else card_set(private.passed) & self.unseen
        receiver = (self._seat + STEPS[public.direction]) % len(SEATS)
        others = [seat for seat in SEATS if seat != self._seat]
        self._seats_of: dict[int, tuple[int, ...]] = {}
        for card in cards_in(self.unseen):
            bit = BITS[card]
            if bit & passed:
                self._seats_of[bit] = (receiver,)
            else:
                self._seats_of[bit] = tuple(s for s in others if may[s] & bit) or tuple(others)
        self._spare = len(self._seats_of) - sum(self._room)

    def sample(self) -> State:
        """One world: the position with this hand as the game's last."""
        public = self._view.public
        hands = self._deal()
        hands[self._seat] = self._hand
        private = self._view.private
        assert private is not None
        deal = Deal(
            limit=_LAST_HAND,
            seed=None,
            shuffles=public.shuffles,
            number=public.number,
            held=tuple(map(cards_in, hands)),
            chosen=NOTHING,
            scores=public.scores,
        )
        return State(
            deal,
            public.phase,
            tuple(hands),
            -1 if public.leader is None else public.leader,
            public.trick,
            public.broken,
            public.tricks,
            public.taken,
        )

    def _deal(self) -> list[int]:
        """The unseen cards laid into the other hands, the ones with fewest places first."""
        cards = list(self._seats_of)
        self._rng.shuffle(cards)
        if self._spare > 0:
            # A hand-made position need not hold the whole deck.
            cards = cards[: sum(self._room)]
        cards.sort(key=lambda card: len(self._seats_of[card]))
        hands, room = [0] * len(SEATS), list(self._room)
        for card in cards:
            if not self._place(card, hands, room, set()):
                # A hand-made position that contradicts itself.
                seat = next(seat for seat in SEATS if room[seat] > 0)
                hands[seat] |= card
                room[seat] -= 1
        return hands

    def _place(self, card: int, hands: list[int], room: list[int], tried: set[int]) -> bool:
        """Lay the card into a hand that may hold it; where all are full, move others on."""
        seats = self._seats_of[card]
        free = [seat for seat in seats if room[seat] > 0]
        if free:
            seat = free[0]
            if len(free) > 1:
                seat = self._rng.choices(free, [room[seat] for seat in free])[0]
            hands[seat] |= card
            room[seat] -= 1
            return True
        for seat in seats:
            if seat in tried:
                continue
            tried.add(seat)
            for face in cards_in(hands[seat]):
                other = BITS[face]
                if len(self._seats_of[other]) > 1 and self._place(other, hands, room, tried):
                    hands[seat] ^= other | card
                    return True
        return False
