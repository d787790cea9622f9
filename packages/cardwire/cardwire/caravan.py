"""Caravan's values to protobuf and back (`caravan.proto`)."""

from __future__ import annotations

from collections.abc import Mapping

from cardproto.v1 import caravan_pb2, table_pb2
from cardrules.caravan import GAME, Action, Event, PrivateView, PublicView, State, View
from cardrules.caravan.view import RouteView, SideView
from cardrules.game import SeatView
from cardwire.codec import Codec, result_from_proto, result_to_proto
from cardwire.errors import MalformedUpdate
from cardwire.fragments import Field, Fragments, texts

_SIDES = 2
_NEITHER = -1


class CaravanCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME

    def action_to_proto(self, action: Action) -> table_pb2.Action:
        return table_pb2.Action(caravan=_action(action))

    def _action_fields(self, message: table_pb2.Action) -> Mapping[str, object]:
        return _action_obj(message.caravan)

    def view_from_update(self, update: table_pb2.Update) -> View:
        view = _view(update)
        if len(view.sides) != _SIDES:
            raise MalformedUpdate("sides")
        zero, one = (_side_from(side) for side in view.sides)
        public = PublicView(
            variants=tuple(view.variants),
            phase=view.phase,
            turn=view.turn if view.HasField("turn") else None,
            sides=(zero, one),
            sold=tuple(None if seat == _NEITHER else seat for seat in view.sold),
            shuffles=view.shuffles,
            history=tuple(view.history),
            result=result_from_proto(view.result) if view.HasField("result") else None,
        )
        if not update.HasField("you"):
            return SeatView(public, None)
        own = view.own
        if update.you >= _SIDES or len(own.reasons) != len(own.hand):
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
            if kind == "caravan":
                event = _event_from(shown.caravan)
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
        message = caravan_pb2.CaravanView(
            turn=view.turn,
            phase=view.phase,
            variants=view.variants,
            sold=[_NEITHER if seat is None else seat for seat in view.sold],
            shuffles=view.shuffles,
            result=None if view.result is None else result_to_proto(view.result),
        )
        parts = [message.SerializeToString()]
        parts += [_SIDE(_side(seat, side)) for seat, side in enumerate(view.sides)]
        parts += map(_HISTORY.__getitem__, view.history)
        return _CARAVAN(b"".join(parts))

    def _private_view(self, state: State, seat: int) -> bytes:
        view = GAME.private_view(state, seat)
        parts = list(map(_HAND.__getitem__, view.hand))
        parts += map(_LEGAL.__getitem__, view.legal)
        parts += map(_REASONS.__getitem__, view.reasons)
        return _CARAVAN(_OWN(b"".join(parts)))


def _action(action: Action) -> caravan_pb2.CaravanAction:
    return caravan_pb2.CaravanAction(
        type=action.type,
        card=action.card,
        route=action.route,
        seat=action.seat,
        index=action.index,
    )


def _action_obj(message: caravan_pb2.CaravanAction) -> dict[str, object]:
    obj: dict[str, object] = {"type": message.type} if message.type else {}
    for name in ("card", "route", "seat", "index"):
        if message.HasField(name):
            obj[name] = getattr(message, name)
    return obj


def _own_action(message: caravan_pb2.CaravanAction) -> Action:
    """An action of the server's own list."""
    return Action(
        type=message.type,
        card=message.card if message.HasField("card") else None,
        route=message.route if message.HasField("route") else None,
        seat=message.seat if message.HasField("seat") else None,
        index=message.index if message.HasField("index") else None,
    )


def _side_from(message: caravan_pb2.CaravanSide) -> SideView:
    return SideView(
        hand=message.hand,
        deck=message.deck,
        discard=tuple(message.discard),
        routes=tuple(_route_from(route) for route in message.routes),
        moves=message.moves,
        reshuffles=message.reshuffles,
        recycled=tuple(message.recycled),
        shown=tuple(tuple(hand.cards) for hand in message.shown),
        figures=message.figures,
    )


def _route_from(message: caravan_pb2.CaravanRoute) -> RouteView:
    return RouteView(
        cards=tuple(tuple(stack.cards) for stack in message.cards),
        held=message.held if message.HasField("held") else None,
        value=message.value,
        direction=message.direction if message.HasField("direction") else None,
        suit=message.suit,
    )


def _side(seat: int, side: SideView) -> bytes:
    message = caravan_pb2.CaravanSide(
        seat=seat,
        hand=side.hand,
        deck=side.deck,
        moves=side.moves,
        reshuffles=side.reshuffles,
        figures=side.figures,
    )
    parts = [message.SerializeToString()]
    parts += map(_DISCARD.__getitem__, side.discard)
    parts += map(_ROUTES.__getitem__, side.routes)
    parts += map(_RECYCLED.__getitem__, side.recycled)
    parts += map(_SHOWN.__getitem__, side.shown)
    return b"".join(parts)


def _route(route: RouteView) -> bytes:
    message = caravan_pb2.CaravanRoute(
        cards=[caravan_pb2.CaravanStack(cards=stack) for stack in route.cards],
        held=route.held,
        value=route.value,
        direction=route.direction,
        suit=route.suit,
    )
    return _ROUTES_FIELD(message.SerializeToString())


def _event_from(message: caravan_pb2.CaravanEvent) -> Event:
    return Event(
        type=message.type,
        seat=message.seat if message.HasField("seat") else None,
        card=message.card if message.HasField("card") else None,
        cards=tuple(message.cards),
        owner=message.owner if message.HasField("owner") else None,
        route=message.route if message.HasField("route") else None,
        place=message.place if message.HasField("place") else None,
        cause=message.cause if message.HasField("cause") else None,
        number=message.number,
        result=result_from_proto(message.result) if message.HasField("result") else None,
    )


def _event(event: Event) -> bytes:
    message = caravan_pb2.CaravanEvent(
        type=event.type,
        seat=event.seat,
        card=event.card,
        cards=event.cards,
        owner=event.owner,
        route=event.route,
        place=event.place,
        cause=event.cause,
        number=event.number,
        result=None if event.result is None else result_to_proto(event.result),
    )
    return table_pb2.GameEvent(caravan=message).SerializeToString()


def _view(update: table_pb2.Update) -> caravan_pb2.CaravanView:
    if update.view.WhichOneof("game") != "caravan":
        raise MalformedUpdate("view")
    return update.view.caravan


_CARAVAN = Field(table_pb2.GameView, "caravan")
_OWN = Field(caravan_pb2.CaravanView, "own")
_SIDE = Field(caravan_pb2.CaravanView, "sides")
_ROUTES_FIELD = Field(caravan_pb2.CaravanSide, "routes")
_SHOWN_FIELD = Field(caravan_pb2.CaravanSide, "shown")
_LEGAL_FIELD = Field(caravan_pb2.CaravanOwn, "legal")

_HISTORY = texts(caravan_pb2.CaravanView, "history")
_DISCARD = texts(caravan_pb2.CaravanSide, "discard")
_RECYCLED = texts(caravan_pb2.CaravanSide, "recycled")
_ROUTES: Fragments[RouteView] = Fragments(_route)
_SHOWN: Fragments[tuple[str, ...]] = Fragments(
    lambda hand: _SHOWN_FIELD(caravan_pb2.CaravanHand(cards=hand).SerializeToString())
)
_HAND = texts(caravan_pb2.CaravanOwn, "hand")
_REASON_TEXTS = texts(caravan_pb2.CaravanOwn, "reasons")
_REASONS: Fragments[str | None] = Fragments(lambda reason: _REASON_TEXTS[reason or ""])
_LEGAL: Fragments[Action] = Fragments(
    lambda action: _LEGAL_FIELD(_action(action).SerializeToString())
)
_EVENTS: Fragments[Event] = Fragments(_event)

CODEC = CaravanCodec()
