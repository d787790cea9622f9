"""kill -9 of each service in turn, in the midst of many games: all finish, nothing is doubled."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from carteado.stack import Stack
from tests.chaos.games import GAMES, Played, check_logs, play_one

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(600)]

KILLED = ("engine", "timer", "lobby", "bot-runner", "gateway")
ALIVE_S = 1.5
ROUNDS = 2


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Fast clocks, and logs that stay to be read."""
    return {"CARTEADO_TIME_SCALE": "0.2", "CARTEADO_ARCHIVE_MS": "86400000"}


async def test_bots_games_finish(stack: Stack) -> None:
    games = (play_one(stack.url, number) for number in range(GAMES))
    played = await asyncio.gather(*games)
    await check_logs(stack, played)


async def test_games_finish_although_each_service_is_killed_in_turn(stack: Stack) -> None:
    """Every chair of the hall plays game after game until each service has died twice."""
    over = asyncio.Event()

    async def killing() -> None:
        for kind in KILLED * ROUNDS:
            await asyncio.sleep(ALIVE_S)
            for member in stack.fleet.of(kind):
                member.kill()
                await asyncio.to_thread(member.restart)
        over.set()

    async def playing(number: int) -> list[Played]:
        played = [await play_one(stack.url, number)]
        while not over.is_set():
            played.append(await play_one(stack.url, number + GAMES * len(played)))
        return played

    killer = asyncio.create_task(killing())
    try:
        rooms = await asyncio.gather(*(playing(number) for number in range(GAMES)))
    finally:
        killer.cancel()
    played = [game for room in rooms for game in room]
    await check_logs(stack, played)
    assert any(game.reconnects for game in played)
