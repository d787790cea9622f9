"""The documents over HTTP, and the site. What changes at a table comes over the socket instead."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from google.protobuf import json_format
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse

from cardbus.errors import CallError
from cardproto.v1.common_pb2 import Actor
from cardproto.v1.lobby_pb2 import GetRoomRequest
from cardproto.v1.room_pb2 import ROOM_PHASE_CLOSED, Room, RoomListing
from gateway import __version__
from gateway.documents import Documents
from gateway.errors import (
    MALFORMED,
    NAME_REFUSED,
    NOT_FOUND,
    RATE_LIMITED,
    ROOM_NOT_FOUND,
    UNAVAILABLE,
    GatewayError,
    Refused,
)
from gateway.http_guard import JSON_TYPE, add_guard, address_of, error_response, json_response
from gateway.http_models import (
    Config,
    GameRecord,
    NewSession,
    RoomLine,
    RoomList,
    Session,
    answers,
)
from gateway.ids import checked, checked_code, new_id
from gateway.person_http import add_people
from gateway.replay_http import add_replays
from gateway.replays import CACHE, etag_of
from gateway.sessions import checked_name
from gateway.site import UNBUILT, Site, security_policy


def summary(room: Room) -> RoomListing:
    """A room as a stranger with its link may see it: one line, and nobody's identity."""
    host = next((m.name for m in room.members if m.player_id == room.host_id), "")
    return RoomListing(
        room_id=room.room_id,
        code=room.code,
        game=room.game,
        phase=room.phase,
        host_name=host,
        people=len(room.members),
        bots=sum(1 for seat in room.seats if seat.bot_level),
        seats=len(room.seats),
        created_ms=room.created_ms,
        revision=room.revision,
    )


def _listing_value(line: RoomListing) -> dict[str, Any]:
    return json_format.MessageToDict(
        line, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


class _App(FastAPI):
    """An application that describes itself as it is."""

    def openapi(self) -> dict[str, Any]:
        """Without FastAPI's own answer to an unreadable request: here that is `malformed`, 400."""
        document = super().openapi()
        for operations in document["paths"].values():
            for operation in operations.values():
                operation["responses"].pop("422", None)
        for name in ("HTTPValidationError", "ValidationError"):
            document["components"]["schemas"].pop(name, None)
        return document


def make_app(documents: Documents) -> FastAPI:
    """The application; making it connects to nothing."""
    app = _described(documents)
    _add_errors(app)
    _add_site(app, documents.site)
    add_guard(app, documents.addresses, documents.requests, documents.now_s, documents.hsts)
    return app


def description() -> dict[str, Any]:
    """OpenAPI of every document, without a server: `docs/openapi.json`, `/api/openapi.json`."""
    return _described(cast(Documents, None)).openapi()


def _described(documents: Documents) -> FastAPI:
    """The application with the routes that stand in its description, and no others."""
    app = _App(
        title="Carteado",
        summary="Documents over HTTP; what changes at a table comes over the socket, `/ws`.",
        description="Errors are `{code, params}`, of stable codes. See docs/clients.md.",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    _add_documents(app, documents)
    add_replays(app, documents)
    add_people(app, documents)
    return app


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(GatewayError)
    async def refused(_: Request, error: GatewayError) -> Response:
        return error_response(error.code, error.params)

    @app.exception_handler(CallError)
    async def passed_on(_: Request, error: CallError) -> Response:
        return error_response(error.code, error.params)

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> Response:
        return error_response(MALFORMED, {})

    @app.exception_handler(HTTPException)
    async def no_such(_: Request, error: HTTPException) -> Response:
        response = error_response(NOT_FOUND if error.status_code == 404 else MALFORMED, {})
        response.status_code = error.status_code
        return response


def _add_documents(app: FastAPI, documents: Documents) -> None:
    @app.post(
        "/api/session",
        summary="Become somebody",
        responses=answers(Session, NAME_REFUSED),
    )
    async def session(request: Request, wanted: NewSession) -> Response:
        """A new person: an id, and the token by which they are known from now on."""
        address = address_of(documents.addresses, request)
        if not documents.sessions.take(address, documents.now_s()):
            raise Refused(RATE_LIMITED, limit="sessions")
        made = documents.tokens.begin(checked_name(wanted.name))
        return json_response(
            {
                "player_id": made.player_id,
                "name": made.name,
                "token": documents.tokens.token(made),
                "expires_ms": made.expires_ms,
            }
        )

    @app.get("/api/config", summary="What can be played, and how", responses=answers(Config))
    async def config() -> Response:
        """Games with their policies, limits, reactions, versions."""
        return json_response(documents.config, "no-cache")

    @app.get("/api/rooms", summary="Public rooms", responses=answers(RoomList, UNAVAILABLE))
    async def rooms(game: str = "") -> Response:
        """The public rooms, the newest first; of one game where `game` is given."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[RoomListing] | CallError] = loop.create_future()

        def answered(found: list[RoomListing] | CallError) -> None:
            if not answer.done():
                answer.set_result(found)

        documents.listing.rooms(answered)
        found = await answer
        if isinstance(found, CallError):
            raise found
        lines = [_listing_value(line) for line in found if game in ("", line.game)]
        return json_response({"rooms": lines})

    @app.get(
        "/api/rooms/{code}",
        summary="One room",
        responses=answers(RoomLine, ROOM_NOT_FOUND, UNAVAILABLE),
    )
    async def room(code: str) -> Response:
        """One room by its code, as a stranger may see it."""
        request = GetRoomRequest(actor=Actor(request_id=new_id()), code=checked_code(code))
        found = await documents.lobby.get_room(request)
        if not found.HasField("room") or found.room.phase == ROOM_PHASE_CLOSED:
            raise Refused(ROOM_NOT_FOUND)
        return json_response(_listing_value(summary(found.room)))

    @app.get(
        "/api/records/{game_id}",
        summary="A finished game",
        responses=answers(GameRecord, NOT_FOUND, UNAVAILABLE),
    )
    async def record(request: Request, game_id: str) -> Response:
        """The record of a finished game, for replay and verifying."""
        found = await documents.record(checked(game_id, "game_id"))
        if found is None:
            raise Refused(NOT_FOUND)
        headers = {"Cache-Control": CACHE, "ETag": etag_of(found)}
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        response = Response(found, 200, headers, JSON_TYPE)
        response.headers["Content-Disposition"] = f'inline; filename="carteado-{game_id}.json"'
        return response

    @app.get("/livez", summary="Alive", response_class=PlainTextResponse)
    async def live() -> Response:
        """Whether the process's loop turns; whether it is ready, gRPC health says."""
        return Response("ok\n", media_type="text/plain", headers={"Cache-Control": "no-store"})


def _add_site(app: FastAPI, site: Site) -> None:
    async def serve(request: Request, path: str) -> Response:
        if path.startswith(("api/", "ws/")) or path in ("api", "ws"):
            return error_response(NOT_FOUND, {})
        if not site.built:
            return Response(UNBUILT, 503, {"Cache-Control": "no-store"}, "text/html; charset=utf-8")
        page = site.page(path)
        if page is None:
            return error_response(NOT_FOUND, {})
        headers = {"Cache-Control": page.cache, "ETag": page.etag, "Vary": "Accept-Encoding"}
        if page.media_type.startswith(("text/html", "text/javascript")):
            # A worker lives under the policy of its own script, not of the page that starts it.
            headers["Content-Security-Policy"] = security_policy(site.script_hashes)
        if page.etag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        content = page.content
        if page.zipped and "gzip" in request.headers.get("accept-encoding", ""):
            content = page.zipped
            headers["Content-Encoding"] = "gzip"
        return Response(content, 200, headers, page.media_type)

    app.add_api_route("/{path:path}", serve, methods=["GET", "HEAD"], include_in_schema=False)
