"""Values of Hearts to protobuf and back (`hearts.proto`)."""

from __future__ import annotations

from collections.abc import Collection

from cardproto.v1 import hearts_pb2
from cardrules.hearts import GAME, Action, Event, PrivateView, PublicView, State
from cardrules.hearts.state import Trick
from cardwire.codec import Codec
from cardwire.errors import MalformedUpdate
from cardwire.fragments import Field, Fragments, texts
from cardwire.mirror import Mirror, result_from_proto, result_to_proto

_SEATS = 4


class HeartsCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME

    def __init__(self) -> None:
        super().__init__(
            hearts_pb2.HeartsView,
            hearts_pb2.HeartsOwn,
            Mirror(Action, hearts_pb2.HeartsAction, {"source": "from"}),
            Mirror(Event, hearts_pb2.HeartsEvent),
        )

    def _seats(self, public: PublicView) -> Collection[int]:
        return public.seats

    def _public_from(self, view: hearts_pb2.HeartsView) -> PublicView:
        if len(view.seats) != _SEATS:
            raise MalformedUpdate("seats")
        return PublicView(
            seats=tuple(seat.seat for seat in view.seats),
            phase=view.phase,
            turn=view.turn if view.HasField("turn") else None,
            number=view.number,
            direction=view.direction,
            ready=tuple(view.ready),
            counts=tuple(seat.count for seat in view.seats),
            leader=view.leader if view.HasField("leader") else None,
            trick=tuple(view.trick),
            broken=view.broken,
            tricks=view.tricks,
            taken=tuple(tuple(seat.taken) for seat in view.seats),
            history=tuple(Trick(trick.leader, tuple(trick.cards)) for trick in view.history),
            limit=view.limit,
            scores=tuple(seat.score for seat in view.seats),
            sheet=tuple(tuple(line.points) for line in view.sheet),
            shuffles=view.shuffles,
            result=result_from_proto(view.result) if view.HasField("result") else None,
        )

    def _private_from(
        self,
        own: hearts_pb2.HeartsOwn,
        seat: int,
        legal: tuple[Action, ...],
        reasons: tuple[str | None, ...],
    ) -> PrivateView:
        return PrivateView(
            seat=seat,
            hand=tuple(own.hand),
            passed=tuple(own.passed),
            received=tuple(own.received),
            legal=legal,
            reasons=reasons,
        )

    def _public_fields(self, view: PublicView) -> list[bytes]:
        message = hearts_pb2.HeartsView(
            turn=view.turn,
            phase=view.phase,
            number=view.number,
            direction=view.direction,
            ready=view.ready,
            leader=view.leader,
            broken=view.broken,
            tricks=view.tricks,
            limit=view.limit,
            shuffles=view.shuffles,
            result=None if view.result is None else result_to_proto(view.result),
        )
        fields = [message.SerializeToString()]
        by_seat = zip(view.seats, view.counts, view.scores, view.taken, strict=True)
        fields += map(_SEAT.__getitem__, by_seat)
        fields += map(_TRICK.__getitem__, view.trick)
        fields += map(_HISTORY.__getitem__, view.history)
        fields += map(_SHEET.__getitem__, view.sheet)
        return fields

    def _private_fields(self, view: PrivateView) -> list[bytes]:
        fields = list(map(_PASSED.__getitem__, view.passed))
        fields += map(_RECEIVED.__getitem__, view.received)
        return fields


def _seat(shown: tuple[int, int, int, tuple[str, ...]]) -> bytes:
    seat, count, score, taken = shown
    message = hearts_pb2.HeartsSeat(seat=seat, count=count, score=score, taken=taken)
    return _SEAT_FIELD(message.SerializeToString())


def _trick(trick: Trick) -> bytes:
    message = hearts_pb2.HeartsTrick(leader=trick.leader, cards=trick.cards)
    return _HISTORY_FIELD(message.SerializeToString())


def _points(points: tuple[int, ...]) -> bytes:
    return _SHEET_FIELD(hearts_pb2.HeartsPoints(points=points).SerializeToString())


_SEAT_FIELD = Field(hearts_pb2.HeartsView, "seats")
_HISTORY_FIELD = Field(hearts_pb2.HeartsView, "history")
_SHEET_FIELD = Field(hearts_pb2.HeartsView, "sheet")

_SEAT: Fragments[tuple[int, int, int, tuple[str, ...]]] = Fragments(_seat)
_TRICK = texts(hearts_pb2.HeartsView, "trick")
_HISTORY: Fragments[Trick] = Fragments(_trick)
_SHEET: Fragments[tuple[int, ...]] = Fragments(_points)
_PASSED = texts(hearts_pb2.HeartsOwn, "passed")
_RECEIVED = texts(hearts_pb2.HeartsOwn, "received")

CODEC = HeartsCodec()
