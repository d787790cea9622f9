"""A game on the real log, followed by clients: actions, feeds, reconnects, secrecy."""

from __future__ import annotations

from typing import Any

import pytest

from cardbus.errors import CallError
from cardbus.reply import Reply
from cardproto.v1.engine_pb2 import ActRequest
from cardproto.v1.table_pb2 import TABLE_STATUS_OVER, Action
from cardproto.v1.virae_pb2 import ViraeAction
from gateway.ids import new_id
from tests.gateway.conftest import House, Open, Player, eventually

PLAY = Action(virae=ViraeAction(type="draw"))


async def seat(house: House, count: int, **options: Any) -> tuple[str, list[Player], list[str]]:
    """People in one room, each with a seat in its running game; the game, sockets, people."""
    sessions = [await house.session(f"p{number}") for number in range(count)]
    players = [await house.player(session, **options) for session in sessions]
    room = (await players[0].ask(create_room={"game": "virae"})).room
    for player in players[1:]:
        assert (await player.ask(enter_room={"code": room.code})).HasField("room")
    people = [session["player_id"] for session in sessions]
    house.engine.owners[room.game_id] = dict(enumerate(people))
    game_id = house.lobby.play(room.room_id)
    await house.engine.write(game_id)
    for player in players:
        await player.until_version(game_id, 1)
    return game_id, players, people


def secrets_seen(player: Player) -> set[tuple[str, str]]:
    """Seat and version of every secret that came on the socket."""
    text = b"".join(player.raw).decode("latin-1")
    found = set()
    for part in text.split("secret:")[1:]:
        _, number, version = part.split(".")[0].split(":")
        found.add((number, version))
    return found


@pytest.mark.parametrize("text", [False, True], ids=["binary", "json"])
async def test_an_action_is_accepted_and_everybody_sees_it(house: House, text: bool) -> None:
    """The answer bears the version; the update comes by the feed, to each seat its own."""
    game_id, players, people = await seat(house, 3, text=text)
    answer = await players[1].ask(act={"game_id": game_id, "version": 1, "action": PLAY})
    assert (answer.accepted.game_id, answer.accepted.version) == (game_id, 2)
    request = house.engine.acts[0]
    assert request.actor.player_id == people[1]
    assert request.actor.request_id == answer.reply_to
    assert request.seen_version == 1
    assert request.action == PLAY
    for number, player in enumerate(players):
        await player.until_version(game_id, 2)
        assert {seat for seat, _ in secrets_seen(player)} == {str(number)}
        assert player.bodies("update")[-1].you == number


async def test_a_refusal_bears_code_parameters_and_the_version_now(house: House) -> None:
    """What the engine says is passed on."""

    def refuse(request: ActRequest, reply: Reply[Any]) -> None:
        raise CallError("illegal", {"reason": "not_your_turn"})

    game_id, players, _ = await seat(house, 1)
    house.engine.answer = refuse
    answer = await players[0].ask(act={"game_id": game_id, "version": 1, "action": PLAY})
    assert answer.error.code == "illegal"
    assert dict(answer.error.params) == {"reason": "not_your_turn", "version": "1"}


async def test_owners_change_from_entry_to_entry(house: House) -> None:
    """The very entry decides who gets a seat's part: not the last one, nor any memory."""
    game_id, players, people = await seat(house, 2)
    house.engine.owners[game_id] = {0: people[1], 1: ""}
    await house.engine.write(game_id)
    house.engine.owners[game_id] = {0: people[0], 1: people[1]}
    await house.engine.write(game_id)
    for player in players:
        await player.until_version(game_id, 3)
    assert secrets_seen(players[0]) == {("0", "1"), ("0", "3")}
    assert secrets_seen(players[1]) == {("1", "1"), ("0", "2"), ("1", "3")}


async def test_a_watcher_sees_the_public_part_only(house: House) -> None:
    """Whatever happens, no seat's secret."""
    game_id, players, _ = await seat(house, 1)
    room = players[0].bodies("room")[-1]
    watcher = await house.player()
    await watcher.ask(enter_room={"code": room.code})
    await house.engine.write(game_id)
    await watcher.until(lambda: 2 in watcher.versions(game_id))
    assert secrets_seen(watcher) == set()
    assert not any(update.HasField("you") for update in watcher.bodies("update"))


async def test_two_sockets_of_one_person_see_the_same(house: House) -> None:
    """Also where they speak different subprotocols."""
    session = await house.session()
    one, two = await house.player(session), await house.player(session, text=True)
    room = (await one.ask(create_room={"game": "virae"})).room
    await two.ask(enter_room={"code": room.code})
    house.engine.owners[room.game_id] = {2: session["player_id"]}
    game_id = house.lobby.play(room.room_id)
    for _ in range(3):
        await house.engine.write(game_id)
    for player in (one, two):
        await player.until_version(game_id, 3)
        assert player.bodies("update")[-1].you == 2
    assert one.bodies("update")[-1] == two.bodies("update")[-1]


async def test_coming_back_needs_neither_engine_nor_lobby(house: House) -> None:
    """From the newest entry known here, marked as a resync, the seat from that entry's owners."""
    session = await house.session()
    stays = await house.player()
    room = (await stays.ask(create_room={"game": "virae"})).room
    player = await house.player(session)
    await player.ask(enter_room={"code": room.code})
    house.engine.owners[room.game_id] = {1: session["player_id"]}
    game_id = house.lobby.play(room.room_id)
    for _ in range(4):
        await house.engine.write(game_id)
    await player.until(lambda: 4 in player.versions(game_id))
    await player.close()
    joins = [call for call in house.lobby.calls if call[0] == "join_room"]
    back = await house.player(session)
    assert (await back.ask(enter_room={"code": room.code})).room.room_id == room.room_id
    await back.until(lambda: bool(back.versions(game_id)))
    assert [call for call in house.lobby.calls if call[0] == "join_room"] == joins
    update = back.bodies("update")[0]
    assert (update.version, update.resync, update.you) == (4, True, 1)
    assert house.engine.acts == []


async def test_a_seated_person_comes_back_while_the_lobby_is_away(open_house: Open) -> None:
    """The game goes on without rooms: a resync finds it in the log, and follows it."""
    first = await open_house()
    game_id, _, people = await seat(first, 2)
    second = await open_house(beside=first)
    for call in ("my_rooms", "join_room", "set_presence", "renew_lease"):
        first.lobby.failing[call] = "unavailable"
    tokens = second.gateway.tokens
    from gateway.sessions import Session

    now_ms = second.runtime.clock.now_ms()
    token = tokens.token(Session(people[0], "p0", now_ms, 0))
    back = await second.player({"token": token})
    answer = await back.ask(resync={"game_id": game_id})
    assert (answer.update.version, answer.update.you, answer.update.resync) == (1, 0, True)
    await first.engine.write(game_id)
    await back.until(lambda: 2 in back.versions(game_id))
    assert back.versions(game_id) == [1, 2]


async def test_strangers_cannot_resync_a_game(house: House) -> None:
    """Neither one that runs nor one that is not; no byte of it comes."""
    game_id, _, _ = await seat(house, 1)
    stranger = await house.player()
    for wanted in (game_id, new_id()):
        assert (await stranger.ask(resync={"game_id": wanted})).error.code == "not_found"
    await house.engine.write(game_id)
    assert (await stranger.ask(ping={})).HasField("pong")
    assert stranger.bodies("update") == []


async def test_a_resync_is_answered_with_the_same_version_again(house: House) -> None:
    """As the answer to that frame, and to nobody else."""
    game_id, players, _ = await seat(house, 2)
    before = len(players[1].frames)
    answer = await players[0].ask(resync={"game_id": game_id})
    assert (answer.update.version, answer.update.resync, answer.update.you) == (1, True, 0)
    assert (await players[1].ask(ping={})).HasField("pong")
    assert len(players[1].frames) == before + 1


async def test_versions_are_contiguous_and_only_rise(house: House) -> None:
    """Fifty in a row, at four sockets."""
    game_id, players, _ = await seat(house, 4)
    for _ in range(50):
        await house.engine.write(game_id)
    for player in players:
        await player.until_version(game_id, 51)
        assert player.versions(game_id) == list(range(1, 52))


async def test_the_result_stays_in_sight_until_the_next_game(house: House) -> None:
    """Whoever enters afterwards sees how it ended; the next game is followed by itself."""
    game_id, players, _ = await seat(house, 1)
    room = players[0].bodies("room")[-1]
    await house.engine.write(game_id, TABLE_STATUS_OVER)
    await players[0].until(lambda: 2 in players[0].versions(game_id))
    house.lobby.finish(room.room_id)
    late = await house.player()
    await late.ask(enter_room={"code": room.code})
    await late.until(lambda: bool(late.versions(game_id)))
    assert late.versions(game_id) == [2]
    following = house.lobby.play(room.room_id)
    await house.engine.write(following)
    for player in (players[0], late):
        await player.until_version(following, 1)
        assert player.versions(following) == [1]


async def test_a_frame_sent_again_bears_the_same_request_id(house: House) -> None:
    """The owner knows it again; the gateway keeps nothing."""
    game_id, players, _ = await seat(house, 1)
    frame_id = await players[0].send(act={"game_id": game_id, "version": 1, "action": PLAY})
    from cardproto.v1.client_pb2 import ClientFrame

    again = ClientFrame(id=frame_id, act={"game_id": game_id, "version": 1, "action": PLAY})
    await players[0].send_frame(again)
    await eventually(lambda: len(house.engine.acts) == 2)
    assert {act.actor.request_id for act in house.engine.acts} == {frame_id}


async def test_a_record_is_served_from_the_log(house: House) -> None:
    """By its game; none is `not_found`, a wildcard `malformed`."""
    from cardproto.v1.engine_pb2 import Record

    game_id = new_id()
    outcome = await house.engine.records.append_now(
        Record(game_id=game_id, json=b'{"format":"carteado-record/1"}'), 0
    )
    assert outcome is not None
    found = await house.http(f"/api/records/{game_id}")
    assert (found.status, found.json) == (200, {"format": "carteado-record/1"})
    assert (await house.http(f"/api/records/{new_id()}")).status == 404
    for bad in ("*", "%3E", "a.b", "*" * 16):
        assert (await house.http(f"/api/records/{bad}")).json["code"] == "malformed"
