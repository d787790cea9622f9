"""Viraê's values to protobuf and back (`virae.proto`)."""

from __future__ import annotations

from collections.abc import Mapping

from cardproto.v1 import table_pb2, virae_pb2
from cardrules.game import SeatView
from cardrules.virae import GAME, Action, Event, PrivateView, PublicView, State, View
from cardwire.codec import Codec, result_from_proto, result_to_proto
from cardwire.errors import MalformedUpdate

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

    def _event(self, event: Event) -> table_pb2.GameEvent:
        return table_pb2.GameEvent(
            virae=virae_pb2.ViraeEvent(
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
        )

    def _public_view(self, state: State) -> bytes:
        view = GAME.public_view(state)
        hands = [
            virae_pb2.ViraeHand(seat=seat, count=count)
            for seat, count in zip(view.seats, view.counts, strict=True)
        ]
        message = virae_pb2.ViraeView(
            turn=view.turn,
            phase=view.phase,
            color=view.color,
            direction=view.direction,
            discard=view.discard,
            stock=view.stock,
            hands=hands,
            window_seat=view.window,
            passes=view.passes,
            shuffles=view.shuffles,
            recycled=view.recycled,
            history=view.history,
            result=None if view.result is None else result_to_proto(view.result),
        )
        return table_pb2.GameView(virae=message).SerializeToString()

    def _private_view(self, state: State, seat: int) -> bytes:
        view = GAME.private_view(state, seat)
        own = virae_pb2.ViraeOwn(
            hand=view.hand,
            drawn=view.drawn,
            legal=[_action(action) for action in view.legal],
            reasons=[reason or "" for reason in view.reasons],
        )
        return table_pb2.GameView(virae=virae_pb2.ViraeView(own=own)).SerializeToString()


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


def _view(update: table_pb2.Update) -> virae_pb2.ViraeView:
    if update.view.WhichOneof("game") != "virae":
        raise MalformedUpdate("view")
    return update.view.virae


CODEC = ViraeCodec()
