"""Worlds that agree with what a seat of Caravan has seen, for bots that search.

What is certain is kept: the own hand, everything on the table and in the discards, the number of
cards in the other hand and in both decks; that a deck once made of a discard holds nothing else;
that hands shown before the deal are among a short deck; that who discarded in the opening had
figures alone.
"""

import random
from collections import Counter
from typing import Final

from cardrules.caravan import State, View
from cardrules.caravan.routes import NUMERIC, route_of
from cardrules.caravan.rules import fresh_deck
from cardrules.caravan.state import SEATS, Known, Routes, Side, Variants, variants_of
from cardrules.caravan.view import SideView


class Worlds:
    """Samples positions that the seat of a view cannot tell from the true one."""

    def __init__(self, view: View, rng: random.Random) -> None:
        private = view.private
        assert private is not None
        self._public = view.public
        self._seat: Final = private.seat
        self._hand: Final = private.hand
        self._rng = rng
        self._variants = variants_of(view.public.variants)
        self._routes = tuple(_routes(side, self._variants) for side in view.public.sides)
        self._hidden = tuple(
            _Hidden(seat, view, self._variants, private.hand if seat == private.seat else ())
            for seat in SEATS
        )

    def sample(self) -> State:
        """One world; its history is empty."""
        public = self._public
        zero, one = (self._side(seat, public.sides[seat]) for seat in SEATS)
        return State(
            self._variants,
            self._rng.randbytes(32),
            public.shuffles,
            (zero, one),
            -1 if public.turn is None else public.turn,
            public.phase,
            (),
            public.result,
        )

    def _side(self, seat: int, side: SideView) -> Side:
        own = seat == self._seat
        hand, deck = self._hidden[seat].deal(0 if own else side.hand, side.deck, self._rng)
        return Side(
            self._hand if own else hand,
            deck,
            0,
            side.discard,
            self._routes[seat],
            side.moves,
            Known(side.reshuffles, side.recycled, side.shown, side.figures),
        )


def _routes(side: SideView, variants: Variants) -> Routes:
    first, second, third = (route_of(r.cards, r.held, variants) for r in side.routes)
    return first, second, third


class _Hidden:
    """The cards of one seat's deck that the reader has not seen."""

    def __init__(self, seat: int, view: View, variants: Variants, hand: tuple[str, ...]) -> None:
        side = view.public.sides[seat]
        unseen = Counter(fresh_deck(variants))
        unseen.subtract(hand)
        unseen.subtract(side.discard)
        for owner, other in enumerate(view.public.sides):
            for route in other.routes:
                for numeric, *figures in route.cards:
                    if owner == seat:
                        unseen[numeric] -= 1
                    for figure in figures:
                        face, _, by = figure.partition("@")
                        if by == str(seat):
                            unseen[face] -= 1
        certain: Counter[str] = Counter()
        for shown in side.shown:
            certain |= Counter(shown)
        certain |= Counter(side.recycled)
        self._unseen = +unseen
        self._certain = sorted((self._unseen & certain).elements())
        self._others = sorted((self._unseen - certain).elements())
        self._recycled = Counter(side.recycled) if side.reshuffles else None
        self._figures = side.figures

    def deal(
        self, hand: int, deck: int, rng: random.Random
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """So many cards of a hand and of a deck, each in random order."""
        certain, others = list(self._certain), list(self._others)
        rng.shuffle(certain)
        rng.shuffle(others)
        sure = self._sure_figures(certain, others, rng) if hand else []
        members = (certain + others)[: hand + deck - len(sure)]
        rng.shuffle(members)
        if self._recycled is None:
            drawn, held = members[:deck], members[deck:]
        else:
            drawn, held = self._of_recycled(members, deck)
        held += sure
        rng.shuffle(held)
        return tuple(held[:hand]), tuple(drawn)

    def _sure_figures(self, certain: list[str], others: list[str], rng: random.Random) -> list[str]:
        """The figures that the hand holds for certain; they leave the two lists.

        Of a deck that was made of a discard only what was not in that discard, if there is enough.
        """
        pool = certain + others
        if self._recycled is None:
            rng.shuffle(pool)
        else:
            pool.reverse()
        sure = [card for card in pool if card not in NUMERIC][: self._figures]
        for card in sure:
            (others if card in others else certain).remove(card)
        return sure

    def _of_recycled(self, members: list[str], deck: int) -> tuple[list[str], list[str]]:
        """A deck of recycled cards alone; what is left is in the hand."""
        left = Counter(self._recycled)
        drawn: list[str] = []
        held: list[str] = []
        for card in members:
            if len(drawn) < deck and left[card] > 0:
                left[card] -= 1
                drawn.append(card)
            else:
                held.append(card)
        return drawn, held
