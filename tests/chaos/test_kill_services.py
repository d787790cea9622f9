"""kill -9 of each service in turn, in the midst of many games: all finish, nothing is doubled."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from carteado.stack import Stack
from tests.chaos.games import GAMES, check_logs, play_one

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(600)]

KILLED = ("engine", "timer", "lobby", "bot-runner", "gateway")
ALIVE_S = 1.5


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Fast clocks, and logs that stay to be read."""
    return {"CARTEADO_TIME_SCALE": "0.2", "CARTEADO_ARCHIVE_MS": "86400000"}


async def test_bots_games_finish(stack: Stack) -> None:
    games = (play_one(stack.url, number) for number in range(GAMES))
    played = await asyncio.gather(*games)
    await check_logs(stack, played)


async def test_games_finish_although_each_service_is_killed_in_turn(stack: Stack) -> None:
    async def killing() -> None:
        while True:
            for kind in KILLED:
                await asyncio.sleep(ALIVE_S)
                for member in stack.fleet.of(kind):
                    member.kill()
                    await asyncio.to_thread(member.restart)

    killer = asyncio.create_task(killing())
    try:
        games = (play_one(stack.url, number) for number in range(GAMES))
        played = await asyncio.gather(*games)
    finally:
        killer.cancel()
    for member in stack.fleet.members:
        if not member.process.running:
            await asyncio.to_thread(member.restart)
    await check_logs(stack, played)
    assert any(game.reconnects for game in played)
