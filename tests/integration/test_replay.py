"""A finished game, step by step, over the real HTTP of a whole table."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message
from typing import Any

import pytest

from cardproto.v1 import replay_pb2, table_pb2
from cardrules.registry import GAMES
from carteado.people import add_bots, arrive, open_room, play_to_the_end, start_game
from carteado.stack import Stack
from gateway.json_writer import writer
from gateway.replay_http import ReplayPage
from tests.chaos.games import is_settled
from tests.integration.test_games import shortest


def get(stack: Stack, path: str, **headers: str) -> tuple[int, Message, bytes]:
    """One request, its answer whatever the status."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(stack.url + path, headers=named)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Short thoughts, so that a searching bot does not make a long test."""
    return {"CARTEADO_BOT_BUDGET_MS": "5", "CARTEADO_REPLAYS_PER_S": "0"}


async def played(stack: Stack, game: str) -> tuple[str, list[table_pb2.Update]]:
    """The id of a finished game, and what its one person was shown."""
    host = await arrive(stack.url, "Ana")
    await open_room(host, game, shortest(game))
    if not GAMES[game].policy.fill_with_bots:
        await add_bots(host, 1)
    seen: list[table_pb2.Update] = []
    host.on_update = seen.append
    game_id = await start_game(host)
    await play_to_the_end(host, random.Random(7))
    await host.until(lambda c: c.room is not None and is_settled(c.room, game_id))
    await host.close()
    return game_id, seen


def all_steps(stack: Stack, game_id: str, seat: str) -> list[replay_pb2.ReplayStep]:
    """Every step, read as a client that speaks protobuf would."""
    steps: list[replay_pb2.ReplayStep] = []
    first = 0
    while True:
        path = f"/api/replays/{game_id}?first={first}&count=40{seat}"
        status, _, body = get(stack, path, Accept="application/x-protobuf")
        assert status == 200
        page = replay_pb2.ReplayPage.FromString(body)
        steps += page.steps
        if not page.next:
            assert len(steps) == page.total
            return steps
        first = page.next


@pytest.mark.parametrize("game", ["hearts", "virae"])
async def test_a_finished_game_can_be_stepped_through(stack: Stack, game: str) -> None:
    """The views of a seat's replay are those that its person was shown, in order."""
    game_id, seen = await played(stack, game)
    steps = await asyncio.to_thread(all_steps, stack, game_id, "&seat=0")
    shown = [step.update.view.SerializeToString(deterministic=True) for step in steps]
    position = 0
    for update in seen:
        view = update.view.SerializeToString(deterministic=True)
        position = shown.index(view, position)
    assert position == len(shown) - 1
    assert steps[-1].update.table.result == seen[-1].table.result
    assert all(len(step.hands) == len(steps[0].update.table.seats) for step in steps)


async def test_pages_are_json_with_a_mark_and_bounds(stack: Stack) -> None:
    """JSON by the model and as protobuf says it; known pages cost nothing; nonsense is refused."""
    game_id, _ = await played(stack, "virae")
    path = f"/api/replays/{game_id}"
    status, headers, body = await asyncio.to_thread(get, stack, f"{path}?count=3&seat=0")
    assert status == 200
    ReplayPage.model_validate_json(body)
    value: Any = json.loads(body)
    assert [step.get("index", 0) for step in value["steps"]] == [0, 1, 2]
    assert value["next"] == 3
    assert value["steps"][0]["do"] == "deal"
    wanted = {"Accept": "application/x-protobuf"}
    _, _, binary = await asyncio.to_thread(get, stack, f"{path}?count=3&seat=0", **wanted)
    page = replay_pb2.ReplayPage.FromString(binary)
    assert writer(replay_pb2.ReplayPage.DESCRIPTOR).value(page) == value
    mark = str(headers["ETag"])
    same = await asyncio.to_thread(get, stack, f"{path}?count=3&seat=0", If_None_Match=mark)
    assert (same[0], same[2]) == (304, b"")
    other = await asyncio.to_thread(get, stack, f"{path}?count=4&seat=0", If_None_Match=mark)
    assert other[0] == 200
    zipped = await asyncio.to_thread(get, stack, f"{path}?count=3&seat=0", Accept_Encoding="gzip")
    assert gzip.decompress(zipped[2]) == body
    for query, code in (
        ("?count=0", "malformed"),
        ("?count=101", "malformed"),
        ("?first=-1", "malformed"),
        ("?seat=x", "malformed"),
        ("?first=99999", "not_found"),
        ("?seat=7", "not_seated"),
    ):
        refused = await asyncio.to_thread(get, stack, path + query)
        assert json.loads(refused[2])["code"] == code, query
    for game, code in (("a" * 16, "not_found"), ("*", "malformed"), ("a" * 40, "malformed")):
        refused = await asyncio.to_thread(get, stack, f"/api/replays/{game}")
        assert json.loads(refused[2])["code"] == code
    record = await asyncio.to_thread(get, stack, f"/api/records/{game_id}")
    again = await asyncio.to_thread(
        get, stack, f"/api/records/{game_id}", If_None_Match=str(record[1]["ETag"])
    )
    assert again[0] == 304
