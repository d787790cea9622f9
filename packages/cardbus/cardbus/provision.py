"""Making the streams and durable consumers that the contracts name; run again, it changes nothing.

Over nats-py's own JetStream management, as the user `provisioner`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial

import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.errors import NoRespondersError
from nats.js import JetStreamContext, api
from nats.js.errors import APIError, NotFoundError

from cardbus import contracts
from cardbus.contracts import StreamContract, inbox_prefix
from cardbus.errors import ConnectFailed
from cardbus.subjects import SHARD, STREAM_SPLIT, Template, shards_of, stream_names
from cardproto.v1 import contract_pb2

_log = logging.getLogger("cardbus")

GIB = 1 << 30
_DAY_S = 24 * 3600
_ACK_WAIT_S = 30.0
_MAX_ACK_PENDING = 20_000
_API_DEADLINE_S = 10.0
_RETRY_PAUSE_S = 0.3


class ProvisionFailed(Exception):
    """The servers refuse the streams; the text says which and why."""


def stream_configs(
    replicas: int = 1, streams_sharded: bool = False, max_bytes: int = GIB
) -> tuple[api.StreamConfig, ...]:
    """The streams' configurations. `max_bytes` is the limit of each; a full one refuses."""
    return tuple(
        config
        for contract in contracts.streams().values()
        for config in _configs(contract, replicas, streams_sharded and contract.sharded, max_bytes)
    )


def consumer_configs(
    streams_sharded: bool = False, replicas: int = 1
) -> tuple[tuple[str, api.ConsumerConfig], ...]:
    """The durable consumers, each with its stream's name: headers only, acknowledged in batches."""
    return tuple(
        (
            name,
            api.ConsumerConfig(
                durable_name=contract.durable,
                deliver_policy=api.DeliverPolicy.ALL,
                ack_policy=api.AckPolicy.ALL,
                ack_wait=_ACK_WAIT_S,
                max_ack_pending=_MAX_ACK_PENDING,
                headers_only=True,
                num_replicas=replicas,
            ),
        )
        for contract in contracts.streams().values()
        if contract.durable
        for name in stream_names(contract.stream, streams_sharded and contract.sharded)
    )


async def provision(
    urls: Sequence[str],
    user: str,
    password: str,
    replicas: int = 1,
    streams_sharded: bool = False,
    max_bytes: int = GIB,
    patience_s: float = 30.0,
) -> None:
    """Make or bring up to date every stream and durable consumer, waiting for JetStream to be
    ready (a cluster must first elect a leader).

    Raises ConnectFailed, ProvisionFailed.
    """
    try:
        client = await nats.connect(
            list(urls),
            user=user,
            password=password,
            inbox_prefix=inbox_prefix(user),
            name="provision",
            allow_reconnect=True,
            max_reconnect_attempts=5,
            reconnect_time_wait=1,
        )
    except (NatsError, OSError, TimeoutError) as error:
        raise ConnectFailed(f"{user}@{','.join(urls)}: {error}") from error
    try:
        async with asyncio.timeout(patience_s):
            await _provision(client, replicas, streams_sharded, max_bytes)
    except TimeoutError as error:
        raise ProvisionFailed(f"JetStream was not ready in {patience_s} s") from error
    finally:
        await client.close()


async def _provision(client: Client, replicas: int, streams_sharded: bool, max_bytes: int) -> None:
    manager = client.jetstream(timeout=_API_DEADLINE_S)
    for config in stream_configs(replicas, streams_sharded, max_bytes):
        await _persist(partial(_stream, manager, config))
    for stream, consumer in consumer_configs(streams_sharded, replicas):
        await _persist(partial(_consumer, manager, stream, consumer))


async def _stream(manager: JetStreamContext, config: api.StreamConfig) -> None:
    assert config.name is not None
    try:
        await manager.stream_info(config.name)
    except NotFoundError:
        await manager.add_stream(config)
        _log.info("made stream %s", config.name)
        return
    await manager.update_stream(config)


async def _consumer(manager: JetStreamContext, stream: str, config: api.ConsumerConfig) -> None:
    await manager.add_consumer(stream, config)


async def _persist(step: Callable[[], Awaitable[None]]) -> None:
    """Until JetStream answers; what it refuses for good ends as ProvisionFailed."""
    while True:
        try:
            await step()
            return
        except (NoRespondersError, TimeoutError):
            _log.info("JetStream is not ready yet")
        except APIError as error:
            if error.code != 503:
                raise ProvisionFailed(str(error)) from error
            _log.info("JetStream is not ready yet: %s", error.description)
        await asyncio.sleep(_RETRY_PAUSE_S)


def _configs(
    contract: StreamContract, replicas: int, split: bool, max_bytes: int
) -> Iterator[api.StreamConfig]:
    if not split:
        yield _config(contract, contract.stream, [contract.template.wildcard], replicas, max_bytes)
        return
    for index in range(STREAM_SPLIT):
        subjects = [_of_shard(contract.template, token) for token in shards_of(index)]
        yield _config(contract, f"{contract.stream}-{index}", subjects, replicas, max_bytes)


def _config(
    contract: StreamContract, name: str, subjects: list[str], replicas: int, max_bytes: int
) -> api.StreamConfig:
    return api.StreamConfig(
        name=name,
        subjects=subjects,
        retention=api.RetentionPolicy.LIMITS,
        storage=api.StorageType.FILE,
        discard=api.DiscardPolicy.NEW,
        max_bytes=max_bytes,
        max_age=contract.max_age_days * _DAY_S,
        max_msgs_per_subject=contract.max_per_subject or -1,
        num_replicas=replicas,
        allow_direct=contract.anyone(contract_pb2.RIGHT_READ_DIRECT),
        deny_delete=True,
        republish=_republish(contract),
    )


def _republish(contract: StreamContract) -> api.RePublish | None:
    if contract.feed is None:
        return None
    place = {field: n + 1 for n, field in enumerate(contract.template.fields)}
    destination = contract.feed.pattern
    for field in contract.feed.fields:
        destination = destination.replace(
            "{" + field + "}", "{{wildcard(" + str(place[field]) + ")}}"
        )
    return api.RePublish(src=contract.template.wildcard, dest=destination)


def _of_shard(template: Template, token: str) -> str:
    """The template with that shard, everything else open."""
    fixed = template.pattern.replace("{" + SHARD + "}", token)
    return Template(fixed).wildcard
