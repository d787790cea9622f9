"""Values of Rouba Monte to protobuf and back (`rouba_monte.proto`)."""

from __future__ import annotations

from collections.abc import Mapping

from cardproto.v1 import rouba_monte_pb2, table_pb2
from cardrules.game import SeatView
from cardrules.rouba_monte import GAME, Action, Event, PrivateView, PublicView, State, View
from cardwire.codec import Codec, result_from_proto, result_to_proto
from cardwire.errors import MalformedUpdate
from cardwire.fragments import Field, Fragments, texts

_OPTIONAL = ("card", "center", "pile")


class RoubaMonteCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME

    def action_to_proto(self, action: Action) -> table_pb2.Action:
        return table_pb2.Action(rouba_monte=_action(action))

    def _action_fields(self, message: table_pb2.Action) -> Mapping[str, object]:
        return _action_obj(message.rouba_monte)

    def view_from_update(self, update: table_pb2.Update) -> View:
        view = _view(update)
        public = PublicView(
            seats=tuple(seat.seat for seat in view.seats),
            phase=view.phase,
            turn=view.turn if view.HasField("turn") else None,
            dealer=view.dealer,
            active=tuple(view.active),
            center=tuple(view.center),
            piles=tuple(tuple(seat.pile) for seat in view.seats),
            counts=tuple(seat.count for seat in view.seats),
            stock=view.stock,
            shuffles=view.shuffles,
            history=tuple(view.history),
            result=result_from_proto(view.result) if view.HasField("result") else None,
        )
        if not update.HasField("you"):
            return SeatView(public, None)
        own = view.own
        if update.you not in public.seats or len(own.reasons) != len(own.hand):
            raise MalformedUpdate("own")
        private = PrivateView(
            seat=update.you,
            hand=tuple(own.hand),
            legal=tuple(_own_action(action) for action in own.legal),
            reasons=tuple(reason or None for reason in own.reasons),
        )
        return SeatView(public, private)

    def events_from_update(self, update: table_pb2.Update) -> tuple[Event, ...]:
        revealed = {reveal.index: tuple(reveal.cards) for reveal in update.reveals}
        events = []
        for index, shown in enumerate(update.events):
            kind = shown.WhichOneof("kind")
            if kind == "rouba_monte":
                event = _event_from(shown.rouba_monte)
                if index in revealed:
                    event = GAME.reveal_event(event, revealed[index])
                events.append(event)
            elif kind != "table":
                raise MalformedUpdate("events")
        return tuple(events)

    def _event(self, event: Event) -> bytes:
        return _EVENTS[event] if event.result is None else _event(event)

    def _public_view(self, state: State) -> bytes:
        view = GAME.public_view(state)
        message = rouba_monte_pb2.RoubaMonteView(
            turn=view.turn,
            phase=view.phase,
            dealer=view.dealer,
            active=view.active,
            stock=view.stock,
            shuffles=view.shuffles,
            result=None if view.result is None else result_to_proto(view.result),
        )
        parts = [message.SerializeToString()]
        parts += map(_CENTER.__getitem__, view.center)
        parts += map(_SEATS.__getitem__, zip(view.seats, view.counts, view.piles, strict=True))
        parts += map(_HISTORY.__getitem__, view.history)
        return _ROUBA_MONTE(b"".join(parts))

    def _private_view(self, state: State, seat: int) -> bytes:
        view = GAME.private_view(state, seat)
        parts = list(map(_HAND.__getitem__, view.hand))
        parts += map(_LEGAL.__getitem__, view.legal)
        parts += map(_REASONS.__getitem__, view.reasons)
        return _ROUBA_MONTE(_OWN(b"".join(parts)))


def _action(action: Action) -> rouba_monte_pb2.RoubaMonteAction:
    return rouba_monte_pb2.RoubaMonteAction(
        type=action.type, card=action.card, center=action.center, pile=action.pile
    )


def _action_obj(message: rouba_monte_pb2.RoubaMonteAction) -> dict[str, object]:
    obj: dict[str, object] = {"type": message.type} if message.type else {}
    for name in _OPTIONAL:
        if message.HasField(name):
            obj[name] = getattr(message, name)
    return obj


def _own_action(message: rouba_monte_pb2.RoubaMonteAction) -> Action:
    """An action of the server's own list."""
    return Action(
        type=message.type,
        card=message.card if message.HasField("card") else None,
        center=message.center if message.HasField("center") else None,
        pile=message.pile if message.HasField("pile") else None,
    )


def _event_from(message: rouba_monte_pb2.RoubaMonteEvent) -> Event:
    return Event(
        type=message.type,
        seat=message.seat if message.HasField("seat") else None,
        card=message.card if message.HasField("card") else None,
        center=message.center if message.HasField("center") else None,
        pile=message.pile if message.HasField("pile") else None,
        cards=tuple(message.cards),
        number=message.number,
        result=result_from_proto(message.result) if message.HasField("result") else None,
    )


def _event(event: Event) -> bytes:
    message = rouba_monte_pb2.RoubaMonteEvent(
        type=event.type,
        seat=event.seat,
        card=event.card,
        center=event.center,
        pile=event.pile,
        cards=event.cards,
        number=event.number,
        result=None if event.result is None else result_to_proto(event.result),
    )
    return table_pb2.GameEvent(rouba_monte=message).SerializeToString()


def _seat(shown: tuple[int, int, tuple[str, ...]]) -> bytes:
    seat, count, pile = shown
    message = rouba_monte_pb2.RoubaMonteSeat(seat=seat, count=count, pile=pile)
    return _SEATS_FIELD(message.SerializeToString())


def _view(update: table_pb2.Update) -> rouba_monte_pb2.RoubaMonteView:
    if update.view.WhichOneof("game") != "rouba_monte":
        raise MalformedUpdate("view")
    return update.view.rouba_monte


_ROUBA_MONTE = Field(table_pb2.GameView, "rouba_monte")
_OWN = Field(rouba_monte_pb2.RoubaMonteView, "own")
_SEATS_FIELD = Field(rouba_monte_pb2.RoubaMonteView, "seats")
_LEGAL_FIELD = Field(rouba_monte_pb2.RoubaMonteOwn, "legal")

_CENTER = texts(rouba_monte_pb2.RoubaMonteView, "center")
_HISTORY = texts(rouba_monte_pb2.RoubaMonteView, "history")
_SEATS: Fragments[tuple[int, int, tuple[str, ...]]] = Fragments(_seat)
_HAND = texts(rouba_monte_pb2.RoubaMonteOwn, "hand")
_REASON_TEXTS = texts(rouba_monte_pb2.RoubaMonteOwn, "reasons")
_REASONS: Fragments[str | None] = Fragments(lambda reason: _REASON_TEXTS[reason or ""])
_LEGAL: Fragments[Action] = Fragments(
    lambda action: _LEGAL_FIELD(_action(action).SerializeToString())
)
_EVENTS: Fragments[Event] = Fragments(_event)

CODEC = RoubaMonteCodec()
