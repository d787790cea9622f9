from cardproto.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class HeartsAction(_message.Message):
    __slots__ = ("type", "card", "cards", "choose")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    type: str
    card: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    choose: int
    def __init__(self, type: _Optional[str] = ..., card: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., choose: _Optional[int] = ..., **kwargs) -> None: ...

class HeartsView(_message.Message):
    __slots__ = ("turn", "phase", "number", "direction", "ready", "seats", "leader", "trick", "broken", "tricks", "history", "limit", "shuffles", "sheet", "own", "result")
    TURN_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    BROKEN_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    turn: int
    phase: str
    number: int
    direction: str
    ready: _containers.RepeatedScalarFieldContainer[int]
    seats: _containers.RepeatedCompositeFieldContainer[HeartsSeat]
    leader: int
    trick: _containers.RepeatedScalarFieldContainer[str]
    broken: bool
    tricks: int
    history: _containers.RepeatedCompositeFieldContainer[HeartsTrick]
    limit: int
    shuffles: int
    sheet: _containers.RepeatedCompositeFieldContainer[HeartsPoints]
    own: HeartsOwn
    result: _common_pb2.Result
    def __init__(self, turn: _Optional[int] = ..., phase: _Optional[str] = ..., number: _Optional[int] = ..., direction: _Optional[str] = ..., ready: _Optional[_Iterable[int]] = ..., seats: _Optional[_Iterable[_Union[HeartsSeat, _Mapping]]] = ..., leader: _Optional[int] = ..., trick: _Optional[_Iterable[str]] = ..., broken: _Optional[bool] = ..., tricks: _Optional[int] = ..., history: _Optional[_Iterable[_Union[HeartsTrick, _Mapping]]] = ..., limit: _Optional[int] = ..., shuffles: _Optional[int] = ..., sheet: _Optional[_Iterable[_Union[HeartsPoints, _Mapping]]] = ..., own: _Optional[_Union[HeartsOwn, _Mapping]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...

class HeartsSeat(_message.Message):
    __slots__ = ("seat", "count", "score", "taken")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    count: int
    score: int
    taken: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ..., score: _Optional[int] = ..., taken: _Optional[_Iterable[str]] = ...) -> None: ...

class HeartsTrick(_message.Message):
    __slots__ = ("leader", "cards")
    LEADER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    leader: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, leader: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class HeartsPoints(_message.Message):
    __slots__ = ("points",)
    POINTS_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, points: _Optional[_Iterable[int]] = ...) -> None: ...

class HeartsOwn(_message.Message):
    __slots__ = ("hand", "passed", "legal", "reasons", "received")
    HAND_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    hand: _containers.RepeatedScalarFieldContainer[str]
    passed: _containers.RepeatedScalarFieldContainer[str]
    legal: _containers.RepeatedCompositeFieldContainer[HeartsAction]
    reasons: _containers.RepeatedScalarFieldContainer[str]
    received: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, hand: _Optional[_Iterable[str]] = ..., passed: _Optional[_Iterable[str]] = ..., legal: _Optional[_Iterable[_Union[HeartsAction, _Mapping]]] = ..., reasons: _Optional[_Iterable[str]] = ..., received: _Optional[_Iterable[str]] = ...) -> None: ...

class HeartsEvent(_message.Message):
    __slots__ = ("type", "seat", "card", "cards", "to", "number", "points", "result")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    type: str
    seat: int
    card: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    to: int
    number: int
    points: _containers.RepeatedScalarFieldContainer[int]
    result: _common_pb2.Result
    def __init__(self, type: _Optional[str] = ..., seat: _Optional[int] = ..., card: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., to: _Optional[int] = ..., number: _Optional[int] = ..., points: _Optional[_Iterable[int]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...
