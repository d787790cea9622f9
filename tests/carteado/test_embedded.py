"""The embedded servers start, keep what they were told, and die and return as they should."""

from __future__ import annotations

import asyncio
from pathlib import Path

import nats
import pytest
import redis.asyncio
from nats.errors import Error as NatsError

from carteado.embedded import nats_server, valkey_server, write_private
from carteado.processes import ServerFailed, free_port, port_is_free
from tests.support.servers import Nats, NatsCluster, Redis


async def test_a_stream_outlives_a_killed_server(fresh_nats_server: Nats) -> None:
    """What JetStream acknowledged is there after SIGKILL and a restart on the same address."""
    client = await nats.connect(fresh_nats_server.url)
    await client.jetstream().add_stream(name="S", subjects=["s.>"])
    acknowledged = await client.jetstream().publish("s.a", b"kept")
    await client.close()

    fresh_nats_server.control.kill()
    fresh_nats_server.control.restart()

    client = await nats.connect(fresh_nats_server.url)
    kept = await client.jetstream().get_msg("S", seq=acknowledged.seq)
    assert kept.data == b"kept"
    await client.close()


async def test_users_are_told_apart(tmp_path: Path) -> None:
    """A user's permissions hold, and a wrong password is refused."""
    port = free_port()
    server = nats_server(
        tmp_path,
        port,
        authorization={
            "users": [
                {"user": "a", "password": "pa", "permissions": {"publish": "a.>"}},
            ]
        },
    )
    server.start()
    try:
        with pytest.raises(NatsError):
            await nats.connect(
                f"nats://a:wrong@127.0.0.1:{port}", allow_reconnect=False, connect_timeout=2
            )
        errors: asyncio.Queue[Exception] = asyncio.Queue()
        client = await nats.connect(f"nats://a:pa@127.0.0.1:{port}", error_cb=errors.put)
        await client.publish("b.x", b"")
        refused = await asyncio.wait_for(errors.get(), 10)
        assert "permissions violation" in str(refused).lower()
        await client.close()
    finally:
        server.kill()


async def test_redis_keeps_what_it_wrote_over_a_stop(tmp_path: Path) -> None:
    """An orderly stop exits 0 and a restart has every key."""
    port = free_port()
    server = valkey_server(tmp_path, port, "secret")
    server.start()
    try:
        async with redis.asyncio.Redis(port=port, password="secret") as client:
            await client.set("k", "v")
        assert server.stop() == 0
        server.start()
        async with redis.asyncio.Redis(port=port, password="secret") as client:
            assert await client.get("k") == b"v"
        async with redis.asyncio.Redis(port=port, password="other") as stranger:
            with pytest.raises(redis.exceptions.AuthenticationError):
                await stranger.get("k")
    finally:
        server.kill()


async def test_redis_url_is_an_empty_database(redis_server: Redis, redis_url: str) -> None:
    """The fixture's address works as it is, and flushing forgets."""
    async with redis.asyncio.from_url(redis_url) as client:
        assert await client.dbsize() == 0
        await client.set("k", "v")
        redis_server.flush()
        assert await client.dbsize() == 0


def test_a_taken_port_is_said_with_the_log(tmp_path: Path) -> None:
    """A server that cannot listen fails at once, naming the reason from its log."""
    port = free_port()
    first = nats_server(tmp_path / "one", port)
    first.start()
    try:
        assert not port_is_free(port)
        other = valkey_server(tmp_path / "two", port, "secret")
        with pytest.raises(ServerFailed, match=r"(?s)valkey ended.*in use"):
            other.start()
    finally:
        first.kill()
    assert port_is_free(port)


def test_secrets_are_written_for_their_owner_alone(tmp_path: Path) -> None:
    """Mode 0600, also when an older file was wider."""
    path = tmp_path / "deep" / "secret"
    write_private(path, "one")
    path.chmod(0o644)
    write_private(path, "two")
    assert path.read_text() == "two"
    assert path.stat().st_mode & 0o777 == 0o600


async def test_a_cluster_appends_again_after_its_leader_was_killed(
    nats_cluster: NatsCluster,
) -> None:
    """Three replicas: the leader is found, killed, another takes over, and the dead one returns."""
    client = await nats.connect(nats_cluster.urls)
    stream = client.jetstream(timeout=15)
    await stream.add_stream(name="R3", subjects=["r3.>"], num_replicas=3)
    await stream.publish("r3.a", b"1")
    leader = nats_cluster.leader_of("R3")
    assert leader in {"n1", "n2", "n3"}

    nats_cluster.node(leader).kill()
    async with asyncio.timeout(30):
        while True:
            try:
                acknowledged = await stream.publish("r3.a", b"2", timeout=1)
                break
            except NatsError:
                await asyncio.sleep(0.2)
    assert acknowledged.seq >= 2
    nats_cluster.node(leader).restart()
    nats_cluster.await_ready()
    await client.close()
