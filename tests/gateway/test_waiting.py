"""The rated queue at the gateway: whose sockets wait, what they hear, what becomes of sessions."""

from __future__ import annotations

from typing import Any

from cardproto.v1 import room_pb2
from cardproto.v1.common_pb2 import Actor
from cardproto.v1.lobby_pb2 import RoomChanged, SessionsEnded
from gateway.ids import new_id
from tests.gateway.conftest import House, Open, Player, eventually


def pair_room(house: House, *sessions: dict[str, Any]) -> room_pb2.Room:
    """The room of a pair, as the lobby makes it."""
    room_id = new_id()
    room = room_pb2.Room(
        room_id=room_id,
        code=room_id[:6].upper(),
        game="caravan",
        phase=room_pb2.ROOM_PHASE_WAITING,
        private=True,
        rated=True,
        game_id=new_id(),
        revision=1,
    )
    for session in sessions:
        actor = Actor(player_id=session["player_id"], name=session["name"])
        house.lobby._enter(room, actor)
    house.lobby.rooms[room_id] = room
    return room


async def waiting(house: House) -> tuple[Player, dict[str, Any]]:
    """Somebody who waits."""
    session = await house.session()
    player = await house.player(session)
    answer = await player.ask(join_queue={"game": "caravan"})
    assert (answer.queue.game, answer.queue.since_ms, answer.queue.ended) == ("caravan", 7, "")
    return player, session


async def test_who_is_paired_is_taken_into_the_room(house: House) -> None:
    """On every socket of theirs, with the room and presence in it, and waits no more."""
    player, session = await waiting(house)
    tab = await house.player(session)
    assert tab.bodies("welcome")[0].queue.since_ms == 7
    await eventually(lambda: len(house.lobby.waiting) == 2)
    room = pair_room(house, session)
    house.lobby.place(session["player_id"], "paired", room)
    for one in (player, tab):
        await one.until(lambda one=one: bool(one.bodies("room")))  # type: ignore[misc]
        assert one.bodies("queue")[-1].room_id == room.room_id
        assert one.bodies("room")[-1].rated
    await eventually(lambda: len(house.lobby.presences) == 2)
    await player.close()
    await eventually(lambda: len(house.lobby.presences) == 1)


async def test_a_pair_that_does_not_meet_waits_again(house: House) -> None:
    """The room is gone as `unpaired`, and the socket stands in the queue once more."""
    player, session = await waiting(house)
    before = set(house.lobby.waiting)
    room = pair_room(house, session)
    place = house.lobby.queue[session["player_id"]]
    house.lobby.place(session["player_id"], "paired", room)
    await eventually(lambda: len(house.lobby.presences) == 1)
    house.lobby.queue[session["player_id"]] = place
    ended = room_pb2.Room(
        room_id=room.room_id,
        code=room.code,
        phase=room_pb2.ROOM_PHASE_CLOSED,
        closed_because="unpaired",
        revision=9,
    )
    house.lobby.bus.announce(RoomChanged(room_id=room.room_id, room=ended))
    await player.until(lambda: bool(player.bodies("room_gone")))
    assert player.bodies("room_gone")[0].reason == "unpaired"
    await player.until(lambda: player.bodies("queue")[-1].since_ms == 7)
    await eventually(lambda: bool(set(house.lobby.waiting) - before))


async def test_a_socket_that_goes_waits_no_more(house: House) -> None:
    """An edge when it closes; who leaves, hears it on all sockets, and may be away from there."""
    player, session = await waiting(house)
    tab = await house.player(session)
    await eventually(lambda: len(house.lobby.waiting) == 2)
    await tab.close()
    await eventually(lambda: len(house.lobby.waiting) == 1)
    assert (await player.ask(leave_queue={})).HasField("ok")
    await player.until(lambda: player.bodies("queue")[-1].ended == "left")
    await player.close()
    assert (await (await house.player(session)).ask(ping={})).HasField("pong")
    assert not any(p.bodies("queue") for p in house.players[2:])


async def test_a_lost_announcement_is_healed_by_the_lease(open_house: Open) -> None:
    """The lease names who waits, and its answer who does no more."""
    house = await open_house(lease_s=0.1)
    player, session = await waiting(house)

    def named() -> bool:
        return any(
            sockets.player_id == session["player_id"]
            for lease in house.lobby.leases
            for sockets in lease.queue
        )

    await eventually(named)
    room = pair_room(house, session)
    house.lobby.quiet = True
    house.lobby.place(session["player_id"], "paired", room)
    house.lobby.healing[session["player_id"]] = room
    await player.until(lambda: bool(player.bodies("room")))
    assert player.bodies("queue")[-1].ended == "paired"


async def test_a_refused_wait_leaves_nothing_behind(house: House) -> None:
    """The code of the lobby, and no socket that is told of later."""
    house.lobby.failing["join_queue"] = "banned"
    player = await house.player()
    assert (await player.ask(join_queue={"game": "caravan"})).error.code == "banned"
    await player.close()
    await house.player()
    assert not any(name == "set_queue_presence" for name, _ in house.lobby.calls)


async def test_sockets_of_ended_sessions_are_closed(house: House) -> None:
    """Those with tokens from before; newer ones of the same person stay."""
    session = await house.session()
    old, other = await house.player(session), await house.player()
    issued_ms = house.gateway.tokens.read(session["token"]).issued_ms
    moved = house.gateway.tokens.moved(session["player_id"], "Ana", issued_ms + 5)
    new = await house.player({**session, "token": house.gateway.tokens.token(moved)})
    house.lobby.bus.announce(SessionsEnded(player_id=session["player_id"], before_ms=issued_ms + 5))
    assert await old.closed() == 1008
    assert old.bodies("goodbye")[0].reason == "ended"
    for one in (new, other):
        assert (await one.ask(ping={})).HasField("pong")


async def test_a_session_that_is_no_more_is_told_at_hello(house: House) -> None:
    """The lobby knows; the socket is not for somebody who was deleted."""
    house.lobby.failing["my_rooms"] = "stale_session"
    session = await house.session()
    player = await house.dial()
    answer = await player.ask(hello={"token": session["token"], "versions": [1]})
    assert answer.error.code == "stale_session"
    assert await player.closed() == 1008


async def test_documents_of_a_person_want_their_token(house: House) -> None:
    """Nothing, nonsense and a forged one are refused before the lobby is asked."""
    session = await house.session()
    for header in ({}, {"Authorization": "Bearer x"}, {"Authorization": session["token"]}):
        for path in ("/api/me", "/api/me/history", f"/api/people/{new_id()}"):
            answer = await house.http(path, headers=header)
            assert (answer.status, answer.json["code"]) == (401, "stale_session")
    deleted = await house.http("/api/me", method="DELETE")
    assert deleted.json["code"] == "stale_session"
    assert not [name for name, _ in house.lobby.calls if name.startswith(("get_p", "get_h", "del"))]
    asked = await house.http("/api/me", headers={"Authorization": f"bearer {session['token']}"})
    assert asked.json["code"] == "not_host", "what the peer says to calls that it does not know"
