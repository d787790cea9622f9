"""Slow readers, restarts, and a bus that goes away."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from cardproto.v1.engine_pb2 import LogEntry
from tests.gateway.conftest import House, Open, Player, eventually


async def table_of_two(house: House) -> tuple[str, list[Player]]:
    """Two people at a running game."""
    players = [await house.player(), await house.player()]
    room = (await players[0].ask(create_room={"game": "virae"})).room
    await players[1].ask(enter_room={"code": room.code})
    game_id = house.lobby.play(room.room_id)
    await house.engine.write(game_id)
    for player in players:
        await player.until_version(game_id, 1)
    return game_id, players


async def test_who_reads_too_slowly_is_closed_and_the_others_play_on(open_house: Open) -> None:
    """With 64 frames or 256 kB waiting; nobody else at the table notices."""
    house = await open_house(waiting_bytes=65_536)
    game_id, (slow, quick) = await table_of_two(house)
    slow.socket.transport.pause_reading()
    entry = house.gateway.tables.get(game_id)
    assert entry is not None
    assert entry.last is not None
    last = entry.last
    version = 1
    started = time.monotonic()
    while len(house.gateway.sockets) == 2:
        version += 1
        big = LogEntry()
        big.CopyFrom(last)
        big.version = version
        big.public = last.public + b"\x7a\x80\x80\x04" + b"x" * 65_536
        entry.entry(big, False)
        await asyncio.sleep(0)
        assert time.monotonic() - started < 20, "a slow socket is never closed"
    assert next(iter(house.gateway.sockets)).id
    await eventually(lambda: len(house.lobby.presences) == 1)
    assert quick.close_code is None
    assert (await quick.ask(ping={})).HasField("pong")
    await eventually(lambda: house.gateway.connections <= 2, 8.0)


async def test_a_restart_says_goodbye_and_takes_everybody_out(open_house: Open) -> None:
    """1012, and the lobby knows at once; nobody new is let in meanwhile."""
    house = await open_house()
    _, players = await table_of_two(house)
    stranger = await house.dial()
    await house.stop()
    for player in (*players, stranger):
        assert await player.closed() == 1012
        assert [goodbye.reason for goodbye in player.bodies("goodbye")] == ["restart"]
    assert house.lobby.leases == [] or house.lobby.leases[-1].alive is False
    assert [call for call, _ in house.lobby.calls][-1] == "renew_lease"


async def test_a_drain_is_quick_even_where_a_client_does_not_answer(open_house: Open) -> None:
    """Who does not answer the closing is cut off after some seconds."""
    house = await open_house()
    _, players = await table_of_two(house)
    players[0].socket.transport.pause_reading()
    started = time.monotonic()
    await house.stop()
    assert time.monotonic() - started < 8


async def test_a_gateway_stands_where_another_was_killed(open_house: Open, tmp_path: Path) -> None:
    """The session is the client's, the table the log's: any other gateway takes over."""
    house = await open_house()
    session = await house.session()
    player = await house.player(session)
    room = (await player.ask(create_room={"game": "virae"})).room
    house.engine.owners[room.game_id] = {0: session["player_id"]}
    game_id = house.lobby.play(room.room_id)
    await house.engine.write(game_id)
    await player.until_version(game_id, 1)
    other = await open_house(beside=house)
    moved = await other.player(session)
    assert (await moved.ask(enter_room={"code": room.code})).room.room_id == room.room_id
    await moved.until_version(game_id, 1)
    assert moved.bodies("update")[0].you == 0
    await house.engine.write(game_id)
    for one in (player, moved):
        await one.until_version(game_id, 2)
    assert (await moved.ask(react={"room_id": room.room_id, "emote": "bye"})).HasField("ok")
    await player.until(lambda: bool(player.bodies("reaction")))


async def test_a_lost_bus_is_healed(open_house: Open) -> None:
    """NATS restarted: sockets stay, what happened meanwhile comes, the game goes on."""
    house = await open_house()
    game_id, players = await table_of_two(house)
    await asyncio.to_thread(house.server.control.restart)
    await eventually(lambda: house.lobby.bus.connected and house.engine.bus.connected, 20)
    await house.engine.write(game_id)
    for player in players:
        await player.until(lambda one=player: 2 in one.versions(game_id), 15)  # type: ignore[misc]
        assert player.versions(game_id) == [1, 2]
        assert player.close_code is None


async def test_a_bare_connection_that_never_upgrades_harms_nobody(house: House) -> None:
    """Half a request, then nothing."""
    reader, writer = await asyncio.open_connection(*house.address.split(":"))
    writer.write(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n")
    await writer.drain()
    player = await house.player()
    assert (await player.ask(ping={})).HasField("pong")
    writer.close()
    assert reader is not None


async def test_closing_politely_is_answered(house: House) -> None:
    """A client's close is answered with its code, and leaves nothing behind."""
    player = await house.player()
    await player.socket.close(1000)
    await eventually(lambda: len(house.gateway.sockets) == 0)
    await eventually(lambda: house.gateway.connections == 0)


async def test_ten_thousand_messages_in_one_go_are_not_slow_reading(open_house: Open) -> None:
    """A burst within one turn of the loop, to a client that reads, closes nothing."""
    house = await open_house(frames_per_s=1e6, frames_burst=100_000)
    player = await house.player()
    frames = [await player.send(ping={"client_ms": number}) for number in range(2000)]
    await player.until(lambda: len(player.bodies("pong")) == len(frames), 20)
    assert player.close_code is None
