"""The store on a real server: compare-and-set, guards, indexes, ends of records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from redis.asyncio import Redis as Client

from lobby import commands as c
from lobby import room as rules
from lobby.database import Database
from lobby.ending import close
from lobby.errors import StoreLost
from lobby.history import Limits, Player, Settlement
from lobby.ledger import Ledger
from lobby.people import Counts, People
from lobby.policy import load_policies
from lobby.store import Marker, Store
from lobby.values import Outcome, Room
from tests.lobby.world import PEOPLE, World, name_of
from tests.support.servers import Redis

NOW_MS = 20
MARKER = Marker(PEOPLE[0], "create_room", "r 1/ü*")


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[Client]:
    client = Client.from_url(redis_url, decode_responses=True, socket_timeout=1)
    yield client
    await client.aclose()


@pytest.fixture
def store(client: Client) -> Store:
    return store_over(client)


def store_over(client: Client) -> Store:
    database = Database(client)
    ledger = Ledger(database, Limits(settled_ms=60_000, voids_ms=60_000), lambda: NOW_MS)
    return Store(database, ledger, requests_kept_ms=60_000, closed_kept_ms=1_000)


async def save(store: Store, before: Room | None, after: Room, limit: int = 3) -> str:
    return await store.save(before, after, rooms_per_person=limit)


def changed(world: World, command: c.Command) -> Room:
    """The room after a command, saved nowhere yet."""
    after = rules.decide(world.room, command, world.moment())
    return replace(after, revision=world.room.revision + 1)


async def test_only_one_of_two_saves_upon_the_same_room_is_written(store: Store) -> None:
    world = World()
    first = world.room
    assert await save(store, None, first) == "saved"
    assert await save(store, None, first) == "conflict"
    one = changed(world, c.Join(PEOPLE[1], "Bia"))
    two = changed(world, c.Join(PEOPLE[2], "Caio"))
    assert sorted(await asyncio.gather(save(store, first, one), save(store, first, two))) == [
        "conflict",
        "saved",
    ]
    found = await store.room(first.room_id)
    assert found in (one, two)
    winner, loser = (one, two) if found == one else (two, one)
    assert await store.rooms_of(winner.members[1].player_id) == [first.room_id]
    assert await store.rooms_of(loser.members[1].player_id) == []


async def test_deadlines_published_anew_count_as_a_change(store: Store) -> None:
    room = World().room
    await save(store, None, room)
    armed = replace(room, armed=room.armed + 1)
    assert await save(store, room, armed) == "saved"
    assert await save(store, room, replace(room, revision=2)) == "conflict"


async def test_a_request_is_known_again_and_writes_nothing(store: Store) -> None:
    world = World()
    saved = await store.save(None, world.room, rooms_per_person=3, marker=MARKER)
    assert saved == "saved"
    assert await store.carried_out(MARKER) == world.room.room_id
    other = replace(world.room, room_id="b" * 16, code="OTHER2")
    assert await store.save(None, other, rooms_per_person=3, marker=MARKER) == "repeated"
    assert await store.room("b" * 16) is None
    assert await store.carried_out(replace(MARKER, method="join_room")) is None


async def test_a_code_is_given_once(store: Store) -> None:
    room = World().room
    await save(store, None, room)
    assert await save(store, None, replace(room, room_id="b" * 16)) == "code_taken"
    assert await store.room_id_of(room.code) == room.room_id


async def test_a_closed_room_is_forgotten_with_its_code(store: Store, client: Client) -> None:
    world = World()
    room = world.room
    await save(store, None, room)
    closing = replace(close(room, "closed", world.moment()), revision=2)
    await save(store, room, closing)
    assert await client.pttl(f"lobby:room:{room.room_id}") == -1
    at_end = replace(closing, todo=(), revision=3)
    await save(store, closing, at_end)
    assert 0 < await client.pttl(f"lobby:room:{room.room_id}") <= 1_000
    assert 0 < await client.pttl(f"lobby:code:{room.code}") <= 1_000
    assert await store.rooms_of(PEOPLE[0]) == []
    assert await store.listing() == []


async def test_history_and_counts_are_written_once_a_game(store: Store, client: Client) -> None:
    players = tuple(Player(n, PEOPLE[n], name_of(PEOPLE[n]), 0) for n in (0, 1))
    players += (Player(2, "", "Rei", 3),)
    outcome = Outcome("g" * 16, (1,), ((0, 0), (1, 9)), "out", "")
    game = Settlement("r" * 16, "virae", outcome, players, 10, 20, rated=False, best="rivals")
    settled = await asyncio.gather(*(store.settle(game) for _ in range(4)))
    assert sorted(settled) == [False, False, False, True]
    void = replace(game, outcome=Outcome("h" * 16, (), (), "", "host"), ended_ms=21)
    assert await store.settle(void)
    people = People(Database(client), load_policies())
    assert (await people.profile(PEOPLE[0])).counts == (Counts("virae", 1, 0, None),)
    assert (await people.profile(PEOPLE[1])).counts == (Counts("virae", 1, 1, 0),)
    past = await people.history(PEOPLE[1], "", 10)
    assert [(kept["game_id"][0], kept["aborted"]) for kept in past.games] == [
        ("h", "host"),
        ("g", ""),
    ]


async def test_everything_a_room_leaves_has_an_end(store: Store, client: Client) -> None:
    world = World()
    room = world.room
    await store.save(None, room, rooms_per_person=3, marker=MARKER)
    opened = changed(world, c.SocketOpened(PEOPLE[0], "gate1", "s1"))
    await save(store, room, opened)
    world.room = opened
    at_end = replace(close(opened, "closed", world.moment()), todo=(), revision=9)
    await save(store, opened, at_end)
    lasting = [key async for key in client.scan_iter("*") if await client.pttl(key) == -1]
    assert lasting == []


async def test_a_server_that_does_not_answer_is_said_so(redis_server: Redis) -> None:
    client = Client.from_url(redis_server.url, decode_responses=True, socket_timeout=0.1)
    store = store_over(client)
    await store.listing()
    redis_server.control.freeze()
    try:
        with pytest.raises(StoreLost):
            await store.room("a" * 16)
    finally:
        redis_server.control.thaw()
        await client.aclose()


async def test_what_is_known_of_a_room_is_never_older_than_the_store(client: Client) -> None:
    """Another process's save is seen, one that lost is not, and a room that is gone is gone."""
    here, there = store_over(client), store_over(client)
    world = World()
    first = world.room
    assert await save(here, None, first) == "saved"
    known = await here.room(first.room_id)
    assert await here.room(first.room_id) is known
    assert await there.room(first.room_id) == first
    one = changed(world, c.Join(PEOPLE[1], "Bia"))
    two = changed(world, c.Join(PEOPLE[2], "Caio"))
    assert await save(there, first, one) == "saved"
    assert await save(here, first, two) == "conflict"
    assert await here.room(first.room_id) == one
    assert await here.rooms([first.room_id, "nosuchroomatall2"]) == [one, None]
    await client.flushall()
    assert await here.room(first.room_id) is None
