"""Calls about finished games, and how a call that must await becomes a task."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from cardbus.bus import Reply
from cardbus.errors import CallError
from cardproto.v1 import engine_pb2 as pb
from game_engine.errors import Refusal
from game_engine.recording import without_names
from game_engine.replaying import Replays
from game_engine.store import Streams

_log = structlog.get_logger(__name__)


class FinishedHandlers:
    """What is asked of records; `reply` is answered exactly once."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._replays = Replays(streams)
        self._tasks: set[asyncio.Task[None]] = set()

    def replay(self, request: pb.ReplayRequest, reply: Reply[pb.ReplayResponse]) -> None:
        """Some steps of a finished game."""

        async def run() -> None:
            seat = request.seat if request.HasField("seat") else None
            page = await self._replays.page(request.game_id, request.first, request.count, seat)
            reply.ok(pb.ReplayResponse(page=page))

        self._spawn(run(), reply)

    def forget(self, request: pb.ForgetRequest, reply: Reply[pb.ForgetResponse]) -> None:
        """Blank names in a record."""

        async def run() -> None:
            found = await self._streams.change_record(
                request.game_id, lambda text: without_names(text, request.seats)
            )
            reply.ok(pb.ForgetResponse(found=found))

        self._spawn(run(), reply)

    def _spawn(self, work: Coroutine[Any, Any, None], reply: Reply[Any]) -> None:
        """Run what must await; its coded refusal is the answer, anything else is `internal`."""

        async def run() -> None:
            try:
                await work
            except (CallError, Refusal) as error:
                reply.error(error.code, **error.params)
            except Exception:
                _log.exception("errand failed")
                reply.error("internal")

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
