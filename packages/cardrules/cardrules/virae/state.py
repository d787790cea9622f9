"""Viraê's values: a position, what a seat may do, and what happened."""

from dataclasses import dataclass
from typing import Final, NamedTuple, final

from cardrules.game import Result
from cardrules.value import Value

PLAY: Final = "play"
DRAWN: Final = "drawn"
WINDOW: Final = "window"
OVER: Final = "over"

HISTORY_MAX: Final = 64
"""Moves that a position remembers: nearly every whole game, and what matters of a long one."""


@final
class State(Value):
    """One position. Frozen: the type checker refuses assignments outside `__init__`.

    Inside the rules a participant is a *place*: an index into `seats`. `turn` and `forgetful` are
    places, -1 for nobody; `hands` go by place. `stock` is shared between successive states: its
    cards from `top` on are what is left to draw.
    """

    __slots__ = (
        "color",
        "direction",
        "discard",
        "drawn",
        "forgetful",
        "hands",
        "history",
        "passes",
        "phase",
        "recycled",
        "result",
        "seats",
        "seed",
        "shuffles",
        "stock",
        "top",
        "turn",
    )

    def __init__(
        self,
        seats: tuple[int, ...],
        seed: bytes | None,
        shuffles: int,
        hands: tuple[tuple[str, ...], ...],
        stock: tuple[str, ...],
        top: int,
        discard: tuple[str, ...],
        color: str,
        direction: int,
        turn: int,
        phase: str,
        drawn: str | None,
        forgetful: int,
        passes: int,
        history: tuple[str, ...],
        recycled: tuple[str, ...],
        result: Result | None,
    ) -> None:
        self.seats: Final = seats
        self.seed: Final = seed
        self.shuffles: Final = shuffles
        self.hands: Final = hands
        self.stock: Final = stock
        self.top: Final = top
        self.discard: Final = discard
        self.color: Final = color
        self.direction: Final = direction
        self.turn: Final = turn
        self.phase: Final = phase
        self.drawn: Final = drawn
        self.forgetful: Final = forgetful
        self.passes: Final = passes
        self.history: Final = history
        self.recycled: Final = recycled
        self.result: Final = result

    @property
    def stock_left(self) -> tuple[str, ...]:
        """The cards left to draw, the next one first."""
        return self.stock[self.top :]

    @property
    def turn_seat(self) -> int | None:
        """The seat to act, or next to act once the window closes."""
        return self.seats[self.turn] if self.turn >= 0 else None

    @property
    def window_seat(self) -> int | None:
        """The seat that holds one card unannounced, while the window is open."""
        return self.seats[self.forgetful] if self.forgetful >= 0 else None

    def _key(self) -> tuple[object, ...]:
        return (
            self.seats,
            self.seed,
            self.shuffles,
            self.hands,
            self.stock_left,
            self.discard,
            self.color,
            self.direction,
            self.turn,
            self.phase,
            self.drawn,
            self.forgetful,
            self.passes,
            self.history,
            self.recycled,
            self.result,
        )


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat may do. `type`: `play`, `draw`, `keep`, `call`, `catch`.

    `card`, `color` (of a wild) and `call` (announces Última) belong to `play` alone.
    """

    type: str
    card: str | None = None
    color: str | None = None
    call: bool = False


class Event(NamedTuple):
    """What happened, in past participles; fields that a type does not name are unset.

    - `dealt` seat cards; `opened` seat card color number (non-numeric cards put under the stock)
    - `played` seat card color (in force from now on) call; `reversed` direction; `skipped` seat
    - `drew` seat cards cause (`draw`, `plus_two`, `plus_four`, `catch`); `kept` seat; `passed` seat
    - `forgot` seat (the window opens); `called` seat; `caught` seat by; `lapsed` seat
    - `reshuffled` number (cards in the new stock); `ended` result

    Only the `cards` of `dealt` and `drew` are private to their seat.
    """

    type: str
    seat: int | None = None
    by: int | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    color: str | None = None
    call: bool = False
    cause: str | None = None
    number: int = 0
    direction: int = 0
    result: Result | None = None
