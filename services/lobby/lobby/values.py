"""A room as a frozen value, and what can be read off it. All times are server milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Final, Literal

from lobby.policy import GamePolicy

# How bytes stand in the stored JSON, for pydantic.
_STORED: Final[dict[str, Any]] = {"ser_json_bytes": "hex", "val_json_bytes": "hex"}


class Phase(StrEnum):
    """Where a room stands. In the middle three a game is on."""

    WAITING = "waiting"
    STARTING = "starting"
    PLAYING = "playing"
    PAUSED = "paused"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Durations:
    """Every duration of a room in milliseconds, the time scale already in it."""

    shown_absence_ms: int
    """An absence shorter than this is not shown as one."""
    host_absence_ms: int
    """A host gone so long hands over."""
    absence_ms: int
    """Who is gone so long and takes no part in a running game leaves the room."""
    expiry_ms: int
    """A room without connected people lives so long."""
    nonce_wait_ms: int
    """How long a start waits for nonces still missing."""
    todo_ms: int
    """How long an intent may stand before the timer has it finished."""
    sync_ms: tuple[int, ...]
    """When published deadlines are published once more, after how many quiet times."""
    check_ms: int
    """How often a room with a game asks whether the game still exists."""
    grace_ms: int
    """What is left at least of an absence that ran while the service was away."""
    forget_sockets_ms: int
    """How long a closed socket's id is remembered, so that a late message cannot revive it."""
    pair_wait_ms: int
    """How long a pair of the rated queue waits for both to be there."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a room takes."""

    members: int
    rooms_per_person: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision may know of the world: time, policy, limits, and one unused game id."""

    now_ms: int
    policy: GamePolicy
    durations: Durations
    limits: Limits
    fresh_game_id: str


@dataclass(frozen=True, slots=True)
class Socket:
    """One open connection of a person to this room through a gateway."""

    socket_id: str
    gateway_id: str
    since_ms: int


@dataclass(frozen=True, slots=True)
class Member:
    """A person in the room. `connected` is what others see; `away_since_ms` is None while a
    socket is open. `nonce` is the contribution to the next deal."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STORED

    player_id: str
    name: str
    joined_ms: int
    away_since_ms: int | None
    connected: bool = False
    sockets: tuple[Socket, ...] = ()
    nonce: bytes = b""
    agrees_rated: bool = False
    """Wants the next games here to be rated."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Somebody's place in the rated queue of a game; `away_since_ms` is None while a socket of
    theirs is open. `mu` is their rating, `issued_ms` of their token."""

    player_id: str
    name: str
    game: str
    mu: float
    since_ms: int
    issued_ms: int = 0
    sockets: tuple[Socket, ...] = ()
    away_since_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """A room that was made for these two of the rated queue, until their game is dealt. In one that
    closed `unpaired` they are those who go back to the queue."""

    until_ms: int
    tickets: tuple[Ticket, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who holds a seat: a person, a bot (`bot_level` above 0), or a bot for a person who left a
    running game for good (`departed`)."""

    player_id: str
    bot_level: int
    name: str
    playing: bool = False
    leaving: bool = False
    departed: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host configures. `options` is a JSON object with every option of the game.

    Milliseconds; 0: no limit, no clock.
    """

    options: str
    action_ms: int
    clock_ms: int
    increment_ms: int


@dataclass(frozen=True, slots=True)
class Participant:
    """Who takes part in a game, frozen when it starts."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STORED

    seat: int
    player_id: str
    name: str
    bot_level: int
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Running:
    """What a game was started with; the same content each time the engine is asked."""

    participants: tuple[Participant, ...]
    starter: int | None
    connected: tuple[int, ...]
    rated: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the last game here ended; `aborted` is the reason where it has no result."""

    game_id: str
    winners: tuple[int, ...]
    scores: tuple[tuple[int, int], ...]
    reason: str
    aborted: str


IntentKind = Literal["commit", "discard", "start", "leave", "pause", "resume", "connected", "abort"]


@dataclass(frozen=True, slots=True)
class Intent:
    """A call to the engine that stands until it is known to be done.

    `key` is unique and is the call's request id, so that a repetition has no second effect.
    """

    kind: IntentKind
    key: str
    at_ms: int
    game_id: str
    player_id: str = ""
    reason: str = ""
    connected: bool = False
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Room:
    """The whole truth of one room; `revision` grows by one with each change that others are told.

    `armed` counts the other saves, and the times at which deadlines were published; `armed_ms` is
    the last such time, `quiet` how many there were in a row without a change.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STORED

    room_id: str
    code: str
    game: str
    private: bool
    created_ms: int
    host_id: str
    settings: Settings
    seats: tuple[Seat | None, ...]
    members: tuple[Member, ...]
    """In the order in which they came."""
    game_id: str
    """The game that is on, or the next one."""
    phase: Phase = Phase.WAITING
    revision: int = 0
    commitment: bytes = b""
    removed: tuple[str, ...] = ()
    running: Running | None = None
    pauses: tuple[str, ...] = ()
    start_asked_ms: int | None = None
    empty_since_ms: int | None = None
    checked_ms: int = 0
    last: Outcome | None = None
    last_starter: int | None = None
    games_played: int = 0
    closed_because: str = ""
    closed_sockets: tuple[tuple[str, int], ...] = ()
    todo: tuple[Intent, ...] = ()
    armed: int = 0
    armed_ms: int = 0
    quiet: int = 0
    pairing: Pairing | None = None

    @property
    def game_on(self) -> bool:
        """Whether a game is being started, runs or is paused."""
        return self.running is not None

    @property
    def rated(self) -> bool:
        """Whether the game that is on is rated, or the next one would be as things stand.

        By agreement: only in a private room in which two people hold all seats and both want it.
        What else it takes was looked at when they agreed, and changing it takes agreement back.
        """
        if self.running is not None:
            return self.running.rated
        if self.pairing is not None:
            return self.phase is not Phase.CLOSED
        held = [None if s is None else self.member(s.player_id) for s in self.seats]
        return self.private and all(m is not None and m.agrees_rated for m in held)

    def member(self, player_id: str) -> Member | None:
        """The person, or None where they are not in the room."""
        return next((m for m in self.members if m.player_id == player_id), None)

    def seat_of(self, player_id: str) -> int | None:
        """The seat that the person holds or has reserved."""
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.player_id == player_id:
                return number
        return None

    def plays(self, player_id: str) -> bool:
        """Whether the person takes part in the game that is on."""
        number = self.seat_of(player_id)
        seat = None if number is None else self.seats[number]
        return seat is not None and seat.playing

    def free_seat(self) -> int | None:
        """The lowest seat that nobody holds."""
        return next((number for number, seat in enumerate(self.seats) if seat is None), None)

    @property
    def bots(self) -> int:
        """Bots that will take part in the next game as things stand."""
        return sum(1 for s in self.seats if s is not None and s.bot_level and not s.leaving)

    @property
    def attended(self) -> bool:
        """Whether a connected person holds a seat; watchers and bots keep no room alive."""
        return any(m.connected and self.seat_of(m.player_id) is not None for m in self.members)

    def with_seat(self, number: int, seat: Seat | None) -> Room:
        """The room with that seat given to `seat`."""
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def with_member(self, member: Member) -> Room:
        """The room with that person's entry replaced."""
        return replace(self, members=self.members_with(member))

    def members_with(self, member: Member) -> tuple[Member, ...]:
        """The people here with that person's entry replaced."""
        return tuple(member if m.player_id == member.player_id else m for m in self.members)

    def intend(self, kind: IntentKind, now_ms: int, **fields: str | bool) -> Room:
        """The room with one more call to make, about its present game unless `game_id` says."""
        prefix = f"{self.room_id}-{self._next}-"
        used = [int(i.key[len(prefix) :]) for i in self.todo if i.key.startswith(prefix)]
        intent = Intent(
            kind,
            f"{prefix}{max(used, default=0) + 1}",
            now_ms,
            str(fields.get("game_id", self.game_id)),
            player_id=str(fields.get("player_id", "")),
            reason=str(fields.get("reason", "")),
            connected=bool(fields.get("connected", False)),
            revision=self._next,
        )
        return replace(self, todo=(*self.todo, intent))

    @property
    def _next(self) -> int:
        return self.revision + 1
