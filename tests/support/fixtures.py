"""Fixtures of every test that needs servers; `tests/conftest.py` makes them known.

`nats_server` and `redis_server` are shared by the tests of one module; `fresh_nats_server` is
one's own (25 ms); `redis_url` is the module's server, emptied; `nats_cluster` is three nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.servers import (
    Control,
    Kind,
    Nats,
    NatsCluster,
    Redis,
    chosen_kind,
    start_nats,
    start_nats_cluster,
    start_redis,
)


@pytest.fixture(scope="session")
def server_kind() -> Kind:
    """Containers or processes, decided once."""
    return chosen_kind()[0]


def _end(control: Control) -> None:
    from carteado.processes import ServerProcess

    if isinstance(control, ServerProcess):
        control.kill()
        return
    from tests.support.containers import ContainerServer

    assert isinstance(control, ContainerServer)
    control.remove()


def _nats(folder: Path, kind: Kind) -> Iterator[Nats]:
    server = start_nats(folder, kind)
    yield server
    _end(server.control)


@pytest.fixture(scope="module")
def nats_server(server_kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nats]:
    """A nats-server with JetStream that lets everybody in, for the tests of one module."""
    yield from _nats(tmp_path_factory.mktemp("nats"), server_kind)


@pytest.fixture
def fresh_nats_server(server_kind: Kind, tmp_path: Path) -> Iterator[Nats]:
    """A nats-server with JetStream that lets everybody in, for one test alone."""
    yield from _nats(tmp_path / "nats", server_kind)


@pytest.fixture(scope="module")
def redis_server(server_kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """A Redis-compatible server for the tests of one module."""
    server = start_redis(tmp_path_factory.mktemp("redis"), server_kind)
    yield server
    _end(server.control)


@pytest.fixture
def redis_url(redis_server: Redis) -> str:
    """Address with password of the module's server, emptied for this test."""
    redis_server.flush()
    return redis_server.url


@pytest.fixture(scope="module")
def nats_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsCluster]:
    """Three nats-servers as one cluster, for the tests of one module."""
    cluster = start_nats_cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.stop()
