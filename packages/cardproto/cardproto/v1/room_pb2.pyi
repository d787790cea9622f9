from cardproto.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RoomPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROOM_PHASE_UNSPECIFIED: _ClassVar[RoomPhase]
    ROOM_PHASE_WAITING: _ClassVar[RoomPhase]
    ROOM_PHASE_STARTING: _ClassVar[RoomPhase]
    ROOM_PHASE_PLAYING: _ClassVar[RoomPhase]
    ROOM_PHASE_PAUSED: _ClassVar[RoomPhase]
    ROOM_PHASE_CLOSED: _ClassVar[RoomPhase]
ROOM_PHASE_UNSPECIFIED: RoomPhase
ROOM_PHASE_WAITING: RoomPhase
ROOM_PHASE_STARTING: RoomPhase
ROOM_PHASE_PLAYING: RoomPhase
ROOM_PHASE_PAUSED: RoomPhase
ROOM_PHASE_CLOSED: RoomPhase

class RoomSettings(_message.Message):
    __slots__ = ("options", "action_ms", "clock_ms", "increment_ms")
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    ACTION_MS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    options: str
    action_ms: int
    clock_ms: int
    increment_ms: int
    def __init__(self, options: _Optional[str] = ..., action_ms: _Optional[int] = ..., clock_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ...) -> None: ...

class RoomSeat(_message.Message):
    __slots__ = ("seat", "player_id", "bot_level", "name", "playing", "leaving", "connected", "contributed", "agrees_rated")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PLAYING_FIELD_NUMBER: _ClassVar[int]
    LEAVING_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTED_FIELD_NUMBER: _ClassVar[int]
    AGREES_RATED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    player_id: str
    bot_level: _common_pb2.BotLevel
    name: str
    playing: bool
    leaving: bool
    connected: bool
    contributed: bool
    agrees_rated: bool
    def __init__(self, seat: _Optional[int] = ..., player_id: _Optional[str] = ..., bot_level: _Optional[_Union[_common_pb2.BotLevel, str]] = ..., name: _Optional[str] = ..., playing: _Optional[bool] = ..., leaving: _Optional[bool] = ..., connected: _Optional[bool] = ..., contributed: _Optional[bool] = ..., agrees_rated: _Optional[bool] = ...) -> None: ...

class RoomMember(_message.Message):
    __slots__ = ("player_id", "name", "connected", "joined_ms")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    JOINED_MS_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    name: str
    connected: bool
    joined_ms: int
    def __init__(self, player_id: _Optional[str] = ..., name: _Optional[str] = ..., connected: _Optional[bool] = ..., joined_ms: _Optional[int] = ...) -> None: ...

class Room(_message.Message):
    __slots__ = ("room_id", "code", "game", "phase", "private", "host_id", "settings", "seats", "members", "game_id", "commitment", "last_game_id", "last_result", "created_ms", "revision", "games_played", "closed_because", "last_aborted", "rated")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    HOST_ID_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    LAST_GAME_ID_FIELD_NUMBER: _ClassVar[int]
    LAST_RESULT_FIELD_NUMBER: _ClassVar[int]
    CREATED_MS_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    GAMES_PLAYED_FIELD_NUMBER: _ClassVar[int]
    CLOSED_BECAUSE_FIELD_NUMBER: _ClassVar[int]
    LAST_ABORTED_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    code: str
    game: str
    phase: RoomPhase
    private: bool
    host_id: str
    settings: RoomSettings
    seats: _containers.RepeatedCompositeFieldContainer[RoomSeat]
    members: _containers.RepeatedCompositeFieldContainer[RoomMember]
    game_id: str
    commitment: bytes
    last_game_id: str
    last_result: _common_pb2.Result
    created_ms: int
    revision: int
    games_played: int
    closed_because: str
    last_aborted: str
    rated: bool
    def __init__(self, room_id: _Optional[str] = ..., code: _Optional[str] = ..., game: _Optional[str] = ..., phase: _Optional[_Union[RoomPhase, str]] = ..., private: _Optional[bool] = ..., host_id: _Optional[str] = ..., settings: _Optional[_Union[RoomSettings, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[RoomSeat, _Mapping]]] = ..., members: _Optional[_Iterable[_Union[RoomMember, _Mapping]]] = ..., game_id: _Optional[str] = ..., commitment: _Optional[bytes] = ..., last_game_id: _Optional[str] = ..., last_result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., created_ms: _Optional[int] = ..., revision: _Optional[int] = ..., games_played: _Optional[int] = ..., closed_because: _Optional[str] = ..., last_aborted: _Optional[str] = ..., rated: _Optional[bool] = ...) -> None: ...

class RoomListing(_message.Message):
    __slots__ = ("room_id", "code", "game", "phase", "host_name", "people", "bots", "seats", "created_ms", "revision")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    HOST_NAME_FIELD_NUMBER: _ClassVar[int]
    PEOPLE_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    CREATED_MS_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    code: str
    game: str
    phase: RoomPhase
    host_name: str
    people: int
    bots: int
    seats: int
    created_ms: int
    revision: int
    def __init__(self, room_id: _Optional[str] = ..., code: _Optional[str] = ..., game: _Optional[str] = ..., phase: _Optional[_Union[RoomPhase, str]] = ..., host_name: _Optional[str] = ..., people: _Optional[int] = ..., bots: _Optional[int] = ..., seats: _Optional[int] = ..., created_ms: _Optional[int] = ..., revision: _Optional[int] = ...) -> None: ...
