"""A room's life over the public protocol, through all five services."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import secrets
import urllib.request
from collections.abc import Mapping
from typing import Any

import pytest

from cardproto.v1 import client_pb2, common_pb2, room_pb2, table_pb2
from cardrules import record as records
from carteado.client import Client, Refused, legal_actions
from carteado.operators import OperatorDoor
from carteado.people import (
    add_bots,
    arrive,
    here,
    join,
    open_room,
    play_to_the_end,
    start_game,
)
from carteado.stack import Stack
from tests.chaos.games import is_settled

SCALE = 0.1


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Ten times as fast as people are."""
    return {"CARTEADO_TIME_SCALE": str(SCALE)}


async def code_of(client: Client, **body: Any) -> str:
    """The code with which a frame is refused."""
    with pytest.raises(Refused) as refused:
        await client.ask(**body)
    return refused.value.code


def seat_at(client: Client, number: int) -> room_pb2.RoomSeat:
    return next(seat for seat in here(client).seats if seat.seat == number)


def table_seat(client: Client, number: int) -> table_pb2.TableSeat:
    assert client.update is not None
    return next(seat for seat in client.update.table.seats if seat.seat == number)


def fetch_record(stack: Stack, game_id: str) -> Any:
    with urllib.request.urlopen(f"{stack.url}/api/records/{game_id}", timeout=10) as answer:
        return json.load(answer)


async def test_people_join_by_link_choose_seats_and_the_host_seats_bots(stack: Stack) -> None:
    host, guest = await arrive(stack.url, "Ana"), await arrive(stack.url, "Bia")
    room = await open_room(host, "virae")
    await join(guest, room.code, 4)
    room_id = room.room_id
    await host.until(lambda c: seat_at(c, 4).name == "Bia")
    take = client_pb2.TakeSeat(room_id=room_id, seat=0)
    assert await code_of(guest, take_seat=take) == "seat_taken"
    bot = client_pb2.AddBot(room_id=room_id, seat=2, level=common_pb2.BOT_LEVEL_HARD)
    assert await code_of(guest, add_bot=bot) == "not_host"
    await host.ask(add_bot=bot)
    await guest.until(lambda c: seat_at(c, 2).bot_level == common_pb2.BOT_LEVEL_HARD)
    await host.ask(remove_bot=client_pb2.RemoveBot(room_id=room_id, seat=2))
    await guest.until(lambda c: seat_at(c, 2).bot_level == 0)
    await guest.ask(take_seat=client_pb2.TakeSeat(room_id=room_id, seat=2))
    await host.until(lambda c: seat_at(c, 2).name == "Bia" and not seat_at(c, 4).name)
    assert await code_of(guest, start_game=client_pb2.StartGame(room_id=room_id)) == "not_host"
    namesake = await arrive(stack.url, "Ana")
    enter = client_pb2.EnterRoom(code=room.code)
    assert await code_of(namesake, enter_room=enter) == "name_taken"
    nowhere = client_pb2.EnterRoom(code="ZZZZZ")
    assert await code_of(namesake, enter_room=nowhere) == "room_not_found"
    for client in (host, guest, namesake):
        await client.close()


async def test_a_game_from_commitment_to_verified_record_and_the_next_opener(stack: Stack) -> None:
    host, guest = await arrive(stack.url, "Caio"), await arrive(stack.url, "Duda")
    room = await open_room(host, "virae")
    await join(guest, room.code, 1)
    await add_bots(host, 1)
    await host.until(lambda c: len(here(c).commitment) == 32)
    commitment, nonce = here(host).commitment, secrets.token_bytes(32)
    waiting = here(host).game_id
    contribute = client_pb2.Contribute(room_id=room.room_id, game_id=waiting, nonce=nonce)
    await host.ask(contribute=contribute)
    short = client_pb2.Contribute(room_id=room.room_id, game_id=waiting, nonce=b"short")
    assert await code_of(guest, contribute=short) == "malformed"
    game_id = await start_game(host, [guest])
    assert game_id == waiting
    first_opener = opener(host)
    await asyncio.gather(
        play_to_the_end(host, random.Random(1)), play_to_the_end(guest, random.Random(2))
    )
    await host.until(lambda c: is_settled(here(c), game_id))
    assert here(host).last_result.winners
    record = fetch_record(stack, game_id)
    assert records.replay(record).ok
    assert record["commitment"] == commitment.hex()
    assert record["nonces"] == {"0": nonce.hex()}
    assert hashlib.sha256(bytes.fromhex(record["server_seed"])).digest() == commitment
    await host.until(lambda c: here(c).game_id not in {"", game_id})
    await start_game(host, [guest])
    assert opener(host) != first_opener
    for client in (host, guest):
        await client.close()


def opener(client: Client) -> int:
    """Who acted first, or is to: the first move of the history, `2 R5`, names its seat."""
    assert client.update is not None
    view = client.update.view.virae
    return int(view.history[0].split()[0]) if view.history else view.turn


async def test_only_the_host_pauses_and_a_paused_game_refuses_moves(stack: Stack) -> None:
    host, guest = await arrive(stack.url, "Edu"), await arrive(stack.url, "Fabi")
    room = await open_room(host, "virae")
    await join(guest, room.code, 1)
    await start_game(host, [guest])
    pause = client_pb2.PauseGame(room_id=room.room_id)
    assert await code_of(guest, pause_game=pause) == "not_host"
    await host.ask(pause_game=pause)
    paused = table_pb2.TABLE_STATUS_PAUSED
    await guest.until(lambda c: c.update is not None and c.update.table.status == paused)
    update = host.update if legal_actions(host.update or table_pb2.Update()) else guest.update
    actor = host if update is host.update else guest
    assert update is not None
    act = client_pb2.Act(
        game_id=update.game_id, version=update.version, action=legal_actions(update)[0]
    )
    assert await code_of(actor, act=act) == "paused"
    await host.ask(resume_game=client_pb2.ResumeGame(room_id=room.room_id))
    playing = table_pb2.TABLE_STATUS_PLAYING
    await guest.until(lambda c: c.update is not None and c.update.table.status == playing)
    await actor.ask(act=act)
    await host.ask(end_game=client_pb2.EndGame(room_id=room.room_id))
    aborted = table_pb2.TABLE_STATUS_ABORTED
    await guest.until(lambda c: c.update is not None and c.update.table.status == aborted)
    await guest.until(lambda c: is_settled(here(c), update.game_id))
    assert not here(guest).last_result.winners
    assert fetch_record(stack, update.game_id)["aborted"]
    for client in (host, guest):
        await client.close()


async def test_who_leaves_is_played_on_by_a_bot_and_does_not_come_back(stack: Stack) -> None:
    host, guest = await arrive(stack.url, "Gil"), await arrive(stack.url, "Helo")
    room = await open_room(host, "virae")
    await join(guest, room.code, 1)
    game_id = await start_game(host, [guest])
    await guest.ask(leave_room=client_pb2.LeaveRoom(room_id=room.room_id))
    await host.until(lambda c: table_seat(c, 1).presence == table_pb2.PRESENCE_LEFT)
    back = await Client(stack.url, guest.session).start()
    await back.ask(enter_room=client_pb2.EnterRoom(code=room.code))
    await back.until(lambda c: c.update is not None and c.update.game_id == game_id)
    assert back.update is not None
    assert not back.update.HasField("you")
    await play_to_the_end(host, random.Random(3))
    for client in (host, guest, back):
        await client.close()


async def test_who_is_away_too_long_is_taken_over_and_takes_the_seat_back(stack: Stack) -> None:
    host, guest = await arrive(stack.url, "Ivo"), await arrive(stack.url, "Juju", lasting=False)
    room = await open_room(host, "virae", room_pb2.RoomSettings(action_ms=120_000))
    await join(guest, room.code, 1)
    game_id = await start_game(host, [guest])
    await guest.close()
    await host.until(lambda c: table_seat(c, 1).presence == table_pb2.PRESENCE_AWAY)
    await host.until(lambda c: table_seat(c, 1).absent_deadline_ms > 0)
    taken = table_pb2.PRESENCE_BOT_FOR_PERSON
    await host.until(lambda c: table_seat(c, 1).presence == taken, 40)
    back = await Client(stack.url, guest.session).start()
    await back.ask(enter_room=client_pb2.EnterRoom(code=room.code))
    await host.until(lambda c: table_seat(c, 1).presence == table_pb2.PRESENCE_CONNECTED)
    await back.until(lambda c: c.update is not None and c.update.game_id == game_id)
    assert back.update is not None
    assert back.update.you == 1
    for client in (host, back):
        await client.close()


async def test_a_reload_shows_the_very_same_view(stack: Stack) -> None:
    host, guest = await arrive(stack.url, "Kim"), await arrive(stack.url, "Leo")
    room = await open_room(host, "virae", room_pb2.RoomSettings(action_ms=120_000))
    await join(guest, room.code, 1)
    await start_game(host, [guest])
    before = guest.update
    await guest.close()
    again = await Client(stack.url, guest.session).start()
    await again.ask(enter_room=client_pb2.EnterRoom(code=room.code))
    await again.until(lambda c: c.update is not None)
    assert before is not None
    assert again.update is not None
    assert again.update.version >= before.version
    assert again.update.view == before.view
    assert again.update.you == before.you
    for client in (host, again):
        await client.close()


async def test_a_second_engine_shares_the_load_at_once(stack: Stack) -> None:
    """Started in the midst of games, it answers calls, and no game notices."""
    people = [await arrive(stack.url, f"guest {number}") for number in range(6)]
    for client in people:
        await open_room(client, "virae")
        await add_bots(client, 3)
        await start_game(client)
    games = [
        asyncio.create_task(play_to_the_end(client, random.Random(number)))
        for number, client in enumerate(people)
    ]
    second = stack.fleet.add("engine")
    await asyncio.to_thread(second.process.await_ready, 30.0)
    extra = await arrive(stack.url, "latecomer")
    await open_room(extra, "virae")
    await add_bots(extra, 3)
    await start_game(extra)
    await play_to_the_end(extra, random.Random(99))
    await asyncio.gather(*games)
    with OperatorDoor(second.admin) as door:
        status = await asyncio.to_thread(door.status)
    assert status.figures["tables_cached"] > 0, "the second engine handled games"
    for client in (*people, extra):
        await client.close()
