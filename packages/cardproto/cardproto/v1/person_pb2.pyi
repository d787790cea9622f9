from cardproto.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PersonRating(_message.Message):
    __slots__ = ("game", "ordinal", "mu", "deviation", "games", "won", "provisional", "rank")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ORDINAL_FIELD_NUMBER: _ClassVar[int]
    MU_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    PROVISIONAL_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    game: str
    ordinal: float
    mu: float
    deviation: float
    games: int
    won: int
    provisional: bool
    rank: int
    def __init__(self, game: _Optional[str] = ..., ordinal: _Optional[float] = ..., mu: _Optional[float] = ..., deviation: _Optional[float] = ..., games: _Optional[int] = ..., won: _Optional[int] = ..., provisional: _Optional[bool] = ..., rank: _Optional[int] = ...) -> None: ...

class PersonStatistics(_message.Message):
    __slots__ = ("game", "played", "won", "best")
    GAME_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    BEST_FIELD_NUMBER: _ClassVar[int]
    game: str
    played: int
    won: int
    best: int
    def __init__(self, game: _Optional[str] = ..., played: _Optional[int] = ..., won: _Optional[int] = ..., best: _Optional[int] = ...) -> None: ...

class Person(_message.Message):
    __slots__ = ("player_id", "name", "since_ms", "seen_ms", "ratings", "statistics")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SINCE_MS_FIELD_NUMBER: _ClassVar[int]
    SEEN_MS_FIELD_NUMBER: _ClassVar[int]
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    STATISTICS_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    name: str
    since_ms: int
    seen_ms: int
    ratings: _containers.RepeatedCompositeFieldContainer[PersonRating]
    statistics: _containers.RepeatedCompositeFieldContainer[PersonStatistics]
    def __init__(self, player_id: _Optional[str] = ..., name: _Optional[str] = ..., since_ms: _Optional[int] = ..., seen_ms: _Optional[int] = ..., ratings: _Optional[_Iterable[_Union[PersonRating, _Mapping]]] = ..., statistics: _Optional[_Iterable[_Union[PersonStatistics, _Mapping]]] = ...) -> None: ...

class PastSeat(_message.Message):
    __slots__ = ("seat", "name", "bot_level", "ordinal_before", "ordinal_after")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    ORDINAL_BEFORE_FIELD_NUMBER: _ClassVar[int]
    ORDINAL_AFTER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    bot_level: _common_pb2.BotLevel
    ordinal_before: float
    ordinal_after: float
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ..., bot_level: _Optional[_Union[_common_pb2.BotLevel, str]] = ..., ordinal_before: _Optional[float] = ..., ordinal_after: _Optional[float] = ...) -> None: ...

class PastGame(_message.Message):
    __slots__ = ("game_id", "game", "seat", "seats", "result", "aborted", "started_ms", "ended_ms", "rated")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    STARTED_MS_FIELD_NUMBER: _ClassVar[int]
    ENDED_MS_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    game: str
    seat: int
    seats: _containers.RepeatedCompositeFieldContainer[PastSeat]
    result: _common_pb2.Result
    aborted: str
    started_ms: int
    ended_ms: int
    rated: bool
    def __init__(self, game_id: _Optional[str] = ..., game: _Optional[str] = ..., seat: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[PastSeat, _Mapping]]] = ..., result: _Optional[_Union[_common_pb2.Result, _Mapping]] = ..., aborted: _Optional[str] = ..., started_ms: _Optional[int] = ..., ended_ms: _Optional[int] = ..., rated: _Optional[bool] = ...) -> None: ...

class LeaderboardLine(_message.Message):
    __slots__ = ("player_id", "name", "rating")
    PLAYER_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    player_id: str
    name: str
    rating: PersonRating
    def __init__(self, player_id: _Optional[str] = ..., name: _Optional[str] = ..., rating: _Optional[_Union[PersonRating, _Mapping]] = ...) -> None: ...
