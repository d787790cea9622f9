"""Whole games over the real wire: no byte that a client gets holds a card it must not know."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from google.protobuf.message import Message

from cardproto.v1 import client_pb2, contract_pb2, room_pb2, table_pb2
from cardrules.cards import STANDARD_52, VIRAE_108
from cardrules.registry import GAMES
from carteado.client import Client
from carteado.people import add_bots, arrive, here, join, open_room, play_to_the_end, start_game
from carteado.stack import Stack
from game_engine.log_entry import from_wire
from game_engine.store import Streams
from game_engine.table import Table, evolve, first
from tests.chaos.games import bus_of

CARDS = frozenset((*VIRAE_108, *STANDARD_52))
"""The faces of both decks; none is in both."""


def known_of_virae(position: Any, seat: int | None, update: table_pb2.Update) -> set[str]:
    """What lies open, what anybody showed, and the own hand."""
    known = {*position["discard"], *position["recycled"]}
    known |= {card for move in position["history"] for card in cards_of(move)}
    return known | own(position, seat)


def known_of_rouba_monte(position: Any, seat: int | None, update: table_pb2.Update) -> set[str]:
    """The centre, the piles, what came through them, and the own hand."""
    known = {card for move in position["history"] for card in cards_of(move)}
    known |= {*position["center"], *(card for pile in position["piles"].values() for card in pile)}
    return known | own(position, seat)


def known_of_rami(position: Any, seat: int | None, update: table_pb2.Update) -> set[str]:
    """What lies open, what everyone saw taken, hands that are counted, and the own hand."""
    known = {card for move in position["history"] for card in cards_of(move)}
    known |= {*position["discard"], *(card for meld in position["melds"] for card in meld["cards"])}
    known |= {card for held in position["known"].values() for card in held}
    drawn = ("dealt", "drew")
    shown = [event.rami for event in update.events if event.rami.type not in drawn]
    known |= {card for event in shown for card in (*event.cards, event.card)}
    return known | own(position, seat)


def known_of_hearts(position: Any, seat: int | None, update: table_pb2.Update) -> set[str]:
    """The tricks, the own hand, and what the own exchange brought and took."""
    known = {played["card"] for played in position["trick"]}
    known |= {card for pile in position["taken"].values() for card in pile}
    shown = [event.hearts for event in update.events if event.hearts.type in ("played", "took")]
    known |= {card for event in shown for card in (*event.cards, event.card)}
    if seat is not None:
        steps = {"left": 1, "right": 3, "across": 2, "none": 0}[position["pass"]]
        for pile, whose in (("chosen", seat), ("received", seat), ("received", seat + steps)):
            known |= set(position[pile].get(str(whose % 4), []))
    return known | own(position, seat)


def known_of_caravan(position: Any, seat: int | None, update: table_pb2.Update) -> set[str]:
    """Both sides' routes and discards, what anybody played, and the own hand."""
    known = {card for move in position["history"] for card in cards_of(move)}
    for side in ("0", "1"):
        stacks = [stack for route in position["routes"][side] for stack in route["cards"]]
        known |= {card for stack in stacks for text in stack for card in cards_of(text)}
        known |= {*position["discards"][side], *position["recycled"][side]}
    return known | own(position, seat)


def own(position: Any, seat: int | None) -> set[str]:
    """The cards in the seat's hand."""
    return set() if seat is None else set(position["hands"][str(seat)])


KNOWN: Mapping[str, Callable[[Any, int | None, table_pb2.Update], set[str]]] = {
    "virae": known_of_virae,
    "rouba-monte": known_of_rouba_monte,
    "rami": known_of_rami,
    "hearts": known_of_hearts,
    "caravan": known_of_caravan,
}
SHORT = {"hearts": '{"limit":26}'}


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Fast clocks, and logs that stay to be read."""
    return {"CARTEADO_TIME_SCALE": "0.2", "CARTEADO_ARCHIVE_MS": "86400000"}


class Ear:
    """Keeps every frame that a client got, as bytes."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.frames: list[bytes] = []
        client.on_frame = self.frames.append


@pytest.mark.parametrize("game", sorted(KNOWN))
async def test_no_byte_holds_a_card_that_its_reader_must_not_know(stack: Stack, game: str) -> None:
    """Two people, bots where there is room, a watcher; truth is the log, read as the engine may."""
    people = [await arrive(stack.url, f"person {number}") for number in range(3)]
    ears = [Ear(client) for client in people]
    settings = room_pb2.RoomSettings(options=SHORT.get(game, ""), action_ms=60_000)
    room = await open_room(people[0], game, settings)
    policy = GAMES[game].policy
    await join(people[1], room.code, min(3, policy.seats - 1))
    await add_bots(people[0], min(2, policy.players_max - 2))
    await people[2].ask(enter_room=client_pb2.EnterRoom(code=room.code))
    game_id = await start_game(people[0], people[1:])
    await asyncio.gather(
        *(play_to_the_end(client, random.Random(7), 90) for client in people[:2]),
        people[2].until(lambda c: c.update is not None and c.update.table.status >= 3, 90),
    )
    truth = await positions(stack, game_id)
    seats = {
        participant.player_id: participant.seat
        for participant in truth[1].started.participants
        if participant.player_id
    }
    for ear in ears:
        seat = seats.get(ear.client.session.player_id)
        shown = set()
        for data in ear.frames:
            frame = client_pb2.ServerFrame.FromString(data)
            assert len(frame.SerializeToString()) <= len(data), "nothing that a client can't read"
            if frame.WhichOneof("body") == "update":
                check_update(frame.update, truth[frame.update.version], seat)
                shown.add(frame.update.version)
            else:
                assert not cards_in(frame), "cards travel in updates only"
            if not ended(frame):
                assert truth[1].server_seed not in data
        # Quick bots may have moved before the first view was read.
        assert shown == {version for version in truth if version >= min(shown)}, "no holes"
    for client in people:
        await client.close()
    assert here(people[0]).room_id == room.room_id


def check_update(update: table_pb2.Update, table: Table, seat: int | None) -> None:
    """The cards in the message are public ones and the reader's own, nothing else."""
    position: Any = table.rules.dump(table.position)
    game = table.rules.id
    shown = getattr(update.view, game.replace("-", "_"))
    if seat is None:
        assert not update.HasField("you")
        assert not update.reveals
        assert not shown.HasField("own")
    else:
        assert update.you == seat
        assert list(shown.own.hand) == position["hands"][str(seat)]
    assert cards_in(update) <= KNOWN[game](position, seat, update)


def ended(frame: client_pb2.ServerFrame) -> bool:
    """Whether the frame shows a game that is over."""
    return frame.update.table.status >= table_pb2.TABLE_STATUS_OVER


async def positions(stack: Stack, game_id: str) -> dict[int, Table]:
    """The table after each version, folded from the log."""
    bus = await bus_of(stack, contract_pb2.PARTY_ENGINE)
    streams = Streams(bus)
    seed = await streams.find_seed(game_id)
    assert seed is not None
    tables: dict[int, Table] = {}
    table: Table | None = None
    for stored in await streams.entries(game_id):
        entry = from_wire(stored.message)
        table = first(game_id, entry, seed.server_seed) if table is None else evolve(table, entry)
        tables[table.version] = table
    await bus.close()
    return tables


def cards_in(message: Message) -> set[str]:
    """Every card that any text of the message names."""
    return {card for text in texts(message) for card in cards_of(text)}


def cards_of(text: str) -> set[str]:
    """`R5`, `2 R5!`, `2 W>B`, `0 -QS`, `0 9C>1` and `KD@1` name a card each, `2 7D=7C` two."""
    return set(re.split(r"[\s!>@=<-]", text)) & CARDS


def texts(message: Message) -> Iterator[str]:
    """All texts of a message, of whatever field, at whatever depth."""
    for descriptor, value in message.ListFields():
        for one in value if descriptor.is_repeated else [value]:
            if isinstance(one, Message):
                yield from texts(one)
            elif isinstance(one, str):
                yield one
