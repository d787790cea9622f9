"""A move and its deadline arrive within 20 ms of each other: always exactly one of the two.

On a real server, through the contract: the player's call and the timer's reach different engines,
each with a cache of its own, so that only the log can decide.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from cardbus.due import DueSet
from cardbus.errors import CallError
from cardproto.v1 import engine_pb2, table_pb2
from cardproto.v1.common_pb2 import Actor
from cardwire import codec_of
from tests.game_engine.test_engine_on_nats import World, world

__all__ = ["world"]

TIMES = int(os.environ.get("CARTEADO_RACES", "200"))
WHOLE = 2_000
SPREAD_S = 0.02
AT_ONCE = 8
SETTLED = (engine_pb2.DUE_OUTCOME_DONE, engine_pb2.DUE_OUTCOME_GONE)


T = TypeVar("T")


async def surely(ask: Callable[[], Awaitable[T]]) -> T:
    """The answer, asked for again while it cannot be known: by the same ids, as callers do."""
    while True:
        try:
            return await ask()
        except CallError as error:
            if error.code != "unavailable":
                raise
            await asyncio.sleep(0.1)


async def race(world: World, game_id: str, number: int, chance: random.Random) -> str:
    """One turn's move against its deadline; who was first."""
    before = (await surely(lambda: world.entries(game_id)))[-1]
    update = table_pb2.Update.FromString(before.public + before.private[0])
    wire = codec_of(update)
    view = wire.view_from_update(update)
    assert view.private is not None
    act = engine_pb2.ActRequest(
        game_id=game_id,
        actor=Actor(player_id="player0", request_id=f"m{number}"),
        seen_version=before.version,
        action=wire.action_to_proto(view.private.legal[0]),
    )
    due_ms = DueSet.parse(before.due).at("turn")
    assert due_ms is not None
    due = engine_pb2.GameDueRequest(
        game_id=game_id, version=before.version, kind="turn", due_ms=due_ms
    )
    offset_s = chance.uniform(-SPREAD_S, SPREAD_S)

    async def move() -> engine_pb2.ActResponse | CallError:
        await asyncio.sleep(max(offset_s, 0))
        try:
            return await surely(lambda: world.gateway.act(act))
        except CallError as refused:
            return refused

    async def time_up() -> engine_pb2.GameDueResponse:
        await asyncio.sleep(max(-offset_s, 0))
        return await surely(lambda: world.timer.game_due(due))

    moved, fired = await asyncio.gather(move(), time_up())
    entry = (await surely(lambda: world.entries(game_id)))[before.version]
    assert fired.outcome in SETTLED
    if isinstance(moved, CallError):
        assert entry.acted.automatic
        assert entry.cause.due == "turn"
        return "deadline"
    assert moved.version == entry.version
    assert not entry.acted.automatic
    assert entry.cause.command.request_id == f"m{number}"
    # This turn's deadline is past; at a table this fast the next turn's may be due by then.
    next_ms = DueSet.parse(entry.due).at("turn")
    if next_ms is None or next_ms > due_ms:
        assert fired.outcome == engine_pb2.DUE_OUTCOME_GONE
    return "move"


async def races(world: World, times: int) -> dict[str, int]:
    """So many races at fresh tables, some at once."""
    won = {"move": 0, "deadline": 0}
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with gate:
            game_id = await surely(lambda: world.started(people=2, bots=0))
            while (await in_turn(world, game_id)) != 0:
                await fire(world, game_id)
            won[await race(world, game_id, number, random.Random(number))] += 1
            end = engine_pb2.AbortRequest(game_id=game_id, reason="host")
            await surely(lambda: world.lobby.abort(end))

    await asyncio.gather(*(one(number) for number in range(times)))
    return won


async def in_turn(world: World, game_id: str) -> int:
    """The seat to act, as its own view says."""
    last = (await surely(lambda: world.entries(game_id)))[-1]
    for seat, private in last.private.items():
        update = table_pb2.Update.FromString(last.public + private)
        view = codec_of(update).view_from_update(update)
        if view.private is not None and view.private.legal:
            return seat
    return -1


async def fire(world: World, game_id: str) -> None:
    """Let whatever is due first take effect."""
    last = (await surely(lambda: world.entries(game_id)))[-1]
    kind = min(DueSet.parse(last.due).entries, key=lambda entry: entry[1])[0]
    await surely(lambda: world.due(game_id, last, kind))


async def test_a_move_and_its_deadline_never_both_count(world: World) -> None:
    won = await races(world, TIMES)
    print(won)
    assert min(won.values()) > TIMES // 10, "both must win sometimes, else nothing was raced"


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_two_thousand_times(world: World) -> None:
    won = await races(world, WHOLE)
    print(won)
    assert min(won.values()) > WHOLE // 10
