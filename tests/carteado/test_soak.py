"""Soaking: what is called flat, and one short soak of a whole table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.soak.churn import WAYS, Crowd
from carteado.soak.command import Watched, left_behind, rising, table
from carteado.soak.flatness import Tolerance, rise_z, slope, trend
from carteado.soak.picture import drawn
from carteado.soak.probes import NoAnswer, Place, Probe, is_kept, prefix
from carteado.stack import Stack

TIMES = [10.0 * n for n in range(60)]
TOLERANCE = Tolerance(0.03, 3.0)


def noise(seed: int, size: float) -> list[float]:
    """Sixty samples around 100, each off by at most `size`."""
    chance = random.Random(seed)
    return [100 + size * (2 * chance.random() - 1) for _ in TIMES]


@given(st.integers(0, 200))
def test_noise_is_flat(seed: int) -> None:
    """However it falls, where there is no trend there is no leak."""
    assert not trend(TIMES, noise(seed, 2.0), TOLERANCE).rising


@given(st.integers(0, 200), st.floats(6.0, 100.0))
def test_a_leak_within_noise_is_seen(seed: int, leaked: float) -> None:
    """A steady growth of twice what is allowed is told from the noise around it."""
    values = [v + leaked * n / len(TIMES) for n, v in enumerate(noise(seed, 1.0))]
    assert trend(TIMES, values, TOLERANCE).rising


def test_falling_odd_samples_and_small_growth_are_no_leak() -> None:
    """What a garbage collection, a burst or a kilobyte do is no fault."""
    odd = noise(1, 0.5)
    for index in (10, 40, 59):
        odd[index] += 500
    tiny = [100 + 0.001 * n for n in range(60)]
    for values in (odd, tiny, [200.0 - n for n in range(60)], [7.0] * 60):
        assert not trend(TIMES, values, TOLERANCE).rising
    assert rise_z(tiny) > 5, "it does rise, only by nothing"
    assert slope(TIMES, tiny) == pytest.approx(0.0001)


def test_too_few_samples_are_not_judged() -> None:
    """Five samples say nothing, however steep."""
    found = trend(TIMES[:5], [0.0, 100.0, 200.0, 300.0, 400.0], TOLERANCE)
    assert not found.judged
    assert not found.rising


def test_a_sawtooth_is_flat_and_a_curve_that_begins_late_is_whole() -> None:
    """Rooms rise and fall together; a key that appears was 0 before."""
    watched = Watched()
    for n, at in enumerate(TIMES):
        sample = {"redis/lobby:room:*/keys": 50.0 + n % 12, "rss/lobby-1": 90.0 + n}
        watched.add(at, sample | ({"js/RECORDS/messages": 10.0 * n} if n > 5 else {}))
    trends = watched.trends(warm_s=100)
    assert rising(trends) == ["rss/lobby-1"], "records are kept by design"
    assert len(watched.curves["js/RECORDS/messages"]) == len(TIMES)
    shown = table(trends)
    assert "RISES" in shown
    assert "kept by design" in shown


@pytest.mark.parametrize(
    "place",
    [
        Place({"engine-1": 2**22 + 1}, {}, []),
        Place({}, {"engine-1": "127.0.0.1:1"}, []),
        Place({}, {}, ["http://127.0.0.1:1"]),
        Place({}, {}, [], "redis://127.0.0.1:1"),
    ],
    ids=["process", "service", "nats", "redis"],
)
def test_a_part_that_does_not_answer_is_one_kind_of_failure(place: Place) -> None:
    """Whichever part it is, a long run can pass over the sample."""
    probe = Probe(place)
    with pytest.raises(NoAnswer):
        probe.sample()
    probe.close()


def test_what_stays_is_told_by_name() -> None:
    """More than before is left behind, less is not."""
    before = {"js/GAMES/messages": 0.0, "nats/subscriptions": 90.0}
    after = {"js/GAMES/messages": 3.0, "nats/subscriptions": 88.0}
    assert left_behind(before, after) == {"js/GAMES/messages": 3.0}


def test_keys_are_counted_without_their_identities() -> None:
    """Every room is one prefix; what is kept for days is not judged."""
    assert prefix("lobby:room:rkfzvjujqrz7sdn2") == "lobby:room:*"
    assert prefix("lobby:person:os4xjdnp7u5jqlml:history") == "lobby:person:*:history"
    assert prefix("lobby:code:JD8YEG") == "lobby:code:*"
    request = "lobby:request:os4xjdnp7u5jqlml:add_bot:M2I5MzE2ODktNA=="
    assert prefix(request) == "lobby:request:*:add_bot:*"
    assert prefix("lobby:listing") == "lobby:listing"
    assert is_kept("redis/lobby:person:*:games/keys")
    assert not is_kept("redis/lobby:person:*:rooms/keys")


def test_the_picture_holds_every_curve(tmp_path: Path) -> None:
    """And the file of samples every column."""
    watched = Watched()
    for at in TIMES:
        watched.add(at, {"a<b": at, "flat": 1.0})
    text = drawn(watched.times_s, watched.curves, {"flat": "#dc2626"})
    assert text.count("<polyline") == 2
    assert "a&lt;b" in text
    watched.write(tmp_path / "soak.csv")
    lines = (tmp_path / "soak.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "seconds,a<b,flat"
    assert len(lines) == len(TIMES) + 1


@pytest.fixture(scope="module")
def stack_settings() -> dict[str, str]:
    """A fast table: what takes two minutes takes some seconds."""
    return {"CARTEADO_TIME_SCALE": "0.05"}


async def test_every_way_is_gone_without_trouble_and_everything_is_watched(stack: Stack) -> None:
    """Each way once, with one game after the other; the probe knows each part of the table."""
    crowd, probe = Crowd(stack.url, 0.0, seed=7), Probe(Place.of(stack))
    games = ("rouba-monte", "caravan", "rami", "hearts", "virae")
    for number, way in enumerate(WAYS):
        await crowd.take(way, games[number % len(games)], random.Random(number))
    assert crowd.troubles == []
    assert sum(crowd.ways.values()) == len(WAYS)
    sample = probe.sample()
    probe.close()
    memory = ("rss/engine-1", "blocks/engine-1", "rss/nats", "nats/heap")
    nats = ("js/GAMES/messages", "js/consumers", "nats/subscriptions")
    for name in (
        *memory,
        *nats,
        "redis/lobby:room:*/keys",
        "own/gateway_sockets",
        "own/tables_cached",
    ):
        assert name in sample, name
    assert sample["own/gateway_sockets"] == 0
