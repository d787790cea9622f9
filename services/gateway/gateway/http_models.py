"""What the HTTP side answers, for its description: `docs/openapi.json` is made of these.

The documents themselves are written as they are found; a test holds them against these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, StringConstraints

from gateway.errors import (
    BAD_OPTION,
    HTTP_STATUS,
    INTERNAL,
    MALFORMED,
    NAME_REFUSED,
    NOT_FOUND,
    NOT_SEATED,
    RATE_LIMITED,
    ROOM_NOT_FOUND,
    STALE_SESSION,
    TOO_LARGE,
    UNAVAILABLE,
    UNSUPPORTED_VERSION,
)

_ABOUT: Final = {
    MALFORMED: "the request cannot be read; `field` names what",
    BAD_OPTION: "a value that is not possible",
    NAME_REFUSED: "the name is empty, too long, or holds what cannot be seen; `max` characters",
    STALE_SESSION: "no valid token: ask for a new session",
    NOT_FOUND: "there is no such document",
    NOT_SEATED: "nobody took part at that seat",
    UNSUPPORTED_VERSION: "the game was played by rules of another version, `rules`",
    ROOM_NOT_FOUND: "no open room has that code",
    TOO_LARGE: "the body is larger than `max` bytes",
    RATE_LIMITED: "too many requests from this address; `limit` names which rate",
    INTERNAL: "a fault of the server",
    UNAVAILABLE: "the answer is not known: ask again later",
}
_ALWAYS: Final = (MALFORMED, TOO_LARGE, RATE_LIMITED, INTERNAL)
"""What may meet any request to `/api`."""

Id = Annotated[str, StringConstraints(pattern="^[a-z2-7]{16}$")]
Decimal = Annotated[str, StringConstraints(pattern="^[0-9]+$")]
"""A 64-bit number as proto3 JSON writes it."""


class Described(BaseModel):
    """A document of exactly these fields."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Error(Described):
    """A refusal: a stable code and its parameters, never a sentence."""

    code: str
    params: dict[str, str]


class NewSession(BaseModel):
    """Body of `POST /api/session`."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)

    name: Annotated[str, StringConstraints(max_length=200)]
    """As others will see it: 1-20 characters after normalisation."""


class Session(Described):
    """A guest's identity. Who has the token is that person: keep it secret."""

    player_id: Id
    name: str
    """The name as it is shown, normalised."""
    token: str
    """For `hello`; at most 512 characters."""
    expires_ms: int
    """Milliseconds since the epoch. `welcome` brings a fresh token in time."""


class RoomLine(Described):
    """A room as a stranger sees it: one line of the public list."""

    room_id: Id
    code: str
    game: str
    phase: str
    """`ROOM_PHASE_WAITING`, `…_STARTING`, `…_PLAYING`, `…_PAUSED`."""
    host_name: str
    people: int
    bots: int
    seats: int
    created_ms: Decimal
    revision: Decimal


class RoomList(Described):
    """Public rooms, the newest first."""

    rooms: list[RoomLine]


class ActionLimit(Described):
    """The time limit of one action. Milliseconds."""

    default_ms: int
    min_ms: int
    max_ms: int
    none_allowed: bool
    phases: list[tuple[str, int]]
    """Phases of the game that have another default."""
    floor_ms: int
    """What an action leaves at least to finish the turn."""


class ChessClock(Described):
    """A clock for each player instead of a limit an action. Milliseconds."""

    initial_ms: int
    increment_ms: int
    initial_min_ms: int
    initial_max_ms: int
    increment_max_ms: int
    none_allowed: bool


class GameOption(Described):
    """One option of `RoomSettings.options`."""

    name: str
    type: str
    """`integer`, `boolean`, or `set`: some of `choices`."""
    default: Any
    minimum: int | None
    maximum: int | None
    choices: list[str]
    excludes: list[list[str]]
    """Choices that stand not together."""


class Open(BaseModel):
    """A document of these fields and perhaps more; a client ignores what it does not know."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)


class GamePolicy(Open):
    """What rooms of one game allow."""

    game: str
    seats: int
    players_min: int
    players_max: int
    bots_max: int
    person_required: bool
    fill_with_bots: bool
    """Empty seats get bots at the start."""
    limit: ActionLimit | None
    clock: ChessClock | None
    window_ms: int
    """How long a call window stays open; 0: the game has none."""
    interlude_ms: int
    on_leave: str
    absence_ms: int
    on_absence: str
    rated: bool
    """There is a rated queue and a leaderboard."""
    best: str
    """What somebody's best is: the `lowest` or `highest` own score, the `rivals`' scores together
    in a game won, or the longest `streak` of games won."""
    options: list[GameOption]
    playable: bool


class Limits(Described):
    """What the gateway allows one socket or person. Sizes in bytes, rates a second."""

    name_length: int
    frame_bytes: int
    frames_per_s: float
    frames_burst: int
    asks_per_s: float
    asks_burst: int
    idle_ms: int


class Config(Described):
    """What a client is told before it opens a socket."""

    version: str
    protocol_versions: list[int]
    subprotocols: list[str]
    games: dict[str, GamePolicy]
    emotes: list[str]
    limits: Limits
    time_scale: float
    """Every duration of the product is multiplied by this; 1 for players."""


class RecordPlayer(Described):
    """One participant of a finished game."""

    seat: int
    name: str
    kind: str
    """`person` or `bot`."""
    level: str | None = None
    """A bot's."""


class RecordSeal(Open):
    """What shows any edit of a record; `docs/records.md` says how each is made."""

    head: str
    names: str
    entries: list[str]
    """Eight hexadecimal digits for each entry."""
    whole: str


class GameRecord(Open):
    """A finished game, complete: `carteado verify` and the web client repeat it from this alone."""

    format: str
    game: str
    rules: int
    options: dict[str, Any]
    starter: int | None = None
    seats: list[RecordPlayer]
    commitment: str
    """SHA-256 of the seed, 64 hexadecimal digits."""
    server_seed: str
    nonces: dict[str, str]
    started_at: int
    entries: list[dict[str, Any]]
    """In order: `at` (milliseconds since the start), `do` (`act`, `expire`, `leave`, `forfeit`, or
    a remark), and what that needs."""
    result: dict[str, Any] | None
    aborted: str | None
    final: str
    """SHA-256 of the last position."""
    seal: RecordSeal


def answers(model: type[BaseModel], *codes: str) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route under `/api`: `model` at 200, and errors by status.

    `codes` are those that the route itself refuses with; what meets every route is added.
    """
    found: dict[int | str, dict[str, Any]] = {200: {"model": model, "description": "The document"}}
    for code in (*codes, *_ALWAYS):
        said = f"`{code}`: {_ABOUT[code]}"
        status = HTTP_STATUS[code]
        if status in found:
            if said not in found[status]["description"]:
                found[status]["description"] += f"; {said}"
        else:
            found[status] = {"model": Error, "description": said}
    return dict(sorted(found.items(), key=lambda item: int(item[0])))
