"""What can be asked of a room, one value each. Who asks stands in `player_id`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lobby.values import Outcome, Settings


@dataclass(frozen=True, slots=True)
class Join:
    """Come in; known people change nothing. `name` is normalised already."""

    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Come in and take the lowest free seat of a public waiting room (quick play)."""

    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Go on purpose, for good."""

    player_id: str


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Hold `seat`, leaving the former one."""

    player_id: str
    seat: int


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Give one's seat up and watch."""

    player_id: str


@dataclass(frozen=True, slots=True)
class AddBot:
    """Put a bot of `level` (1 to 3) on `seat`, or on the lowest free one."""

    player_id: str
    seat: int | None
    level: int


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """Send the bot on `seat` away; one that plays goes when the game is over."""

    player_id: str
    seat: int


@dataclass(frozen=True, slots=True)
class Configure:
    """Settings, read and checked already; None: those that stand."""

    player_id: str
    settings: Settings | None
    private: bool


@dataclass(frozen=True, slots=True)
class Contribute:
    """A nonce for the deal of `game_id`, whose commitment the person saw."""

    player_id: str
    game_id: str
    nonce: bytes


@dataclass(frozen=True, slots=True)
class AgreeRated:
    """Whether one wants the next games here to be rated."""

    player_id: str
    agree: bool


@dataclass(frozen=True, slots=True)
class Start:
    """Start the game, or wait a moment for nonces still missing."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Pause:
    """The host stops the game for a while."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Resume:
    """The host lets it go on."""

    player_id: str


@dataclass(frozen=True, slots=True)
class End:
    """The host ends the game without a winner."""

    player_id: str


@dataclass(frozen=True, slots=True)
class TransferHost:
    """Hand hosting over to `heir`."""

    player_id: str
    heir: str


@dataclass(frozen=True, slots=True)
class RemovePerson:
    """Send `target` away for good."""

    player_id: str
    target: str


@dataclass(frozen=True, slots=True)
class Close:
    """The host closes the room."""

    player_id: str


@dataclass(frozen=True, slots=True)
class SocketOpened:
    """A socket of a member came into the room."""

    player_id: str
    gateway_id: str
    socket_id: str


@dataclass(frozen=True, slots=True)
class SocketClosed:
    """A socket went, so many milliseconds ago; unknown ones change nothing."""

    player_id: str
    gateway_id: str
    socket_id: str
    ago_ms: int = 0


@dataclass(frozen=True, slots=True)
class Edges:
    """Sockets of one gateway that came into the room or went, in this order; those of people who
    are not in the room change nothing."""

    edges: tuple[SocketOpened | SocketClosed, ...]


@dataclass(frozen=True, slots=True)
class Mend:
    """All sockets of one gateway in this room, person to socket ids, as it listed them; `dead`:
    it is no more and has none."""

    gateway_id: str
    listed: Mapping[str, frozenset[str]]
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: whatever is due takes effect. `grace`: the service was away meanwhile, so
    nobody's absence ends before they could come back."""

    grace: bool = False


@dataclass(frozen=True, slots=True)
class Settle:
    """The game `outcome.game_id` has ended."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Lost:
    """The engine knows nothing of the game `game_id`, for good."""

    game_id: str


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The engine knows the game `game_id`."""

    game_id: str


@dataclass(frozen=True, slots=True)
class IntentDone:
    """The call `key` was answered; `commitment` is the answer to a `commit`."""

    key: str
    commitment: bytes = b""


NO_GAME: Final = frozenset({"not_found", "game_gone"})
"""Codes of the engine's for a game that it does not have, or that can never go on."""


@dataclass(frozen=True, slots=True)
class IntentRefused:
    """The call `key` was refused for good."""

    key: str
    code: str


@dataclass(frozen=True, slots=True)
class Answered:
    """Several calls were answered, in this order."""

    answers: tuple[IntentDone | IntentRefused, ...]


Command = (
    Join
    | Sit
    | Leave
    | TakeSeat
    | LeaveSeat
    | AddBot
    | RemoveBot
    | Configure
    | Contribute
    | AgreeRated
    | Start
    | Pause
    | Resume
    | End
    | TransferHost
    | RemovePerson
    | Close
    | SocketOpened
    | SocketClosed
    | Edges
    | Mend
    | Tick
    | Settle
    | Lost
    | Confirmed
    | IntentDone
    | IntentRefused
    | Answered
)
