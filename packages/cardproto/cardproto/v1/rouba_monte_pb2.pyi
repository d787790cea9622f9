from cardproto.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RoubaMonteAction(_message.Message):
    __slots__ = ("type", "card", "center", "pile")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    CENTER_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    type: str
    card: str
    center: str
    pile: int
    def __init__(self, type: _Optional[str] = ..., card: _Optional[str] = ..., center: _Optional[str] = ..., pile: _Optional[int] = ...) -> None: ...

class RoubaMonteView(_message.Message):
    __slots__ = ("turn", "phase", "dealer", "active", "center", "seats", "stock", "shuffles", "history", "result", "own")
    TURN_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    CENTER_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    turn: int
    phase: str
    dealer: int
    active: _containers.RepeatedScalarFieldContainer[int]
    center: _containers.RepeatedScalarFieldContainer[str]
    seats: _containers.RepeatedCompositeFieldContainer[RoubaMonteSeat]
    stock: int
    shuffles: int
    history: _containers.RepeatedScalarFieldContainer[str]
    result: _common_pb2.Result
    own: RoubaMonteOwn
    def __init__(self, turn: _Optional[int] = ..., phase: _Optional[str] = ..., dealer: _Optional[int] = ..., active: _Optional[_Iterable[int]] = ..., center: _Optional[_Iterable[str]] = ..., seats: _Optional[_Iterable[_Union[RoubaMonteSeat, _Mapping]]] = ..., stock: _Optional[int] = ..., shuffles: _Optional[int] = ..., history: _Optional[_Iterable[str]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., own: _Optional[_Union[RoubaMonteOwn, _Mapping]] = ...) -> None: ...

class RoubaMonteSeat(_message.Message):
    __slots__ = ("seat", "count", "pile")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    count: int
    pile: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ..., pile: _Optional[_Iterable[str]] = ...) -> None: ...

class RoubaMonteOwn(_message.Message):
    __slots__ = ("hand", "legal", "reasons")
    HAND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    hand: _containers.RepeatedScalarFieldContainer[str]
    legal: _containers.RepeatedCompositeFieldContainer[RoubaMonteAction]
    reasons: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, hand: _Optional[_Iterable[str]] = ..., legal: _Optional[_Iterable[_Union[RoubaMonteAction, _Mapping]]] = ..., reasons: _Optional[_Iterable[str]] = ...) -> None: ...

class RoubaMonteEvent(_message.Message):
    __slots__ = ("type", "seat", "card", "center", "pile", "cards", "number", "result")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    CENTER_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    type: str
    seat: int
    card: str
    center: str
    pile: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    number: int
    result: _common_pb2.Result
    def __init__(self, type: _Optional[str] = ..., seat: _Optional[int] = ..., card: _Optional[str] = ..., center: _Optional[str] = ..., pile: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ..., number: _Optional[int] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...
