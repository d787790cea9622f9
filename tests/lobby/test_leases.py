"""Presence: edges, several tabs, gateways that live, err and die."""

from __future__ import annotations

import asyncio

import pytest

from cardproto.v1.engine_pb2 import DUE_OUTCOME_DONE, DUE_OUTCOME_GONE
from cardproto.v1.lobby_pb2 import (
    PresenceEdge,
    RenewLeaseRequest,
    RenewLeaseResponse,
    RoomSockets,
    SetPresencesRequest,
)
from cardproto.v1.room_pb2 import Room
from lobby import peers
from tests.lobby.conftest import CHANCE, Hall, OpenHall, Person, eventually


async def renew(
    hall: Hall, gateway_id: str, known: dict[str, int], sockets: list[tuple[Room, Person, str]]
) -> RenewLeaseResponse:
    """A gateway's sign of life."""
    return await hall.asks.renew_lease(
        RenewLeaseRequest(
            gateway_id=gateway_id,
            alive=True,
            rooms=known,
            sockets=[
                RoomSockets(room_id=room.room_id, player_id=person.player_id, socket_ids=[socket])
                for room, person, socket in sockets
            ],
        )
    )


async def connected(hall: Hall, room: Room, person: Person) -> bool:
    """Whether others see that person as connected, once an absence shows."""
    await asyncio.sleep(0.005)
    await hall.due("room", room.room_id, "shown")
    members = {m.player_id: m.connected for m in (await hall.room(room)).members}
    return members[person.player_id]


async def test_two_tabs_are_one_person(open_hall: OpenHall) -> None:
    hall = await open_hall(shown_absence_ms=1)
    person = hall.person()
    room = await person.create()
    one, two = CHANCE.game_id(), CHANCE.game_id()
    mine = hall.person()
    await mine.enter(room, one)
    await mine.presence(room, two, True)
    await mine.presence(room, one, False)
    assert await connected(hall, room, mine)
    await mine.presence(room, two, False)
    assert not await connected(hall, room, mine)


async def test_a_short_absence_is_not_shown(open_hall: OpenHall) -> None:
    hall = await open_hall(shown_absence_ms=60_000)
    mine = hall.person()
    room = await mine.create()
    here = CHANCE.game_id()
    await mine.enter(room, here)
    await mine.presence(room, here, False)
    assert await connected(hall, room, mine)


async def test_a_short_absence_is_no_news_for_anybody(open_hall: OpenHall) -> None:
    """Whoever is back in time has cost no announcement and no revision, however many they were."""
    hall = await open_hall(shown_absence_ms=60_000)
    others = [hall.person() for _ in range(3)]
    _, room = await hall.table(*others)
    here = {person.player_id: CHANCE.game_id() for person in others}
    for person in others:
        await person.presence(room, here[person.player_id], True)
    before = await hall.room(room)
    announced = len(hall.rooms[room.room_id])
    for person in others:
        await person.presence(room, here[person.player_id], False)
        await person.presence(room, CHANCE.game_id(), True)
    assert await hall.room(room) == before
    await others[0].ask("leave_seat", room_id=room.room_id)
    await eventually(lambda: has_news(hall, room, announced))
    assert [seen.revision for seen in hall.rooms[room.room_id][announced:]] == [before.revision + 1]


async def has_news(hall: Hall, room: Room, announced: int) -> bool:
    return len(hall.rooms[room.room_id]) > announced


async def test_a_table_that_goes_is_told_of_once_and_its_calls_are_saved_together(
    open_hall: OpenHall,
) -> None:
    """Three who are cut off at once, and come back: the room shows it in one change each way, and
    the engine hears of each."""
    hall = await open_hall(shown_absence_ms=1, forget_sockets_ms=0)
    others = [hall.person(), hall.person()]
    host, room = await hall.table(*others)
    started = (await host.ask("start_game", room_id=room.room_id)).room
    game, people = hall.engine.games[started.game_id], [host, *others]
    await asyncio.sleep(0.003)
    announced = len(hall.rooms[room.room_id])
    await renew(hall, host.gateway_id, {}, [])
    await asyncio.sleep(0.003)
    await hall.due("room", room.room_id, "shown")
    assert {game.connected[person.player_id][1] for person in people} == {False}
    assert game.pauses == {"no_people"}
    again = [(room, person, CHANCE.game_id()) for person in people]
    await renew(hall, host.gateway_id, {}, again)
    await eventually(lambda: goes_on(hall, game.pauses, room))
    assert {game.connected[person.player_id][1] for person in people} == {True}
    seen = hall.rooms[room.room_id][announced:]
    assert [[seat.connected for seat in one.seats[:3]] for one in seen] == [[False] * 3, [True] * 3]


async def goes_on(hall: Hall, pauses: set[str], room: Room) -> bool:
    return not pauses and len(hall.rooms[room.room_id]) > 0


async def test_a_late_word_of_a_closed_socket_changes_nothing(open_hall: OpenHall) -> None:
    hall = await open_hall(shown_absence_ms=1)
    mine = hall.person()
    room = (await mine.ask("create_room", game="virae")).room
    gone, here = CHANCE.game_id(), CHANCE.game_id()
    await mine.presence(room, gone, False)
    await mine.presence(room, gone, True)
    assert not await connected(hall, room, mine)
    await mine.presence(room, here, True)
    await mine.presence(room, CHANCE.game_id(), False)
    assert await connected(hall, room, mine)


async def test_a_renewal_brings_what_was_missed_both_ways(open_hall: OpenHall) -> None:
    hall = await open_hall(shown_absence_ms=1, forget_sockets_ms=0)
    mine = hall.person()
    room = (await mine.ask("create_room", game="virae")).room
    here = CHANCE.game_id()
    answer = await renew(hall, "gate7", {room.room_id: 0, "a" * 16: 3}, [(room, mine, here)])
    assert [r.room_id for r in answer.rooms] == [room.room_id]
    assert list(answer.gone) == ["a" * 16]
    assert await connected(hall, room, mine)
    revision = (await hall.room(room)).revision
    quiet = await renew(hall, "gate7", {room.room_id: revision}, [(room, mine, here)])
    assert not quiet.rooms
    assert (await hall.room(room)).revision == revision
    await asyncio.sleep(0.002)
    await renew(hall, "gate7", {}, [])
    assert not await connected(hall, room, mine)


def edge(room: Room, person: Person, socket_id: str, present: bool) -> PresenceEdge:
    """Somebody's socket comes or goes."""
    return PresenceEdge(
        player_id=person.player_id, room_id=room.room_id, socket_id=socket_id, present=present
    )


async def test_many_edges_are_one_change_a_room(open_hall: OpenHall) -> None:
    """In their order, each as it would be alone; who may not be there is passed over, and what the
    gateway does not know yet is told."""
    hall = await open_hall(shown_absence_ms=1)
    people = [hall.person() for _ in range(3)]
    rooms = [(await people[0].ask("create_room", game="virae")).room for _ in range(2)]
    for room in rooms:
        for person in people[1:]:
            await person.ask("join_room", code=room.code)
    before = [await hall.room(room) for room in rooms]
    stale = [before[0].revision - 1, before[1].revision]
    stranger, late, here = hall.person(), CHANCE.game_id(), CHANCE.game_id()
    answer = await hall.asks.set_presences(
        SetPresencesRequest(
            gateway_id="gate1",
            rooms={room.room_id: known for room, known in zip(before, stale, strict=True)},
            edges=[
                edge(rooms[0], people[0], CHANCE.game_id(), True),
                edge(rooms[1], people[0], CHANCE.game_id(), True),
                edge(rooms[0], people[1], late, False),
                edge(rooms[0], stranger, CHANCE.game_id(), True),
                edge(rooms[0], people[1], late, True),
                edge(rooms[0], people[2], here, True),
                edge(rooms[0], people[2], here, False),
                edge(room_of_nobody(rooms[0]), people[2], here, True),
            ],
        )
    )
    assert [room.room_id for room in answer.rooms] == [rooms[0].room_id]
    for person in people[1:]:
        assert not await connected(hall, rooms[0], person)
    assert await connected(hall, rooms[0], people[0])
    assert await connected(hall, rooms[1], people[0])


def room_of_nobody(room: Room) -> Room:
    """One that does not exist."""
    nowhere = Room()
    nowhere.CopyFrom(room)
    nowhere.room_id = CHANCE.room_id()
    return nowhere


async def test_news_of_many_rooms_come_in_parts(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an outage every room may be newer than a gateway knows: what does not fit into one
    answer comes with the next renewal, instead of nothing at all."""
    monkeypatch.setattr(peers, "ANSWER_BYTES", 1)
    person = hall.person()
    rooms = [await person.create() for _ in range(3)]
    known = {room.room_id: 0 for room in rooms}
    for left in (2, 1, 0):
        answer = await renew(hall, "gate9", known, [])
        assert len(answer.rooms) == 1
        known.update({room.room_id: room.revision for room in answer.rooms})
        assert list(known.values()).count(0) == left
    assert not (await renew(hall, "gate9", known, [])).rooms


async def test_a_socket_younger_than_the_list_stays(open_hall: OpenHall) -> None:
    hall = await open_hall(shown_absence_ms=1, forget_sockets_ms=60_000)
    mine = hall.person()
    room = await mine.create()
    await renew(hall, mine.gateway_id, {}, [])
    assert await connected(hall, room, mine)


async def test_a_dead_gateway_takes_only_its_own_people(open_hall: OpenHall) -> None:
    hall = await open_hall(shown_absence_ms=1, lease_ms=30)
    first, second = hall.person(), hall.person()
    second.gateway_id = "gate2"
    room = await first.create()
    await second.enter(room)
    told = await hall.deadlines("gateway", "gate1")
    assert told is not None
    assert told.at("lease") is not None
    await asyncio.sleep(0.04)
    await renew(hall, "gate2", {}, [])
    due = await hall.due("gateway", "gate1", "lease")
    assert due.outcome == DUE_OUTCOME_DONE
    assert not await connected(hall, room, first)
    assert await connected(hall, room, second)
    assert (await hall.due("gateway", "gate1", "lease")).outcome == DUE_OUTCOME_GONE


async def test_a_living_gateway_outlasts_an_old_deadline(open_hall: OpenHall) -> None:
    hall = await open_hall(shown_absence_ms=1)
    mine = hall.person()
    room = await mine.create()
    assert (await hall.due("gateway", "gate1", "lease")).outcome == DUE_OUTCOME_DONE
    assert await connected(hall, room, mine)


async def test_after_an_outage_of_ours_a_gateway_gets_its_time_anew(open_hall: OpenHall) -> None:
    hall = await open_hall(shown_absence_ms=1, lease_ms=20)
    mine = hall.person()
    room = await mine.create()
    await asyncio.sleep(0.03)
    due = await hall.due("gateway", "gate1", "lease", grace=True)
    assert due.outcome == DUE_OUTCOME_DONE
    assert await connected(hall, room, mine)


async def test_the_host_who_stays_away_hands_over(open_hall: OpenHall) -> None:
    hall = await open_hall(shown_absence_ms=1, host_absence_ms=1_500, absence_ms=60_000)
    host, second, third = hall.person(), hall.person(), hall.person()
    room = (await host.ask("create_room", game="virae")).room
    here = CHANCE.game_id()
    await host.presence(room, here, True)
    await second.enter(room)
    await third.enter(room)
    await host.presence(room, here, False)
    await hall.due("room", room.room_id, "host")
    assert (await hall.room(room)).host_id == host.player_id
    await eventually(lambda: handed_over(hall, room, second), 10.0)
    await host.presence(room, CHANCE.game_id(), True)
    assert (await hall.room(room)).host_id == second.player_id


async def handed_over(hall: Hall, room: Room, heir: Person) -> bool:
    await hall.due("room", room.room_id, "host")
    return (await hall.room(room)).host_id == heir.player_id
