"""People who play by the public protocol: they open rooms, sit down, and play what is legal."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from cardproto.v1 import client_pb2, common_pb2, room_pb2, table_pb2
from carteado.client import Client, Refused, legal_actions, new_session

READY_S = 30.0
LATE_S = 10.0
TOO_FAST_S = 1.0


async def arrive(base_url: str, name: str, *, lasting: bool = True) -> Client:
    """A new guest with an open socket. Raises OSError, Refused."""
    session = await asyncio.to_thread(new_session, base_url, name)
    return await Client(base_url, session, lasting=lasting).start()


async def open_room(
    host: Client, game: str, settings: room_pb2.RoomSettings | None = None, *, private: bool = True
) -> room_pb2.Room:
    """The host makes a room, enters it and takes seat 0."""
    create = client_pb2.CreateRoom(game=game, private=private)
    if settings is not None:
        create.settings.CopyFrom(settings)
    room = (await host.ask(create_room=create)).room
    await host.ask(enter_room=client_pb2.EnterRoom(code=room.code))
    await sit(host, 0)
    return here(host)


async def join(guest: Client, code: str, seat: int) -> None:
    """Enter by code and take a seat."""
    await guest.ask(enter_room=client_pb2.EnterRoom(code=code))
    await sit(guest, seat)


async def sit(client: Client, seat: int) -> None:
    """Take a seat; holding it already is fine."""
    room = here(client)
    mine = [s.seat for s in room.seats if s.player_id == client.session.player_id]
    if mine != [seat]:
        await client.ask(take_seat=client_pb2.TakeSeat(room_id=room.room_id, seat=seat))


async def add_bots(
    host: Client, count: int, level: common_pb2.BotLevel = common_pb2.BOT_LEVEL_EASY
) -> None:
    """Seat bots at the lowest free seats."""
    for _ in range(count):
        await host.ask(add_bot=client_pb2.AddBot(room_id=here(host).room_id, level=level))


async def contribute(client: Client) -> None:
    """This person's part of the next shuffle, as any client sends it; too late is no fault."""
    room = here(client)
    nonce = secrets.token_bytes(32)
    mine = client_pb2.Contribute(room_id=room.room_id, game_id=room.game_id, nonce=nonce)
    with suppress(Refused):
        await client.ask(contribute=mine)


async def start_game(host: Client, others: Sequence[Client] = ()) -> str:
    """Start, and wait until everybody has the first view; the game's id.

    Without everybody's `contribute` before it, the deal waits a second for them.
    """
    reply = await host.ask(start_game=client_pb2.StartGame(room_id=here(host).room_id))
    game_id = reply.room.game_id
    for client in (host, *others):
        await client.until(lambda c: _has_view(c, game_id), READY_S)
    return game_id


def _has_view(client: Client, game_id: str) -> bool:
    return client.update is not None and client.update.game_id == game_id


def here(client: Client) -> room_pb2.Room:
    """The room that the client is in."""
    assert client.room is not None, "the client has entered a room"
    return client.room


def is_over(update: table_pb2.Update | None) -> bool:
    """Whether the game of this view has ended."""
    ended = (table_pb2.TABLE_STATUS_OVER, table_pb2.TABLE_STATUS_ABORTED)
    return update is not None and update.table.status in ended


def is_open(update: table_pb2.Update) -> bool:
    """Whether moves are taken: the game is neither held nor over."""
    return update.table.status == table_pb2.TABLE_STATUS_PLAYING


def choose(update: table_pb2.Update, chance: random.Random) -> table_pb2.Action | None:
    """Any legal action, as somebody who announces when it is due; None where none is legal."""
    legal = legal_actions(update)
    announcing = [action for action in legal if getattr(_flat(action), "call", False)]
    choices = announcing or legal
    return _spelled_out(chance.choice(choices), chance) if choices else None


def _spelled_out(action: table_pb2.Action, chance: random.Random) -> table_pb2.Action:
    """The action itself, or, where it says to choose some cards, one that names any of them."""
    flat = _flat(action)
    count = getattr(flat, "choose", 0)
    if not count:
        return action
    cards = chance.sample(list(getattr(flat, "from")), count)
    named = {"type": flat.type, "cards": cards}
    return table_pb2.Action(**{action.WhichOneof("game") or "": named})


def _flat(action: table_pb2.Action) -> Any:
    return getattr(action, action.WhichOneof("game") or "", None)


async def play_to_the_end(
    client: Client, chance: random.Random, timeout_s: float = 120.0, think_s: float = 0.0
) -> None:
    """Play every turn of this client until its game is over. Raises TimeoutError, Refused.

    Before a move it waits `think_s` seconds in the mean, and then plays on the newest view.

    A move that comes too late (the clock, a bot or a window was faster) is no fault, whatever code
    it meets: the next view says what may be done. Refused is raised where no newer view comes. One
    that was made too fast is made again a second later.
    """
    async with asyncio.timeout(timeout_s):
        while not is_over(client.update):
            if think_s and client.update is not None and legal_actions(client.update):
                await asyncio.sleep(2 * think_s * chance.random())
            update = client.update
            version = update.version if update else 0
            action = choose(update, chance) if update is not None and is_open(update) else None
            if update is not None and action is not None:
                act = client_pb2.Act(game_id=update.game_id, version=version, action=action)
                try:
                    await client.ask(act=act)
                except Refused as refused:
                    if refused.code == "rate_limited":
                        # Faster than the gateway lets anybody be: as its page for clients says.
                        await asyncio.sleep(TOO_FAST_S)
                        continue
                    if not await _went_on(client, version):
                        raise
            await client.until(partial(_is_past, version=version), timeout_s)


async def _went_on(client: Client, version: int) -> bool:
    """Whether the table has gone past that version, or does so in a moment."""
    try:
        await client.until(partial(_is_past, version=version), LATE_S)
    except TimeoutError:
        return False
    return True


def _is_past(client: Client, version: int) -> bool:
    update = client.update
    return update is not None and (update.version > version or is_over(update))
