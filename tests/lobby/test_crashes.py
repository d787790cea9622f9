"""A lobby that dies between any two of its steps: the room's deadline heals what it left.

Each scenario is run once for every step that it takes (a publish, a save, a call), dying before
that step, and once more dying right after it. Then a new lobby gets what the timer would send.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from cardbus.api.engine import EngineClient
from cardbus.bus import Bus
from cardbus.due import DueSet
from cardkit.clock import SystemClock
from cardkit.metrics import Metrics
from cardproto.v1 import contract_pb2
from lobby import commands as c
from lobby.announcing import BusAnnouncer
from lobby.calls import EngineCalls
from lobby.counters import Counters
from lobby.database import Database
from lobby.errors import Refused
from lobby.history import Player, Settlement
from lobby.ledger import Ledger
from lobby.play import Play
from lobby.policy import load_policies
from lobby.queueing import Queue
from lobby.requests import default_settings
from lobby.room import SYNC, deadlines
from lobby.rooms import Rooms
from lobby.store import Marker, Saved, Store
from lobby.turns import Turns
from lobby.values import Limits, Outcome, Phase, Room
from tests.lobby.conftest import CHANCE, Hall, OpenHall, bus_settings, lobby_settings

HOST, GUEST = "h" * 16, "g" * 16


class Died(BaseException):
    """The process is no more."""


class Fuse:
    """Burns down by one with each step; then the process is dead."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.burnt = False

    def step(self) -> None:
        if self.left == 0 or self.burnt:
            self.burnt = True
            raise Died
        self.left -= 1

    async def around(self, work: Awaitable[Any]) -> Any:
        """Die before the work, or after it."""
        try:
            self.step()
        except Died:
            if asyncio.iscoroutine(work):
                work.close()
            raise
        found = await work
        self.step()
        return found


class MortalStore(Store):
    fuse: Fuse

    async def save(self, before: Room | None, after: Room, **rest: Any) -> Saved:
        saved: Saved = await self.fuse.around(super().save(before, after, **rest))
        return saved


class MortalAnnouncer(BusAnnouncer):
    fuse: Fuse

    async def deadlines(self, owner: str, owner_id: str, due: DueSet) -> None:
        await self.fuse.around(super().deadlines(owner, owner_id, due))


class MortalCalls(EngineCalls):
    fuse: Fuse

    async def perform(self, room: Room, intents: Any, now_ms: int) -> Any:
        return await self.fuse.around(super().perform(room, intents, now_ms))


@dataclass
class Process:
    """What one lobby process works with."""

    rooms: Rooms
    play: Play
    store: Store
    fuse: Fuse


@dataclass
class Ground:
    """Servers, and how to start a process on them."""

    hall: Hall
    bus: Bus
    redis: Client

    def process(self, steps: int = 1_000_000) -> Process:
        fuse = Fuse(steps)
        settings = lobby_settings(
            self.hall.server, self.hall.redis, nonce_wait_ms=0, shown_absence_ms=1
        )
        database = Database(self.redis)
        store = MortalStore(
            database,
            Ledger(database, settings.kept(), SystemClock().now_ms),
            requests_kept_ms=60_000,
            closed_kept_ms=60_000,
        )
        calls = MortalCalls(EngineClient(self.bus), 10_000)
        announcer = MortalAnnouncer(self.bus)
        store.fuse = calls.fuse = announcer.fuse = fuse
        clock = SystemClock()
        rooms = Rooms(
            store,
            calls,
            announcer,
            now_ms=clock.now_ms,
            chance=CHANCE,
            policies=load_policies(),
            durations=settings.durations(),
            limits=Limits(members=8, rooms_per_person=1_000),
            turns=Turns(8),
            counters=Counters(Metrics()),
        )
        queue = Queue(database, store, rooms, announcer, settings.queue_rules(), clock.now_ms)
        return Process(rooms, Play(store, rooms, queue, clock.now_ms, 0), store, fuse)

    async def table(self) -> Room:
        """A room with two people and a bot, committed and ready to start."""
        process = self.process()
        policy = load_policies()["virae"]
        settings = default_settings(policy)
        marker = Marker(HOST, "create_room", CHANCE.game_id())
        room = await process.rooms.open(
            HOST, "Ana", "virae", settings, private=False, marker=marker
        )
        for command in (
            c.Join(GUEST, "Bia"),
            c.SocketOpened(HOST, "gate1", f"s{room.room_id[:8]}"),
            c.SocketOpened(GUEST, "gate1", f"t{room.room_id[:8]}"),
            c.TakeSeat(HOST, 0),
            c.TakeSeat(GUEST, 1),
            c.AddBot(HOST, 2, 1),
        ):
            await process.rooms.change(room.room_id, command)
        await process.rooms.drain()
        return await process.rooms.get(room.room_id)

    async def game(self) -> Room:
        """The same, playing."""
        room = await self.table()
        process = self.process()
        return await process.play.start(Marker(HOST, "start", CHANCE.game_id()), room.room_id)


@pytest.fixture
async def ground(open_hall: OpenHall) -> Any:
    hall = await open_hall(lobbies=0)
    settings = bus_settings(hall.server, contract_pb2.PARTY_LOBBY)
    bus = await Bus.connect(settings, SystemClock().now_ms)
    redis = Client.from_url(hall.redis.url, decode_responses=True)
    yield Ground(hall, bus, redis)
    await bus.close()
    await redis.aclose()


Scenario = Callable[[Process, Room], Awaitable[object]]


async def _start(process: Process, room: Room) -> None:
    await process.play.start(Marker(HOST, "start_game", "s1"), room.room_id)


async def _close(process: Process, room: Room) -> None:
    await process.rooms.change(room.room_id, c.Close(HOST), calls="finish")


async def _pause(process: Process, room: Room) -> None:
    await process.rooms.change(room.room_id, c.Pause(HOST), calls="finish")


async def _pause_resume(process: Process, room: Room) -> None:
    await process.rooms.change(room.room_id, c.Pause(HOST), calls="finish")
    await process.rooms.change(room.room_id, c.Resume(HOST), calls="finish")


async def _leave(process: Process, room: Room) -> None:
    await process.rooms.change(room.room_id, c.Leave(HOST), calls="finish")


async def _everybody_gone(process: Process, room: Room) -> None:
    await process.rooms.change(room.room_id, c.Mend("gate1", {}, dead=True))
    await asyncio.sleep(0.002)
    await process.rooms.visit(room.room_id)


async def _settle(process: Process, room: Room) -> None:
    await process.rooms.settle(settlement(room))


def settlement(room: Room) -> Settlement:
    outcome = Outcome(room.game_id, (1,), ((1, 7),), "out", "")
    players = (Player(0, HOST, "Ana", 0), Player(1, GUEST, "Bia", 0))
    return Settlement(room.room_id, "caravan", outcome, players, 1, 2, rated=True)


WAITING: dict[str, Scenario] = {"start": _start, "close": _close, "leave": _leave}
PLAYING: dict[str, Scenario] = {
    "pause": _pause,
    "pause and resume": _pause_resume,
    "leave": _leave,
    "everybody gone": _everybody_gone,
    "close": _close,
    "settle": _settle,
}


async def lives_through(ground: Ground, scenario: Scenario, room: Room, steps: int) -> bool:
    """Run it with so long a fuse; whether it came to its end."""
    process = ground.process(steps)
    try:
        await scenario(process, room)
        await process.rooms.drain()
    except Died:
        pass
    for task in tuple(process.rooms._tasks):
        task.cancel()
    return not process.fuse.burnt


def is_sync(kind: str) -> bool:
    """The deadline that is always there; while a game is on it names the game."""
    return kind.partition(":")[0] == SYNC


async def heal(ground: Ground, room: Room) -> Room:
    """What the timer has done: the deadlines that were published, until nothing stands."""
    process = ground.process()
    before = await process.store.room(room.room_id)
    assert before is not None
    moment = process.rooms.moment("virae")
    told = await ground.hall.deadlines("room", room.room_id)
    assert told is not None
    (sync_ms,) = (ms for kind, ms in told.entries if is_sync(kind))
    for kind, due_ms in deadlines(before, moment):
        assert told.at(kind) == due_ms or sync_ms <= moment.now_ms + 5_000, kind
    await process.rooms.visit(room.room_id)
    await process.rooms.drain()
    after = await process.store.room(room.room_id)
    assert after is not None
    return after


async def agree(ground: Ground, room: Room) -> None:
    """Room and engine tell the same story, and the timer knows what is due."""
    engine = ground.hall.engine
    assert room.todo == ()
    game = engine.games.get(room.game_id)
    if room.phase is Phase.WAITING:
        assert game is None
        assert room.commitment == engine.seeds[room.game_id]
    elif room.phase is Phase.CLOSED:
        assert room.game_id not in engine.seeds or (game is not None and game.over)
    else:
        assert game is not None
        assert not game.over
        assert game.pauses == set(room.pauses)
        assert (room.phase is Phase.PAUSED) == bool(room.pauses)
    told = await ground.hall.deadlines("room", room.room_id)
    due = deadlines(room, ground.process().rooms.moment("virae"))
    assert told is not None
    assert {(k, ms) for k, ms in told.entries if not is_sync(k)} == set(due)


@pytest.mark.parametrize("name", WAITING)
async def test_a_waiting_room_heals_from_a_death_at_any_step(ground: Ground, name: str) -> None:
    for steps in range(100):
        room = await ground.table()
        done = await lives_through(ground, WAITING[name], room, steps)
        await agree(ground, await heal(ground, room))
        if done:
            break
    assert 2 <= steps < 99


@pytest.mark.parametrize("name", PLAYING)
async def test_a_game_heals_from_a_death_at_any_step(ground: Ground, name: str) -> None:
    for steps in range(100):
        room = await ground.game()
        if name == "settle":
            ground.hall.engine.games[room.game_id].over = True
        done = await lives_through(ground, PLAYING[name], room, steps)
        if name == "settle":
            await ground.process().rooms.settle(settlement(room))
        healed = await heal(ground, room)
        await agree(ground, healed)
        if name == "settle":
            assert healed.games_played == 1
            rating = await ground.redis.hgetall(f"lobby:rating:caravan:{GUEST}")
            assert (rating["games"], rating["won"]) == (str(steps + 1), str(steps + 1))
        if done:
            break
    assert 2 <= steps < 99


async def test_a_death_while_a_room_is_made_leaves_nothing_half_made(ground: Ground) -> None:
    policy = load_policies()["virae"]
    settings = default_settings(policy)
    for steps in range(100):
        marker = Marker(CHANCE.game_id(), "create_room", "c1")
        process = ground.process(steps)
        try:
            await process.rooms.open(
                marker.player_id, "Ana", "virae", settings, private=False, marker=marker
            )
            await process.rooms.drain()
        except Died:
            pass
        again = ground.process()
        room = await again.rooms.open(
            marker.player_id, "Ana", "virae", settings, private=False, marker=marker
        )
        assert await again.store.rooms_of(marker.player_id) == [room.room_id]
        await agree(ground, await heal(ground, room))
        if not process.fuse.burnt:
            break
    assert 2 <= steps < 99


async def test_a_start_that_the_engine_never_answered_is_found_by_the_next_lobby(
    ground: Ground,
) -> None:
    room = await ground.table()
    ground.hall.engine.mute.add("start")
    process = ground.process()
    pressing = asyncio.create_task(_start(process, room))
    while not ground.hall.engine.games.get(room.game_id):
        await asyncio.sleep(0.01)
    process.fuse.burnt = True
    pressing.cancel()
    ground.hall.engine.mute.clear()
    await agree(ground, await heal(ground, room))


async def test_a_start_refused_for_good_gives_the_room_another_game(ground: Ground) -> None:
    room = await ground.table()
    ground.hall.engine.refuse["start"] = "already_started"
    with pytest.raises(Refused) as refused:
        await _start(ground.process(), room)
    assert refused.value.code == "already_started"
    healed = await heal(ground, room)
    assert healed.phase is Phase.WAITING
    assert healed.game_id != room.game_id
    await agree(ground, healed)


async def test_a_game_that_the_engine_lost_lets_its_room_go(ground: Ground) -> None:
    room = await ground.game()
    del ground.hall.engine.games[room.game_id]
    process = ground.process()
    process.rooms._now_ms = lambda: SystemClock().now_ms() + 11 * 60_000
    await process.rooms.visit(room.room_id)
    after = await process.rooms.get(room.room_id)
    assert after.phase is Phase.WAITING or after.phase is Phase.CLOSED
    assert after.game_id != room.game_id or after.phase is Phase.CLOSED
