"""An entry of the log as values: what happened, why, and what is due afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardbus.due import DueSet


@dataclass(frozen=True, slots=True)
class Participant:
    """One seat of a game, frozen when it started. `bot_level` 0: a person."""

    seat: int
    player_id: str
    name: str
    bot_level: int
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a person has, milliseconds; 0: no limit."""

    action_ms: int = 0
    clock_ms: int = 0
    increment_ms: int = 0


@dataclass(frozen=True, slots=True)
class Started:
    """The facts with which a game began; `options` is the options' JSON text."""

    game: str
    rules_version: int
    room_id: str
    options: str
    participants: tuple[Participant, ...]
    starter: int | None
    limits: Limits
    rated: bool
    commitment: bytes
    connected: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Acted:
    """A participant acted; `action` is its notation as JSON text."""

    seat: int
    action: str
    automatic: bool


@dataclass(frozen=True, slots=True)
class Expired:
    """The open window lapsed."""


@dataclass(frozen=True, slots=True)
class Departed:
    """A person left on purpose, for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A seat lost at once, by the game's rule."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A bot plays for a person who is away."""

    seat: int


@dataclass(frozen=True, slots=True)
class Connection:
    """A person went or came back, as of the room's `revision`; coming back takes the seat back."""

    seat: int
    connected: bool
    revision: int


@dataclass(frozen=True, slots=True)
class ConnectionsChanged:
    """People went and came back, each at most once."""

    changes: tuple[Connection, ...]


@dataclass(frozen=True, slots=True)
class Paused:
    """One more cause (`host`, `no_people`) holds the game, as of the room's `revision`."""

    reason: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Resumed:
    """One cause less holds the game, as of the room's `revision`."""

    reason: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Extended:
    """Deadlines that fell due while the service was away were given anew."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoomLost:
    """The game goes on without its room: nobody tells any more who is there."""


@dataclass(frozen=True, slots=True)
class Aborted:
    """The game ended without a winner."""

    reason: str


Content = (
    Started
    | Acted
    | Expired
    | Departed
    | Forfeited
    | TakenOver
    | ConnectionsChanged
    | Paused
    | Resumed
    | Extended
    | RoomLost
    | Aborted
)


@dataclass(frozen=True, slots=True)
class ByCommand:
    """A person's command; the pair of ids makes it idempotent."""

    player_id: str
    request_id: str
    seen_version: int


@dataclass(frozen=True, slots=True)
class ByDue:
    """A deadline of this kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class BySystem:
    """Another service (`lobby`) or this one (`engine`)."""

    name: str


Cause = ByCommand | ByDue | BySystem


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. `entry_id` is random and recognises one's own append; `clocks` holds what is left
    on each player's chess clock, `(seat, milliseconds at at_ms)`."""

    version: int
    at_ms: int
    entry_id: bytes
    cause: Cause
    content: Content
    due: DueSet
    turn_begins_ms: int = 0
    clocks: tuple[tuple[int, int], ...] = ()
    check: bytes = field(default=b"", repr=False)
