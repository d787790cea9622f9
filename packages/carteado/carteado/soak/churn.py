"""People who come and go: every way through a room that a soak repeats for hours.

Each way is a coroutine that leaves nothing behind on purpose, except those whose point it is to
vanish. All play by the public protocol; the moves are any that are legal.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from urllib.error import HTTPError

from cardproto.v1 import client_pb2, room_pb2
from carteado.client import Client, Lost, Refused, new_session
from carteado.people import (
    add_bots,
    contribute,
    here,
    is_over,
    join,
    open_room,
    play_to_the_end,
    start_game,
)

LONGEST_S = 240.0
"""A way that takes longer is a trouble."""

SHORT: dict[str, room_pb2.RoomSettings] = {
    "virae": room_pb2.RoomSettings(action_ms=30_000),
    "rouba-monte": room_pb2.RoomSettings(action_ms=30_000),
    "rami": room_pb2.RoomSettings(action_ms=60_000, options='{"limit": 15}'),
    "hearts": room_pb2.RoomSettings(action_ms=25_000, options='{"limit": 26}'),
    "caravan": room_pb2.RoomSettings(
        clock_ms=600_000, increment_ms=5_000, options='{"variants": ["quick_sale"]}'
    ),
}
"""Settings with which a game of each kind is soon over."""

BOTS = {"virae": 2, "rouba-monte": 2, "rami": 1, "hearts": 3, "caravan": 1}


class Crowd:
    """Everybody who is let loose on `url`; `think_s` is the mean pause before a move, `pace_s` what
    lies at least between the beginnings of two ways of a table: a load that stays the same, however
    fast the machine is at the moment."""

    def __init__(self, url: str, think_s: float, seed: int, pace_s: float = 0.0) -> None:
        self.url = url
        self.games: Counter[str] = Counter()
        self.ways: Counter[str] = Counter()
        self.troubles: list[str] = []
        self._think_s = think_s
        self._pace_s = pace_s
        self._seed = seed
        self._born = 0

    async def churn(self, tables: int, until: asyncio.Event) -> None:
        """Keep `tables` ways going until told otherwise, and then wait for those under way."""
        await asyncio.gather(*(self._one_after_another(n, until) for n in range(tables)))

    async def _one_after_another(self, number: int, until: asyncio.Event) -> None:
        chance = random.Random(f"{self._seed}/{number}")
        while not until.is_set():
            began_s = time.monotonic()
            way, game = chance.choice(WAYS), chance.choice(list(SHORT))
            await self.take(way, game, chance)
            with suppress(TimeoutError):
                async with asyncio.timeout(began_s + self._pace_s - time.monotonic()):
                    await until.wait()

    async def take(self, way: Way, game: str, chance: random.Random) -> None:
        """Go one way with one game; what goes wrong is noted as a trouble."""
        name = way.__name__
        try:
            async with asyncio.timeout(LONGEST_S):
                await way(self, game, chance)
        except (Refused, Lost, TimeoutError, OSError, AssertionError) as error:
            self.troubles.append(f"{name} ({game}): {type(error).__name__} {error}".strip())
            await asyncio.sleep(1)
        self.ways[name] += 1

    @asynccontextmanager
    async def people(self, count: int) -> AsyncIterator[list[Client]]:
        """So many new guests with open sockets, gone at the end."""
        clients: list[Client] = []
        try:
            while len(clients) < count:
                clients.append(await self._guest())
            yield clients
        finally:
            for client in clients:
                await client.close()

    async def _guest(self) -> Client:
        self._born += 1
        name = f"guest {self._born}"
        while True:
            try:
                session = await asyncio.to_thread(new_session, self.url, name)
            except HTTPError as error:
                if error.code != 429:
                    raise
                await asyncio.sleep(2)
            else:
                return await Client(self.url, session).start()

    async def deal(self, clients: Sequence[Client], game: str, *, private: bool = True) -> str:
        """A room of these people and enough bots, and the game begun; its id."""
        host = clients[0]
        room = await open_room(host, game, SHORT[game], private=private)
        for seat, client in enumerate(clients[1:], 1):
            await join(client, room.code, seat)
        await add_bots(host, max(0, BOTS[game] + 1 - len(clients)))
        for client in clients:
            await contribute(client)
        game_id = await start_game(host, clients[1:])
        self.games[game] += 1
        return game_id

    async def play(self, clients: Sequence[Client], chance: random.Random) -> None:
        """All play until the game is over."""
        rounds = (play_to_the_end(c, chance, LONGEST_S, self._think_s) for c in clients)
        await asyncio.gather(*rounds)

    async def play_some(self, client: Client, chance: random.Random, versions: int) -> None:
        """Play until the table has gone on by so many versions, or the game is over."""
        assert client.update is not None
        goal = client.update.version + versions
        playing = asyncio.create_task(play_to_the_end(client, chance, LONGEST_S, self._think_s))
        try:
            await client.until(
                lambda c: c.update is not None and (c.update.version >= goal or is_over(c.update)),
                LONGEST_S,
            )
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError, Refused):
                await playing


async def leave(client: Client) -> None:
    """Out of the room for good."""
    await client.ask(leave_room=client_pb2.LeaveRoom(room_id=here(client).room_id))


async def alone_with_bots(crowd: Crowd, game: str, chance: random.Random) -> None:
    """One person plays two games in a row with bots."""
    async with crowd.people(1) as clients:
        game_id = await crowd.deal(clients, game)
        await crowd.play(clients, chance)
        host = clients[0]
        await host.until(lambda c: here(c).last_game_id == game_id, LONGEST_S)
        await start_game(host)
        crowd.games[game] += 1
        await crowd.play(clients, chance)
        await leave(host)


async def together(crowd: Crowd, game: str, chance: random.Random) -> None:
    """Two people play a game, quick reactions included, and leave."""
    async with crowd.people(2) as clients:
        await crowd.deal(clients, game)
        react = client_pb2.React(room_id=here(clients[1]).room_id, emote="hello")
        await clients[1].ask(react=react)
        await crowd.play(clients, chance)
        for client in clients:
            await leave(client)


async def with_losses(crowd: Crowd, game: str, chance: random.Random) -> None:
    """Connections are cut every second or so while a game goes on."""
    async with crowd.people(2) as clients:
        await crowd.deal(clients, game)
        playing = asyncio.create_task(crowd.play(clients, chance))
        while not playing.done():
            await asyncio.wait([playing], timeout=0.5 + chance.random())
            await chance.choice(clients).drop()
        await playing
        for client in clients:
            await leave(client)


async def watched(crowd: Crowd, game: str, chance: random.Random) -> None:
    """Somebody finds the room in the public list, watches, and goes."""
    async with crowd.people(3) as clients:
        *players, watcher = clients
        await watcher.ask(watch_listing=client_pb2.WatchListing(watch=True))
        await crowd.deal(players, game, private=False)
        await watcher.ask(enter_room=client_pb2.EnterRoom(code=here(players[0]).code))
        await crowd.play(players, chance)
        quit_room = client_pb2.QuitRoom(room_id=here(watcher).room_id)
        await watcher.ask(quit_room=quit_room)
        for client in clients:
            await leave(client)


async def left_in_the_midst(crowd: Crowd, game: str, chance: random.Random) -> None:
    """One of two leaves on purpose; the other plays on, and goes."""
    async with crowd.people(2) as clients:
        await crowd.deal(clients, game)
        await crowd.play_some(clients[1], chance, 6)
        await leave(clients[1])
        await crowd.play(clients[:1], chance)
        await leave(clients[0])


async def abandoned(crowd: Crowd, game: str, chance: random.Random) -> None:
    """All vanish in the midst of a game, and nobody comes back."""
    async with crowd.people(2) as clients:
        await crowd.deal(clients, game)
        await crowd.play_some(clients[0], chance, 4)


async def never_begun(crowd: Crowd, game: str, chance: random.Random) -> None:
    """A room is made, its seats and settings are turned over, and it is closed."""
    async with crowd.people(2) as clients:
        host, guest = clients
        room = await open_room(host, game, SHORT[game], private=chance.random() < 0.5)
        await join(guest, room.code, 1)
        await add_bots(host, 1 if len(room.seats) > 2 else 0)
        await guest.ask(leave_seat=client_pb2.LeaveSeat(room_id=room.room_id))
        await leave(guest)
        await host.ask(close_room=client_pb2.CloseRoom(room_id=room.room_id))


async def held_and_ended(crowd: Crowd, game: str, chance: random.Random) -> None:
    """The host pauses, resumes, and ends the game without a winner."""
    async with crowd.people(1) as clients:
        await crowd.deal(clients, game)
        host = clients[0]
        room_id = here(host).room_id
        await host.ask(pause_game=client_pb2.PauseGame(room_id=room_id))
        await host.ask(resume_game=client_pb2.ResumeGame(room_id=room_id))
        await crowd.play_some(host, chance, 4)
        with suppress(Refused):  # the game may just have ended by itself
            await host.ask(end_game=client_pb2.EndGame(room_id=room_id))
        await leave(host)


async def quickly_found(crowd: Crowd, game: str, chance: random.Random) -> None:
    """Quick play leads into some room; its guest looks around and leaves."""
    async with crowd.people(1) as clients:
        await clients[0].ask(quick_play=client_pb2.QuickPlay(game=game))
        await clients[0].until(lambda c: c.room is not None)
        await asyncio.sleep(chance.random())
        await leave(clients[0])


Way = Callable[[Crowd, str, random.Random], Awaitable[None]]

WAYS: tuple[Way, ...] = (
    alone_with_bots,
    together,
    with_losses,
    watched,
    left_in_the_midst,
    abandoned,
    never_begun,
    held_and_ended,
    quickly_found,
)
