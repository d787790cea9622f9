from cardproto.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RamiAction(_message.Message):
    __slots__ = ("type", "cards", "meld", "card")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    MELD_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    type: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    meld: int
    card: str
    def __init__(self, type: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., meld: _Optional[int] = ..., card: _Optional[str] = ..., **kwargs) -> None: ...

class RamiView(_message.Message):
    __slots__ = ("turn", "phase", "round", "starter", "seats", "stock", "discard", "melds", "taken", "idle", "shuffles", "history", "result", "options", "own")
    TURN_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    STARTER_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    IDLE_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    turn: int
    phase: str
    round: int
    starter: int
    seats: _containers.RepeatedCompositeFieldContainer[RamiSeat]
    stock: int
    discard: _containers.RepeatedScalarFieldContainer[str]
    melds: _containers.RepeatedCompositeFieldContainer[RamiMeld]
    taken: str
    idle: int
    shuffles: int
    history: _containers.RepeatedScalarFieldContainer[str]
    result: _common_pb2.Result
    options: RamiOptions
    own: RamiOwn
    def __init__(self, turn: _Optional[int] = ..., phase: _Optional[str] = ..., round: _Optional[int] = ..., starter: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[RamiSeat, _Mapping]]] = ..., stock: _Optional[int] = ..., discard: _Optional[_Iterable[str]] = ..., melds: _Optional[_Iterable[_Union[RamiMeld, _Mapping]]] = ..., taken: _Optional[str] = ..., idle: _Optional[int] = ..., shuffles: _Optional[int] = ..., history: _Optional[_Iterable[str]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., options: _Optional[_Union[RamiOptions, _Mapping]] = ..., own: _Optional[_Union[RamiOwn, _Mapping]] = ...) -> None: ...

class RamiSeat(_message.Message):
    __slots__ = ("seat", "count", "score", "known")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    count: int
    score: int
    known: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ..., score: _Optional[int] = ..., known: _Optional[_Iterable[str]] = ...) -> None: ...

class RamiMeld(_message.Message):
    __slots__ = ("owner", "kind", "cards")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    owner: int
    kind: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, owner: _Optional[int] = ..., kind: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class RamiOptions(_message.Message):
    __slots__ = ("limit", "ace_high", "discard_to_win")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    ACE_HIGH_FIELD_NUMBER: _ClassVar[int]
    DISCARD_TO_WIN_FIELD_NUMBER: _ClassVar[int]
    limit: int
    ace_high: bool
    discard_to_win: bool
    def __init__(self, limit: _Optional[int] = ..., ace_high: _Optional[bool] = ..., discard_to_win: _Optional[bool] = ...) -> None: ...

class RamiOwn(_message.Message):
    __slots__ = ("hand", "legal", "reasons")
    HAND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    hand: _containers.RepeatedScalarFieldContainer[str]
    legal: _containers.RepeatedCompositeFieldContainer[RamiAction]
    reasons: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, hand: _Optional[_Iterable[str]] = ..., legal: _Optional[_Iterable[_Union[RamiAction, _Mapping]]] = ..., reasons: _Optional[_Iterable[str]] = ...) -> None: ...

class RamiEvent(_message.Message):
    __slots__ = ("type", "seat", "card", "cards", "meld", "kind", "cause", "number", "result")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    MELD_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    type: str
    seat: int
    card: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    meld: int
    kind: str
    cause: str
    number: int
    result: _common_pb2.Result
    def __init__(self, type: _Optional[str] = ..., seat: _Optional[int] = ..., card: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., meld: _Optional[int] = ..., kind: _Optional[str] = ..., cause: _Optional[str] = ..., number: _Optional[int] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ...) -> None: ...
