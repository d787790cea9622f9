"""Worlds that agree with what a seat of Rouba Monte has seen, for bots that search.

What is certain is kept: the own hand, the open cards, the piles, the number of cards in every hand
and in the stock, and for each seat the ranks that it surely lacks, since it laid a card open while
they could have been taken.
"""

import random
from collections.abc import Mapping
from typing import Final

from cardrules.cards import STANDARD_52
from cardrules.rouba_monte import State, View
from cardrules.rouba_monte.memory import recall
from cardrules.rouba_monte.state import Deal
from cardrules.tricks import card_set

_TRIES: Final = 8


class Worlds:
    """Samples positions that the seat of a view cannot tell from the true one."""

    def __init__(self, view: View, rng: random.Random) -> None:
        private, public = view.private, view.public
        assert private is not None
        self._rng = rng
        self._public = public
        self._place = public.seats.index(private.seat)
        self._hand = private.hand
        seen = {*private.hand, *public.center, *(card for pile in public.piles for card in pile)}
        self._unseen = [card for card in STANDARD_52 if card not in seen]
        lacks: Mapping[int, set[str]] = recall(public.seats, public.history).lacks
        others = [
            (place, lacks[seat], public.counts[place])
            for place, seat in enumerate(public.seats)
            if seat != private.seat and public.counts[place]
        ]
        self._others = sorted(others, key=lambda other: -len(other[1]))
        self._active = tuple(public.seats.index(seat) for seat in public.active)
        self._center = card_set(public.center)
        self.certain: Final = len(others) <= 1 and not public.stock
        """Whether there is but one world."""

    def sample(self) -> State:
        """One world; its history is left out."""
        public = self._public
        hands, stock = self._dealt()
        deal = Deal(
            seats=public.seats,
            seed=None,
            shuffles=public.shuffles,
            dealer=public.seats.index(public.dealer),
            active=self._active,
            held=hands,
            stock=stock,
        )
        return State(
            deal,
            tuple(map(card_set, hands)),
            self._center,
            public.center,
            public.piles,
            self._place,
            (),
        )

    def _dealt(self) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
        """The hands by place and the stock; what a seat lacks is kept to where that can be."""
        for _ in range(_TRIES):
            hands, rest = self._hands(keeping=True)
            if all(len(hands[place]) == count for place, _, count in self._others):
                break
        else:
            hands, rest = self._hands(keeping=False)
        return hands, rest[: self._public.stock]

    def _hands(self, *, keeping: bool) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
        pool = self._rng.sample(self._unseen, len(self._unseen))
        hands: list[tuple[str, ...]] = [()] * len(self._public.seats)
        hands[self._place] = self._hand
        for place, lacks, count in self._others:
            fitting = [card for card in pool if not keeping or card[0] not in lacks][:count]
            hands[place] = tuple(fitting)
            pool = [card for card in pool if card not in fitting]
        return tuple(hands), tuple(pool)
