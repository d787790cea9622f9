"""The wheel's scripts on a real Redis: newer sets only, claims by lease, gaps, epochs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from tests.support.servers import Redis as RedisServer
from timer.errors import StoreUnavailable
from timer.outages import Outages
from timer.store import Armed, Claim, WheelStore

LEASES = (5_000, 10_000, 30_000)
T = 1_700_000_000_000


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[WheelStore]:
    """A store on the module's server, emptied."""
    made = WheelStore(Redis.from_url(redis_url), LEASES, gap_ms=2_000)
    yield made
    await made.close()


def turn(owner: str, sequence: int, at_ms: int) -> Armed:
    """A set with one deadline."""
    return Armed(owner, sequence, at_ms, f"v={sequence};turn@{at_ms}")


async def test_only_a_newer_set_is_taken(store: WheelStore) -> None:
    """Replicas process out of order: the highest sequence stands, whatever came last."""
    assert await store.take([turn("game:a", 5, T)]) == 1
    assert await store.take([turn("game:a", 4, T - 50), turn("game:a", 5, T - 60)]) == 0
    assert await store.claim(T - 1, 10) == ((), T)
    assert (await store.claim(T, 10))[0] == (Claim("game:a", 5, 1, f"v=5;turn@{T}", T + LEASES[0]),)


async def test_any_order_of_batches_ends_the_same(store: WheelStore) -> None:
    """The last set of each owner counts, over random orders, doubled and in batches."""
    chance = random.Random(3)
    sets = [turn(f"game:{o}", s, T + 10 * s) for o in "abcdef" for s in range(1, 30)]
    deliveries = sets + chance.sample(sets, 60)
    chance.shuffle(deliveries)
    while deliveries:
        batch = [deliveries.pop() for _ in range(min(chance.randint(1, 9), len(deliveries)))]
        await store.take(batch)
    claims, _ = await store.claim(T + 10_000, 100)
    assert sorted(c.text for c in claims) == [f"v=29;turn@{T + 290}"] * 6


async def test_what_is_armed_too_early_is_armed_anew(store: WheelStore) -> None:
    """A set that falls due later leaves the old moment, and the claim then finds nothing due."""
    await store.take([turn("game:a", 1, T)])
    await store.take([turn("game:a", 2, T + 700)])
    assert await store.claim(T - 1, 10) == ((), T)
    assert await store.claim(T, 10) == ((), T + 700)
    claims, _ = await store.claim(T + 700, 10)
    assert [c.sequence for c in claims] == [2]


async def test_an_earlier_deadline_is_armed_at_once(store: WheelStore) -> None:
    """A bot's move falls due before the turn that was armed, also while a claim is held."""
    await store.take([turn("game:a", 1, T)])
    await store.take([turn("game:a", 2, T - 500)])
    claims, _ = await store.claim(T - 500, 10)
    assert [c.sequence for c in claims] == [2]
    await store.take([turn("game:a", 3, T - 400)])
    claims, _ = await store.claim(T - 400, 10)
    assert [c.sequence for c in claims] == [3]


async def test_an_unanswered_claim_comes_back_by_lease(store: WheelStore) -> None:
    """After 5, 10, 30 and again 30 seconds, counting its attempts."""
    await store.take([turn("game:a", 1, T)])
    now = T
    for attempt, lease in enumerate((5_000, 10_000, 30_000, 30_000), 1):
        claims, next_ms = await store.claim(now, 10)
        assert [(c.attempt, c.until_ms) for c in claims] == [(attempt, now + lease)]
        assert next_ms == now + lease
        assert (await store.claim(now + lease - 1, 10))[0] == ()
        now += lease


async def test_a_claim_is_one_replicas(store: WheelStore, redis_url: str) -> None:
    """Of many claims at once each owner goes to exactly one."""
    other = WheelStore(Redis.from_url(redis_url), LEASES, gap_ms=2_000)
    await store.take([turn(f"game:{n}", n + 1, T) for n in range(400)])
    answers = await asyncio.gather(*(s.claim(T, 30) for _ in range(20) for s in (store, other)))
    owners = [c.owner for claims, _ in answers for c in claims]
    assert len(owners) == len(set(owners)) == 400
    await other.close()


async def test_settling_spares_a_newer_set(store: WheelStore) -> None:
    """What came meanwhile stands; without anything newer the rest of the set goes on."""
    await store.take([Armed("game:a", 1, T, f"v=1;bot@{T};turn@{T + 900}")])
    await store.claim(T, 10)
    assert await store.settle([Armed("game:a", 1, T + 900, f"v=1;turn@{T + 900}")]) == 1
    assert (await store.claim(T + 899, 10)) == ((), T + 900)
    await store.claim(T + 900, 10)
    await store.take([turn("game:a", 2, T + 2_000)])
    assert await store.settle([Armed("game:a", 1, None, "v=1")]) == 0
    claims, _ = await store.claim(T + 900 + 5_000, 10)
    assert [c.sequence for c in claims] == [2]


async def test_what_is_given_back_keeps_its_attempts(store: WheelStore) -> None:
    """Earlier than its lease says, and the next lease is the longer one."""
    text = f"v=1;bot@{T};botlate@{T + 900}"
    await store.take([Armed("game:a", 1, T, text)])
    await store.claim(T, 10)
    assert await store.settle([Armed("game:a", 1, T + 900, text, attempt=1)]) == 1
    claims, _ = await store.claim(T + 900, 10)
    assert claims == (Claim("game:a", 1, 2, text, T + 900 + LEASES[1]),)


async def test_an_empty_set_leaves_nothing(store: WheelStore) -> None:
    """Neither by taking nor by settling."""
    await store.take([turn("game:a", 1, T), turn("game:b", 1, T)])
    assert await store.take([Armed("game:a", 2, None, "v=2")]) == 1
    await store.claim(T, 10)
    assert await store.settle([Armed("game:b", 1, None, "v=1")]) == 1
    assert await store.size() == 0
    assert await store.claim(T + 99_999, 10) == ((), None)


async def test_more_than_one_script_can_hold(store: WheelStore) -> None:
    """A sweep's thousands go in by parts."""
    assert await store.take([turn(f"game:{n}", 1, T + n) for n in range(2_345)]) == 2_345
    assert await store.size() == 2_345


async def tick(store: WheelStore, now: int, answered: bool, remembered: int = 0) -> Outages:
    """One tick of replica `r` that knows one service."""
    second = await store.tick("r", now, 5_000, [("engine", answered, remembered)])
    return second.outages[0]


async def test_silence_leaves_a_gap(store: WheelStore) -> None:
    """What fell due in it gets grace, before and after it no."""
    await tick(store, T, True)
    assert (await tick(store, T + 1_000, True)).gaps == ((0, T),)
    for second in range(2, 9):
        running = await tick(store, T + second * 1_000, False)
    assert running.last_ms == T + 1_000
    assert running.grace(T + 1_500, T + 8_000)
    assert not running.grace(T + 900, T + 8_000)
    ended = await tick(store, T + 9_000, True)
    assert ended.gaps[-1] == (T + 1_000, T + 9_000)
    assert ended.grace(T + 8_999, T + 9_100)
    assert not ended.grace(T + 9_001, T + 9_100)


async def test_a_short_silence_is_none(store: WheelStore) -> None:
    """Up to two seconds."""
    await tick(store, T, True)
    assert len((await tick(store, T + 2_000, True)).gaps) == 1


async def test_memory_of_a_replica_outlives_a_lost_redis(
    store: WheelStore, redis_server: RedisServer
) -> None:
    """An emptied Redis does not make the whole past an outage for who was there."""
    await tick(store, T, True)
    redis_server.flush()
    assert (await tick(store, T + 1_000, True, remembered=T)).gaps == ()


async def test_epochs_tell_that_the_wheel_is_whole(
    store: WheelStore, redis_server: RedisServer
) -> None:
    """None before the first sweep, one for all replicas after it, none once emptied."""
    assert (await store.tick("r", T, 5_000, [])).epoch is None
    epoch = await store.end_sweep(await store.begin_sweep())
    assert await store.end_sweep(await store.begin_sweep()) == epoch
    assert (await store.tick("r", T, 5_000, [])).epoch == epoch
    redis_server.flush()
    assert (await store.tick("r", T, 5_000, [])).epoch is None


async def test_a_sweep_over_an_emptied_redis_is_in_vain(
    store: WheelStore, redis_server: RedisServer
) -> None:
    """What it had put in before is gone, so it must not say that the wheel is whole."""
    mark = await store.begin_sweep()
    redis_server.flush()
    assert await store.end_sweep(mark) is None
    assert (await store.tick("r", T, 5_000, [])).epoch is None


async def test_a_dead_replica_is_found_by_one(store: WheelStore) -> None:
    """Once; one that departed in order at the next tick."""
    await store.tick("gone", T, 5_000, [])
    await store.tick("left", T, 5_000, [])
    await store.depart("left")
    assert (await store.tick("r", T + 5_000, 5_000, [])).dead == ("left",)
    assert (await store.tick("r", T + 5_000, 5_000, [])).dead == ()
    assert (await store.tick("r", T + 5_001, 5_000, [])).dead == ("gone",)
    assert (await store.tick("s", T + 5_001, 5_000, [])).dead == ()


async def test_a_redis_that_is_away_is_said_so(tmp_path: object) -> None:
    """Whatever the library raises."""
    from carteado.processes import free_port

    away = WheelStore(Redis.from_url(f"redis://127.0.0.1:{free_port()}"), LEASES, 2_000)
    with pytest.raises(StoreUnavailable):
        await away.take([turn("game:a", 1, T)])


async def test_a_redis_without_memory_or_disk_is_waited_for(
    store: WheelStore, redis_url: str
) -> None:
    """It answers, yet takes no write: the timer waits as for one that is away, and goes on."""
    operator = Redis.from_url(redis_url)
    await store.take([turn("game:a", 1, T)])
    try:
        await operator.config_set("maxmemory", "1")
        with pytest.raises(StoreUnavailable):
            await store.take([turn("game:a", 2, T)])
        with pytest.raises(StoreUnavailable):
            await store.tick("one", T, 5_000, [("engine", True, 0)])
        with pytest.raises(StoreUnavailable):
            await store.begin_sweep()
    finally:
        await operator.config_set("maxmemory", "0")
    try:
        await operator.config_set("min-replicas-to-write", "1")
        with pytest.raises(StoreUnavailable):
            await store.take([turn("game:a", 2, T)])
    finally:
        await operator.config_set("min-replicas-to-write", "0")
        await operator.aclose()
    assert await store.take([turn("game:a", 2, T)]) == 1
