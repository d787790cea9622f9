from cardproto.v1 import caravan_pb2 as _caravan_pb2
from cardproto.v1 import common_pb2 as _common_pb2
from cardproto.v1 import hearts_pb2 as _hearts_pb2
from cardproto.v1 import rami_pb2 as _rami_pb2
from cardproto.v1 import rouba_monte_pb2 as _rouba_monte_pb2
from cardproto.v1 import virae_pb2 as _virae_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TableStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TABLE_STATUS_UNSPECIFIED: _ClassVar[TableStatus]
    TABLE_STATUS_PLAYING: _ClassVar[TableStatus]
    TABLE_STATUS_PAUSED: _ClassVar[TableStatus]
    TABLE_STATUS_OVER: _ClassVar[TableStatus]
    TABLE_STATUS_ABORTED: _ClassVar[TableStatus]

class Presence(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRESENCE_UNSPECIFIED: _ClassVar[Presence]
    PRESENCE_CONNECTED: _ClassVar[Presence]
    PRESENCE_AWAY: _ClassVar[Presence]
    PRESENCE_BOT: _ClassVar[Presence]
    PRESENCE_BOT_FOR_PERSON: _ClassVar[Presence]
    PRESENCE_LEFT: _ClassVar[Presence]
TABLE_STATUS_UNSPECIFIED: TableStatus
TABLE_STATUS_PLAYING: TableStatus
TABLE_STATUS_PAUSED: TableStatus
TABLE_STATUS_OVER: TableStatus
TABLE_STATUS_ABORTED: TableStatus
PRESENCE_UNSPECIFIED: Presence
PRESENCE_CONNECTED: Presence
PRESENCE_AWAY: Presence
PRESENCE_BOT: Presence
PRESENCE_BOT_FOR_PERSON: Presence
PRESENCE_LEFT: Presence

class Action(_message.Message):
    __slots__ = ("virae", "rouba_monte", "rami", "hearts", "caravan")
    VIRAE_FIELD_NUMBER: _ClassVar[int]
    ROUBA_MONTE_FIELD_NUMBER: _ClassVar[int]
    RAMI_FIELD_NUMBER: _ClassVar[int]
    HEARTS_FIELD_NUMBER: _ClassVar[int]
    CARAVAN_FIELD_NUMBER: _ClassVar[int]
    virae: _virae_pb2.ViraeAction
    rouba_monte: _rouba_monte_pb2.RoubaMonteAction
    rami: _rami_pb2.RamiAction
    hearts: _hearts_pb2.HeartsAction
    caravan: _caravan_pb2.CaravanAction
    def __init__(self, virae: _Optional[_Union[_virae_pb2.ViraeAction, _Mapping]] = ..., rouba_monte: _Optional[_Union[_rouba_monte_pb2.RoubaMonteAction, _Mapping]] = ..., rami: _Optional[_Union[_rami_pb2.RamiAction, _Mapping]] = ..., hearts: _Optional[_Union[_hearts_pb2.HeartsAction, _Mapping]] = ..., caravan: _Optional[_Union[_caravan_pb2.CaravanAction, _Mapping]] = ...) -> None: ...

class GameView(_message.Message):
    __slots__ = ("virae", "rouba_monte", "rami", "hearts", "caravan")
    VIRAE_FIELD_NUMBER: _ClassVar[int]
    ROUBA_MONTE_FIELD_NUMBER: _ClassVar[int]
    RAMI_FIELD_NUMBER: _ClassVar[int]
    HEARTS_FIELD_NUMBER: _ClassVar[int]
    CARAVAN_FIELD_NUMBER: _ClassVar[int]
    virae: _virae_pb2.ViraeView
    rouba_monte: _rouba_monte_pb2.RoubaMonteView
    rami: _rami_pb2.RamiView
    hearts: _hearts_pb2.HeartsView
    caravan: _caravan_pb2.CaravanView
    def __init__(self, virae: _Optional[_Union[_virae_pb2.ViraeView, _Mapping]] = ..., rouba_monte: _Optional[_Union[_rouba_monte_pb2.RoubaMonteView, _Mapping]] = ..., rami: _Optional[_Union[_rami_pb2.RamiView, _Mapping]] = ..., hearts: _Optional[_Union[_hearts_pb2.HeartsView, _Mapping]] = ..., caravan: _Optional[_Union[_caravan_pb2.CaravanView, _Mapping]] = ...) -> None: ...

class GameEvent(_message.Message):
    __slots__ = ("virae", "rouba_monte", "rami", "hearts", "caravan", "table")
    VIRAE_FIELD_NUMBER: _ClassVar[int]
    ROUBA_MONTE_FIELD_NUMBER: _ClassVar[int]
    RAMI_FIELD_NUMBER: _ClassVar[int]
    HEARTS_FIELD_NUMBER: _ClassVar[int]
    CARAVAN_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    virae: _virae_pb2.ViraeEvent
    rouba_monte: _rouba_monte_pb2.RoubaMonteEvent
    rami: _rami_pb2.RamiEvent
    hearts: _hearts_pb2.HeartsEvent
    caravan: _caravan_pb2.CaravanEvent
    table: TableEvent
    def __init__(self, virae: _Optional[_Union[_virae_pb2.ViraeEvent, _Mapping]] = ..., rouba_monte: _Optional[_Union[_rouba_monte_pb2.RoubaMonteEvent, _Mapping]] = ..., rami: _Optional[_Union[_rami_pb2.RamiEvent, _Mapping]] = ..., hearts: _Optional[_Union[_hearts_pb2.HeartsEvent, _Mapping]] = ..., caravan: _Optional[_Union[_caravan_pb2.CaravanEvent, _Mapping]] = ..., table: _Optional[_Union[TableEvent, _Mapping]] = ...) -> None: ...

class TableEvent(_message.Message):
    __slots__ = ("type", "seat", "reason")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    type: str
    seat: int
    reason: str
    def __init__(self, type: _Optional[str] = ..., seat: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class Reveal(_message.Message):
    __slots__ = ("index", "cards")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    index: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, index: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class TableSeat(_message.Message):
    __slots__ = ("seat", "player_id", "name", "bot_level", "presence", "absent_deadline_ms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    PRESENCE_FIELD_NUMBER: _ClassVar[int]
    ABSENT_DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    player_id: str
    name: str
    bot_level: _common_pb2.BotLevel
    presence: Presence
    absent_deadline_ms: int
    def __init__(self, seat: _Optional[int] = ..., player_id: _Optional[str] = ..., name: _Optional[str] = ..., bot_level: _Optional[_Union[_common_pb2.BotLevel, str]] = ..., presence: _Optional[_Union[Presence, str]] = ..., absent_deadline_ms: _Optional[int] = ...) -> None: ...

class TableState(_message.Message):
    __slots__ = ("game", "status", "seats", "turn_deadline_ms", "turn_begins_ms", "window_deadline_ms", "paused_by", "pause_deadline_ms", "result", "aborted", "commitment", "server_seed", "acting", "clocks", "first_deadline_ms", "stall_deadline_ms")
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    TURN_DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    TURN_BEGINS_MS_FIELD_NUMBER: _ClassVar[int]
    WINDOW_DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    PAUSED_BY_FIELD_NUMBER: _ClassVar[int]
    PAUSE_DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SERVER_SEED_FIELD_NUMBER: _ClassVar[int]
    ACTING_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    FIRST_DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    STALL_DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    game: str
    status: TableStatus
    seats: _containers.RepeatedCompositeFieldContainer[TableSeat]
    turn_deadline_ms: int
    turn_begins_ms: int
    window_deadline_ms: int
    paused_by: _containers.RepeatedScalarFieldContainer[str]
    pause_deadline_ms: int
    result: _common_pb2.Result
    aborted: str
    commitment: bytes
    server_seed: bytes
    acting: _containers.RepeatedScalarFieldContainer[int]
    clocks: _containers.RepeatedCompositeFieldContainer[SeatClock]
    first_deadline_ms: int
    stall_deadline_ms: int
    def __init__(self, game: _Optional[str] = ..., status: _Optional[_Union[TableStatus, str]] = ..., seats: _Optional[_Iterable[_Union[TableSeat, _Mapping]]] = ..., turn_deadline_ms: _Optional[int] = ..., turn_begins_ms: _Optional[int] = ..., window_deadline_ms: _Optional[int] = ..., paused_by: _Optional[_Iterable[str]] = ..., pause_deadline_ms: _Optional[int] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., aborted: _Optional[str] = ..., commitment: _Optional[bytes] = ..., server_seed: _Optional[bytes] = ..., acting: _Optional[_Iterable[int]] = ..., clocks: _Optional[_Iterable[_Union[SeatClock, _Mapping]]] = ..., first_deadline_ms: _Optional[int] = ..., stall_deadline_ms: _Optional[int] = ...) -> None: ...

class SeatClock(_message.Message):
    __slots__ = ("seat", "left_ms", "flag_ms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    FLAG_MS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    left_ms: int
    flag_ms: int
    def __init__(self, seat: _Optional[int] = ..., left_ms: _Optional[int] = ..., flag_ms: _Optional[int] = ...) -> None: ...

class Update(_message.Message):
    __slots__ = ("game_id", "version", "at_ms", "table", "view", "events", "reveals", "you", "resync")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    AT_MS_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    REVEALS_FIELD_NUMBER: _ClassVar[int]
    YOU_FIELD_NUMBER: _ClassVar[int]
    RESYNC_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    at_ms: int
    table: TableState
    view: GameView
    events: _containers.RepeatedCompositeFieldContainer[GameEvent]
    reveals: _containers.RepeatedCompositeFieldContainer[Reveal]
    you: int
    resync: bool
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ..., at_ms: _Optional[int] = ..., table: _Optional[_Union[TableState, _Mapping]] = ..., view: _Optional[_Union[GameView, _Mapping]] = ..., events: _Optional[_Iterable[_Union[GameEvent, _Mapping]]] = ..., reveals: _Optional[_Iterable[_Union[Reveal, _Mapping]]] = ..., you: _Optional[int] = ..., resync: _Optional[bool] = ...) -> None: ...
