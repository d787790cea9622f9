from cardproto.v1 import common_pb2 as _common_pb2
from cardproto.v1 import contract_pb2 as _contract_pb2
from cardproto.v1 import engine_pb2 as _engine_pb2
from cardproto.v1 import person_pb2 as _person_pb2
from cardproto.v1 import room_pb2 as _room_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RoomChanged(_message.Message):
    __slots__ = ("room_id", "room")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    room: _room_pb2.Room
    def __init__(self, room_id: _Optional[str] = ..., room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class ListingChanged(_message.Message):
    __slots__ = ("listing",)
    LISTING_FIELD_NUMBER: _ClassVar[int]
    listing: _room_pb2.RoomListing
    def __init__(self, listing: _Optional[_Union[_room_pb2.RoomListing, _Mapping]] = ...) -> None: ...

class Reacted(_message.Message):
    __slots__ = ("room_id", "player_id", "emote")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    EMOTE_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    player_id: str
    emote: str
    def __init__(self, room_id: _Optional[str] = ..., player_id: _Optional[str] = ..., emote: _Optional[str] = ...) -> None: ...

class QueueChanged(_message.Message):
    __slots__ = ("player_id", "place")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    place: QueuePlace
    def __init__(self, player_id: _Optional[str] = ..., place: _Optional[_Union[QueuePlace, _Mapping]] = ...) -> None: ...

class SessionsEnded(_message.Message):
    __slots__ = ("player_id", "before_ms")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    BEFORE_MS_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    before_ms: int
    def __init__(self, player_id: _Optional[str] = ..., before_ms: _Optional[int] = ...) -> None: ...

class CreateRoomRequest(_message.Message):
    __slots__ = ("actor", "game", "private", "settings")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    game: str
    private: bool
    settings: _room_pb2.RoomSettings
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., game: _Optional[str] = ..., private: _Optional[bool] = ..., settings: _Optional[_Union[_room_pb2.RoomSettings, _Mapping]] = ...) -> None: ...

class CreateRoomResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class GetRoomRequest(_message.Message):
    __slots__ = ("actor", "room_id", "code")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    code: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., code: _Optional[str] = ...) -> None: ...

class GetRoomResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class ListRoomsRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class ListRoomsResponse(_message.Message):
    __slots__ = ("rooms",)
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    rooms: _containers.RepeatedCompositeFieldContainer[_room_pb2.RoomListing]
    def __init__(self, rooms: _Optional[_Iterable[_Union[_room_pb2.RoomListing, _Mapping]]] = ...) -> None: ...

class QuickPlayRequest(_message.Message):
    __slots__ = ("actor", "game")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    game: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., game: _Optional[str] = ...) -> None: ...

class QuickPlayResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class JoinRoomRequest(_message.Message):
    __slots__ = ("actor", "code")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    code: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., code: _Optional[str] = ...) -> None: ...

class JoinRoomResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class LeaveRoomRequest(_message.Message):
    __slots__ = ("actor", "room_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ...) -> None: ...

class LeaveRoomResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TakeSeatRequest(_message.Message):
    __slots__ = ("actor", "room_id", "seat")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    seat: int
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class TakeSeatResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class LeaveSeatRequest(_message.Message):
    __slots__ = ("actor", "room_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ...) -> None: ...

class LeaveSeatResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class AddBotRequest(_message.Message):
    __slots__ = ("actor", "room_id", "seat", "level")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    seat: int
    level: _common_pb2.BotLevel
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., seat: _Optional[int] = ..., level: _Optional[_Union[_common_pb2.BotLevel, str]] = ...) -> None: ...

class AddBotResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class RemoveBotRequest(_message.Message):
    __slots__ = ("actor", "room_id", "seat")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    seat: int
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class RemoveBotResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class ConfigureRequest(_message.Message):
    __slots__ = ("actor", "room_id", "settings", "private")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    settings: _room_pb2.RoomSettings
    private: bool
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., settings: _Optional[_Union[_room_pb2.RoomSettings, _Mapping]] = ..., private: _Optional[bool] = ...) -> None: ...

class ConfigureResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class ContributeRequest(_message.Message):
    __slots__ = ("actor", "room_id", "game_id", "nonce")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    game_id: str
    nonce: bytes
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., game_id: _Optional[str] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class ContributeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StartGameRequest(_message.Message):
    __slots__ = ("actor", "room_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ...) -> None: ...

class StartGameResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class PauseGameRequest(_message.Message):
    __slots__ = ("actor", "room_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ...) -> None: ...

class PauseGameResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class ResumeGameRequest(_message.Message):
    __slots__ = ("actor", "room_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ...) -> None: ...

class ResumeGameResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class EndGameRequest(_message.Message):
    __slots__ = ("actor", "room_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ...) -> None: ...

class EndGameResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class TransferHostRequest(_message.Message):
    __slots__ = ("actor", "room_id", "player_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    player_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class TransferHostResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class RemovePersonRequest(_message.Message):
    __slots__ = ("actor", "room_id", "player_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    player_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., player_id: _Optional[str] = ...) -> None: ...

class RemovePersonResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class CloseRoomRequest(_message.Message):
    __slots__ = ("actor", "room_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ...) -> None: ...

class CloseRoomResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MyRoomsRequest(_message.Message):
    __slots__ = ("actor", "people")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    PEOPLE_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    people: _containers.RepeatedCompositeFieldContainer[_common_pb2.Actor]
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., people: _Optional[_Iterable[_Union[_common_pb2.Actor, _Mapping]]] = ...) -> None: ...

class MyRoomsResponse(_message.Message):
    __slots__ = ("rooms", "queue", "people")
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    PEOPLE_FIELD_NUMBER: _ClassVar[int]
    rooms: _containers.RepeatedCompositeFieldContainer[_room_pb2.RoomListing]
    queue: QueuePlace
    people: _containers.RepeatedCompositeFieldContainer[PersonsRooms]
    def __init__(self, rooms: _Optional[_Iterable[_Union[_room_pb2.RoomListing, _Mapping]]] = ..., queue: _Optional[_Union[QueuePlace, _Mapping]] = ..., people: _Optional[_Iterable[_Union[PersonsRooms, _Mapping]]] = ...) -> None: ...

class PersonsRooms(_message.Message):
    __slots__ = ("rooms", "queue", "refused")
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    rooms: _containers.RepeatedCompositeFieldContainer[_room_pb2.RoomListing]
    queue: QueuePlace
    refused: str
    def __init__(self, rooms: _Optional[_Iterable[_Union[_room_pb2.RoomListing, _Mapping]]] = ..., queue: _Optional[_Union[QueuePlace, _Mapping]] = ..., refused: _Optional[str] = ...) -> None: ...

class SetPresenceRequest(_message.Message):
    __slots__ = ("actor", "room_id", "gateway_id", "socket_id", "present", "ago_ms")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    GATEWAY_ID_FIELD_NUMBER: _ClassVar[int]
    SOCKET_ID_FIELD_NUMBER: _ClassVar[int]
    PRESENT_FIELD_NUMBER: _ClassVar[int]
    AGO_MS_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    gateway_id: str
    socket_id: str
    present: bool
    ago_ms: int
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., gateway_id: _Optional[str] = ..., socket_id: _Optional[str] = ..., present: _Optional[bool] = ..., ago_ms: _Optional[int] = ...) -> None: ...

class SetPresenceResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class SetPresencesRequest(_message.Message):
    __slots__ = ("gateway_id", "edges", "rooms")
    class RoomsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    GATEWAY_ID_FIELD_NUMBER: _ClassVar[int]
    EDGES_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    gateway_id: str
    edges: _containers.RepeatedCompositeFieldContainer[PresenceEdge]
    rooms: _containers.ScalarMap[str, int]
    def __init__(self, gateway_id: _Optional[str] = ..., edges: _Optional[_Iterable[_Union[PresenceEdge, _Mapping]]] = ..., rooms: _Optional[_Mapping[str, int]] = ...) -> None: ...

class PresenceEdge(_message.Message):
    __slots__ = ("player_id", "room_id", "socket_id", "present", "ago_ms")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SOCKET_ID_FIELD_NUMBER: _ClassVar[int]
    PRESENT_FIELD_NUMBER: _ClassVar[int]
    AGO_MS_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    room_id: str
    socket_id: str
    present: bool
    ago_ms: int
    def __init__(self, player_id: _Optional[str] = ..., room_id: _Optional[str] = ..., socket_id: _Optional[str] = ..., present: _Optional[bool] = ..., ago_ms: _Optional[int] = ...) -> None: ...

class SetPresencesResponse(_message.Message):
    __slots__ = ("rooms",)
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    rooms: _containers.RepeatedCompositeFieldContainer[_room_pb2.Room]
    def __init__(self, rooms: _Optional[_Iterable[_Union[_room_pb2.Room, _Mapping]]] = ...) -> None: ...

class RenewLeaseRequest(_message.Message):
    __slots__ = ("gateway_id", "rooms", "alive", "sockets", "queue")
    class RoomsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    GATEWAY_ID_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    ALIVE_FIELD_NUMBER: _ClassVar[int]
    SOCKETS_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    gateway_id: str
    rooms: _containers.ScalarMap[str, int]
    alive: bool
    sockets: _containers.RepeatedCompositeFieldContainer[RoomSockets]
    queue: _containers.RepeatedCompositeFieldContainer[QueueSockets]
    def __init__(self, gateway_id: _Optional[str] = ..., rooms: _Optional[_Mapping[str, int]] = ..., alive: _Optional[bool] = ..., sockets: _Optional[_Iterable[_Union[RoomSockets, _Mapping]]] = ..., queue: _Optional[_Iterable[_Union[QueueSockets, _Mapping]]] = ...) -> None: ...

class QueueSockets(_message.Message):
    __slots__ = ("player_id", "socket_ids")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    SOCKET_IDS_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    socket_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, player_id: _Optional[str] = ..., socket_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class RoomSockets(_message.Message):
    __slots__ = ("room_id", "player_id", "socket_ids")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    SOCKET_IDS_FIELD_NUMBER: _ClassVar[int]
    room_id: str
    player_id: str
    socket_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, room_id: _Optional[str] = ..., player_id: _Optional[str] = ..., socket_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class RenewLeaseResponse(_message.Message):
    __slots__ = ("rooms", "gone", "queue")
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    GONE_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    rooms: _containers.RepeatedCompositeFieldContainer[_room_pb2.Room]
    gone: _containers.RepeatedScalarFieldContainer[str]
    queue: _containers.RepeatedCompositeFieldContainer[QueueChanged]
    def __init__(self, rooms: _Optional[_Iterable[_Union[_room_pb2.Room, _Mapping]]] = ..., gone: _Optional[_Iterable[str]] = ..., queue: _Optional[_Iterable[_Union[QueueChanged, _Mapping]]] = ...) -> None: ...

class SettleRequest(_message.Message):
    __slots__ = ("game_id", "room_id", "result", "aborted", "participants", "started_ms", "ended_ms", "rated", "game", "forfeited", "left")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    PARTICIPANTS_FIELD_NUMBER: _ClassVar[int]
    STARTED_MS_FIELD_NUMBER: _ClassVar[int]
    ENDED_MS_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    room_id: str
    result: _common_pb2.Result
    aborted: str
    participants: _containers.RepeatedCompositeFieldContainer[_common_pb2.Participant]
    started_ms: int
    ended_ms: int
    rated: bool
    game: str
    forfeited: int
    left: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game_id: _Optional[str] = ..., room_id: _Optional[str] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., aborted: _Optional[str] = ..., participants: _Optional[_Iterable[_Union[_common_pb2.Participant, _Mapping]]] = ..., started_ms: _Optional[int] = ..., ended_ms: _Optional[int] = ..., rated: _Optional[bool] = ..., game: _Optional[str] = ..., forfeited: _Optional[int] = ..., left: _Optional[_Iterable[int]] = ...) -> None: ...

class SettleResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class OwnerDueRequest(_message.Message):
    __slots__ = ("owner", "id", "version", "kind", "due_ms", "grace")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    DUE_MS_FIELD_NUMBER: _ClassVar[int]
    GRACE_FIELD_NUMBER: _ClassVar[int]
    owner: str
    id: str
    version: int
    kind: str
    due_ms: int
    grace: bool
    def __init__(self, owner: _Optional[str] = ..., id: _Optional[str] = ..., version: _Optional[int] = ..., kind: _Optional[str] = ..., due_ms: _Optional[int] = ..., grace: _Optional[bool] = ...) -> None: ...

class OwnerDueResponse(_message.Message):
    __slots__ = ("outcome",)
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    outcome: _engine_pb2.DueOutcome
    def __init__(self, outcome: _Optional[_Union[_engine_pb2.DueOutcome, str]] = ...) -> None: ...

class QueuePlace(_message.Message):
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

class JoinQueueRequest(_message.Message):
    __slots__ = ("actor", "game", "gateway_id", "socket_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    GATEWAY_ID_FIELD_NUMBER: _ClassVar[int]
    SOCKET_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    game: str
    gateway_id: str
    socket_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., game: _Optional[str] = ..., gateway_id: _Optional[str] = ..., socket_id: _Optional[str] = ...) -> None: ...

class JoinQueueResponse(_message.Message):
    __slots__ = ("place",)
    PLACE_FIELD_NUMBER: _ClassVar[int]
    place: QueuePlace
    def __init__(self, place: _Optional[_Union[QueuePlace, _Mapping]] = ...) -> None: ...

class LeaveQueueRequest(_message.Message):
    __slots__ = ("actor",)
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ...) -> None: ...

class LeaveQueueResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SetQueuePresenceRequest(_message.Message):
    __slots__ = ("actor", "gateway_id", "socket_id", "present")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    GATEWAY_ID_FIELD_NUMBER: _ClassVar[int]
    SOCKET_ID_FIELD_NUMBER: _ClassVar[int]
    PRESENT_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    gateway_id: str
    socket_id: str
    present: bool
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., gateway_id: _Optional[str] = ..., socket_id: _Optional[str] = ..., present: _Optional[bool] = ...) -> None: ...

class SetQueuePresenceResponse(_message.Message):
    __slots__ = ("place",)
    PLACE_FIELD_NUMBER: _ClassVar[int]
    place: QueuePlace
    def __init__(self, place: _Optional[_Union[QueuePlace, _Mapping]] = ...) -> None: ...

class AgreeRatedRequest(_message.Message):
    __slots__ = ("actor", "room_id", "agree")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    AGREE_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    room_id: str
    agree: bool
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., room_id: _Optional[str] = ..., agree: _Optional[bool] = ...) -> None: ...

class AgreeRatedResponse(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: _room_pb2.Room
    def __init__(self, room: _Optional[_Union[_room_pb2.Room, _Mapping]] = ...) -> None: ...

class GetPersonRequest(_message.Message):
    __slots__ = ("actor", "player_id")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    player_id: str
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., player_id: _Optional[str] = ...) -> None: ...

class GetPersonResponse(_message.Message):
    __slots__ = ("person",)
    PERSON_FIELD_NUMBER: _ClassVar[int]
    person: _person_pb2.Person
    def __init__(self, person: _Optional[_Union[_person_pb2.Person, _Mapping]] = ...) -> None: ...

class GetHistoryRequest(_message.Message):
    __slots__ = ("actor", "before", "count")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    before: str
    count: int
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ..., before: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class GetHistoryResponse(_message.Message):
    __slots__ = ("games", "more", "total")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[_person_pb2.PastGame]
    more: bool
    total: int
    def __init__(self, games: _Optional[_Iterable[_Union[_person_pb2.PastGame, _Mapping]]] = ..., more: _Optional[bool] = ..., total: _Optional[int] = ...) -> None: ...

class GetLeaderboardRequest(_message.Message):
    __slots__ = ("game", "first", "count")
    GAME_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    game: str
    first: int
    count: int
    def __init__(self, game: _Optional[str] = ..., first: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class GetLeaderboardResponse(_message.Message):
    __slots__ = ("lines", "total")
    LINES_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedCompositeFieldContainer[_person_pb2.LeaderboardLine]
    total: int
    def __init__(self, lines: _Optional[_Iterable[_Union[_person_pb2.LeaderboardLine, _Mapping]]] = ..., total: _Optional[int] = ...) -> None: ...

class DeletePersonRequest(_message.Message):
    __slots__ = ("actor",)
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ...) -> None: ...

class DeletePersonResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MakeRecoveryCodeRequest(_message.Message):
    __slots__ = ("actor",)
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    actor: _common_pb2.Actor
    def __init__(self, actor: _Optional[_Union[_common_pb2.Actor, _Mapping]] = ...) -> None: ...

class MakeRecoveryCodeResponse(_message.Message):
    __slots__ = ("code",)
    CODE_FIELD_NUMBER: _ClassVar[int]
    code: str
    def __init__(self, code: _Optional[str] = ...) -> None: ...

class RecoverRequest(_message.Message):
    __slots__ = ("code", "request_id")
    CODE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    code: str
    request_id: str
    def __init__(self, code: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class RecoverResponse(_message.Message):
    __slots__ = ("player_id", "name", "since_ms", "code")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SINCE_MS_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    name: str
    since_ms: int
    code: str
    def __init__(self, player_id: _Optional[str] = ..., name: _Optional[str] = ..., since_ms: _Optional[int] = ..., code: _Optional[str] = ...) -> None: ...
