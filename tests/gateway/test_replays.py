"""Replays at the gateway: pages kept by their mark, within bounds, and what the engine is asked."""

from __future__ import annotations

import pytest

from cardproto.v1 import engine_pb2
from gateway.ids import new_id
from gateway.replays import Pages
from tests.gateway.conftest import House, Open


def test_pages_are_kept_within_bounds() -> None:
    """The longest unused go first; what is larger than all is not kept, and is answered."""
    pages = Pages(6_000)
    for name in "abc":
        pages.keep(name, name.encode() * 2_000)
    assert pages.get("a") is None or pages.get("b") is None
    assert pages.get("c") is not None
    huge = pages.keep("huge", bytes(100_000))
    assert len(huge.content) == 100_000
    assert pages.get("huge") is None


@pytest.fixture
async def house(open_house: Open) -> House:
    """A gateway that has few replays made."""
    return await open_house(replays_per_s=0.001, replays_burst=2)


async def keep(house: House, game_id: str, text: bytes) -> None:
    """Another record of that game."""
    found = await house.engine.records.last_now(game_id=game_id)
    sequence = 0 if found is None else found.sequence
    await house.engine.records.append_now(engine_pb2.Record(game_id=game_id, json=text), sequence)


async def test_a_page_is_made_once_while_its_record_stands(house: House) -> None:
    """Repeated, it costs the engine nothing; another page, seat or record is another page."""
    game_id = new_id()
    path = f"/api/replays/{game_id}?count=1"
    assert (await house.http(path)).status == 404
    await keep(house, game_id, b'{"v": 1}')
    asked = house.engine.replays
    first = await house.http(path)
    assert first.json["total"] == 9
    assert (await house.http(path)).body == first.body
    assert len(asked) == 1
    seat = await house.http(f"{path}&seat=1")
    assert seat.headers["ETag"] != first.headers["ETag"]
    assert [(one.HasField("seat"), one.count) for one in asked] == [(False, 1), (True, 1)]
    await keep(house, game_id, b'{"v": 2}')
    refused = await house.http(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (refused.status, refused.json["params"]) == (429, {"limit": "replays"})
    assert (await house.http(f"{path}&seat=1&x=1")).status == 429
