"""A hall of tables: all games, people over real sockets and bots, one game after the other.

Everybody plays at once and notes what was acknowledged; nobody is ever slow on purpose, so that
whatever a clock takes from somebody here was taken by a fault.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from itertools import count

from websockets.exceptions import WebSocketException

from cardproto.v1 import client_pb2, room_pb2, table_pb2
from cardrules.registry import GAMES as RULES
from carteado.client import Client, Refused
from carteado.people import add_bots, arrive, choose, here, is_open, is_over, join, open_room

GAMES = int(os.environ.get("CARTEADO_CHAOS_GAMES", "24"))
"""Games that the long form plays at least."""
KINDS = tuple(sorted(RULES))
PATIENCE_S = 120.0
"""How long anything may take that a fault holds up."""

SETTINGS: Mapping[str, str] = {
    # A minute of the product is 24 seconds here.
    "CARTEADO_TIME_SCALE": "0.4",
    # Presence as slow as ever: a frozen gateway's people are not absent after two seconds.
    "CARTEADO_LEASE_MS": "37500",
    "CARTEADO_LEASE_S": "5",
    "CARTEADO_ARCHIVE_MS": "86400000",
    "CARTEADO_BOT_BUDGET_MS": "5",
}
"""Fast clocks, and logs that stay to be read."""


@dataclass
class Notes:
    """What one person was told of their moves: `(game, version)` to the request's id."""

    player_id: str
    accepted: dict[tuple[str, int], str] = field(default_factory=dict)
    automatic: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game, its people, and the last thing that each of them saw."""

    game_id: str
    kind: str
    room_id: str
    lasts: tuple[table_pb2.Update, ...]
    people: tuple[Notes, ...]
    reconnects: int


@dataclass
class Hall:
    """Tables at the gateways `urls`; `over` is set when no further game is to begin."""

    urls: Sequence[str]
    settings: Callable[[str], room_pb2.RoomSettings] = lambda kind: unhurried(kind)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    played: list[Played] = field(default_factory=list)
    dealt: set[int] = field(default_factory=set)
    """Numbers of the tables at which a game has begun."""
    on_update: Callable[[int, table_pb2.Update], None] | None = None
    """Called with a number for the person and what came."""
    _names: count[int] = field(default_factory=lambda: count(1))

    async def table(self, number: int, *, games_most: int = 1_000) -> None:
        """One table's games until the hall closes, then its room is closed."""
        clients = await self.sit_down(number)
        notes = [Notes(client.session.player_id) for client in clients]
        try:
            for game in range(games_most):
                seed = number * 1_000 + game
                begun = partial(self.dealt.add, number)
                self.played.append(await play_one(clients, notes, seed, begun))
                if self.over.is_set():
                    break
            close = client_pb2.CloseRoom(room_id=here(clients[0]).room_id)
            await clients[0].ask(PATIENCE_S, close_room=close)
        finally:
            for client in clients:
                await client.close()

    async def sit_down(self, number: int) -> list[Client]:
        """The people of that table, seated in a room of theirs, with bots beside them."""
        kind = KINDS[number % len(KINDS)]
        people = 2 if number // len(KINDS) % 2 or kind == "caravan" else 1
        clients = [await self._arrive(number + n) for n in range(people)]
        await self._furnish(clients, kind)
        return clients

    async def _arrive(self, number: int) -> Client:
        person = next(self._names)
        client = await arrive_patiently(self.urls[number % len(self.urls)], f"person {person}")
        if self.on_update is not None:
            client.on_update = partial(self.on_update, person)
        return client

    async def _furnish(self, clients: Sequence[Client], kind: str) -> None:
        host, *guests = clients
        room = await open_room(host, kind, self.settings(kind))
        for seat, guest in enumerate(guests, 1):
            await join(guest, room.code, seat)
        policy = RULES[kind].policy
        if not policy.fill_with_bots:
            most = min(policy.bots_max, policy.players_max - len(clients), 2)
            if len(clients) + most >= policy.players_min:
                await add_bots(host, most)


def unhurried(kind: str) -> room_pb2.RoomSettings:
    """The shortest game that the options allow, with as much time for a turn as there is."""
    policy = RULES[kind].policy
    options = {spec.name: spec.minimum for spec in policy.options if spec.type == "integer"}
    settings = room_pb2.RoomSettings(options=json.dumps(options))
    if policy.limit is not None:
        settings.action_ms = policy.limit.max_ms
    elif policy.clock is not None:
        settings.clock_ms = policy.clock.initial_max_ms
        settings.increment_ms = policy.clock.increment_max_ms
    return settings


def unlimited(kind: str) -> room_pb2.RoomSettings:
    """The same without a limit, where the game has games without one."""
    policy, settings = RULES[kind].policy, unhurried(kind)
    if policy.limit is not None and policy.limit.none_allowed:
        settings.action_ms = 0
    elif policy.clock is not None:
        settings.clock_ms = settings.increment_ms = 0
    return settings


async def arrive_patiently(url: str, name: str) -> Client:
    """Arrive although the gateway may just be dead."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await arrive(url, name)
            except (OSError, HTTPException, WebSocketException):
                await asyncio.sleep(0.2)


async def play_one(
    clients: Sequence[Client], notes: Sequence[Notes], seed: int, begun: Callable[[], None]
) -> Played:
    """One game of these people, from its start to the settled result."""
    host = clients[0]
    before = sum(client.reconnects for client in clients)
    game_id = await start_patiently(host)
    begun()
    await asyncio.gather(
        *(
            play_to_the_end(client, note, game_id, random.Random(seed + place))
            for place, (client, note) in enumerate(zip(clients, notes, strict=True))
        )
    )
    for client in clients:
        await client.until(lambda c: is_settled(here(c), game_id), PATIENCE_S)
    lasts = tuple(client.update for client in clients if client.update is not None)
    reconnects = sum(client.reconnects for client in clients) - before
    return Played(game_id, here(host).game, here(host).room_id, lasts, tuple(notes), reconnects)


async def start_patiently(host: Client) -> str:
    """Have the game dealt, however often that takes; its id.

    A start that was frozen before its answer was lost meets `game_running`: that is the game.
    """
    async with asyncio.timeout(PATIENCE_S):
        while True:
            last = here(host).last_game_id
            start = client_pb2.StartGame(room_id=here(host).room_id)
            try:
                reply = await host.ask(PATIENCE_S, start_game=start)
            except Refused as refused:
                if refused.code not in {"game_running", "need_players", "game_gone"}:
                    raise
                await asyncio.sleep(0.2)
                if refused.code == "game_running":
                    return here(host).game_id
                continue
            room = reply.room
            return room.last_game_id if room.last_game_id != last else room.game_id


async def play_to_the_end(
    client: Client, notes: Notes, game_id: str, chance: random.Random
) -> None:
    """Play every turn of this person at once until the game is over, noting what was accepted."""
    await client.until(lambda c: c.update is not None and c.update.game_id == game_id, PATIENCE_S)
    while not is_over(client.update):
        update = client.update
        assert update is not None
        action = choose(update, chance) if is_open(update) else None
        if action is not None:
            await _act(client, notes, update, action)
        await client.until(partial(_is_past, version=update.version), PATIENCE_S)


async def _act(
    client: Client, notes: Notes, update: table_pb2.Update, action: table_pb2.Action
) -> None:
    act = client_pb2.Act(game_id=update.game_id, version=update.version, action=action)
    try:
        reply = await client.ask(PATIENCE_S, act=act)
    except Refused:
        # Another's move or a window's end was faster: the next view says what may be done.
        await client.until(partial(_is_past, version=update.version), PATIENCE_S)
        return
    key = update.game_id, reply.accepted.version
    assert key not in notes.accepted, "two requests were accepted as one entry"
    notes.accepted[key] = reply.reply_to


def _is_past(client: Client, version: int) -> bool:
    update = client.update
    return update is not None and (update.version > version or is_over(update))


def is_settled(room: room_pb2.Room, game_id: str) -> bool:
    """Whether the room waits again with this game as its last one."""
    return room.last_game_id == game_id and room.phase == room_pb2.ROOM_PHASE_WAITING
