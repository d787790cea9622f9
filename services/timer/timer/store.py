"""The wheel in Redis: every owner's set of deadlines, and who is due when.

Two keys hold it: a hash from owner to ``<sequence> <attempt> <fire_ms> <set>``, and a sorted set
of owners by the moment at which somebody should look at them, never later than the first deadline
unless claimed. One hash for all owners, since each script then names every key that it touches.
All of it is an index: lost or damaged, it is made again from the streams (`intake.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from typing import NamedTuple, cast

from redis.asyncio import Redis
from redis.commands.core import AsyncScript
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from timer.errors import StoreUnavailable
from timer.outages import Outages

# Lua unpacks at most some thousand values on its stack.
TAKE_MAX = 500
_GAPS_KEPT = 64
_SWEEP_LASTS_MS = 600_000


class Armed(NamedTuple):
    """One owner's set as it goes into the wheel; `fires_ms` None where the set is empty.

    `attempt` counts the requests that were made for it in vain.
    """

    owner: str
    sequence: int
    fires_ms: int | None
    text: str
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """A set of which a deadline is due, held by this replica until its lease runs out."""

    owner: str
    sequence: int
    attempt: int
    text: str
    until_ms: int


@dataclass(frozen=True, slots=True)
class Second:
    """What a tick learnt. `dead` names replicas that ended, to one replica only."""

    epoch: str | None
    run_id: str
    dead: tuple[str, ...]
    outages: tuple[Outages, ...]


# What a server answers that is there but cannot serve at present. What has no class of its own
# is told by its first word: a disk that is full or gone, too few replicas. Any other refusal is a
# fault of ours.
_HINDERED = (
    BusyLoadingError, ReadOnlyError, OutOfMemoryError, MasterDownError, ClusterDownError,
    TryAgainError,
)  # fmt: skip
_HINDERED_WORDS = frozenset({"MISCONF", "NOREPLICAS", "BUSY"})


@contextmanager
def _awaited_server() -> Iterator[None]:
    """Turns every way in which Redis may be away into StoreUnavailable."""
    try:
        yield
    except (RedisConnectionError, RedisTimeoutError, *_HINDERED) as error:
        raise StoreUnavailable(type(error).__name__) from error
    except ResponseError as error:
        word = str(error).partition(" ")[0]
        if word not in _HINDERED_WORDS:
            raise
        raise StoreUnavailable(word) from error
    except OSError as error:
        raise StoreUnavailable(type(error).__name__) from error


class WheelStore:
    """The wheel. Every method raises StoreUnavailable where Redis is away.

    `redis` must not decode answers. `leases_ms`: how long a claim holds, by attempt; the last
    repeats. Times are server milliseconds, handed in.
    """

    def __init__(self, redis: Redis, leases_ms: Sequence[int], gap_ms: int) -> None:
        self._redis = redis
        self._leases = tuple(leases_ms)
        self._gap_ms = gap_ms
        self._wheel_keys = ("{timer}:sets", "{timer}:wheel")
        self._take = self._script("take")
        self._claim = self._script("claim")
        self._settle = self._script("settle")
        self._tick = self._script("tick")
        self._whole = self._script("whole")

    def _script(self, name: str) -> AsyncScript:
        text = (resources.files("timer") / "lua" / f"{name}.lua").read_text(encoding="utf-8")
        return self._redis.register_script(text)

    async def take(self, armed: Sequence[Armed]) -> int:
        """Hold each owner's set if it is newer than the one held; how many were.

        Of several sets of one owner the newest counts.
        """
        newest: dict[str, Armed] = {}
        for entry in armed:
            known = newest.get(entry.owner)
            if known is None or known.sequence < entry.sequence:
                newest[entry.owner] = entry
        values = list(newest.values())
        taken = 0
        for start in range(0, len(values), TAKE_MAX):
            arguments: list[str | int] = []
            for entry in values[start : start + TAKE_MAX]:
                fires = "" if entry.fires_ms is None else entry.fires_ms
                arguments += (entry.owner, entry.sequence, fires, entry.text)
            with _awaited_server():
                taken += cast(int, await self._take(self._wheel_keys, arguments))
        return taken

    async def claim(self, now_ms: int, limit: int) -> tuple[tuple[Claim, ...], int | None]:
        """Claim at most `limit` owners due by `now_ms`; and when to look next, None: nothing held.

        What was armed too early is armed anew on the way and not among the claims.
        """
        with _awaited_server():
            answer = cast(
                list[bytes],
                await self._claim(self._wheel_keys, (now_ms, min(limit, TAKE_MAX), *self._leases)),
            )
        claims = tuple(self._held(now_ms, *answer[i : i + 4]) for i in range(1, len(answer), 4))
        return claims, int(float(answer[0])) if answer[0] else None

    def _held(
        self, now_ms: int, owner: bytes, sequence: bytes, attempt: bytes, text: bytes
    ) -> Claim:
        lease_ms = self._leases[min(int(attempt), len(self._leases)) - 1]
        return Claim(owner.decode(), int(sequence), int(attempt), text.decode(), now_ms + lease_ms)

    async def settle(self, left: Sequence[Armed]) -> int:
        """Put what is left of claimed sets in their place; how many were still the ones claimed.

        `sequence` is the one claimed. A set given back whole is due again at `fires_ms`, its
        attempts as given.
        """
        settled = 0
        for start in range(0, len(left), TAKE_MAX):
            arguments: list[str | int] = []
            for entry in left[start : start + TAKE_MAX]:
                fires = "" if entry.fires_ms is None else entry.fires_ms
                arguments += (entry.owner, entry.sequence, fires, entry.text, entry.attempt)
            with _awaited_server():
                settled += cast(int, await self._settle(self._wheel_keys, arguments))
        return settled

    async def tick(
        self,
        replica: str,
        now_ms: int,
        dead_after_ms: int,
        services: Sequence[tuple[str, bool, int]],
    ) -> Second:
        """Note this second. `services`: name, whether it answered, when it last did as far as this
        replica remembers (0: never). The outages come in the same order."""
        keys = ["{timer}:epoch", "{timer}:replicas", "{timer}:alive"]
        arguments: list[str | int] = [replica, now_ms, dead_after_ms, self._gap_ms, _GAPS_KEPT]
        for name, answered, last_ms in services:
            keys.append(f"{{timer}}:gaps:{name}")
            arguments += (name, int(answered), last_ms)
        with _awaited_server():
            answer = cast(list[object], await self._tick(keys, arguments))
            run_id = str((await self._redis.info("server"))["run_id"])
        outages = tuple(
            Outages(
                int(cast(bytes, answer[i])),
                tuple(_gap(text) for text in cast(list[bytes], answer[i + 1])),
                self._gap_ms,
            )
            for i in range(2, len(answer), 2)
        )
        epoch = cast(bytes, answer[0]).decode() or None
        dead = tuple(name.decode() for name in cast(list[bytes], answer[1]))
        return Second(epoch, run_id, dead, outages)

    async def begin_sweep(self) -> str:
        """Mark the begin of a sweep; the mark goes to `end_sweep`."""
        mark = f"{{timer}}:sweep:{secrets.token_hex(8)}"
        with _awaited_server():
            await self._redis.set(mark, 1, px=_SWEEP_LASTS_MS)
        return mark

    async def end_sweep(self, mark: str) -> str | None:
        """Say that the wheel is whole: the name of its epoch. None where Redis was emptied since
        the sweep began, which has to begin anew."""
        with _awaited_server():
            epoch = await self._whole((mark, "{timer}:epoch"), (secrets.token_hex(8),))
        return cast(bytes, epoch).decode() or None

    async def depart(self, replica: str) -> None:
        """Say that this replica ends: another looks at once for what it had pulled and not put into
        the wheel, since whoever stays acknowledges that as well."""
        with _awaited_server():
            await self._redis.hset("{timer}:replicas", replica, "0")

    async def size(self) -> int:
        """How many owners have deadlines."""
        with _awaited_server():
            return await self._redis.hlen("{timer}:sets")

    async def close(self) -> None:
        """Close the connections."""
        with _awaited_server():
            await self._redis.aclose()


def _gap(text: bytes) -> tuple[int, int]:
    begin, end = text.split(b" ")
    return int(begin), int(end)
