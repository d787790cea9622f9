"""What may be asked of a game, by people, their room, bots and the timer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game_engine.entries import Started


@dataclass(frozen=True, slots=True)
class Start:
    """Deal; everything frozen in `started`."""

    started: Started


@dataclass(frozen=True, slots=True)
class Act:
    """A person's action of `game`, decided upon `seen_version`; `action` is the rules' value, or
    why what was sent cannot be read as one."""

    player_id: str
    request_id: str
    seen_version: int
    game: str
    action: Any


@dataclass(frozen=True, slots=True)
class BotAct:
    """A bot's action (the rules' value), decided when that seat's right had begun so."""

    seat: int
    right_since: int
    action: Any


@dataclass(frozen=True, slots=True)
class Leave:
    """A person leaves for good."""

    player_id: str
    request_id: str


@dataclass(frozen=True, slots=True)
class Hold:
    """One more cause to pause, as of the lobby's `revision`."""

    reason: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Release:
    """One cause less, as of the lobby's `revision`."""

    reason: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether this person is connected, as of the lobby's `revision`."""

    player_id: str
    connected: bool
    revision: int


@dataclass(frozen=True, slots=True)
class SetConnected:
    """People went and came back."""

    people: tuple[Presence, ...]


@dataclass(frozen=True, slots=True)
class LoseRoom:
    """The room was lost with its store."""


@dataclass(frozen=True, slots=True)
class Abort:
    """End without a winner."""

    reason: str


@dataclass(frozen=True, slots=True)
class Due:
    """The timer says that this deadline is due."""

    kind: str
    due_ms: int
    grace: bool


@dataclass(frozen=True, slots=True)
class Look:
    """Nothing but a table that was compared with the leader."""


Command = (
    Start | Act | BotAct | Leave | Hold | Release | SetConnected | LoseRoom | Abort | Due | Look
)
