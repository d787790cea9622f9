"""Headers for the timer: new ones in batches, and sweeps of all last ones."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence

from cardbus import Appended
from cardbus.stream import Due, Stream
from cardproto.v1 import contract_pb2
from cardproto.v1.engine_pb2 import LogEntry
from cardproto.v1.timer_pb2 import OwnerDeadlines
from tests.cardbus.conftest import Connect, eventually
from tests.support.servers import Nats


async def play(log: Stream[LogEntry], game_id: str, versions: int) -> int:
    """Append that many entries to a new game; the last sequence."""
    last = 0
    for version in range(1, versions + 1):
        message = LogEntry(
            game_id=game_id,
            version=version,
            entry_id=secrets.token_bytes(8),
            public=b"the seven of hearts",
            due=f"v={version};turn@{version}",
        )
        outcome = await log.append_now(message, last)
        assert isinstance(outcome, Appended)
        last = outcome.sequence
    return last


async def test_every_entry_is_consumed_in_batches(
    fresh_guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """In order, with placeholders, sequence and due; acknowledged, it does not come again."""
    engine = await connect(fresh_guarded, contract_pb2.PARTY_ENGINE)
    timer = await connect(fresh_guarded, contract_pb2.PARTY_TIMER)
    log = engine.stream(LogEntry)
    game_id = next(game_ids)
    await play(log, game_id, 30)
    batches: list[Sequence[Due]] = []
    doubts: list[str] = []

    async def handle(batch: Sequence[Due]) -> None:
        batches.append(batch)

    consumption = timer.stream(LogEntry).consume_headers(handle, doubts.append, batch=20)
    await eventually(lambda: sum(map(len, batches)) == 30)
    await play(log, next(game_ids), 50)
    await eventually(lambda: sum(map(len, batches)) == 80)
    await timer.flush()
    await consumption.close()
    dues = [due for batch in batches for due in batch]
    assert [d.due for d in dues[:30]] == [f"v={v};turn@{v}" for v in range(1, 31)]
    assert {d.placeholders["game_id"] for d in dues[:30]} == {game_id}
    assert [d.sequence for d in dues] == list(range(1, 81))
    assert len(batches) < 20
    await asyncio.sleep(0.2)
    again: list[Due] = []

    async def handle_again(batch: Sequence[Due]) -> None:
        again.extend(batch)

    second = timer.stream(LogEntry).consume_headers(handle_again, doubts.append)
    last = await play(log, next(game_ids), 1)
    await eventually(lambda: bool(again))
    assert doubts == []
    assert [d.sequence for d in again] == [last]
    await second.close()


async def test_a_batch_that_fails_comes_again_before_any_other(
    fresh_guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Nothing after it is handled or acknowledged meanwhile."""
    engine = await connect(fresh_guarded, contract_pb2.PARTY_ENGINE)
    timer = await connect(fresh_guarded, contract_pb2.PARTY_TIMER)
    log = engine.stream(LogEntry)
    tried: list[list[int]] = []
    doubts: list[str] = []

    async def handle(batch: Sequence[Due]) -> None:
        tried.append([due.sequence for due in batch])
        if len(tried) < 3:
            raise ConnectionError("the store is away")

    consumption = timer.stream(LogEntry).consume_headers(handle, doubts.append)
    await play(log, next(game_ids), 3)
    await eventually(lambda: len(tried) == 1)
    await play(log, next(game_ids), 3)
    await eventually(lambda: len(tried) >= 4)
    assert tried[0] == tried[1] == tried[2]
    assert tried[3][0] == tried[0][-1] + 1
    assert doubts == []
    await consumption.close()


async def test_consuming_goes_on_after_the_server_was_away(
    fresh_guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """At least once: what was acknowledged just before may come again, nothing is left out; and
    it is said that some may have been lost."""
    engine = await connect(fresh_guarded, contract_pb2.PARTY_ENGINE)
    timer = await connect(fresh_guarded, contract_pb2.PARTY_TIMER)
    log = engine.stream(LogEntry)
    seen: set[int] = set()
    doubts: list[str] = []

    async def handle(batch: Sequence[Due]) -> None:
        seen.update(due.sequence for due in batch)

    consumption = timer.stream(LogEntry).consume_headers(handle, doubts.append)
    await play(log, next(game_ids), 5)
    await asyncio.to_thread(fresh_guarded.control.kill)
    await asyncio.to_thread(fresh_guarded.control.start)
    last = await play(log, next(game_ids), 5)
    await eventually(lambda: len(seen) == last, 20)
    await consumption.close()
    assert "connected anew" in doubts


async def test_a_pull_without_heartbeats_is_made_again_long_before_it_expires(
    fresh_guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """The server may have forgotten it, which is said; an idle pull that stands is no loss."""
    engine = await connect(fresh_guarded, contract_pb2.PARTY_ENGINE)
    timer = await connect(fresh_guarded, contract_pb2.PARTY_TIMER)
    seen: list[Due] = []
    doubts: list[str] = []

    async def handle(batch: Sequence[Due]) -> None:
        seen.extend(batch)

    consumption = timer.stream(LogEntry).consume_headers(handle, doubts.append)
    await asyncio.sleep(4)
    assert doubts == []
    await asyncio.to_thread(fresh_guarded.control.freeze)
    try:
        await eventually(lambda: "no heartbeat" in doubts, 7)
    finally:
        await asyncio.to_thread(fresh_guarded.control.thaw)
    await play(engine.stream(LogEntry), next(game_ids), 3)
    await eventually(lambda: len(seen) == 3)
    await consumption.close()


async def test_a_sweep_brings_the_last_of_every_subject(
    fresh_guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """More than one batch of it, several sweeps at once, and an empty stream."""
    engine = await connect(fresh_guarded, contract_pb2.PARTY_ENGINE)
    timer = await connect(fresh_guarded, contract_pb2.PARTY_TIMER)
    log = engine.stream(LogEntry)
    games = [next(game_ids) for _ in range(2_500)]
    async with asyncio.TaskGroup() as group:
        for game_id in games:
            group.create_task(play(log, game_id, 2))

    async def swept() -> dict[str, str]:
        found: dict[str, str] = {}
        async for batch in timer.stream(LogEntry).sweep_headers():
            for due in batch:
                assert due.placeholders["game_id"] not in found
                found[due.placeholders["game_id"]] = due.due
        return found

    for found in await asyncio.gather(swept(), swept(), swept()):
        assert set(found) == set(games)
        assert set(found.values()) == {"v=2;turn@2"}
    assert [b async for b in timer.stream(OwnerDeadlines).sweep_headers()] == []
    lobby = await connect(fresh_guarded, contract_pb2.PARTY_LOBBY)
    room = OwnerDeadlines(owner="room", id="abcdefgh", due="v=3;idle@9")
    await lobby.stream(OwnerDeadlines).put_now(room)
    (batch,) = [b async for b in timer.stream(OwnerDeadlines).sweep_headers()]
    assert [(d.placeholders, d.due) for d in batch] == [
        ({"owner": "room", "id": "abcdefgh"}, "v=3;idle@9")
    ]
