"""Rami's values: a position, what a seat may do, and what happened."""

from dataclasses import dataclass
from typing import Final, NamedTuple, final

from cardrules.game import Result
from cardrules.rami.melds import Combination, bits_of
from cardrules.value import Value

DRAW: Final = "draw"
MELD: Final = "meld"
OVER: Final = "over"

STOCK: Final = "stock"
DISCARD: Final = "discard"

HISTORY_MAX: Final = 64
"""Turns of the round that a position remembers: all of nearly every round."""


@dataclass(frozen=True, slots=True)
class Options:
    """`limit`: points that end the game. `ace_high`: an ace in hand costs 11, else 1.

    `discard_to_win`: only a discard may use up the hand.
    """

    limit: int
    ace_high: bool
    discard_to_win: bool

    def obj(self) -> dict[str, object]:
        """The options in the notation."""
        return {
            "limit": self.limit,
            "ace_high": self.ace_high,
            "discard_to_win": self.discard_to_win,
        }


@dataclass(frozen=True, slots=True)
class Round:
    """What stays the same while a round is played.

    `number` from 1; `starter` a place; `scores` by place, as they stood when it was dealt.
    """

    seats: tuple[int, ...]
    options: Options
    seed: bytes | None
    shuffles: int
    number: int
    starter: int
    scores: tuple[int, ...]


class Meld(NamedTuple):
    """A combination on the table, and the seat that laid it first."""

    owner: int
    combination: Combination


@final
class State(Value):
    """One position. Frozen: the type checker refuses assignments outside `__init__`.

    Inside the rules a participant is a *place*: an index into `seats`. `turn` is a place, -1 for
    nobody; `hands` (in the order in which cards came), `bits` (the same as sets) and `known` (what
    everyone saw them take and has not seen again) go by place. `stock` is shared between successive
    states: its cards from `top` on are what is left to draw.
    """

    __slots__ = (
        "bits",
        "discard",
        "hands",
        "history",
        "idle",
        "known",
        "melds",
        "phase",
        "result",
        "round",
        "stock",
        "taken",
        "top",
        "turn",
    )

    def __init__(
        self,
        round: Round,  # noqa: A002 # the field's word
        hands: tuple[tuple[str, ...], ...],
        bits: tuple[int, ...],
        known: tuple[int, ...],
        stock: tuple[str, ...],
        top: int,
        discard: tuple[str, ...],
        melds: tuple[Meld, ...],
        turn: int,
        phase: str,
        taken: str | None,
        idle: int,
        history: tuple[str, ...],
        result: Result | None,
    ) -> None:
        self.round: Final = round
        self.hands: Final = hands
        self.bits: Final = bits
        self.known: Final = known
        self.stock: Final = stock
        self.top: Final = top
        self.discard: Final = discard
        self.melds: Final = melds
        self.turn: Final = turn
        self.phase: Final = phase
        self.taken: Final = taken
        self.idle: Final = idle
        self.history: Final = history
        self.result: Final = result

    @property
    def seats(self) -> tuple[int, ...]:
        """The participants, ascending."""
        return self.round.seats

    @property
    def stock_left(self) -> tuple[str, ...]:
        """The cards left to draw, the next one first."""
        return self.stock[self.top :]

    @property
    def turn_seat(self) -> int | None:
        """The seat to act."""
        return self.round.seats[self.turn] if self.turn >= 0 else None

    def _key(self) -> tuple[object, ...]:
        return (
            self.round,
            self.hands,
            self.known,
            self.stock_left,
            self.discard,
            self.melds,
            self.turn,
            self.phase,
            self.taken,
            self.idle,
            self.history,
            self.result,
        )


def sets_of(hands: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    """The `bits` that go with these hands."""
    return tuple(bits_of(hand) for hand in hands)


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat may do. `type`: `draw`, `meld`, `lay_off`, `discard`.

    `source` (`stock`, `discard`) belongs to `draw`, `cards` to `meld` and `lay_off`, the index
    `meld` to `lay_off`, `card` to `discard`. The rules list cards in canonical order; any order is
    taken.
    """

    type: str
    source: str | None = None
    cards: tuple[str, ...] = ()
    meld: int | None = None
    card: str | None = None


class Event(NamedTuple):
    """What happened, in past participles; fields that a type does not name are unset.

    - `dealt` seat cards; `opened` seat (the starter) card number (of the round)
    - `drew` seat cards (one, from the stock); `took` seat card (from the discard)
    - `melded` seat meld kind cards; `laid_off` seat meld cards; `discarded` seat card
    - `counted` seat cards number (points): a hand that was left, shown to all
    - `round_ended` seat (the winner) cause (`out`, `stock`, `stalled`) number (points won)
    - `ended` result

    Only the `cards` of `dealt` and `drew` are private to their seat.
    """

    type: str
    seat: int | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    meld: int | None = None
    kind: str | None = None
    cause: str | None = None
    number: int = 0
    result: Result | None = None
