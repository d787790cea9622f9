"""Viraê's values to protobuf and back (`virae.proto`)."""

from __future__ import annotations

from collections.abc import Mapping

from cardproto.v1 import table_pb2, virae_pb2
from cardrules.game import SeatView
from cardrules.virae import GAME, Action, Event, PrivateView, PublicView, State, View
from cardwire.codec import Codec, result_from_proto, result_to_proto
from cardwire.errors import MalformedUpdate
from cardwire.fragments import Field, Fragments, texts

_OPTIONAL = ("card", "color", "call")


class ViraeCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME

    def action_to_proto(self, action: Action) -> table_pb2.Action:
        return table_pb2.Action(virae=_action(action))

    def _action_fields(self, message: table_pb2.Action) -> Mapping[str, object]:
        return _action_obj(message.virae)

    def view_from_update(self, update: table_pb2.Update) -> View:
        view = _view(update)
        public = PublicView(
            seats=tuple(hand.seat for hand in view.hands),
            phase=view.phase,
            turn=view.turn if view.HasField("turn") else None,
            color=view.color,
            direction=view.direction,
            discard=tuple(view.discard),
            stock=view.stock,
            counts=tuple(hand.count for hand in view.hands),
            window=view.window_seat if view.HasField("window_seat") else None,
            passes=view.passes,
            shuffles=view.shuffles,
            recycled=tuple(view.recycled),
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
            drawn=own.drawn if own.HasField("drawn") else None,
            legal=tuple(_own_action(action) for action in own.legal),
            reasons=tuple(reason or None for reason in own.reasons),
        )
        return SeatView(public, private)

    def events_from_update(self, update: table_pb2.Update) -> tuple[Event, ...]:
        revealed = {reveal.index: tuple(reveal.cards) for reveal in update.reveals}
        events = []
        for index, shown in enumerate(update.events):
            kind = shown.WhichOneof("kind")
            if kind == "virae":
                event = _event_from(shown.virae)
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
        message = virae_pb2.ViraeView(
            turn=view.turn,
            phase=view.phase,
            color=view.color,
            direction=view.direction,
            stock=view.stock,
            window_seat=view.window,
            passes=view.passes,
            shuffles=view.shuffles,
            result=None if view.result is None else result_to_proto(view.result),
        )
        parts = [message.SerializeToString()]
        parts += map(_DISCARD.__getitem__, view.discard)
        parts += map(_RECYCLED.__getitem__, view.recycled)
        parts += map(_HISTORY.__getitem__, view.history)
        parts += map(_HANDS.__getitem__, zip(view.seats, view.counts, strict=True))
        return _VIRAE(b"".join(parts))

    def _private_view(self, state: State, seat: int) -> bytes:
        view = GAME.private_view(state, seat)
        parts = list(map(_HAND.__getitem__, view.hand))
        if view.drawn is not None:
            parts.append(_DRAWN[view.drawn])
        parts += map(_LEGAL.__getitem__, view.legal)
        parts += map(_REASONS.__getitem__, view.reasons)
        return _VIRAE(_OWN(b"".join(parts)))


def _action(action: Action) -> virae_pb2.ViraeAction:
    return virae_pb2.ViraeAction(
        type=action.type, card=action.card, color=action.color, call=action.call or None
    )


def _action_obj(message: virae_pb2.ViraeAction) -> dict[str, object]:
    obj: dict[str, object] = {"type": message.type} if message.type else {}
    for name in _OPTIONAL:
        if message.HasField(name):
            obj[name] = getattr(message, name)
    return obj


def _own_action(message: virae_pb2.ViraeAction) -> Action:
    """An action of the server's own list."""
    return Action(
        type=message.type,
        card=message.card if message.HasField("card") else None,
        color=message.color if message.HasField("color") else None,
        call=message.call,
    )


def _event_from(message: virae_pb2.ViraeEvent) -> Event:
    return Event(
        type=message.type,
        seat=message.seat if message.HasField("seat") else None,
        by=message.by if message.HasField("by") else None,
        card=message.card if message.HasField("card") else None,
        cards=tuple(message.cards),
        color=message.color if message.HasField("color") else None,
        call=message.call,
        cause=message.cause if message.HasField("cause") else None,
        number=message.number,
        direction=message.direction,
        result=result_from_proto(message.result) if message.HasField("result") else None,
    )


def _event(event: Event) -> bytes:
    message = virae_pb2.ViraeEvent(
        type=event.type,
        seat=event.seat,
        by=event.by,
        card=event.card,
        cards=event.cards,
        color=event.color,
        call=event.call,
        cause=event.cause,
        number=event.number,
        direction=event.direction,
        result=None if event.result is None else result_to_proto(event.result),
    )
    return table_pb2.GameEvent(virae=message).SerializeToString()


def _hand(seat_and_count: tuple[int, int]) -> bytes:
    seat, count = seat_and_count
    return _HANDS_FIELD(virae_pb2.ViraeHand(seat=seat, count=count).SerializeToString())


def _view(update: table_pb2.Update) -> virae_pb2.ViraeView:
    if update.view.WhichOneof("game") != "virae":
        raise MalformedUpdate("view")
    return update.view.virae


_VIRAE = Field(table_pb2.GameView, "virae")
_OWN = Field(virae_pb2.ViraeView, "own")
_HANDS_FIELD = Field(virae_pb2.ViraeView, "hands")
_LEGAL_FIELD = Field(virae_pb2.ViraeOwn, "legal")

_DISCARD = texts(virae_pb2.ViraeView, "discard")
_RECYCLED = texts(virae_pb2.ViraeView, "recycled")
_HISTORY = texts(virae_pb2.ViraeView, "history")
_HANDS = Fragments(_hand)
_HAND = texts(virae_pb2.ViraeOwn, "hand")
_DRAWN = texts(virae_pb2.ViraeOwn, "drawn")
_REASON_TEXTS = texts(virae_pb2.ViraeOwn, "reasons")
_REASONS: Fragments[str | None] = Fragments(lambda reason: _REASON_TEXTS[reason or ""])
_LEGAL: Fragments[Action] = Fragments(
    lambda action: _LEGAL_FIELD(_action(action).SerializeToString())
)
_EVENTS: Fragments[Event] = Fragments(_event)

CODEC = ViraeCodec()
