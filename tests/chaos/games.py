"""Many games at once through the real services, and what must hold of them afterwards."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass

from cardbus.api.engine import EngineClient
from cardbus.bus import Bus
from cardbus.settings import BusSettings
from cardkit.clock import SystemClock
from cardproto.v1 import contract_pb2, engine_pb2, room_pb2, table_pb2
from carteado.client import Client
from carteado.people import add_bots, arrive, here, open_room, play_to_the_end, start_game
from carteado.stack import Stack
from game_engine.log_entry import from_wire
from game_engine.store import Streams
from game_engine.table import fold

GAMES = int(os.environ.get("CARTEADO_CHAOS_GAMES", "24"))
"""Games at once; the long form plays 200."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game, its room, and the last thing that its person saw."""

    game_id: str
    room_id: str
    last: table_pb2.Update
    reconnects: int


async def play_one(url: str, number: int, bots: int = 3, timeout_s: float = 240.0) -> Played:
    """One person and some bots, from the room to the settled result."""
    client = await arrive_patiently(url, f"person {number}", timeout_s)
    try:
        await open_room(client, "virae")
        await add_bots(client, bots)
        game_id = await start_game(client)
        await play_to_the_end(client, random.Random(number), timeout_s)
        await client.until(lambda c: is_settled(here(c), game_id), timeout_s)
        assert client.update is not None
        return Played(game_id, here(client).room_id, client.update, client.reconnects)
    finally:
        await client.close()


async def arrive_patiently(url: str, name: str, timeout_s: float) -> Client:
    """Arrive although the gateway may just be dead."""
    async with asyncio.timeout(timeout_s):
        while True:
            try:
                return await arrive(url, name)
            except OSError:
                await asyncio.sleep(0.2)


def is_settled(room: room_pb2.Room, game_id: str) -> bool:
    """Whether the room waits again with this game as its last one."""
    return room.last_game_id == game_id and room.phase == room_pb2.ROOM_PHASE_WAITING


async def check_logs(stack: Stack, played: Sequence[Played]) -> None:
    """Every log folds, to the live state and to what its person saw last."""
    engine = await bus_of(stack, contract_pb2.PARTY_ENGINE)
    gateway = await bus_of(stack, contract_pb2.PARTY_GATEWAY)
    streams = Streams(engine)
    try:
        for game in played:
            stored = await streams.entries(game.game_id)
            messages = [one.message for one in stored]
            assert [m.version for m in messages] == list(range(1, len(messages) + 1))
            seed = await streams.find_seed(game.game_id)
            assert seed is not None
            entries = [from_wire(message) for message in messages]
            table = fold(game.game_id, entries, seed.server_seed)
            assert table is not None
            assert table.ended
            request = engine_pb2.SnapshotRequest(game_id=game.game_id)
            live = await EngineClient(gateway).snapshot(request)
            assert live.update == messages[-1].public
            assert game.last.version == table.version
            keys = [
                (m.cause.command.player_id, m.cause.command.request_id)
                for m in messages
                if m.cause.HasField("command")
            ]
            assert len(keys) == len(set(keys)), "a command took effect twice"
    finally:
        await engine.close()
        await gateway.close()


async def bus_of(stack: Stack, party: contract_pb2.Party) -> Bus:
    """A connection with the rights of one service."""
    user, password, urls = stack.credentials(party)
    settings = BusSettings(urls=urls, user=user, password=password, party=party, name="test")
    return await Bus.connect(settings, SystemClock().now_ms)
