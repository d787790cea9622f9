"""Viraê's values to protobuf and back (`virae.proto`)."""

from __future__ import annotations

from collections.abc import Collection

from cardproto.v1 import virae_pb2
from cardrules.virae import GAME, Action, Event, PrivateView, PublicView, State
from cardwire.codec import Codec
from cardwire.fragments import Field, Fragments, texts
from cardwire.mirror import Mirror, result_from_proto, result_to_proto


class ViraeCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME

    def __init__(self) -> None:
        super().__init__(
            virae_pb2.ViraeView,
            virae_pb2.ViraeOwn,
            Mirror(Action, virae_pb2.ViraeAction),
            Mirror(Event, virae_pb2.ViraeEvent),
        )

    def _seats(self, public: PublicView) -> Collection[int]:
        return public.seats

    def _public_from(self, view: virae_pb2.ViraeView) -> PublicView:
        return PublicView(
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

    def _private_from(
        self,
        own: virae_pb2.ViraeOwn,
        seat: int,
        legal: tuple[Action, ...],
        reasons: tuple[str | None, ...],
    ) -> PrivateView:
        return PrivateView(
            seat=seat,
            hand=tuple(own.hand),
            drawn=own.drawn if own.HasField("drawn") else None,
            legal=legal,
            reasons=reasons,
        )

    def _public_fields(self, view: PublicView) -> list[bytes]:
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
        fields = [message.SerializeToString()]
        fields += map(_DISCARD.__getitem__, view.discard)
        fields += map(_RECYCLED.__getitem__, view.recycled)
        fields += map(_HISTORY.__getitem__, view.history)
        fields += map(_HANDS.__getitem__, zip(view.seats, view.counts, strict=True))
        return fields

    def _private_fields(self, view: PrivateView) -> list[bytes]:
        return [] if view.drawn is None else [_DRAWN[view.drawn]]


def _hand(seat_and_count: tuple[int, int]) -> bytes:
    seat, count = seat_and_count
    return _HANDS_FIELD(virae_pb2.ViraeHand(seat=seat, count=count).SerializeToString())


_HANDS_FIELD = Field(virae_pb2.ViraeView, "hands")

_DISCARD = texts(virae_pb2.ViraeView, "discard")
_RECYCLED = texts(virae_pb2.ViraeView, "recycled")
_HISTORY = texts(virae_pb2.ViraeView, "history")
_HANDS = Fragments(_hand)
_DRAWN = texts(virae_pb2.ViraeOwn, "drawn")

CODEC = ViraeCodec()
