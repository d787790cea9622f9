"""Rooms on the real bus: following, changes, presence, leases, leaving, the public list."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cardproto.v1 import lobby_pb2, room_pb2
from cardproto.v1.lobby_pb2 import ListingChanged
from cardproto.v1.room_pb2 import RoomListing
from cardproto.v1.table_pb2 import TABLE_STATUS_OVER
from gateway.ids import new_id
from tests.gateway.conftest import House, Open, Player, eventually


async def room_of_two(house: House) -> tuple[room_pb2.Room, list[Player], list[dict[str, Any]]]:
    """A room with its host and a guest."""
    sessions = [await house.session(name) for name in ("Ana", "Rui")]
    players = [await house.player(session) for session in sessions]
    room = (await players[0].ask(create_room={"game": "virae"})).room
    await players[1].ask(enter_room={"code": room.code})
    await players[0].until(lambda: len(players[0].bodies("room")[-1].members) == 2)
    return room, players, sessions


async def test_who_makes_a_room_is_in_it(house: House) -> None:
    """Present in the lobby's eyes, with a presence of its own, and its changes come."""
    player = await house.player()
    answer = await player.ask(create_room={"game": "virae", "private": True})
    assert answer.room.game == "virae"
    await eventually(lambda: len(house.lobby.presences) == 1)
    house.lobby.play(answer.room.room_id)
    await player.until(lambda: player.bodies("room")[-1].phase == room_pb2.ROOM_PHASE_PLAYING)


async def test_a_change_reaches_everybody_once(house: House) -> None:
    """By itself, and as the answer to whom caused it; revisions only rise."""
    room, players, _ = await room_of_two(house)
    answer = await players[1].ask(take_seat={"room_id": room.room_id, "seat": 2})
    assert [seat.seat for seat in answer.room.seats] == [2]
    await players[0].until(lambda: players[0].bodies("room")[-1].revision == 3)
    for player in players:
        assert (await player.ask(ping={})).HasField("pong")
        told = [frame for frame in player.frames if frame.WhichOneof("body") == "room"]
        by_itself = [frame.room.revision for frame in told if not frame.reply_to]
        assert by_itself == sorted(set(by_itself))
        assert [frame.room.revision for frame in told] == sorted(f.room.revision for f in told)


async def test_a_refusal_of_the_lobby_is_passed_on(house: House) -> None:
    """With the owner's own code; the room stays as it was."""
    room, players, _ = await room_of_two(house)
    answer = await players[1].ask(start_game={"room_id": room.room_id})
    assert answer.error.code == "not_host"
    assert ("start_game", players[1].bodies("welcome")[0].player_id) in house.lobby.calls


async def test_presence_follows_the_sockets(house: House) -> None:
    """An edge for each socket; quitting and closing take it back, under ids never used again."""
    room, players, sessions = await room_of_two(house)
    tab = await house.player(sessions[1])
    await tab.ask(enter_room={"code": room.code})
    await eventually(lambda: len(house.lobby.presences) == 3)
    await tab.close()
    await eventually(lambda: len(house.lobby.presences) == 2)
    before = set(house.lobby.presences)
    assert (await players[1].ask(quit_room={"room_id": room.room_id})).HasField("ok")
    await eventually(lambda: len(house.lobby.presences) == 1)
    await players[1].ask(enter_room={"code": room.code})
    await eventually(lambda: len(house.lobby.presences) == 2)
    assert len(set(house.lobby.presences) - before) == 1


async def test_after_quitting_nothing_of_the_room_comes(house: House) -> None:
    """Neither the room nor its game."""
    room, players, _ = await room_of_two(house)
    await players[1].ask(quit_room={"room_id": room.room_id})
    count = len(players[1].frames)
    game_id = house.lobby.play(room.room_id)
    await house.engine.write(game_id)
    await players[0].until_version(game_id, 1)
    assert (await players[1].ask(ping={})).HasField("pong")
    assert len(players[1].frames) == count + 1


async def test_who_is_removed_is_told_and_gets_no_byte_more(house: House) -> None:
    """Also of the game."""
    room, players, sessions = await room_of_two(house)
    house.lobby.remove(room.room_id, sessions[1]["player_id"])
    await players[1].until(lambda: bool(players[1].bodies("room_gone")))
    gone = players[1].bodies("room_gone")[0]
    assert (gone.room_id, gone.reason) == (room.room_id, "removed")
    count = len(players[1].frames)
    game_id = house.lobby.play(room.room_id)
    await house.engine.write(game_id)
    await players[0].until_version(game_id, 1)
    assert (await players[1].ask(ping={})).HasField("pong")
    assert len(players[1].frames) == count + 1


async def test_who_leaves_is_out_on_every_socket(house: House) -> None:
    """All tabs of that person are told that they left, not that they were removed."""
    room, players, sessions = await room_of_two(house)
    tab = await house.player(sessions[1])
    await tab.ask(enter_room={"code": room.code})
    assert (await players[1].ask(leave_room={"room_id": room.room_id})).HasField("ok")
    for player in (players[1], tab):
        await player.until(lambda one=player: bool(one.bodies("room_gone")))  # type: ignore[misc]
        assert [gone.reason for gone in player.bodies("room_gone")] == ["left"]
    await players[0].until(lambda: len(players[0].bodies("room")[-1].members) == 1)


async def test_a_closed_room_is_gone_for_all(house: House) -> None:
    """And followed no more."""
    room, players, _ = await room_of_two(house)
    mine = house.lobby.rooms[room.room_id]
    mine.phase = room_pb2.ROOM_PHASE_CLOSED
    house.lobby.change(mine)
    for player in players:
        await player.until(lambda one=player: bool(one.bodies("room_gone")))  # type: ignore[misc]
        assert player.bodies("room_gone")[0].reason == "closed"
    assert house.gateway.rooms.get(room.room_id) is None


async def test_a_lost_change_is_healed_by_the_lease(open_house: Open) -> None:
    """The answer to a renewal brings what was missed, and which rooms are no more."""
    house = await open_house(lease_s=0.2)
    room, players, _ = await room_of_two(house)
    house.lobby.quiet = True
    game_id = house.lobby.play(room.room_id)
    await house.engine.write(game_id)
    await players[1].until_version(game_id, 1)
    await house.engine.write(game_id, TABLE_STATUS_OVER)
    await players[1].until_version(game_id, 2)
    del house.lobby.rooms[room.room_id]
    await players[1].until(lambda: bool(players[1].bodies("room_gone")))
    assert players[1].bodies("room_gone")[0].reason == "expired"


async def test_a_game_outlives_a_room_that_was_forgotten(open_house: Open) -> None:
    """The lobby has lost its store: people stay at the table until their game is over."""
    house = await open_house(lease_s=0.1)
    room, players, _ = await room_of_two(house)
    game_id = house.lobby.play(room.room_id)
    await house.engine.write(game_id)
    await players[1].until_version(game_id, 1)
    del house.lobby.rooms[room.room_id]
    renewals = len(house.lobby.leases)
    await eventually(lambda: len(house.lobby.leases) >= renewals + 3)
    await house.engine.write(game_id)
    for player in players:
        await player.until_version(game_id, 2)
        assert not player.bodies("room_gone")
    await house.engine.write(game_id, TABLE_STATUS_OVER)
    for player in players:
        await player.until(lambda one=player: bool(one.bodies("room_gone")))  # type: ignore[misc]
    assert players[1].bodies("room_gone")[0].reason == "expired"


def told(house: House) -> list[tuple[str, bool, int]]:
    """Every edge that the lobby heard of, in order: the person, whether there, how long ago."""
    heard: list[tuple[str, bool, int]] = []
    for request in house.lobby.edges:
        if isinstance(request, lobby_pb2.SetPresenceRequest):
            heard.append((request.actor.player_id, request.present, request.ago_ms))
        else:
            heard.extend((one.player_id, one.present, one.ago_ms) for one in request.edges)
    return heard


async def test_who_is_back_at_once_was_never_away(open_house: Open) -> None:
    """One message takes the new socket for the old one, however the lease falls."""
    house = await open_house(linger_s=2.0, lease_s=0.2)
    room, players, sessions = await room_of_two(house)
    await eventually(lambda: len(house.lobby.presences) == 2)
    house.lobby.edges.clear()
    await players[1].close()
    again = await house.player(sessions[1])
    await again.ask(enter_room={"code": room.code})
    mine = sessions[1]["player_id"]
    await eventually(lambda: len(house.lobby.presences) == 2 and bool(house.lobby.edges))
    assert [(player, here) for player, here, _ in told(house)] in (
        [(mine, True), (mine, False)],
        [(mine, False)],  # A renewal told of the new one.
    )
    assert len(house.lobby.edges) == 1


async def test_who_stays_away_is_told_with_how_long_ago(open_house: Open) -> None:
    """A moment after they went, also where renewals come in between."""
    house = await open_house(linger_s=0.5, lease_s=0.1)
    _, players, sessions = await room_of_two(house)
    await eventually(lambda: len(house.lobby.presences) == 2)
    house.lobby.edges.clear()
    await asyncio.gather(*(player.close() for player in players))
    await eventually(lambda: not house.lobby.presences)
    people = {session["player_id"] for session in sessions}
    assert {(player, here) for player, here, _ in told(house)} == {(one, False) for one in people}
    assert all(500 <= ago_ms < 5_000 for _, _, ago_ms in told(house))


async def test_a_lost_edge_is_healed_by_the_lease(open_house: Open) -> None:
    """The renewal names every socket."""
    house = await open_house(lease_s=0.2)
    house.lobby.failing["set_presence"] = house.lobby.failing["set_presences"] = "unavailable"
    room, _, sessions = await room_of_two(house)
    await eventually(lambda: len(house.lobby.presences) == 2)
    assert set(house.lobby.presences.values()) == {one["player_id"] for one in sessions}
    lease = house.lobby.leases[-1]
    assert set(lease.rooms) == {room.room_id}
    assert len({one.gateway_id for one in house.lobby.leases}) == 1


async def test_a_lobby_that_is_away_does_not_keep_people_out(house: House) -> None:
    """Greetings come without rooms; what only the lobby can do is `unavailable`."""
    house.lobby.silent.add("my_rooms")
    house.lobby.failing["create_room"] = "unavailable"
    player = await house.player()
    assert list(player.bodies("welcome")[0].rooms) == []
    answer = await player.ask(create_room={"game": "virae"})
    assert answer.error.code == "unavailable"


async def test_a_welcome_names_the_rooms_to_return_to(house: House) -> None:
    """Of that person only."""
    room, _, sessions = await room_of_two(house)
    again = await house.player(sessions[1])
    assert [one.room_id for one in again.bodies("welcome")[0].rooms] == [room.room_id]
    stranger = await house.player()
    assert list(stranger.bodies("welcome")[0].rooms) == []


async def test_a_socket_follows_so_many_rooms(open_house: Open) -> None:
    """One more is refused until another is quit."""
    house = await open_house(rooms_per_socket=1)
    player = await house.player()
    room = (await player.ask(create_room={"game": "virae"})).room
    assert (await player.ask(create_room={"game": "virae"})).error.code == "rate_limited"
    await player.ask(quit_room={"room_id": room.room_id})
    assert (await player.ask(create_room={"game": "virae"})).HasField("room")


async def test_reactions_reach_the_room_and_nobody_else(house: House) -> None:
    """From members only, of the fixed set, and not without end."""
    room, players, sessions = await room_of_two(house)
    stranger = await house.player()
    react = {"room_id": room.room_id, "emote": "wow"}
    assert (await players[0].ask(react=react)).HasField("ok")
    for player in players:
        await player.until(lambda one=player: bool(one.bodies("reaction")))  # type: ignore[misc]
        reaction = player.bodies("reaction")[0]
        assert (reaction.player_id, reaction.emote) == (sessions[0]["player_id"], "wow")
    assert (await stranger.ask(react=react)).error.code == "room_not_found"
    bad = {"room_id": room.room_id, "emote": "<script>"}
    assert (await players[0].ask(react=bad)).error.code == "bad_option"
    answers = [await players[0].ask(react=react) for _ in range(5)]
    assert answers[-1].error.code == "rate_limited"
    assert stranger.bodies("reaction") == []


async def test_the_public_list_comes_and_then_its_changes(house: House) -> None:
    """Each room once, lower revisions not at all; after unwatching nothing."""
    host = await house.player()
    room = (await host.ask(create_room={"game": "virae"})).room
    watcher = await house.player()
    listing = (await watcher.ask(watch_listing={"watch": True})).listing
    assert [one.room_id for one in listing.rooms] == [room.room_id]

    def announce(room_id: str, revision: int, phase: room_pb2.RoomPhase) -> None:
        line = RoomListing(room_id=room_id, revision=revision, phase=phase)
        house.lobby.bus.announce(ListingChanged(listing=line))

    other = new_id()
    announce(other, 5, room_pb2.ROOM_PHASE_WAITING)
    announce(other, 6, room_pb2.ROOM_PHASE_PLAYING)
    announce(other, 4, room_pb2.ROOM_PHASE_WAITING)
    await watcher.until(lambda: bool(watcher.bodies("listing_changed")))
    changes = watcher.bodies("listing_changed")
    assert [(one.room_id, one.revision) for one in changes] == [(other, 6)]
    answer = await house.http("/api/rooms?game=virae")
    assert [one["room_id"] for one in answer.json["rooms"]] == [room.room_id]
    assert len((await house.http("/api/rooms")).json["rooms"]) == 2
    assert (await watcher.ask(watch_listing={"watch": False})).HasField("ok")
    announce(other, 7, room_pb2.ROOM_PHASE_CLOSED)
    await asyncio.sleep(0.5)
    assert len(watcher.bodies("listing_changed")) == 1
    assert len((await house.http("/api/rooms")).json["rooms"]) == 1
    assert [call for call, _ in house.lobby.calls].count("list_rooms") == 1


async def test_a_name_can_be_changed(house: House) -> None:
    """On every socket of that person, with a token that bears it; a bad one is refused."""
    session = await house.session("Ana")
    one, two = await house.player(session), await house.player(session)
    answer = await one.ask(rename={"name": "  Ana  Maria "})
    assert answer.welcome.name == "Ana Maria"
    again = await house.player({"token": answer.welcome.token})
    assert again.bodies("welcome")[0].name == "Ana Maria"
    assert again.bodies("welcome")[0].player_id == session["player_id"]
    room = (await two.ask(create_room={"game": "virae"})).room
    assert room.members[0].name == "Ana Maria"
    assert (await one.ask(rename={"name": "\u202e"})).error.code == "name_refused"


@pytest.mark.parametrize("text", [False, True], ids=["binary", "json"])
async def test_both_subprotocols_share_a_room(house: House, text: bool) -> None:
    """Host of one, guest of the other."""
    host, guest = await house.player(text=text), await house.player(text=not text)
    room = (await host.ask(create_room={"game": "virae"})).room
    assert (await guest.ask(enter_room={"code": room.code.lower()})).room.code == room.code
    await host.until(lambda: len(host.bodies("room")[-1].members) == 2)


async def test_a_table_that_comes_back_at_once_costs_few_calls(open_house: Open) -> None:
    """One of them brings the room, one message tells that all are there."""
    first = await open_house()
    sessions = [await first.session(f"p{number}") for number in range(12)]
    players = [await first.player(session) for session in sessions]
    room = (await players[0].ask(create_room={"game": "virae"})).room
    for player in players[1:]:
        assert (await player.ask(enter_room={"code": room.code})).HasField("room")
    await first.stop()
    second = await open_house(beside=first, lease_s=60)
    back = [await second.player(session) for session in sessions]
    first.lobby.calls.clear()
    first.lobby.presences.clear()
    answers = await asyncio.gather(*(one.ask(enter_room={"code": room.code}) for one in back))
    assert {answer.room.room_id for answer in answers} == {room.room_id}
    mine = {session["player_id"] for session in sessions}
    await eventually(lambda: set(first.lobby.presences.values()) >= mine)
    calls = [call for call, _ in first.lobby.calls]
    assert calls.count("join_room") == 1
    assert calls.count("set_presence") == 0
    assert calls.count("set_presences") == 1


async def test_who_waits_for_anothers_joining_is_answered_whatever_comes_of_it(
    house: House,
) -> None:
    """Where it fails, and where the one who asked is gone meanwhile."""
    host = await house.player()
    room = (await host.ask(create_room={"game": "virae"})).room
    await host.ask(quit_room={"room_id": room.room_id})
    players = [await house.player() for _ in range(3)]
    house.lobby.failing["join_room"] = "unavailable"
    answers = await asyncio.gather(*(one.ask(enter_room={"code": room.code}) for one in players))
    assert [answer.error.code for answer in answers] == ["unavailable"] * 3
    house.lobby.failing["join_room"] = "banned"
    answers = await asyncio.gather(*(one.ask(enter_room={"code": room.code}) for one in players))
    assert [answer.error.code for answer in answers] == ["banned"] * 3
    del house.lobby.failing["join_room"]
    house.lobby.silent.add("join_room")
    house.lobby.calls.clear()
    await players[0].send(enter_room={"code": room.code})
    await eventually(lambda: bool(house.lobby.calls))
    house.lobby.silent.clear()
    await players[0].close()
    answer = await players[1].ask(enter_room={"code": room.code})
    assert answer.error.code == "unavailable"
    assert (await players[1].ask(enter_room={"code": room.code})).HasField("room")
