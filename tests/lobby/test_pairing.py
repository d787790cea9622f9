"""Who goes together in the rated queue, as a property of any queue and of any time."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lobby.chance import ID_ALPHABET
from lobby.history import closed_until
from lobby.names import likeness, normalise
from lobby.pairing import Window, open_pair, pairs
from lobby.requests import default_settings
from lobby.values import Ticket
from tests.lobby.world import World

WINDOW = Window(base=3.0, per_s=0.2)
NOW_MS = 1_000_000


def ids() -> st.SearchStrategy[str]:
    return st.text(ID_ALPHABET, min_size=16, max_size=16)


tickets = st.builds(
    Ticket,
    player_id=ids(),
    name=st.just("P"),
    game=st.just("caravan"),
    mu=st.floats(0, 50),
    since_ms=st.integers(0, NOW_MS),
)
queues = st.lists(tickets, max_size=40, unique_by=lambda t: t.player_id)
windows = st.builds(Window, base=st.floats(0, 10), per_s=st.floats(0.01, 5))


@given(queues, windows)
@settings(max_examples=300, deadline=None)
def test_nobody_is_paired_twice_and_nobody_is_left_who_fits(
    queue: list[Ticket], window: Window
) -> None:
    """Each pair fits, each person stands in one at most, and no two who are left over fit."""
    made = list(pairs(queue, window, NOW_MS))
    paired = [t.player_id for two in made for t in two]
    assert len(paired) == len(set(paired))
    assert set(paired) <= {t.player_id for t in queue}
    assert all(window.fits(one, other, NOW_MS) for one, other in made)
    left = [t for t in queue if t.player_id not in paired]
    assert not any(
        window.fits(one, other, NOW_MS) for one in left for other in left if one is not other
    )


@given(queues.filter(lambda queue: len(queue) > 1), windows)
@settings(max_examples=100, deadline=None)
def test_with_time_everybody_fits_somebody(queue: list[Ticket], window: Window) -> None:
    """The window widens without end, so at most one is left over."""
    later_ms = NOW_MS + round(60_000 / window.per_s) * 1_000
    assert len(list(pairs(queue, window, later_ms))) == len(queue) // 2


@given(queues, windows, st.randoms())
@settings(max_examples=60, deadline=None)
def test_the_order_of_reading_does_not_matter(
    queue: list[Ticket], window: Window, chance: random.Random
) -> None:
    """Two lobbies that look at the same queue see the same pairs."""
    shuffled = queue[:]
    chance.shuffle(shuffled)
    assert list(pairs(queue, window, NOW_MS)) == list(pairs(shuffled, window, NOW_MS))


def test_who_waits_longest_is_served_first_with_the_nearest() -> None:
    """Not whoever came last, and not whoever is far."""
    old = Ticket("a" * 16, "A", "caravan", 25.0, since_ms=0)
    near = Ticket("b" * 16, "B", "caravan", 26.0, since_ms=50_000)
    far = Ticket("c" * 16, "C", "caravan", 27.5, since_ms=10_000)
    assert list(pairs([far, near, old], WINDOW, 60_000)) == [(old, near)]


def test_a_simulated_hour_leaves_nobody_waiting_for_long() -> None:
    """People of all strengths come at random; each is paired once, and nobody waits beyond the
    time in which the window has opened to whoever comes next."""
    chance = random.Random(4)
    waiting: dict[str, Ticket] = {}
    waits: list[int] = []
    apart: list[float] = []
    for now_ms in range(0, 3_600_000, 500):
        if chance.random() < 0.05:
            name = f"{now_ms:016d}"
            waiting[name] = Ticket(name, "P", "caravan", chance.gauss(25, 7), since_ms=now_ms)
        for one, other in pairs(list(waiting.values()), WINDOW, now_ms):
            for ticket in (one, other):
                del waiting[ticket.player_id]
                waits.append(now_ms - ticket.since_ms)
            apart.append(abs(one.mu - other.mu))
    assert len(waits) > 300
    assert max(waits) < 180_000
    assert sorted(waits)[len(waits) // 2] < 30_000
    assert sorted(apart)[len(apart) // 2] < 4


@given(st.text(min_size=1, max_size=20).filter(str.strip))
def test_two_of_one_name_are_told_apart(name: str) -> None:
    """Names stay unique within a room, and no longer than a name may be."""
    world = World("caravan")
    two = [Ticket(who * 16, name, "caravan", 25.0, 0) for who in "ab"]
    room = open_pair(
        "r" * 16, "CODE22", (two[0], two[1]), default_settings(world.policy), world.moment()
    )
    names = [member.name for member in room.members]
    assert len(set(names)) == 2
    assert max(map(len, names)) <= 20
    assert room.pairing is not None
    assert room.rated
    assert replace(room, pairing=None).rated is False


def test_the_third_void_within_the_hour_closes_the_queue_for_ten_minutes() -> None:
    """Not the second, not the third after an hour; the fourth within the hour closes it again."""
    minute, hour = 60_000, 3_600_000

    def until(*voids: int) -> int:
        return closed_until(list(voids), 3, hour, 10 * minute)

    assert until() == until(5) == until(5, 6) == 0
    assert until(5, 6, 7) == 7 + 10 * minute
    assert until(0, 1, hour + 1) == 0
    assert until(0, 1, hour) == hour + 10 * minute
    assert until(0, 1, 2, 40 * minute) == 50 * minute


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("x" * 20, "x" * 20),
        ("x" * 18 + " 2", "x" * 18 + " 2"),
        ("x" * 18 + "2", "x" * 18 + " 2"),
        ("x" * 18 + "22", "x" * 18 + "22"),
    ],
)
def test_the_second_of_two_namesakes_gets_a_name_of_their_own(one: str, other: str) -> None:
    """Whatever the first one's name ends in."""
    two = Ticket("a", one, "caravan", 25.0, 1_000), Ticket("b", other, "caravan", 25.0, 1_000)
    world = World("caravan")
    room = open_pair("r" * 16, "CODE22", two, default_settings(world.policy), world.moment())
    names = [member.name for member in room.members]
    assert names[0] == one
    assert likeness(names[1]) != likeness(one)
    assert normalise(names[1]) == names[1]
