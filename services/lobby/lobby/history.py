"""What a finished game leaves for its people, written once: history, statistics, ratings.

One game is kept once, with its seats; a person's history is a list of games. So a name that has
to go, goes in one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from lobby.keys import (
    FORGETTING,
    SEEN,
    Op,
    game_key,
    games_key,
    leaderboard_key,
    profile_key,
    rating_key,
    settlement_key,
    statistics_key,
    voids_key,
)
from lobby.policy import Best
from lobby.ratings import Standing, after_game
from lobby.values import Outcome

GAME_KEPT_MS: Final = 400 * 24 * 3_600_000
"""As long as its record. Not scaled: it is no duration of the table."""
VOID: Final = "void"


@dataclass(frozen=True, slots=True)
class Player:
    """Who took part; `player_id` is empty for a bot. `left`: gone for good before the end."""

    seat: int
    player_id: str
    name: str
    bot_level: int
    left: bool = False


@dataclass(frozen=True, slots=True)
class Settlement:
    """A finished game. Milliseconds since the epoch. `forfeited` is the seat that ended it by
    losing at once, or by making it void; `best` what the game's policy counts as one's best."""

    room_id: str
    game: str
    outcome: Outcome
    players: tuple[Player, ...]
    started_ms: int
    ended_ms: int
    rated: bool
    forfeited: int | None = None
    best: Best = "highest"

    @property
    def game_id(self) -> str:
        """The game's own id, by which it is settled once."""
        return self.outcome.game_id

    @property
    def counts(self) -> bool:
        """Whether it came to a result: void and aborted games stand in the history only."""
        return not self.outcome.aborted and self.outcome.reason != VOID

    @property
    def people(self) -> tuple[Player, ...]:
        """Those who are no bots."""
        return tuple(p for p in self.players if p.player_id)

    @property
    def duel(self) -> tuple[Player, Player] | None:
        """The two whose ratings it changes, if it changes any."""
        people = self.people
        if not (self.rated and self.counts and len(people) == len(self.players) == 2):
            return None
        return people[0], people[1]


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things are kept, milliseconds."""

    settled_ms: int
    voids_ms: int


Standings = Mapping[str, Standing]
"""By person: the ratings before the game of those whom it rates."""


def settlement_ops(
    settlement: Settlement,
    before: Standings,
    forgotten: frozenset[str],
    now_ms: int,
    limits: Limits,
) -> Iterator[Op]:
    """The commands that record the game. Nothing is written for the people `forgotten`, and their
    names are taken out of the record afterwards."""
    key = settlement_key(settlement.game_id)
    yield "SET", key, settlement.room_id, "PX", str(limits.settled_ms)
    after = _rated(settlement, before)
    kept = orjson.dumps(_kept(settlement, before, after, forgotten)).decode()
    yield "SET", game_key(settlement.game_id), kept, "PX", str(GAME_KEPT_MS)
    for player in settlement.people:
        if player.player_id in forgotten:
            yield "ZADD", FORGETTING, str(now_ms), f"game:{settlement.game_id}:{player.seat}"
            continue
        yield from _person_ops(settlement, player, now_ms, limits)
        standing = after.get(player.player_id)
        if standing is not None:
            yield from standing_ops(settlement.game, player.player_id, standing)


def _rated(settlement: Settlement, before: Standings) -> Standings:
    duel = settlement.duel
    if duel is None:
        return {}
    one, other = duel
    winners = settlement.outcome.winners
    first, second = after_game(
        before[one.player_id],
        before[other.player_id],
        one_won=one.seat in winners,
        other_won=other.seat in winners,
    )
    return {one.player_id: first, other.player_id: second}


def standing_ops(game: str, player_id: str, standing: Standing) -> Iterator[Op]:
    """The commands that keep a rating, and its place on the leaderboard."""
    fields = [text for field in standing.stored().items() for text in field]
    yield "HSET", rating_key(game, player_id), *fields
    yield "ZADD", leaderboard_key(game), repr(standing.ordinal), player_id


def _person_ops(
    settlement: Settlement, player: Player, now_ms: int, limits: Limits
) -> Iterator[Op]:
    person, ended = player.player_id, str(settlement.ended_ms)
    yield "HSETNX", profile_key(person), "since_ms", str(now_ms)
    yield "HSET", profile_key(person), "name", player.name
    yield "ZADD", SEEN, "GT", str(now_ms), person
    yield "ZADD", games_key(person), ended, settlement.game_id
    yield "ZREMRANGEBYSCORE", games_key(person), "-inf", str(now_ms - GAME_KEPT_MS)
    if settlement.rated and settlement.outcome.reason == VOID:
        if settlement.forfeited == player.seat:
            yield "ZADD", voids_key(person), ended, settlement.game_id
            yield "PEXPIRE", voids_key(person), str(limits.voids_ms)
        return
    if settlement.counts:
        yield from _count_ops(settlement, player)


def _count_ops(settlement: Settlement, player: Player) -> Iterator[Op]:
    """Played, won, best. Who left has played, but what a bot did in their place is not theirs."""
    counts, game = statistics_key(player.player_id), settlement.game
    won = player.seat in settlement.outcome.winners and not player.left
    yield "HINCRBY", counts, f"{game}:played", "1"
    if won:
        yield "HINCRBY", counts, f"{game}:won", "1"
    scores = dict(settlement.outcome.scores)
    best = f"{game}:best"
    if settlement.best == "streak":
        yield "@streak", counts, f"{game}:streak", best, "1" if won else "0"
    elif player.left or player.seat not in scores:
        return
    elif settlement.best == "lowest":
        yield "@least", counts, best, str(scores[player.seat])
    elif settlement.best == "highest":
        yield "@most", counts, best, str(scores[player.seat])
    elif won:
        rivals = sum(score for seat, score in scores.items() if seat != player.seat)
        yield "@most", counts, best, str(rivals)


def _kept(
    settlement: Settlement, before: Standings, after: Standings, forgotten: frozenset[str]
) -> dict[str, Any]:
    """A finished game as it is kept; ordinals by seat as `[before, after]`."""
    outcome = settlement.outcome
    return {
        "game_id": settlement.game_id,
        "game": settlement.game,
        "players": [
            {
                "seat": p.seat,
                "player_id": "" if p.player_id in forgotten else p.player_id,
                "name": "" if p.player_id in forgotten else p.name,
                "bot_level": p.bot_level,
            }
            for p in settlement.players
        ],
        "winners": list(outcome.winners),
        "scores": {str(seat): score for seat, score in outcome.scores},
        "reason": outcome.reason,
        "aborted": outcome.aborted,
        "started_ms": settlement.started_ms,
        "ended_ms": settlement.ended_ms,
        "rated": settlement.rated,
        "ordinals": {
            str(p.seat): [before[p.player_id].ordinal, after[p.player_id].ordinal]
            for p in settlement.people
            if p.player_id in after and p.player_id not in forgotten
        },
    }


def without_person(kept: str, player_id: str) -> tuple[str, tuple[int, ...]]:
    """A kept game with that person's id and name blank, and the seats that they had."""
    game = orjson.loads(kept)
    seats = []
    for player in game["players"]:
        if player["player_id"] == player_id:
            seats.append(player["seat"])
            player["player_id"] = player["name"] = ""
            game["ordinals"].pop(str(player["seat"]), None)
    return orjson.dumps(game).decode(), tuple(seats)


def closed_until(voids_ms: list[int], most: int, within_ms: int, closed_ms: int) -> int:
    """Until when the queue is closed to who made games void at these times: each time that it is
    the `most`-th one `within_ms`, for `closed_ms`. 0: it never was."""
    times = sorted(voids_ms)
    until = 0
    for number in range(most - 1, len(times)):
        if times[number] - times[number - most + 1] <= within_ms:
            until = times[number] + closed_ms
    return until
