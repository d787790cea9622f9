"""Ana, who plays over the wire at a table that a browser of hers shows as well.

She goes on to just what is to be looked at, as fast as the bots answer; the browser then does the
rest. Whatever was dealt, it is played on until it comes, over one game after the other.
"""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from cardproto.v1 import client_pb2, common_pb2, room_pb2, table_pb2
from cardrules.registry import GAMES
from carteado.client import Client, Refused, legal_actions
from carteado.people import (
    add_bots,
    arrive,
    choose,
    contribute,
    here,
    is_open,
    is_over,
    open_room,
    start_game,
)
from tests.chaos.hall import is_settled

T = TypeVar("T")

PATIENCE_S = 30.0
MOVES_AT_MOST = 1_500

Holds = Callable[[Any, list[Any]], bool]
"""Of the game's own view and the own legal moves, each as its game spells them."""


class Companion:
    """One session of Ana's, driven from outside its own loop. Close it at the end."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._chance = random.Random(7)
        self.client = self._run(arrive(url, "Ana"))

    def close(self) -> None:
        """Leave, and end the loop."""
        self._run(self.client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def sit_down(self, game: str, bots: int) -> str:
        """A room with so many bots, whose game has begun and gives all the time there is; its
        code."""
        return self._run(self._sit_down(game, bots))

    def onward(self, holds: Holds) -> int:
        """Play until it is the own turn and `holds` is true; the table's version then."""
        return self._run(self._onward(holds))

    def _run(self, doing: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(timeout=120)

    async def _sit_down(self, game: str, bots: int) -> str:
        policy = GAMES[game].policy
        settings = room_pb2.RoomSettings()
        if policy.limit is not None:
            settings.action_ms = policy.limit.max_ms
        # As many rounds as can be.
        points = {one.name: one.maximum for one in policy.options if one.name == "limit"}
        settings.options = json.dumps(points)
        room = await open_room(self.client, game, settings)
        if not policy.fill_with_bots:
            await add_bots(self.client, bots, common_pb2.BOT_LEVEL_EASY)
        await self._begin()
        return room.code

    async def _begin(self) -> None:
        await contribute(self.client)
        await start_game(self.client)

    async def _onward(self, holds: Holds) -> int:
        client = self.client
        for _ in range(MOVES_AT_MOST):
            update = client.update
            assert update is not None
            if is_over(update):
                await client.until(partial(_settled, game_id=update.game_id), PATIENCE_S)
                await self._begin()
                continue
            game = update.view.WhichOneof("game") or ""
            legal = [getattr(action, game) for action in legal_actions(update)]
            if legal and is_open(update):
                if holds(getattr(update.view, game), legal):
                    return update.version
                await self._move(update)
            await client.until(partial(_later, version=update.version), PATIENCE_S)
        raise AssertionError(f"not in {MOVES_AT_MOST} moves: {client.update}")

    async def _move(self, update: table_pb2.Update) -> None:
        action = choose(update, self._chance)
        act = client_pb2.Act(game_id=update.game_id, version=update.version, action=action)
        # A window may have closed meanwhile.
        with suppress(Refused):
            await self.client.ask(act=act)


def _later(client: Client, version: int) -> bool:
    update = client.update
    return update is not None and (update.version > version or is_over(update))


def _settled(client: Client, game_id: str) -> bool:
    return is_settled(here(client), game_id)
