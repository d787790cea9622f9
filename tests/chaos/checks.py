"""What must hold of every game that was played, whatever broke meanwhile."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from redis.asyncio import Redis

from cardbus.api.engine import EngineClient
from cardbus.bus import Bus
from cardbus.settings import BusSettings
from cardkit.clock import SystemClock
from cardproto.v1 import contract_pb2, engine_pb2
from cardproto.v1.engine_pb2 import LogEntry
from cardrules import record as records
from carteado.stack import Stack
from game_engine.entries import Acted, ByDue, Entry, Forfeited
from game_engine.log_entry import from_wire
from game_engine.store import Streams
from game_engine.table import fold
from lobby.keys import games_key, settlement_key, statistics_key
from tests.chaos.hall import Played

OUR_FAULT = frozenset({"turn", "first", "flag", "stall", "absent"})
"""Deadlines that take something from a person; in the hall nobody ever lets one come."""


async def bus_of(stack: Stack, party: contract_pb2.Party) -> Bus:
    """A connection with the rights of one service."""
    user, password, urls = stack.credentials(party)
    settings = BusSettings(urls=urls, user=user, password=password, party=party, name="test")
    return await Bus.connect(settings, SystemClock().now_ms)


def redis_of(stack: Stack) -> Redis:
    """A connection to the lobby's and the timer's store."""
    servers = stack.servers
    return Redis.from_url(servers.redis_url, password=servers.redis_password, decode_responses=True)


async def check_games(stack: Stack, played: Sequence[Played]) -> int:
    """Every log, record and result; how many automatic actions were played for people.

    No game may be lost by somebody's clock.
    """
    assert len({game.game_id for game in played}) == len(played)
    engine = await bus_of(stack, contract_pb2.PARTY_ENGINE)
    gateway = await bus_of(stack, contract_pb2.PARTY_GATEWAY)
    redis = redis_of(stack)
    automatic = 0
    try:
        for game in played:
            automatic += await _check_game(Streams(engine), gateway, game)
        await _check_results(redis, played)
    finally:
        await engine.close()
        await gateway.close()
        await redis.aclose()
    return automatic


async def _check_game(streams: Streams, gateway: Bus, game: Played) -> int:
    messages = [stored.message for stored in await streams.entries(game.game_id)]
    assert [m.version for m in messages] == list(range(1, len(messages) + 1))
    seed = await streams.find_seed(game.game_id)
    assert seed is not None
    entries = [from_wire(message) for message in messages]
    table = fold(game.game_id, entries, seed.server_seed)
    assert table is not None
    assert table.ended, f"{game.kind} goes on"
    assert not table.aborted, f"{game.kind} was aborted: {table.aborted}"
    request = engine_pb2.SnapshotRequest(game_id=game.game_id)
    live = await EngineClient(gateway).snapshot(request)
    assert live.update == messages[-1].public
    for last in game.lasts:
        assert last.version == table.version
    _check_acknowledged(game, messages)
    record = await record_of(gateway, game.game_id)
    verdict = records.replay(record)
    assert verdict.ok, verdict
    result = table.rules.result(table.position)
    assert result is not None
    assert record["result"]["winners"] == list(result.winners)
    return _check_time(game, entries)


async def record_of(gateway: Bus, game_id: str, patience_s: float = 0.0) -> Any:
    """The record of a finished game, as anybody may fetch it, waited for so long."""
    until_s = time.monotonic() + patience_s
    while True:
        stored = await gateway.stream(engine_pb2.Record).last_direct_now(game_id=game_id)
        if stored is not None:
            return json.loads(stored.message.json)
        assert time.monotonic() < until_s, "a finished game has a record"
        await asyncio.sleep(0.2)


def _check_acknowledged(game: Played, messages: Sequence[LogEntry]) -> None:
    """What was acknowledged stands where it was said to, and nothing took effect twice."""
    by_version = {m.version: m.cause.command for m in messages if m.cause.HasField("command")}
    keys = Counter((m.player_id, m.request_id) for m in by_version.values())
    assert not [key for key, times in keys.items() if times > 1], "a command took effect twice"
    for notes in game.people:
        for (game_id, version), request_id in notes.accepted.items():
            if game_id == game.game_id:
                command = by_version[version]
                assert (command.player_id, command.request_id) == (notes.player_id, request_id)


def _check_time(game: Played, entries: Iterable[Entry]) -> int:
    """Nobody lost by a clock; how many moves a clock made for somebody."""
    automatic = 0
    for entry in entries:
        if isinstance(entry.content, Forfeited):
            raise AssertionError(f"{game.kind}: {entry.content} by {entry.cause}")
        due = entry.cause.kind.partition(":")[0] if isinstance(entry.cause, ByDue) else ""
        if isinstance(entry.content, Acted) and entry.content.automatic and due in OUR_FAULT:
            automatic += 1
    return automatic


async def _check_results(redis: Redis, played: Sequence[Played]) -> None:
    """Each game is settled once, in the history and the counts of each of its people."""
    games: dict[str, list[Played]] = {}
    for game in played:
        assert await redis.exists(settlement_key(game.game_id))
        for notes in game.people:
            games.setdefault(notes.player_id, []).append(game)
    for player_id, mine in games.items():
        kept = await redis.zrange(games_key(player_id), 0, -1)
        assert Counter(kept) == Counter(game.game_id for game in mine)
        counts = await redis.hgetall(statistics_key(player_id))
        assert int(counts[f"{mine[0].kind}:played"]) == len(mine)
