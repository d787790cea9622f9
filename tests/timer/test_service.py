"""The timer as processes over real NATS and Redis: what is in the log falls due, whatever dies."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable

from cardbus.due import DueSet
from tests.support.servers import Nats, Redis
from tests.timer.conftest import Peers, StartTimer
from tests.timer.peers import Entries, Games


def now_ms() -> int:
    """Wall clock."""
    return time.time_ns() // 1_000_000


def moves(count: int, pace_ms: int = 0) -> Callable[[int], Entries]:
    """A game of so many bots' moves, each due `pace_ms` after the last."""
    return lambda version: (("bot", now_ms() + pace_ms),) if version <= count else ()


async def until(condition: Callable[[], bool], deadline_s: float = 30.0) -> None:
    """Wait for it, or fail."""
    async with asyncio.timeout(deadline_s):
        while not condition():
            await asyncio.sleep(0.02)


async def begin(games: Games, count: int, length: int, pace_ms: int = 0) -> None:
    """Begin so many games."""
    for number in range(count):
        games.begin(f"game{number:04d}", moves(length, pace_ms))
    await until(lambda: all(game.version for game in games.games.values()))


async def test_games_go_on_by_their_deadlines(start_timer: StartTimer, peers: Peers) -> None:
    """Two replicas, nothing dies: every deadline is asked for once, by one of them."""
    replicas = [start_timer(n, CARTEADO_TIMER_LEASES_MS="[20000]") for n in ("one", "two")]
    await until(lambda: all(replica.ready for replica in replicas))
    await begin(peers.games, 60, 12)
    await until(lambda: not peers.games.unfinished)
    asked = Counter((r.game_id, r.version, r.kind) for r in peers.games.asked)
    assert len(asked) == 60 * 12
    assert set(asked.values()) == {1}


async def test_a_killed_replica_costs_nothing(start_timer: StartTimer, peers: Peers) -> None:
    """One of two dies by kill -9 again and again; all games end, no move is made twice."""
    start_timer("steady")
    await begin(peers.games, 40, 25, pace_ms=60)
    for _ in range(3):
        mortal = start_timer("mortal")
        await asyncio.sleep(1.2)
        mortal.kill()
    await until(lambda: not peers.games.unfinished)
    assert set(peers.games.acted.values()) == {1}


async def test_the_only_replica_may_die(start_timer: StartTimer, peers: Peers) -> None:
    """Its successor goes on from Redis and the log."""
    await begin(peers.games, 20, 30, pace_ms=60)
    for _ in range(3):
        timer = start_timer("only")
        await asyncio.sleep(1.5)
        timer.kill()
    start_timer("only")
    await until(lambda: not peers.games.unfinished)


async def test_an_emptied_redis_is_rebuilt(
    start_timer: StartTimer, peers: Peers, redis: Redis
) -> None:
    """Deadlines that stood only there come back from the log."""
    start_timer("one")
    start_timer("two")
    await begin(peers.games, 30, 6, pace_ms=700)
    for _ in range(3):
        await asyncio.sleep(0.9)
        redis.flush()
    await until(lambda: not peers.games.unfinished)


async def test_a_killed_redis_is_waited_for(
    start_timer: StartTimer, peers: Peers, redis: Redis
) -> None:
    """Twice in the midst of games, once for more than a moment."""
    timer = start_timer("one")
    await begin(peers.games, 30, 20, pace_ms=100)
    for pause_s in (0.1, 2.0):
        await asyncio.sleep(0.8)
        redis.control.kill()
        await asyncio.sleep(pause_s)
        redis.control.start()
    await until(lambda: not peers.games.unfinished)
    assert timer.process.poll() is None


async def test_a_frozen_redis_is_waited_for(
    start_timer: StartTimer, peers: Peers, redis: Redis
) -> None:
    """Its sockets stay open and nothing answers."""
    timer = start_timer("one")
    await begin(peers.games, 20, 15, pace_ms=100)
    redis.control.freeze()
    await asyncio.sleep(3.0)
    redis.control.thaw()
    await until(lambda: not peers.games.unfinished)
    assert timer.process.poll() is None


async def test_a_killed_nats_is_waited_for(
    start_timer: StartTimer, peers: Peers, fresh_guarded: Nats
) -> None:
    """The consumer goes on where it was."""
    timer = start_timer("one")
    await begin(peers.games, 20, 15, pace_ms=100)
    fresh_guarded.control.kill()
    await asyncio.sleep(1.0)
    fresh_guarded.control.start()
    await until(lambda: not peers.games.unfinished)
    assert timer.process.poll() is None


async def test_what_was_in_the_log_before_is_found(start_timer: StartTimer, peers: Peers) -> None:
    """A first start with an empty Redis, over logs that wait, and over other owners."""
    await begin(peers.games, 200, 2)
    peers.rooms.publish("room", "abcd", DueSet(4, (("expiry", now_ms()),)))
    await asyncio.sleep(0.3)
    start_timer("one")
    await until(lambda: not peers.games.unfinished)
    await until(lambda: bool(peers.rooms.asked))


async def test_other_owners_are_asked_too(start_timer: StartTimer, peers: Peers) -> None:
    """Rooms and leases, by their ids; a set that is replaced falls silent."""
    timer = start_timer("one")
    await until(lambda: timer.ready)
    now = now_ms()
    peers.rooms.publish("room", "abcd", DueSet(3, (("expiry", now + 60_000),)))
    peers.rooms.publish("room", "efgh", DueSet(9, (("expiry", now + 1_500),)))
    peers.rooms.publish("room", "efgh", DueSet(10))
    peers.rooms.publish("gateway", "gw01", DueSet(2**40, (("lease", now + 300),)))
    peers.rooms.publish("room", "abcd", DueSet(4, (("away:p1_X", now + 600),)))
    await until(lambda: len(peers.rooms.asked) == 2)
    await asyncio.sleep(1.5)
    assert [(r.owner, r.id, r.version, r.kind) for r in peers.rooms.asked] == [
        ("gateway", "gw01", 2**40, "lease"),
        ("room", "abcd", 4, "away:p1_X"),
    ]
    assert not any(r.grace for r in peers.rooms.asked)


async def test_an_outage_of_the_engine_gives_grace(start_timer: StartTimer, peers: Peers) -> None:
    """What fell due while no engine answered says so, what falls due later does not."""
    start_timer("one")
    await begin(peers.games, 1, 1)
    await until(lambda: not peers.games.unfinished)
    await asyncio.sleep(0.3)
    due = now_ms() + 500
    peers.games.begin("late", lambda version: (("turn", due),) if version == 1 else ())
    await until(lambda: peers.games.games["late"].version == 1)
    await peers.engine_leaves()
    await asyncio.sleep(2.0)
    await peers.engine_returns()
    await until(lambda: not peers.games.unfinished)
    assert peers.games.asked[-1].grace
    assert peers.games.asked[-1].due_ms == due
    await asyncio.sleep(0.3)
    peers.games.begin("after", moves(1, 200))
    await until(lambda: not peers.games.unfinished)
    assert not peers.games.asked[-1].grace


async def test_an_outage_of_the_timer_gives_grace(start_timer: StartTimer, peers: Peers) -> None:
    """The only replica was away: Redis remembers when it was last served."""
    timer = start_timer("one")
    await begin(peers.games, 1, 1)
    await until(lambda: not peers.games.unfinished)
    await asyncio.sleep(0.3)
    timer.kill()
    peers.games.begin("late", moves(1, 700))
    await asyncio.sleep(2.0)
    start_timer("two")
    await until(lambda: not peers.games.unfinished)
    assert peers.games.asked[-1].grace
