"""`/api/me`, `/api/people`, `/api/leaderboard`, `/api/recover`: what is kept of people.

Who asks is known by `Authorization: Bearer <token>`; what they may have is decided by the lobby.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi.security import HTTPBearer

from cardproto.v1 import common_pb2, lobby_pb2, person_pb2
from cardproto.v1.common_pb2 import Actor
from gateway.documents import Documents
from gateway.errors import (
    NOT_FOUND,
    RATE_LIMITED,
    STALE_SESSION,
    UNAVAILABLE,
    Refused,
)
from gateway.http_guard import address_of, json_response
from gateway.http_models import answers
from gateway.ids import checked, new_id
from gateway.person_models import (
    Deleted,
    History,
    Leaderboard,
    NewRecovery,
    Person,
    RecoveredSession,
    RecoveryCode,
)

COUNT_MOST: Final = 100
_BEARER: Final = "bearer "
_SESSION: Final = [
    Depends(
        HTTPBearer(
            scheme_name="session", description="The token of `POST /api/session`.", auto_error=False
        )
    )
]
"""For the description; the header is read by `_actor`."""


def add_people(app: FastAPI, documents: Documents) -> None:
    """The routes; `documents` is looked at only when somebody asks."""
    _add_own(app, documents)
    _add_public(app, documents)
    _add_moving(app, documents)


def _actor(documents: Documents, request: Request) -> Actor:
    """Who asks. Raises Refused(`stale_session`)."""
    header = request.headers.get("authorization", "")
    if header[: len(_BEARER)].lower() != _BEARER:
        raise Refused(STALE_SESSION)
    session = documents.tokens.read(header[len(_BEARER) :].strip())
    return Actor(
        player_id=session.player_id,
        request_id=new_id(),
        name=session.name,
        issued_ms=session.issued_ms,
    )


def _add_own(app: FastAPI, documents: Documents) -> None:
    @app.get(
        "/api/me",
        summary="Oneself",
        responses=answers(Person, STALE_SESSION, UNAVAILABLE),
        dependencies=_SESSION,
    )
    async def me(request: Request) -> Response:
        """One's own ratings and statistics."""
        asked = lobby_pb2.GetPersonRequest(actor=_actor(documents, request))
        return json_response(person_value((await documents.lobby.get_person(asked)).person))

    @app.get(
        "/api/me/history",
        summary="One's finished games",
        responses=answers(History, STALE_SESSION, NOT_FOUND, UNAVAILABLE),
        dependencies=_SESSION,
    )
    async def history(
        request: Request,
        before: str = "",
        count: Annotated[int, Query(ge=1, le=COUNT_MOST)] = 20,
    ) -> Response:
        """The newest first; `before` is the `next` of the page before. Each can be had as a record
        (`/api/records/{game_id}`) and as a replay (`/api/replays/{game_id}`)."""
        asked = lobby_pb2.GetHistoryRequest(
            actor=_actor(documents, request),
            before=checked(before, "before") if before else "",
            count=count,
        )
        found = await documents.lobby.get_history(asked)
        games = [past_value(game) for game in found.games]
        following = found.games[-1].game_id if found.more and found.games else None
        return json_response({"games": games, "next": following, "total": found.total})

    @app.delete(
        "/api/me",
        summary="Have one's data deleted",
        responses=answers(Deleted, STALE_SESSION, UNAVAILABLE),
        dependencies=_SESSION,
    )
    async def delete(request: Request) -> Response:
        """Name, history, ratings, statistics and recovery code are deleted; every token of this
        person is refused from now on. Records of games keep the seat, without the name."""
        asked = lobby_pb2.DeletePersonRequest(actor=_actor(documents, request))
        await documents.lobby.delete_person(asked)
        return json_response({"deleted": True})

    @app.post(
        "/api/me/recovery",
        summary="A recovery code",
        responses=answers(RecoveryCode, STALE_SESSION, UNAVAILABLE),
        dependencies=_SESSION,
    )
    async def recovery(request: Request) -> Response:
        """A secret with which this identity can be taken to another device, shown this once; the
        code before is void."""
        asked = lobby_pb2.MakeRecoveryCodeRequest(actor=_actor(documents, request))
        return json_response({"code": (await documents.lobby.make_recovery_code(asked)).code})


def _add_public(app: FastAPI, documents: Documents) -> None:
    @app.get(
        "/api/people/{player_id}",
        summary="Somebody",
        responses=answers(Person, STALE_SESSION, NOT_FOUND, UNAVAILABLE),
        dependencies=_SESSION,
    )
    async def person(request: Request, player_id: str) -> Response:
        """Ratings and statistics of anybody of whom something is kept."""
        asked = lobby_pb2.GetPersonRequest(
            actor=_actor(documents, request), player_id=checked(player_id, "player_id")
        )
        return json_response(person_value((await documents.lobby.get_person(asked)).person))

    @app.get(
        "/api/leaderboard/{game}",
        summary="Who leads",
        responses=answers(Leaderboard, NOT_FOUND, UNAVAILABLE),
    )
    async def leaderboard(
        game: str,
        first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
        count: Annotated[int, Query(ge=1, le=COUNT_MOST)] = 50,
    ) -> Response:
        """People with a rating in that game, best first; `first` of them are passed over."""
        asked = lobby_pb2.GetLeaderboardRequest(game=game[:40], first=first, count=count)
        found = await documents.lobby.get_leaderboard(asked)
        lines = [
            {"player_id": line.player_id, "name": line.name, **rating_value(line.rating)}
            for line in found.lines
        ]
        value = {"game": game, "first": first, "total": found.total, "people": lines}
        return json_response(value, "public, max-age=5")


def _add_moving(app: FastAPI, documents: Documents) -> None:
    @app.post(
        "/api/recover",
        summary="Take an identity to this device",
        responses=answers(RecoveredSession, NOT_FOUND, UNAVAILABLE),
    )
    async def recover(request: Request, wanted: NewRecovery) -> Response:
        """The identity of a recovery code: a token as of `POST /api/session`, and the next code.
        Tokens from before are refused from now on. Sent again with the same `request_id` within
        ten minutes it gives the same."""
        address = address_of(documents.addresses, request)
        if not documents.recoveries.take(address, documents.now_s()):
            raise Refused(RATE_LIMITED, limit="recovery")
        asked = lobby_pb2.RecoverRequest(code=wanted.code, request_id=wanted.request_id)
        moved = await documents.lobby.recover(asked)
        session = documents.tokens.moved(moved.player_id, moved.name, moved.since_ms)
        return json_response(
            {
                "player_id": session.player_id,
                "name": session.name,
                "token": documents.tokens.token(session),
                "expires_ms": session.expires_ms,
                "recovery_code": moved.code,
            }
        )


def person_value(person: person_pb2.Person) -> dict[str, Any]:
    """A person as a document."""
    return {
        "player_id": person.player_id,
        "name": person.name,
        "since_ms": person.since_ms,
        "ratings": [rating_value(rating) for rating in person.ratings],
        "statistics": [
            {
                "game": counts.game,
                "played": counts.played,
                "won": counts.won,
                "best": counts.best if counts.HasField("best") else None,
            }
            for counts in person.statistics
        ],
    }


def rating_value(rating: person_pb2.PersonRating) -> dict[str, Any]:
    """A rating as a document; two decimals are more than it knows."""
    return {
        "game": rating.game,
        "rank": rating.rank,
        "ordinal": round(rating.ordinal, 2),
        "mu": round(rating.mu, 2),
        "deviation": round(rating.deviation, 2),
        "games": rating.games,
        "won": rating.won,
        "provisional": rating.provisional,
    }


def past_value(game: person_pb2.PastGame) -> dict[str, Any]:
    """A finished game as a document."""
    result = game.result if game.HasField("result") else None
    return {
        "game_id": game.game_id,
        "game": game.game,
        "seat": game.seat,
        "seats": [_seat_value(seat) for seat in game.seats],
        "winners": [] if result is None else list(result.winners),
        "scores": {} if result is None else {str(s): score for s, score in result.scores.items()},
        "reason": "" if result is None else result.reason,
        "aborted": game.aborted,
        "started_ms": game.started_ms,
        "ended_ms": game.ended_ms,
        "rated": game.rated,
    }


def _seat_value(seat: person_pb2.PastSeat) -> dict[str, Any]:
    rated = seat.HasField("ordinal_after")
    return {
        "seat": seat.seat,
        "name": seat.name,
        "bot_level": common_pb2.BotLevel.Name(seat.bot_level) if seat.bot_level else None,
        "ordinal_before": round(seat.ordinal_before, 2) if rated else None,
        "ordinal_after": round(seat.ordinal_after, 2) if rated else None,
    }
