"""The rated queue of several lobbies over one store: nobody twice, nobody with a ghost."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from cardbus.errors import CallError
from cardproto.v1 import lobby_pb2
from cardproto.v1.room_pb2 import ROOM_PHASE_CLOSED, ROOM_PHASE_PLAYING, Room, RoomSettings
from tests.lobby.conftest import CHANCE, Hall, OpenHall, Person, eventually

SLOW: dict[str, Any] = {"pair_every_ms": 3_600_000, "queue_widens_per_s": 1_000.0}
"""Looked at only when somebody comes, and everybody fits everybody."""
QUICK: dict[str, Any] = {"pair_every_ms": 30, "queue_widens_per_s": 1_000.0}


async def join(person: Person, socket_id: str = "") -> lobby_pb2.QueuePlace:
    """Wait, with a socket."""
    answer = await person.ask(
        "join_queue",
        game="caravan",
        gateway_id=person.gateway_id,
        socket_id=socket_id or CHANCE.game_id(),
    )
    place: lobby_pb2.QueuePlace = answer.place
    return place


async def edge(person: Person, socket_id: str, present: bool) -> lobby_pb2.QueuePlace:
    """A socket of theirs came or went."""
    answer = await person.ask(
        "set_queue_presence",
        gateway_id=person.gateway_id,
        socket_id=socket_id,
        present=present,
    )
    place: lobby_pb2.QueuePlace = answer.place
    return place


async def renew(hall: Hall, gateway_id: str, *waiting: tuple[Person, str]) -> Any:
    """What a gateway says of everybody who waits there."""
    queue = [
        lobby_pb2.QueueSockets(player_id=person.player_id, socket_ids=[socket_id])
        for person, socket_id in waiting
    ]
    request = lobby_pb2.RenewLeaseRequest(gateway_id=gateway_id, alive=True, queue=queue)
    return await hall.asks.renew_lease(request)


def paired(hall: Hall) -> dict[str, str]:
    """Person to the room that was announced to them."""
    return {c.player_id: c.place.room_id for c in hall.places if c.place.ended == "paired"}


async def room_of(hall: Hall, room_id: str) -> Room:
    return (await hall.asks.get_room(lobby_pb2.GetRoomRequest(room_id=room_id))).room


async def code_of(asked: Any) -> str:
    try:
        await asked
    except CallError as error:
        return error.code
    return "ok"


async def meet(hall: Hall, *people: Person) -> Room:
    """Both come into the room of their pair, and the game is dealt."""
    await eventually(lambda: _known(hall, people))
    room = await room_of(hall, paired(hall)[people[0].player_id])
    for person in people:
        await person.presence(room, CHANCE.game_id(), True)

    async def dealt() -> bool:
        return (await room_of(hall, room.room_id)).phase == ROOM_PHASE_PLAYING

    await eventually(dealt)
    return await room_of(hall, room.room_id)


async def _known(hall: Hall, people: tuple[Person, ...]) -> bool:
    return all(person.player_id in paired(hall) for person in people)


async def test_many_who_come_at_once_are_paired_once_each(open_hall: OpenHall) -> None:
    """Three lobbies look all the time, and each person is in exactly one room of two."""
    hall = await open_hall(lobbies=3, nonce_wait_ms=0, **QUICK)
    people = [hall.person() for _ in range(30)]
    await asyncio.gather(*(join(person) for person in people))

    async def all_paired() -> bool:
        return len(paired(hall)) == len(people)

    await eventually(all_paired, 20.0)
    news = Counter(c.player_id for c in hall.places)
    assert set(news.values()) == {1}
    rooms = Counter(paired(hall).values())
    assert set(rooms.values()) == {2}
    for room_id in rooms:
        room = await room_of(hall, room_id)
        assert {m.player_id for m in room.members} <= {p.player_id for p in people}
        assert (len(room.members), room.private, room.rated) == (2, True, True)


async def test_a_pair_meets_and_its_game_is_rated(open_hall: OpenHall) -> None:
    """Dealt as soon as both are there; the engine hears that it is rated."""
    hall = await open_hall(nonce_wait_ms=0, **SLOW)
    ana, bia = hall.person(), hall.person()
    assert not (await join(ana)).ended
    assert (await join(bia)).ended == "paired"
    room = await meet(hall, ana, bia)
    request = hall.engine.games[room.game_id].request
    assert request.rated
    assert sorted(request.connected) == [0, 1]
    assert room.rated
    host = ana if room.host_id == ana.player_id else bia
    for call in ("pause_game", "end_game", "close_room", "start_game"):
        assert await code_of(host.ask(call, room_id=room.room_id)) == "game_running", call
    assert await code_of(join(ana)) == "already_started"
    await ana.ask("leave_room", room_id=room.room_id)
    assert hall.engine.games[room.game_id].gone == {ana.player_id}
    await hall.settle(room, winner=1, reason="resigned")
    after = await room_of(hall, room.room_id)
    assert not after.rated


async def test_who_does_not_come_sends_the_other_back_to_their_place(open_hall: OpenHall) -> None:
    """The room closes, the one who came has their old place, the ghost has none."""
    hall = await open_hall(nonce_wait_ms=0, pair_wait_ms=2_000, **SLOW)
    ana, ghost = hall.person(), hall.person()
    since_ms = (await join(ana)).since_ms
    await join(ghost)
    await eventually(lambda: _known(hall, (ana, ghost)))
    room = await room_of(hall, paired(hall)[ana.player_id])
    await ana.presence(room, "s1", True)
    for call, fields in (
        ("leave_seat", {}),
        ("add_bot", {"level": 1}),
        ("configure", {"settings": RoomSettings(clock_ms=60_000)}),
        ("agree_rated", {"agree": False}),
    ):
        assert await code_of(ana.ask(call, room_id=room.room_id, **fields)) == "already_started"
    await asyncio.sleep(2.05)
    await hall.due("room", room.room_id)
    after = await room_of(hall, room.room_id)
    assert (after.phase, after.closed_because) == (ROOM_PHASE_CLOSED, "unpaired")
    place = await edge(ana, "s2", True)
    assert (place.ended, place.since_ms, place.people) == ("", since_ms, 1)
    assert (await edge(ghost, "s3", True)).ended == "lost"
    assert not (await ana.ask("my_rooms")).rooms
    bia = hall.person()
    await join(bia)
    assert (await meet(hall, ana, bia)).rated


async def test_who_leaves_before_the_deal_parts_the_pair(open_hall: OpenHall) -> None:
    """The other waits again; nobody is left in a room for two alone."""
    hall = await open_hall(nonce_wait_ms=0, **SLOW)
    hall.engine.refuse["commit"] = "unavailable"
    ana, bia = hall.person(), hall.person()
    await join(ana)
    await join(bia)
    await eventually(lambda: _known(hall, (ana, bia)))
    room = await room_of(hall, paired(hall)[ana.player_id])
    await ana.presence(room, "s1", True)
    await bia.ask("leave_room", room_id=room.room_id)
    assert (await room_of(hall, room.room_id)).closed_because == "unpaired"
    assert (await edge(ana, "s1", True)).ended == ""
    assert (await edge(bia, "s9", True)).ended == "lost"


async def test_who_is_still_on_the_way_waits_on_when_the_other_leaves(open_hall: OpenHall) -> None:
    """They had time to come: their place is theirs, whatever the other does meanwhile."""
    hall = await open_hall(nonce_wait_ms=0, **SLOW)
    ana, bia = hall.person(), hall.person()
    since_ms = (await join(ana)).since_ms
    await join(bia)
    await eventually(lambda: _known(hall, (ana, bia)))
    room = await room_of(hall, paired(hall)[ana.player_id])
    await bia.ask("leave_room", room_id=room.room_id)
    assert (await room_of(hall, room.room_id)).closed_because == "unpaired"
    place = await edge(ana, "s1", True)
    assert (place.ended, place.since_ms) == ("", since_ms)


async def test_a_place_lasts_as_long_as_a_socket(open_hall: OpenHall) -> None:
    """One of two may go; without any nobody is paired, and soon the place is gone."""
    hall = await open_hall(queue_absence_ms=300, **QUICK)
    ana, bia = hall.person(), hall.person()
    since_ms = (await join(ana, "s1")).since_ms
    assert (await join(ana, "s2")).since_ms == since_ms
    await edge(ana, "s1", False)
    await edge(ana, "s2", False)
    await join(bia, "t1")
    assert not paired(hall)

    async def gone() -> bool:
        return [c.place.ended for c in hall.places if c.player_id == ana.player_id] == ["away"]

    await eventually(gone)
    assert (await bia.ask("my_rooms")).queue.people == 1
    assert not (await ana.ask("my_rooms")).HasField("queue")


async def test_people_of_a_gateway_that_died_are_not_paired(open_hall: OpenHall) -> None:
    """Its lease runs out, and with it what it vouched for."""
    hall = await open_hall(lease_ms=150, queue_absence_ms=300, **QUICK)
    ghost = hall.person()
    ghost.gateway_id = "dead1"
    await join(ghost, "s1")
    await asyncio.sleep(0.2)
    ana = hall.person()
    await join(ana, "t1")

    async def gone() -> bool:
        await renew(hall, "gate1", (ana, "t1"))
        return any(c.place.ended == "away" for c in hall.places)

    await eventually(gone)
    assert not paired(hall)


async def test_a_lost_edge_is_mended_by_the_lease(open_hall: OpenHall) -> None:
    """What a gateway lists, comes; what it does not list, goes; who is gone, is told so."""
    hall = await open_hall(forget_sockets_ms=0, **SLOW)
    ana = hall.person()
    await join(ana, "s1")
    await renew(hall, "gate1")
    assert not (await renew(hall, "gate1", (ana, "s2"))).queue
    bia = hall.person()
    assert (await join(bia, "t1")).ended == "paired"
    (news,) = (await renew(hall, "gate1", (ana, "s2"))).queue
    assert (news.player_id, news.place.ended) == (ana.player_id, "paired")
    assert news.place.room_id == paired(hall)[ana.player_id]
    nobody = hall.person()
    (news,) = (await renew(hall, "gate1", (nobody, "x1"))).queue
    assert (news.player_id, news.place.ended) == (nobody.player_id, "lost")


async def test_the_queue_outlives_the_lobbies(open_hall: OpenHall) -> None:
    """Who waited before a restart has the same place after it, and is paired by the next lobby."""
    hall = await open_hall(**SLOW)
    ana, bia = hall.person(), hall.person()
    since_ms = (await join(ana)).since_ms
    (first,) = hall.lobbies
    await first.drain()
    await first.stop()
    hall.lobbies.clear()
    await hall.add_lobby(**SLOW)
    assert (await ana.ask("my_rooms")).queue.since_ms == since_ms
    assert (await join(bia)).ended == "paired"


async def test_who_may_not_wait_is_told_why(open_hall: OpenHall, redis_url: str) -> None:
    """A game that is never rated, too many rooms, a session that is no more, a leaver."""
    hall = await open_hall(**SLOW)
    ana = hall.person()
    where = {"gateway_id": "gate1", "socket_id": "s1"}
    assert await code_of(ana.ask("join_queue", game="virae", **where)) == "bad_option"
    assert await code_of(ana.ask("join_queue", game="chess", **where)) == "not_found"
    await ana.ask("leave_queue")
    for _ in range(3):
        await ana.create()
    assert await code_of(join(ana)) == "rate_limited"
    bia = hall.person()
    client = Client.from_url(redis_url, decode_responses=True)
    await client.set(f"lobby:person:{bia.player_id}:tokens", "2")
    assert await code_of(join(bia)) == "stale_session"
    bia.issued_ms = 2
    assert await code_of(join(bia)) == "ok"
    await client.aclose()


async def test_who_begins_a_rated_game_waits_for_no_other(open_hall: OpenHall) -> None:
    """Two who agreed on one are out of the queue from the moment it is asked for."""
    hall = await open_hall(nonce_wait_ms=0, **SLOW)
    ana, bia = hall.person(), hall.person()
    room = (await ana.ask("create_room", game="caravan", private=True)).room
    await ana.ask("take_seat", room_id=room.room_id, seat=0)
    await bia.ask("join_room", code=room.code)
    await bia.ask("take_seat", room_id=room.room_id, seat=1)
    for person in (ana, bia):
        await person.presence(room, CHANCE.game_id(), True)
        await person.ask("agree_rated", room_id=room.room_id, agree=True)
    assert not (await join(bia)).ended
    await ana.ask("start_game", room_id=room.room_id)
    assert (await room_of(hall, room.room_id)).phase == ROOM_PHASE_PLAYING
    assert [(c.player_id, c.place.ended) for c in hall.places] == [(bia.player_id, "left")]
    assert not (await bia.ask("my_rooms")).queue.game
    for person in (ana, bia):
        assert await code_of(join(person)) == "already_started"


async def test_three_voids_close_the_queue(open_hall: OpenHall) -> None:
    """To the one who caused them; the other is not held to account."""
    hall = await open_hall(nonce_wait_ms=0, **SLOW)
    ana, bia = hall.person(), hall.person()
    for _ in range(3):
        hall.places.clear()
        await join(ana)
        await join(bia)
        room = await meet(hall, ana, bia)
        seats = {seat.player_id: seat.seat for seat in room.seats}
        await bia.ask("leave_room", room_id=room.room_id)
        await hall.settle(room, reason="void", forfeited=seats[bia.player_id])
        await ana.ask("leave_room", room_id=room.room_id)
    with pytest.raises(CallError) as refused:
        await join(bia)
    assert refused.value.code == "banned"
    assert int(refused.value.params["until_ms"]) > 0
    assert await code_of(join(ana)) == "ok"
