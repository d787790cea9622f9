"""The table of the rooms' page, row by row, against the policies that engine and lobby read.

The values stand here as the page says them, so that a change of a policy is a change of a promise.
"""

from __future__ import annotations

from typing import Any

import pytest

from cardrules import registry
from game_engine import commands
from game_engine.entries import Departed, Forfeited, Limits, Paused, Resumed, TakenOver
from game_engine.table import Status
from game_engine.timing import Timing
from lobby.policy import load_policies
from tests.game_engine.tables import Play, started, told_of

SECOND, MINUTE = 1_000, 60_000
GAMES = ("virae", "rouba-monte", "rami", "hearts", "caravan")

ROWS: dict[str, tuple[Any, ...]] = {
    # Columns in the order of GAMES.
    "seats": (6, 4, 4, 4, 2),
    "players_min": (2, 2, 2, 4, 2),
    "players_max": (6, 4, 4, 4, 2),
    "person_required": (True, True, True, True, True),
    "fill_with_bots": (False, False, False, True, False),
    "bots_max": (5, 3, 3, 3, 1),
    "on_time_up": ("auto", "auto", "auto", "auto", "flag"),
    "disconnected_limit_ms": (30 * SECOND, 30 * SECOND, 30 * SECOND, None, None),
    "on_leave": ("bot", "rules", "bot", "bot", "resign"),
    "absence_ms": (2 * MINUTE, 2 * MINUTE, 2 * MINUTE, 2 * MINUTE, MINUTE),
    "on_absence": ("bot_takeover", "leave", "bot_takeover", "bot_takeover", "resign"),
    "absence_against_bots": (True, True, True, True, False),
    "first_move_ms": (None, None, None, None, MINUTE),
    "void_before_first_moves": (False, False, False, False, True),
    "stall_ms": (None, None, None, None, 5 * MINUTE),
    "window_ms": (2_500, 0, 0, 0, 0),
    "interlude_ms": (5 * SECOND, 5 * SECOND, 5 * SECOND, 5 * SECOND, 0),
    "rated": (False, False, False, False, True),
}
LIMITS = {
    # default, least, most, none allowed, phases
    "virae": (30, 10, 120, True, {}),
    "rouba-monte": (30, 10, 120, True, {}),
    "rami": (60, 10, 120, True, {}),
    "hearts": (25, 10, 120, False, {"pass": 30}),
}


@pytest.mark.parametrize("row", sorted(ROWS))
def test_a_row_of_the_page(row: str) -> None:
    made = tuple(getattr(registry.game(game).policy, row) for game in GAMES)
    assert made == ROWS[row]
    read = load_policies()
    if hasattr(read[GAMES[0]], row):
        assert tuple(getattr(read[game], row) for game in GAMES) == ROWS[row]


@pytest.mark.parametrize("game", sorted(LIMITS))
def test_the_time_limit_as_the_host_may_set_it(game: str) -> None:
    default_s, least_s, most_s, none_allowed, phases = LIMITS[game]
    for limit in (registry.game(game).policy.limit, load_policies()[game].limit):
        assert limit is not None
        assert (limit.default_ms, limit.min_ms, limit.max_ms) == (
            default_s * SECOND,
            least_s * SECOND,
            most_s * SECOND,
        )
        assert limit.none_allowed is none_allowed
    own = registry.game(game).policy.limit
    assert own is not None
    assert dict(own.phases) == {name: s * SECOND for name, s in phases.items()}
    assert own.floor_ms == 5 * SECOND


def test_caravans_clock_is_ten_minutes_and_five_seconds_a_move_or_none() -> None:
    for policy in (registry.game("caravan").policy, load_policies()["caravan"]):
        assert policy.clock is not None
        assert (policy.clock.initial_ms, policy.clock.increment_ms) == (10 * MINUTE, 5 * SECOND)
        assert policy.clock.none_allowed


def test_the_services_own_durations() -> None:
    """The grace, the pause by the host, the pace and patience with bots."""
    timing = Timing()
    assert (timing.bot_min_ms, timing.bot_max_ms, timing.bot_forced_ms) == (600, 1_400, 250)
    assert timing.bot_patience_ms == 5 * SECOND
    assert timing.grace_ms == 10 * SECOND
    assert timing.resume_floor_ms == 2 * SECOND
    assert timing.pause_ms == 30 * MINUTE
    assert timing.cap_ms == 24 * 60 * MINUTE
    assert timing.cap_entries == 5_000


def table_of(game: str, people: int = 2) -> Play:
    """A game of people, and of bots where it wants more."""
    policy = registry.game(game).policy
    limits = Limits(action_ms=policy.limit.default_ms if policy.limit is not None else 0)
    if policy.clock is not None:
        limits = Limits(clock_ms=policy.clock.initial_ms, increment_ms=policy.clock.increment_ms)
    seats = tuple(range(max(people, policy.players_min)))
    return Play.begin(started(seats[:people], seats[people:], game=game, limits=limits))


def go_away(play: Play, seat: int) -> None:
    play.do(told_of(f"p{seat}", False, play.table.version))


AWAY = {
    "virae": TakenOver(1),
    "rouba-monte": Departed(1),
    "rami": TakenOver(1),
    "hearts": TakenOver(1),
    # Before both first moves; afterwards the seat loses: see the tests of chess clocks.
    "caravan": Forfeited(1, "void"),
}


@pytest.mark.parametrize("game", GAMES)
def test_who_is_away_too_long(game: str) -> None:
    play = table_of(game)
    go_away(play, 1)
    away_ms = play.now_ms
    assert play.table.due.at("absent:1") == away_ms + registry.game(game).policy.absence_ms
    play.due("absent:1")
    assert play.entries[-1].content == AWAY[game]


@pytest.mark.parametrize("game", GAMES)
def test_absence_has_its_effect_ten_seconds_after_somebody_came_back(game: str) -> None:
    """While the game stands for want of people nobody is taken over or removed."""
    play = table_of(game)
    for seat in (0, 1):
        go_away(play, seat)
    play.do(commands.Hold("no_people", 10))
    play.now_ms += 5 * MINUTE
    assert not any(kind.startswith("absent") for kind in play.kinds())
    play.do(told_of("p0", True, 100))
    play.do(commands.Release("no_people", 101))
    assert isinstance(play.entries[-1].content, Resumed)
    assert play.table.due.at("absent:1") == play.now_ms + 10 * SECOND
    assert play.table.due.at("absent:0") is None


@pytest.mark.parametrize("game", GAMES)
def test_a_pause_by_the_host_ends_after_half_an_hour_as_void(game: str) -> None:
    play = table_of(game)
    play.do(commands.Hold("host", 10))
    assert isinstance(play.entries[-1].content, Paused)
    assert play.table.due.at("pause") == play.now_ms + 30 * MINUTE
    play.due("pause")
    assert (play.table.status, play.table.aborted) == (Status.ABORTED, "void")


def test_hearts_passes_cards_in_thirty_seconds_and_plays_one_in_twenty_five() -> None:
    play = table_of("hearts", people=4)
    turn_ms = play.table.due.at("turn")
    assert turn_ms == play.now_ms + 5 * SECOND + 30 * SECOND
    while play.table.position.phase == "pass":
        play.due("turn")
    assert play.table.due.at("turn") == play.table.at_ms + 25 * SECOND


@pytest.mark.parametrize("passed_ms", [2 * SECOND, 7 * SECOND])
def test_a_pause_keeps_what_is_left_of_the_interlude(passed_ms: int) -> None:
    """Else the countdown would begin at once, with more than the limit."""
    play = table_of("virae")
    assert play.table.turn_begins_ms == play.now_ms + 5 * SECOND
    play.now_ms += passed_ms
    play.do(commands.Hold("host", 10))
    play.now_ms += 3 * MINUTE
    play.do(commands.Release("host", 11))
    assert play.table.due.at("turn") == play.now_ms + 35 * SECOND - passed_ms
    left_ms = 5 * SECOND - passed_ms
    assert play.table.turn_begins_ms == (play.now_ms + left_ms if left_ms > 0 else 0)


@pytest.mark.parametrize("clock_ms", [0, 10 * MINUTE])
def test_against_a_bot_there_is_no_first_move_nor_absence_but_there_is_stalling(
    clock_ms: int,
) -> None:
    limits = Limits(clock_ms=clock_ms, increment_ms=0)
    play = Play.begin(started((0,), (1,), game="caravan", limits=limits))
    while play.table.rules.acting(play.table.position) != (0,):
        play.due("bot")
    go_away(play, 0)
    wanted = {"cap", "flag"} if clock_ms else {"cap", "stall"}
    assert play.kinds() == wanted
    if not clock_ms:
        assert play.table.due.at("stall") == play.now_ms + 5 * MINUTE
        play.due("stall")
        assert play.entries[-1].content == Forfeited(0, "stalled")
