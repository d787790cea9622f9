"""Many who come at once: each is greeted with their own rooms, by few questions to the lobby."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cardproto.v1.client_pb2 import ServerFrame
from tests.gateway.conftest import House, Player

PEOPLE = 12


async def arrivals(house: House) -> tuple[list[dict[str, Any]], list[Player]]:
    """People with a room each, on sockets that have not said hello."""
    sessions = [await house.session(f"p{number}") for number in range(PEOPLE)]
    for session in sessions:
        player = await house.player(session)
        await player.ask(create_room={"game": "virae"})
    house.lobby.greeted.clear()
    return sessions, [await house.dial() for _ in sessions]


async def hello(player: Player, session: dict[str, Any]) -> ServerFrame:
    return await player.ask(hello={"token": session["token"], "versions": [1]})


def mine(house: House, player_id: str) -> set[str]:
    rooms = house.lobby.rooms.values()
    return {room.room_id for room in rooms if room.host_id == player_id}


@pytest.mark.parametrize("of_many", [True, False])
async def test_each_gets_their_own_rooms(house: House, of_many: bool) -> None:
    """A lobby that is asked about one person a call is asked so often."""
    sessions, players = await arrivals(house)
    house.lobby.greeting_s, house.lobby.greets_many = 0.3, of_many
    answers = await asyncio.gather(*map(hello, players, sessions))
    for answer, session in zip(answers, sessions, strict=True):
        assert answer.welcome.player_id == session["player_id"]
        found = {room.room_id for room in answer.welcome.rooms}
        assert found == mine(house, session["player_id"])
        assert len(found) == 1
    many = [size for size in house.lobby.greeted if size > 1]
    assert many
    if of_many:
        assert sum(house.lobby.greeted) == PEOPLE
    else:
        assert house.lobby.greeted.count(1) == PEOPLE


async def test_whose_token_is_refused_is_alone_with_it(house: House) -> None:
    """Their socket is ended without a word of their rooms; the others are greeted."""
    sessions, players = await arrivals(house)
    house.lobby.greeting_s = 0.3
    house.lobby.stale = {sessions[3]["player_id"], sessions[9]["player_id"]}
    answers = await asyncio.gather(*map(hello, players, sessions))
    for answer, session, player in zip(answers, sessions, players, strict=True):
        if session["player_id"] in house.lobby.stale:
            assert answer.error.code == "stale_session"
            assert await player.closed() == 1008
            assert not player.bodies("welcome")
        else:
            assert len(answer.welcome.rooms) == 1


async def test_nobody_waits_for_a_lobby_longer_than_the_first_did(house: House) -> None:
    """Where it does not answer, who waited behind is greeted with those who asked."""
    sessions, players = await arrivals(house)
    house.lobby.silent.add("my_rooms")
    answers = await asyncio.gather(*map(hello, players, sessions))
    assert all(answer.HasField("welcome") and not answer.welcome.rooms for answer in answers)
    assert len(house.lobby.greeted) <= 2
