"""A whole game of each kind with bots, through the real services, to its verified record."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardproto.v1 import common_pb2, room_pb2, table_pb2
from cardrules import record as records
from cardrules.registry import GAMES
from carteado.client import Client
from carteado.people import add_bots, arrive, here, join, open_room, play_to_the_end, start_game
from carteado.stack import Stack
from tests.chaos.games import is_settled

TIMEOUT_S = 240.0


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Short thoughts, so that a searching bot does not make a long test."""
    return {"CARTEADO_BOT_BUDGET_MS": "5"}


def shortest(game_id: str) -> room_pb2.RoomSettings:
    """Whole numbers among the options at their least, the clocks as they come."""
    policy = GAMES[game_id].policy
    options = {spec.name: spec.minimum for spec in policy.options if spec.type == "integer"}
    settings = room_pb2.RoomSettings(options=json.dumps(options))
    if policy.limit is not None:
        settings.action_ms = policy.limit.default_ms
    elif policy.clock is not None:
        settings.clock_ms = policy.clock.initial_ms
        settings.increment_ms = policy.clock.increment_ms
    return settings


def fetch_record(stack: Stack, game_id: str) -> bytes:
    with urllib.request.urlopen(f"{stack.url}/api/records/{game_id}", timeout=10) as answer:
        return answer.read()  # type: ignore[no-any-return]


async def verified(record: bytes, commitment: bytes, folder: Path) -> tuple[int, str]:
    """Status and words of `carteado verify` on the file as it was downloaded, told what the client
    was shown before the deal."""
    path = folder / "record.json"
    path.write_bytes(record)
    command = (sys.executable, "-m", "carteado", "verify", "--commitment", commitment.hex(), path)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


async def seat_everyone(host: Client, game_id: str, level: common_pb2.BotLevel) -> None:
    """Bots beside the host, as many as may play; none where the start fills the seats."""
    policy = GAMES[game_id].policy
    if not policy.fill_with_bots:
        await add_bots(host, min(policy.bots_max, policy.players_max - 1), level)


@pytest.mark.parametrize("level", [common_pb2.BOT_LEVEL_NORMAL, common_pb2.BOT_LEVEL_HARD])
@pytest.mark.parametrize("game_id", sorted(GAMES))
async def test_a_game_against_bots_ends_with_a_record_that_verifies(
    stack: Stack, game_id: str, level: common_pb2.BotLevel, tmp_path: Path
) -> None:
    host = await arrive(stack.url, "Ana")
    await open_room(host, game_id, shortest(game_id))
    await seat_everyone(host, game_id, level)
    played = await start_game(host)
    await play_to_the_end(host, random.Random(7), TIMEOUT_S)
    await host.until(lambda c: is_settled(here(c), played), TIMEOUT_S)
    assert host.update is not None
    assert host.update.table.status == table_pb2.TABLE_STATUS_OVER
    text = fetch_record(stack, played)
    status, said = await verified(text, host.update.table.commitment, tmp_path)
    assert status == 0, said
    assert f"holds ({game_id}, " in said
    assert "no seal" not in said
    forged = text.replace(b'"at":', b'"at":1', 1)
    status, said = await verified(forged, host.update.table.commitment, tmp_path)
    assert (status, "DOES NOT HOLD at entries[0]" in said) == (1, True), said
    record: Any = json.loads(text)
    assert record["result"]["winners"] == list(host.update.table.result.winners)
    policy = GAMES[game_id].policy
    assert len(record["seats"]) >= policy.players_min
    assert sum(player["kind"] == "bot" for player in record["seats"]) == len(record["seats"]) - 1
    await host.close()


@pytest.mark.parametrize("game_id", sorted(GAMES))
async def test_two_people_play_a_game_to_its_record(stack: Stack, game_id: str) -> None:
    host, guest = await arrive(stack.url, "Bia"), await arrive(stack.url, "Caio")
    room = await open_room(host, game_id, shortest(game_id))
    await join(guest, room.code, 1)
    policy = GAMES[game_id].policy
    if policy.players_max > 2 and not policy.fill_with_bots:
        await add_bots(host, 1)
    played = await start_game(host, [guest])
    await asyncio.gather(
        play_to_the_end(host, random.Random(1), TIMEOUT_S),
        play_to_the_end(guest, random.Random(2), TIMEOUT_S),
    )
    await host.until(lambda c: is_settled(here(c), played), TIMEOUT_S)
    record: Any = json.loads(fetch_record(stack, played))
    assert records.replay(record).ok
    assert [player["kind"] for player in record["seats"]].count("person") == 2
    for client in (host, guest):
        await client.close()
