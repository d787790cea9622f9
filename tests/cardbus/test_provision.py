"""Streams and consumers as the contracts name them, in both layouts."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import nats
import pytest
from nats.js import api

from cardbus import Appended, ConnectFailed
from cardbus.contracts import inbox_prefix
from cardbus.feed import Feeds
from cardbus.permissions import PROVISIONER, authorization, users
from cardbus.provision import ProvisionFailed, provision
from cardbus.stream import Due
from cardproto.v1 import contract_pb2
from cardproto.v1.engine_pb2 import LogEntry
from tests.cardbus.conftest import Connect, eventually
from tests.cardbus.test_feed import Watcher
from tests.support.servers import Nats, start_nats

SMALL = 16 << 20


async def made(server: Nats) -> dict[str, api.StreamInfo]:
    """Every stream by name, as the server tells it."""
    client = await nats.connect(
        server.url,
        user=PROVISIONER,
        password=server.passwords[PROVISIONER],
        inbox_prefix=inbox_prefix(PROVISIONER),
    )
    found = await client.jetstream().streams_info()
    await client.close()
    return {str(info.config.name): info for info in found}


async def test_the_streams_are_as_the_design_says(fresh_guarded: Nats) -> None:
    """No age and no count on a living game; full means refused; seeds are told to nobody."""
    streams = {name: info.config for name, info in (await made(fresh_guarded)).items()}
    assert set(streams) == {"GAMES", "SEEDS", "RECORDS", "DEADLINES"}
    games = streams["GAMES"]
    assert games.max_age == 0
    assert games.max_msgs_per_subject == -1
    assert games.republish is not None
    assert games.republish.headers_only is None
    assert streams["SEEDS"].republish is None
    assert not streams["SEEDS"].allow_direct
    assert streams["RECORDS"].max_age == 400 * 24 * 3600
    assert streams["RECORDS"].max_msgs_per_subject == 1
    assert streams["DEADLINES"].max_age == 7 * 24 * 3600
    assert {config.discard for config in streams.values()} == {api.DiscardPolicy.NEW}
    assert {config.storage for config in streams.values()} == {api.StorageType.FILE}


async def test_provisioning_again_changes_nothing_and_loses_nothing(
    fresh_guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Also with another size."""
    engine = await connect(fresh_guarded, contract_pb2.PARTY_ENGINE)
    game_id = next(game_ids)
    message = LogEntry(game_id=game_id, version=1, entry_id=secrets.token_bytes(8))
    await engine.stream(LogEntry).append_now(message, 0)
    again = partial(
        provision, [fresh_guarded.url], PROVISIONER, fresh_guarded.passwords[PROVISIONER]
    )
    before = (await made(fresh_guarded))["GAMES"].config
    await again(max_bytes=64 << 20)
    assert (await made(fresh_guarded))["GAMES"].config == before
    await again(max_bytes=32 << 20)
    assert (await made(fresh_guarded))["GAMES"].config.max_bytes == 32 << 20
    assert await engine.stream(LogEntry).last_now(game_id=game_id) is not None


async def test_what_cannot_be_made_fails_with_the_servers_words(fresh_guarded: Nats) -> None:
    """Three replicas on one server; another layout over the present one; a wrong password."""
    password = fresh_guarded.passwords[PROVISIONER]
    with pytest.raises(ProvisionFailed):
        await provision([fresh_guarded.url], PROVISIONER, password, replicas=3, max_bytes=SMALL)
    with pytest.raises(ProvisionFailed, match="overlap"):
        await provision(
            [fresh_guarded.url], PROVISIONER, password, streams_sharded=True, max_bytes=SMALL
        )
    with pytest.raises(ConnectFailed):
        await provision([fresh_guarded.url], PROVISIONER, "wrong")


@pytest.fixture
def sharded(tmp_path: Path) -> Iterator[Nats]:
    """A server whose users have the rights of the split layout."""
    server = start_nats(
        tmp_path / "sharded",
        users=users(),
        authorization=lambda passwords: authorization(passwords, sharded=True),
    )
    yield server
    server.control.kill()


async def test_split_streams_do_the_same(
    sharded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Append, read, feed, consume, sweep, purge: over all eight, with rights for just these."""
    await provision(
        [sharded.url],
        PROVISIONER,
        sharded.passwords[PROVISIONER],
        streams_sharded=True,
        max_bytes=SMALL,
    )
    streams = await made(sharded)
    assert {name for name in streams if name.startswith("GAMES")} == {
        f"GAMES-{n}" for n in range(8)
    }
    engine = await connect(sharded, contract_pb2.PARTY_ENGINE, sharded=True)
    gateway = await connect(sharded, contract_pb2.PARTY_GATEWAY, sharded=True)
    timer = await connect(sharded, contract_pb2.PARTY_TIMER, sharded=True)
    log, shown, told = (bus.stream(LogEntry) for bus in (engine, gateway, timer))
    games = [next(game_ids) for _ in range(64)]
    feeds, watchers = Feeds(gateway), {game_id: Watcher() for game_id in games}
    for game_id, watcher in watchers.items():
        feeds.follow(game_id, watcher)
    await gateway.flush()
    consumed: list[Due] = []
    doubts: list[str] = []

    async def handle(batch: Sequence[Due]) -> None:
        consumed.extend(batch)

    consumption = told.consume_headers(handle, doubts.append)
    for game_id in games:
        expected = 0
        for version in (1, 2):
            entry = LogEntry(
                game_id=game_id,
                version=version,
                entry_id=secrets.token_bytes(8),
                due=f"v={version}",
            )
            outcome = await log.append_now(entry, expected)
            assert isinstance(outcome, Appended)
            expected = outcome.sequence
    await eventually(lambda: all(w.version == 2 for w in watchers.values()))
    await eventually(lambda: len(consumed) == 128)
    await consumption.close()
    assert {due.placeholders["game_id"] for due in consumed} == set(games)
    swept = [due async for batch in told.sweep_headers() for due in batch]
    assert sorted(due.placeholders["game_id"] for due in swept) == sorted(games)
    assert {due.due for due in swept} == {"v=2"}
    many = await shown.last_direct_many_now([{"game_id": game_id} for game_id in games])
    assert sorted(stored.message.game_id for stored in many) == sorted(games)
    assert len(await log.since_now(0, game_id=games[0])) == 2
    assert await log.purge_now(game_id=games[0]) == 2
    assert await log.last_now(game_id=games[0]) is None
