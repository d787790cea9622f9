"""The documents over HTTP, and the site. What changes at a table comes over the socket instead."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from google.protobuf import json_format
from pydantic import BaseModel, ConfigDict, StringConstraints
from starlette.exceptions import HTTPException

from cardbus.api.lobby import LobbyClient
from cardbus.errors import CallError
from cardkit import logs
from cardproto.v1.common_pb2 import Actor
from cardproto.v1.lobby_pb2 import GetRoomRequest
from cardproto.v1.room_pb2 import ROOM_PHASE_CLOSED, Room, RoomListing
from gateway import __version__
from gateway.addresses import Addresses
from gateway.errors import (
    HTTP_STATUS,
    INTERNAL,
    MALFORMED,
    NOT_FOUND,
    RATE_LIMITED,
    ROOM_NOT_FOUND,
    TOO_LARGE,
    GatewayError,
    Refused,
)
from gateway.ids import checked, checked_code, new_id
from gateway.limits import Buckets
from gateway.listing import Listing
from gateway.sessions import Tokens, checked_name
from gateway.site import UNBUILT, Site, security_policy

BODY_BYTES: Final = 4096
_JSON: Final = "application/json"


class NewSession(BaseModel):
    """Body of `POST /api/session`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, StringConstraints(max_length=200)]


@dataclass(frozen=True, slots=True)
class Documents:
    """What the HTTP side needs. `record`: the JSON of a finished game's record, or None;
    `config`: what `/api/config` answers; `now_s`: a monotonic clock."""

    lobby: LobbyClient
    tokens: Tokens
    listing: Listing
    record: Callable[[str], Awaitable[bytes | None]]
    config: Mapping[str, Any]
    site: Site
    addresses: Addresses
    requests: Buckets
    sessions: Buckets
    now_s: Callable[[], float]
    hsts: bool


def error_response(code: str, params: Mapping[str, str]) -> Response:
    """A coded error: `{"code": …, "params": {…}}`."""
    content = orjson.dumps({"code": code, "params": dict(params)})
    response = Response(content, HTTP_STATUS.get(code, 409), media_type=_JSON)
    response.headers["Cache-Control"] = "no-store"
    return response


def json_response(value: Any, cache: str = "no-store") -> Response:
    """A document."""
    response = Response(orjson.dumps(value), media_type=_JSON)
    response.headers["Cache-Control"] = cache
    return response


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


def make_app(documents: Documents) -> FastAPI:
    """The application; making it connects to nothing."""
    app = FastAPI(title="Carteado", version=__version__, docs_url=None, redoc_url=None)
    _add_errors(app)
    _add_documents(app, documents)
    _add_site(app, documents.site)
    _add_guard(app, documents)
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
    @app.post("/api/session")
    async def session(request: Request, wanted: NewSession) -> Response:
        """A new person: an id, and the token by which they are known from now on."""
        address = _address(documents, request)
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

    @app.get("/api/config")
    async def config() -> Response:
        """Games with their policies, limits, reactions, versions."""
        return json_response(documents.config, "no-cache")

    @app.get("/api/rooms")
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

    @app.get("/api/rooms/{code}")
    async def room(code: str) -> Response:
        """One room by its code, as a stranger may see it."""
        request = GetRoomRequest(actor=Actor(request_id=new_id()), code=checked_code(code))
        found = await documents.lobby.get_room(request)
        if not found.HasField("room") or found.room.phase == ROOM_PHASE_CLOSED:
            raise Refused(ROOM_NOT_FOUND)
        return json_response(_listing_value(summary(found.room)))

    @app.get("/api/records/{game_id}")
    async def record(game_id: str) -> Response:
        """The record of a finished game, for replay and verifying."""
        found = await documents.record(checked(game_id, "game_id"))
        if found is None:
            raise Refused(NOT_FOUND)
        response = Response(found, media_type=_JSON)
        response.headers["Cache-Control"] = "public, max-age=3600"
        response.headers["Content-Disposition"] = f'inline; filename="carteado-{game_id}.json"'
        return response

    @app.get("/livez")
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
        if page.media_type.startswith("text/html"):
            headers["Content-Security-Policy"] = security_policy(site.script_hashes)
        if page.etag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        content = page.content
        if page.zipped and "gzip" in request.headers.get("accept-encoding", ""):
            content = page.zipped
            headers["Content-Encoding"] = "gzip"
        return Response(content, 200, headers, page.media_type)

    app.add_api_route("/{path:path}", serve, methods=["GET", "HEAD"], include_in_schema=False)


def _address(documents: Documents, request: Request) -> str:
    peer = request.client.host if request.client is not None else ""
    return documents.addresses.of(peer, request.headers.getlist("x-forwarded-for"))


def _add_guard(app: FastAPI, documents: Documents) -> None:
    """Rates and sizes before anything else, headers of safety on everything that leaves."""
    fixed = {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
    if documents.hsts:
        fixed["Strict-Transport-Security"] = "max-age=31536000"

    log = logs.get("http")

    @app.middleware("http")
    async def guard(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        response = _refusal(documents, request)
        if response is None:
            try:
                response = await call_next(request)
            except Exception:
                log.exception("request failed", path=request.url.path)
                response = error_response(INTERNAL, {})
        for name, value in fixed.items():
            response.headers.setdefault(name, value)
        if "content-security-policy" not in response.headers:
            response.headers["Content-Security-Policy"] = (
                "default-src 'none'; frame-ancestors 'none'"
            )
        return response


def _refusal(documents: Documents, request: Request) -> Response | None:
    """Bodies must say their length: one that comes in pieces is not read at all."""
    length = request.headers.get("content-length", "0")
    if "transfer-encoding" in request.headers or not length.isdecimal():
        return error_response(MALFORMED, {})
    if int(length) > BODY_BYTES:
        return error_response(TOO_LARGE, {"max": str(BODY_BYTES)})
    if request.url.path.startswith("/api/"):
        address = _address(documents, request)
        if not documents.requests.take(address, documents.now_s()):
            return error_response(RATE_LIMITED, {"limit": "requests"})
    return None
