"""What is kept of people, to be read: ratings, statistics, histories, leaderboards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from lobby.database import Database
from lobby.errors import refuse
from lobby.keys import (
    SEEN,
    game_key,
    games_key,
    leaderboard_key,
    paired_key,
    person_key,
    profile_key,
    queued_key,
    rating_key,
    statistics_key,
    tokens_key,
)
from lobby.policy import Policies
from lobby.ratings import Standing, read_standing

SEEN_AGAIN_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who has just come. `issued_ms`: when their token was made."""

    player_id: str
    name: str
    issued_ms: int


@dataclass(frozen=True, slots=True)
class Known:
    """Where a guest is: rooms, and whether to look for them in a queue."""

    room_ids: tuple[str, ...]
    waits: bool


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating in one game, and its place on the leaderboard from 1."""

    game: str
    standing: Standing
    rank: int


@dataclass(frozen=True, slots=True)
class Counts:
    """A person's games of one kind that came to a result."""

    game: str
    played: int
    won: int
    best: int | None


@dataclass(frozen=True, slots=True)
class Profile:
    """What anybody may know of a person. Milliseconds; 0: nothing is kept of them."""

    player_id: str
    name: str
    since_ms: int
    seen_ms: int
    ratings: tuple[Rated, ...]
    counts: tuple[Counts, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a leaderboard."""

    player_id: str
    name: str
    rated: Rated


@dataclass(frozen=True, slots=True)
class Past:
    """A page of somebody's finished games, as they are kept, the newest first."""

    games: tuple[dict[str, Any], ...]
    more: bool
    total: int


class People:
    """`seen_again_ms`: not more often is it written that somebody was seen.

    Every method raises StoreLost.
    """

    def __init__(
        self, database: Database, policies: Policies, seen_again_ms: int = SEEN_AGAIN_MS
    ) -> None:
        self._database = database
        self._seen_again_ms = seen_again_ms
        self._rated = sorted(game for game, policy in policies.items() if policy.rated)
        self._games = sorted(policies)

    async def demand_session(self, player_id: str, issued_ms: int) -> None:
        """Raise Refused `stale_session` where tokens of that time are refused."""
        since = await self._database.ask("GET", tokens_key(player_id))
        if since is not None and issued_ms < int(since):
            refuse("stale_session")

    async def greet(self, guests: Sequence[Guest], now_ms: int) -> list[Known | None]:
        """They are here, under these names: what is known of each, None where the token is refused.

        In one round trip, since after a restart everybody comes at once. Of whom nothing is kept,
        nothing is kept now either.
        """
        ids = [guest.player_id for guest in guests]
        if not ids:
            return []
        seen_ms, marks, *rest = await self._database.ask_many(
            (
                ("ZMSCORE", SEEN, *ids),
                ("MGET", *(key(i) for i in ids for key in (tokens_key, queued_key, paired_key))),
                *(("HGET", profile_key(player_id), "name") for player_id in ids),
                *(("SMEMBERS", person_key(player_id)) for player_id in ids),
            )
        )
        names, rooms = rest[: len(ids)], rest[len(ids) :]
        greeted: list[Known | None] = []
        writes: list[tuple[str | int, ...]] = []
        for number, (guest, seen) in enumerate(zip(guests, seen_ms, strict=True)):
            since, queued, paired = marks[3 * number : 3 * number + 3]
            if since is not None and guest.issued_ms < int(since):
                greeted.append(None)
                continue
            greeted.append(Known(tuple(sorted(rooms[number])), bool(queued or paired)))
            again = seen is not None and now_ms - int(seen) >= self._seen_again_ms
            if again or (seen is not None and names[number] != guest.name):
                writes.append(("ZADD", SEEN, "XX", "GT", now_ms, guest.player_id))
                writes.append(("HSET", profile_key(guest.player_id), "name", guest.name))
        await self._database.ask_many(writes)
        return greeted

    async def profile(self, player_id: str) -> Profile:
        """Ratings and statistics of a person; empty for somebody of whom nothing is kept."""
        commands: list[tuple[str | int, ...]] = [
            ("HGETALL", profile_key(player_id)),
            ("ZSCORE", SEEN, player_id),
            ("HGETALL", statistics_key(player_id)),
        ]
        commands += [("HGETALL", rating_key(game, player_id)) for game in self._rated]
        commands += [("ZREVRANK", leaderboard_key(game), player_id) for game in self._rated]
        about, seen, counts, *rest = await self._database.ask_many(commands)
        fields, ranks = rest[: len(self._rated)], rest[len(self._rated) :]
        return Profile(
            player_id,
            about.get("name", ""),
            int(about.get("since_ms", 0)),
            0 if seen is None else int(seen),
            tuple(
                Rated(game, read_standing(found), int(rank) + 1)
                for game, found, rank in zip(self._rated, fields, ranks, strict=True)
                if found and rank is not None
            ),
            tuple(_counts(game, counts) for game in self._games if f"{game}:played" in counts),
        )

    async def leaderboard(self, game: str, first: int, count: int) -> tuple[list[Line], int]:
        """Some lines of a game's leaderboard, and how many there are.

        Raises Refused `not_found` for a game that is never rated.
        """
        if game not in self._rated:
            refuse("not_found", what="game")
        key = leaderboard_key(game)
        ids = await self._database.ask("ZREVRANGE", key, first, first + count - 1)
        commands: list[tuple[str | int, ...]] = [("ZCARD", key)]
        commands += [("HGETALL", rating_key(game, player_id)) for player_id in ids]
        commands += [("HGET", profile_key(player_id), "name") for player_id in ids]
        total, *rest = await self._database.ask_many(commands)
        lines = [
            Line(player_id, name or "", Rated(game, read_standing(fields), first + place + 1))
            for place, (player_id, fields, name) in enumerate(
                zip(ids, rest[: len(ids)], rest[len(ids) :], strict=True)
            )
        ]
        return lines, int(total)

    async def history(self, player_id: str, before: str, count: int) -> Past:
        """Finished games older than the game `before` (empty: the newest).

        Raises Refused `not_found` where `before` is no game of theirs.
        """
        key, first = games_key(player_id), 0
        if before:
            rank = await self._database.ask("ZREVRANK", key, before)
            if rank is None:
                refuse("not_found", what="game")
            first = int(rank) + 1
        ids: Sequence[str] = await self._database.ask("ZREVRANGE", key, first, first + count - 1)
        commands: list[tuple[str | int, ...]] = [("ZCARD", key)]
        commands += [("GET", game_key(game_id)) for game_id in ids]
        total, *kept = await self._database.ask_many(commands)
        games = tuple(orjson.loads(text) for text in kept if text is not None)
        return Past(games, first + len(ids) < int(total), int(total))


def _counts(game: str, found: Mapping[str, str]) -> Counts:
    best = found.get(f"{game}:best")
    return Counts(
        game,
        int(found[f"{game}:played"]),
        int(found.get(f"{game}:won", 0)),
        None if best is None else int(best),
    )
