from cardproto.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CaravanAction(_message.Message):
    __slots__ = ("type", "card", "route", "seat", "index")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    type: str
    card: str
    route: int
    seat: int
    index: int
    def __init__(self, type: _Optional[str] = ..., card: _Optional[str] = ..., route: _Optional[int] = ..., seat: _Optional[int] = ..., index: _Optional[int] = ...) -> None: ...

class CaravanView(_message.Message):
    __slots__ = ("turn", "phase", "variants", "sides", "sold", "shuffles", "history", "result", "own")
    TURN_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    VARIANTS_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    SOLD_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    turn: int
    phase: str
    variants: _containers.RepeatedScalarFieldContainer[str]
    sides: _containers.RepeatedCompositeFieldContainer[CaravanSide]
    sold: _containers.RepeatedScalarFieldContainer[int]
    shuffles: int
    history: _containers.RepeatedScalarFieldContainer[str]
    result: _common_pb2.Result
    own: CaravanOwn
    def __init__(self, turn: _Optional[int] = ..., phase: _Optional[str] = ..., variants: _Optional[_Iterable[str]] = ..., sides: _Optional[_Iterable[_Union[CaravanSide, _Mapping]]] = ..., sold: _Optional[_Iterable[int]] = ..., shuffles: _Optional[int] = ..., history: _Optional[_Iterable[str]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., own: _Optional[_Union[CaravanOwn, _Mapping]] = ...) -> None: ...

class CaravanSide(_message.Message):
    __slots__ = ("seat", "hand", "deck", "discard", "routes", "moves", "reshuffles", "recycled", "shown", "figures")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    ROUTES_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLES_FIELD_NUMBER: _ClassVar[int]
    RECYCLED_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: int
    deck: int
    discard: _containers.RepeatedScalarFieldContainer[str]
    routes: _containers.RepeatedCompositeFieldContainer[CaravanRoute]
    moves: int
    reshuffles: int
    recycled: _containers.RepeatedScalarFieldContainer[str]
    shown: _containers.RepeatedCompositeFieldContainer[CaravanHand]
    figures: int
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[int] = ..., deck: _Optional[int] = ..., discard: _Optional[_Iterable[str]] = ..., routes: _Optional[_Iterable[_Union[CaravanRoute, _Mapping]]] = ..., moves: _Optional[int] = ..., reshuffles: _Optional[int] = ..., recycled: _Optional[_Iterable[str]] = ..., shown: _Optional[_Iterable[_Union[CaravanHand, _Mapping]]] = ..., figures: _Optional[int] = ...) -> None: ...

class CaravanRoute(_message.Message):
    __slots__ = ("cards", "held", "value", "direction", "suit")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    SUIT_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[CaravanStack]
    held: str
    value: int
    direction: str
    suit: str
    def __init__(self, cards: _Optional[_Iterable[_Union[CaravanStack, _Mapping]]] = ..., held: _Optional[str] = ..., value: _Optional[int] = ..., direction: _Optional[str] = ..., suit: _Optional[str] = ...) -> None: ...

class CaravanStack(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class CaravanHand(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class CaravanOwn(_message.Message):
    __slots__ = ("hand", "legal", "reasons")
    HAND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    hand: _containers.RepeatedScalarFieldContainer[str]
    legal: _containers.RepeatedCompositeFieldContainer[CaravanAction]
    reasons: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, hand: _Optional[_Iterable[str]] = ..., legal: _Optional[_Iterable[_Union[CaravanAction, _Mapping]]] = ..., reasons: _Optional[_Iterable[str]] = ...) -> None: ...

class CaravanEvent(_message.Message):
    __slots__ = ("type", "seat", "card", "cards", "owner", "route", "place", "cause", "number", "result")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    type: str
    seat: int
    card: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    owner: int
    route: int
    place: int
    cause: str
    number: int
    result: _common_pb2.Result
    def __init__(self, type: _Optional[str] = ..., seat: _Optional[int] = ..., card: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., owner: _Optional[int] = ..., route: _Optional[int] = ..., place: _Optional[int] = ..., cause: _Optional[str] = ..., number: _Optional[int] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...
