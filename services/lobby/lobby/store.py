"""Rooms in Redis: one hash a room, saved by compare-and-set together with every index of it.

One Lua script checks the guards and writes, so a save is all or nothing on one primary. Its keys
are not declared, which a Redis Cluster would refuse: the lobby wants one primary with replicas.
A request that timed out may have been written; the compare makes a repetition harmless.
"""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal, cast

import orjson
from pydantic import TypeAdapter
from redis.asyncio import Redis
from redis.exceptions import RedisError

from lobby.errors import StoreLost
from lobby.history import (
    Settlement,
    history_key,
    settlement_key,
    settlement_ops,
    statistics_key,
)
from lobby.indexing import (
    LISTING,
    PREFIX,
    Listing,
    Op,
    code_key,
    index_ops,
    newcomers,
    person_key,
    room_key,
    sockets_key,
)
from lobby.values import Phase, Room

_ROOM = TypeAdapter(Room)
_LISTING = TypeAdapter(Listing)
_SCRIPT = resources.files("lobby").joinpath("transaction.lua").read_text(encoding="utf-8")

Saved = Literal["saved", "conflict", "code_taken", "too_many_rooms", "repeated", "settled"]
"""How a save ended. `conflict`: another save came first. `repeated`: the request was carried out
before. `settled`: the game was settled before. Only after `saved` was anything written."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One request of a person, by which its repetition is known."""

    player_id: str
    method: str
    request_id: str

    @property
    def key(self) -> str:
        """Where it is kept. Ids of clients may hold anything, so they stand encoded."""
        name = base64.urlsafe_b64encode(self.request_id.encode()).decode()
        return f"{PREFIX}request:{self.player_id}:{self.method}:{name}"


def encode(room: Room) -> str:
    """The room as it is stored."""
    return orjson.dumps(room, default=bytes.hex).decode()


def decode(state: bytes | str) -> Room:
    """The inverse of `encode`. Raises pydantic's ValidationError."""
    return _ROOM.validate_json(state)


def _cas(room: Room | None) -> str:
    return "" if room is None else f"{room.revision}.{room.armed}"


class Store:
    """The lobby's only state, over a connection that decodes its answers.

    Every method raises StoreLost where Redis does not answer.
    """

    def __init__(
        self, redis: Redis, *, requests_kept_ms: int, closed_kept_ms: int, settled_kept_ms: int
    ) -> None:
        self._redis = redis
        self._script = redis.register_script(_SCRIPT)
        self._requests_kept_ms = requests_kept_ms
        self._closed_kept_ms = closed_kept_ms
        self._settled_kept_ms = settled_kept_ms

    async def room(self, room_id: str) -> Room | None:
        """The room, or None where there is none (any more)."""
        state = await _answer(cast(Awaitable[Any], self._redis.hget(room_key(room_id), "state")))
        return None if state is None else decode(state)

    async def rooms(self, room_ids: Sequence[str]) -> list[Room | None]:
        """Many rooms in one round trip, in the order of `room_ids`."""
        pipe = self._redis.pipeline(transaction=False)
        for room_id in room_ids:
            pipe.hget(room_key(room_id), "state")
        states = await _answer(pipe.execute())
        return [None if state is None else decode(state) for state in states]

    async def revisions(self, room_ids: Sequence[str]) -> list[int | None]:
        """Only the revisions of many rooms."""
        pipe = self._redis.pipeline(transaction=False)
        for room_id in room_ids:
            pipe.hget(room_key(room_id), "revision")
        found = await _answer(pipe.execute())
        return [None if revision is None else int(revision) for revision in found]

    async def carried_out(self, marker: Marker) -> str | None:
        """The id of the room in which that very request was carried out, if it was lately."""
        found = await _answer(cast(Awaitable[Any], self._redis.get(marker.key)))
        return None if found is None else str(found)

    async def room_id_of(self, code: str) -> str | None:
        """The room to which a code leads."""
        found = await _answer(cast(Awaitable[Any], self._redis.get(code_key(code))))
        return None if found is None else str(found)

    async def save(
        self,
        before: Room | None,
        after: Room,
        *,
        rooms_per_person: int,
        marker: Marker | None = None,
        settlement: Settlement | None = None,
    ) -> Saved:
        """Write `after` where `before` still stands (None: where no such room is)."""
        guards: list[Op] = []
        if marker is not None:
            guards.append(("repeated", "absent", marker.key, ""))
        if settlement is not None:
            guards.append(("settled", "absent", settlement_key(settlement.game_id), ""))
        guards.append(("conflict", "cas", room_key(after.room_id), _cas(before)))
        if before is None:
            guards.append(("code_taken", "absent", code_key(after.code), ""))
        for player_id in sorted(newcomers(before, after)):
            key = person_key(player_id)
            guards.append(("too_many_rooms", "fewer", key, str(rooms_per_person)))
        ops: list[Op] = [
            (
                "HSET",
                room_key(after.room_id),
                "cas",
                _cas(after),
                "revision",
                str(after.revision),
                "state",
                encode(after),
            )
        ]
        ops.extend(index_ops(before, after, self._closed_kept_ms))
        if marker is not None:
            ops.append(("SET", marker.key, after.room_id, "PX", str(self._requests_kept_ms)))
        if settlement is not None:
            ops.extend(settlement_ops(settlement, self._settled_kept_ms))
        return cast(Saved, await self._run(guards, ops) or "saved")

    async def settle(self, settlement: Settlement) -> bool:
        """Write only history and statistics, once a game; False where that was done before."""
        guards = [("settled", "absent", settlement_key(settlement.game_id), "")]
        return not await self._run(guards, settlement_ops(settlement, self._settled_kept_ms))

    async def _run(self, guards: Iterable[Op], ops: Iterable[Op]) -> str:
        """The name of the guard that failed, empty where all was written."""
        arguments = [orjson.dumps(list(guards)), orjson.dumps(list(ops))]
        asked = cast(Awaitable[Any], self._script(args=arguments))
        failed, _ = await _answer(asked)
        return str(failed)

    async def listing(self) -> list[Listing]:
        """The public list: rooms that wait first, then the oldest."""
        lines = await _answer(cast(Awaitable[Any], self._redis.hvals(LISTING)))
        found = [_LISTING.validate_json(line) for line in lines]
        return sorted(found, key=_place)

    async def rooms_of(self, player_id: str) -> list[str]:
        """Ids of the rooms in which the person is, sorted."""
        found = await _answer(cast(Awaitable[Any], self._redis.smembers(person_key(player_id))))
        return sorted(str(room_id) for room_id in found)

    async def lease_until(self, gateway_id: str) -> int | None:
        """Until when a gateway's lease runs; None where it has none."""
        found = await _answer(cast(Awaitable[Any], self._redis.get(_lease_key(gateway_id))))
        return None if found is None else int(found)

    async def set_lease(self, gateway_id: str, until_ms: int) -> None:
        """Let a gateway's lease run until then."""
        await _answer(cast(Awaitable[Any], self._redis.set(_lease_key(gateway_id), until_ms)))

    async def drop_lease(self, gateway_id: str) -> None:
        """A gateway is no more."""
        await _answer(cast(Awaitable[Any], self._redis.delete(_lease_key(gateway_id))))

    async def sockets(self, gateway_id: str) -> dict[str, tuple[str, str]]:
        """A gateway's sockets in rooms: socket id to room id and player id."""
        found = await _answer(cast(Awaitable[Any], self._redis.hgetall(sockets_key(gateway_id))))
        places: dict[str, tuple[str, str]] = {}
        for socket_id, place in found.items():
            room_id, player_id = place.split(" ")
            places[socket_id] = room_id, player_id
        return places

    async def history(self, player_id: str, count: int) -> list[dict[str, Any]]:
        """The person's last games, the newest first."""
        found = await _answer(
            cast(Awaitable[Any], self._redis.lrange(history_key(player_id), 0, count - 1))
        )
        return [orjson.loads(line) for line in found]

    async def statistics(self, player_id: str) -> dict[str, int]:
        """The person's counts, such as `virae:played` and `virae:won`."""
        found = await _answer(cast(Awaitable[Any], self._redis.hgetall(statistics_key(player_id))))
        return {str(name): int(count) for name, count in found.items()}


def _place(line: Listing) -> tuple[bool, int, str]:
    return line.phase is not Phase.WAITING, line.created_ms, line.room_id


def _lease_key(gateway_id: str) -> str:
    return f"{PREFIX}gateway:{gateway_id}:lease"


async def _answer(asked: Awaitable[Any]) -> Any:
    """What Redis answers, texts as `str`. Raises StoreLost where it does not."""
    try:
        return await asked
    except (RedisError, OSError) as error:
        raise StoreLost(type(error).__name__) from error
