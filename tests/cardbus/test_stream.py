"""Appending and reading on one server."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator

import pytest

from cardbus import Appended, CallError, Conflict, NotGranted, Stored, Unknown
from cardproto.v1 import contract_pb2, engine_pb2, timer_pb2
from cardproto.v1.engine_pb2 import LogEntry, Nudge, Record, Seed
from tests.cardbus.conftest import Connect, eventually
from tests.support.servers import Nats


def entry(game_id: str, version: int) -> LogEntry:
    return LogEntry(
        game_id=game_id,
        version=version,
        entry_id=secrets.token_bytes(8),
        public=b"p" * 200,
        due=f"v={version};turn@1764500000000",
    )


async def test_an_append_is_a_compare_and_set(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """The first writer wins; the other gets all that is new."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    log = engine.stream(LogEntry)
    game_id = next(game_ids)
    first = await log.append_now(entry(game_id, 1), 0)
    assert isinstance(first, Appended)
    assert not first.uncertain
    second = await log.append_now(entry(game_id, 2), first.sequence)
    assert isinstance(second, Appended)
    lost = await log.append_now(entry(game_id, 2), first.sequence)
    assert isinstance(lost, Conflict)
    assert [(s.sequence, s.message.version) for s in lost.later] == [(second.sequence, 2)]
    born_twice = await log.append_now(entry(game_id, 1), 0)
    assert isinstance(born_twice, Conflict)
    assert [s.message.version for s in born_twice.later] == [1, 2]


async def test_the_same_bytes_again_are_found_to_be_accepted(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """However often it is sent, it stands once, and what came after it is told."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    log = engine.stream(LogEntry)
    game_id = next(game_ids)
    message = entry(game_id, 1)
    accepted = await log.append_now(message, 0, identity=message.entry_id)
    assert isinstance(accepted, Appended)
    await log.append_now(entry(game_id, 2), accepted.sequence)
    again = await log.append_now(message, 0, identity=message.entry_id)
    assert isinstance(again, Appended)
    assert again.sequence == accepted.sequence
    assert again.uncertain
    assert [s.message.version for s in again.later] == [2]


async def test_a_hundred_writers_append_each_once(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Every one decides again after a conflict; all get in, in some order, none twice."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    log = engine.stream(LogEntry)
    game_id = next(game_ids)

    async def write() -> int:
        expected, version = 0, 1
        while True:
            match await log.append_now(entry(game_id, version), expected):
                case Appended(sequence=sequence):
                    return sequence
                case Conflict(later=later):
                    expected, version = later[-1].sequence, later[-1].message.version + 1
                case _:
                    pytest.fail("unknown")

    sequences = await asyncio.gather(*(write() for _ in range(100)))
    stored = await log.since_now(0, game_id=game_id)
    assert [s.message.version for s in stored] == list(range(1, 101))
    assert sorted(sequences) == [s.sequence for s in stored]


async def test_a_long_log_is_read_whole(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """More than a batch, among other games' entries."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    log = engine.stream(LogEntry)
    one, other = next(game_ids), next(game_ids)
    last = {one: 0, other: 0}
    for version in range(1, 601):
        for game_id in (one, other):
            outcome = await log.append_now(entry(game_id, version), last[game_id])
            assert isinstance(outcome, Appended)
            last[game_id] = outcome.sequence
    stored = await log.since_now(0, game_id=one)
    assert [s.message.version for s in stored] == list(range(1, 601))
    assert {s.message.game_id for s in stored} == {one}
    assert stored[-1].sequence == last[one]
    assert await log.since_now(stored[598].sequence, game_id=one) == stored[599:]
    assert await log.since_now(last[one], game_id=one) == ()


async def test_last_is_the_same_from_everywhere(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Leader, replica, many at once; an unknown game has none."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    log, shown = engine.stream(LogEntry), gateway.stream(LogEntry)
    games = [next(game_ids) for _ in range(600)]
    for game_id in games:
        await log.append_now(entry(game_id, 1), 0)
    unknown = next(game_ids)
    assert await log.last_now(game_id=unknown) is None
    assert await shown.last_direct_now(game_id=unknown) is None
    last = await log.last_now(game_id=games[0])
    assert isinstance(last, Stored)
    assert last == await shown.last_direct_now(game_id=games[0])
    found = await shown.last_direct_many_now([{"game_id": g} for g in [*games, unknown]])
    assert sorted(s.message.game_id for s in found) == sorted(games)
    assert await shown.last_direct_many_now([]) == ()
    assert await shown.last_direct_many_now([{"game_id": unknown}]) == ()


async def test_a_purged_game_is_no_more(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Its entries are gone, another game's stand; an append to it meets nothing."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    log = engine.stream(LogEntry)
    gone, other = next(game_ids), next(game_ids)
    await log.append_now(entry(other, 1), 0)
    first = await log.append_now(entry(gone, 1), 0)
    assert isinstance(first, Appended)
    assert await log.purge_now(game_id=gone) == 1
    assert await log.purge_now(game_id=gone) == 0
    assert await log.last_now(game_id=gone) is None
    assert await log.since_now(0, game_id=gone) == ()
    assert await log.last_now(game_id=other) is not None
    assert await log.append_now(entry(gone, 2), first.sequence) == Conflict(())


@pytest.mark.parametrize(
    "game_id", ["*", ">", "", "a", "A" * 16, "a.b", "a b", "é" * 4, "x" * 10_000]
)
async def test_no_strange_id_reads_or_purges(guarded: Nats, connect: Connect, game_id: str) -> None:
    """Each way in ends as malformed."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    log = engine.stream(LogEntry)
    for attempt in (
        log.last_now(game_id=game_id),
        log.since_now(0, game_id=game_id),
        log.last_direct_now(game_id=game_id),
        log.last_direct_many_now([{"game_id": "abcdefgh"}, {"game_id": game_id}]),
        log.purge_now(game_id=game_id),
    ):
        with pytest.raises(CallError, match="malformed"):
            await attempt
    with pytest.raises(ValueError, match="a-z0-9"):
        await log.append_now(entry(game_id, 1), 0)


async def test_a_stream_without_direct_reads_is_read_from_its_leader(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Seeds: one a game, and only the engine."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    seeds = engine.stream(Seed)
    game_id = next(game_ids)
    mine = Seed(game_id=game_id, server_seed=secrets.token_bytes(32))
    assert isinstance(await seeds.append_now(mine, 0, identity=mine.server_seed), Appended)
    other = Seed(game_id=game_id, server_seed=secrets.token_bytes(32))
    refused = await seeds.append_now(other, 0, identity=other.server_seed)
    assert isinstance(refused, Conflict)
    assert refused.later[0].message == mine
    with pytest.raises(NotGranted):
        await seeds.last_direct_now(game_id=game_id)
    with pytest.raises(NotGranted):
        gateway.stream(Seed)
    with pytest.raises(NotGranted):
        await gateway.stream(Record).last_now(game_id=game_id)


async def test_put_replaces(guarded: Nats, connect: Connect, game_ids: Iterator[str]) -> None:
    """The deadlines of a room: the newest stands alone."""
    lobby = await connect(guarded, contract_pb2.PARTY_LOBBY)
    deadlines = lobby.stream(timer_pb2.OwnerDeadlines)
    room_id = next(game_ids)
    message = timer_pb2.OwnerDeadlines(owner="room", id=room_id, due="v=1;idle@5")
    first = await deadlines.put_now(message)
    message.due = "v=2"
    assert await deadlines.put_now(message) > first


async def test_announcements_reach_those_who_asked(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """One game's nudges, or every game's."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    game_id, other = next(game_ids), next(game_ids)
    mine: list[Nudge] = []
    every: list[Nudge] = []
    subscription = gateway.subscribe(Nudge, mine.append, game_id=game_id)
    gateway.subscribe(Nudge, every.append)
    await gateway.flush()
    engine.announce(Nudge(game_id=game_id, version=3))
    engine.announce(Nudge(game_id=other, version=4))
    await eventually(lambda: len(every) == 2)
    assert [n.version for n in mine] == [3]
    subscription.close()
    engine.announce(Nudge(game_id=game_id, version=5))
    await eventually(lambda: len(every) == 3)
    assert [n.version for n in mine] == [3]
    with pytest.raises(KeyError):
        gateway.subscribe(engine_pb2.Nudge, print, room_id="abcd")


async def test_what_can_not_be_read_is_an_error_not_a_silence(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Bytes that are no entry: whoever reads or appends gets an end."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE, append_patience_s=1.0)
    log = engine.stream(LogEntry)
    game_id = next(game_ids)
    engine.wire.publish(log.contract.template.fill_values({"game_id": game_id}), b"\xff\xff")
    await engine.flush()
    for attempt in (
        log.last_now(game_id=game_id),
        log.since_now(0, game_id=game_id),
        log.last_direct_now(game_id=game_id),
        log.last_direct_many_now([{"game_id": game_id}]),
    ):
        with pytest.raises(CallError, match="internal"):
            await attempt
    assert await log.append_now(entry(game_id, 1), 0) == Unknown()


async def test_how_full_a_stream_is(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """A share of its limit that grows with what is appended; for those who have the right."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    log = engine.stream(LogEntry)
    before = await log.fill_now()
    message = entry(next(game_ids), 1)
    message.public = b"p" * (640 << 10)
    await log.append_now(message, 0)
    assert 0.009 < await log.fill_now() - before < 0.011
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    with pytest.raises(NotGranted):
        await gateway.stream(LogEntry).fill_now()
