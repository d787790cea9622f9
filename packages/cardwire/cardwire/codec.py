"""The frame around every game: updates in two parts, and the codec that each game gives.

A part is a serialised `Update`. The public part and one seat's private part concatenated are one
valid `Update`, since protobuf merges what is written twice and appends what is repeated; so who
joins them needs no schema. What is hidden never enters a public part: events pass through the
rules' `public_event`, and a seat's faces come back by index through its own `reveals`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, Generic, Protocol, TypeVar

from google.protobuf.message import Message

from cardproto.v1 import table_pb2
from cardrules.errors import fail
from cardrules.game import Game, SeatView
from cardwire.errors import MalformedUpdate
from cardwire.fragments import Field, Fragments, texts
from cardwire.mirror import Mirror

State = TypeVar("State")
Action = TypeVar("Action")


class OwnView(Protocol):
    """What every game shows a participant alone; a game may show more."""

    @property
    def hand(self) -> tuple[str, ...]: ...
    @property
    def legal(self) -> tuple[Any, ...]: ...
    @property
    def reasons(self) -> tuple[str | None, ...]: ...


Event = TypeVar("Event")
Public = TypeVar("Public")
Private = TypeVar("Private", bound=OwnView)


class Codec(ABC, Generic[State, Action, Event, Public, Private]):
    """One game's values to protobuf and back. Stateless but for caches of encoded fragments."""

    game: Game[State, Action, Event, Public, Private]
    seldom = frozenset(("ended",))
    """Types of events that hardly ever come again alike: their bytes are not kept."""

    def __init__(
        self,
        view: type[Message],
        own: type[Message],
        actions: Mirror[Action],
        events: Mirror[Event],
    ) -> None:
        """`view` and `own` are the game's messages of what all see and what one sees besides."""
        self._field = self.game.id.replace("-", "_")
        self._actions = actions
        self._events = events
        self._view_field = Field(table_pb2.GameView, self._field)
        self._own_field = Field(view, "own")
        event_field = Field(table_pb2.GameEvent, self._field)
        self._event_bytes: Fragments[Event] = Fragments(
            lambda event: event_field(events.write(event).SerializeToString())
        )
        self._hand = texts(own, "hand")
        reasons = texts(own, "reasons")
        self._reasons: Fragments[str | None] = Fragments(lambda reason: reasons[reason or ""])
        legal_field = Field(own, "legal")
        self._legal: Fragments[Action] = Fragments(
            lambda action: legal_field(actions.write(action).SerializeToString())
        )

    # -- actions

    def action_to_proto(self, action: Action) -> table_pb2.Action:
        """The action as a client sends it."""
        message = table_pb2.Action()
        getattr(message, self._field).CopyFrom(self._actions.write(action))
        return message

    def action_from_proto(self, message: table_pb2.Action) -> Action:
        """Read a client's action. Raises the rules' `unknown_action` or `malformed_action`.

        An action of another game, or of none, is `malformed_action`.
        """
        if message.WhichOneof("game") != self._field:
            fail("malformed_action", game=self.game.id)
        return self.game.parse_action(self._action_fields(getattr(message, self._field)))

    def _action_fields(self, message: Message) -> dict[str, object]:
        """The notation's object: fields that are present, nothing else."""
        return self._actions.present(message)

    def action_obj(self, action: Action) -> dict[str, object]:
        """The action in the notation, as logs and records write it."""
        return self.game.action_obj(action)

    def action_from_obj(self, obj: object) -> Action:
        """The inverse of `action_obj`. Raises the rules' errors of unreadable actions."""
        return self.game.parse_action(obj)

    # -- updates

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

    def view_from_update(self, update: table_pb2.Update) -> SeatView[Public, Private]:
        """The view that the rules built for the reader. Raises MalformedUpdate.

        Without `you` it is a spectator's.
        """
        if update.view.WhichOneof("game") != self._field:
            raise MalformedUpdate("view")
        view = getattr(update.view, self._field)
        public = self._public_from(view)
        if not update.HasField("you"):
            return SeatView(public, None)
        own = view.own
        if update.you not in self._seats(public) or len(own.reasons) != len(own.hand):
            raise MalformedUpdate("own")
        legal = tuple(map(self._actions.read, own.legal))
        reasons = tuple(reason or None for reason in own.reasons)
        return SeatView(public, self._private_from(own, update.you, legal, reasons))

    def events_from_update(self, update: table_pb2.Update) -> tuple[Event, ...]:
        """The rules' events as the reader may know them, reveals put back; the table's left out.

        Raises MalformedUpdate.
        """
        revealed = {reveal.index: tuple(reveal.cards) for reveal in update.reveals}
        events = []
        for index, shown in enumerate(update.events):
            kind = shown.WhichOneof("kind")
            if kind == self._field:
                event = self._events.read(getattr(shown, self._field))
                if index in revealed:
                    event = self.game.reveal_event(event, revealed[index])
                events.append(event)
            elif kind != "table":
                raise MalformedUpdate("events")
        return tuple(events)

    def _shown(self, event: Event | table_pb2.TableEvent) -> bytes:
        if isinstance(event, table_pb2.TableEvent):
            return table_pb2.GameEvent(table=event).SerializeToString()
        public: Any = self.game.public_event(event)
        kept = self._event_bytes
        return kept.once(public) if public.type in self.seldom else kept[public]

    def _public_view(self, state: State) -> bytes:
        """A serialised `GameView` with the public fields."""
        return self._view_field(b"".join(self._public_fields(self.game.public_view(state))))

    def _private_view(self, state: State, seat: int) -> bytes:
        """A serialised `GameView` with that seat's own fields alone. Raises `not_seated`."""
        view = self.game.private_view(state, seat)
        fields = list(map(self._hand.__getitem__, view.hand))
        fields += map(self._legal.__getitem__, view.legal)
        fields += map(self._reasons.__getitem__, view.reasons)
        fields += self._private_fields(view)
        return self._view_field(self._own_field(b"".join(fields)))

    # -- what a game gives

    @abstractmethod
    def _seats(self, public: Public) -> Collection[int]:
        """The seats that have a private view."""

    @abstractmethod
    def _public_fields(self, view: Public) -> list[bytes]:
        """The serialised fields of the game's view message."""

    def _private_fields(self, view: Private) -> list[bytes]:
        """Serialised fields of its `own` message beyond hand, legal actions and reasons."""
        return []

    @abstractmethod
    def _public_from(self, view: Any) -> Public:
        """The inverse of `_public_fields`. Raises MalformedUpdate."""

    @abstractmethod
    def _private_from(
        self,
        own: Any,
        seat: int,
        legal: tuple[Action, ...],
        reasons: tuple[str | None, ...],
    ) -> Private:
        """The private view of its message, some of it already read."""


AnyCodec = Codec[Any, Any, Any, Any, Any]

_TABLE = Field(table_pb2.Update, "table")
_VIEW = Field(table_pb2.Update, "view")
_EVENT = Field(table_pb2.Update, "events")
_REVEAL = Field(table_pb2.Update, "reveals")
_YOU: Fragments[int] = Fragments(lambda seat: table_pb2.Update(you=seat).SerializeToString())
