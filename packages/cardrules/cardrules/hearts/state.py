"""Values of Hearts: a position, what a seat may do, and what happened."""

from dataclasses import dataclass
from typing import Final, NamedTuple, final

from cardrules.game import Result
from cardrules.tricks import BITS, winner
from cardrules.value import Value

PASS: Final = "pass"
PLAY: Final = "play"
OVER: Final = "over"

SEATS: Final = (0, 1, 2, 3)
TRICKS: Final = 13
PASSED: Final = 3

LEFT: Final = "left"
RIGHT: Final = "right"
ACROSS: Final = "across"
NONE: Final = "none"
PASSES: Final = (LEFT, RIGHT, ACROSS, NONE)
"""Where the cards go in hands 1, 2, 3, 4, and then again."""

STEPS: Final = {LEFT: 1, RIGHT: 3, ACROSS: 2, NONE: 0}
"""How many seats on, ascending, each pass goes."""

NOTHING: Final[tuple[tuple[str, ...], ...]] = ((), (), (), ())
"""No cards at any seat."""


class Trick(NamedTuple):
    """A trick that was played: who led, and the cards in the order in which they fell."""

    leader: int
    cards: tuple[str, ...]

    @property
    def taker(self) -> int:
        """The seat that took it."""
        return (self.leader + winner(self.cards)) % len(SEATS)


@dataclass(frozen=True, slots=True)
class Deal:
    """What stays the same while one hand is played. Four-tuples go by seat.

    - `limit`: a total so high ends the game; `shuffles`: made so far; `number`: the hand's, from 1.
    - `held`: each seat's cards as they came to it, after the exchange with the received ones last.
    - `chosen`: the three cards that a seat has chosen to pass, while the exchange waits.
    - `received`: the three cards received this hand.
    - `scores`: running totals; `sheet`: the points of each finished hand.
    """

    limit: int
    seed: bytes | None
    shuffles: int
    number: int
    held: tuple[tuple[str, ...], ...]
    chosen: tuple[tuple[str, ...], ...] = NOTHING
    received: tuple[tuple[str, ...], ...] = NOTHING
    scores: tuple[int, ...] = (0, 0, 0, 0)
    sheet: tuple[tuple[int, ...], ...] = ()

    @property
    def direction(self) -> str:
        """Where the cards of this hand are passed."""
        return PASSES[(self.number - 1) % len(PASSES)]

    def receiver(self, seat: int) -> int:
        """The seat to which `seat` passes."""
        return (seat + STEPS[self.direction]) % len(SEATS)


@final
class State(Value):
    """One position. Frozen: the type checker refuses assignments outside `__init__`.

    `hands` are card sets by seat (`cardrules.tricks`); their order is that of `deal.held`. `leader`
    led or leads the trick, -1 where there is none; `turn` is the seat to play, -1 for nobody and
    for several at once. `taken` are the cards won this hand by seat, in
    the order played. `history` holds this hand's tricks, as far as they are known.
    """

    __slots__ = (
        "broken",
        "deal",
        "hands",
        "history",
        "leader",
        "phase",
        "result",
        "taken",
        "trick",
        "tricks",
        "turn",
    )

    def __init__(
        self,
        deal: Deal,
        phase: str,
        hands: tuple[int, ...],
        leader: int = -1,
        trick: tuple[str, ...] = (),
        broken: bool = False,
        tricks: int = 0,
        taken: tuple[tuple[str, ...], ...] = NOTHING,
        history: tuple[Trick, ...] = (),
        result: Result | None = None,
    ) -> None:
        self.deal: Final = deal
        self.phase: Final = phase
        self.hands: Final = hands
        self.leader: Final = leader
        self.trick: Final = trick
        self.broken: Final = broken
        self.tricks: Final = tricks
        self.taken: Final = taken
        self.history: Final = history
        self.result: Final = result
        self.turn: Final = (leader + len(trick)) % 4 if phase == PLAY else -1

    @property
    def turn_seat(self) -> int | None:
        """The seat to play, or None."""
        return self.turn if self.phase == PLAY else None

    def cards(self, seat: int) -> tuple[str, ...]:
        """The seat's hand in the order in which it came."""
        held = self.hands[seat]
        return tuple(card for card in self.deal.held[seat] if BITS[card] & held)

    def _key(self) -> tuple[object, ...]:
        deal = self.deal
        return (
            deal.limit,
            deal.seed,
            deal.shuffles,
            deal.number,
            deal.chosen,
            deal.received,
            deal.scores,
            deal.sheet,
            tuple(map(self.cards, SEATS)),
            self.phase,
            self.leader,
            self.trick,
            self.broken,
            self.tricks,
            self.taken,
            self.history,
            self.result,
        )


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat may do: `play` a `card`, or `pass` three `cards`.

    `legal` lists the pass in a compact form, `choose` of the cards in `source`; that stands for
    every choice of so many, and is nothing that can be applied itself.
    """

    type: str
    card: str | None = None
    cards: tuple[str, ...] = ()
    choose: int = 0
    source: tuple[str, ...] = ()


class Event(NamedTuple):
    """What happened, in past participles; fields that a type does not name are unset.

    - `dealt` seat cards number (of the hand); `chose` seat cards; `passed` seat to cards
    - `played` seat card; `broke` seat (played the heart that breaks them)
    - `took` seat cards number (their points)
    - `scored` seat (who shot the moon, if anyone) number (of the hand) points (by seat)
    - `ended` result

    Private are the `cards` of `dealt` and `chose` to their seat, of `passed` to giver and receiver.
    """

    type: str
    seat: int | None = None
    to: int | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    number: int = 0
    points: tuple[int, ...] = ()
    result: Result | None = None
