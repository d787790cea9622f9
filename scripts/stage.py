"""Tables to take pictures of: people of the wire who play to where it is worth looking.

Each person stays connected until the stage is closed, so that a browser may take over.
"""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

from cardproto.v1 import client_pb2, room_pb2, table_pb2
from cardrules.registry import GAMES
from carteado.client import Client, Session, legal_actions
from carteado.people import (
    add_bots,
    arrive,
    choose,
    is_open,
    is_over,
    join,
    open_room,
    play_to_the_end,
    start_game,
)

T = TypeVar("T")

MOVES = {"virae": 3, "rouba-monte": 3, "rami": 3, "hearts": 5, "caravan": 9}
"""How many moves a person has made where the middle of a game is shown."""
BOTS = {"virae": 3, "rouba-monte": 3, "rami": 2, "hearts": 0, "caravan": 1}


@dataclass(frozen=True, slots=True)
class Place:
    """A person's session, their room's code and its game, if there was one."""

    session: Session
    code: str
    game_id: str = ""


class Stage:
    """`url`: the front door of a running table. Its people live on a loop of their own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._people: list[Client] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for person in self._people:
            self._run(person.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def room(self, game: str) -> Place:
        """A room that fills: its host, a bot where there is room, a guest, somebody who watches."""
        return self._run(self._room(game))

    def guest(self, game: str) -> Place:
        """The same room, through the guest's eyes."""
        place = self._run(self._room(game))
        return Place(self._people[-2].session, place.code)

    def table(self, game: str, moves: int) -> Place:
        """The person on turn in a game with bots, after so many own moves."""
        place = self._run(self._table(game, moves))
        assert place is not None, game
        return place

    def wild(self) -> Place:
        """The person on turn in Viraê, with a wild card that may be played."""
        for _ in range(6):
            place = self._run(self._table("virae", 1, holds_wild))
            if place is not None:
                return place
        raise RuntimeError("six games of Viraê without a wild card in this hand")

    def over(self, game: str) -> Place:
        """A game played to its end, its shortest form."""
        return self._run(self._over(game))

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(180)

    async def _arrive(self, name: str) -> Client:
        person = await arrive(self.url, name)
        self._people.append(person)
        return person

    async def _room(self, game: str) -> Place:
        host = await self._arrive("Marina")
        room = await open_room(host, game, private=False)
        if len(room.seats) > 2:
            await add_bots(host, 1)
        await join(await self._arrive("Beto"), room.code, len(room.seats) - 1)
        watcher = await self._arrive("Vovó Lúcia")
        await watcher.ask(enter_room=client_pb2.EnterRoom(code=room.code))
        return Place(host.session, room.code)

    async def _table(
        self, game: str, moves: int, holds: Callable[[table_pb2.Update], bool] = lambda _: True
    ) -> Place | None:
        """None: the game ended before it came to that."""
        host = await self._arrive("Marina")
        room = await open_room(host, game, settings_of(game), private=True)
        if BOTS[game]:
            await add_bots(host, BOTS[game])
        game_id = await start_game(host)
        chance = random.Random(5)
        made = 0
        while True:
            update = host.update
            assert update is not None
            if is_over(update):
                return None
            action = choose(update, chance) if is_open(update) and legal_actions(update) else None
            if action is not None and made >= moves and holds(update):
                return Place(host.session, room.code, game_id)
            if action is not None:
                act = client_pb2.Act(game_id=game_id, version=update.version, action=action)
                await host.ask(act=act)
                made += 1
            seen = update.version
            await host.until(lambda c, seen=seen: c.update.version > seen)  # type: ignore[misc]

    async def _over(self, game: str) -> Place:
        host = await self._arrive("Marina")
        room = await open_room(host, game, settings_of(game, shortest=True), private=True)
        if BOTS[game]:
            await add_bots(host, BOTS[game])
        game_id = await start_game(host)
        await play_to_the_end(host, random.Random(7))
        await host.until(lambda c: c.room is not None and c.room.last_game_id == game_id)
        return Place(host.session, room.code, game_id)


def holds_wild(update: table_pb2.Update) -> bool:
    """The reader may play a card whose colour they choose."""
    return any(action.virae.card in ("W", "W4") for action in legal_actions(update))


def settings_of(game: str, *, shortest: bool = False) -> room_pb2.RoomSettings:
    """As much time as there is; `shortest`: limits of points at their least."""
    policy = GAMES[game].policy
    options = {spec.name: spec.minimum for spec in policy.options if spec.type == "integer"}
    settings = room_pb2.RoomSettings(options=json.dumps(options) if shortest else "")
    if policy.limit is not None:
        settings.action_ms = 0 if policy.limit.none_allowed else policy.limit.max_ms
    elif policy.clock is not None:
        settings.clock_ms = policy.clock.initial_ms
        settings.increment_ms = policy.clock.increment_ms
    return settings
