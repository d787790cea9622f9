"""Worlds that agree with what a seat of Viraê has seen, for bots that search.

What is certain is kept: the own hand, the discard, the number of cards in every hand and in the
stock, and that the stock holds only cards of the last reshuffle. What is as good as certain is kept
where it can be: who drew or passed held no card of the colour in force, but for what came since.
"""

import random
from collections import Counter
from typing import Final

from cardrules.cards import COLORS, VIRAE_108, WILD, WILD_FOUR
from cardrules.virae import State, View
from cardrules.virae.state import HISTORY_MAX

_ALLOWED_AT_LEAST: Final = 99


class Voids:
    """For each seat and colour: how many cards of it the seat may hold, by the history."""

    def __init__(self, view: View) -> None:
        self._since: dict[tuple[int, str], int] = {}
        history = view.public.history
        whole = view.public.shuffles == 1 and len(history) < HISTORY_MAX
        color = view.public.discard[0][0] if whole else None
        for number, move in enumerate(history):
            who, _, what = move.partition(" ")
            if who == "*":
                continue
            seat = int(who)
            if what == "draw":
                kept = number + 1 < len(history) and history[number + 1].startswith(who + " ")
                self._got(seat, 1)
                if color is not None and not kept:
                    self._since[seat, color] = 0
            elif what == "pass" and color is not None:
                self._since[seat, color] = 0
            elif what.startswith("+"):
                self._got(seat, int(what[1:]))
            elif what[0] in "RYGBW":
                color = self._played(seat, what.rstrip("!"), color)

    def allowed(self, seat: int, color: str) -> int:
        """The most cards of the colour that the seat may hold."""
        return self._since.get((seat, color), _ALLOWED_AT_LEAST)

    def _got(self, seat: int, cards: int) -> None:
        for color in COLORS:
            if (seat, color) in self._since:
                self._since[seat, color] += cards

    def _played(self, seat: int, what: str, color: str | None) -> str:
        card, _, named = what.partition(">")
        if card == WILD_FOUR and color is not None:
            self._since[seat, color] = 0
        if named:
            return named
        known = self._since.get((seat, card[0]))
        if known:
            self._since[seat, card[0]] = known - 1
        return card[0]


class Worlds:
    """Samples positions that the seat of a view cannot tell from the true one."""

    def __init__(self, view: View, rng: random.Random) -> None:
        private = view.private
        assert private is not None
        self._view = view
        self._rng = rng
        self._seat = private.seat
        self._hand = private.hand
        self._drawn = private.drawn
        self._voids = Voids(view)
        unseen = Counter(VIRAE_108)
        unseen.subtract(private.hand)
        unseen.subtract(view.public.discard)
        self._unseen = sorted((+unseen).elements())
        self._recycled = Counter(view.public.recycled)

    def sample(self) -> State:
        """One world."""
        public = self._view.public
        stock, pool = self._split(public.stock)
        hands = tuple(
            self._hand if seat == self._seat else self._deal(seat, count, pool)
            for seat, count in zip(public.seats, public.counts, strict=True)
        )
        return State(
            public.seats,
            self._rng.randbytes(32),
            public.shuffles,
            hands,
            tuple(stock),
            0,
            public.discard,
            public.color,
            public.direction,
            -1 if public.turn is None else public.seats.index(public.turn),
            public.phase,
            self._drawn,
            -1 if public.window is None else public.seats.index(public.window),
            public.passes,
            (),
            public.recycled,
            public.result,
        )

    def _split(self, size: int) -> tuple[list[str], list[str]]:
        """The stock, and what is in the other hands, each in random order."""
        cards = list(self._unseen)
        self._rng.shuffle(cards)
        if not self._recycled:
            return cards[:size], cards[size:]
        left = Counter(self._recycled)
        stock: list[str] = []
        hands: list[str] = []
        for card in cards:
            if len(stock) < size and left[card] > 0:
                left[card] -= 1
                stock.append(card)
            else:
                hands.append(card)
        while len(stock) < size:
            stock.append(hands.pop())
        return stock, hands

    def _deal(self, seat: int, count: int, pool: list[str]) -> tuple[str, ...]:
        """`count` cards of the pool, which loses them; voids are kept while others are left."""
        room = {color: self._voids.allowed(seat, color) for color in COLORS}
        hand: list[str] = []
        rest: list[str] = []
        for card in pool:
            free = card in (WILD, WILD_FOUR) or room[card[0]] > 0
            if len(hand) < count and free:
                hand.append(card)
                if card[0] in room:
                    room[card[0]] -= 1
            else:
                rest.append(card)
        while len(hand) < count:
            hand.append(rest.pop())
        pool[:] = rest
        return tuple(hand)
