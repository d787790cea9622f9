"""Two engines with stale caches, a gateway that loses a tenth of the feed, a timer that consumes
headers: what the chaos tests deal their blows to."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import pytest

from cardbus import Appended, Bus, CallError, Conflict
from cardbus.feed import Feeds
from cardbus.stream import Due, Stream
from cardproto.v1.engine_pb2 import LogEntry
from tests.cardbus.conftest import eventually
from tests.cardbus.test_feed import Watcher


@dataclass
class Known:
    """What one engine believes of one game."""

    sequence: int = 0
    version: int = 0


@dataclass
class Engine:
    """A writer with a cache of its own that nobody keeps fresh."""

    log: Stream[LogEntry]
    cache: dict[str, Known] = field(default_factory=dict)
    accepted: dict[str, list[bytes]] = field(default_factory=dict)
    moves: int = 0
    uncertain: int = 0
    conflicts: int = 0

    async def play(self, game_ids: list[str], stop: asyncio.Event) -> None:
        """Move in one game after the other, several at once, until told to stop."""
        async with asyncio.TaskGroup() as group:
            for game_id in game_ids:
                group.create_task(self._play(game_id, stop))

    async def _play(self, game_id: str, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await self.move(game_id)
            await asyncio.sleep(random.uniform(0.0, 0.03))

    async def move(self, game_id: str) -> None:
        """One command: decided again after every conflict, until it is in."""
        known = self.cache.setdefault(game_id, Known())
        while True:
            version = known.version + 1
            message = LogEntry(
                game_id=game_id,
                version=version,
                entry_id=secrets.token_bytes(8),
                due=f"v={version};turn@1764500000000",
            )
            outcome = await self.log.append_now(message, known.sequence, identity=message.entry_id)
            match outcome:
                case Appended(sequence=sequence, later=later, uncertain=uncertain):
                    self.uncertain += uncertain
                    self.moves += 1
                    self.accepted.setdefault(game_id, []).append(message.entry_id)
                    known.sequence, known.version = sequence, message.version
                    if later:
                        known.sequence = later[-1].sequence
                        known.version = later[-1].message.version
                    return
                case Conflict(later=later):
                    assert later
                    self.conflicts += 1
                    known.sequence = later[-1].sequence
                    known.version = later[-1].message.version
                case _:
                    pytest.fail("no certainty in forty seconds")


class Deadlines:
    """What a timer knows: headers as they come, and sweeps where some may have been lost."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.headers: set[tuple[str, str]] = set()
        self.doubts: list[str] = []
        self._sweeps: set[asyncio.Task[None]] = set()

    async def note(self, batch: Sequence[Due]) -> None:
        """Handle a batch of the durable consumer."""
        self.headers.update((due.placeholders["game_id"], due.due) for due in batch)

    def doubt(self, reason: str) -> None:
        """Sweep."""
        self.doubts.append(reason)
        self._sweeps.add(asyncio.create_task(self._catch_up()))

    async def _catch_up(self) -> None:
        self.headers.update((await _sweep(self._bus)).items())

    async def close(self) -> None:
        """Let the sweeps end."""
        await asyncio.gather(*self._sweeps)


async def nothing_is_lost(
    engines: tuple[Bus, Bus],
    gateway: Bus,
    timer: Bus,
    blow: Callable[[], Awaitable[None]],
    games: int = 24,
) -> str:
    """Play on both engines at once, deal the blow in the midst, play on, and compare everything.

    What happened, for people.
    """
    writers = [Engine(bus.stream(LogEntry)) for bus in engines]
    game_ids = [secrets.token_hex(8) for _ in range(games)]
    feeds = Feeds(gateway, _tenth_lost())
    watchers = {game_id: Watcher() for game_id in game_ids}
    for game_id, watcher in watchers.items():
        feeds.follow(game_id, watcher)
    await gateway.flush()
    known = Deadlines(timer)
    consumption = timer.stream(LogEntry).consume_headers(known.note, known.doubt)

    stop = asyncio.Event()
    playing = [asyncio.create_task(writer.play(game_ids, stop)) for writer in writers]
    await eventually(lambda: _moves(writers) > games, 20)
    await blow()
    after_blow = _moves(writers)
    await eventually(lambda: _moves(writers) > after_blow + 5 * games, 40)
    stop.set()
    await asyncio.wait_for(asyncio.gather(*playing), 45)

    logs = {game_id: await writers[0].log.since_now(0, game_id=game_id) for game_id in game_ids}
    for game_id, stored in logs.items():
        assert [s.message.version for s in stored] == list(range(1, len(stored) + 1))
        standing = [s.message.entry_id for s in stored]
        assert len(set(standing)) == len(standing)
        acknowledged = [i for w in writers for i in w.accepted.get(game_id, ())]
        assert len(set(acknowledged)) == len(acknowledged)
        # Every command was repeated until certain, so what stands is what was acknowledged.
        assert set(standing) == set(acknowledged)
    await eventually(lambda: all(w.version == len(logs[g]) for g, w in watchers.items()), 15)
    last = {(g, stored[-1].message.due) for g, stored in logs.items()}
    await eventually(lambda: known.headers >= last, 20)
    await consumption.close()
    await known.close()
    swept = await _sweep(timer)
    assert {(g, swept[g]) for g in game_ids} == last
    conflicts = sum(writer.conflicts for writer in writers)
    uncertain = sum(writer.uncertain for writer in writers)
    assert conflicts > 0
    return (
        f"{_moves(writers)} moves, {conflicts} conflicts, {uncertain} uncertain, {feeds.counts}, "
        f"doubts: {known.doubts}"
    )


async def _sweep(timer: Bus) -> dict[str, str]:
    """As the timer does: begin again where it breaks off, since a leader may just be elected."""
    while True:
        try:
            return {
                due.placeholders["game_id"]: due.due
                async for batch in timer.stream(LogEntry).sweep_headers()
                for due in batch
            }
        except CallError:
            await asyncio.sleep(1)


def _moves(writers: list[Engine]) -> int:
    return sum(writer.moves for writer in writers)


def _tenth_lost() -> Callable[[LogEntry], bool]:
    heard = 0

    def admit(entry: LogEntry) -> bool:
        nonlocal heard
        heard += 1
        return heard % 10 != 0

    return admit
