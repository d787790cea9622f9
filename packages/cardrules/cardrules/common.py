"""What most games answer alike to the common interface; a game says only what it has of its own."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, Generic, Protocol, TypeVar

from cardrules.cards import HIDDEN
from cardrules.errors import fail
from cardrules.game import Result, Step, Window
from cardrules.options import OptionValue, read_options
from cardrules.policy import RoomPolicy


class Position(Protocol):
    """What each game's state tells besides its own fields."""

    @property
    def turn_seat(self) -> int | None:
        """The seat in turn, or None."""

    @property
    def result(self) -> Result | None:
        """How the game ended, or None."""


class Told(Protocol):
    """What each game's event tells besides its own fields; a named tuple."""

    @property
    def type(self) -> str:
        """The kind of event, in the notation."""

    @property
    def seat(self) -> int | None:
        """Whose deed it was, or to whom it happened."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The faces concerned."""


StateT = TypeVar("StateT", bound=Position)
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT", bound=Told)


class Common(ABC, Generic[StateT, ActionT, EventT]):
    """No window, one seat in turn, seats that stay to the end; see `cardrules.game.Game`."""

    policy: RoomPolicy
    hidden_events: frozenset[str]
    """The kinds of event whose faces only those may see who `knows` them."""

    @abstractmethod
    def over(self, state: StateT) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def seats(self, state: StateT) -> tuple[int, ...]:
        """The participants, ascending."""

    @abstractmethod
    def void(self, state: StateT) -> Step[StateT, EventT]:
        """The game ends from outside, without winners. Raises `game_over`."""

    def options(self, obj: object) -> Mapping[str, OptionValue]:
        return read_options(self.policy.options, obj)

    def acting(self, state: StateT) -> tuple[int, ...]:
        turn = state.turn_seat
        return () if turn is None else (turn,)

    def result(self, state: StateT) -> Result | None:
        return state.result

    def window(self, state: StateT) -> Window | None:
        return None

    def expire(self, state: StateT) -> Step[StateT, EventT]:
        fail("no_window")

    def lapse(self, state: StateT, bot_seats: Collection[int]) -> tuple[int, ActionT] | None:
        return None

    def leave(self, state: StateT, seat: int) -> Step[StateT, EventT]:
        self._refuse_over(state)
        if seat not in self.seats(state):
            fail("not_your_turn", turn=state.turn_seat)
        fail("seat_stays", seat=seat)

    def forfeit(self, state: StateT, seat: int, reason: str) -> Step[StateT, EventT]:
        if reason == "void":
            return self.void(state)
        self._refuse_over(state)
        fail("unknown_action", reason=reason)

    def knows(self, event: EventT, seat: int) -> bool:
        """Whether this seat may see the faces of one of the `hidden_events`."""
        return event.seat == seat

    def public_event(self, event: EventT) -> EventT:
        if event.type in self.hidden_events:
            return self.reveal_event(event, (HIDDEN,) * len(event.cards))
        return event

    def reveal(self, event: EventT, seat: int) -> tuple[str, ...] | None:
        if event.type in self.hidden_events and self.knows(event, seat):
            return event.cards
        return None

    def reveal_event(self, event: EventT, faces: tuple[str, ...]) -> EventT:
        told: Any = event
        revealed: EventT = told._replace(cards=faces)
        return revealed

    def _refuse_over(self, state: StateT) -> None:
        if self.over(state):
            fail("game_over")
