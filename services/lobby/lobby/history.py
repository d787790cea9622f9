"""What a finished game leaves for its people: a line of history and counts, written once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import orjson

from lobby.indexing import PREFIX
from lobby.values import Outcome

KEPT_GAMES: Final = 200
UNSEEN_MS: Final = 180 * 24 * 3_600_000
"""A guest unseen for so long is forgotten. Not scaled: it is no duration of the table."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who took part; `player_id` is empty for a bot."""

    seat: int
    player_id: str
    name: str
    bot_level: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """A finished game. Milliseconds since the epoch."""

    room_id: str
    game: str
    outcome: Outcome
    players: tuple[Player, ...]
    started_ms: int
    ended_ms: int
    rated: bool

    @property
    def game_id(self) -> str:
        """The game's own id, by which it is settled once."""
        return self.outcome.game_id


def settlement_key(game_id: str) -> str:
    """What stands once a game is settled."""
    return f"{PREFIX}settled:{game_id}"


def history_key(player_id: str) -> str:
    """The list of a person's games, the newest first."""
    return f"{PREFIX}person:{player_id}:history"


def statistics_key(player_id: str) -> str:
    """The hash of a person's counts."""
    return f"{PREFIX}person:{player_id}:statistics"


def settlement_ops(settlement: Settlement, settled_kept_ms: int) -> Iterator[tuple[str, ...]]:
    """The commands that record the game for each person. A game without a result counts for
    nothing but stands in the history."""
    key = settlement_key(settlement.game_id)
    yield "SET", key, settlement.room_id, "PX", str(settled_kept_ms)
    outcome = settlement.outcome
    scores = dict(outcome.scores)
    line = {
        "game_id": settlement.game_id,
        "room_id": settlement.room_id,
        "game": settlement.game,
        "players": [
            {"seat": p.seat, "name": p.name, "bot_level": p.bot_level} for p in settlement.players
        ],
        "winners": list(outcome.winners),
        "scores": {str(seat): score for seat, score in scores.items()},
        "reason": outcome.reason,
        "aborted": outcome.aborted,
        "started_ms": settlement.started_ms,
        "ended_ms": settlement.ended_ms,
        "rated": settlement.rated,
    }
    for player in settlement.players:
        if not player.player_id:
            continue
        history = history_key(player.player_id)
        yield "LPUSH", history, orjson.dumps({**line, "seat": player.seat}).decode()
        yield "LTRIM", history, "0", str(KEPT_GAMES - 1)
        yield "PEXPIRE", history, str(UNSEEN_MS)
        if outcome.aborted:
            continue
        counts = statistics_key(player.player_id)
        yield "HINCRBY", counts, f"{settlement.game}:played", "1"
        if player.seat in outcome.winners:
            yield "HINCRBY", counts, f"{settlement.game}:won", "1"
        yield "PEXPIRE", counts, str(UNSEEN_MS)
