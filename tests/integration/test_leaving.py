"""Who leaves a game whose rules take them out of it, through all five services."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.request
from collections.abc import Mapping
from typing import Any

import pytest

from cardproto.v1 import client_pb2, room_pb2, rouba_monte_pb2, table_pb2
from cardrules import record as records
from carteado.client import Client
from carteado.people import add_bots, arrive, here, join, open_room, play_to_the_end, start_game
from carteado.stack import Stack
from tests.chaos.games import is_settled

GAME = "rouba-monte"
UNHURRIED = room_pb2.RoomSettings(action_ms=120_000)


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Two minutes of absence in four seconds; bots think little."""
    return {"CARTEADO_TIME_SCALE": "0.033", "CARTEADO_BOT_BUDGET_MS": "5"}


def shown(client: Client) -> rouba_monte_pb2.RoubaMonteView:
    """What the client sees of the game now."""
    assert client.update is not None
    return client.update.view.rouba_monte


def presence(client: Client, number: int) -> table_pb2.Presence:
    assert client.update is not None
    return next(seat.presence for seat in client.update.table.seats if seat.seat == number)


def fetch_record(stack: Stack, game_id: str) -> Any:
    with urllib.request.urlopen(f"{stack.url}/api/records/{game_id}", timeout=10) as answer:
        return json.load(answer)


async def leave(client: Client) -> None:
    await client.ask(leave_room=client_pb2.LeaveRoom(room_id=here(client).room_id))


async def test_who_leaves_lays_everything_open_and_the_others_play_on(stack: Stack) -> None:
    host, guest, third = [await arrive(stack.url, name) for name in ("Ana", "Bia", "Caio")]
    room = await open_room(host, GAME, UNHURRIED)
    await join(guest, room.code, 1)
    await join(third, room.code, 3)
    game_id = await start_game(host, [guest, third])
    held = set(shown(guest).own.hand)
    await leave(guest)
    await host.until(lambda c: list(shown(c).active) == [0, 3])
    assert presence(host, 1) == table_pb2.PRESENCE_LEFT
    left = next(seat for seat in shown(host).seats if seat.seat == 1)
    assert (left.count, list(left.pile)) == (0, [])
    assert held <= set(shown(host).center)
    await asyncio.gather(*(play_to_the_end(c, random.Random(1)) for c in (host, third)))
    result = host.update.table.result if host.update is not None else None
    assert result is not None
    assert result.reason == "played_out"
    assert set(result.winners) <= {0, 3}
    assert result.scores[1] == 0
    await host.until(lambda c: is_settled(here(c), game_id))
    record = fetch_record(stack, game_id)
    assert [entry["seat"] for entry in record["entries"] if entry["do"] == "leave"] == [1]
    assert records.replay(record).ok
    for client in (host, guest, third):
        await client.close()


async def test_with_one_left_the_game_ends_without_a_winner(stack: Stack) -> None:
    host, guest = await arrive(stack.url, "Edu"), await arrive(stack.url, "Fabi")
    room = await open_room(host, GAME, UNHURRIED)
    await join(guest, room.code, 2)
    game_id = await start_game(host, [guest])
    await leave(guest)
    over = table_pb2.TABLE_STATUS_OVER
    await host.until(lambda c: c.update is not None and c.update.table.status == over)
    assert host.update is not None
    result = host.update.table.result
    assert (list(result.winners), result.reason) == ([], "too_few")
    assert dict(result.scores) == {0: 0, 2: 0}
    await host.until(lambda c: is_settled(here(c), game_id))
    assert records.replay(fetch_record(stack, game_id)).ok
    for client in (host, guest):
        await client.close()


async def test_who_is_away_too_long_is_taken_out(stack: Stack) -> None:
    """No bot takes the seat; back again, the person watches until the next game."""
    host, guest = await arrive(stack.url, "Gil"), await arrive(stack.url, "Helo", lasting=False)
    room = await open_room(host, GAME, UNHURRIED)
    await join(guest, room.code, 2)
    await add_bots(host, 1)
    game_id = await start_game(host, [guest])
    await guest.close()
    await host.until(lambda c: 2 not in shown(c).active, 40)
    assert presence(host, 2) == table_pb2.PRESENCE_LEFT
    back = await Client(stack.url, guest.session).start()
    await back.ask(enter_room=client_pb2.EnterRoom(code=room.code))
    await back.until(lambda c: c.update is not None and c.update.game_id == game_id)
    assert back.update is not None
    assert not back.update.HasField("you")
    await play_to_the_end(host, random.Random(3))
    await host.until(lambda c: is_settled(here(c), game_id))
    record = fetch_record(stack, game_id)
    assert [entry["seat"] for entry in record["entries"] if entry["do"] == "leave"] == [2]
    assert records.replay(record).ok
    for client in (host, back):
        await client.close()
