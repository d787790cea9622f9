"""Rooms and gateways that went with a lost store: their deadlines leave the stream too."""

from __future__ import annotations

from cardbus.due import DueSet
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
