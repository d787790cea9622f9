"""Rooms and gateways that are not, or no more: nothing of them stays in the stream of deadlines."""

from __future__ import annotations

import asyncio

import pytest
from redis.asyncio import Redis

from cardbus.due import DueSet
from cardbus.errors import CallError
from cardkit.clock import SystemClock
from cardproto.v1 import lobby_pb2
from cardproto.v1.engine_pb2 import DUE_OUTCOME_GONE
from tests.lobby.conftest import Hall

LONG_AGO_MS = 120_000


async def test_a_lost_rooms_deadlines_are_taken_out_once_they_are_long_past(hall: Hall) -> None:
    """Not at once: a room's deadlines are published before it is saved."""
    room = await hall.person("Ana").create()
    hall.redis.flush()
    now_ms = SystemClock().now_ms()
    for due_ms in (now_ms, now_ms - LONG_AGO_MS):
        before = await hall.deadlines("room", room.room_id)
        assert before is not None
        assert before.entries
        answer = await hall.timer_asks.owner_due(
            lobby_pb2.OwnerDueRequest(owner="room", id=room.room_id, kind="sync", due_ms=due_ms)
        )
        assert answer.outcome == DUE_OUTCOME_GONE
    assert await hall.deadlines("room", room.room_id) == DueSet(0)


async def test_a_lost_rooms_game_hears_of_it(hall: Hall) -> None:
    """From the last deadline that stands, which names it; while the engine is away it is kept."""
    host, room = await hall.table(bots=1)
    room = (await host.ask("start_game", room_id=room.room_id)).room
    hall.redis.flush()
    before = await hall.deadlines("room", room.room_id)
    assert before is not None
    last = f"sync:{room.game_id}"
    assert {kind for kind, _ in before.entries} == {"check", last}
    assert (await hall.due("room", room.room_id, "check")).outcome == DUE_OUTCOME_GONE
    assert await hall.deadlines("room", room.room_id) == before
    hall.engine.refuse["lose_room"] = "unavailable"
    with pytest.raises(CallError, match="unavailable"):
        await hall.due("room", room.room_id, last)
    assert await hall.deadlines("room", room.room_id) == before
    del hall.engine.refuse["lose_room"]
    for _ in range(2):
        assert (await hall.due("room", room.room_id, last)).outcome == DUE_OUTCOME_GONE
        assert hall.engine.heard[-1] == ("lose_room", room.game_id)
        assert await hall.deadlines("room", room.room_id) == DueSet(0)
        hall.engine.games.pop(room.game_id, None)


async def test_a_room_without_a_game_names_none(hall: Hall) -> None:
    host, room = await hall.table(bots=1)
    await host.ask("start_game", room_id=room.room_id)
    await hall.settle(await hall.room(room))
    after = await hall.deadlines("room", room.room_id)
    assert after is not None
    assert [kind for kind, _ in after.entries if kind.startswith("sync")] == ["sync"]


async def test_a_lost_gateways_lease_is_taken_out(hall: Hall) -> None:
    host = hall.person("Ana")
    await host.create()
    assert await hall.deadlines("gateway", host.gateway_id) not in (None, DueSet(0))
    hall.redis.flush()
    answer = await hall.timer_asks.owner_due(
        lobby_pb2.OwnerDueRequest(owner="gateway", id=host.gateway_id, kind="lease")
    )
    assert answer.outcome == DUE_OUTCOME_GONE
    assert await hall.deadlines("gateway", host.gateway_id) == DueSet(0)


async def test_a_room_that_is_not_to_be_leaves_no_deadlines(hall: Hall) -> None:
    """A request that is repeated while it is under way, and one room too many for a person."""
    before = await _with_deadlines(hall)
    host = hall.person("Ana")
    made = await asyncio.gather(
        *(host.ask("create_room", "again", game="virae") for _ in range(4)), return_exceptions=True
    )
    rooms = {answer.room.room_id for answer in made if not isinstance(answer, BaseException)}
    assert len(rooms) == 1
    for _ in range(2):
        rooms.add((await host.ask("create_room", game="virae")).room.room_id)
    with pytest.raises(CallError, match="rate_limited"):
        await host.ask("create_room", game="virae")
    standing = await _with_deadlines(hall) - before
    held = {key.rpartition(":")[2] for key in await _room_keys(hall)}
    assert rooms <= standing <= held


async def _with_deadlines(hall: Hall) -> set[str]:
    """Rooms of which deadlines stand in the stream."""
    info = await hall.streams.stream_info("DEADLINES", subjects_filter="deadline.room.*")
    known = {subject.rpartition(".")[2] for subject in info.state.subjects or ()}
    return {room_id for room_id in known if await hall.deadlines("room", room_id) != DueSet(0)}


async def _room_keys(hall: Hall) -> list[str]:
    client = Redis.from_url(hall.redis.url, decode_responses=True)
    try:
        return [str(key) async for key in client.scan_iter("lobby:room:*")]
    finally:
        await client.aclose()
