from cardproto.v1 import common_pb2 as _common_pb2
from cardproto.v1 import table_pb2 as _table_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ReplayPage(_message.Message):
    __slots__ = ("game_id", "game", "total", "steps", "next", "started_ms", "seats", "result", "aborted")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    STARTED_MS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    game: str
    total: int
    steps: _containers.RepeatedCompositeFieldContainer[ReplayStep]
    next: int
    started_ms: int
    seats: _containers.RepeatedCompositeFieldContainer[ReplaySeat]
    result: _common_pb2.Result
    aborted: str
    def __init__(self, game_id: _Optional[str] = ..., game: _Optional[str] = ..., total: _Optional[int] = ..., steps: _Optional[_Iterable[_Union[ReplayStep, _Mapping]]] = ..., next: _Optional[int] = ..., started_ms: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[ReplaySeat, _Mapping]]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., aborted: _Optional[str] = ...) -> None: ...

class ReplaySeat(_message.Message):
    __slots__ = ("seat", "name", "bot_level")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    bot_level: _common_pb2.BotLevel
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ..., bot_level: _Optional[_Union[_common_pb2.BotLevel, str]] = ...) -> None: ...

class ReplayStep(_message.Message):
    __slots__ = ("index", "at_ms", "do", "seat", "action", "automatic", "reason", "update", "hands")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    AT_MS_FIELD_NUMBER: _ClassVar[int]
    DO_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    AUTOMATIC_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    index: int
    at_ms: int
    do: str
    seat: int
    action: _table_pb2.Action
    automatic: bool
    reason: str
    update: _table_pb2.Update
    hands: _containers.RepeatedCompositeFieldContainer[ReplayHand]
    def __init__(self, index: _Optional[int] = ..., at_ms: _Optional[int] = ..., do: _Optional[str] = ..., seat: _Optional[int] = ..., action: _Optional[_Union[_table_pb2.Action, _Mapping]] = ..., automatic: _Optional[bool] = ..., reason: _Optional[str] = ..., update: _Optional[_Union[_table_pb2.Update, _Mapping]] = ..., hands: _Optional[_Iterable[_Union[ReplayHand, _Mapping]]] = ...) -> None: ...

class ReplayHand(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...
