"""What a player sees while one service is away, for as long as it is away."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping

import pytest

from cardproto.v1 import client_pb2, room_pb2
from carteado.client import Client, legal_actions
from carteado.fleet import Member
from carteado.people import add_bots, arrive, choose, here, open_room, play_to_the_end, start_game
from carteado.stack import Stack
from tests.chaos.games import is_settled


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Twenty times as fast as people are."""
    return {"CARTEADO_TIME_SCALE": "0.05"}


async def play_turns(client: Client, turns: int) -> None:
    """Have so many turns of one's own, each reached only by the bot's moves in between."""
    chance, seen = random.Random(1), 0
    for _ in range(turns):
        await client.until(
            lambda c, seen=seen: (
                c.update is not None  # type: ignore[misc]
                and c.update.version > seen
                and bool(legal_actions(c.update))
            )
        )
        assert client.update is not None
        seen = client.update.version
        action = choose(client.update, chance)
        act = client_pb2.Act(game_id=client.update.game_id, version=seen, action=action)
        await client.ask(act=act)


@pytest.mark.parametrize("end", [Member.kill, Member.freeze], ids=["dead", "frozen"])
async def test_without_a_bot_runner_bots_play_automatically(
    stack: Stack, end: Callable[[Member], None]
) -> None:
    """Slower, past their patience; and nobody waits for it to come back."""
    host = await arrive(stack.url, "Ana")
    await open_room(host, "virae", room_pb2.RoomSettings(action_ms=120_000))
    await add_bots(host, 1)
    await host.until(lambda c: here(c).members[0].connected)
    (runner,) = stack.fleet.of("bot-runner")
    end(runner)
    try:
        await start_game(host)
        await play_turns(host, 4)
    finally:
        if runner.process.running:
            runner.kill()
        await asyncio.to_thread(runner.restart)
    await host.close()


async def test_without_a_lobby_games_go_on_and_are_settled_when_it_is_back(stack: Stack) -> None:
    """Only the room waits."""
    host = await arrive(stack.url, "Bia")
    await open_room(host, "virae")
    await add_bots(host, 2)
    await host.until(lambda c: here(c).members[0].connected)
    game_id = await start_game(host)
    (lobby,) = stack.fleet.of("lobby")
    lobby.kill()
    try:
        await play_to_the_end(host, random.Random(2))
    finally:
        await asyncio.to_thread(lobby.restart)
    await host.until(lambda c: is_settled(here(c), game_id))
    assert here(host).last_result.winners
    await host.close()
