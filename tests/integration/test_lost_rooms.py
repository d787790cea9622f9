"""Redis loses the rooms while games without a limit run, and then everybody goes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cardproto.v1 import client_pb2, contract_pb2, room_pb2
from carteado.people import arrive, here, join, open_room, start_game
from carteado.stack import Stack
from tests.chaos.checks import bus_of, record_of, redis_of

PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Two minutes are over after two and a half seconds; presence is as slow as ever."""
    return {
        "CARTEADO_TIME_SCALE": "0.02",
        "CARTEADO_BOT_PACE": "0",
        "CARTEADO_LEASE_MS": "750000",
        "CARTEADO_LEASE_S": "5",
    }


async def test_a_game_whose_room_was_lost_ends_without_its_people(stack: Stack) -> None:
    """Nobody is told that they are gone; without a limit nothing else would end it for a day."""
    host, guest = await arrive(stack.url, "Ana"), await arrive(stack.url, "Bia")
    room = await open_room(host, "virae", room_pb2.RoomSettings(action_ms=0))
    await join(guest, room.code, 1)
    game_id = await start_game(host, [guest])
    assert here(host).settings.action_ms == 0
    # A room whose deadlines have just changed is looked after in seconds, one at rest in minutes.
    await host.ask(pause_game=client_pb2.PauseGame(room_id=room.room_id))
    await host.ask(resume_game=client_pb2.ResumeGame(room_id=room.room_id))
    redis = redis_of(stack)
    await redis.flushall()
    await redis.aclose()
    for client in (host, guest):
        await client.close()
    gateway = await bus_of(stack, contract_pb2.PARTY_GATEWAY)
    try:
        record = await record_of(gateway, game_id, PATIENCE_S)
    finally:
        await gateway.close()
    assert not record["aborted"]
    assert any(line.get("automatic") for line in record["entries"])
