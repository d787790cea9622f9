"""Rami's values to protobuf and back (`rami.proto`)."""

from __future__ import annotations

from collections.abc import Collection

from google.protobuf.message import Message

from cardproto.v1 import rami_pb2
from cardrules.rami import (
    GAME,
    Action,
    Event,
    Meld,
    Options,
    PrivateView,
    PublicView,
    State,
)
from cardrules.rami.melds import BITS, COMBINATIONS, bits_of
from cardwire.codec import Codec
from cardwire.errors import MalformedUpdate
from cardwire.fragments import Field, Fragments, texts
from cardwire.mirror import Mirror, result_from_proto, result_to_proto


class RamiCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME
    seldom = frozenset(("counted", "round_ended", "ended"))

    def __init__(self) -> None:
        super().__init__(
            rami_pb2.RamiView,
            rami_pb2.RamiOwn,
            Mirror(Action, rami_pb2.RamiAction, {"source": "from"}),
            Mirror(Event, rami_pb2.RamiEvent),
        )

    def _action_fields(self, message: Message) -> dict[str, object]:
        """Of a meld and a lay-off no cards at all are an empty list, not an absent one."""
        fields = self._actions.present(message)
        if fields.get("type") in ("meld", "lay_off"):
            fields.setdefault("cards", [])
        return fields

    def _seats(self, public: PublicView) -> Collection[int]:
        return public.seats

    def _public_from(self, view: rami_pb2.RamiView) -> PublicView:
        return PublicView(
            seats=tuple(seat.seat for seat in view.seats),
            options=Options(view.options.limit, view.options.ace_high, view.options.discard_to_win),
            phase=view.phase,
            turn=view.turn if view.HasField("turn") else None,
            round=view.round,
            starter=view.starter,
            scores=tuple(seat.score for seat in view.seats),
            counts=tuple(seat.count for seat in view.seats),
            known=tuple(tuple(seat.known) for seat in view.seats),
            stock=view.stock,
            discard=tuple(view.discard),
            melds=tuple(map(_meld_from, view.melds)),
            taken=view.taken if view.HasField("taken") else None,
            idle=view.idle,
            shuffles=view.shuffles,
            history=tuple(view.history),
            result=result_from_proto(view.result) if view.HasField("result") else None,
        )

    def _private_from(
        self,
        own: rami_pb2.RamiOwn,
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
        message = rami_pb2.RamiView(
            turn=view.turn,
            phase=view.phase,
            round=view.round,
            starter=view.starter,
            stock=view.stock,
            taken=view.taken,
            idle=view.idle,
            shuffles=view.shuffles,
            result=None if view.result is None else result_to_proto(view.result),
        )
        fields = [message.SerializeToString(), _OPTIONS[view.options]]
        by_seat = zip(view.seats, view.counts, view.scores, view.known, strict=True)
        fields += map(_SEAT.__getitem__, by_seat)
        fields += map(_DISCARD.__getitem__, view.discard)
        fields += map(_MELD.__getitem__, view.melds)
        fields += map(_HISTORY.__getitem__, view.history)
        return fields


def _meld_from(message: rami_pb2.RamiMeld) -> Meld:
    known = all(card in BITS for card in message.cards)
    combination = COMBINATIONS.get(bits_of(message.cards)) if known else None
    if combination is None:
        raise MalformedUpdate("melds")
    return Meld(message.owner, combination)


def _seat(shown: tuple[int, int, int, tuple[str, ...]]) -> bytes:
    seat, count, score, known = shown
    message = rami_pb2.RamiSeat(seat=seat, count=count, score=score, known=known)
    return _SEAT_FIELD(message.SerializeToString())


def _meld(meld: Meld) -> bytes:
    owner, combination = meld
    message = rami_pb2.RamiMeld(owner=owner, kind=combination.kind, cards=combination.cards)
    return _MELD_FIELD(message.SerializeToString())


def _options(options: Options) -> bytes:
    message = rami_pb2.RamiOptions(
        limit=options.limit,
        ace_high=options.ace_high,
        discard_to_win=options.discard_to_win,
    )
    return _OPTIONS_FIELD(message.SerializeToString())


_SEAT_FIELD = Field(rami_pb2.RamiView, "seats")
_MELD_FIELD = Field(rami_pb2.RamiView, "melds")
_OPTIONS_FIELD = Field(rami_pb2.RamiView, "options")

_DISCARD = texts(rami_pb2.RamiView, "discard")
_HISTORY = texts(rami_pb2.RamiView, "history")
_SEAT = Fragments(_seat)
_MELD = Fragments(_meld)
_OPTIONS = Fragments(_options)

CODEC = RamiCodec()
