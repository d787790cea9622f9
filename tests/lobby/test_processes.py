"""Lobby and timer as processes: kill -9, leases that run out, rooms that expire by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis as Client

from cardbus.errors import CallError
from cardkit.clock import SystemClock
from cardproto.v1 import lobby_pb2
from cardproto.v1.common_pb2 import Participant, Result
from cardproto.v1.room_pb2 import ROOM_PHASE_PAUSED, ROOM_PHASE_PLAYING, ROOM_PHASE_STARTING
from carteado.fleet import Doors, Fleet, Plan, Servers
from tests.lobby.conftest import CHANCE, Hall, OpenHall, closed, eventually

pytestmark = pytest.mark.chaos


@asynccontextmanager
async def processes(
    hall: Hall,
    folder: Path,
    *,
    alone: bool = True,
    lobbies: int = 1,
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[Fleet]:
    """Lobbies and a timer on the hall's servers; not `alone`: engine and bots as well.

    Started beside the loop, on which the hall's own connections must answer their pings.
    """
    server, redis = hall.server, hall.redis
    servers = Servers((server.url,), server.passwords, redis.address, redis.password)
    replicas = {"engine": 0, "bot-runner": 0, "gateway": 0} if alone else {"gateway": 0}
    replicas = {**replicas, "lobby": lobbies}
    doors = Doors("127.0.0.1", (), "", folder)
    fleet = Fleet(servers, doors, Plan(replicas, settings or {}), folder, f"test:{folder}")
    await asyncio.to_thread(fleet.launch)
    try:
        await asyncio.to_thread(fleet.await_ready)
        yield fleet
    finally:
        for member in fleet.members:
            member.kill()


async def test_a_lobby_killed_while_it_asks_the_engine_loses_no_start(
    open_hall: OpenHall, tmp_path: Path
) -> None:
    hall = await open_hall(lobbies=0)
    settings = {"CARTEADO_NONCE_WAIT_MS": "0"}
    async with processes(hall, tmp_path, settings=settings) as fleet:
        host, room = await hall.table(hall.person())
        hall.engine.mute.add("start")
        pressing = asyncio.create_task(host.ask("start_game", room_id=room.room_id))
        while not hall.engine.games:
            await asyncio.sleep(0.005)
        lobby = fleet.of("lobby")[0]
        lobby.kill()
        hall.engine.mute.clear()
        await asyncio.to_thread(lobby.restart)
        assert (await hall.room(room)).phase in (ROOM_PHASE_STARTING, ROOM_PHASE_PLAYING)

        async def playing() -> bool:
            return (await hall.room(room)).phase == ROOM_PHASE_PLAYING

        await eventually(playing, 15.0)
        assert len(hall.engine.games) == 1
        pressing.cancel()


async def test_people_of_a_dead_gateway_are_absent_and_their_room_ends(
    open_hall: OpenHall, tmp_path: Path
) -> None:
    hall = await open_hall(lobbies=0)
    async with processes(hall, tmp_path, settings={"CARTEADO_TIME_SCALE": "0.03"}):
        host, room = await hall.table(bots=2)
        await host.ask("start_game", room_id=room.room_id)
        game = hall.engine.games[room.game_id]

        async def paused() -> bool:
            return (await hall.room(room)).phase == ROOM_PHASE_PAUSED

        async def told() -> bool:
            """The room is paused when it is saved; the engine hears of it right after."""
            known = game.connected.get(host.player_id)
            return known is not None and known[1] is False

        await eventually(paused, 10.0)
        await eventually(told, 5.0)

        async def ended() -> bool:
            return closed(await hall.room(room)) and game.over

        await eventually(ended, 15.0)
        assert game.aborted == "room_closed"
        assert hall.rooms[room.room_id][-1].closed_because == "expired"


async def test_many_kills_leave_no_room_behind(open_hall: OpenHall, tmp_path: Path) -> None:
    """Rooms are made, started and left while the lobby is killed again and again."""
    hall = await open_hall(lobbies=0)
    settings = {"CARTEADO_NONCE_WAIT_MS": "0", "CARTEADO_ROOMS_PER_PERSON": "100"}
    async with processes(hall, tmp_path, settings=settings) as fleet:
        lobby = fleet.of("lobby")[0]
        stopping = asyncio.Event()

        async def live() -> None:
            person = hall.person()
            while not stopping.is_set():
                try:
                    room = await person.create()
                    await person.ask("take_seat", room_id=room.room_id, seat=0)
                    await person.ask("add_bot", room_id=room.room_id, level=1)
                    await person.ask("start_game", room_id=room.room_id)
                    await person.ask("pause_game", room_id=room.room_id)
                    await person.ask("resume_game", room_id=room.room_id)
                except Exception:
                    await asyncio.sleep(0.05)

        people = [asyncio.create_task(live()) for _ in range(4)]
        for _ in range(4):
            await asyncio.sleep(0.7)
            lobby.kill()
            await asyncio.to_thread(lobby.restart)
        stopping.set()
        await asyncio.gather(*people)
        assert len(hall.engine.games) > 4

        async def agreed() -> bool:
            for room_id, seen in hall.rooms.items():
                room = await hall.room(seen[-1])
                game = hall.engine.games.get(room.game_id)
                on = room.phase in (ROOM_PHASE_PLAYING, ROOM_PHASE_PAUSED)
                if room.phase == ROOM_PHASE_STARTING or on != (game is not None):
                    return False
                if game is not None and bool(game.pauses) != (room.phase == ROOM_PHASE_PAUSED):
                    return False
                if not on and not room.commitment:
                    return False
                assert room.room_id == room_id
            return True

        await eventually(agreed, 20.0)
        started = {game.request.room_id for game in hall.engine.games.values()}
        assert started <= set(hall.rooms)


async def test_results_are_rated_once_whatever_lobby_dies(
    open_hall: OpenHall, tmp_path: Path, redis_url: str
) -> None:
    """The engine repeats what was not answered, and never what was: each game counts once."""
    hall = await open_hall(lobbies=0)
    people = [CHANCE.game_id() for _ in range(2)]
    ended_ms = SystemClock().now_ms()

    def result(number: int) -> lobby_pb2.SettleRequest:
        request = lobby_pb2.SettleRequest(
            game_id=CHANCE.game_id(),
            room_id=CHANCE.room_id(),
            game="caravan",
            rated=True,
            participants=[
                Participant(seat=seat, player_id=person, name=f"P{seat}")
                for seat, person in enumerate(people)
            ],
            started_ms=ended_ms - 1_000,
            ended_ms=ended_ms + number,
        )
        request.result.CopyFrom(Result(winners=[number % 2], reason="sold"))
        return request

    async def settle(request: lobby_pb2.SettleRequest) -> None:
        while True:
            try:
                await hall.engine_asks.settle(request)
            except CallError:
                await asyncio.sleep(0.05)
            else:
                return

    async with processes(hall, tmp_path, lobbies=2) as fleet:
        stopping = asyncio.Event()

        async def strike() -> None:
            while not stopping.is_set():
                for lobby in fleet.of("lobby"):
                    lobby.kill()
                    await asyncio.sleep(0.1)
                    await asyncio.to_thread(lobby.restart)

        striking = asyncio.create_task(strike())
        games = [result(number) for number in range(30)]
        for chunk in range(0, 30, 6):
            # Twice each at the same time, as two engines would after a death of their own.
            await asyncio.gather(*(settle(game) for game in games[chunk : chunk + 6] * 2))
            await asyncio.sleep(0.3)
        stopping.set()
        await striking
    client = Client.from_url(redis_url, decode_responses=True)
    for person in people:
        rating = await client.hgetall(f"lobby:rating:caravan:{person}")
        assert (rating["games"], rating["won"]) == ("30", "15")
        assert await client.zcard(f"lobby:person:{person}:games") == 30
        counts = await client.hgetall(f"lobby:person:{person}:statistics")
        assert counts["caravan:played"] == "30"
    await client.aclose()


async def test_real_games_are_settled_and_followed_by_the_next(
    open_hall: OpenHall, tmp_path: Path
) -> None:
    """A person who does nothing against two bots: time plays, the game ends, another begins."""
    hall = await open_hall(lobbies=0)
    await hall.step_aside()
    fast = {"CARTEADO_TIME_SCALE": "0.005", "CARTEADO_BOT_PACE": "0"}
    still = {
        "CARTEADO_LEASE_MS": "100000000",
        "CARTEADO_EXPIRY_MS": "100000000",
        "CARTEADO_ABSENCE_MS": "100000000",
    }
    async with processes(hall, tmp_path, alone=False, settings={**fast, **still}):
        host, room = await hall.table(bots=2)
        starters = []
        for played in (1, 2):

            async def committed() -> bool:
                return bool((await hall.room(room)).commitment)

            await eventually(committed, 10.0)
            now = await hall.room(room)
            nonce = bytes(range(played, played + 16))
            await host.ask("contribute", room_id=room.room_id, game_id=now.game_id, nonce=nonce)
            started = (await host.ask("start_game", room_id=room.room_id)).room
            assert started.game_id == now.game_id
            starters.append(started.game_id)

            async def settled(count: int = played) -> bool:
                return (await hall.room(room)).games_played == count

            await eventually(settled, 60.0)
            after = await hall.room(room)
            assert after.last_game_id == started.game_id
            assert len(after.last_result.winners) == 1
        assert len(set(starters)) == 2
        await eventually(committed, 10.0)
        await host.ask("start_game", room_id=room.room_id)
        await host.ask("end_game", room_id=room.room_id)

        async def ended() -> bool:
            return (await hall.room(room)).last_aborted == "host"

        await eventually(ended, 10.0)
