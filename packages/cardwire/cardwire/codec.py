"""The frame around every game: updates in two parts, and the codec that each game gives.

A part is a serialised `Update`. The public part and one seat's private part concatenated are one
valid `Update`, since protobuf merges what is written twice and appends what is repeated; so who
joins them needs no schema. What is hidden never enters a public part: events pass through the
rules' `public_event`, and a seat's faces come back by index through its own `reveals`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from cardproto.v1 import common_pb2, table_pb2
from cardrules.errors import fail
from cardrules.game import Game, Result, SeatView
from cardwire.fragments import Field, Fragments

State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
Public = TypeVar("Public")
Private = TypeVar("Private")


def result_to_proto(result: Result) -> common_pb2.Result:
    """The end of a game as it is shown and settled."""
    return common_pb2.Result(
        winners=result.winners, scores=dict(result.scores), reason=result.reason
    )


def result_from_proto(message: common_pb2.Result) -> Result:
    """The inverse of `result_to_proto`."""
    return Result(tuple(message.winners), tuple(sorted(message.scores.items())), message.reason)


class Codec(ABC, Generic[State, Action, Event, Public, Private]):
    """One game's values to protobuf and back. Stateless but for caches of encoded fragments."""

    game: Game[State, Action, Event, Public, Private]

    @abstractmethod
    def action_to_proto(self, action: Action) -> table_pb2.Action:
        """The action as a client sends it."""

    @abstractmethod
    def _action_fields(self, message: table_pb2.Action) -> Mapping[str, object]:
        """The notation's object: fields that are present, nothing else."""

    def action_from_proto(self, message: table_pb2.Action) -> Action:
        """Read a client's action. Raises the rules' `unknown_action` or `malformed_action`.

        An action of another game, or of none, is `malformed_action`.
        """
        if message.WhichOneof("game") != self.game.id.replace("-", "_"):
            fail("malformed_action", game=self.game.id)
        return self.game.parse_action(self._action_fields(message))

    def public_part(
        self,
        game_id: str,
        version: int,
        at_ms: int,
        table: bytes,
        state: State,
        events: Sequence[Event | table_pb2.TableEvent],
    ) -> bytes:
        """What everyone is shown of this version: the whole public view, all events in order.

        `table` is a serialised `TableState`, taken as it is. `events` are the rules' own, hidden
        faces included: they are blanked here.
        """
        update = table_pb2.Update(game_id=game_id, version=version, at_ms=at_ms)
        parts = [
            update.SerializeToString(),
            _TABLE(table),
            _VIEW(self._public_view(state)),
        ]
        parts += [_EVENT(self._shown(event)) for event in events]
        return b"".join(parts)

    def private_part(
        self, state: State, seat: int, events: Sequence[Event | table_pb2.TableEvent]
    ) -> bytes:
        """What that participant alone is shown besides. Raises the rules' `not_seated`."""
        parts = [_YOU[seat], _VIEW(self._private_view(state, seat))]
        for index, event in enumerate(events):
            if not isinstance(event, table_pb2.TableEvent):
                faces = self.game.reveal(event, seat)
                if faces is not None:
                    reveal = table_pb2.Reveal(index=index, cards=faces)
                    parts.append(_REVEAL(reveal.SerializeToString()))
        return b"".join(parts)

    @abstractmethod
    def view_from_update(self, update: table_pb2.Update) -> SeatView[Public, Private]:
        """The view that the rules built for the reader. Raises MalformedUpdate.

        Without `you` it is a spectator's.
        """

    @abstractmethod
    def events_from_update(self, update: table_pb2.Update) -> tuple[Event, ...]:
        """The rules' events as the reader may know them, reveals put back; the table's left out.

        Raises MalformedUpdate.
        """

    def action_obj(self, action: Action) -> dict[str, object]:
        """The action in the notation, as logs and records write it."""
        return self.game.action_obj(action)

    def action_from_obj(self, obj: object) -> Action:
        """The inverse of `action_obj`. Raises the rules' errors of unreadable actions."""
        return self.game.parse_action(obj)

    def _shown(self, event: Event | table_pb2.TableEvent) -> bytes:
        if isinstance(event, table_pb2.TableEvent):
            return table_pb2.GameEvent(table=event).SerializeToString()
        return self._event(self.game.public_event(event))

    @abstractmethod
    def _event(self, event: Event) -> bytes:
        """A serialised `GameEvent` of an event whose hidden faces are blank already."""

    @abstractmethod
    def _public_view(self, state: State) -> bytes:
        """A serialised `GameView` with the public fields."""

    @abstractmethod
    def _private_view(self, state: State, seat: int) -> bytes:
        """A serialised `GameView` with that seat's own fields alone. Raises `not_seated`."""


AnyCodec = Codec[Any, Any, Any, Any, Any]

_TABLE = Field(table_pb2.Update, "table")
_VIEW = Field(table_pb2.Update, "view")
_EVENT = Field(table_pb2.Update, "events")
_REVEAL = Field(table_pb2.Update, "reveals")
_YOU: Fragments[int] = Fragments(lambda seat: table_pb2.Update(you=seat).SerializeToString())
