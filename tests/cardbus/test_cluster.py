"""Three servers as one cluster, three replicas of each stream: leaders die, freeze and step down
while two engines with stale caches write the same games and a gateway loses a tenth of the feed.

No acknowledged entry is lost, none stands twice, versions have no holes, nothing is stuck.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import nats
import pytest

from cardbus import Bus, BusSettings
from cardbus.contracts import inbox_prefix, party_name
from cardbus.permissions import PROVISIONER, authorization, users
from cardbus.provision import provision
from cardproto.v1 import contract_pb2
from tests.cardbus.conftest import now_ms
from tests.cardbus.play import nothing_is_lost
from tests.support.servers import NatsCluster, start_nats_cluster

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(180)]

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


Blow = Callable[[NatsCluster], Awaitable[None]]


@pytest.mark.parametrize(
    "blow", [step_down, kill_leader, freeze_leader, freeze_leader_for_a_moment]
)
async def test_nothing_acknowledged_is_lost(cluster: NatsCluster, blow: Blow) -> None:
    """Two engines, one gateway, and a blow in the midst of it."""
    await asyncio.to_thread(cluster.await_ready)
    engines = (
        await connect(cluster, contract_pb2.PARTY_ENGINE),
        await connect(cluster, contract_pb2.PARTY_ENGINE),
    )
    gateway = await connect(cluster, contract_pb2.PARTY_GATEWAY)
    timer = await connect(cluster, contract_pb2.PARTY_TIMER)
    print(await nothing_is_lost(engines, gateway, timer, lambda: blow(cluster)))
    for bus in (*engines, gateway, timer):
        await bus.close()
