"""What every game offers: values, and pure functions over them.

A game is one object that satisfies `Game`. States are frozen: applying an action gives a new state
and the old one stays valid. Nothing but `RuleError` is raised for what comes from outside.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, NamedTuple, Protocol, TypeVar

from cardrules.errors import fail
from cardrules.policy import RoomPolicy

State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
Public = TypeVar("Public")
Private = TypeVar("Private")
Public_co = TypeVar("Public_co", covariant=True)
Private_co = TypeVar("Private_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: winning seats ascending, `(seat, score)` ascending by seat, and why."""

    winners: tuple[int, ...]
    scores: tuple[tuple[int, int], ...]
    reason: str

    def obj(self) -> dict[str, object]:
        """The result in the notation of positions and records."""
        return {
            "winners": list(self.winners),
            "scores": {str(seat): score for seat, score in self.scores},
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Window:
    """A moment outside the turns: `seat` is concerned, the seats of `may_act` may act now."""

    seat: int
    may_act: tuple[int, ...]


class Step(NamedTuple, Generic[State, Event]):
    """What one accepted action leads to.

    `turn_over`: the running turn or window ended with this step, so whichever deadline the new
    state asks for (none when over, the window's while one is open, else the turn's) starts anew.
    False: the same turn goes on under the deadline that it has (Viraê's draw that may be played).
    After a play that opens a window it is True, and again when the window closes: only then does
    the next turn's time start. It is True as well where the same seat begins a further turn.

    `interlude`: a game, hand or round has just been dealt; `RoomPolicy.interlude_ms` applies.
    """

    state: State
    events: tuple[Event, ...]
    turn_over: bool
    interlude: bool = False


@dataclass(frozen=True, slots=True)
class SeatView(Generic[Public_co, Private_co]):
    """All that one seat may know; `private` is None for a spectator."""

    public: Public_co
    private: Private_co | None


class Game(Protocol[State, Action, Event, Public, Private]):
    """The rules of one game. `seat` is always a seat number, never a place in the circle."""

    @property
    def id(self) -> str:
        """The game's id in the notation, e.g. `virae`."""

    @property
    def policy(self) -> RoomPolicy:
        """What a room must know of this game."""

    @property
    def rules_version(self) -> int:
        """Rises with every change that folds an old log differently."""

    def options(self, obj: object) -> Mapping[str, object]:
        """The options that a room asked for, validated, with defaults. Raises `BadSetup`."""

    def new(
        self,
        options: object,
        seats: object,
        seed: bytes | None,
        starter: object = None,
    ) -> Step[State, Event]:
        """Deal a game from the 32-byte game seed. `starter` None: the lowest seat or by lot.

        `options`, `seats` and `starter` may be any JSON values; `seats` must list seat numbers.
        Raises `bad_option`, `bad_seats`, `bad_starter`, `bad_seed` or `no_seed`, in this order.
        """

    def load(self, obj: object) -> State:
        """Read a position; missing fields take their defaults. Raises `bad_position`."""

    def dump(self, state: State) -> dict[str, object]:
        """Write a position: JSON values, the whole truth. `load(dump(s)) == s`."""

    def parse_action(self, obj: object) -> Action:
        """Read an action of the notation. Raises `unknown_action` or `malformed_action`."""

    def action_obj(self, action: Action) -> dict[str, object]:
        """Write an action in the notation; what is not needed is left out."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Every legal action of the seat now, without duplicates; empty if it may not act.

        A choice of several cards may stand there in a compact form: see `choices` and `pick`.
        """

    def apply(self, state: State, seat: int, action: Action) -> Step[State, Event]:
        """The step that the action leads to, or `RuleError` with the first code that fits."""

    def expire(self, state: State) -> Step[State, Event]:
        """The open window lapses. Raises `no_window`."""

    def lapse(self, state: State, bot_seats: Collection[int]) -> tuple[int, Action] | None:
        """What to do when the window's time is up: an act of that seat, or None: `expire`."""

    def leave(self, state: State, seat: int) -> Step[State, Event]:
        """The game's rule for a participant who leaves. Raises `seat_stays` where a bot plays."""

    def forfeit(self, state: State, seat: int, reason: str) -> Step[State, Event]:
        """The seat loses (`resigned`, `flag`, `absent`, `stalled`), or the game is void (`void`).

        Raises `unknown_action` for what the game does not have.
        """

    def auto(self, state: State, seat: int) -> Action:
        """What the server plays when the seat's time is up. Raises what acting would raise."""

    def acting(self, state: State) -> tuple[int, ...]:
        """The seats that must act now; empty while a window is open and when over."""

    def window(self, state: State) -> Window | None:
        """The open window, if there is one."""

    def over(self, state: State) -> bool:
        """Whether the game has ended."""

    def result(self, state: State) -> Result | None:
        """How the game ended, or None."""

    def seats(self, state: State) -> tuple[int, ...]:
        """The participants, ascending."""

    def public_view(self, state: State) -> Public:
        """What everyone may know, with the public history that a perfect rememberer would have."""

    def private_view(self, state: State, seat: int) -> Private:
        """What a participant may know beyond that: hand, legal actions, reasons."""

    def view_obj(self, seat_view: SeatView[Public, Private]) -> dict[str, object]:
        """Public and private part of a view merged into one JSON object."""

    def public_event(self, event: Event) -> Event:
        """The event as everyone may see it: hidden faces are `??`."""

    def reveal(self, event: Event, seat: int) -> tuple[str, ...] | None:
        """The faces behind an event's `??` that this seat may know, or None."""

    def event_obj(self, event: Event) -> dict[str, object]:
        """The event as JSON values; what is not set is left out."""

    def reveal_event(self, event: Event, faces: tuple[str, ...]) -> Event:
        """A public event with its hidden faces put back."""


def seat_view(
    game: Game[State, Action, Event, Public, Private], state: State, seat: int | None
) -> SeatView[Public, Private]:
    """The view of a seat; of a spectator for None and for who does not take part."""
    public = game.public_view(state)
    if seat is None or seat not in game.seats(state):
        return SeatView(public, None)
    return SeatView(public, game.private_view(state, seat))


def act(
    game: Game[State, Action, Event, Public, Private], state: State, seat: int, obj: object
) -> Step[State, Event]:
    """Read and apply an action. Once over, `game_over` comes before any fault of the text."""
    if game.over(state):
        fail("game_over")
    return game.apply(state, seat, game.parse_action(obj))


def choices(game: Game[State, Action, Event, Public, Private], action: Action) -> Iterator[Action]:
    """The actions that one entry of `legal` stands for: itself alone, or, where it is compact
    (`choose` of the cards in `source`), every choice of so many `cards`."""
    count: int = getattr(action, "choose", 0)
    if not count:
        yield action
        return
    for cards in combinations(getattr(action, "source", ()), count):
        yield _naming(game, action, cards)


def pick(
    game: Game[State, Action, Event, Public, Private],
    action: Action,
    sample: Callable[[Sequence[str], int], Sequence[str]],
) -> Action:
    """One of the actions that an entry of `legal` stands for; `sample(cards, count)` chooses."""
    count: int = getattr(action, "choose", 0)
    if not count:
        return action
    return _naming(game, action, sample(getattr(action, "source", ()), count))


def _naming(
    game: Game[State, Action, Event, Public, Private], action: Action, cards: Sequence[str]
) -> Action:
    kind = game.action_obj(action)["type"]
    return game.parse_action({"type": kind, "cards": list(cards)})


def canonical(obj: object) -> bytes:
    """One spelling of a JSON value, for comparing and for signing positions."""
    return json.dumps(obj, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")
