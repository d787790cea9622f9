from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BotLevel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOT_LEVEL_UNSPECIFIED: _ClassVar[BotLevel]
    BOT_LEVEL_EASY: _ClassVar[BotLevel]
    BOT_LEVEL_NORMAL: _ClassVar[BotLevel]
    BOT_LEVEL_HARD: _ClassVar[BotLevel]
BOT_LEVEL_UNSPECIFIED: BotLevel
BOT_LEVEL_EASY: BotLevel
BOT_LEVEL_NORMAL: BotLevel
BOT_LEVEL_HARD: BotLevel

class Actor(_message.Message):
    __slots__ = ("player_id", "request_id", "name", "issued_ms")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ISSUED_MS_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    request_id: str
    name: str
    issued_ms: int
    def __init__(self, player_id: _Optional[str] = ..., request_id: _Optional[str] = ..., name: _Optional[str] = ..., issued_ms: _Optional[int] = ...) -> None: ...

class Error(_message.Message):
    __slots__ = ("code", "params")
    class ParamsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CODE_FIELD_NUMBER: _ClassVar[int]
    PARAMS_FIELD_NUMBER: _ClassVar[int]
    code: str
    params: _containers.ScalarMap[str, str]
    def __init__(self, code: _Optional[str] = ..., params: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Participant(_message.Message):
    __slots__ = ("seat", "player_id", "name", "bot_level", "nonce")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    player_id: str
    name: str
    bot_level: BotLevel
    nonce: bytes
    def __init__(self, seat: _Optional[int] = ..., player_id: _Optional[str] = ..., name: _Optional[str] = ..., bot_level: _Optional[_Union[BotLevel, str]] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class Result(_message.Message):
    __slots__ = ("winners", "scores", "reason")
    class ScoresEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: int
        def __init__(self, key: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.ScalarMap[int, int]
    reason: str
    def __init__(self, winners: _Optional[_Iterable[int]] = ..., scores: _Optional[_Mapping[int, int]] = ..., reason: _Optional[str] = ...) -> None: ...
