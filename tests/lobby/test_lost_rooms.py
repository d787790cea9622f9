"""Rooms that went with a lost store: what stands of them in the stream of deadlines goes too."""

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
