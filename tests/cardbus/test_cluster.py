"""Three servers as one cluster, three replicas of each stream: leaders die, freeze and step down
while two engines with stale caches write the same games and a gateway loses a tenth of the feed.

No acknowledged entry is lost, none stands twice, versions have no holes, nothing is stuck.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import nats
import pytest

from cardbus import Appended, Bus, BusSettings, Conflict
from cardbus.contracts import inbox_prefix, party_name
from cardbus.feed import Feeds
from cardbus.permissions import PROVISIONER, authorization, users
from cardbus.provision import provision
from cardbus.stream import Stream
from cardproto.v1 import contract_pb2
from cardproto.v1.engine_pb2 import LogEntry
from tests.cardbus.conftest import eventually, now_ms
from tests.cardbus.test_feed import Watcher
from tests.support.servers import NatsCluster, start_nats_cluster

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(180)]

GAMES = 24
STREAM = "GAMES"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsCluster]:
    """With every user's rights, and all streams on three replicas."""
    made = start_nats_cluster(tmp_path_factory.mktemp("r3"), users(), authorization)
    password = made.passwords[PROVISIONER]
    asyncio.run(provision(made.urls, PROVISIONER, password, replicas=3, max_bytes=64 << 20))
    yield made
    made.stop()


async def connect(cluster: NatsCluster, party: contract_pb2.Party) -> Bus:
    user = party_name(party)
    settings = BusSettings(
        urls=tuple(cluster.urls),
        user=user,
        password=cluster.passwords[user],
        party=party,
        name=user,
        # As patient as a service that must outlive any election.
        append_patience_s=40.0,
        read_patience_s=40.0,
    )
    return await Bus.connect(settings, now_ms)


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


async def step_down(cluster: NatsCluster) -> None:
    """The planned way, as the provisioner."""
    client = await nats.connect(
        cluster.urls,
        user=PROVISIONER,
        password=cluster.passwords[PROVISIONER],
        inbox_prefix=inbox_prefix(PROVISIONER),
    )
    await client.request(f"$JS.API.STREAM.LEADER.STEPDOWN.{STREAM}", b"", timeout=10)
    await client.close()


async def kill_leader(cluster: NatsCluster) -> None:
    leader = await asyncio.to_thread(cluster.leader_of, STREAM)
    assert leader is not None
    node = cluster.node(leader)
    node.kill()
    await asyncio.sleep(4)
    await asyncio.to_thread(node.start)


async def freeze_leader(cluster: NatsCluster) -> None:
    leader = await asyncio.to_thread(cluster.leader_of, STREAM)
    assert leader is not None
    node = cluster.node(leader)
    node.freeze()
    try:
        await asyncio.sleep(12)
    finally:
        node.thaw()


async def freeze_leader_for_a_moment(cluster: NatsCluster) -> None:
    """Long enough for an election, too short for anybody's ping: it wakes believing it leads."""
    leader = await asyncio.to_thread(cluster.leader_of, STREAM)
    assert leader is not None
    node = cluster.node(leader)
    node.freeze()
    try:
        await asyncio.sleep(5.5)
    finally:
        node.thaw()


Blow = Callable[[NatsCluster], "asyncio.Future[None]"]


@pytest.mark.parametrize(
    "blow", [step_down, kill_leader, freeze_leader, freeze_leader_for_a_moment]
)
async def test_nothing_acknowledged_is_lost(cluster: NatsCluster, blow: Blow) -> None:
    """Two engines, one gateway, and a blow in the midst of it."""
    await asyncio.to_thread(cluster.await_ready)
    first = await connect(cluster, contract_pb2.PARTY_ENGINE)
    second = await connect(cluster, contract_pb2.PARTY_ENGINE)
    gateway = await connect(cluster, contract_pb2.PARTY_GATEWAY)
    engines = [Engine(first.stream(LogEntry)), Engine(second.stream(LogEntry))]
    game_ids = [secrets.token_hex(8) for _ in range(GAMES)]
    heard = 0

    def admit(entry: LogEntry) -> bool:
        nonlocal heard
        heard += 1
        return heard % 10 != 0

    feeds = Feeds(gateway, admit)
    watchers = {game_id: Watcher() for game_id in game_ids}
    for game_id, watcher in watchers.items():
        feeds.follow(game_id, watcher)
    await gateway.flush()
    stop = asyncio.Event()
    playing = [asyncio.create_task(engine.play(game_ids, stop)) for engine in engines]
    await asyncio.sleep(1.5)
    before = sum(engine.moves for engine in engines)
    assert before > 0
    await blow(cluster)
    at_blow = sum(engine.moves for engine in engines)
    await eventually(lambda: sum(e.moves for e in engines) > at_blow + 5 * GAMES, 40)
    stop.set()
    await asyncio.wait_for(asyncio.gather(*playing), 45)

    logs = {game_id: await engines[0].log.since_now(0, game_id=game_id) for game_id in game_ids}
    for game_id, stored in logs.items():
        assert [s.message.version for s in stored] == list(range(1, len(stored) + 1))
        standing = [s.message.entry_id for s in stored]
        assert len(set(standing)) == len(standing)
        acknowledged = [i for e in engines for i in e.accepted.get(game_id, ())]
        assert len(set(acknowledged)) == len(acknowledged)
        # Every command was repeated until certain, so what stands is what was acknowledged.
        assert set(standing) == set(acknowledged)
    await eventually(lambda: all(w.version == len(logs[g]) for g, w in watchers.items()), 15)
    assert sum(engine.conflicts for engine in engines) > 0
    print(
        f"{sum(e.moves for e in engines)} moves, {sum(e.conflicts for e in engines)} conflicts, "
        f"{sum(e.uncertain for e in engines)} uncertain, feed: {feeds.counts}"
    )
    for bus in (first, second, gateway):
        await bus.close()
