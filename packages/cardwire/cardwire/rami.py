"""Rami's values to protobuf and back (`rami.proto`)."""

from __future__ import annotations

from collections.abc import Mapping

from cardproto.v1 import rami_pb2, table_pb2
from cardrules.game import SeatView
from cardrules.rami import (
    GAME,
    Action,
    Event,
    Meld,
    Options,
    PrivateView,
    PublicView,
    State,
    View,
)
from cardrules.rami.melds import BITS, COMBINATIONS, bits_of
from cardwire.codec import Codec, result_from_proto, result_to_proto
from cardwire.errors import MalformedUpdate
from cardwire.fragments import Field, Fragments, texts


class RamiCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME

    def action_to_proto(self, action: Action) -> table_pb2.Action:
        return table_pb2.Action(rami=_action(action))

    def _action_fields(self, message: table_pb2.Action) -> Mapping[str, object]:
        return _action_obj(message.rami)

    def view_from_update(self, update: table_pb2.Update) -> View:
        view = _view(update)
        public = PublicView(
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
            if kind == "rami":
                event = _event_from(shown.rami)
                if index in revealed:
                    event = GAME.reveal_event(event, revealed[index])
                events.append(event)
            elif kind != "table":
                raise MalformedUpdate("events")
        return tuple(events)

    def _event(self, event: Event) -> bytes:
        return _event(event) if event.type in _SELDOM else _EVENTS[event]

    def _public_view(self, state: State) -> bytes:
        view = GAME.public_view(state)
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
        parts = [message.SerializeToString(), _OPTIONS[view.options]]
        by_seat = zip(view.seats, view.counts, view.scores, view.known, strict=True)
        parts += map(_SEAT.__getitem__, by_seat)
        parts += map(_DISCARD.__getitem__, view.discard)
        parts += map(_MELD.__getitem__, view.melds)
        parts += map(_HISTORY.__getitem__, view.history)
        return _RAMI(b"".join(parts))

    def _private_view(self, state: State, seat: int) -> bytes:
        view = GAME.private_view(state, seat)
        parts = list(map(_HAND.__getitem__, view.hand))
        parts += map(_LEGAL.__getitem__, view.legal)
        parts += map(_REASONS.__getitem__, view.reasons)
        return _RAMI(_OWN(b"".join(parts)))


def _action(action: Action) -> rami_pb2.RamiAction:
    message = rami_pb2.RamiAction(
        type=action.type, cards=action.cards, meld=action.meld, card=action.card
    )
    if action.source is not None:
        setattr(message, "from", action.source)
    return message


def _action_obj(message: rami_pb2.RamiAction) -> dict[str, object]:
    """Of a meld and a lay-off no cards at all are an empty list, not an absent one."""
    obj: dict[str, object] = {"type": message.type} if message.type else {}
    for name in ("from", "meld", "card"):
        if message.HasField(name):
            obj[name] = getattr(message, name)
    if message.cards or message.type in ("meld", "lay_off"):
        obj["cards"] = list(message.cards)
    return obj


def _own_action(message: rami_pb2.RamiAction) -> Action:
    """An action of the server's own list."""
    obj = _action_obj(message)
    return Action(
        type=message.type,
        source=getattr(message, "from") if "from" in obj else None,
        cards=tuple(message.cards),
        meld=message.meld if "meld" in obj else None,
        card=message.card if "card" in obj else None,
    )


def _meld_from(message: rami_pb2.RamiMeld) -> Meld:
    known = all(card in BITS for card in message.cards)
    combination = COMBINATIONS.get(bits_of(message.cards)) if known else None
    if combination is None:
        raise MalformedUpdate("melds")
    return Meld(message.owner, combination)


def _event_from(message: rami_pb2.RamiEvent) -> Event:
    return Event(
        type=message.type,
        seat=message.seat if message.HasField("seat") else None,
        card=message.card if message.HasField("card") else None,
        cards=tuple(message.cards),
        meld=message.meld if message.HasField("meld") else None,
        kind=message.kind if message.HasField("kind") else None,
        cause=message.cause if message.HasField("cause") else None,
        number=message.number,
        result=result_from_proto(message.result) if message.HasField("result") else None,
    )


def _event(event: Event) -> bytes:
    message = rami_pb2.RamiEvent(
        type=event.type,
        seat=event.seat,
        card=event.card,
        cards=event.cards,
        meld=event.meld,
        kind=event.kind,
        cause=event.cause,
        number=event.number,
        result=None if event.result is None else result_to_proto(event.result),
    )
    return table_pb2.GameEvent(rami=message).SerializeToString()


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


def _view(update: table_pb2.Update) -> rami_pb2.RamiView:
    if update.view.WhichOneof("game") != "rami":
        raise MalformedUpdate("view")
    return update.view.rami


_SELDOM = frozenset(("counted", "round_ended", "ended"))
"""Events that hardly ever come again alike: their bytes are not kept."""

_RAMI = Field(table_pb2.GameView, "rami")
_OWN = Field(rami_pb2.RamiView, "own")
_SEAT_FIELD = Field(rami_pb2.RamiView, "seats")
_MELD_FIELD = Field(rami_pb2.RamiView, "melds")
_OPTIONS_FIELD = Field(rami_pb2.RamiView, "options")
_LEGAL_FIELD = Field(rami_pb2.RamiOwn, "legal")

_DISCARD = texts(rami_pb2.RamiView, "discard")
_HISTORY = texts(rami_pb2.RamiView, "history")
_SEAT = Fragments(_seat)
_MELD = Fragments(_meld)
_OPTIONS = Fragments(_options)
_HAND = texts(rami_pb2.RamiOwn, "hand")
_REASON_TEXTS = texts(rami_pb2.RamiOwn, "reasons")
_REASONS: Fragments[str | None] = Fragments(lambda reason: _REASON_TEXTS[reason or ""])
_LEGAL: Fragments[Action] = Fragments(
    lambda action: _LEGAL_FIELD(_action(action).SerializeToString())
)
_EVENTS: Fragments[Event] = Fragments(_event)

CODEC = RamiCodec()
