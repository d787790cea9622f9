"""`/api/replays`: a finished game, step by step."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import FastAPI, Query, Request, Response
from pydantic import Field

from gateway.documents import Documents
from gateway.errors import NOT_FOUND, NOT_SEATED, UNAVAILABLE, UNSUPPORTED_VERSION
from gateway.http_guard import address_of
from gateway.http_models import Decimal, Described, Id, answers
from gateway.replays import PROTOBUF

COUNT_MOST: Final = 100
"""Steps in one page."""


class ReplaySeat(Described):
    """A participant."""

    seat: int = 0
    name: str = ""
    """Missing where the person had their data deleted."""
    bot_level: str | None = None
    """A bot's: `BOT_LEVEL_EASY`, `…_NORMAL`, `…_HARD`."""


class ReplayHand(Described):
    """The cards of one seat, open, in the order in which they came to the hand."""

    seat: int = 0
    cards: list[str] = Field(default_factory=list)


class ReplayStep(Described):
    """One step: what was done, and the table after it."""

    index: int = 0
    at_ms: Decimal = "0"
    """Since the start."""
    do: str
    """`deal`, `act`, `expire`, `leave`, `forfeit`, `aborted`."""
    seat: int | None = None
    """Who did it, where somebody did; seat 0 is written."""
    action: dict[str, Any] | None = None
    """The message `Action` of the socket."""
    automatic: bool = False
    """The server chose it: time was up, or a bot did not answer."""
    reason: str = ""
    """Of a forfeit or an abortion."""
    update: dict[str, Any]
    """The message `Update` of the socket: the table for `seat`, and the events that led to it."""
    hands: list[ReplayHand]


class ReplayPage(Described):
    """Some steps of a finished game: `carteado.v1.ReplayPage` as proto3 JSON, in which what is
    zero, false or empty is left out and 64-bit numbers are text."""

    game_id: Id
    game: str
    total: int
    """Steps of the whole game."""
    steps: list[ReplayStep]
    next: int | None = None
    """Where the next page begins; missing on the last one."""
    started_ms: Decimal
    seats: list[ReplaySeat]
    result: dict[str, Any] | None = None
    """Missing where the game was aborted."""
    aborted: str = ""


def add_replays(app: FastAPI, documents: Documents) -> None:
    """The route; `documents` is looked at only when somebody asks."""
    responses = answers(ReplayPage, NOT_FOUND, NOT_SEATED, UNSUPPORTED_VERSION, UNAVAILABLE)
    responses[200]["content"] = {PROTOBUF: {"schema": {"type": "string", "format": "binary"}}}
    responses[304] = {"description": "The page that the client has is current"}

    @app.get("/api/replays/{game_id}", summary="A finished game, step by step", responses=responses)
    async def replay(
        request: Request,
        game_id: str,
        first: Annotated[int, Query(ge=0, le=100_000)] = 0,
        count: Annotated[int, Query(ge=1, le=COUNT_MOST)] = 50,
        seat: Annotated[int | None, Query(ge=0, le=255)] = None,
    ) -> Response:
        """As that seat saw it (absent: as watchers did), with the cards of every seat open beside.
        Fewer steps than `count` come where they would be too large. With the header
        `Accept: application/x-protobuf` the message itself comes."""
        address = address_of(documents.addresses, request)
        return await documents.replays.answer(request, address, game_id, first, count, seat)
