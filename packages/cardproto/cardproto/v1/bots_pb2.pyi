from cardproto.v1 import common_pb2 as _common_pb2
from cardproto.v1 import contract_pb2 as _contract_pb2
from cardproto.v1 import table_pb2 as _table_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DecideRequest(_message.Message):
    __slots__ = ("update", "level", "seed", "budget_ms")
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    BUDGET_MS_FIELD_NUMBER: _ClassVar[int]
    update: bytes
    level: _common_pb2.BotLevel
    seed: bytes
    budget_ms: int
    def __init__(self, update: _Optional[bytes] = ..., level: _Optional[_Union[_common_pb2.BotLevel, str]] = ..., seed: _Optional[bytes] = ..., budget_ms: _Optional[int] = ...) -> None: ...

class DecideResponse(_message.Message):
    __slots__ = ("action",)
    ACTION_FIELD_NUMBER: _ClassVar[int]
    action: _table_pb2.Action
    def __init__(self, action: _Optional[_Union[_table_pb2.Action, _Mapping]] = ...) -> None: ...
