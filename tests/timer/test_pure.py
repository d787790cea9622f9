"""When something fires, with grace or without, and how long batches are gathered."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardbus.due import DueSet
from timer.intake import Pace
from timer.outages import Outages
from timer.schedule import fire_ms, first_fire_ms, next_fire_ms, to_fire, without

ENTRIES = st.dictionaries(
    st.sampled_from(["turn", "bot", "botlate", "window", "absent:3", "settle", "cap", "away:p1"]),
    st.integers(0, 5_000),
    min_size=1,
).map(lambda entries: DueSet(1, tuple(entries.items())))


@given(ENTRIES, st.integers(0, 1_000))
def test_the_first_to_fire_is_what_is_armed(due: DueSet, allowance_ms: int) -> None:
    """Taking deadlines away one by one empties the set in the order of their moments."""
    moments = []
    while due.entries:
        kind, due_ms = to_fire(due, allowance_ms, 0, 1)
        moments.append(fire_ms(kind, due_ms, allowance_ms))
        assert moments[-1] == first_fire_ms(due, allowance_ms)
        due = without(due, kind)
    assert moments == sorted(moments)
    assert first_fire_ms(due, allowance_ms) is None


@given(ENTRIES, st.integers(0, 1_000), st.integers(0, 6_500))
def test_what_is_ripe_takes_turns(due: DueSet, allowance_ms: int, now_ms: int) -> None:
    """In as many attempts as deadlines are ripe each is asked for once, and nothing unripe."""
    ripe = {k for k, ms in due.entries if fire_ms(k, ms, allowance_ms) <= now_ms}
    attempts = range(1, len(ripe) + 1)
    assert {to_fire(due, allowance_ms, now_ms, n)[0] for n in attempts} == ripe
    later_ms = next_fire_ms(due, allowance_ms, now_ms)
    assert (later_ms is None) == (len(ripe) == len(due.entries))
    assert later_ms is None or later_ms > now_ms


def test_only_a_persons_time_has_the_allowance() -> None:
    """A bot, a settlement or a room's expiry is not awaited by anybody's hand."""
    allowed = {
        k for k in ("turn", "window", "first", "flag", "stall", "absent:0") if fire_ms(k, 0, 9)
    }
    assert len(allowed) == 6
    assert not any(
        fire_ms(k, 0, 9) for k in ("bot", "botlate", "settle", "archive", "cap", "away:x")
    )


@given(st.integers(0, 9_000), st.integers(0, 9_000))
def test_grace_is_for_gaps_alone(fires_ms: int, later_ms: int) -> None:
    """A closed gap from 2000 to 5000, last served at 6000."""
    outages = Outages(6_000, ((2_000, 5_000),), threshold_ms=1_000)
    now_ms = max(fires_ms, later_ms, 6_000)
    expected = 2_000 < fires_ms <= 5_000 or (now_ms > 7_000 and fires_ms > 6_000)
    assert outages.grace(fires_ms, now_ms) == expected


@given(st.integers(0, 9_000))
def test_who_was_kept_out_has_time_to_come_back(fires_ms: int) -> None:
    """After the same gap, half a second; where there never was a door, nobody was kept out."""
    outages = Outages(6_000, ((0, 1_000), (2_000, 5_000)), threshold_ms=1_000)
    assert outages.kept_out(fires_ms, 6_000, return_ms=500) == (2_000 < fires_ms <= 5_500)
    assert not Outages(0, (), threshold_ms=1_000).kept_out(fires_ms, 9_000, return_ms=500)


def test_batches_are_gathered_under_load_alone() -> None:
    """Single moves are taken at once; a thousand a second are not; and after it at once again."""
    pace = Pace(0.05, busy_per_s=100)
    assert [pace.rest_s(1, 10 + n / 20) for n in range(40)] == [0.0] * 40
    rests = [pace.rest_s(50, 20 + n / 20) for n in range(40)]
    assert rests[-1] == 0.05
    assert pace.rest_s(1, 40) == 0.0
