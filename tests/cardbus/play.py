"""Two engines with stale caches and a gateway that loses a tenth of the feed, for chaos tests."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from cardbus import Appended, Bus, Conflict
from cardbus.feed import Feeds
from cardbus.stream import Stream
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
            message = LogEntry(
                game_id=game_id, version=known.version + 1, entry_id=secrets.token_bytes(8)
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


async def nothing_is_lost(
    engines: tuple[Bus, Bus], gateway: Bus, blow: Callable[[], Awaitable[None]], games: int = 24
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
    conflicts = sum(writer.conflicts for writer in writers)
    uncertain = sum(writer.uncertain for writer in writers)
    assert conflicts > 0
    return f"{_moves(writers)} moves, {conflicts} conflicts, {uncertain} uncertain, {feeds.counts}"


def _moves(writers: list[Engine]) -> int:
    return sum(writer.moves for writer in writers)


def _tenth_lost() -> Callable[[LogEntry], bool]:
    heard = 0

    def admit(entry: LogEntry) -> bool:
        nonlocal heard
        heard += 1
        return heard % 10 != 0

    return admit
