"""Finished games step by step: the engine plays them again, here the pages are kept a while."""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import orjson
from fastapi import Request, Response

from cardbus.api.engine import EngineClient
from cardproto.v1.engine_pb2 import ReplayRequest
from cardproto.v1.replay_pb2 import ReplayPage
from gateway.errors import NOT_FOUND, RATE_LIMITED, Refused
from gateway.ids import checked
from gateway.json_writer import writer
from gateway.limits import Buckets

PROTOBUF: Final = "application/x-protobuf"
JSON: Final = "application/json"
CACHE: Final = "public, max-age=60, must-revalidate"
_FORMAT: Final = "1"
"""Another one makes every page new, since its content has changed."""

ReadRecord = Callable[[str], Awaitable[bytes | None]]


@dataclass(frozen=True, slots=True)
class _Page:
    content: bytes
    zipped: bytes


class Pages:
    """Answers kept by their ETag, the longest unused dropped beyond so many bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._held: OrderedDict[str, _Page] = OrderedDict()
        self._bytes = 0

    def get(self, etag: str) -> _Page | None:
        """The answer, if it is still here."""
        page = self._held.get(etag)
        if page is not None:
            self._held.move_to_end(etag)
        return page

    def keep(self, etag: str, content: bytes) -> _Page:
        """Hold an answer."""
        page = _Page(content, gzip.compress(content, 5, mtime=0))
        if etag not in self._held:
            self._held[etag] = page
            self._bytes += len(page.content) + len(page.zipped)
        while self._bytes > self._most_bytes and self._held:
            _, old = self._held.popitem(last=False)
            self._bytes -= len(old.content) + len(old.zipped)
        return page


class Replays:
    """`read`: a record's JSON or None; `rate`: how many pages one address may have made."""

    def __init__(
        self, engine: EngineClient, read: ReadRecord, rate: Buckets, now_s: Callable[[], float]
    ) -> None:
        self._engine = engine
        self._read = read
        self._rate = rate
        self._now_s = now_s
        self._pages = Pages(16 << 20)

    async def answer(
        self, request: Request, address: str, game_id: str, first: int, count: int, seat: int | None
    ) -> Response:
        """One page. Raises Refused, CallError."""
        record = await self._read(checked(game_id, "game_id"))
        if record is None:
            raise Refused(NOT_FOUND)
        protobuf = PROTOBUF in request.headers.get("accept", "")
        etag = etag_of(record, f"{_FORMAT}/{first}/{count}/{seat}/{protobuf}")
        headers = {"Cache-Control": CACHE, "ETag": etag, "Vary": "Accept, Accept-Encoding"}
        if etag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        page = self._pages.get(etag)
        if page is None:
            if not self._rate.take(address, self._now_s()):
                raise Refused(RATE_LIMITED, limit="replays")
            page = self._pages.keep(
                etag, _written(await self._ask(game_id, first, count, seat), protobuf)
            )
        content = page.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            content = page.zipped
            headers["Content-Encoding"] = "gzip"
        return Response(content, 200, headers, PROTOBUF if protobuf else JSON)

    async def _ask(self, game_id: str, first: int, count: int, seat: int | None) -> ReplayPage:
        wanted = ReplayRequest(game_id=game_id, first=first, count=count)
        if seat is not None:
            wanted.seat = seat
        return (await self._engine.replay(wanted)).page


def etag_of(record: bytes, what: str = "") -> str:
    """The mark of what follows from a record alone; another record, another mark."""
    return f'"{hashlib.sha256(what.encode() + b"/" + record).hexdigest()[:32]}"'


def _written(page: ReplayPage, protobuf: bool) -> bytes:
    if protobuf:
        return page.SerializeToString()
    return orjson.dumps(writer(ReplayPage.DESCRIPTOR).value(page))
