"""Redis loses everything in the midst of games: what is gone is what stood only there.

Games, seeds and records are NATS' and stay: whoever sits at a table plays on to its result. Rooms,
presence, statistics and history are Redis' and are gone, as after the loss of its volume.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping

import pytest

from cardproto.v1 import client_pb2, contract_pb2
from cardrules import record as records
from carteado.client import Client
from carteado.people import here, is_over
from carteado.stack import Stack
from tests.chaos.checks import bus_of, record_of, redis_of
from tests.chaos.hall import (
    KINDS,
    PATIENCE_S,
    SETTINGS,
    Hall,
    Notes,
    play_to_the_end,
    start_patiently,
)
from tests.chaos.running import all_put_away
from tests.support.audit import take_stock

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(240)]

Lose = Callable[[Stack], Awaitable[None]]
FORGOTTEN: set[str] = set()
"""Rooms that were lost here: their deadlines leave the stream once they are long past."""
BEGUN = 6
"""Versions that a game has before its room is lost."""


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Everything that is kept for a while is kept for a second, so that nothing may be left."""
    return {
        **SETTINGS,
        "CARTEADO_ARCHIVE_MS": "2500",
        "CARTEADO_CLOSED_KEPT_MS": "8000",
        "CARTEADO_REQUESTS_KEPT_MS": "1000",
    }


async def wipe(stack: Stack) -> None:
    """Kill the server and remove its files; it comes back knowing nothing."""
    stack.valkey.kill()
    folder = stack.valkey.log.parent
    for path in sorted(folder.rglob("appendonly*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    await asyncio.to_thread(stack.valkey.start, 30.0)


async def flush(stack: Stack) -> None:
    """FLUSHALL by somebody who should not have."""
    redis = redis_of(stack)
    await redis.flushall()
    await redis.aclose()


async def until_begun(client: Client) -> str:
    """Watch one's game begin; its id."""
    await client.until(lambda c: c.update is not None and c.update.version >= BEGUN, PATIENCE_S)
    assert client.update is not None
    return client.update.game_id


@pytest.mark.parametrize("lose", [wipe, pytest.param(flush, marks=pytest.mark.slow)])
async def test_games_outlive_their_rooms(stack: Stack, lose: Lose) -> None:
    """Everybody plays on to the end, the record stands, and afterwards nothing is left."""
    before = await take_stock(stack)
    hall = Hall(stack.urls)
    seated: list[list[Client]] = [await hall.sit_down(number) for number in range(len(KINDS))]
    games = await asyncio.gather(*(start_patiently(clients[0]) for clients in seated))
    playing = [
        asyncio.create_task(
            play_to_the_end(client, Notes(client.session.player_id), game_id, random.Random(7))
        )
        for clients, game_id in zip(seated, games, strict=True)
        for client in clients
    ]
    FORGOTTEN.update(here(clients[0]).room_id for clients in seated)
    await until_begun(seated[0][0])
    unfinished = [clients for clients in seated if not is_over(clients[0].update)]
    await lose(stack)
    await asyncio.gather(*playing)
    assert unfinished, "the loss came too late to mean anything"
    gateway = await bus_of(stack, contract_pb2.PARTY_GATEWAY)
    try:
        for clients, game_id in zip(seated, games, strict=True):
            assert is_over(clients[0].update)
            record = await record_of(gateway, game_id, PATIENCE_S)
            assert record["result"]["reason"] not in {"flag", "absent", "stalled", "void"}
            assert not record["aborted"]
            assert records.replay(record).ok
    finally:
        await gateway.close()
    # A new room works as ever, and whoever lost one may have three again.
    host = seated[0][0]
    for _ in range(3):
        made = await host.ask(create_room=client_pb2.CreateRoom(game="virae", private=True))
        await host.ask(close_room=client_pb2.CloseRoom(room_id=made.room.room_id))
    for clients in seated:
        for client in clients:
            await client.close()
    await all_put_away(stack, before, logs=False, forgotten=FORGOTTEN)
