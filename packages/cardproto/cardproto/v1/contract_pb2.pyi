from google.protobuf import descriptor_pb2 as _descriptor_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Party(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PARTY_UNSPECIFIED: _ClassVar[Party]
    PARTY_GATEWAY: _ClassVar[Party]
    PARTY_LOBBY: _ClassVar[Party]
    PARTY_ENGINE: _ClassVar[Party]
    PARTY_BOT_RUNNER: _ClassVar[Party]
    PARTY_TIMER: _ClassVar[Party]

class Right(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RIGHT_UNSPECIFIED: _ClassVar[Right]
    RIGHT_APPEND: _ClassVar[Right]
    RIGHT_READ_LEADER: _ClassVar[Right]
    RIGHT_READ_DIRECT: _ClassVar[Right]
    RIGHT_PURGE: _ClassVar[Right]
    RIGHT_CONSUME_HEADERS: _ClassVar[Right]
    RIGHT_FEED: _ClassVar[Right]
    RIGHT_SWEEP_HEADERS: _ClassVar[Right]
    RIGHT_MEASURE: _ClassVar[Right]
PARTY_UNSPECIFIED: Party
PARTY_GATEWAY: Party
PARTY_LOBBY: Party
PARTY_ENGINE: Party
PARTY_BOT_RUNNER: Party
PARTY_TIMER: Party
RIGHT_UNSPECIFIED: Right
RIGHT_APPEND: Right
RIGHT_READ_LEADER: Right
RIGHT_READ_DIRECT: Right
RIGHT_PURGE: Right
RIGHT_CONSUME_HEADERS: Right
RIGHT_FEED: Right
RIGHT_SWEEP_HEADERS: Right
RIGHT_MEASURE: Right
SERVER_FIELD_NUMBER: _ClassVar[int]
server: _descriptor.FieldDescriptor
CALL_FIELD_NUMBER: _ClassVar[int]
call: _descriptor.FieldDescriptor
ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
announced: _descriptor.FieldDescriptor
STORED_FIELD_NUMBER: _ClassVar[int]
stored: _descriptor.FieldDescriptor

class Server(_message.Message):
    __slots__ = ("party", "queue")
    PARTY_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    party: Party
    queue: str
    def __init__(self, party: _Optional[_Union[Party, str]] = ..., queue: _Optional[str] = ...) -> None: ...

class Call(_message.Message):
    __slots__ = ("subject", "callers", "deadline_ms")
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    CALLERS_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    subject: str
    callers: _containers.RepeatedScalarFieldContainer[Party]
    deadline_ms: int
    def __init__(self, subject: _Optional[str] = ..., callers: _Optional[_Iterable[_Union[Party, str]]] = ..., deadline_ms: _Optional[int] = ...) -> None: ...

class Announcement(_message.Message):
    __slots__ = ("subject", "publishers", "subscribers")
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    PUBLISHERS_FIELD_NUMBER: _ClassVar[int]
    SUBSCRIBERS_FIELD_NUMBER: _ClassVar[int]
    subject: str
    publishers: _containers.RepeatedScalarFieldContainer[Party]
    subscribers: _containers.RepeatedScalarFieldContainer[Party]
    def __init__(self, subject: _Optional[str] = ..., publishers: _Optional[_Iterable[_Union[Party, str]]] = ..., subscribers: _Optional[_Iterable[_Union[Party, str]]] = ...) -> None: ...

class Grant(_message.Message):
    __slots__ = ("party", "rights")
    PARTY_FIELD_NUMBER: _ClassVar[int]
    RIGHTS_FIELD_NUMBER: _ClassVar[int]
    party: Party
    rights: _containers.RepeatedScalarFieldContainer[Right]
    def __init__(self, party: _Optional[_Union[Party, str]] = ..., rights: _Optional[_Iterable[_Union[Right, str]]] = ...) -> None: ...

class Stored(_message.Message):
    __slots__ = ("stream", "subject", "feed", "sharded", "max_age_days", "max_per_subject", "durable", "grants")
    STREAM_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    FEED_FIELD_NUMBER: _ClassVar[int]
    SHARDED_FIELD_NUMBER: _ClassVar[int]
    MAX_AGE_DAYS_FIELD_NUMBER: _ClassVar[int]
    MAX_PER_SUBJECT_FIELD_NUMBER: _ClassVar[int]
    DURABLE_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    stream: str
    subject: str
    feed: str
    sharded: bool
    max_age_days: int
    max_per_subject: int
    durable: str
    grants: _containers.RepeatedCompositeFieldContainer[Grant]
    def __init__(self, stream: _Optional[str] = ..., subject: _Optional[str] = ..., feed: _Optional[str] = ..., sharded: _Optional[bool] = ..., max_age_days: _Optional[int] = ..., max_per_subject: _Optional[int] = ..., durable: _Optional[str] = ..., grants: _Optional[_Iterable[_Union[Grant, _Mapping]]] = ...) -> None: ...
