"""How a request becomes a task, and a failure a code."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from cardbus.errors import INTERNAL, UNAVAILABLE, CallError
from cardbus.reply import Reply
from cardkit import logs
from lobby.counters import Counters
from lobby.errors import Refused, StoreLost

_log = logs.get("handlers")


class Answering:
    """Takes requests as tasks, at most `most_at_once` of them; each is answered exactly once."""

    def __init__(self, counters: Counters, most_at_once: int) -> None:
        self._counters = counters
        self._most_at_once = most_at_once
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def under_way(self) -> int:
        """Requests being worked on."""
        return len(self._tasks)

    def take(
        self, method: str, request: Any, reply: Reply[Any], work: Coroutine[Any, Any, None]
    ) -> None:
        """Work as a task, and answer with a code whatever stops it."""
        if len(self._tasks) >= self._most_at_once:
            work.close()
            self._refuse(method, reply, UNAVAILABLE)
            return

        async def run() -> None:
            with logs.bound(method=method, **_ids(request)):
                await self._work(method, reply, work)

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, method: str, reply: Reply[Any], work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
            self._counters.requests.labels(method, "ok").inc()
        except (Refused, CallError) as error:
            self._refuse(method, reply, error.code, **error.params)
        except StoreLost as error:
            _log.warning("store lost", why=str(error))
            self._refuse(method, reply, UNAVAILABLE)
        except Exception:
            _log.exception("request failed")
            self._refuse(method, reply, INTERNAL)

    def _refuse(self, method: str, reply: Reply[Any], code: str, **params: str) -> None:
        self._counters.requests.labels(method, code).inc()
        reply.error(code, **params)


def _ids(request: Any) -> dict[str, str]:
    """By what the lines of one request are found again."""
    names = request.DESCRIPTOR.fields_by_name
    found = {name: getattr(request, name) for name in ("room_id", "game_id") if name in names}
    if "actor" in names:
        found |= {"request": request.actor.request_id, "player": request.actor.player_id}
    return found
