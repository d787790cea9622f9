"""What stands where in Redis, and the parts of one transaction: guards and commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PREFIX: Final = "lobby:"
"""Before every key, since other services may share the server."""

LISTING: Final = f"{PREFIX}listing"
"""Hash of the public list's lines by room id."""
SEEN: Final = f"{PREFIX}seen"
"""People of whom something is kept, by when they were last seen."""
FORGETTING: Final = f"{PREFIX}forgetting"
"""What is still to be deleted, by when that began: `person:<id>`, `game:<id>:<seat>`."""
QUEUES: Final = f"{PREFIX}queues"
"""Set of games whose rated queue may hold somebody."""

FOREVER_MS: Final = 9_007_199_254_740_991
"""Tokens from before this are refused: all of them. Exact as a number in Lua."""

Op = tuple[str, ...]
"""One Redis command with its arguments, or one of the script's own, which begin with `@`."""


@dataclass(frozen=True, slots=True)
class Extra:
    """Guards that must hold and commands to run beside a room's save."""

    guards: tuple[Op, ...] = ()
    ops: tuple[Op, ...] = ()


def room_key(room_id: str) -> str:
    """The hash of one room: `cas`, `revision`, `state`."""
    return f"{PREFIX}room:{room_id}"


def code_key(code: str) -> str:
    """Where a code leads: the room's id."""
    return f"{PREFIX}code:{code}"


def sockets_key(gateway_id: str) -> str:
    """The hash of a gateway's sockets: socket id to `room_id player_id`."""
    return f"{PREFIX}gateway:{gateway_id}:sockets"


def lease_key(gateway_id: str) -> str:
    """Until when a gateway counts as alive."""
    return f"{PREFIX}gateway:{gateway_id}:lease"


def _person(player_id: str, what: str) -> str:
    return f"{PREFIX}person:{player_id}:{what}"


def person_key(player_id: str) -> str:
    """The set of rooms in which the person is."""
    return _person(player_id, "rooms")


def profile_key(player_id: str) -> str:
    """The hash of a person: `name`, `since_ms`."""
    return _person(player_id, "profile")


def games_key(player_id: str) -> str:
    """The person's finished games by when they ended."""
    return _person(player_id, "games")


def statistics_key(player_id: str) -> str:
    """The hash of a person's counts: `<game>:played`, `:won`, `:best`, `:streak`."""
    return _person(player_id, "statistics")


def voids_key(player_id: str) -> str:
    """Rated games that the person made void, by when."""
    return _person(player_id, "voids")


def tokens_key(player_id: str) -> str:
    """Tokens made before this moment are refused; missing: none is."""
    return _person(player_id, "tokens")


def recovery_of_key(player_id: str) -> str:
    """The first part of the person's recovery code."""
    return _person(player_id, "recovery")


def recovery_key(selector: str) -> str:
    """The hash of a recovery code: `player_id`, `digest`."""
    return f"{PREFIX}recovery:{selector}"


def attempts_key(selector: str) -> str:
    """How often a code of that first part was tried in vain."""
    return f"{PREFIX}recovery:{selector}:attempts"


def queued_key(player_id: str) -> str:
    """The game in whose queue the person waits."""
    return _person(player_id, "queue")


def paired_key(player_id: str) -> str:
    """The room in which the person has just been paired."""
    return _person(player_id, "paired")


def queue_key(game: str) -> str:
    """The hash of a game's rated queue: tickets by person."""
    return f"{PREFIX}queue:{game}"


def rating_key(game: str, player_id: str) -> str:
    """The hash of a rating: `mu`, `sigma`, `games`, `won`."""
    return f"{PREFIX}rating:{game}:{player_id}"


def leaderboard_key(game: str) -> str:
    """People by ordinal."""
    return f"{PREFIX}leaderboard:{game}"


def game_key(game_id: str) -> str:
    """What is kept of a finished game, as JSON."""
    return f"{PREFIX}game:{game_id}"


def settlement_key(game_id: str) -> str:
    """What stands once a game is settled."""
    return f"{PREFIX}settled:{game_id}"
