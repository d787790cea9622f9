"""Chess clocks, the first move and stalling, under a virtual clock; Caravan has them all."""

from __future__ import annotations

from contextlib import suppress

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from cardbus.due import DueSet
from cardproto.v1 import table_pb2
from cardrules import record as records
from game_engine import commands, deciding
from game_engine.deciding import Draft
from game_engine.entries import Entry, Extended, Forfeited, Limits
from game_engine.errors import Refusal
from game_engine.log_entry import from_wire, to_wire
from game_engine.recording import record
from game_engine.show import table_state
from game_engine.table import Status, Table, fold
from game_engine.timing import Timing
from tests.game_engine.tables import GAME_ID, SEED, T0, Play, started, told_of

MINUTE = 60_000


def table_of(
    people: tuple[int, ...] = (0, 1),
    clock_ms: int = 10 * MINUTE,
    increment_ms: int = 5_000,
    timing: Timing | None = None,
) -> Play:
    """A Caravan game; who does not take part as a person is a bot."""
    bots = tuple(seat for seat in (0, 1) if seat not in people)
    limits = Limits(clock_ms=clock_ms, increment_ms=increment_ms)
    start = started(people, bots, game="caravan", limits=limits)
    return Play.begin(start, timing)


def on_turn(play: Play) -> int:
    """The seat to act."""
    (seat,) = play.table.rules.acting(play.table.position)
    return int(seat)


def move(play: Play, after_ms: int) -> int:
    """The seat in turn makes a whole turn, so long after the entry before; which seat it was."""
    seat = on_turn(play)
    play.now_ms += after_ms
    while not play.table.ended and on_turn(play) == seat:
        action = play.table.rules.auto(play.table.position, seat)
        play.act(seat, play.table.rules.action_obj(action))
    return seat


def opened(clock_ms: int = 10 * MINUTE, timing: Timing | None = None) -> Play:
    """A game of two people in which both have made their first move."""
    play = table_of(clock_ms=clock_ms, timing=timing)
    for _ in range(2):
        move(play, 1_000)
    return play


def left(play: Play) -> dict[int, int]:
    """What is left to each seat as of the last entry."""
    return dict(play.table.clocks)


def test_a_first_move_against_a_person_has_a_minute_and_no_clock_runs_yet() -> None:
    play = table_of()
    assert play.kinds() == {"first", "cap"}
    assert play.table.due.at("first") == T0 + MINUTE
    first = move(play, 20_000)
    assert play.table.due.at("first") == T0 + 20_000 + MINUTE
    assert left(play) == {0: 10 * MINUTE, 1: 10 * MINUTE}
    move(play, 30_000)
    assert play.kinds() == {"flag", "cap"}
    assert play.table.due.at("flag") == play.table.at_ms + 10 * MINUTE
    assert on_turn(play) == first


def test_without_a_first_move_the_game_is_void() -> None:
    for moves in (0, 1):
        play = table_of()
        for _ in range(moves):
            move(play, 10_000)
        play.due("first")
        result = play.table.rules.result(play.table.position)
        assert result is not None
        assert (result.winners, result.reason) == ((), "void")
        assert play.table.status == Status.OVER
        assert play.kinds() == {"settle", "archive"}
        assert records.replay(record(play.table, play.entries)).ok


def test_a_turn_costs_its_time_and_earns_the_increment() -> None:
    play = opened()
    one = move(play, 42_000)
    other = move(play, 7_000)
    assert left(play) == {one: 10 * MINUTE - 42_000 + 5_000, other: 10 * MINUTE - 7_000 + 5_000}
    assert play.table.due.at("flag") == play.table.at_ms + left(play)[one]


def test_an_action_that_ends_no_turn_earns_no_increment() -> None:
    """The clock runs on through an opening's discard, and the increment comes with the turn."""
    play = poor_hand()
    seat = on_turn(play)
    play.now_ms += 3_000
    play.act(seat, {"type": "discard", "card": play.table.position.sides[seat].hand[0]})
    assert on_turn(play) == seat
    assert left(play)[seat] == 10 * MINUTE - 3_000
    move(play, 4_000)
    assert left(play)[seat] == 10 * MINUTE - 7_000 + 5_000


def poor_hand() -> Play:
    """A game against a bot in which the person begins without a numeric card."""
    play = table_of(people=(0,))
    rules = play.table.rules
    position = rules.dump(play.table.position)
    hand = ["JC", "JD", "QC", "QD", "KC", "KD", "XX", "XX"]
    changed = {
        "hands": {"0": hand, "1": ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"]},
        "decks": {"0": ["2D", "3D", "4D", "5D", "6D"], "1": ["2D", "3D", "4D", "5D"]},
        "turn": 0,
    }
    poor = rules.load({**position, **changed})
    return Play(_running(play.table._replace(position=poor)), [])


def _running(table: Table) -> Table:
    """The table with seat 0's clock running from now."""
    return table._replace(
        due=DueSet(1, (("flag", T0 + 10 * MINUTE), ("cap", T0 + 100 * MINUTE))),
        rights=((0, 1),),
    )


def test_who_runs_out_of_time_loses() -> None:
    play = opened()
    seat = on_turn(play)
    decision = play.due("flag")
    assert isinstance(decision, Draft)
    assert decision.entry.content == Forfeited(seat, "flag")
    result = play.table.rules.result(play.table.position)
    assert result is not None
    assert (result.winners, result.reason) == ((1 - seat,), "flag")
    assert left(play)[seat] == 0
    assert records.replay(record(play.table, play.entries)).ok


def test_a_late_move_before_the_flag_counts_with_nothing_left_but_its_increment() -> None:
    play = opened(clock_ms=MINUTE)
    seat = move(play, MINUTE + 300)
    assert left(play)[seat] == 5_000
    assert play.table.status == Status.PLAYING


def test_the_flag_of_a_turn_that_is_over_does_nothing() -> None:
    play = opened(clock_ms=MINUTE)
    old_ms = play.table.due.at("flag") or 0
    move(play, 59_000)
    assert play.do(commands.Due("flag", old_ms, grace=False)) == deciding.Nothing()


def test_a_pause_stops_the_clock_and_what_is_left_is_at_least_two_seconds() -> None:
    play = opened(clock_ms=MINUTE)
    seat = on_turn(play)
    play.now_ms += 20_000
    play.do(commands.Hold("host"))
    assert play.kinds() == {"pause", "cap"}
    assert left(play)[seat] == 40_000
    play.now_ms += 600_000
    play.do(commands.Release("host"))
    assert left(play)[seat] == 40_000
    assert play.table.due.at("flag") == play.now_ms + 40_000
    play.now_ms += 39_500
    play.do(commands.Hold("host"))
    assert left(play)[seat] == 500
    play.do(commands.Release("host"))
    assert left(play)[seat] == 2_000
    assert play.table.due.at("flag") == play.now_ms + 2_000


def test_a_pause_keeps_the_time_for_a_first_move() -> None:
    play = table_of()
    play.now_ms += 45_000
    play.do(commands.Hold("host"))
    play.now_ms += 100_000
    play.do(commands.Release("host"))
    assert play.table.due.at("first") == play.now_ms + 15_000


def test_an_outage_of_ours_credits_the_running_clock() -> None:
    play = opened(clock_ms=MINUTE)
    seat = on_turn(play)
    due_ms = play.table.due.at("flag") or 0
    play.now_ms = due_ms + 300_000
    decision = play.do(commands.Due("flag", due_ms, grace=True))
    assert isinstance(decision, Draft)
    assert decision.entry.content == Extended(("flag",))
    assert left(play)[seat] == 10_000
    assert play.table.due.at("flag") == play.now_ms + 10_000
    move(play, 4_000)
    assert left(play)[seat] == 6_000 + 5_000


def test_other_entries_do_not_disturb_a_running_clock() -> None:
    play = opened()
    seat = on_turn(play)
    flag_ms = play.table.due.at("flag")
    play.now_ms += 3_000
    play.do(told_of("p0", connected=False, revision=1))
    assert play.table.due.at("flag") == flag_ms
    assert left(play)[seat] == 10 * MINUTE - 3_000


def test_without_a_clock_a_move_may_take_five_minutes_against_a_bot_too() -> None:
    play = opened(clock_ms=0)
    assert play.table.clocks == ()
    assert play.kinds() == {"stall", "cap"}
    assert play.table.due.at("stall") == play.table.at_ms + 5 * MINUTE
    seat = on_turn(play)
    play.due("stall")
    result = play.table.rules.result(play.table.position)
    assert result is not None
    assert (result.winners, result.reason) == ((1 - seat,), "stalled")
    alone = table_of(people=(0,), clock_ms=0)
    while "stall" not in alone.kinds():
        alone.due("bot")
    alone.due("stall")
    result = alone.table.rules.result(alone.table.position)
    assert result is not None
    assert (result.winners, result.reason) == ((1,), "stalled")


def test_against_a_bot_the_clock_runs_from_the_first_turn_and_the_bots_stands() -> None:
    play = table_of(people=(0,))
    assert "first" not in play.kinds()
    while "flag" not in play.kinds():
        play.due("bot")
    assert left(play)[1] == 10 * MINUTE
    move(play, 8_000)
    assert left(play) == {0: 10 * MINUTE - 8_000 + 5_000, 1: 10 * MINUTE}
    assert play.kinds() == {"bot", "botlate", "cap"}


def test_leaving_before_both_first_moves_voids_the_game_and_later_loses_it() -> None:
    for moves, reason, winners in ((0, "void", ()), (1, "void", ()), (2, "resigned", (1,))):
        play = table_of()
        for _ in range(moves):
            move(play, 1_000)
        play.do(commands.Leave("p0", "r"))
        result = play.table.rules.result(play.table.position)
        assert result is not None
        assert (result.winners, result.reason) == (winners, reason)


def test_an_absence_of_a_minute_loses_on_turn_or_not_but_not_against_a_bot() -> None:
    for moves, reason in ((1, "void"), (2, "absent"), (3, "absent")):
        play = table_of()
        for _ in range(moves):
            move(play, 1_000)
        play.do(told_of("p1", connected=False, revision=1))
        assert play.table.due.at("absent:1") == play.now_ms + MINUTE
        if on_turn(play) == 0:
            play.now_ms += 1_000
        play.due("absent:1")
        result = play.table.rules.result(play.table.position)
        assert result is not None
        assert result.reason == reason
        assert result.winners == (() if reason == "void" else (0,))
    alone = table_of(people=(0,))
    alone.do(told_of("p0", connected=False, revision=1))
    assert not any(kind.startswith("absent") for kind in alone.kinds())


def test_an_absence_that_ends_a_paused_game_leaves_no_pause_behind() -> None:
    play = opened()
    play.do(commands.Hold("host"))
    play.do(told_of("p1", connected=False, revision=1))
    play.due("absent:1")
    assert play.table.status == Status.OVER
    assert play.table.paused_by == ()
    assert play.kinds() == {"settle", "archive"}


def test_a_time_scale_holds_for_clocks_too() -> None:
    play = opened(timing=Timing(scale=0.01))
    assert left(play) == {0: 6_000, 1: 6_000}
    seat = move(play, 1_000)
    assert left(play)[seat] == 6_000 - 1_000 + 50


def test_everyone_sees_the_clocks() -> None:
    play = table_of()
    state = table_pb2.TableState.FromString(table_state(play.table))
    assert state.first_deadline_ms == T0 + MINUTE
    assert [clock.flag_ms for clock in state.clocks] == [0, 0]
    move(play, 1_000)
    move(play, 1_000)
    seat = on_turn(play)
    state = table_pb2.TableState.FromString(table_state(play.table))
    assert state.first_deadline_ms == 0
    assert [(clock.seat, clock.left_ms) for clock in state.clocks] == list(play.table.clocks)
    assert state.clocks[seat].flag_ms == play.table.due.at("flag")
    assert state.clocks[1 - seat].flag_ms == 0
    untimed = opened(clock_ms=0)
    state = table_pb2.TableState.FromString(table_state(untimed.table))
    assert not state.clocks
    assert state.stall_deadline_ms == untimed.table.due.at("stall")


def test_clocks_survive_the_log() -> None:
    play = opened()
    move(play, 9_000)
    entries = [through_the_wire(entry) for entry in play.entries]
    assert entries == play.entries
    assert fold(GAME_ID, entries, SEED) == play.table


def through_the_wire(entry: Entry) -> Entry:
    """The entry as another engine reads it."""
    return from_wire(to_wire(GAME_ID, entry, 1, {}, b"", {}))


class ClockMachine(RuleBasedStateMachine):
    """Two at a table with clocks, pauses, absences and outages, in any order."""

    @initialize(
        people=st.sampled_from([(0, 1), (0,), (1,)]),
        clock_ms=st.sampled_from([0, MINUTE, 10 * MINUTE]),
        increment_ms=st.sampled_from([0, 5_000]),
    )
    def deal(self, people: tuple[int, ...], clock_ms: int, increment_ms: int) -> None:
        self.play = table_of(people, clock_ms, increment_ms)
        self.revision = 0

    def attempt(self, command: commands.Command) -> None:
        with suppress(Refusal):
            self.play.do(command)

    @rule(seat=st.integers(0, 1), choice=st.integers(0, 200))
    def act(self, seat: int, choice: int) -> None:
        table = self.play.table
        legal = table.rules.legal(table.position, seat)
        if legal:
            act = commands.Act(
                f"p{seat}", f"r{choice}", table.version, "caravan", legal[choice % len(legal)]
            )
            self.attempt(act)

    @rule(ahead_ms=st.integers(0, 90_000))
    def wait(self, ahead_ms: int) -> None:
        self.play.now_ms += ahead_ms

    @rule(grace=st.booleans())
    def first_deadline(self, grace: bool) -> None:
        self.play.due(self.play.next_due(), grace)

    @rule(seat=st.integers(0, 1), connected=st.booleans())
    def presence(self, seat: int, connected: bool) -> None:
        self.revision += 1
        self.attempt(told_of(f"p{seat}", connected, self.revision))

    @rule(reason=st.sampled_from(["host", "no_people"]), hold=st.booleans())
    def pausing(self, reason: str, hold: bool) -> None:
        self.attempt(commands.Hold(reason) if hold else commands.Release(reason))

    @rule(seat=st.integers(0, 1), sure=st.integers(0, 8))
    def leave(self, seat: int, sure: int) -> None:
        if sure == 0:
            self.attempt(commands.Leave(f"p{seat}", f"l{seat}"))

    @invariant()
    def one_countdown_runs_and_it_is_of_whoever_is_to_act(self) -> None:
        table, kinds = self.play.table, self.play.kinds()
        if table.ended or table.status == Status.PAUSED:
            assert kinds.isdisjoint({"first", "flag", "stall", "bot"})
            return
        assert len(kinds & {"first", "flag", "stall", "bot"}) == 1
        seat = table.seat(on_turn(self.play))
        assert ("bot" in kinds) == seat.by_bot
        assert ("first" in kinds) == (
            table.people == 2 and seat.seat not in table.moved and not seat.by_bot
        )

    @invariant()
    def no_clock_is_below_zero_and_the_running_one_is_its_deadline(self) -> None:
        table = self.play.table
        timed = bool(table.started.limits.clock_ms)
        assert [seat for seat, _ in table.clocks] == ([0, 1] if timed else [])
        assert all(left_ms >= 0 for _, left_ms in table.clocks)
        flag_ms = table.due.at("flag")
        if flag_ms is not None:
            assert flag_ms - table.at_ms == left(self.play)[on_turn(self.play)]

    @invariant()
    def a_game_ended_by_time_has_a_fitting_result(self) -> None:
        table = self.play.table
        if table.status == Status.OVER:
            result = table.rules.result(table.position)
            assert result is not None
            early = set(table.moved) != {0, 1}
            if result.reason == "void":
                assert early
                assert result.winners == ()
            else:
                assert len(result.winners) == 1
            if result.reason in ("resigned", "absent"):
                assert not early

    def teardown(self) -> None:
        if hasattr(self, "play"):
            assert fold(GAME_ID, self.play.entries, SEED) == self.play.table
            if self.play.table.ended:
                assert records.replay(record(self.play.table, self.play.entries)).ok


TestClocks = ClockMachine.TestCase
TestClocks.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
