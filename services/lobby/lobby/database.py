"""Redis as the lobby uses it: one script for all that must happen together, and plain reads.

The script's keys are not declared, which a Redis Cluster would refuse: the lobby wants one primary
with replicas. A request that timed out may have been written; guards make a repetition harmless.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Any, Final

import orjson
from redis.asyncio import Redis
from redis.exceptions import NoScriptError, RedisError

from lobby.errors import StoreLost
from lobby.keys import Op

_SCRIPT: Final = resources.files("lobby").joinpath("transaction.lua").read_text(encoding="utf-8")
_SCRIPT_SHA: Final = hashlib.sha1(_SCRIPT.encode(), usedforsecurity=False).hexdigest()
_TOGETHER_MOST: Final = 500

_Command = tuple[str | int | bytes, ...]
_Gathered = tuple[_Command, asyncio.Future[Any]]


class Database:
    """Over a connection that decodes its answers. Every method raises StoreLost.

    What one turn of the event loop asks for travels together: in company a command costs the
    client a fifth of one alone, and many rooms change at once when a gateway's people come back.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._gathered: list[_Gathered] = []
        self._travelling: set[asyncio.Task[None]] = set()

    async def run(self, guards: Iterable[Op], ops: Iterable[Op]) -> tuple[str, str]:
        """All of `ops` where every guard holds, else none of them: the name of the first guard
        that did not, empty where all was written, and what it found."""
        arguments = (0, orjson.dumps(list(guards)), orjson.dumps(list(ops)))
        answer = await self._gather(("EVALSHA", _SCRIPT_SHA, *arguments))
        if isinstance(answer, NoScriptError):
            answer = await self._gather(("EVAL", _SCRIPT, *arguments))
        failed, found = _checked(answer)
        return str(failed), str(found)

    async def ask(self, *command: str | int) -> Any:
        """The answer to one command, texts as `str`."""
        return _checked(await self._gather(command))

    async def ask_many(self, commands: Iterable[tuple[str | int, ...]]) -> list[Any]:
        """The answers to many commands in one round trip."""
        answers = [self._gather(command) for command in commands]
        return [_checked(await answer) for answer in answers]

    def _gather(self, command: _Command) -> asyncio.Future[Any]:
        """The answer to come, or the error instead of it."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._send)
        self._gathered.append((command, answer))
        return answer

    def _send(self) -> None:
        gathered, self._gathered = self._gathered, []
        for first in range(0, len(gathered), _TOGETHER_MOST):
            together = gathered[first : first + _TOGETHER_MOST]
            task = asyncio.get_running_loop().create_task(self._travel(together))
            self._travelling.add(task)
            task.add_done_callback(self._travelling.discard)

    async def _travel(self, together: Sequence[_Gathered]) -> None:
        pipe = self._redis.pipeline(transaction=False)
        for command, _ in together:
            pipe.execute_command(*command)
        try:
            answers = await pipe.execute(raise_on_error=False)
        except Exception as error:
            answers = [error] * len(together)
        for (_, waiting), answer in zip(together, answers, strict=True):
            if not waiting.done():
                waiting.set_result(answer)


def _checked(answer: Any) -> Any:
    """What Redis answered. Raises StoreLost where it did not."""
    if isinstance(answer, RedisError | OSError):
        raise StoreLost(type(answer).__name__) from answer
    if isinstance(answer, Exception):
        raise answer
    return answer
