"""What is kept of people: read, moved by a code, deleted, forgotten."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from cardbus.errors import CallError
from cardproto.v1 import lobby_pb2
from cardproto.v1.common_pb2 import Actor
from cardproto.v1.person_pb2 import Person as Kept
from cardproto.v1.room_pb2 import Room
from lobby.recovery import LENGTH, SIGNS, next_code, read_code, shown_code
from tests.lobby.conftest import Hall, OpenHall, Person, eventually


@pytest.fixture
async def client(hall: Hall, redis_url: str) -> Any:
    """The hall's own store."""
    client = Client.from_url(hall.redis.url, decode_responses=True)
    yield client
    await client.aclose()


async def everything(client: Client) -> str:
    """All that stands in the store, in one text."""
    found = []
    async for key in client.scan_iter("*"):
        reading: dict[str, Any] = {
            "string": client.get,
            "hash": client.hgetall,
            "set": client.smembers,
            "zset": partial(client.zrange, start=0, end=-1),
        }
        found.append(f"{key!s} {await reading[str(await client.type(key))](key)}")
    return "\n".join(found)


async def played(hall: Hall, *people: Person, winner: int = 0) -> Room:
    """A finished Viraê game of these, who stay in their room."""
    host, others = people[0], people[1:]
    room = await host.create()
    for seat, person in enumerate(people):
        if person in others:
            await person.enter(room)
        await person.ask("take_seat", room_id=room.room_id, seat=seat)
    await host.ask("start_game", room_id=room.room_id)
    room = await hall.room(room)
    await hall.settle(room, winner=winner)
    return room


async def code_of(asked: Any) -> str:
    try:
        await asked
    except CallError as error:
        return error.code
    return "ok"


async def recover(hall: Hall, code: str, request_id: str = "r1") -> lobby_pb2.RecoverResponse:
    return await hall.asks.recover(lobby_pb2.RecoverRequest(code=code, request_id=request_id))


async def profile(person: Person, of: str = "") -> Kept:
    answer = await person.ask("get_person", player_id=of)
    kept: Kept = answer.person
    return kept


async def test_histories_come_in_pages_and_only_to_their_owner(hall: Hall) -> None:
    """The newest first; a page goes on where the one before ended."""
    ana, bia = hall.person(), hall.person()
    games = []
    for number in range(5):
        room = await played(hall, ana, bia, winner=number % 2)
        games.append(room.game_id)
        for person in (ana, bia):
            await person.ask("leave_room", room_id=room.room_id)
    first = await ana.ask("get_history", count=2)
    assert [game.game_id for game in first.games] == games[:2:-1]
    assert (first.more, first.total) == (True, 5)
    rest = await ana.ask("get_history", count=10, before=games[3])
    assert [game.game_id for game in rest.games] == games[2::-1]
    assert not rest.more
    assert [game.seat for game in rest.games] == [0, 0, 0]
    assert [seat.name for seat in rest.games[0].seats] == [ana.name, bia.name]
    (virae,) = (await profile(bia, ana.player_id)).statistics
    assert (virae.played, virae.won) == (5, 3)
    stranger = hall.person()
    assert (await stranger.ask("get_history", count=2)).total == 0
    assert await code_of(stranger.ask("get_history", count=2, before=games[0])) == "not_found"
    assert await code_of(ana.ask("get_history", count=101)) == "malformed"
    assert await code_of(ana.ask("get_person", player_id=stranger.player_id)) == "not_found"
    assert not (await profile(stranger)).statistics


async def test_a_name_follows_its_person(hall: Hall) -> None:
    """Whoever greets under another name is known under it from then on."""
    ana, bia = hall.person(), hall.person()
    await played(hall, ana, bia)
    ana.name = "Anita"
    await ana.ask("my_rooms")
    assert (await profile(bia, ana.player_id)).name == "Anita"


async def test_deleted_means_gone_everywhere(hall: Hall, client: Client) -> None:
    """Not their name, not their id is left, but for the mark that refuses their tokens."""
    ana, bia = hall.person("Ana Maria"), hall.person()
    room = await played(hall, ana, bia)
    await ana.ask("make_recovery_code")
    await ana.ask("delete_person")
    assert hall.engine.forgotten == [(room.game_id, (0,))]
    text = await everything(client)
    lines = [line for line in text.splitlines() if ana.player_id in line or "Ana Maria" in line]
    kept = [line.partition(" ")[0] for line in lines]
    request_marks = [key for key in kept if key.startswith(f"lobby:request:{ana.player_id}:")]
    tombstone = f"lobby:person:{ana.player_id}:tokens"
    assert sorted({*kept} - {*request_marks}) == [tombstone]
    (ended,) = hall.ended
    assert ended.player_id == ana.player_id
    for call, fields in (
        ("my_rooms", {}),
        ("get_person", {}),
        ("get_history", {"count": 1}),
        ("make_recovery_code", {}),
        ("delete_person", {}),
        ("create_room", {"game": "virae"}),
        ("quick_play", {"game": "virae"}),
        ("join_room", {"code": room.code}),
    ):
        assert await code_of(ana.ask(call, **fields)) == "stale_session", call
    (past,) = (await bia.ask("get_history", count=5)).games
    assert [seat.name for seat in past.seats] == ["", bia.name]


async def test_many_are_greeted_at_once_and_each_by_themselves(hall: Hall) -> None:
    """In their order: rooms of their own, or why they are refused; nobody else suffers from it."""
    ana, bia, ended, nobody = (hall.person() for _ in range(4))
    host, room = await hall.table(ana, bia)
    other = await bia.create()
    await ended.ask("delete_person")
    nameless = Actor(player_id=nobody.player_id, name="\n", request_id="r")
    wrong = Actor(player_id="*", name="x", request_id="r")
    people = [host.actor(), ended.actor(), wrong, bia.actor(), nameless, nobody.actor()]
    answer = await hall.asks.my_rooms(lobby_pb2.MyRoomsRequest(people=people))
    assert [one.refused for one in answer.people] == [
        "", "stale_session", "malformed", "", "name_refused", "",
    ]  # fmt: skip
    rooms = [sorted(line.room_id for line in one.rooms) for one in answer.people]
    both = sorted([room.room_id, other.room_id])
    assert rooms == [[room.room_id], [], [], both, [], []]
    alone = await bia.ask("my_rooms")
    assert list(alone.rooms) == list(answer.people[3].rooms)
    crowd = lobby_pb2.MyRoomsRequest(people=[host.actor()] * 201)
    assert await code_of(hall.asks.my_rooms(crowd)) == "malformed"


async def test_a_deletion_is_finished_when_the_engine_is_back(open_hall: OpenHall) -> None:
    """It is answered at once, refuses tokens at once, and goes on by itself."""
    hall = await open_hall(nonce_wait_ms=0, forget_every_ms=100)
    ana, bia = hall.person(), hall.person()
    room = await played(hall, ana, bia)
    hall.engine.refuse["forget"] = "unavailable"
    await ana.ask("delete_person")
    assert await code_of(ana.ask("my_rooms")) == "stale_session"
    assert not hall.engine.forgotten
    hall.engine.refuse.clear()

    async def forgotten() -> bool:
        (past,) = (await bia.ask("get_history", count=5)).games
        return hall.engine.forgotten == [(room.game_id, (0,))] and past.seats[0].name == ""

    await eventually(forgotten)


async def test_who_is_deleted_during_a_game_leaves_it_and_nothing_of_it_is_kept(
    open_hall: OpenHall,
) -> None:
    """The game goes on without them; its record loses their name when it ends."""
    hall = await open_hall(nonce_wait_ms=0, forget_every_ms=100)
    host, room = await hall.table(gone := hall.person())
    await host.ask("start_game", room_id=room.room_id)
    room = await hall.room(room)
    await gone.ask("delete_person")
    assert hall.engine.games[room.game_id].gone == {gone.player_id}
    await hall.settle(room)

    async def mended() -> bool:
        return hall.engine.forgotten == [(room.game_id, (1,))]

    await eventually(mended)
    (past,) = (await host.ask("get_history", count=5)).games
    assert [seat.name for seat in past.seats] == [host.name, ""]


async def test_guests_unseen_for_too_long_are_forgotten(open_hall: OpenHall) -> None:
    """Who greets now and then is not; who comes back after it begins anew."""
    hall = await open_hall(nonce_wait_ms=0, guest_kept_ms=1_500, forget_every_ms=100)
    ana, bia = hall.person(), hall.person()
    room = await played(hall, ana, bia)
    for person in (ana, bia):
        await person.ask("leave_room", room_id=room.room_id)

    async def forgotten() -> bool:
        await bia.ask("my_rooms")
        return bool((await ana.ask("get_history", count=1)).total == 0)

    await eventually(forgotten)
    (past,) = (await bia.ask("get_history", count=5)).games
    assert [seat.name for seat in past.seats] == ["", bia.name]
    assert (await ana.ask("my_rooms")).rooms == []


async def test_a_code_moves_an_identity_once(hall: Hall, client: Client) -> None:
    """It ends the sessions before it and is spent; its answer can be had again."""
    ana = hall.person()
    first = (await ana.ask("make_recovery_code")).code
    code = (await ana.ask("make_recovery_code")).code
    assert await code_of(recover(hall, first)) == "not_found"
    plain = code.replace("-", "")
    text = await everything(client)
    assert plain[6:] not in text
    assert code not in text
    moved, again = await asyncio.gather(*(recover(hall, code, "same") for _ in range(2)))
    assert moved == again
    assert (moved.player_id, moved.name) == (ana.player_id, ana.name)
    assert await code_of(recover(hall, code, "other")) == "not_found"
    assert await code_of(ana.ask("my_rooms")) == "stale_session"
    ended = hall.ended[0]
    assert (ended.player_id, ended.before_ms) == (ana.player_id, moved.since_ms)
    ana.issued_ms = moved.since_ms
    assert await code_of(ana.ask("my_rooms")) == "ok"
    assert (await recover(hall, moved.code)).player_id == ana.player_id


async def test_a_code_brings_nobody_back_who_is_being_deleted(open_hall: OpenHall) -> None:
    """From the moment at which they asked for it, though the work goes on until later."""
    hall = await open_hall(nonce_wait_ms=0, forget_every_ms=100)
    ana, bia = hall.person(), hall.person()
    await played(hall, ana, bia)
    code = (await ana.ask("make_recovery_code")).code
    hall.engine.refuse["forget"] = "unavailable"
    await ana.ask("delete_person")
    assert await code_of(recover(hall, code)) == "not_found"
    ana.issued_ms = hall.ended[0].before_ms - 1
    assert await code_of(ana.ask("my_rooms")) == "stale_session"


async def test_guessing_ends_after_ten_tries(hall: Hall) -> None:
    """Even for who knows the first part; codes that do not exist leave nothing behind."""
    ana = hall.person()
    code = (await ana.ask("make_recovery_code")).code.replace("-", "")
    for number in range(10):
        guess = code[:6] + SIGNS[number] * (LENGTH - 6)
        assert await code_of(recover(hall, guess)) == "not_found"
    assert await code_of(recover(hall, code)) == "rate_limited"
    assert await code_of(recover(hall, "0" * LENGTH)) == "not_found"
    assert await code_of(recover(hall, "nonsense")) == "not_found"
    assert await code_of(recover(hall, code, "bad id")) == "malformed"


def test_codes_are_read_as_people_write_them() -> None:
    """Case, blanks, dashes and look-alikes do not matter; the next one follows from a salt."""
    plain = "0123456789ABCDEFGHJKMNPQ"
    assert shown_code(plain) == "0123-4567-89AB-CDEF-GHJK-MNPQ"
    assert read_code(" o123-4567 89ab-cdef-ghjk-mnpq") == plain
    following = next_code("ab" * 32, plain)
    assert len(following) == LENGTH
    assert set(following) <= set(SIGNS)
    assert following != next_code("ac" * 32, plain)
