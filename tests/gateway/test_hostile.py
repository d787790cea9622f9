"""Bad input and bad behaviour: a coded error or a closed socket, and nothing else disturbed."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cardproto.v1.client_pb2 import ClientFrame
from cardproto.v1.table_pb2 import Action
from cardproto.v1.virae_pb2 import ViraeAction
from gateway.ids import new_id
from gateway.sessions import Tokens
from tests.gateway.conftest import KEY, House, Open, Player, eventually

PLAY = Action(virae=ViraeAction(type="draw"))


async def code_of(player: Player, **body: Any) -> str:
    """The error's code that a frame is answered with."""
    answer = await player.ask(**body)
    assert answer.WhichOneof("body") == "error", answer
    return answer.error.code


@pytest.mark.parametrize("text", [True, False], ids=["json", "binary"])
async def test_unreadable_frames_are_answered_malformed(house: House, text: bool) -> None:
    """And the socket goes on; another one notices nothing."""
    player, other = await house.player(text=text), await house.player()
    for bad in ("null", "[]", "{", "x" * 50, '{"id":"a","ping":{"x":1}}'):
        await player.socket.send(bad if text else b"\xff" + bad.encode())
    await player.until(lambda: len(player.bodies("error")) == 5)
    assert {error.code for error in player.bodies("error")} == {"malformed"}
    for one in (player, other):
        assert (await one.ask(ping={"client_ms": 7})).pong.client_ms == 7


async def test_the_wrong_kind_of_message_closes_the_socket(house: House) -> None:
    """Text where binary was agreed, and the other way round."""
    binary, text = await house.player(), await house.player(text=True)
    await binary.socket.send('{"id":"a","ping":{}}')
    await text.socket.send(b"\x0a\x01a")
    assert await binary.closed() == 1003
    assert await text.closed() == 1003


async def test_a_frame_of_a_megabyte_closes_the_socket(house: House) -> None:
    """1009 and the reason, whole or in fragments, before it is read to its end."""
    for message in (b"x" * (1 << 20), [b"x" * 4096] * 256):
        player = await house.player()
        try:
            await player.socket.send(message)
        except Exception as error:
            assert "1009" in str(error)
        assert await player.closed() == 1009
        assert [frame.reason for frame in player.bodies("goodbye")] == ["too_large"]
    assert (await (await house.player()).ask(ping={})).HasField("pong")


async def test_a_frame_in_fragments_is_one_frame(house: House) -> None:
    """As any client may send it."""
    player = await house.player()
    message = ClientFrame(id="whole", ping={"client_ms": 9}).SerializeToString()
    await player.socket.send([message[:3], message[3:5], message[5:]])
    await player.until(lambda: bool(player.bodies("pong")))
    assert player.frames[-1].reply_to == "whole"


@pytest.mark.parametrize(
    "game_id", ["*", ">", "", "game.x", " " * 16, "*" * 16, "A" * 16, "a" * 10_000]
)
async def test_wildcards_are_no_games(house: House, game_id: str) -> None:
    """Refused before a subject is built of them: no other game's entry comes."""
    player = await house.player()
    await house.engine.write(new_id())
    assert await code_of(player, resync={"game_id": game_id}) == "malformed"
    assert await code_of(player, act={"game_id": game_id, "action": PLAY}) == "malformed"
    assert await code_of(player, take_seat={"room_id": game_id, "seat": 1}) == "malformed"
    assert house.engine.acts == []
    assert not player.bodies("update")


async def test_nothing_is_taken_before_hello(house: House) -> None:
    """Every other frame is refused; the socket may still greet."""
    player = await house.dial()
    assert await code_of(player, ping={}) == "stale_session"
    assert await code_of(player, enter_room={"code": "ABCDE"}) == "stale_session"
    session = await house.session()
    answer = await player.ask(hello={"token": session["token"], "versions": [1]})
    assert answer.welcome.player_id == session["player_id"]
    assert await code_of(player, hello={"token": session["token"], "versions": [1]}) == "malformed"


async def test_forged_tokens_are_stale(house: House) -> None:
    """Changed, made with another key, or none at all."""
    token = (await house.session())["token"]
    player = await house.dial()
    for forged in (token[:-3] + "abc", "x", "", token + "a", "a.b.c", "x" * 5000):
        assert await code_of(player, hello={"token": forged, "versions": [1]}) == "stale_session"


async def test_versions_unknown_end_the_socket(house: House) -> None:
    """Told first which ones are spoken."""
    player = await house.dial()
    answer = await player.ask(hello={"token": "", "versions": [2, 9]})
    assert answer.error.code == "unsupported_version"
    assert answer.error.params["versions"] == "1"
    assert await player.closed() == 1008


async def test_who_says_nothing_is_sent_away(open_house: Open) -> None:
    """The handshake has its time; so has a greeted socket that falls silent."""
    house = await open_house(handshake_s=0.2, idle_s=30)
    mute = await house.dial()
    greeted = await house.player()
    assert await mute.closed() == 1008
    assert (await greeted.ask(ping={})).HasField("pong")


async def test_a_silent_socket_is_pinged_and_then_closed(open_house: Open) -> None:
    """A client whose machine still answers pings stays; one that is dead goes."""
    house = await open_house(idle_s=2.0)
    alive = await house.player()
    dead = await house.player()
    dead.socket.transport.pause_reading()
    await eventually(lambda: len(house.gateway.sockets) == 1, 8.0)
    assert alive.close_code is None
    assert (await alive.ask(ping={})).HasField("pong")


async def test_too_many_frames_are_refused_and_a_flood_is_cut_off(open_house: Open) -> None:
    """The frames within the rate are answered; the others not; then the socket is closed."""
    house = await open_house(frames_per_s=1.0, frames_burst=5, flood_frames=20)
    player, other = await house.player(), await house.player()
    for number in range(40):
        try:
            await player.send_frame(ClientFrame(id=f"n{number}", ping={}))
        except Exception:
            break
    assert await player.closed() == 1008
    assert len(player.bodies("pong")) <= 5
    refused = player.bodies("error")
    assert {error.code for error in refused} == {"rate_limited"}
    assert len(refused) <= 20
    assert (await other.ask(ping={})).HasField("pong")


async def test_what_the_lobby_is_asked_for_has_a_rate_over_all_of_a_persons_sockets(
    open_house: Open,
) -> None:
    """Rooms made and left without end, seats taken in turn: everybody there would hear of it."""
    house = await open_house(asks_per_s=0.01, asks_burst=4)
    session = await house.session()
    player, tab = await house.player(session), await house.player(session)
    other = await house.player()
    for _ in range(2):
        assert (await player.ask(watch_listing={"watch": True})).HasField("listing")
        assert (await tab.ask(rename={"name": "Ana"})).HasField("welcome")
    for asks in ({"create_room": {"game": "virae"}}, {"watch_listing": {"watch": True}}):
        assert await code_of(player, **asks) == "rate_limited"
        assert await code_of(tab, **asks) == "rate_limited"
    assert (await player.ask(ping={})).HasField("pong")
    assert (await other.ask(watch_listing={"watch": True})).HasField("listing")


async def test_unreadable_frames_without_end_are_a_flood_too(open_house: Open) -> None:
    """Also slowly."""
    house = await open_house(frames_burst=1000, frames_per_s=0.1, flood_frames=10)
    player = await house.player()
    for _ in range(10):
        await player.socket.send(b"\xff")
    assert await player.closed() == 1008


async def test_calls_under_way_are_limited(open_house: Open) -> None:
    """An engine that does not answer is not buried under one person's frames."""
    house = await open_house(pending_calls=3)
    house.engine.answer = lambda request, reply: None
    player = await house.player()
    for _ in range(3):
        await player.send(act={"game_id": "a" * 16, "action": PLAY})
    assert await code_of(player, act={"game_id": "a" * 16, "action": PLAY}) == "rate_limited"
    await eventually(lambda: len(house.engine.acts) == 3)
    assert (await player.ask(ping={})).HasField("pong")


async def test_one_person_has_so_many_sockets(open_house: Open) -> None:
    """One more closes the oldest, so that half-dead ones never lock a person out."""
    house = await open_house(sockets_per_session=2)
    session = await house.session()
    first, second = await house.player(session), await house.player(session)
    third = await house.player(session)
    assert await first.closed() == 1008
    assert first.bodies("goodbye")[0].reason == "replaced"
    for one in (second, third):
        assert (await one.ask(ping={})).HasField("pong")


async def test_one_address_has_so_many_sockets(open_house: Open) -> None:
    """More are refused before they are accepted, until one has gone."""
    house = await open_house(sockets_per_address=2)
    first, _ = await house.player(), await house.player()
    with pytest.raises(InvalidStatus) as caught:
        await house.dial()
    assert caught.value.response.status_code == 429
    await first.close()
    await eventually(lambda: len(house.gateway.sockets) == 1)
    assert await house.player()


@pytest.mark.parametrize(
    ("path", "subprotocols", "origin", "status"),
    [
        ("/ws", None, None, 400),
        ("/ws", ["carteado.v9"], None, 400),
        ("/elsewhere", ["carteado.v1+proto"], None, 404),
        ("/ws", ["carteado.v1+proto"], "http://evil.example", 403),
        ("/ws", ["carteado.v1+proto"], "null", 403),
    ],
)
async def test_doors_that_do_not_open(
    house: House, path: str, subprotocols: Any, origin: Any, status: int
) -> None:
    """No subprotocol, an unknown one, another path, a page of another site."""
    from websockets.asyncio.client import connect

    with pytest.raises(InvalidStatus) as caught:
        await connect(f"ws://{house.address}{path}", subprotocols=subprotocols, origin=origin)
    assert caught.value.response.status_code == status


async def test_a_page_of_our_own_may_open_a_socket(house: House) -> None:
    """Its origin is the host that it asks."""
    assert await house.dial(origin=f"http://{house.address}")


async def test_a_fault_of_ours_is_told_as_internal(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """With nothing of the exception, and the socket goes on."""

    def broken(*_: Any) -> None:
        raise RuntimeError("a secret detail")

    player = await house.player()
    handlers = house.gateway.sockets
    real, handlers._dispatch = handlers._dispatch, broken
    assert await code_of(player, ping={}) == "internal"
    handlers._dispatch = real
    assert b"secret detail" not in b"".join(player.raw)
    assert (await player.ask(ping={})).HasField("pong")


async def test_a_thousand_random_messages_disturb_nobody(open_house: Open) -> None:
    """Bytes of every kind on some sockets, a game on another."""
    import random

    house = await open_house(frames_per_s=10_000, frames_burst=10_000, flood_frames=100_000)
    chance = random.Random(5)
    good = await house.player()
    bad = [await house.player(text=text) for text in (True, False)]
    valid = ClientFrame(id="x", act={"game_id": "a" * 16, "action": PLAY}).SerializeToString()
    for number in range(500):
        noise = bytearray(valid)
        noise[chance.randrange(len(noise))] = chance.randrange(256)
        await bad[1].socket.send(bytes(noise))
        await bad[0].socket.send(json.dumps({"id": "x", "act": {"version": number - 250}}))
    for player in (good, *bad):
        answer = await asyncio.wait_for(player.ask(ping={"client_ms": 3}), 10)
        assert answer.pong.client_ms == 3


async def test_requests_that_never_end_are_cut_off(open_house: Open) -> None:
    """A header or a body in drops, or nothing at all; one kept alive stays."""
    house = await open_house(request_s=0.8)
    beginnings = (
        b"",
        b"",
        b"GET /livez HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
    )
    stalled = []
    for beginning in beginnings:
        reader, writer = await asyncio.open_connection(*house.address.split(":"))
        writer.write(beginning)
        stalled.append((reader, writer))
    reader, writer = stalled[0]
    writer.write(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    await reader.readuntil(b"ok\n")
    writer.write(b"GET /livez")
    kept, writer = await asyncio.open_connection(*house.address.split(":"))
    writer.write(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    await kept.readuntil(b"ok\n")
    for reader, _ in stalled:
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), 4)
    writer.write(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    assert await asyncio.wait_for(kept.readuntil(b"ok\n"), 2)


async def test_pings_and_fragments_without_end_are_a_flood_too(open_house: Open) -> None:
    """What is no message counts as well."""
    house = await open_house(frames_per_s=1.0, frames_burst=5, flood_frames=20)
    pinging, dribbling = await house.player(), await house.player()
    with contextlib.suppress(ConnectionClosed):
        for number in range(60):
            await pinging.socket.ping(str(number))
    assert await pinging.closed() == 1008

    async def dribble() -> AsyncIterator[bytes]:
        for _ in range(60):
            yield b"x"
            await asyncio.sleep(0)

    with contextlib.suppress(ConnectionClosed):
        await dribbling.socket.send(dribble())
    assert await dribbling.closed() == 1008


async def test_nothing_is_done_for_a_session_that_was_ended(house: House) -> None:
    """Sent behind `hello` without waiting: no hand is shown, no card played, no name changed, and
    the person's own sockets stay."""
    session = await house.session()
    owner = await house.player(session)
    room_id = (await owner.ask(create_room={"game": "virae"})).room.room_id
    game_id = house.lobby.play(room_id)
    house.engine.owners[game_id] = {0: session["player_id"]}
    await house.engine.write(game_id)
    house.lobby.failing["my_rooms"] = "stale_session"
    for _ in range(9):
        thief = await house.dial()
        await thief.send(hello={"token": session["token"], "versions": [1]})
        await thief.send(resync={"game_id": game_id})
        await thief.send(act={"game_id": game_id, "version": 1, "action": PLAY})
        await thief.send(rename={"name": "Mallory"})
        assert await thief.closed() == 1008
        assert [frame.WhichOneof("body") for frame in thief.frames] == ["error"]
    assert house.engine.acts == []
    del house.lobby.failing["my_rooms"]
    assert (await owner.ask(ping={})).HasField("pong")


async def test_what_comes_before_the_welcome_is_done_after_it(house: House) -> None:
    """In its order; a lobby that does not answer holds nothing for ever."""
    session = await house.session()
    owner = await house.player(session)
    code = (await owner.ask(create_room={"game": "virae"})).room.code
    for away in (False, True):
        if away:
            house.lobby.silent.add("my_rooms")
        again = await house.dial()
        hello = await again.send(hello={"token": session["token"], "versions": [1]})
        ping = await again.send(ping={})
        enter = await again.send(enter_room={"code": code})
        await again.until(lambda a=again: len(a.frames) >= 3)  # type: ignore[misc]
        assert [frame.reply_to for frame in again.frames[:3]] == [ping, hello, enter]


async def test_only_a_session_known_as_good_grows_younger(house: House) -> None:
    """Neither another name nor a lobby that is away makes a new token of one that was ended."""
    now_ms = house.runtime.clock.now_ms()
    issued_ms = now_ms - 100 * 86_400_000
    old = Tokens([KEY], 180, lambda: issued_ms)
    token = old.token(old.begin("Ana"))
    current = Tokens([KEY], 180, house.runtime.clock.now_ms)
    known = await house.player({"token": token})
    assert current.read(known.bodies("welcome")[0].token).issued_ms >= now_ms
    house.lobby.silent.add("my_rooms")
    player = await house.player({"token": token})
    assert player.bodies("welcome")[0].token == ""
    renamed = (await player.ask(rename={"name": "Bia"})).welcome.token
    assert (current.read(renamed).name, current.read(renamed).issued_ms) == ("Bia", issued_ms)
