"""Values of Hearts to protobuf and back (`hearts.proto`)."""

from __future__ import annotations

from collections.abc import Mapping

from cardproto.v1 import hearts_pb2, table_pb2
from cardrules.game import SeatView
from cardrules.hearts import GAME, Action, Event, PrivateView, PublicView, State, View
from cardrules.hearts.state import Trick
from cardwire.codec import Codec, result_from_proto, result_to_proto
from cardwire.errors import MalformedUpdate
from cardwire.fragments import Field, Fragments, texts

_SEATS = 4


class HeartsCodec(Codec[State, Action, Event, PublicView, PrivateView]):
    """See `Codec` for each member."""

    game = GAME

    def action_to_proto(self, action: Action) -> table_pb2.Action:
        return table_pb2.Action(hearts=_action(action))

    def _action_fields(self, message: table_pb2.Action) -> Mapping[str, object]:
        return _action_obj(message.hearts)

    def view_from_update(self, update: table_pb2.Update) -> View:
        view = _view(update)
        public = PublicView(
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
        if len(public.seats) != _SEATS:
            raise MalformedUpdate("seats")
        if not update.HasField("you"):
            return SeatView(public, None)
        own = view.own
        if update.you not in public.seats or len(own.reasons) != len(own.hand):
            raise MalformedUpdate("own")
        private = PrivateView(
            seat=update.you,
            hand=tuple(own.hand),
            passed=tuple(own.passed),
            received=tuple(own.received),
            legal=tuple(_own_action(action) for action in own.legal),
            reasons=tuple(reason or None for reason in own.reasons),
        )
        return SeatView(public, private)

    def events_from_update(self, update: table_pb2.Update) -> tuple[Event, ...]:
        revealed = {reveal.index: tuple(reveal.cards) for reveal in update.reveals}
        events = []
        for index, shown in enumerate(update.events):
            kind = shown.WhichOneof("kind")
            if kind == "hearts":
                event = _event_from(shown.hearts)
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
        parts = [message.SerializeToString()]
        by_seat = zip(view.seats, view.counts, view.scores, view.taken, strict=True)
        parts += map(_SEAT.__getitem__, by_seat)
        parts += map(_TRICK.__getitem__, view.trick)
        parts += map(_HISTORY.__getitem__, view.history)
        parts += map(_SHEET.__getitem__, view.sheet)
        return _HEARTS(b"".join(parts))

    def _private_view(self, state: State, seat: int) -> bytes:
        view = GAME.private_view(state, seat)
        parts = list(map(_HAND.__getitem__, view.hand))
        parts += map(_PASSED.__getitem__, view.passed)
        parts += map(_LEGAL.__getitem__, view.legal)
        parts += map(_REASONS.__getitem__, view.reasons)
        parts += map(_RECEIVED.__getitem__, view.received)
        return _HEARTS(_OWN(b"".join(parts)))


def _action(action: Action) -> hearts_pb2.HeartsAction:
    message = hearts_pb2.HeartsAction(
        type=action.type, card=action.card, cards=action.cards, choose=action.choose
    )
    getattr(message, "from").extend(action.source)
    return message


def _action_obj(message: hearts_pb2.HeartsAction) -> dict[str, object]:
    obj: dict[str, object] = {"type": message.type} if message.type else {}
    if message.HasField("card"):
        obj["card"] = message.card
    for name in ("cards", "from"):
        if cards := list(getattr(message, name)):
            obj[name] = cards
    if message.choose:
        obj["choose"] = message.choose
    return obj


def _own_action(message: hearts_pb2.HeartsAction) -> Action:
    """An action of the server's own list."""
    return Action(
        type=message.type,
        card=message.card if message.HasField("card") else None,
        cards=tuple(message.cards),
        choose=message.choose,
        source=tuple(getattr(message, "from")),
    )


def _event_from(message: hearts_pb2.HeartsEvent) -> Event:
    return Event(
        type=message.type,
        seat=message.seat if message.HasField("seat") else None,
        to=message.to if message.HasField("to") else None,
        card=message.card if message.HasField("card") else None,
        cards=tuple(message.cards),
        number=message.number,
        points=tuple(message.points),
        result=result_from_proto(message.result) if message.HasField("result") else None,
    )


def _event(event: Event) -> bytes:
    message = hearts_pb2.HeartsEvent(
        type=event.type,
        seat=event.seat,
        to=event.to,
        card=event.card,
        cards=event.cards,
        number=event.number,
        points=event.points,
        result=None if event.result is None else result_to_proto(event.result),
    )
    return table_pb2.GameEvent(hearts=message).SerializeToString()


def _seat(shown: tuple[int, int, int, tuple[str, ...]]) -> bytes:
    seat, count, score, taken = shown
    message = hearts_pb2.HeartsSeat(seat=seat, count=count, score=score, taken=taken)
    return _SEAT_FIELD(message.SerializeToString())


def _trick(trick: Trick) -> bytes:
    message = hearts_pb2.HeartsTrick(leader=trick.leader, cards=trick.cards)
    return _HISTORY_FIELD(message.SerializeToString())


def _points(points: tuple[int, ...]) -> bytes:
    return _SHEET_FIELD(hearts_pb2.HeartsPoints(points=points).SerializeToString())


def _view(update: table_pb2.Update) -> hearts_pb2.HeartsView:
    if update.view.WhichOneof("game") != "hearts":
        raise MalformedUpdate("view")
    return update.view.hearts


_HEARTS = Field(table_pb2.GameView, "hearts")
_OWN = Field(hearts_pb2.HeartsView, "own")
_SEAT_FIELD = Field(hearts_pb2.HeartsView, "seats")
_HISTORY_FIELD = Field(hearts_pb2.HeartsView, "history")
_SHEET_FIELD = Field(hearts_pb2.HeartsView, "sheet")
_LEGAL_FIELD = Field(hearts_pb2.HeartsOwn, "legal")

_SEAT: Fragments[tuple[int, int, int, tuple[str, ...]]] = Fragments(_seat)
_TRICK = texts(hearts_pb2.HeartsView, "trick")
_HISTORY: Fragments[Trick] = Fragments(_trick)
_SHEET: Fragments[tuple[int, ...]] = Fragments(_points)
_HAND = texts(hearts_pb2.HeartsOwn, "hand")
_PASSED = texts(hearts_pb2.HeartsOwn, "passed")
_RECEIVED = texts(hearts_pb2.HeartsOwn, "received")
_REASON_TEXTS = texts(hearts_pb2.HeartsOwn, "reasons")
_REASONS: Fragments[str | None] = Fragments(lambda reason: _REASON_TEXTS[reason or ""])
_LEGAL: Fragments[Action] = Fragments(
    lambda action: _LEGAL_FIELD(_action(action).SerializeToString())
)
_EVENTS: Fragments[Event] = Fragments(_event)

CODEC = HeartsCodec()
