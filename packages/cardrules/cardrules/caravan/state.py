"""Caravan's values: a position, what a seat may do, and what happened."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Final, NamedTuple, final

from cardrules.game import Result
from cardrules.value import Value

OPENING: Final = "opening"
MAIN: Final = "main"
OVER: Final = "over"

UP: Final = "up"
DOWN: Final = "down"

SEATS: Final = (0, 1)
ROUTES: Final = 3
OPENING_TURNS: Final = 3

HISTORY_MAX: Final = 64
"""Moves that a position remembers: most of a game, all that a log beside the table shows."""

Trail = tuple[Any, ...]
"""All moves of a game, `()` or `(trail of those before, newest)`: a further one costs nothing.

Not written as the recursive type that it is, since mypyc cannot compile those.
"""

Stack = tuple[str, ...]
"""A numeric card on a route and the figures on it, oldest first, each with the seat that played
it: `("5S", "KD@1")`. Cards are told apart by where they lie, never by their face."""


@dataclass(frozen=True, slots=True)
class Variants:
    """Which of the seed's twelve variants a game is played with, in the seed's order."""

    queens_anywhere: bool = False
    adding_kings: bool = False
    founding_suit: bool = False
    no_figure_limit: bool = False
    quick_sale: bool = False
    reshuffle: bool = False
    short_deck: bool = False
    double_deck: bool = False
    queen_shield: bool = False
    steady_course: bool = False
    fresh_hand: bool = False
    protected_joker: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The chosen ones, in order."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name))


@lru_cache(maxsize=4096)
def variants_of(names: tuple[str, ...]) -> Variants:
    """The variants of these names, the same object for the same names."""
    return Variants(**dict.fromkeys(names, True))


class Course(NamedTuple):
    """How a route goes on: `direction` is `up`, `down` or None, `suit` the current one (empty on
    an empty route), `fits` the faces that may be placed next."""

    direction: str | None
    suit: str
    fits: frozenset[str]


@final
class Route:
    """One route, with what is read off its cards (`routes.route_of`).

    `held` is the direction that `steady_course` keeps for an equal last pair, else None; `value`
    what the route is worth; bit `i` of `room` is set where the `i`-th card is not full.

    Routes are equal if `cards` and `held` are: the rest follows from them and the variants.
    """

    __slots__ = ("cards", "course", "held", "room", "value")

    def __init__(
        self, cards: tuple[Stack, ...], held: str | None, value: int, course: Course, room: int
    ) -> None:
        self.cards: Final = cards
        self.held: Final = held
        self.value: Final = value
        self.course: Final = course
        self.room: Final = room

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Route) and self.cards == other.cards and self.held == other.held

    def __hash__(self) -> int:
        return hash((self.cards, self.held))

    def __repr__(self) -> str:
        return f"Route({self.cards!r}, {self.held!r})"


Routes = tuple[Route, Route, Route]


class Known(NamedTuple):
    """What whoever remembers all knows of a seat's hidden cards.

    - `reshuffles`: how often its discard became its deck; `recycled`: what the last time put into
      the deck, in canonical order.
    - `shown`: the poor hands that went back into the deck (`fresh_hand`).
    - `figures`: so many cards of the hand are figures for certain: whoever discards in the
      opening has no numeric card.
    """

    reshuffles: int = 0
    recycled: tuple[str, ...] = ()
    shown: tuple[tuple[str, ...], ...] = ()
    figures: int = 0


@final
class Side(Value):
    """What belongs to one seat; `moves` counts the turns that it took.

    `deck` is shared between successive states: its cards from `top` on are left to draw.
    """

    __slots__ = ("deck", "discard", "hand", "known", "moves", "routes", "top")

    def __init__(
        self,
        hand: tuple[str, ...],
        deck: tuple[str, ...],
        top: int,
        discard: tuple[str, ...],
        routes: Routes,
        moves: int,
        known: Known,
    ) -> None:
        self.hand: Final = hand
        self.deck: Final = deck
        self.top: Final = top
        self.discard: Final = discard
        self.routes: Final = routes
        self.moves: Final = moves
        self.known: Final = known

    @property
    def deck_left(self) -> tuple[str, ...]:
        """The cards left to draw, the next one first."""
        return self.deck[self.top :]

    def _key(self) -> tuple[object, ...]:
        return self.hand, self.deck_left, self.discard, self.routes, self.moves, self.known


@final
class State(Value):
    """One position. Frozen: the type checker refuses assignments outside `__init__`.

    `sides` go by seat; `turn` is the seat to act, -1 when over. Of the `trail` a position remembers
    its `history`.
    """

    __slots__ = ("phase", "result", "seed", "shuffles", "sides", "trail", "turn", "variants")

    def __init__(
        self,
        variants: Variants,
        seed: bytes | None,
        shuffles: int,
        sides: tuple[Side, Side],
        turn: int,
        phase: str,
        trail: Trail,
        result: Result | None,
    ) -> None:
        self.variants: Final = variants
        self.seed: Final = seed
        self.shuffles: Final = shuffles
        self.sides: Final = sides
        self.turn: Final = turn
        self.phase: Final = phase
        self.trail: Final = trail
        self.result: Final = result

    @property
    def turn_seat(self) -> int | None:
        """The seat to act, or None."""
        return self.turn if self.turn >= 0 else None

    @property
    def history(self) -> tuple[str, ...]:
        """The last moves as everyone saw them, the newest last."""
        lines: list[str] = []
        trail = self.trail
        while trail and len(lines) < HISTORY_MAX:
            trail, line = trail
            lines.append(line)
        return tuple(reversed(lines))

    def _key(self) -> tuple[object, ...]:
        return (
            self.variants,
            self.seed,
            self.shuffles,
            self.sides,
            self.turn,
            self.phase,
            self.history,
            self.result,
        )


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat may do.

    - `place` card route: a numeric card on an own route
    - `attach` card seat route index: a figure on the `index`-th card of a route of `seat`
    - `discard` card
    - `disband` route: empty an own one
    """

    type: str
    card: str | None = None
    route: int | None = None
    seat: int | None = None
    index: int | None = None


class Event(NamedTuple):
    """What happened, in past participles; fields that a type does not name are unset.

    - `dealt` seat cards; `shown` seat cards (a poor hand, before it is dealt anew)
    - `opened` seat (who begins) cause (`lot`, `given`)
    - `placed` seat card route; `attached` seat card owner route place; `discarded` seat card
    - `disbanded` seat route cards (as they lay)
    - `removed` owner route place (before anything left) cards (as they lay, the numeric one first)
    - `drew` seat cards; `reshuffled` seat number (cards in the new deck)
    - `ended` result

    `owner` is the seat whose route it is, `place` which of its numeric cards. Only the `cards` of
    `dealt` and `drew` are private to their seat.
    """

    type: str
    seat: int | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    owner: int | None = None
    route: int | None = None
    place: int | None = None
    cause: str | None = None
    number: int = 0
    result: Result | None = None


def trail_of(history: Iterable[str]) -> Trail:
    """The trail of these moves, the newest last."""
    trail: Trail = ()
    for line in history:
        trail = (trail, line)
    return trail
