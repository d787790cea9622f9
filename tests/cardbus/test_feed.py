"""Following games: everything arrives, in order, whatever the feed loses."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator

from cardbus import Appended, Bus
from cardbus.feed import Feeds, Follow
from cardbus.stream import Stream
from cardproto.v1 import contract_pb2
from cardproto.v1.engine_pb2 import LogEntry, Nudge
from tests.cardbus.conftest import Connect, eventually
from tests.support.servers import Nats


class Watcher:
    """A listener that notes what it got, and that no version went down or came twice."""

    def __init__(self) -> None:
        self.got: list[tuple[int, bool]] = []

    def __call__(self, entry: LogEntry, resync: bool) -> None:
        assert not self.got or entry.version > self.got[-1][0]
        if self.got and not resync:
            assert entry.version == self.got[-1][0] + 1
        self.got.append((entry.version, resync))

    @property
    def version(self) -> int:
        return self.got[-1][0] if self.got else 0


class Game:
    """A game that is appended to."""

    def __init__(self, log: Stream[LogEntry], game_id: str) -> None:
        self.log = log
        self.game_id = game_id
        self.version = 0
        self.sequence = 0

    async def move(self) -> int:
        self.version += 1
        message = LogEntry(
            game_id=self.game_id, version=self.version, entry_id=secrets.token_bytes(8)
        )
        outcome = await self.log.append_now(message, self.sequence)
        assert isinstance(outcome, Appended)
        self.sequence = outcome.sequence
        return self.version


async def table(
    server: Nats, connect: Connect, admit: Callable[[LogEntry], bool] | None = None
) -> tuple[Bus, Bus, Feeds]:
    engine = await connect(server, contract_pb2.PARTY_ENGINE)
    gateway = await connect(server, contract_pb2.PARTY_GATEWAY)
    return engine, gateway, Feeds(gateway, admit)


async def test_a_follower_gets_the_last_entry_and_then_every_one(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """First a resync, later ones as they come; the second listener is told from memory."""
    engine, gateway, feeds = await table(guarded, connect)
    game = Game(engine.stream(LogEntry), next(game_ids))
    for _ in range(3):
        await game.move()
    first, second = Watcher(), Watcher()
    feeds.follow(game.game_id, first)
    assert first.got == []
    await eventually(lambda: bool(first.got))
    for _ in range(3):
        await game.move()
    await eventually(lambda: first.version == 6)
    assert first.got == [(3, True), (4, False), (5, False), (6, False)]
    reads = feeds.counts.reads
    follow = feeds.follow(game.game_id, second)
    await asyncio.sleep(0)
    assert second.got == [(6, True)]
    assert (feeds.counts.reads, len(feeds)) == (reads, 1)
    last = follow.last()
    assert last is not None
    assert last.version == 6
    follow.close()
    await game.move()
    await eventually(lambda: first.version == 7)
    assert second.version == 6
    assert gateway.connected


async def test_a_game_that_has_not_begun_is_followed_from_its_first_entry(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Nothing is told before."""
    engine, gateway, feeds = await table(guarded, connect)
    game = Game(engine.stream(LogEntry), next(game_ids))
    watcher = Watcher()
    follow = feeds.follow(game.game_id, watcher)
    await gateway.flush()
    await asyncio.sleep(0.1)
    assert watcher.got == []
    assert follow.last() is None
    await game.move()
    await eventually(lambda: watcher.got == [(1, True)])
    follow.close()
    follow.close()
    assert len(feeds) == 0


async def test_joining_while_moves_are_made_misses_none(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """However the subscription, the read and the feed fall together."""
    engine, _, feeds = await table(guarded, connect)
    for _ in range(30):
        game = Game(engine.stream(LogEntry), next(game_ids))
        watcher = Watcher()
        moving = asyncio.create_task(_moves(game, 20))
        await asyncio.sleep(secrets.randbelow(10) / 2000)
        follow = feeds.follow(game.game_id, watcher)
        await moving
        await eventually(lambda w=watcher: w.version == 20)  # type: ignore[misc]
        assert [resync for _, resync in watcher.got].count(True) == 1
        follow.close()


async def _moves(game: Game, count: int) -> None:
    for _ in range(count):
        await game.move()


async def test_every_tenth_entry_lost_is_made_good(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """A gap shows with the next entry, as a resync; the last one is found within seconds."""
    lost = 0
    heard = 0

    def admit(entry: LogEntry) -> bool:
        nonlocal lost, heard
        heard += 1
        lost += heard % 10 == 0
        return heard % 10 != 0

    engine, _, feeds = await table(guarded, connect, admit)
    games = [Game(engine.stream(LogEntry), next(game_ids)) for _ in range(9)]
    watchers = [Watcher() for _ in games]
    for game, watcher in zip(games, watchers, strict=True):
        feeds.follow(game.game_id, watcher)
    await asyncio.gather(*(_moves(game, 40) for game in games))
    await eventually(lambda: all(w.version == 40 for w in watchers), 12)
    assert lost >= 27
    assert feeds.counts.gaps > 0


async def test_a_move_of_ours_that_the_feed_loses_is_read_soon(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Two people without a time limit, each waiting for the other's lost entry, go on."""
    engine, _, feeds = await table(guarded, connect, lambda entry: False)
    game = Game(engine.stream(LogEntry), next(game_ids))
    watcher = Watcher()
    follow = feeds.follow(game.game_id, watcher)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    for version in range(1, 6):
        await game.move()
        follow.expect(version)
        await eventually(lambda v=version: watcher.version == v)  # type: ignore[misc]
    assert loop.time() - begun < 4
    assert feeds.counts.healed == 5
    assert watcher.got == [(1, True), *((v, False) for v in range(2, 6))]


async def test_a_nudge_brings_what_the_feed_did_not(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """At once, not after five seconds; one about a known version does nothing."""
    engine, _, feeds = await table(guarded, connect, lambda entry: False)
    game = Game(engine.stream(LogEntry), next(game_ids))
    await game.move()
    watcher = Watcher()
    feeds.follow(game.game_id, watcher)
    await eventually(lambda: watcher.version == 1)
    await game.move()
    engine.announce(Nudge(game_id=game.game_id, version=2))
    await eventually(lambda: watcher.version == 2, 1)
    reads = feeds.counts.reads
    engine.announce(Nudge(game_id=game.game_id, version=2))
    await asyncio.sleep(0.2)
    assert feeds.counts.reads == reads


async def test_silent_tables_are_checked_in_one_question(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Without feed, nudge or action, everybody sees the move within seven seconds."""
    engine, _, feeds = await table(guarded, connect, lambda entry: False)
    games = [Game(engine.stream(LogEntry), next(game_ids)) for _ in range(40)]
    for game in games:
        await game.move()
    watchers = [Watcher() for _ in games]
    for game, watcher in zip(games, watchers, strict=True):
        feeds.follow(game.game_id, watcher)
    await eventually(lambda: all(w.version == 1 for w in watchers))
    for game in games:
        await game.move()
    reads = feeds.counts.reads
    await eventually(lambda: all(w.version == 2 for w in watchers), 7)
    assert feeds.counts.reads - reads <= 3


async def test_a_lost_connection_is_caught_up_with(
    fresh_guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """The server dies and comes back with its files; moves of the meantime are shown at once."""
    engine, gateway, feeds = await table(fresh_guarded, connect)
    game = Game(engine.stream(LogEntry), next(game_ids))
    await game.move()
    watcher = Watcher()
    follow: Follow = feeds.follow(game.game_id, watcher)
    await eventually(lambda: watcher.version == 1)
    await asyncio.to_thread(fresh_guarded.control.kill)
    await eventually(lambda: not gateway.connected)
    since_ms = gateway.away_since_ms
    assert since_ms is not None
    moving = asyncio.create_task(_moves(game, 3))
    await asyncio.sleep(0.3)
    await asyncio.to_thread(fresh_guarded.control.start)
    await asyncio.wait_for(moving, 15)
    await eventually(lambda: watcher.version == 4, 3)
    assert gateway.away_since_ms is None
    follow.close()
