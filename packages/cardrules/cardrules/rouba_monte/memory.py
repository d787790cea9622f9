"""What the moves of a game tell whoever remembers them all.

Everything but hands and stock lies open at some time, so the moves give the centre and the piles,
and a discard besides tells ranks that the hand behind it does not hold: it could take nothing.

A history is a list of lines: `* 8S 2C QH 2S` the four first open cards, `2 7D=7C` seat 2 captured
7C with 7D, `2 7D<1` it stole the pile of seat 1, `2 7D` it discarded, `* deal` hands were dealt
anew, `1 left 4H TC` seat 1 left and had these cards in hand.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

_CARD: Final = "[2-9TJQKA][CDHS]"
_SEAT: Final = "[0-3]"
LINE: Final = re.compile(
    rf"\* {_CARD}(?: {_CARD}){{3}}|\* deal|{_SEAT} left(?: {_CARD}){{0,4}}"
    rf"|{_SEAT} {_CARD}(?:={_CARD}|<{_SEAT})?"
)
LINES_MAX: Final = 60
"""More than any game has: 48 moves, six deals, three who leave."""


class Contradiction(ValueError):
    """Moves that no game has made; the message is the line that does not fit."""


@dataclass(slots=True)
class Memory:
    """What follows from a history: all that lies open, and by seat the ranks it surely lacks."""

    center: list[str] = field(default_factory=list)
    piles: dict[int, list[str]] = field(default_factory=dict)
    lacks: dict[int, set[str]] = field(default_factory=dict)

    def _follow(self, line: str) -> None:
        who, _, what = line.partition(" ")
        if who == "*":
            self.lacks = {seat: set() for seat in self.lacks}
            if what != "deal":
                self.center = what.split(" ")
            return
        seat = int(who)
        if what.startswith("left"):
            self.center += what.split(" ")[1:] + self.piles[seat]
            self.piles[seat] = []
        elif "=" in what:
            card, _, target = what.partition("=")
            self.center.remove(target)
            self.piles[seat] += [target, card]
        elif "<" in what:
            card, _, victim = what.partition("<")
            self.piles[seat] += [*self.piles[int(victim)], card]
            self.piles[int(victim)] = []
        else:
            tops = [pile[-1] for other, pile in self.piles.items() if pile and other != seat]
            self.lacks[seat].update(card[0] for card in (*self.center, *tops))
            self.center.append(what)


def recall(seats: Sequence[int], history: Iterable[str]) -> Memory:
    """Follow the moves from the first one on. Raises Contradiction."""
    memory = Memory(
        piles={seat: [] for seat in seats},
        lacks={seat: set() for seat in seats},
    )
    for line in history:
        try:
            memory._follow(line)
        except (KeyError, ValueError) as error:
            raise Contradiction(line) from error
    return memory
