"""Models of what is kept of people, for the description of the HTTP side."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

from gateway.http_models import Described, Id, Session


class Rating(Described):
    """What somebody is worth in one game, by OpenSkill."""

    game: str
    rank: int
    """Place on the leaderboard, from 1."""
    ordinal: float
    """What is shown and sorted by: `mu` less three deviations."""
    mu: float
    deviation: float
    games: int
    """Rated ones."""
    won: int
    provisional: bool
    """Fewer than ten rated games."""


class GameCounts(Described):
    """Games of one kind that came to a result; void and aborted ones count for nothing."""

    game: str
    played: int
    won: int
    best: int | None
    """The best that this person did, as `best` of the game's policy measures it."""


class Person(Described):
    """Somebody of whom something is kept."""

    player_id: Id
    name: str
    since_ms: int
    """Milliseconds since the epoch; 0: nothing is kept yet."""
    ratings: list[Rating]
    statistics: list[GameCounts]


class PastSeat(Described):
    """A participant of a finished game."""

    seat: int
    name: str
    """Empty where the person had their data deleted."""
    bot_level: str | None
    """A bot's: `BOT_LEVEL_EASY`, `…_NORMAL`, `…_HARD`."""
    ordinal_before: float | None
    """Of a rated game only."""
    ordinal_after: float | None


class PastGame(Described):
    """One finished game."""

    game_id: Id
    game: str
    seat: int
    """One's own."""
    seats: list[PastSeat]
    winners: list[int]
    scores: dict[str, int]
    """By seat."""
    reason: str
    aborted: str
    """Why it came to no result; empty where it did."""
    started_ms: int
    ended_ms: int
    rated: bool


class History(Described):
    """One's finished games, the newest first."""

    games: list[PastGame]
    next: Id | None
    """The `before` of the next page; null: there are no older ones."""
    total: int


class LeaderboardLine(Rating):
    """One line."""

    player_id: Id
    name: str


class Leaderboard(Described):
    """People with a rating, best first."""

    game: str
    first: int
    total: int
    people: list[LeaderboardLine]


class RecoveryCode(Described):
    """A secret: who has it, can take the identity."""

    code: str
    """24 letters and digits in groups of four."""


class NewRecovery(BaseModel):
    """Body of `POST /api/recover`."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)

    code: Annotated[str, StringConstraints(max_length=100)]
    """As it was shown; case, blanks and dashes do not matter."""
    request_id: Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{1,64}$")]
    """Chosen by the client, so that it can ask again if the answer was lost."""


class RecoveredSession(Session):
    """The identity on this device."""

    recovery_code: str
    """The next code; the one that was used is void."""


class Deleted(Described):
    """Nothing is kept any more."""

    deleted: bool
