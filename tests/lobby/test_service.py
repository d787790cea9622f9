"""The lobby as a service: rooms from the first seat to the next game, on real servers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cardbus.errors import CallError
from cardproto.v1 import lobby_pb2
from cardproto.v1.engine_pb2 import DUE_OUTCOME_GONE
from cardproto.v1.room_pb2 import (
    ROOM_PHASE_CLOSED,
    ROOM_PHASE_PAUSED,
    ROOM_PHASE_PLAYING,
    ROOM_PHASE_WAITING,
    RoomSettings,
)
from tests.lobby.conftest import CHANCE, Hall, OpenHall, Person, eventually


async def refused(person: Person, call: str, **fields: Any) -> str:
    """The code with which that call is refused."""
    with pytest.raises(CallError) as caught:
        await person.ask(call, **fields)
    return caught.value.code


async def test_a_new_room_shows_its_commitment_and_open_seats(hall: Hall) -> None:
    room = await hall.person("Ana").create()
    assert room.phase == ROOM_PHASE_WAITING
    assert len(room.seats) == 6
    assert not any(seat.player_id or seat.bot_level for seat in room.seats)
    assert room.commitment == hall.engine.seeds[room.game_id]
    assert room.settings.action_ms == 30_000
    assert [m.name for m in room.members] == ["Ana"]
    assert room.members[0].connected


async def test_a_game_from_seats_to_the_next_game(hall: Hall) -> None:
    guest = hall.person()
    host, room = await hall.table(guest, bots=2)
    nonce = bytes(range(32))
    await guest.ask("contribute", room_id=room.room_id, game_id=room.game_id, nonce=nonce)
    started = (await host.ask("start_game", room_id=room.room_id)).room
    assert started.phase == ROOM_PHASE_PLAYING
    asked = hall.engine.games[room.game_id].request
    assert [(p.seat, p.player_id, p.bot_level) for p in asked.participants] == [
        (0, host.player_id, 0),
        (1, guest.player_id, 0),
        (2, "", 2),
        (3, "", 2),
    ]
    assert [p.nonce for p in asked.participants] == [b"", nonce, b"", b""]
    assert asked.starter == 0
    assert list(asked.connected) == [0, 1]
    assert asked.limits.action_ms == 30_000

    await hall.settle(started, winner=1)
    after = await hall.room(room)
    assert after.phase == ROOM_PHASE_WAITING
    assert after.last_game_id == started.game_id
    assert list(after.last_result.winners) == [1]
    assert after.game_id != started.game_id
    assert not any(seat.contributed or seat.playing for seat in after.seats)

    await eventually(lambda: has_commitment(hall, after.room_id))
    again = (await host.ask("start_game", room_id=room.room_id)).room
    assert hall.engine.games[again.game_id].request.starter == 1


async def has_commitment(hall: Hall, room_id: str) -> bool:
    answer = await hall.asks.get_room(lobby_pb2.GetRoomRequest(room_id=room_id))
    return bool(answer.room.commitment)


async def test_every_announced_revision_follows_the_one_before(hall: Hall) -> None:
    host, room = await hall.table(hall.person(), bots=1)
    await host.ask("start_game", room_id=room.room_id)
    await hall.settle(await hall.room(room))
    await eventually(lambda: has_commitment(hall, room.room_id))
    await asyncio.sleep(0.05)
    revisions = [seen.revision for seen in hall.rooms[room.room_id]]
    assert revisions == list(range(1, len(revisions) + 1))


async def test_the_same_request_again_gets_the_same_answer_and_no_second_effect(
    hall: Hall,
) -> None:
    host = hall.person()
    first = (await host.ask("create_room", "again", game="virae")).room
    second = (await host.ask("create_room", "again", game="virae")).room
    assert first.room_id == second.room_id
    await host.enter(first)
    for _ in range(2):
        answer = await host.ask("add_bot", "bot", room_id=first.room_id, level=1)
        assert sum(1 for seat in answer.room.seats if seat.bot_level) == 1
    await host.ask("take_seat", room_id=first.room_id, seat=3)
    for _ in range(2):
        answer = await host.ask("start_game", "go", room_id=first.room_id)
        assert answer.room.phase == ROOM_PHASE_PLAYING
    assert len(hall.engine.games) == 1


async def test_only_the_host_may_and_only_while_it_can(hall: Hall) -> None:
    guest = hall.person()
    host, room = await hall.table(guest)
    commands: list[tuple[str, dict[str, Any]]] = [
        ("add_bot", {"level": 1}),
        ("remove_bot", {"seat": 2}),
        ("configure", {"settings": RoomSettings(action_ms=20_000)}),
        ("start_game", {}),
        ("close_room", {}),
        ("end_game", {}),
        ("transfer_host", {"player_id": guest.player_id}),
        ("remove_person", {"player_id": host.player_id}),
    ]
    for call, fields in commands:
        assert await refused(guest, call, room_id=room.room_id, **fields) == "not_host", call
    assert await refused(host, "pause_game", room_id=room.room_id) == "not_running"
    await host.ask("start_game", room_id=room.room_id)
    commands = [
        ("configure", {"settings": RoomSettings(action_ms=20_000)}),
        ("remove_person", {"player_id": guest.player_id}),
        ("start_game", {}),
        ("leave_seat", {}),
        ("take_seat", {"seat": 4}),
    ]
    for call, fields in commands:
        assert await refused(host, call, room_id=room.room_id, **fields) == "game_running", call


async def test_a_room_is_configured_as_far_as_something_is_said(hall: Hall) -> None:
    """Options alone leave the limit at the game's default; no settings at all, those that stand."""
    person = hall.person()
    made = await person.ask(
        "create_room", game="hearts", settings=RoomSettings(options='{"limit":50}')
    )
    assert (made.room.settings.options, made.room.settings.action_ms) == ('{"limit":50}', 25_000)
    there: dict[str, Any] = {"room_id": made.room.room_id}
    hidden = await person.ask("configure", private=True, **there)
    assert hidden.room.private
    assert hidden.room.settings == made.room.settings
    usual = await person.ask("configure", settings=RoomSettings(action_ms=20_000), **there)
    assert (usual.room.settings.options, usual.room.settings.action_ms) == (
        '{"limit":100}',
        20_000,
    )


async def test_bad_input_is_refused_with_a_code(hall: Hall) -> None:
    person = hall.person()
    room = await person.create()
    there: dict[str, Any] = {"room_id": room.room_id}
    assert await refused(person, "take_seat", room_id="*", seat=0) == "malformed"
    assert await refused(person, "take_seat", room_id="a" * 16, seat=0) == "room_not_found"
    assert await refused(person, "take_seat", seat=6, **there) == "malformed"
    assert await refused(person, "take_seat", request_id="a b", seat=0, **there) == "malformed"
    assert await refused(person, "join_room", code="") == "room_not_found"
    assert await refused(person, "create_room", game="chess") == "not_found"
    assert await refused(person, "add_bot", level=0, **there) == "malformed"
    short: dict[str, Any] = {"action_ms": 9_999}
    assert await refused(person, "configure", settings=short, **there) == "bad_option"
    odd: dict[str, Any] = {"action_ms": 20_000, "options": '{"x":1}'}
    assert await refused(person, "configure", settings=odd, **there) == "bad_option"
    text: dict[str, Any] = {"action_ms": 20_000, "options": "[1"}
    assert await refused(person, "configure", settings=text, **there) == "malformed"
    small: dict[str, Any] = {"game_id": room.game_id, "nonce": b"123"}
    assert await refused(person, "contribute", **there, **small) == "malformed"
    stale: dict[str, Any] = {"game_id": "a" * 16, "nonce": bytes(16)}
    assert await refused(person, "contribute", **there, **stale) == "stale"
    for name in ("", " ", "a" * 21, "a\u202eb", "a\nb", "\u200d"):
        assert await refused(hall.person(name or " "), "join_room", code=room.code) == (
            "name_refused"
        )
    twin = hall.person(person.name.lower() + " ")
    assert await refused(twin, "join_room", code=room.code) == "name_taken"


async def test_a_person_is_in_at_most_three_rooms(hall: Hall) -> None:
    person = hall.person()
    rooms = [await person.create() for _ in range(3)]
    assert await refused(person, "create_room", game="virae") == "rate_limited"
    other = await hall.person().create()
    assert await refused(person, "join_room", code=other.code) == "rate_limited"
    mine = await person.ask("my_rooms")
    assert {line.room_id for line in mine.rooms} == {room.room_id for room in rooms}
    await person.ask("leave_room", room_id=rooms[0].room_id)
    await person.ask("join_room", code=other.code)


async def test_a_removed_person_stays_out(hall: Hall) -> None:
    guest = hall.person()
    host, room = await hall.table(guest)
    await host.ask("remove_person", room_id=room.room_id, player_id=guest.player_id)
    assert await refused(guest, "join_room", code=room.code) == "removed"
    assert await refused(guest, "take_seat", room_id=room.room_id, seat=1) == "removed"


async def test_leaving_a_game_tells_the_engine_and_frees_the_seat_after_it(hall: Hall) -> None:
    guest = hall.person()
    host, room = await hall.table(guest)
    await host.ask("start_game", room_id=room.room_id)
    await guest.ask("leave_room", room_id=room.room_id)
    assert hall.engine.games[room.game_id].gone == {guest.player_id}
    during = await hall.room(room)
    assert (during.seats[1].bot_level, during.seats[1].playing) == (2, True)
    await guest.enter(room)
    assert (await hall.room(room)).seats[2].player_id == guest.player_id
    await hall.settle(during)
    after = await hall.room(room)
    assert [seat.player_id for seat in after.seats[:3]] == [host.player_id, "", guest.player_id]


async def test_pause_resume_and_end(hall: Hall) -> None:
    host, room = await hall.table(hall.person())
    await host.ask("start_game", room_id=room.room_id)
    game = hall.engine.games[room.game_id]
    paused = (await host.ask("pause_game", room_id=room.room_id)).room
    assert (paused.phase, game.pauses) == (ROOM_PHASE_PAUSED, {"host"})
    resumed = (await host.ask("resume_game", room_id=room.room_id)).room
    assert (resumed.phase, game.pauses) == (ROOM_PHASE_PLAYING, set())
    await host.ask("end_game", room_id=room.room_id)
    assert game.aborted == "host"
    await hall.settle(resumed, aborted="host")
    after = await hall.room(room)
    assert after.phase == ROOM_PHASE_WAITING
    assert after.last_aborted == "host"
    assert not after.HasField("last_result")


async def test_a_start_waits_for_nonces_of_connected_people(open_hall: OpenHall) -> None:
    hall = await open_hall(nonce_wait_ms=1_500)
    guest = hall.person()
    host, room = await hall.table(guest)
    mine: dict[str, Any] = {"room_id": room.room_id, "game_id": room.game_id, "nonce": bytes(16)}
    await host.ask("contribute", **mine)
    starting = asyncio.create_task(host.ask("start_game", room_id=room.room_id))
    await asyncio.sleep(0.3)
    assert not starting.done()
    await guest.ask("contribute", **{**mine, "nonce": bytes(range(20))})
    async with asyncio.timeout(0.8):
        assert (await starting).room.phase == ROOM_PHASE_PLAYING
    asked = hall.engine.games[room.game_id].request
    assert [p.nonce for p in asked.participants] == [bytes(16), bytes(range(20))]


async def test_a_start_goes_without_nonces_that_do_not_come(open_hall: OpenHall) -> None:
    hall = await open_hall(nonce_wait_ms=300)
    host, room = await hall.table(hall.person())
    started = (await host.ask("start_game", room_id=room.room_id)).room
    assert started.phase == ROOM_PHASE_PLAYING


async def test_the_public_list_follows_rooms_live(hall: Hall) -> None:
    host, room = await hall.table()
    hidden, secret = await hall.table()
    await hidden.ask("configure", room_id=secret.room_id, private=True, settings={"action_ms": 0})
    listing = await hall.asks.list_rooms(lobby_pb2.ListRoomsRequest(game="virae"))
    assert [line.room_id for line in listing.rooms] == [room.room_id]
    assert (listing.rooms[0].people, listing.rooms[0].seats) == (1, 6)
    assert not (await hall.asks.list_rooms(lobby_pb2.ListRoomsRequest(game="rami"))).rooms
    await host.ask("close_room", room_id=room.room_id)
    await asyncio.sleep(0.05)
    by_room = {change.listing.room_id: change.listing.phase for change in hall.lines}
    assert by_room == {room.room_id: ROOM_PHASE_CLOSED, secret.room_id: ROOM_PHASE_CLOSED}
    assert room.game_id not in hall.engine.seeds


async def test_quick_play_brings_people_together(hall: Hall) -> None:
    first, second = hall.person(), hall.person()
    opened = (await first.ask("quick_play", game="virae")).room
    await first.presence(opened, CHANCE.game_id(), True)
    assert opened.seats[0].player_id == first.player_id
    joined = (await second.ask("quick_play", "q", game="virae")).room
    assert joined.room_id == opened.room_id
    assert joined.seats[1].player_id == second.player_id
    again = (await second.ask("quick_play", "q", game="virae")).room
    assert again.room_id == opened.room_id


async def test_without_people_a_game_pauses_and_goes_on_with_them(open_hall: OpenHall) -> None:
    hall = await open_hall(nonce_wait_ms=0, shown_absence_ms=1)
    host = hall.person()
    room = await host.create()
    await host.ask("take_seat", room_id=room.room_id, seat=0)
    await host.ask("add_bot", room_id=room.room_id, level=1)
    here = CHANCE.game_id()
    await host.presence(room, here, True)
    await host.ask("start_game", room_id=room.room_id)
    game = hall.engine.games[room.game_id]
    await hall.asks.renew_lease(lobby_pb2.RenewLeaseRequest(gateway_id="gate1", alive=False))
    await asyncio.sleep(0.01)
    await hall.due("room", room.room_id, "shown")
    gone = await hall.room(room)
    assert gone.phase == ROOM_PHASE_PAUSED
    assert game.pauses == {"no_people"}
    assert game.connected[host.player_id][1] is False
    await host.presence(room, CHANCE.game_id(), True)
    await eventually(lambda: resumed(game.pauses))
    assert (await hall.room(room)).phase == ROOM_PHASE_PLAYING
    assert game.connected[host.player_id][1] is True


@pytest.mark.parametrize("of_many", [True, False])
async def test_a_whole_table_that_goes_and_comes_back_is_told_at_once(
    open_hall: OpenHall, of_many: bool
) -> None:
    """One call tells of all; an engine that hears of one person a call gets as many as it needs."""
    hall = await open_hall(nonce_wait_ms=0, shown_absence_ms=1)
    hall.engine.hears_of_many = of_many
    people = [hall.person() for _ in range(3)]
    host, room = await hall.table(*people)
    await host.ask("start_game", room_id=room.room_id)
    game = hall.engine.games[room.game_id]
    await hall.asks.renew_lease(lobby_pb2.RenewLeaseRequest(gateway_id="gate1", alive=False))
    await asyncio.sleep(0.01)
    await hall.due("room", room.room_id, "shown")
    ids = {host.player_id, *(person.player_id for person in people)}
    assert {player for player, (_, here) in game.connected.items() if not here} == ids
    assert heard(hall, "connected") == (1 if of_many else 4)
    assert game.pauses == {"no_people"}
    edges = [
        lobby_pb2.PresenceEdge(
            player_id=player, room_id=room.room_id, socket_id=CHANCE.game_id(), present=True
        )
        for player in sorted(ids)
    ]
    request = lobby_pb2.SetPresencesRequest(gateway_id="gate1", edges=edges)
    await hall.asks.set_presences(request)
    await eventually(lambda: resumed(game.pauses))
    assert all(here for _, here in game.connected.values())
    assert heard(hall, "connected") == (2 if of_many else 8)


def heard(hall: Hall, kind: str) -> int:
    return sum(1 for call, _ in hall.engine.heard if call == kind)


async def resumed(pauses: set[str]) -> bool:
    return not pauses


async def test_a_forsaken_room_expires_and_its_game_is_aborted(open_hall: OpenHall) -> None:
    hall = await open_hall(nonce_wait_ms=0, shown_absence_ms=1, expiry_ms=20)
    host, room = await hall.table(bots=1)
    await host.ask("start_game", room_id=room.room_id)
    await hall.asks.renew_lease(lobby_pb2.RenewLeaseRequest(gateway_id="gate1", alive=False))
    for _ in range(3):
        await asyncio.sleep(0.03)
        await hall.due("room", room.room_id)
    after = await hall.room(room)
    assert (after.phase, after.closed_because) == (ROOM_PHASE_CLOSED, "expired")
    assert hall.engine.games[room.game_id].aborted == "room_closed"
    assert not (await host.ask("my_rooms")).rooms
    assert await refused(host, "join_room", code=room.code) == "room_closed"
    await hall.settle(room, aborted="room_closed")


async def test_a_closed_room_leaves_no_deadlines(hall: Hall) -> None:
    """Else every sweep of the timer would ask for every room that ever was."""
    host, room = await hall.table()
    await host.ask("close_room", room_id=room.room_id)
    assert (await hall.due("room", room.room_id)).outcome == DUE_OUTCOME_GONE
    told = await hall.deadlines("room", room.room_id)
    assert told is not None
    assert told.entries == ()


async def test_a_probe_is_answered_as_nobodys(hall: Hall) -> None:
    """The timer asks once a second whether somebody is there; that is no bad request."""
    assert (await hall.due("room", "0000", "probe")).outcome == DUE_OUTCOME_GONE


async def test_a_game_is_settled_once(hall: Hall, redis_url: str) -> None:
    from redis.asyncio import Redis as Client

    host, room = await hall.table(hall.person())
    await host.ask("start_game", room_id=room.room_id)
    for _ in range(3):
        await hall.settle(room)
    after = await hall.room(room)
    assert after.games_played == 1
    client = Client.from_url(redis_url, decode_responses=True)
    counts = await client.hgetall(f"lobby:person:{host.player_id}:statistics")
    games = await client.zrange(f"lobby:person:{host.player_id}:games", 0, -1)
    await client.aclose()
    assert counts == {"virae:played": "1", "virae:won": "1", "virae:best": "0"}
    assert games == [room.game_id]
