"""Through all five services: games played by the public protocol, and what went over the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial

import pytest
from websockets.exceptions import WebSocketException

from cardproto.v1 import common_pb2, room_pb2, table_pb2
from carteado.client import Client, legal_actions, new_session
from carteado.client import Refused as RefusedByServer
from carteado.stack import Stack


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Clients of one address without end."""
    return {"CARTEADO_SESSIONS_PER_MINUTE": "0", "CARTEADO_HTTP_PER_S": "0"}


async def come(stack: Stack, name: str) -> Client:
    """A new person with a socket."""
    session = await asyncio.to_thread(new_session, stack.url, name)
    return await Client(stack.url, session).start()


def check_secrecy(update: table_pb2.Update, player_id: str) -> None:
    """An update holds a hand only for its reader, and that of the reader's own seat."""
    view = update.view.virae
    mine = [seat.seat for seat in update.table.seats if seat.player_id == player_id]
    if not update.HasField("you"):
        assert not view.HasField("own")
        assert not update.reveals
        return
    assert mine == [update.you]
    counts = {hand.seat: hand.count for hand in view.hands}
    assert len(view.own.hand) == counts[update.you]


def _more_than(seen: int, client: Client) -> bool:
    return client.updates > seen


async def play(client: Client) -> None:
    """Play whatever is legal until the game is over."""
    tried = 0
    over = (table_pb2.TABLE_STATUS_OVER, table_pb2.TABLE_STATUS_ABORTED)
    while client.update is None or client.update.table.status not in over:
        update = client.update
        actions = legal_actions(update) if update is not None else []
        if update is not None and actions and update.version != tried:
            tried = update.version
            act = {"game_id": update.game_id, "version": tried, "action": actions[0]}
            try:
                await client.ask(act=act)
            except RefusedByServer as refused:
                assert refused.code not in ("internal", "malformed", "unavailable"), refused
            continue
        seen = client.updates
        await client.until(partial(_more_than, seen), 60)


async def test_a_game_is_played_to_its_end_and_shows_nobody_anothers_hand(stack: Stack) -> None:
    """Two people and a bot at the table, one who watches; then the record can be had."""
    host, guest, watcher = [await come(stack, name) for name in ("Ana", "Rui", "Zoe")]
    seen: dict[str, list[table_pb2.Update]] = {}
    for client in (host, guest, watcher):
        seen[client.session.player_id] = []
        client.on_update = seen[client.session.player_id].append
    room = (await host.ask(create_room={"game": "virae", "private": True})).room
    await host.ask(take_seat={"room_id": room.room_id, "seat": 0})
    for client in (guest, watcher):
        await client.ask(enter_room={"code": room.code})
    await guest.ask(take_seat={"room_id": room.room_id, "seat": 1})
    await host.ask(add_bot={"room_id": room.room_id, "level": common_pb2.BOT_LEVEL_EASY})
    await host.ask(start_game={"room_id": room.room_id})
    async with asyncio.timeout(90):
        await asyncio.gather(play(host), play(guest), watcher.until(_over, 90))
    assert host.update is not None
    game_id = host.update.game_id
    for client in (host, guest, watcher):
        updates = [u for u in seen[client.session.player_id] if u.game_id == game_id]
        versions = [update.version for update in updates]
        assert versions == sorted(set(versions))
        assert updates[-1].version == host.update.version
        for update in updates:
            check_secrecy(update, client.session.player_id)
    assert not any(update.HasField("you") for update in seen[watcher.session.player_id])
    await host.until(lambda one: one.room is not None and one.room.last_game_id == game_id)
    assert host.room is not None
    assert host.room.phase == room_pb2.ROOM_PHASE_WAITING
    for client in (host, guest, watcher):
        await client.close()


def _over(client: Client) -> bool:
    return client.update is not None and client.update.table.status in (
        table_pb2.TABLE_STATUS_OVER,
        table_pb2.TABLE_STATUS_ABORTED,
    )


async def test_a_reload_shows_the_same_view(stack: Stack) -> None:
    """A new socket gets the very update that the old one had, as a resync."""
    host = await come(stack, "Eva")
    room = (await host.ask(create_room={"game": "virae"})).room
    await host.ask(take_seat={"room_id": room.room_id, "seat": 3})
    await host.ask(add_bot={"room_id": room.room_id, "level": common_pb2.BOT_LEVEL_EASY})
    await host.ask(start_game={"room_id": room.room_id})
    await host.until(lambda one: one.update is not None and bool(legal_actions(one.update)))
    again = await Client(stack.url, host.session).start()
    await again.ask(enter_room={"code": room.code})
    await again.until(lambda one: one.update is not None)
    assert host.update is not None
    assert again.update is not None
    assert again.update.resync
    assert again.update.you == 3
    again.update.resync = host.update.resync
    assert again.update == host.update
    await host.ask(end_game={"room_id": room.room_id})
    for client in (host, again):
        await client.until(_over)
        await client.close()


async def come_back(stack: Stack, former: Client) -> Client:
    """The same person on a new socket, as soon as a gateway takes it."""
    for _ in range(200):
        try:
            return await Client(stack.url, former.session, lasting=False).start()
        except (OSError, WebSocketException):
            await asyncio.sleep(0.05)
    raise AssertionError("no gateway came back")


async def test_a_killed_gateway_loses_nothing(stack: Stack) -> None:
    """Started again on its port, it knows the session and shows the table; the game goes on."""
    session = await asyncio.to_thread(new_session, stack.url, "Lia")
    host = await Client(stack.url, session, lasting=False).start()
    room = (await host.ask(create_room={"game": "virae"})).room
    await host.ask(take_seat={"room_id": room.room_id, "seat": 0})
    await host.ask(add_bot={"room_id": room.room_id, "level": common_pb2.BOT_LEVEL_NORMAL})
    await host.ask(start_game={"room_id": room.room_id})
    await host.until(lambda one: one.update is not None)
    assert host.update is not None
    gateway = stack.fleet.of("gateway")[0]
    await asyncio.to_thread(gateway.kill)
    await asyncio.to_thread(gateway.restart)
    back = await come_back(stack, host)
    await back.ask(enter_room={"code": room.code})
    await back.until(lambda one: one.update is not None)
    assert back.update is not None
    assert back.update.you == 0
    assert back.update.version >= host.update.version
    await asyncio.wait_for(play(back), 90)
    await back.close()
