"""Finished games without a browser: one person of the wire and bots, played to the end."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from cardrules.registry import GAMES
from carteado.client import Session
from carteado.people import add_bots, arrive, open_room, play_to_the_end, start_game
from carteado.stack import Stack
from tests.chaos.games import is_settled
from tests.integration.test_games import shortest


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game, and who played it at seat 0."""

    game_id: str
    session: Session


async def _played(stack: Stack, game: str) -> Played:
    host = await arrive(stack.url, "Ana")
    await open_room(host, game, shortest(game))
    if not GAMES[game].policy.fill_with_bots:
        await add_bots(host, 1)
    game_id = await start_game(host)
    await play_to_the_end(host, random.Random(7))
    await host.until(lambda c: c.room is not None and is_settled(c.room, game_id))
    await host.close()
    return Played(game_id, host.session)


def finished(stack: Stack, game: str) -> Played:
    """A finished game of Ana's, on seat 0; played in a thread of its own."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, _played(stack, game)).result()
