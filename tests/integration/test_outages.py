"""What a player sees while one service is away, for as long as it is away."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Mapping

import pytest

from cardproto.v1 import client_pb2, contract_pb2, room_pb2
from carteado.client import Client, legal_actions
from carteado.fleet import Member
from carteado.people import add_bots, arrive, choose, here, open_room, play_to_the_end, start_game
from carteado.stack import Stack
from game_engine.store import Streams
from tests.chaos.games import bus_of, is_settled
from tests.support.stack import FAST


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Twenty times as fast as people are."""
    return {"CARTEADO_TIME_SCALE": "0.05"}


UNHURRIED = 0.5
GRACE_S = 10 * UNHURRIED


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Half as fast as people are: a turn of 10 seconds, and the grace, take five."""
    settings = {**FAST, "CARTEADO_TIME_SCALE": str(UNHURRIED)}
    with Stack.temporary(settings=settings, folder=tmp_path_factory.mktemp("slow")) as running:
        yield running


async def play_turns(client: Client, turns: int) -> None:
    """Have so many turns of one's own, each reached only by the bot's moves in between."""
    chance, seen = random.Random(1), 0
    for _ in range(turns):
        await client.until(
            lambda c, seen=seen: (
                c.update is not None  # type: ignore[misc]
                and c.update.version > seen
                and bool(legal_actions(c.update))
            )
        )
        assert client.update is not None
        seen = client.update.version
        action = choose(client.update, chance)
        act = client_pb2.Act(game_id=client.update.game_id, version=seen, action=action)
        await client.ask(act=act)


@pytest.mark.parametrize("end", [Member.kill, Member.freeze], ids=["dead", "frozen"])
async def test_without_a_bot_runner_bots_play_automatically(
    stack: Stack, end: Callable[[Member], None]
) -> None:
    """Slower, past their patience; and nobody waits for it to come back."""
    host = await arrive(stack.url, "Ana")
    await open_room(host, "virae", room_pb2.RoomSettings(action_ms=120_000))
    await add_bots(host, 1)
    await host.until(lambda c: here(c).members[0].connected)
    (runner,) = stack.fleet.of("bot-runner")
    end(runner)
    try:
        await start_game(host)
        await play_turns(host, 4)
    finally:
        if runner.process.running:
            runner.kill()
        await asyncio.to_thread(runner.restart)
    await host.close()


async def test_without_a_lobby_games_go_on_and_are_settled_when_it_is_back(stack: Stack) -> None:
    """Only the room waits."""
    host = await arrive(stack.url, "Bia")
    await open_room(host, "virae")
    await add_bots(host, 2)
    await host.until(lambda c: here(c).members[0].connected)
    game_id = await start_game(host)
    (lobby,) = stack.fleet.of("lobby")
    lobby.kill()
    try:
        await play_to_the_end(host, random.Random(2))
    finally:
        await asyncio.to_thread(lobby.restart)
    await host.until(lambda c: is_settled(here(c), game_id))
    assert here(host).last_result.winners
    await host.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["engine", "timer", "nats", "valkey", "gateway"])
async def test_an_outage_costs_nobody_their_time(unhurried: Stack, name: str) -> None:
    """The turn's end falls into it: afterwards there is time to play, and nothing was played."""
    stack = unhurried
    host = await arrive(stack.url, "Caio")
    await open_room(host, "virae", room_pb2.RoomSettings(action_ms=10_000))
    await add_bots(host, 1)
    await start_game(host)
    await host.until(
        lambda c: (
            c.update is not None
            and bool(legal_actions(c.update))
            and c.update.table.turn_deadline_ms > 0
        )
    )
    assert host.update is not None
    seen = host.update.version
    await end_amid(stack, name, host)
    game_id = host.update.game_id
    await host.until(has_time, GRACE_S)
    act = client_pb2.Act(
        game_id=game_id,
        version=host.update.version,
        action=choose(host.update, random.Random(5)),
    )
    assert (await host.ask(act=act)).accepted.version > seen
    engine = await bus_of(stack, contract_pb2.PARTY_ENGINE)
    entries = [stored.message for stored in await Streams(engine).entries(game_id)][seen:]
    await engine.close()
    assert [entry for entry in entries if entry.HasField("extended")], "time was given anew"
    played = [entry.acted for entry in entries if entry.HasField("acted") and not entry.acted.seat]
    assert played
    assert not any(each.automatic for each in played), "somebody's time ran out in our outage"
    await host.close()


def has_time(client: Client) -> bool:
    """Whether the end of the turn that is shown lies ahead."""
    return client.update is not None and client.update.table.turn_deadline_ms / 1000 > time.time()


async def end_amid(stack: Stack, name: str, host: Client) -> None:
    """Freeze it until the turn's end is well past."""
    assert host.update is not None
    servers = {"nats": stack.nats, "valkey": stack.valkey}
    process = servers.get(name) or stack.fleet.of(name)[0].process
    process.freeze()
    try:
        left_s = host.update.table.turn_deadline_ms / 1000 - time.time()
        await asyncio.sleep(max(left_s, 0) + 2.5)
    finally:
        process.thaw()
