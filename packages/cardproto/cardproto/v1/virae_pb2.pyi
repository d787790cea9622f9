from cardproto.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ViraeAction(_message.Message):
    __slots__ = ("type", "card", "color", "call")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    type: str
    card: str
    color: str
    call: bool
    def __init__(self, type: _Optional[str] = ..., card: _Optional[str] = ..., color: _Optional[str] = ..., call: _Optional[bool] = ...) -> None: ...

class ViraeView(_message.Message):
    __slots__ = ("turn", "phase", "color", "direction", "discard", "stock", "hands", "window_seat", "passes", "shuffles", "recycled", "history", "result", "own")
    TURN_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    WINDOW_SEAT_FIELD_NUMBER: _ClassVar[int]
    PASSES_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    RECYCLED_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    turn: int
    phase: str
    color: str
    direction: int
    discard: _containers.RepeatedScalarFieldContainer[str]
    stock: int
    hands: _containers.RepeatedCompositeFieldContainer[ViraeHand]
    window_seat: int
    passes: int
    shuffles: int
    recycled: _containers.RepeatedScalarFieldContainer[str]
    history: _containers.RepeatedScalarFieldContainer[str]
    result: _common_pb2.Result
    own: ViraeOwn
    def __init__(self, turn: _Optional[int] = ..., phase: _Optional[str] = ..., color: _Optional[str] = ..., direction: _Optional[int] = ..., discard: _Optional[_Iterable[str]] = ..., stock: _Optional[int] = ..., hands: _Optional[_Iterable[_Union[ViraeHand, _Mapping]]] = ..., window_seat: _Optional[int] = ..., passes: _Optional[int] = ..., shuffles: _Optional[int] = ..., recycled: _Optional[_Iterable[str]] = ..., history: _Optional[_Iterable[str]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., own: _Optional[_Union[ViraeOwn, _Mapping]] = ...) -> None: ...

class ViraeHand(_message.Message):
    __slots__ = ("seat", "count")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    count: int
    def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class ViraeOwn(_message.Message):
    __slots__ = ("hand", "drawn", "legal", "reasons")
    HAND_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    hand: _containers.RepeatedScalarFieldContainer[str]
    drawn: str
    legal: _containers.RepeatedCompositeFieldContainer[ViraeAction]
    reasons: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, hand: _Optional[_Iterable[str]] = ..., drawn: _Optional[str] = ..., legal: _Optional[_Iterable[_Union[ViraeAction, _Mapping]]] = ..., reasons: _Optional[_Iterable[str]] = ...) -> None: ...

class ViraeEvent(_message.Message):
    __slots__ = ("type", "seat", "card", "cards", "color", "number", "by", "call", "cause", "direction", "result")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    type: str
    seat: int
    card: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    color: str
    number: int
    by: int
    call: bool
    cause: str
    direction: int
    result: _common_pb2.Result
    def __init__(self, type: _Optional[str] = ..., seat: _Optional[int] = ..., card: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., color: _Optional[str] = ..., number: _Optional[int] = ..., by: _Optional[int] = ..., call: _Optional[bool] = ..., cause: _Optional[str] = ..., direction: _Optional[int] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...
