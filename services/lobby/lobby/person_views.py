"""What is kept of people, as it travels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardproto.v1 import common_pb2, person_pb2
from lobby.people import Counts, Line, Profile, Rated

_LEVELS: Final = (
    common_pb2.BOT_LEVEL_UNSPECIFIED,
    common_pb2.BOT_LEVEL_EASY,
    common_pb2.BOT_LEVEL_NORMAL,
    common_pb2.BOT_LEVEL_HARD,
)


def person_message(profile: Profile) -> person_pb2.Person:
    """A person with ratings and statistics."""
    return person_pb2.Person(
        player_id=profile.player_id,
        name=profile.name,
        since_ms=profile.since_ms,
        seen_ms=profile.seen_ms,
        ratings=map(rating_message, profile.ratings),
        statistics=map(_statistics, profile.counts),
    )


def rating_message(rated: Rated) -> person_pb2.PersonRating:
    """A rating in one game."""
    standing = rated.standing
    return person_pb2.PersonRating(
        game=rated.game,
        ordinal=standing.ordinal,
        mu=standing.mu,
        deviation=standing.sigma,
        games=standing.games,
        won=standing.won,
        provisional=standing.provisional,
        rank=rated.rank,
    )


def _statistics(counts: Counts) -> person_pb2.PersonStatistics:
    message = person_pb2.PersonStatistics(game=counts.game, played=counts.played, won=counts.won)
    if counts.best is not None:
        message.best = counts.best
    return message


def line_message(line: Line) -> person_pb2.LeaderboardLine:
    """One line of a leaderboard."""
    return person_pb2.LeaderboardLine(
        player_id=line.player_id, name=line.name, rating=rating_message(line.rated)
    )


def past_message(kept: Mapping[str, Any], player_id: str) -> person_pb2.PastGame:
    """A finished game as that participant sees it."""
    message = person_pb2.PastGame(
        game_id=kept["game_id"],
        game=kept["game"],
        aborted=kept["aborted"],
        started_ms=kept["started_ms"],
        ended_ms=kept["ended_ms"],
        rated=kept["rated"],
    )
    for player in kept["players"]:
        seat = message.seats.add(
            seat=player["seat"], name=player["name"], bot_level=_LEVELS[player["bot_level"]]
        )
        if player["player_id"] == player_id:
            message.seat = player["seat"]
        ordinals = kept["ordinals"].get(str(player["seat"]))
        if ordinals is not None:
            seat.ordinal_before, seat.ordinal_after = ordinals
    if not kept["aborted"]:
        scores = {int(seat): score for seat, score in kept["scores"].items()}
        message.result.CopyFrom(
            common_pb2.Result(winners=kept["winners"], scores=scores, reason=kept["reason"])
        )
    return message
