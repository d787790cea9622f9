from cardproto.v1 import common_pb2 as _common_pb2
from cardproto.v1 import contract_pb2 as _contract_pb2
from cardproto.v1 import replay_pb2 as _replay_pb2
from cardproto.v1 import table_pb2 as _table_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DueOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DUE_OUTCOME_UNSPECIFIED: _ClassVar[DueOutcome]
    DUE_OUTCOME_DONE: _ClassVar[DueOutcome]
    DUE_OUTCOME_GONE: _ClassVar[DueOutcome]
DUE_OUTCOME_UNSPECIFIED: DueOutcome
DUE_OUTCOME_DONE: DueOutcome
DUE_OUTCOME_GONE: DueOutcome

class CommitRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class CommitResponse(_message.Message):
    __slots__ = ("commitment",)
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    commitment: bytes
    def __init__(self, commitment: _Optional[bytes] = ...) -> None: ...

class DiscardRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class DiscardResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Limits(_message.Message):
    __slots__ = ("action_ms", "clock_ms", "increment_ms")
    ACTION_MS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    action_ms: int
    clock_ms: int
    increment_ms: int
    def __init__(self, action_ms: _Optional[int] = ..., clock_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ...) -> None: ...

class StartRequest(_message.Message):
    __slots__ = ("game_id", "game", "room_id", "options", "participants", "starter", "limits", "rated", "connected")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PARTICIPANTS_FIELD_NUMBER: _ClassVar[int]
    STARTER_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    game: str
    room_id: str
    options: str
    participants: _containers.RepeatedCompositeFieldContainer[_common_pb2.Participant]
    starter: int
    limits: Limits
    rated: bool
    connected: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game_id: _Optional[str] = ..., game: _Optional[str] = ..., room_id: _Optional[str] = ..., options: _Optional[str] = ..., participants: _Optional[_Iterable[_Union[_common_pb2.Participant, _Mapping]]] = ..., starter: _Optional[int] = ..., limits: _Optional[_Union[Limits, _Mapping]] = ..., rated: _Optional[bool] = ..., connected: _Optional[_Iterable[int]] = ...) -> None: ...

class StartResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class ActRequest(_message.Message):
    __slots__ = ("game_id", "actor", "seen_version", "action")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    SEEN_VERSION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    actor: _common_pb2.Actor
    seen_version: int
    action: _table_pb2.Action
    def __init__(self, game_id: _Optional[str] = ..., actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., seen_version: _Optional[int] = ..., action: _Optional[_Union[_table_pb2.Action, _Mapping]] = ...) -> None: ...

class ActResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class LeaveRequest(_message.Message):
    __slots__ = ("game_id", "actor")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    actor: _common_pb2.Actor
    def __init__(self, game_id: _Optional[str] = ..., actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ...) -> None: ...

class LeaveResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class PauseRequest(_message.Message):
    __slots__ = ("game_id", "actor", "reason", "revision")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    actor: _common_pb2.Actor
    reason: str
    revision: int
    def __init__(self, game_id: _Optional[str] = ..., actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., reason: _Optional[str] = ..., revision: _Optional[int] = ...) -> None: ...

class PauseResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class ResumeRequest(_message.Message):
    __slots__ = ("game_id", "actor", "reason", "revision")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    actor: _common_pb2.Actor
    reason: str
    revision: int
    def __init__(self, game_id: _Optional[str] = ..., actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., reason: _Optional[str] = ..., revision: _Optional[int] = ...) -> None: ...

class ResumeResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class SetConnectedRequest(_message.Message):
    __slots__ = ("game_id", "player_id", "connected", "revision", "others")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    OTHERS_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    connected: bool
    revision: int
    others: _containers.RepeatedCompositeFieldContainer[Connection]
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ..., connected: _Optional[bool] = ..., revision: _Optional[int] = ..., others: _Optional[_Iterable[_Union[Connection, _Mapping]]] = ...) -> None: ...

class Connection(_message.Message):
    __slots__ = ("player_id", "connected", "revision")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    connected: bool
    revision: int
    def __init__(self, player_id: _Optional[str] = ..., connected: _Optional[bool] = ..., revision: _Optional[int] = ...) -> None: ...

class SetConnectedResponse(_message.Message):
    __slots__ = ("version", "others")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    OTHERS_FIELD_NUMBER: _ClassVar[int]
    version: int
    others: int
    def __init__(self, version: _Optional[int] = ..., others: _Optional[int] = ...) -> None: ...

class LoseRoomRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class LoseRoomResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class AbortRequest(_message.Message):
    __slots__ = ("game_id", "actor", "reason")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    actor: _common_pb2.Actor
    reason: str
    def __init__(self, game_id: _Optional[str] = ..., actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., reason: _Optional[str] = ...) -> None: ...

class AbortResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class SnapshotRequest(_message.Message):
    __slots__ = ("game_id", "player_id")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    player_id: str
    def __init__(self, game_id: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class SnapshotResponse(_message.Message):
    __slots__ = ("update",)
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    update: bytes
    def __init__(self, update: _Optional[bytes] = ...) -> None: ...

class ReplayRequest(_message.Message):
    __slots__ = ("game_id", "first", "count", "seat")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    first: int
    count: int
    seat: int
    def __init__(self, game_id: _Optional[str] = ..., first: _Optional[int] = ..., count: _Optional[int] = ..., seat: _Optional[int] = ...) -> None: ...

class ReplayResponse(_message.Message):
    __slots__ = ("page",)
    PAGE_FIELD_NUMBER: _ClassVar[int]
    page: _replay_pb2.ReplayPage
    def __init__(self, page: _Optional[_Union[_replay_pb2.ReplayPage, _Mapping]] = ...) -> None: ...

class ForgetRequest(_message.Message):
    __slots__ = ("game_id", "seats")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game_id: _Optional[str] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class ForgetResponse(_message.Message):
    __slots__ = ("found",)
    FOUND_FIELD_NUMBER: _ClassVar[int]
    found: bool
    def __init__(self, found: _Optional[bool] = ...) -> None: ...

class GameDueRequest(_message.Message):
    __slots__ = ("game_id", "version", "kind", "due_ms", "grace")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    DUE_MS_FIELD_NUMBER: _ClassVar[int]
    GRACE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    kind: str
    due_ms: int
    grace: bool
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ..., kind: _Optional[str] = ..., due_ms: _Optional[int] = ..., grace: _Optional[bool] = ...) -> None: ...

class GameDueResponse(_message.Message):
    __slots__ = ("outcome",)
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    outcome: DueOutcome
    def __init__(self, outcome: _Optional[_Union[DueOutcome, str]] = ...) -> None: ...

class Cause(_message.Message):
    __slots__ = ("command", "due", "system")
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    DUE_FIELD_NUMBER: _ClassVar[int]
    SYSTEM_FIELD_NUMBER: _ClassVar[int]
    command: Command
    due: str
    system: str
    def __init__(self, command: _Optional[_Union[Command, _Mapping]] = ..., due: _Optional[str] = ..., system: _Optional[str] = ...) -> None: ...

class Command(_message.Message):
    __slots__ = ("player_id", "request_id", "seen_version")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SEEN_VERSION_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    request_id: str
    seen_version: int
    def __init__(self, player_id: _Optional[str] = ..., request_id: _Optional[str] = ..., seen_version: _Optional[int] = ...) -> None: ...

class Started(_message.Message):
    __slots__ = ("game", "rules_version", "room_id", "options", "participants", "starter", "limits", "rated", "commitment", "connected")
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PARTICIPANTS_FIELD_NUMBER: _ClassVar[int]
    STARTER_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    game: str
    rules_version: int
    room_id: str
    options: str
    participants: _containers.RepeatedCompositeFieldContainer[_common_pb2.Participant]
    starter: int
    limits: Limits
    rated: bool
    commitment: bytes
    connected: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[str] = ..., rules_version: _Optional[int] = ..., room_id: _Optional[str] = ..., options: _Optional[str] = ..., participants: _Optional[_Iterable[_Union[_common_pb2.Participant, _Mapping]]] = ..., starter: _Optional[int] = ..., limits: _Optional[_Union[Limits, _Mapping]] = ..., rated: _Optional[bool] = ..., commitment: _Optional[bytes] = ..., connected: _Optional[_Iterable[int]] = ...) -> None: ...

class Acted(_message.Message):
    __slots__ = ("seat", "action", "automatic")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    AUTOMATIC_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: str
    automatic: bool
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[str] = ..., automatic: _Optional[bool] = ...) -> None: ...

class Expired(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Departed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Forfeited(_message.Message):
    __slots__ = ("seat", "reason")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    reason: str
    def __init__(self, seat: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class TakenOver(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ConnectionChanged(_message.Message):
    __slots__ = ("seat", "connected", "revision", "others")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    OTHERS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    connected: bool
    revision: int
    others: _containers.RepeatedCompositeFieldContainer[ConnectionChanged]
    def __init__(self, seat: _Optional[int] = ..., connected: _Optional[bool] = ..., revision: _Optional[int] = ..., others: _Optional[_Iterable[_Union[ConnectionChanged, _Mapping]]] = ...) -> None: ...

class Paused(_message.Message):
    __slots__ = ("reason", "revision")
    REASON_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    reason: str
    revision: int
    def __init__(self, reason: _Optional[str] = ..., revision: _Optional[int] = ...) -> None: ...

class Resumed(_message.Message):
    __slots__ = ("reason", "revision")
    REASON_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    reason: str
    revision: int
    def __init__(self, reason: _Optional[str] = ..., revision: _Optional[int] = ...) -> None: ...

class Extended(_message.Message):
    __slots__ = ("kinds",)
    KINDS_FIELD_NUMBER: _ClassVar[int]
    kinds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, kinds: _Optional[_Iterable[str]] = ...) -> None: ...

class Aborted(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...

class RoomLost(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LogEntry(_message.Message):
    __slots__ = ("game_id", "version", "at_ms", "entry_id", "cause", "owners", "status", "started", "acted", "expired", "departed", "forfeited", "taken_over", "connection", "paused", "resumed", "extended", "aborted", "room_lost", "public", "private", "due", "turn_begins_ms", "clocks", "check")
    class OwnersEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: str
        def __init__(self, key: _Optional[int] = ..., value: _Optional[str] = ...) -> None: ...
    class PrivateEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: bytes
        def __init__(self, key: _Optional[int] = ..., value: _Optional[bytes] = ...) -> None: ...
    class ClocksEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: int
        def __init__(self, key: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    AT_MS_FIELD_NUMBER: _ClassVar[int]
    ENTRY_ID_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    OWNERS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    STARTED_FIELD_NUMBER: _ClassVar[int]
    ACTED_FIELD_NUMBER: _ClassVar[int]
    EXPIRED_FIELD_NUMBER: _ClassVar[int]
    DEPARTED_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    TAKEN_OVER_FIELD_NUMBER: _ClassVar[int]
    CONNECTION_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    EXTENDED_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    ROOM_LOST_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    DUE_FIELD_NUMBER: _ClassVar[int]
    TURN_BEGINS_MS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    CHECK_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    at_ms: int
    entry_id: bytes
    cause: Cause
    owners: _containers.ScalarMap[int, str]
    status: _table_pb2.TableStatus
    started: Started
    acted: Acted
    expired: Expired
    departed: Departed
    forfeited: Forfeited
    taken_over: TakenOver
    connection: ConnectionChanged
    paused: Paused
    resumed: Resumed
    extended: Extended
    aborted: Aborted
    room_lost: RoomLost
    public: bytes
    private: _containers.ScalarMap[int, bytes]
    due: str
    turn_begins_ms: int
    clocks: _containers.ScalarMap[int, int]
    check: bytes
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ..., at_ms: _Optional[int] = ..., entry_id: _Optional[bytes] = ..., cause: _Optional[_Union[Cause, _Mapping]] = ..., owners: _Optional[_Mapping[int, str]] = ..., status: _Optional[_Union[_table_pb2.TableStatus, str]] = ..., started: _Optional[_Union[Started, _Mapping]] = ..., acted: _Optional[_Union[Acted, _Mapping]] = ..., expired: _Optional[_Union[Expired, _Mapping]] = ..., departed: _Optional[_Union[Departed, _Mapping]] = ..., forfeited: _Optional[_Union[Forfeited, _Mapping]] = ..., taken_over: _Optional[_Union[TakenOver, _Mapping]] = ..., connection: _Optional[_Union[ConnectionChanged, _Mapping]] = ..., paused: _Optional[_Union[Paused, _Mapping]] = ..., resumed: _Optional[_Union[Resumed, _Mapping]] = ..., extended: _Optional[_Union[Extended, _Mapping]] = ..., aborted: _Optional[_Union[Aborted, _Mapping]] = ..., room_lost: _Optional[_Union[RoomLost, _Mapping]] = ..., public: _Optional[bytes] = ..., private: _Optional[_Mapping[int, bytes]] = ..., due: _Optional[str] = ..., turn_begins_ms: _Optional[int] = ..., clocks: _Optional[_Mapping[int, int]] = ..., check: _Optional[bytes] = ...) -> None: ...

class Seed(_message.Message):
    __slots__ = ("game_id", "server_seed", "at_ms")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    SERVER_SEED_FIELD_NUMBER: _ClassVar[int]
    AT_MS_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    server_seed: bytes
    at_ms: int
    def __init__(self, game_id: _Optional[str] = ..., server_seed: _Optional[bytes] = ..., at_ms: _Optional[int] = ...) -> None: ...

class Record(_message.Message):
    __slots__ = ("game_id", "json")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    json: bytes
    def __init__(self, game_id: _Optional[str] = ..., json: _Optional[bytes] = ...) -> None: ...

class Nudge(_message.Message):
    __slots__ = ("game_id", "version")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...
