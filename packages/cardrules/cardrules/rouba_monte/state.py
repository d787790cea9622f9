"""Values of Rouba Monte: a position, what a seat may do, and what happened."""

from dataclasses import dataclass
from typing import Final, NamedTuple, final

from cardrules.game import Result
from cardrules.tricks import BITS
from cardrules.value import Value

PLAY: Final = "play"
OVER: Final = "over"

CAPTURE: Final = "capture"
DISCARD: Final = "discard"


@dataclass(frozen=True, slots=True)
class Deal:
    """What stays the same from one deal to the next, while nobody leaves.

    Inside the rules a participant is a *place*: an index into `seats`. `dealer` is a place,
    `active` the places still in, ascending. `held` are the cards that each place had at the last
    deal, in the order in which they came; `stock` is what was left after it, the next one first.
    """

    seats: tuple[int, ...]
    seed: bytes | None
    shuffles: int
    dealer: int
    active: tuple[int, ...]
    held: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]


@final
class State(Value):
    """One position. Frozen: the type checker refuses assignments outside `__init__`.

    `hands` (by place) and `center` are card sets (`cardrules.tricks`); their order is that of
    `deal.held` and of `laid`, all cards that were laid open and may since have been captured.
    `piles` go by place, the last card is the top. `turn` is a place, -1 when the game is over.
    """

    __slots__ = ("center", "deal", "hands", "history", "laid", "piles", "result", "turn")

    def __init__(
        self,
        deal: Deal,
        hands: tuple[int, ...],
        center: int,
        laid: tuple[str, ...],
        piles: tuple[tuple[str, ...], ...],
        turn: int,
        history: tuple[str, ...],
        result: Result | None = None,
    ) -> None:
        self.deal: Final = deal
        self.hands: Final = hands
        self.center: Final = center
        self.laid: Final = laid
        self.piles: Final = piles
        self.turn: Final = turn
        self.history: Final = history
        self.result: Final = result

    @property
    def phase(self) -> str:
        """`play` or `over`."""
        return PLAY if self.turn >= 0 else OVER

    @property
    def seats(self) -> tuple[int, ...]:
        """The participants, ascending, who left too."""
        return self.deal.seats

    @property
    def turn_seat(self) -> int | None:
        """The seat to act, or None."""
        return self.deal.seats[self.turn] if self.turn >= 0 else None

    @property
    def dealer_seat(self) -> int:
        """The seat that deals; the one after it begins."""
        return self.deal.seats[self.deal.dealer]

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats still in, ascending."""
        return tuple(self.deal.seats[place] for place in self.deal.active)

    @property
    def open_cards(self) -> tuple[str, ...]:
        """The cards in the centre, in the order in which they were laid."""
        return tuple(card for card in self.laid if BITS[card] & self.center)

    def cards(self, place: int) -> tuple[str, ...]:
        """The hand at that place, in the order in which it came."""
        held = self.hands[place]
        return tuple(card for card in self.deal.held[place] if BITS[card] & held)

    def _key(self) -> tuple[object, ...]:
        deal = self.deal
        return (
            deal.seats,
            deal.seed,
            deal.shuffles,
            deal.dealer,
            deal.active,
            deal.stock,
            tuple(map(self.cards, range(len(deal.seats)))),
            self.open_cards,
            self.piles,
            self.turn,
            self.history,
            self.result,
        )


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat may do with a card of its hand.

    `capture` takes one target: the open card `center`, or the whole pile of the seat `pile`.
    `discard` leaves the card open.
    """

    type: str
    card: str | None = None
    center: str | None = None
    pile: int | None = None


class Event(NamedTuple):
    """What happened, in past participles; fields that a type does not name are unset.

    - `opened` cards (the first four in the centre); `dealt` seat cards
    - `captured` seat card center (the open card that was taken)
    - `stole` seat card pile (the seat whose pile it was) number (of cards in it)
    - `discarded` seat card; `left` seat cards (hand, then pile, now open); `ended` result

    Only the `cards` of `dealt` are private to their seat.
    """

    type: str
    seat: int | None = None
    card: str | None = None
    center: str | None = None
    pile: int | None = None
    cards: tuple[str, ...] = ()
    number: int = 0
    result: Result | None = None
