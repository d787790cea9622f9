"""Several lobbies at once over one store, and people in a hurry."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from cardbus.errors import CallError
from cardproto.v1.room_pb2 import ROOM_PHASE_PAUSED, ROOM_PHASE_PLAYING, Room
from tests.lobby.conftest import Hall, OpenHall, Person, eventually


async def outcome(person: Person, call: str, **fields: Any) -> str:
    """`ok`, or the code of the refusal."""
    try:
        await person.ask(call, **fields)
    except CallError as error:
        return error.code
    return "ok"


async def test_two_people_one_seat(open_hall: OpenHall) -> None:
    hall = await open_hall(lobbies=3)
    people = [hall.person() for _ in range(6)]
    room = await people[0].create()
    for person in people[1:]:
        await person.enter(room)
    for seat in range(6):
        codes = await asyncio.gather(
            *(outcome(p, "take_seat", room_id=room.room_id, seat=seat) for p in people)
        )
        assert codes.count("ok") == 1
        assert codes.count("seat_taken") == 5
    held = [seat.player_id for seat in (await hall.room(room)).seats if seat.player_id]
    assert len(held) == len(set(held))


async def test_start_pressed_in_two_places_with_arrivals_between(open_hall: OpenHall) -> None:
    hall = await open_hall(lobbies=3, nonce_wait_ms=0)
    for _ in range(8):
        guests = [hall.person() for _ in range(3)]
        host, room = await hall.table(hall.person())
        for guest in guests:
            await guest.enter(room)
        there = {"room_id": room.room_id}
        codes = await asyncio.gather(
            outcome(host, "start_game", **there),
            outcome(guests[0], "take_seat", seat=2, **there),
            outcome(guests[1], "take_seat", seat=3, **there),
            outcome(host, "start_game", **there),
            outcome(guests[2], "leave_room", **there),
        )
        assert codes.count("ok") + codes.count("game_running") == 5
        assert "ok" in (codes[0], codes[3])
        after = await hall.room(room)
        assert after.phase == ROOM_PHASE_PLAYING
        asked = hall.engine.games[after.game_id].request
        playing = {seat.seat: seat.player_id for seat in after.seats if seat.playing}
        assert playing == {p.seat: p.player_id for p in asked.participants}
        held = {seat.seat: seat.player_id for seat in after.seats if seat.player_id}
        for seat, code in ((2, codes[1]), (3, codes[2])):
            assert code == "ok"
            assert held[seat] == guests[seat - 2].player_id


async def test_a_hundred_joins_and_departures_lose_nobody(open_hall: OpenHall) -> None:
    hall = await open_hall(lobbies=2)
    host = hall.person()
    room = await host.create()
    people = [hall.person() for _ in range(40)]
    codes = await asyncio.gather(*(outcome(p, "join_room", code=room.code) for p in people))
    assert set(codes) <= {"ok", "unavailable"}
    again = await asyncio.gather(*(outcome(p, "join_room", code=room.code) for p in people))
    assert set(again) == {"ok"}
    members = {m.player_id for m in (await hall.room(room)).members}
    assert members == {host.player_id, *(p.player_id for p in people)}
    await asyncio.gather(*(outcome(p, "leave_room", room_id=room.room_id) for p in people[::2]))
    members = {m.player_id for m in (await hall.room(room)).members}
    assert members == {host.player_id, *(p.player_id for p in people[1::2])}


async def test_the_limit_of_rooms_holds_against_parallel_requests(open_hall: OpenHall) -> None:
    hall = await open_hall(lobbies=3)
    person = hall.person()
    codes = await asyncio.gather(*(outcome(person, "create_room", game="virae") for _ in range(8)))
    assert codes.count("ok") == 3
    assert codes.count("rate_limited") == 5


async def test_one_request_sent_to_many_lobbies_makes_one_room(open_hall: OpenHall) -> None:
    hall = await open_hall(lobbies=3)
    person = hall.person()
    answers = await asyncio.gather(
        *(person.ask("create_room", "same", game="virae") for _ in range(6))
    )
    assert len({answer.room.room_id for answer in answers}) == 1


async def test_settled_by_two_engines_at_once_counts_once(open_hall: OpenHall) -> None:
    hall = await open_hall(lobbies=3, nonce_wait_ms=0)
    host, room = await hall.table(hall.person())
    await host.ask("start_game", room_id=room.room_id)
    await asyncio.gather(*(hall.settle(room) for _ in range(5)))
    after = await hall.room(room)
    assert after.games_played == 1

    async def ready() -> bool:
        return bool((await hall.room(room)).commitment)

    await eventually(ready)


async def test_an_engine_that_does_not_answer_holds_up_only_who_needs_it(hall: Hall) -> None:
    """Others come, sit and go meanwhile, and time takes its effect."""
    guest, watcher = hall.person(), hall.person()
    host, room = await hall.table(guest)
    await host.ask("start_game", room_id=room.room_id)
    hall.engine.mute.add("pause")
    pausing = asyncio.create_task(host.ask("pause_game", room_id=room.room_id))
    await eventually(lambda: paused(hall, room))
    begun = time.monotonic()
    await watcher.enter(room)
    await watcher.ask("take_seat", room_id=room.room_id, seat=4)
    await host.ask("add_bot", room_id=room.room_id, seat=5, level=1)
    await guest.ask("leave_room", room_id=room.room_id)
    now = await hall.room(room)
    assert now.seats[4].player_id == watcher.player_id
    assert guest.player_id not in {member.player_id for member in now.members}
    assert time.monotonic() - begun < 2, "they waited for the engine"
    assert not pausing.done()
    with pytest.raises(CallError, match="unavailable"):
        await pausing
    hall.engine.mute.clear()
    await hall.due("room", room.room_id)
    assert hall.engine.games[room.game_id].pauses == {"host"}
    assert guest.player_id in hall.engine.games[room.game_id].gone


async def paused(hall: Hall, room: Room) -> bool:
    """Whether the room shows it."""
    return (await hall.room(room)).phase == ROOM_PHASE_PAUSED
