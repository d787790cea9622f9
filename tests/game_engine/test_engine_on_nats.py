"""The engine as a service on a real server: seeds, games, bots, two engines, settling, archiving.

The lobby and the bot-runner are played by peers that answer by the contract.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import nats
import orjson
import pytest
import pytest_asyncio

from cardbus.api.bots import BotRunnerCaller
from cardbus.api.engine import EngineClient
from cardbus.api.lobby import LobbyClient
from cardbus.bus import Bus
from cardbus.due import DueSet
from cardbus.errors import CallError
from cardbus.provision import provision
from cardbus.reply import Reply
from cardbus.settings import BusSettings
from cardkit.clock import SystemClock
from cardproto.v1 import bots_pb2, contract_pb2, engine_pb2, lobby_pb2, table_pb2
from cardproto.v1.common_pb2 import Actor, Participant
from cardrules import record as records
from cardwire import codec_of
from game_engine.bots import Bots
from game_engine.desk import Desk
from game_engine.desks import Desks
from game_engine.fullness import Fullness
from game_engine.handlers import SEED_FRESH_MS, EngineHandlers
from game_engine.settling import Settling
from game_engine.store import Streams
from game_engine.timing import Timing
from tests.support.servers import Nats

ROOM = "roomroomroomroom"
SEED = bytes(range(32))
FAST = Timing(
    scale=0.001, bot_min_ms=0, bot_max_ms=0, bot_forced_ms=0, bot_patience_ms=5_000, archive_ms=1
)


def new_id() -> str:
    return "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(16))


@dataclass
class Peers:
    """A lobby that notes what is settled, and bots that take the first legal action."""

    settled: list[lobby_pb2.SettleRequest] = field(default_factory=list)
    decided: list[table_pb2.Update] = field(default_factory=list)
    lobby_away: bool = False

    def settle(
        self, request: lobby_pb2.SettleRequest, reply: Reply[lobby_pb2.SettleResponse]
    ) -> None:
        if self.lobby_away:
            reply.error("unavailable")
            return
        self.settled.append(request)
        reply.ok(lobby_pb2.SettleResponse())

    def decide(
        self, request: bots_pb2.DecideRequest, reply: Reply[bots_pb2.DecideResponse]
    ) -> None:
        update = table_pb2.Update.FromString(request.update)
        self.decided.append(update)
        wire = codec_of(update)
        view = wire.view_from_update(update)
        assert view.private is not None
        reply.ok(bots_pb2.DecideResponse(action=wire.action_to_proto(view.private.legal[0])))

    def __getattr__(self, name: str) -> object:
        """Every other call of the contracts is none of this peer's."""
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda request, reply: reply.error("unavailable")


@dataclass
class World:
    """Two engines, the peers, and somebody who calls as lobby, gateway and timer."""

    peers: Peers
    engines: list[EngineHandlers]
    lobby: EngineClient
    gateway: EngineClient
    timer: EngineClient
    reader: Streams

    async def committed(self) -> tuple[str, bytes]:
        game_id = new_id()
        answer = await self.lobby.commit(engine_pb2.CommitRequest(game_id=game_id))
        return game_id, answer.commitment

    async def started(self, people: int = 1, bots: int = 2) -> str:
        game_id, _ = await self.committed()
        await self.lobby.start(start_request(game_id, people, bots))
        return game_id

    async def entries(self, game_id: str) -> list[engine_pb2.LogEntry]:
        return [stored.message for stored in await self.reader.entries(game_id)]

    async def due(self, game_id: str, entry: engine_pb2.LogEntry, kind: str) -> int:
        due_ms = DueSet.parse(entry.due).at(kind)
        assert due_ms is not None
        request = engine_pb2.GameDueRequest(
            game_id=game_id, version=entry.version, kind=kind, due_ms=due_ms
        )
        return (await self.timer.game_due(request)).outcome

    async def play_out(self, game_id: str) -> list[engine_pb2.LogEntry]:
        """Fire whatever is due first until the game is over; its log."""
        for _ in range(3_000):
            last = (await self.entries(game_id))[-1]
            if last.status >= table_pb2.TABLE_STATUS_OVER:
                return await self.entries(game_id)
            due = DueSet.parse(last.due)
            kind = min(due.entries, key=lambda entry: entry[1])[0]
            assert await self.due(game_id, last, kind) == engine_pb2.DUE_OUTCOME_DONE
        raise AssertionError("the game does not end")


def start_request(game_id: str, people: int, bots: int) -> engine_pb2.StartRequest:
    seats = [
        Participant(seat=seat, player_id=f"player{seat}", name=f"P{seat}", nonce=b"n" * 16)
        for seat in range(people)
    ]
    seats += [
        Participant(seat=people + bot, name=f"B{bot}", bot_level=2)  # type: ignore[arg-type]
        for bot in range(bots)
    ]
    return engine_pb2.StartRequest(
        game_id=game_id,
        game="virae",
        room_id=ROOM,
        participants=seats,
        limits=engine_pb2.Limits(action_ms=30_000),
        connected=range(people),
    )


async def connect(nats: Nats, party: contract_pb2.Party) -> Bus:
    settings = BusSettings(urls=(nats.url,), user="", password="", party=party, name="test")
    return await Bus.connect(settings, SystemClock().now_ms)


@pytest_asyncio.fixture
async def world(nats_server: Nats) -> AsyncIterator[World]:
    await provision((nats_server.url,), "", "")
    peers = Peers()
    buses = []

    async def bus(party: contract_pb2.Party) -> Bus:
        made = await connect(nats_server, party)
        buses.append(made)
        return made

    lobby = await bus(contract_pb2.PARTY_LOBBY)
    lobby.serve(lobby_pb2.DESCRIPTOR.services_by_name["Lobby"], peers)
    runner = await bus(contract_pb2.PARTY_BOT_RUNNER)
    runner.serve(bots_pb2.DESCRIPTOR.services_by_name["BotRunner"], peers)
    engines = []
    for _ in range(2):
        engine = await bus(contract_pb2.PARTY_ENGINE)
        handlers = engine_on(engine)
        engine.serve(engine_pb2.DESCRIPTOR.services_by_name["Engine"], handlers)
        await engine.flush()
        engines.append(handlers)
    await lobby.flush()
    await runner.flush()
    yield World(
        peers,
        engines,
        EngineClient(lobby),
        EngineClient(await bus(contract_pb2.PARTY_GATEWAY)),
        EngineClient(await bus(contract_pb2.PARTY_TIMER)),
        Streams(buses[2]),
    )
    for made in buses:
        await made.close()


def engine_on(bus: Bus) -> EngineHandlers:
    streams = Streams(bus)
    now_ms = SystemClock().now_ms
    desks = Desks(
        lambda game_id: Desk(game_id, streams, FAST, now_ms, lambda: secrets.token_bytes(8)), 1_000
    )
    bots = Bots(BotRunnerCaller(bus), 100)
    settling = Settling(streams, LobbyClient(bus))
    return EngineHandlers(
        desks, streams, bots, settling, Fullness(streams.fill, 0.9, every_s=0.05), now_ms
    )


async def test_a_commitment_is_kept_however_often_it_is_asked_for(world: World) -> None:
    game_id, commitment = await world.committed()
    again = await asyncio.gather(
        *(world.lobby.commit(engine_pb2.CommitRequest(game_id=game_id)) for _ in range(10))
    )
    assert {answer.commitment for answer in again} == {commitment}
    seed = await world.reader.find_seed(game_id)
    assert seed is not None
    assert hashlib.sha256(seed.server_seed).digest() == commitment


async def test_a_start_repeated_is_answered_again_and_another_is_refused(world: World) -> None:
    game_id, _ = await world.committed()
    request = start_request(game_id, 1, 2)
    answers = await asyncio.gather(*(world.lobby.start(request) for _ in range(8)))
    assert {answer.version for answer in answers} == {1}
    assert len(await world.entries(game_id)) == 1
    with pytest.raises(CallError) as refused:
        await world.lobby.start(start_request(game_id, 2, 2))
    assert refused.value.code == "already_started"


async def test_without_a_seed_no_game_begins(world: World) -> None:
    with pytest.raises(CallError) as refused:
        await world.lobby.start(start_request(new_id(), 1, 2))
    assert refused.value.code == "game_gone"
    game_id, _ = await world.committed()
    await world.lobby.discard(engine_pb2.DiscardRequest(game_id=game_id))
    with pytest.raises(CallError) as refused:
        await world.lobby.start(start_request(game_id, 1, 2))
    assert refused.value.code == "game_gone"


async def test_nothing_is_dealt_from_a_seed_that_might_not_outlast_its_game(world: World) -> None:
    """Its stream forgets it by age; a game dealt from it in time goes on."""
    long_ago_ms = SystemClock().now_ms() - SEED_FRESH_MS - 1
    old, dealt = new_id(), await world.started()
    await world.reader.keep_seed(engine_pb2.Seed(game_id=old, server_seed=SEED, at_ms=long_ago_ms))
    with pytest.raises(CallError) as refused:
        await world.lobby.start(start_request(old, 1, 2))
    assert refused.value.code == "game_gone"
    assert not await world.entries(old)
    seed = await world.reader.find_seed(dealt)
    assert seed is not None
    await world.reader.forget_seed(dealt)
    await world.reader.keep_seed(
        engine_pb2.Seed(game_id=dealt, server_seed=seed.server_seed, at_ms=long_ago_ms)
    )
    answer = await world.lobby.start(start_request(dealt, 1, 2))
    assert answer.version >= 1
    await world.lobby.abort(engine_pb2.AbortRequest(game_id=dealt, reason="host"))


async def test_where_streams_are_nearly_full_no_game_begins_and_those_that_run_go_on(
    world: World, nats_server: Nats
) -> None:
    waiting = new_id()
    games = [await world.started(people=2, bots=0) for _ in range(20)]
    committed, commitment = await world.committed()
    client = await nats.connect(nats_server.url)
    manager = client.jetstream()
    config = (await manager.stream_info("GAMES")).config
    used = (await manager.stream_info("GAMES")).state.bytes
    limit, config.max_bytes = config.max_bytes, int(used / 0.91)
    await manager.update_stream(config)
    try:
        for engine in world.engines:
            await engine._fullness.look()
            assert 0.9 <= engine._fullness.share <= 1
        with pytest.raises(CallError) as refused:
            await world.lobby.commit(engine_pb2.CommitRequest(game_id=waiting))
        assert refused.value.code == "unavailable"
        again = await world.lobby.commit(engine_pb2.CommitRequest(game_id=committed))
        assert again.commitment == commitment
        leave = engine_pb2.LeaveRequest(
            game_id=games[-1], actor=Actor(player_id="player1", request_id="r1")
        )
        assert (await world.lobby.leave(leave)).version == 2
    finally:
        config.max_bytes = limit
        await manager.update_stream(config)
        await client.close()
    for engine in world.engines:
        await engine._fullness.look()
    assert (await world.lobby.commit(engine_pb2.CommitRequest(game_id=waiting))).commitment


async def test_a_running_game_is_not_discarded(world: World) -> None:
    game_id = await world.started()
    with pytest.raises(CallError) as refused:
        await world.lobby.discard(engine_pb2.DiscardRequest(game_id=game_id))
    assert refused.value.code == "already_started"
    assert await world.reader.find_seed(game_id) is not None


async def test_a_game_of_bots_and_time_outs_ends_is_settled_and_its_record_verifies(
    world: World,
) -> None:
    game_id = await world.started()
    log = await world.play_out(game_id)
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    assert world.peers.decided
    world.peers.lobby_away = True
    for kind in ("settle", "archive"):
        with pytest.raises(CallError):
            await world.due(game_id, log[-1], kind)
    assert await world.entries(game_id) == log, "forgotten before the lobby knew its end"
    world.peers.lobby_away = False
    for _ in range(2):
        assert await world.due(game_id, log[-1], "settle") == engine_pb2.DUE_OUTCOME_DONE
    assert {request.game_id for request in world.peers.settled} == {game_id}
    assert world.peers.settled[0].result.winners
    record = await world.reader._records.last_now(game_id=game_id)
    assert record is not None
    assert records.replay(orjson.loads(record.message.json)).ok
    assert await world.due(game_id, log[-1], "archive") == engine_pb2.DUE_OUTCOME_DONE
    assert await world.entries(game_id) == []
    with pytest.raises(CallError) as refused:
        await world.lobby.start(start_request(game_id, 1, 2))
    assert refused.value.code == "game_gone"


async def test_two_engines_share_one_game_and_no_move_is_doubled(world: World) -> None:
    """Every call goes to either engine; the same frame is sent several times at once."""
    game_id = await world.started(people=2, bots=0)
    for _ in range(40):
        last = (await world.entries(game_id))[-1]
        if last.status >= table_pb2.TABLE_STATUS_OVER:
            break
        update = table_pb2.Update.FromString(last.public)
        seat = update.table.acting[0]
        own = table_pb2.Update.FromString(last.public + last.private[seat])
        action = table_pb2.Action(virae=own.view.virae.own.legal[0])
        request = engine_pb2.ActRequest(
            game_id=game_id,
            actor=Actor(player_id=f"player{seat}", request_id=f"r{last.version}"),
            seen_version=last.version,
            action=action,
        )
        answers = await asyncio.gather(*(world.gateway.act(request) for _ in range(4)))
        assert {answer.version for answer in answers} == {last.version + 1}
    log = await world.entries(game_id)
    keys = [entry.cause.command.request_id for entry in log if entry.cause.HasField("command")]
    assert len(keys) == len(set(keys)) > 5
    cached = [engine._desks.at(game_id).table for engine in world.engines]
    assert all(table is not None for table in cached), "both engines took part"


async def test_refusals_name_a_code_and_change_nothing(world: World) -> None:
    game_id = await world.started(people=2, bots=0)
    draw = table_pb2.Action()
    draw.virae.type = "draw"

    async def code(player: str, action: table_pb2.Action, seen: int = 1, game: str = "") -> str:
        request = engine_pb2.ActRequest(
            game_id=game or game_id,
            actor=Actor(player_id=player, request_id=new_id()),
            seen_version=seen,
            action=action,
        )
        with pytest.raises(CallError) as refused:
            await world.gateway.act(request)
        return refused.value.code

    play = table_pb2.Action()
    play.virae.type = "play"
    assert await code("player1", draw) == "not_your_turn"
    assert await code("stranger", draw) == "not_seated"
    assert await code("", draw) == "not_seated"
    assert await code("player0", table_pb2.Action()) == "malformed_action"
    assert await code("player0", play) == "malformed_action"
    assert await code("player0", draw, game=new_id()) == "not_found"
    assert await code("player0", draw, game="*") == "malformed"
    assert len(await world.entries(game_id)) == 1


async def test_a_snapshot_shows_a_seat_its_own_part_and_a_stranger_none(world: World) -> None:
    game_id = await world.started(people=2, bots=0)

    async def seen(player: str) -> table_pb2.Update:
        request = engine_pb2.SnapshotRequest(game_id=game_id, player_id=player)
        return table_pb2.Update.FromString((await world.gateway.snapshot(request)).update)

    own, other, stranger = await seen("player0"), await seen("player1"), await seen("nobody")
    assert own.you == 0
    assert other.you == 1
    assert len(own.view.virae.own.hand) == 7
    assert not stranger.HasField("you")
    assert not stranger.view.virae.HasField("own")
    assert await seen("") == stranger


async def test_the_bots_view_holds_no_other_hand(world: World) -> None:
    game_id = await world.started()
    await world.play_out(game_id)
    assert world.peers.decided
    for update in world.peers.decided:
        assert update.HasField("you")
        assert update.table.server_seed == b""
        wire = codec_of(update)
        view = wire.view_from_update(update)
        assert view.private is not None
        assert view.private.seat == update.you
        for event in update.events:
            assert all(card == "??" for card in event.virae.cards)
