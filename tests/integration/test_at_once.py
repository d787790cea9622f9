"""Two at once, twice the same, and late: one effect, and the other gets its code."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack

import pytest

from cardproto.v1 import client_pb2, room_pb2, table_pb2
from carteado.client import Client, legal_actions
from carteado.people import arrive, here, join, open_room, start_game
from carteado.stack import Stack
from tests.support.line import Line, dial

TIMES = 15
SLOW = room_pb2.RoomSettings(action_ms=120_000)


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Nobody waits for nonces; the reaper of absences is quick."""
    return {"CARTEADO_NONCE_WAIT_MS": "0", "CARTEADO_TIME_SCALE": "0.2"}


@pytest.fixture(scope="module")
def stack_replicas() -> Mapping[str, int]:
    """Two of what might race."""
    return {"lobby": 2, "engine": 2, "gateway": 2}


async def lines(stack: AsyncExitStack, *clients: Client) -> list[Line]:
    """One further socket each."""
    return [await stack.enter_async_context(dial(client)) for client in clients]


def seats_of(room: room_pb2.Room, player_id: str) -> list[int]:
    return [seat.seat for seat in room.seats if seat.player_id == player_id]


async def test_two_people_take_one_seat(stack: Stack) -> None:
    """Exactly one has it, the other is told that it is taken and keeps what they had."""
    host = await arrive(stack.urls[0], "Ana")
    room = await open_room(host, "virae")
    rivals = [
        await arrive(url, name) for url, name in zip(stack.urls, ("Bia", "Caio"), strict=True)
    ]
    for seat, rival in enumerate(rivals, 1):
        await join(rival, room.code, seat)
    async with AsyncExitStack() as opened:
        sockets = await lines(opened, *rivals)
        for number in range(TIMES):
            wanted = 3 + number % 3
            take = client_pb2.TakeSeat(room_id=room.room_id, seat=wanted)
            answers = await asyncio.gather(*(line.ask(take_seat=take) for line in sockets))
            codes = sorted(answer.error.code for answer in answers)
            assert codes == ["", "seat_taken"]
            newest = max((a.room for a in answers if not a.error.code), key=lambda r: r.revision)
            held = [seats_of(newest, rival.session.player_id) for rival in rivals]
            assert sorted(map(len, held)) == [1, 1]
            for seat, rival in enumerate(rivals, 1):
                await rival.ask(take_seat=client_pb2.TakeSeat(room_id=room.room_id, seat=seat))
    for client in (host, *rivals):
        await client.close()


async def test_one_person_takes_two_seats(stack: Stack) -> None:
    """From two tabs, through two gateways: one seat it is, whichever was last."""
    host = await arrive(stack.urls[0], "Ana")
    room = await open_room(host, "virae")
    async with Line.open(stack.urls[1]) as other, dial(host) as line:
        await other.hello(host.session.token)
        for number in range(TIMES):
            pair = (1 + number % 2, 3 + number % 2)
            answers = await asyncio.gather(
                *(
                    tab.ask(take_seat=client_pb2.TakeSeat(room_id=room.room_id, seat=seat))
                    for tab, seat in zip((line, other), pair, strict=True)
                )
            )
            assert not any(answer.error.code for answer in answers)
            newest = max((answer.room for answer in answers), key=lambda r: r.revision)
            (seat,) = seats_of(newest, host.session.player_id)
            assert seat in pair
    await host.close()


async def test_start_pressed_twice_with_a_join_between(stack: Stack) -> None:
    """One game; who came between is in it or watches it, and nobody is lost."""
    for number in range(TIMES // 3):
        host, guest = await arrive(stack.url, "Ana"), await arrive(stack.url, "Bia")
        late = await arrive(stack.urls[1], "Caio")
        room = await open_room(host, "virae", SLOW)
        await join(guest, room.code, 1)
        await late.ask(enter_room=client_pb2.EnterRoom(code=room.code))
        await host.until(lambda c: bool(here(c).commitment))
        start = client_pb2.StartGame(room_id=room.room_id)
        async with AsyncExitStack() as opened:
            first, second, third = await lines(opened, host, host, late)
            answers = await asyncio.gather(
                first.ask(start_game=start),
                third.ask(take_seat=client_pb2.TakeSeat(room_id=room.room_id, seat=2 + number % 3)),
                second.ask(start_game=start),
            )
        codes = [answer.error.code for answer in answers]
        assert set(codes) <= {"", "game_running"}, codes
        started = {a.room.game_id for a in (answers[0], answers[2]) if not a.error.code}
        assert len(started) == 1
        (game_id,) = started
        await host.until(lambda c, g=game_id: c.update is not None and c.update.game_id == g)  # type: ignore[misc]
        await late.until(lambda c, g=game_id: c.update is not None and c.update.game_id == g)  # type: ignore[misc]
        await late.until(lambda c: len(seats_of(here(c), c.session.player_id)) == 1)
        assert late.update is not None
        playing = {seat.seat for seat in late.update.table.seats}
        (seat,) = seats_of(here(late), late.session.player_id)
        assert late.update.HasField("you") == (seat in playing)
        for client in (host, guest, late):
            await client.close()


async def test_doubled_and_delayed_moves_have_one_effect(stack: Stack) -> None:
    """The same frame again, on the same socket and on another, gets the same answer; a copy under
    another id, decided on a turn that is over, gets a code."""
    host, guest = await arrive(stack.urls[0], "Ana"), await arrive(stack.urls[1], "Bia")
    room = await open_room(host, "virae", SLOW)
    await join(guest, room.code, 1)
    await start_game(host, [guest])
    spent: list[tuple[Client, client_pb2.Act]] = []
    for number in range(TIMES):
        actor = host if legal_actions(host.update or table_pb2.Update()) else guest
        update = actor.update
        assert update is not None
        if not legal_actions(update):
            break
        action = legal_actions(update)[0]
        act = client_pb2.Act(game_id=update.game_id, version=update.version, action=action)
        async with Line.open(stack.urls[0]) as one, Line.open(stack.urls[1]) as two:
            for line in (one, two):
                await line.hello(actor.session.token)
            frame_id = f"doubled-{number}"
            answers = await asyncio.gather(*(line.ask(frame_id, act=act) for line in (one, two)))
            versions = {answer.accepted.version for answer in answers}
            assert versions == {update.version + 1}, [a.error.code for a in answers]
            assert (await two.ask(frame_id, act=act)).accepted.version == update.version + 1
        spent.append((actor, act))
        for client in (host, guest):
            await client.until(
                lambda c, v=update.version: c.update is not None and c.update.version > v  # type: ignore[misc]
            )
    assert len(spent) > 5
    for actor, act in spent[:-2]:
        async with dial(actor) as line:
            assert await line.code_of(act=act)
    for client in (host, guest):
        await client.close()


async def test_who_is_back_before_the_old_socket_is_dead_keeps_everything(stack: Stack) -> None:
    """Seat, hand and pending choice; the late end of the old socket changes nothing."""
    host, guest = await arrive(stack.urls[0], "Ana"), await arrive(stack.urls[1], "Bia")
    room = await open_room(host, "virae", SLOW)
    await join(guest, room.code, 1)
    await start_game(host, [guest])
    before = guest.update
    assert before is not None
    back = await Client(stack.urls[0], guest.session).start()
    await back.ask(enter_room=client_pb2.EnterRoom(code=room.code))
    await back.until(lambda c: c.update is not None)
    assert back.update is not None
    assert back.update.view == before.view
    assert back.update.you == before.you
    assert legal_actions(back.update) == legal_actions(before)
    await host.until(lambda c: c.room is not None)
    away: list[int] = []
    host.on_update = lambda update: away.extend(
        seat.seat for seat in update.table.seats if seat.presence == table_pb2.PRESENCE_AWAY
    )
    await guest.close()
    # Longer than an absence needs to be shown, to hand over a room, and to end somebody's turn.
    await asyncio.sleep(2.5)
    assert not away
    member = next(m for m in here(host).members if m.player_id == guest.session.player_id)
    assert member.connected
    actor = back if legal_actions(back.update) else host
    update = actor.update
    assert update is not None
    action = legal_actions(update)[0]
    act = client_pb2.Act(game_id=update.game_id, version=update.version, action=action)
    await actor.ask(act=act)
    await back.until(lambda c: c.update is not None and c.update.version > update.version)
    for client in (host, back):
        await client.close()
