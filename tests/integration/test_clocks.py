"""Chess clocks, first moves and stalling through the real services: the timer ends the game."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.request
from collections.abc import Mapping
from typing import Any

import pytest

from cardproto.v1 import client_pb2, room_pb2, table_pb2
from cardrules import record as records
from carteado.client import Client
from carteado.people import arrive, choose, here, is_over, join, open_room, start_game
from carteado.stack import Stack
from tests.chaos.games import is_settled

WAIT_S = 30.0
PLAYING = table_pb2.TABLE_STATUS_PLAYING


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """A minute of a player's time is over after three seconds; presence is as slow as ever."""
    return {
        "CARTEADO_TIME_SCALE": "0.05",
        "CARTEADO_LEASE_S": "100",
        "CARTEADO_LEASE_MS": "300000",
        "CARTEADO_SHOWN_ABSENCE_MS": "60000",
    }


async def table_for_two(stack: Stack, clock_ms: int) -> tuple[list[Client], str]:
    """Two people at a Caravan table, just dealt; a clock of 0: none."""
    people = [await arrive(stack.url, name) for name in ("Dora", "Edu")]
    settings = room_pb2.RoomSettings(clock_ms=clock_ms, increment_ms=0)
    room = await open_room(people[0], "caravan", settings)
    await join(people[1], room.code, 1)
    game_id = await start_game(people[0], people[1:])
    for client in people:
        await client.until(is_played, WAIT_S)
    return people, game_id


def is_played(client: Client) -> bool:
    """Whether the game goes on: until presence is known it may stand for want of people."""
    return client.update is not None and client.update.table.status == PLAYING


def table_state(client: Client) -> table_pb2.TableState:
    """The frame of what the client saw last."""
    assert client.update is not None
    return client.update.table


async def move(people: list[Client]) -> None:
    """Whoever is to act makes one move, and both see it."""
    (seat,) = table_state(people[0]).acting
    update = people[seat].update
    assert update is not None
    action = choose(update, random.Random(3))
    act = client_pb2.Act(game_id=update.game_id, version=update.version, action=action)
    await people[seat].ask(act=act)
    for client in people:
        await client.until(
            lambda c: c.update is not None and c.update.version > update.version, WAIT_S
        )


def fetch_record(stack: Stack, game_id: str) -> Any:
    """The finished game's record, as anybody may fetch it."""
    with urllib.request.urlopen(f"{stack.url}/api/records/{game_id}", timeout=10) as answer:
        return json.load(answer)


async def ended(stack: Stack, people: list[Client], game_id: str) -> Any:
    """Wait for the end without doing anything; the record, which must verify."""
    for client in people:
        await client.until(lambda c: is_over(c.update), WAIT_S)
    await people[0].until(lambda c: is_settled(here(c), game_id), WAIT_S)
    record = await asyncio.to_thread(fetch_record, stack, game_id)
    assert records.replay(record).ok
    for client in people:
        await client.close()
    return record


async def test_a_game_without_a_first_move_is_void(stack: Stack) -> None:
    people, game_id = await table_for_two(stack, 600_000)
    state = table_state(people[0])
    assert state.first_deadline_ms > 0
    assert [(clock.seat, clock.left_ms, clock.flag_ms) for clock in state.clocks] == [
        (0, 30_000, 0),
        (1, 30_000, 0),
    ]
    record = await ended(stack, people, game_id)
    assert (record["result"]["winners"], record["result"]["reason"]) == ([], "void")


async def test_whose_clock_falls_loses(stack: Stack) -> None:
    people, game_id = await table_for_two(stack, 60_000)
    for _ in range(3):
        await move(people)
    state = table_state(people[0])
    (seat,) = state.acting
    assert state.first_deadline_ms == 0
    assert state.clocks[seat].flag_ms > 0
    assert state.clocks[1 - seat].flag_ms == 0
    assert state.clocks[1 - seat].left_ms < 3_000, "its one timed move cost something"
    record = await ended(stack, people, game_id)
    assert (record["result"]["winners"], record["result"]["reason"]) == ([1 - seat], "flag")


async def test_without_a_clock_one_move_may_not_take_five_minutes(stack: Stack) -> None:
    people, game_id = await table_for_two(stack, 0)
    for _ in range(2):
        await move(people)
    state = table_state(people[0])
    (seat,) = state.acting
    assert not state.clocks
    assert state.stall_deadline_ms > 0
    record = await ended(stack, people, game_id)
    assert (record["result"]["winners"], record["result"]["reason"]) == ([1 - seat], "stalled")
