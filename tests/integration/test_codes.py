"""Every code of the rooms' page, provoked over the public socket; one way to each of them.

A code of the contract without a way here fails the last test.
"""

from __future__ import annotations

import asyncio
import re
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from cardbus.api.engine import EngineClient
from cardproto.v1 import client_pb2, common_pb2, contract_pb2, engine_pb2, room_pb2, table_pb2
from carteado.client import Client, legal_actions, new_session
from carteado.people import add_bots, arrive, here, join, open_room, start_game
from carteado.stack import Stack
from tests.chaos.checks import bus_of
from tests.support.line import Line, dial

CODES = frozenset(
    {
        "not_host", "not_seated", "seat_taken", "room_full", "room_closed", "room_not_found",
        "game_running", "not_running", "paused", "too_many_bots", "need_players", "bad_option",
        "rate_limited", "stale_session", "stale", "too_large", "name_taken", "name_refused",
        "unavailable", "malformed", "unsupported_version", "not_found", "already_started",
        "removed", "banned",
    }
)  # fmt: skip
"""As the page of rooms lists them; `docs/clients.md` says what each means."""

ELSEWHERE: Mapping[str, str] = {
    # Rated play: the queue closes for whoever voids games one after the other.
    "banned": "tests/integration/test_rated.py",
}
"""Codes whose way needs a table of its own, with the file that holds it."""

ROOT = Path(__file__).resolve().parents[2]
CLIENTS = ROOT / "docs" / "clients.md"
SLOW = room_pb2.RoomSettings(action_ms=120_000)

Way = Callable[[Stack], Awaitable[str]]
WAYS: dict[str, Way] = {}


def way(function: Way) -> Way:
    """A way to the code that its name says."""
    WAYS[function.__name__.removeprefix("to_")] = function
    return function


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Frames as many as a test likes."""
    return {"CARTEADO_NONCE_WAIT_MS": "0"}


async def code_of(client: Client, **body: Any) -> str:
    """The code with which a frame is answered, once, on a socket of its own; empty: accepted."""
    async with dial(client) as line:
        return await line.code_of(**body)


async def hosted(stack: Stack, game: str = "virae", **settings: int) -> tuple[Client, str]:
    """A host with a room, seated at 0; the room's id."""
    host = await arrive(stack.url, "Ana")
    chosen = room_pb2.RoomSettings(**settings) if settings else None  # type: ignore[arg-type]
    room = await open_room(host, game, chosen)
    return host, room.room_id


async def played(stack: Stack) -> tuple[Client, Client, str]:
    """Two people in a running game, unhurried."""
    host, room_id = await hosted(stack, action_ms=120_000)
    guest = await arrive(stack.url, "Bia")
    await join(guest, here(host).code, 1)
    await start_game(host, [guest])
    return host, guest, room_id


@way
async def to_not_host(stack: Stack) -> str:
    host, room_id = await hosted(stack)
    guest = await arrive(stack.url, "Bia")
    await join(guest, here(host).code, 1)
    return await code_of(guest, start_game=client_pb2.StartGame(room_id=room_id))


@way
async def to_not_seated(stack: Stack) -> str:
    host, _, _ = await played(stack)
    assert host.update is not None
    watcher = await arrive(stack.url, "Caio")
    await watcher.ask(enter_room=client_pb2.EnterRoom(code=here(host).code))
    await watcher.until(lambda c: c.update is not None)
    assert watcher.update is not None
    assert not legal_actions(watcher.update)
    return await code_of(watcher, act=an_act(host.update))


def an_act(update: table_pb2.Update, version: int | None = None) -> client_pb2.Act:
    """Some action of the view's game."""
    legal = legal_actions(update) or [table_pb2.Action()]
    action = legal[0]
    if action.WhichOneof("game") is None:
        action.virae.type = "draw"
    seen = update.version if version is None else version
    return client_pb2.Act(game_id=update.game_id, version=seen, action=action)


@way
async def to_seat_taken(stack: Stack) -> str:
    host, room_id = await hosted(stack)
    guest = await arrive(stack.url, "Bia")
    await join(guest, here(host).code, 1)
    return await code_of(guest, take_seat=client_pb2.TakeSeat(room_id=room_id, seat=0))


@way
async def to_room_full(stack: Stack) -> str:
    host, room_id = await hosted(stack, "caravan")
    await add_bots(host, 1)
    return await code_of(host, add_bot=a_bot(room_id))


def a_bot(room_id: str, seat: int | None = None) -> client_pb2.AddBot:
    return client_pb2.AddBot(room_id=room_id, seat=seat, level=common_pb2.BOT_LEVEL_EASY)


@way
async def to_room_closed(stack: Stack) -> str:
    host, room_id = await hosted(stack)
    await host.ask(close_room=client_pb2.CloseRoom(room_id=room_id))
    return await code_of(host, take_seat=client_pb2.TakeSeat(room_id=room_id, seat=1))


@way
async def to_room_not_found(stack: Stack) -> str:
    host = await arrive(stack.url, "Ana")
    return await code_of(host, enter_room=client_pb2.EnterRoom(code="ZZZZZZ"))


@way
async def to_game_running(stack: Stack) -> str:
    host, _, room_id = await played(stack)
    return await code_of(host, take_seat=client_pb2.TakeSeat(room_id=room_id, seat=3))


@way
async def to_not_running(stack: Stack) -> str:
    host, room_id = await hosted(stack)
    return await code_of(host, pause_game=client_pb2.PauseGame(room_id=room_id))


@way
async def to_paused(stack: Stack) -> str:
    host, guest, room_id = await played(stack)
    await host.ask(pause_game=client_pb2.PauseGame(room_id=room_id))
    actor = await in_turn(host, guest)
    assert actor.update is not None
    return await code_of(actor, act=an_act(actor.update))


async def in_turn(*clients: Client) -> Client:
    """Whoever of them is to act, as the newest view says."""
    for client in clients:
        if client.update is not None and legal_actions(client.update):
            return client
    raise AssertionError("nobody is to act")


@way
async def to_too_many_bots(stack: Stack) -> str:
    host, room_id = await hosted(stack, "caravan")
    await host.ask(leave_seat=client_pb2.LeaveSeat(room_id=room_id))
    await add_bots(host, 1)
    return await code_of(host, add_bot=a_bot(room_id))


@way
async def to_need_players(stack: Stack) -> str:
    host, room_id = await hosted(stack)
    await host.until(lambda c: bool(here(c).commitment))
    return await code_of(host, start_game=client_pb2.StartGame(room_id=room_id))


@way
async def to_bad_option(stack: Stack) -> str:
    host, room_id = await hosted(stack)
    configure = client_pb2.Configure(
        room_id=room_id, settings=room_pb2.RoomSettings(action_ms=1), private=True
    )
    return await code_of(host, configure=configure)


@way
async def to_rate_limited(stack: Stack) -> str:
    """Three rooms a person."""
    host = await arrive(stack.url, "Ana")
    for _ in range(3):
        await host.ask(create_room=client_pb2.CreateRoom(game="virae", private=True))
    return await code_of(host, create_room=client_pb2.CreateRoom(game="virae", private=True))


@way
async def to_stale_session(stack: Stack) -> str:
    async with Line.open(stack.url) as line:
        return await line.code_of(ping=client_pb2.Ping())


@way
async def to_stale(stack: Stack) -> str:
    """A move in a later turn than the one that its sender saw."""
    host, guest, _ = await played(stack)
    first = await in_turn(host, guest)
    other = guest if first is host else host
    for actor in (first, other):
        while actor is await in_turn(host, guest):
            version = actor.update.version if actor.update is not None else 0
            await actor.ask(act=an_act(actor.update or table_pb2.Update()))
            for client in (host, guest):
                await client.until(
                    lambda c, v=version: c.update is not None and c.update.version > v  # type: ignore[misc]
                )
    actor = await in_turn(host, guest)
    assert actor.update is not None
    return await code_of(actor, act=an_act(actor.update, version=1))


@way
async def to_too_large(stack: Stack) -> str:
    """A frame has no answer then, but a `goodbye` before the close; a body over HTTP has one."""
    assert await asyncio.to_thread(_post_too_much, f"{stack.url}/api/session") == "too_large"
    async with Line.open(stack.url) as line:
        code, reason = await line.end_after(b"x" * 100_000)
    assert code == 1009
    return reason


def _post_too_much(url: str) -> str:
    request = urllib.request.Request(
        url, data=b"x" * 100_000, headers={"Content-Type": "application/json"}
    )
    try:
        urllib.request.urlopen(request, timeout=10)
    except urllib.error.HTTPError as refused:
        found = re.search(r'"code": *"(\w+)"', refused.read().decode())
        return found.group(1) if found else str(refused.code)
    return ""


@way
async def to_name_taken(stack: Stack) -> str:
    host, _ = await hosted(stack)
    namesake = await arrive(stack.url, "ANA")
    return await code_of(namesake, enter_room=client_pb2.EnterRoom(code=here(host).code))


@way
async def to_name_refused(stack: Stack) -> str:
    host = await arrive(stack.url, "Ana")
    return await code_of(host, rename=client_pb2.Rename(name="\u202eanA"))


@way
async def to_unavailable(stack: Stack) -> str:
    """The lobby is frozen: whether it was done cannot be known."""
    host, room_id = await hosted(stack)
    (lobby,) = stack.fleet.of("lobby")
    lobby.freeze()
    try:
        return await code_of(host, take_seat=client_pb2.TakeSeat(room_id=room_id, seat=1))
    finally:
        lobby.thaw()


@way
async def to_malformed(stack: Stack) -> str:
    host = await arrive(stack.url, "Ana")
    return await code_of(host, take_seat=client_pb2.TakeSeat(room_id="*", seat=1))


@way
async def to_unsupported_version(stack: Stack) -> str:
    session = await asyncio.to_thread(new_session, stack.url, "Ana")
    async with Line.open(stack.url) as line:
        return await line.code_of(hello=client_pb2.Hello(token=session.token, versions=[99]))


@way
async def to_not_found(stack: Stack) -> str:
    host, room_id = await hosted(stack)
    return await code_of(host, remove_bot=client_pb2.RemoveBot(room_id=room_id, seat=2))


@way
async def to_already_started(stack: Stack) -> str:
    """The game of the room's commitment was dealt with other content behind the lobby's back."""
    host, room_id = await hosted(stack)
    await add_bots(host, 1)
    await host.until(lambda c: bool(here(c).commitment))
    lobby = await bus_of(stack, contract_pb2.PARTY_LOBBY)
    other = engine_pb2.StartRequest(
        game_id=here(host).game_id,
        game="virae",
        room_id=room_id,
        participants=[
            common_pb2.Participant(seat=0, player_id="a" * 16, name="X"),
            common_pb2.Participant(seat=1, name="Y", bot_level=common_pb2.BOT_LEVEL_EASY),
        ],
        limits=engine_pb2.Limits(action_ms=30_000),
    )
    try:
        await EngineClient(lobby).start(other)
        return await code_of(host, start_game=client_pb2.StartGame(room_id=room_id))
    finally:
        await EngineClient(lobby).abort(
            engine_pb2.AbortRequest(game_id=other.game_id, reason="host")
        )
        await lobby.close()


@way
async def to_removed(stack: Stack) -> str:
    host, room_id = await hosted(stack)
    guest = await arrive(stack.url, "Bia")
    await join(guest, here(host).code, 1)
    remove = client_pb2.RemovePerson(room_id=room_id, player_id=guest.session.player_id)
    await host.ask(remove_person=remove)
    return await code_of(guest, enter_room=client_pb2.EnterRoom(code=here(host).code))


@pytest.mark.parametrize("code", sorted(WAYS))
async def test_a_code_is_what_the_socket_says(
    stack: Stack, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Client] = []
    real = Client.start

    async def start(client: Client) -> Client:
        opened.append(client)
        return await real(client)

    monkeypatch.setattr(Client, "start", start)
    try:
        assert await WAYS[code](stack) == code
    finally:
        for client in opened:
            await client.close()


def test_every_code_of_the_contract_has_its_way() -> None:
    """And every code has its line for the authors of clients."""
    assert WAYS.keys() | ELSEWHERE.keys() == CODES
    assert not WAYS.keys() & ELSEWHERE.keys()
    for code, name in ELSEWHERE.items():
        assert f'code == "{code}"' in (ROOT / name).read_text(encoding="utf-8")
    explained = set(
        re.findall(r"^\| `(\w+)` \|", CLIENTS.read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert explained >= CODES
