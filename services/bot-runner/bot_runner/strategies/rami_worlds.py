"""Worlds that agree with what a seat of Rami has seen, for bots that search.

What is certain is kept: the own hand, what everyone saw taken and not seen again, the table, the
discard, and the number of cards in every hand and in the stock. What is likely is preferred: who
refused a card by drawing from the stock held no two cards that it would have completed, and who
lays down at once holds no whole set or run.
"""

import random
from collections.abc import Sequence
from typing import Final

from bot_runner.strategies.rami_weighing import WHOLE, completing, shown
from cardrules.rami import Options, State, View
from cardrules.rami.melds import BITS, FACES, bits_of, within
from cardrules.rami.state import HISTORY_MAX, Round, sets_of

TRIES: Final = 3
"""Hands from which the likeliest is taken."""

REMEMBERED: Final = 4
"""So many of the last refusals of a seat count; a hand changes."""


def refusals(view: View) -> dict[int, tuple[int, ...]]:
    """By seat the cards that it left lying when it drew from the stock, the last ones.

    A card that opened the discard and was refused stays at its bottom: a turn takes one card at
    most and adds one.
    """
    public = view.public
    refused: dict[int, list[int]] = {seat: [] for seat in public.seats}
    whole = public.discard and len(public.history) < HISTORY_MAX
    top = public.discard[0] if whole else None
    for line in public.history:
        words = line.split()
        if words[1] == "-" and top is not None:
            refused[int(words[0])].append(BITS[top])
        top = words[-1] if len(words) > 2 and words[-2] == ":" else None
    return {seat: tuple(bits[-REMEMBERED:]) for seat, bits in refused.items()}


class Worlds:
    """Samples positions that the seat of a view cannot tell from the true one.

    A world's game ends with its round: its limit is one point, its scores begin at 0.
    """

    def __init__(self, view: View, rng: random.Random) -> None:
        private, public = view.private, view.public
        assert private is not None
        self._view = view
        self._rng = rng
        self._hand = private.hand
        self._known = tuple(bits_of(cards) for cards in public.known)
        self._refused = refusals(view)
        seen = shown(public.discard, public.melds, self._known)
        hidden = WHOLE & ~seen & ~bits_of(private.hand)
        self._hidden = tuple(face for bit, face in FACES.items() if bit & hidden)
        options = public.options
        self._round = Round(
            public.seats,
            Options(1, options.ace_high, options.discard_to_win),
            None,
            public.shuffles,
            public.round,
            public.seats.index(public.starter),
            (0,) * len(public.seats),
        )

    def sample(self) -> State:
        """One world."""
        public, private = self._view.public, self._view.private
        assert private is not None
        pool = list(self._hidden)
        self._rng.shuffle(pool)
        hands = tuple(
            self._hand if seat == private.seat else self._deal(place, seat, pool)
            for place, seat in enumerate(public.seats)
        )
        return State(
            self._round,
            hands,
            sets_of(hands),
            self._known,
            tuple(pool[: public.stock]),
            0,
            public.discard,
            public.melds,
            -1 if public.turn is None else public.seats.index(public.turn),
            public.phase,
            public.taken,
            public.idle,
            public.history,
            None,
        )

    def _deal(self, place: int, seat: int, pool: list[str]) -> tuple[str, ...]:
        """That seat's cards out of the pool, which loses them."""
        public = self._view.public
        known = public.known[place]
        count = public.counts[place] - len(known)
        best: Sequence[str] = ()
        least = -1
        for start in range(0, min(TRIES, len(pool) // max(1, count)) * count or 1, max(1, count)):
            cards = pool[start : start + count]
            doubt = self._doubt(seat, bits_of(cards) | self._known[place])
            if least < 0 or doubt < least:
                best, least = cards, doubt
            if doubt == 0:
                break
        chosen = set(best)
        pool[:] = [card for card in pool if card not in chosen]
        return (*known, *best)

    def _doubt(self, seat: int, hand: int) -> int:
        """How much of what this seat did speaks against the hand."""
        doubt = len(within(hand)) and 2
        wanted = completing(hand)
        for bit in self._refused[seat]:
            if bit & wanted:
                doubt += 1
        return doubt
