"""Values of Rouba Monte to protobuf and back (`rouba_monte.proto`)."""

from __future__ import annotations

from collections.abc import Collection

from cardproto.v1 import rouba_monte_pb2
from cardrules.rouba_monte import GAME, Action, Event, PrivateView, PublicView, State
from cardwire.codec import Codec
from cardwire.fragments import Field, Fragments, texts
from cardwire.mirror import Mirror, result_from_proto, result_to_proto


class RoubaMonteCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME

    def __init__(self) -> None:
        super().__init__(
            rouba_monte_pb2.RoubaMonteView,
            rouba_monte_pb2.RoubaMonteOwn,
            Mirror(Action, rouba_monte_pb2.RoubaMonteAction),
            Mirror(Event, rouba_monte_pb2.RoubaMonteEvent),
        )

    def _seats(self, public: PublicView) -> Collection[int]:
        return public.seats

    def _public_from(self, view: rouba_monte_pb2.RoubaMonteView) -> PublicView:
        return PublicView(
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

    def _private_from(
        self,
        own: rouba_monte_pb2.RoubaMonteOwn,
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
        message = rouba_monte_pb2.RoubaMonteView(
            turn=view.turn,
            phase=view.phase,
            dealer=view.dealer,
            active=view.active,
            stock=view.stock,
            shuffles=view.shuffles,
            result=None if view.result is None else result_to_proto(view.result),
        )
        fields = [message.SerializeToString()]
        fields += map(_CENTER.__getitem__, view.center)
        fields += map(_SEATS.__getitem__, zip(view.seats, view.counts, view.piles, strict=True))
        fields += map(_HISTORY.__getitem__, view.history)
        return fields


def _seat(shown: tuple[int, int, tuple[str, ...]]) -> bytes:
    seat, count, pile = shown
    message = rouba_monte_pb2.RoubaMonteSeat(seat=seat, count=count, pile=pile)
    return _SEATS_FIELD(message.SerializeToString())


_SEATS_FIELD = Field(rouba_monte_pb2.RoubaMonteView, "seats")

_CENTER = texts(rouba_monte_pb2.RoubaMonteView, "center")
_HISTORY = texts(rouba_monte_pb2.RoubaMonteView, "history")
_SEATS: Fragments[tuple[int, int, tuple[str, ...]]] = Fragments(_seat)

CODEC = RoubaMonteCodec()
