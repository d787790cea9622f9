"""Redis as the lobby uses it: one script for all that must happen together, and plain reads.

The script's keys are not declared, which a Redis Cluster would refuse: the lobby wants one primary
with replicas. A request that timed out may have been written; guards make a repetition harmless.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from importlib import resources
from typing import Any, cast

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from lobby.errors import StoreLost
from lobby.keys import Op

_SCRIPT = resources.files("lobby").joinpath("transaction.lua").read_text(encoding="utf-8")


class Database:
    """Over a connection that decodes its answers. Every method raises StoreLost."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._script = redis.register_script(_SCRIPT)

    async def run(self, guards: Iterable[Op], ops: Iterable[Op]) -> tuple[str, str]:
        """All of `ops` where every guard holds, else none of them: the name of the first guard
        that did not, empty where all was written, and what it found."""
        arguments = [orjson.dumps(list(guards)), orjson.dumps(list(ops))]
        failed, found = await self.answer(self._script(args=arguments))
        return str(failed), str(found)

    async def ask(self, *command: str | int) -> Any:
        """The answer to one command, texts as `str`."""
        return await self.answer(self._redis.execute_command(*command))  # type: ignore[no-untyped-call]

    async def ask_many(self, commands: Iterable[tuple[str | int, ...]]) -> list[Any]:
        """The answers to many commands in one round trip."""
        pipe = self._redis.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        found: list[Any] = await self.answer(pipe.execute())
        return found

    async def answer(self, asked: Any) -> Any:
        """What Redis answers. Raises StoreLost where it does not."""
        try:
            return await cast(Awaitable[Any], asked)
        except (RedisError, OSError) as error:
            raise StoreLost(type(error).__name__) from error
