from cardproto.v1 import common_pb2 as _common_pb2
from cardproto.v1 import room_pb2 as _room_pb2
from cardproto.v1 import table_pb2 as _table_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ClientFrame(_message.Message):
    __slots__ = ("id", "hello", "ping", "create_room", "quick_play", "enter_room", "leave_room", "take_seat", "leave_seat", "add_bot", "remove_bot", "configure", "contribute", "start_game", "pause_game", "resume_game", "end_game", "transfer_host", "remove_person", "close_room", "act", "resync", "watch_listing", "react", "rename", "quit_room", "join_queue", "leave_queue", "agree_rated")
    ID_FIELD_NUMBER: _ClassVar[int]
    HELLO_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    CREATE_ROOM_FIELD_NUMBER: _ClassVar[int]
    QUICK_PLAY_FIELD_NUMBER: _ClassVar[int]
    ENTER_ROOM_FIELD_NUMBER: _ClassVar[int]
    LEAVE_ROOM_FIELD_NUMBER: _ClassVar[int]
    TAKE_SEAT_FIELD_NUMBER: _ClassVar[int]
    LEAVE_SEAT_FIELD_NUMBER: _ClassVar[int]
    ADD_BOT_FIELD_NUMBER: _ClassVar[int]
    REMOVE_BOT_FIELD_NUMBER: _ClassVar[int]
    CONFIGURE_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    START_GAME_FIELD_NUMBER: _ClassVar[int]
    PAUSE_GAME_FIELD_NUMBER: _ClassVar[int]
    RESUME_GAME_FIELD_NUMBER: _ClassVar[int]
    END_GAME_FIELD_NUMBER: _ClassVar[int]
    TRANSFER_HOST_FIELD_NUMBER: _ClassVar[int]
    REMOVE_PERSON_FIELD_NUMBER: _ClassVar[int]
    CLOSE_ROOM_FIELD_NUMBER: _ClassVar[int]
    ACT_FIELD_NUMBER: _ClassVar[int]
    RESYNC_FIELD_NUMBER: _ClassVar[int]
    WATCH_LISTING_FIELD_NUMBER: _ClassVar[int]
    REACT_FIELD_NUMBER: _ClassVar[int]
    RENAME_FIELD_NUMBER: _ClassVar[int]
    QUIT_ROOM_FIELD_NUMBER: _ClassVar[int]
    JOIN_QUEUE_FIELD_NUMBER: _ClassVar[int]
    LEAVE_QUEUE_FIELD_NUMBER: _ClassVar[int]
    AGREE_RATED_FIELD_NUMBER: _ClassVar[int]
    id: str
    hello: Hello
    ping: Ping
    create_room: CreateRoom
    quick_play: QuickPlay
    enter_room: EnterRoom
    leave_room: LeaveRoom
    take_seat: TakeSeat
    leave_seat: LeaveSeat
    add_bot: AddBot
    remove_bot: RemoveBot
    configure: Configure
    contribute: Contribute
    start_game: StartGame
    pause_game: PauseGame
    resume_game: ResumeGame
    end_game: EndGame
    transfer_host: TransferHost
    remove_person: RemovePerson
    close_room: CloseRoom
    act: Act
    resync: Resync
    watch_listing: WatchListing
    react: React
    rename: Rename
    quit_room: QuitRoom
    join_queue: JoinQueue
    leave_queue: LeaveQueue
    agree_rated: AgreeRated
    def __init__(self, id: _Optional[str] = ..., hello: _Optional[_Union[Hello, _Mapping]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., create_room: _Optional[_Union[CreateRoom, _Mapping]] = ..., quick_play: _Optional[_Union[QuickPlay, _Mapping]] = ..., enter_room: _Optional[_Union[EnterRoom, _Mapping]] = ..., leave_room: _Optional[_Union[LeaveRoom, _Mapping]] = ..., take_seat: _Optional[_Union[TakeSeat, _Mapping]] = ..., leave_seat: _Optional[_Union[LeaveSeat, _Mapping]] = ..., add_bot: _Optional[_Union[AddBot, _Mapping]] = ..., remove_bot: _Optional[_Union[RemoveBot, _Mapping]] = ..., configure: _Optional[_Union[Configure, _Mapping]] = ..., contribute: _Optional[_Union[Contribute, _Mapping]] = ..., start_game: _Optional[_Union[StartGame, _Mapping]] = ..., pause_game: _Optional[_Union[PauseGame, _Mapping]] = ..., resume_game: _Optional[_Union[ResumeGame, _Mapping]] = ..., end_game: _Optional[_Union[EndGame, _Mapping]] = ..., transfer_host: _Optional[_Union[TransferHost, _Mapping]] = ..., remove_person: _Optional[_Union[RemovePerson, _Mapping]] = ..., close_room: _Optional[_Union[CloseRoom, _Mapping]] = ..., act: _Optional[_Union[Act, _Mapping]] = ..., resync: _Optional[_Union[Resync, _Mapping]] = ..., watch_listing: _Optional[_Union[WatchListing, _Mapping]] = ..., react: _Optional[_Union[React, _Mapping]] = ..., rename: _Optional[_Union[Rename, _Mapping]] = ..., quit_room: _Optional[_Union[QuitRoom, _Mapping]] = ..., join_queue: _Optional[_Union[JoinQueue, _Mapping]] = ..., leave_queue: _Optional[_Union[LeaveQueue, _Mapping]] = ..., agree_rated: _Optional[_Union[AgreeRated, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("token", "versions", "client")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    token: str
    versions: _containers.RepeatedScalarFieldContainer[int]
    client: str
    def __init__(self, token: _Optional[str] = ..., versions: _Optional[_Iterable[int]] = ..., client: _Optional[str] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("client_ms",)
    CLIENT_MS_FIELD_NUMBER: _ClassVar[int]
    client_ms: int
    def __init__(self, client_ms: _Optional[int] = ...) -> None: ...

class CreateRoom(_message.Message):
    __slots__ = ("game", "private", "settings")
    GAME_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    game: str
    private: bool
    settings: _room_pb2.RoomSettings
    def __init__(self, game: _Optional[str] = ..., private: _Optional[bool] = ..., settings: _Optional[_Union[_room_pb2.RoomSettings, _Mapping]] = ...) -> None: ...

class QuickPlay(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class EnterRoom(_message.Message):
    __slots__ = ("code",)
    CODE_FIELD_NUMBER: _ClassVar[int]
    code: str
    def __init__(self, code: _Optional[str] = ...) -> None: ...

class QuitRoom(_message.Message):
    __slots__ = ("room_id",)
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    def __init__(self, room_id: _Optional[str] = ...) -> None: ...

class LeaveRoom(_message.Message):
    __slots__ = ("room_id",)
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    def __init__(self, room_id: _Optional[str] = ...) -> None: ...

class TakeSeat(_message.Message):
    __slots__ = ("room_id", "seat")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    seat: int
    def __init__(self, room_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class LeaveSeat(_message.Message):
    __slots__ = ("room_id",)
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    def __init__(self, room_id: _Optional[str] = ...) -> None: ...

class AddBot(_message.Message):
    __slots__ = ("room_id", "seat", "level")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    seat: int
    level: _common_pb2.BotLevel
    def __init__(self, room_id: _Optional[str] = ..., seat: _Optional[int] = ..., level: _Optional[_Union[_common_pb2.BotLevel, str]] = ...) -> None: ...

class RemoveBot(_message.Message):
    __slots__ = ("room_id", "seat")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    seat: int
    def __init__(self, room_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class Configure(_message.Message):
    __slots__ = ("room_id", "settings", "private")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    settings: _room_pb2.RoomSettings
    private: bool
    def __init__(self, room_id: _Optional[str] = ..., settings: _Optional[_Union[_room_pb2.RoomSettings, _Mapping]] = ..., private: _Optional[bool] = ...) -> None: ...

class Contribute(_message.Message):
    __slots__ = ("room_id", "game_id", "nonce")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    game_id: str
    nonce: bytes
    def __init__(self, room_id: _Optional[str] = ..., game_id: _Optional[str] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class StartGame(_message.Message):
    __slots__ = ("room_id",)
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    def __init__(self, room_id: _Optional[str] = ...) -> None: ...

class PauseGame(_message.Message):
    __slots__ = ("room_id",)
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    def __init__(self, room_id: _Optional[str] = ...) -> None: ...

class ResumeGame(_message.Message):
    __slots__ = ("room_id",)
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    def __init__(self, room_id: _Optional[str] = ...) -> None: ...

class EndGame(_message.Message):
    __slots__ = ("room_id",)
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    def __init__(self, room_id: _Optional[str] = ...) -> None: ...

class TransferHost(_message.Message):
    __slots__ = ("room_id", "player_id")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    player_id: str
    def __init__(self, room_id: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class RemovePerson(_message.Message):
    __slots__ = ("room_id", "player_id")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    player_id: str
    def __init__(self, room_id: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class CloseRoom(_message.Message):
    __slots__ = ("room_id",)
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    def __init__(self, room_id: _Optional[str] = ...) -> None: ...

class JoinQueue(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class LeaveQueue(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AgreeRated(_message.Message):
    __slots__ = ("room_id", "agree")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    AGREE_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    agree: bool
    def __init__(self, room_id: _Optional[str] = ..., agree: _Optional[bool] = ...) -> None: ...

class Act(_message.Message):
    __slots__ = ("game_id", "version", "action")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    action: _table_pb2.Action
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ..., action: _Optional[_Union[_table_pb2.Action, _Mapping]] = ...) -> None: ...

class Resync(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class WatchListing(_message.Message):
    __slots__ = ("watch",)
    WATCH_FIELD_NUMBER: _ClassVar[int]
    watch: bool
    def __init__(self, watch: _Optional[bool] = ...) -> None: ...

class React(_message.Message):
    __slots__ = ("room_id", "emote")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    EMOTE_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    emote: str
    def __init__(self, room_id: _Optional[str] = ..., emote: _Optional[str] = ...) -> None: ...

class Rename(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class ServerFrame(_message.Message):
    __slots__ = ("reply_to", "welcome", "pong", "error", "ok", "room", "room_gone", "update", "accepted", "listing", "listing_changed", "reaction", "goodbye", "queue")
    REPLY_TO_FIELD_NUMBER: _ClassVar[int]
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    OK_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    ROOM_GONE_FIELD_NUMBER: _ClassVar[int]
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    LISTING_FIELD_NUMBER: _ClassVar[int]
    LISTING_CHANGED_FIELD_NUMBER: _ClassVar[int]
    REACTION_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    reply_to: str
    welcome: Welcome
    pong: Pong
    error: _common_pb2.Error
    ok: Ok
    room: _room_pb2.Room
    room_gone: RoomGone
    update: _table_pb2.Update
    accepted: Accepted
    listing: Listing
    listing_changed: _room_pb2.RoomListing
    reaction: Reaction
    goodbye: Goodbye
    queue: Queue
    def __init__(self, reply_to: _Optional[str] = ..., welcome: _Optional[_Union[Welcome, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ..., error: _Optional[_Union[_common_pb2.Error, _Mapping]] = ..., ok: _Optional[_Union[Ok, _Mapping]] = ..., room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ..., room_gone: _Optional[_Union[RoomGone, _Mapping]] = ..., update: _Optional[_Union[_table_pb2.Update, _Mapping]] = ..., accepted: _Optional[_Union[Accepted, _Mapping]] = ..., listing: _Optional[_Union[Listing, _Mapping]] = ..., listing_changed: _Optional[_Union[_room_pb2.RoomListing, _Mapping]] = ..., reaction: _Optional[_Union[Reaction, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ..., queue: _Optional[_Union[Queue, _Mapping]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("player_id", "name", "version", "server_ms", "rooms", "token", "queue")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SERVER_MS_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    name: str
    version: int
    server_ms: int
    rooms: _containers.RepeatedCompositeFieldContainer[_room_pb2.RoomListing]
    token: str
    queue: Queue
    def __init__(self, player_id: _Optional[str] = ..., name: _Optional[str] = ..., version: _Optional[int] = ..., server_ms: _Optional[int] = ..., rooms: _Optional[_Iterable[_Union[_room_pb2.RoomListing, _Mapping]]] = ..., token: _Optional[str] = ..., queue: _Optional[_Union[Queue, _Mapping]] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("client_ms", "server_ms")
    CLIENT_MS_FIELD_NUMBER: _ClassVar[int]
    SERVER_MS_FIELD_NUMBER: _ClassVar[int]
    client_ms: int
    server_ms: int
    def __init__(self, client_ms: _Optional[int] = ..., server_ms: _Optional[int] = ...) -> None: ...

class Ok(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RoomGone(_message.Message):
    __slots__ = ("room_id", "reason")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    reason: str
    def __init__(self, room_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class Accepted(_message.Message):
    __slots__ = ("game_id", "version")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class Listing(_message.Message):
    __slots__ = ("rooms",)
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    rooms: _containers.RepeatedCompositeFieldContainer[_room_pb2.RoomListing]
    def __init__(self, rooms: _Optional[_Iterable[_Union[_room_pb2.RoomListing, _Mapping]]] = ...) -> None: ...

class Reaction(_message.Message):
    __slots__ = ("room_id", "player_id", "emote")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    EMOTE_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    player_id: str
    emote: str
    def __init__(self, room_id: _Optional[str] = ..., player_id: _Optional[str] = ..., emote: _Optional[str] = ...) -> None: ...

class Queue(_message.Message):
    __slots__ = ("game", "since_ms", "people", "ended", "room_id", "code")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SINCE_MS_FIELD_NUMBER: _ClassVar[int]
    PEOPLE_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    game: str
    since_ms: int
    people: int
    ended: str
    room_id: str
    code: str
    def __init__(self, game: _Optional[str] = ..., since_ms: _Optional[int] = ..., people: _Optional[int] = ..., ended: _Optional[str] = ..., room_id: _Optional[str] = ..., code: _Optional[str] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...
