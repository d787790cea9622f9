"""Caravan's values to protobuf and back (`caravan.proto`)."""

from __future__ import annotations

from collections.abc import Collection

from cardproto.v1 import caravan_pb2
from cardrules.caravan import GAME, Action, Event, PrivateView, PublicView, State
from cardrules.caravan.view import RouteView, SideView
from cardwire.codec import Codec
from cardwire.errors import MalformedUpdate
from cardwire.fragments import Field, Fragments, texts
from cardwire.mirror import Mirror, result_from_proto, result_to_proto

_SIDES = 2
_NEITHER = -1


class CaravanCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME

    def __init__(self) -> None:
        super().__init__(
            caravan_pb2.CaravanView,
            caravan_pb2.CaravanOwn,
            Mirror(Action, caravan_pb2.CaravanAction),
            Mirror(Event, caravan_pb2.CaravanEvent),
        )

    def _seats(self, public: PublicView) -> Collection[int]:
        return range(_SIDES)

    def _public_from(self, view: caravan_pb2.CaravanView) -> PublicView:
        if len(view.sides) != _SIDES:
            raise MalformedUpdate("sides")
        zero, one = map(_side_from, view.sides)
        return PublicView(
            variants=tuple(view.variants),
            phase=view.phase,
            turn=view.turn if view.HasField("turn") else None,
            sides=(zero, one),
            sold=tuple(None if seat == _NEITHER else seat for seat in view.sold),
            shuffles=view.shuffles,
            history=tuple(view.history),
            result=result_from_proto(view.result) if view.HasField("result") else None,
        )

    def _private_from(
        self,
        own: caravan_pb2.CaravanOwn,
        seat: int,
        legal: tuple[Action, ...],
        reasons: tuple[str | None, ...],
    ) -> PrivateView:
        return PrivateView(
            seat=seat,
            hand=tuple(own.hand),
            legal=legal,
            reasons=reasons,
        )

    def _public_fields(self, view: PublicView) -> list[bytes]:
        message = caravan_pb2.CaravanView(
            turn=view.turn,
            phase=view.phase,
            variants=view.variants,
            sold=[_NEITHER if seat is None else seat for seat in view.sold],
            shuffles=view.shuffles,
            result=None if view.result is None else result_to_proto(view.result),
        )
        fields = [message.SerializeToString()]
        fields += [_SIDE(_side(seat, side)) for seat, side in enumerate(view.sides)]
        fields += map(_HISTORY.__getitem__, view.history)
        return fields


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
    fields = [message.SerializeToString()]
    fields += map(_DISCARD.__getitem__, side.discard)
    fields += map(_ROUTES.__getitem__, side.routes)
    fields += map(_RECYCLED.__getitem__, side.recycled)
    fields += map(_SHOWN.__getitem__, side.shown)
    return b"".join(fields)


def _route(route: RouteView) -> bytes:
    message = caravan_pb2.CaravanRoute(
        cards=[caravan_pb2.CaravanStack(cards=stack) for stack in route.cards],
        held=route.held,
        value=route.value,
        direction=route.direction,
        suit=route.suit,
    )
    return _ROUTES_FIELD(message.SerializeToString())


_SIDE = Field(caravan_pb2.CaravanView, "sides")
_ROUTES_FIELD = Field(caravan_pb2.CaravanSide, "routes")
_SHOWN_FIELD = Field(caravan_pb2.CaravanSide, "shown")

_HISTORY = texts(caravan_pb2.CaravanView, "history")
_DISCARD = texts(caravan_pb2.CaravanSide, "discard")
_RECYCLED = texts(caravan_pb2.CaravanSide, "recycled")
_ROUTES: Fragments[RouteView] = Fragments(_route)
_SHOWN: Fragments[tuple[str, ...]] = Fragments(
    lambda hand: _SHOWN_FIELD(caravan_pb2.CaravanHand(cards=hand).SerializeToString())
)

CODEC = CaravanCodec()
