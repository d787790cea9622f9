"""Any order of commands, time-outs, pauses, absences and returns leaves a table that goes on.

One machine for all five games: what differs between them is read from their policies, as the
engine does, and from nowhere else.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from cardrules import game as rules
from cardrules import record as records
from cardrules import registry
from cardrules.errors import RuleError
from game_engine import commands, deciding
from game_engine.entries import Limits
from game_engine.errors import Refusal
from game_engine.recording import record
from game_engine.show import shown
from game_engine.table import Status, fold, may_act
from tests.game_engine.tables import GAME_ID, SEED, Play, started, told_of

SEATS = st.integers(0, 5)
LIMITS = {
    "virae": [0, 10_000, 30_000],
    "rouba-monte": [0, 10_000, 30_000],
    "rami": [0, 10_000, 60_000],
    "hearts": [10_000, 25_000],
    "caravan": [0, 60_000, 600_000],
}
RUNNING = {"turn", "bot", "window", "first", "flag", "stall"}


class TableMachine(RuleBasedStateMachine):
    """People, bots, a timer and a lobby at one table, under a clock that only the test moves."""

    game = "virae"

    @initialize(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        policy = registry.game(self.game).policy
        size = data.draw(st.integers(policy.players_min, policy.players_max))
        people = data.draw(st.integers(max(1, size - policy.bots_max), size))
        limit = data.draw(st.sampled_from(LIMITS[self.game]))
        limits = Limits(action_ms=limit)
        if policy.clock is not None:
            limits = Limits(clock_ms=limit, increment_ms=5_000)
        seats = tuple(range(size))
        start = started(seats[:people], seats[people:], game=self.game, limits=limits)
        self.play = Play.begin(start)
        self.revision = 0
        self.fired: list[tuple[str, int]] = []
        self.counted: set[int] = set()

    def attempt(self, command: commands.Command) -> None:
        before = self.play.table
        try:
            self.play.do(command)
        except Refusal:
            assert self.play.table is before

    @rule(seat=SEATS, choice=st.integers(0, 200), age=st.sampled_from([0, 0, 0, 1, 3]))
    def act(self, seat: int, choice: int, age: int) -> None:
        self.act_of(seat, choice, age)

    @rule(pick=st.integers(0, 3), choice=st.integers(0, 200))
    def act_in_turn(self, pick: int, choice: int) -> None:
        """Somebody who may: a random seat seldom is one."""
        able = may_act(self.play.table.rules, self.play.table.position)
        if able:
            self.act_of(able[pick % len(able)], choice, 0)

    def act_of(self, seat: int, choice: int, age: int) -> None:
        table = self.play.table
        legal = table.rules.legal(table.position, seat) if seat in self.numbers() else ()
        action: Any = (
            rules.pick(table.rules, legal[choice % len(legal)], lambda cards, n: cards[:n])
            if legal
            else table.rules.parse_action({"type": "draw"})
            if self.game == "virae"
            else RuleError("unknown_action")
        )
        seen = max(1, table.version - age)
        request_id = f"r{self.play.now_ms}-{table.version}"
        self.attempt(commands.Act(f"p{seat}", request_id, seen, self.game, action))

    @rule(ahead_ms=st.integers(0, 40_000))
    def wait(self, ahead_ms: int) -> None:
        self.play.now_ms += ahead_ms

    @rule(grace=st.booleans())
    def first_deadline(self, grace: bool) -> None:
        self.fire(grace)

    @rule(times=st.integers(2, 8))
    def several_deadlines(self, times: int) -> None:
        for _ in range(times):
            if not self.play.table.ended:
                self.fire(grace=False)

    def fire(self, grace: bool) -> None:
        kind = self.play.next_due()
        self.fired.append((kind, self.play.table.due.at(kind) or 0))
        self.play.due(kind, grace)
        self.every_turn_has_all_its_time()

    @rule(pick=st.integers(0, 50))
    def old_deadline(self, pick: int) -> None:
        if self.fired:
            kind, due_ms = self.fired[pick % len(self.fired)]
            self.attempt(commands.Due(kind, due_ms, grace=False))

    @rule(seat=SEATS, connected=st.booleans(), old=st.booleans())
    def presence(self, seat: int, connected: bool, old: bool) -> None:
        self.revision += 0 if old else 1
        self.attempt(told_of(f"p{seat}", connected, self.revision))

    @rule(gone=st.lists(st.tuples(SEATS, st.booleans()), max_size=4))
    def presences(self, gone: list[tuple[int, bool]]) -> None:
        before = self.play.table.version
        self.revision += 1
        people = tuple(commands.Presence(f"p{s}", here, self.revision) for s, here in gone)
        self.attempt(commands.SetConnected(people))
        assert self.play.table.version <= before + 1

    @rule(reason=st.sampled_from(["host", "no_people"]), hold=st.booleans(), old=st.booleans())
    def pausing(self, reason: str, hold: bool, old: bool) -> None:
        self.revision += 0 if old else 1
        known = self.play.table.pause_revision(reason)
        revision = max(0, known - 1) if old else self.revision
        before = self.play.table
        command = commands.Hold if hold else commands.Release
        self.attempt(command(reason, revision))
        assert revision >= known or self.play.table is before

    @rule(seat=SEATS, sure=st.integers(0, 5))
    def leave(self, seat: int, sure: int) -> None:
        if sure == 0:
            self.attempt(commands.Leave(f"p{seat}", f"l{seat}"))

    @rule(sure=st.integers(0, 20))
    def lose_room(self, sure: int) -> None:
        if sure == 0:
            self.attempt(commands.LoseRoom())

    @rule(sure=st.integers(0, 30))
    def abort(self, sure: int) -> None:
        if sure == 0:
            self.attempt(commands.Abort("host"))

    def numbers(self) -> set[int]:
        return {seat.seat for seat in self.play.table.seats}

    @invariant()
    def an_unfinished_game_has_a_way_forward(self) -> None:
        table = self.play.table
        kinds = self.play.kinds()
        if table.ended:
            assert kinds == {"settle", "archive"}
            return
        assert "cap" in kinds
        assert may_act(table.rules, table.position), "nobody can do anything"
        if table.status == Status.PAUSED:
            assert kinds.isdisjoint({*RUNNING, "botlate"})
            assert ("pause" in kinds) == ("host" in table.paused_by)
            return
        if kinds & RUNNING:
            return
        acting = [table.seat(number) for number in table.rules.acting(table.position)]
        assert table.started.limits.action_ms == 0
        assert not table.room_lost
        assert any(seat.connected and not seat.by_bot for seat in acting)

    @invariant()
    def every_turn_has_all_its_time(self) -> None:
        """When its countdown first runs, whatever the moment before was: a pause, an absence,
        somebody else's last second."""
        table = self.play.table
        turn_ms = table.due.at("turn")
        turn = max((version for _, version in table.rights), default=0)
        if turn_ms is None or turn in self.counted:
            return
        self.counted.add(turn)
        assert turn_ms >= table.at_ms + (table.started.limits.action_ms or 30_000)

    @invariant()
    def rights_belong_to_those_who_may_act(self) -> None:
        table = self.play.table
        if not table.ended:
            seats = tuple(seat for seat, _ in table.rights)
            assert seats == may_act(table.rules, table.position)
            assert all(1 <= since <= table.version for _, since in table.rights)

    @invariant()
    def who_is_away_is_counted_down_unless_nobody_is_there(self) -> None:
        table = self.play.table
        if table.ended or "no_people" in table.paused_by:
            return
        counts = table.policy.absence_against_bots or table.people > 1
        for seat in table.seats:
            away = not seat.connected and not seat.by_bot
            assert (f"absent:{seat.seat}" in self.play.kinds()) == (away and counts)

    @invariant()
    def nobody_who_left_owns_anything(self) -> None:
        for seat in self.play.table.seats:
            assert not (seat.left and seat.owner)

    @invariant()
    def versions_and_times_only_rise(self) -> None:
        entries = self.play.entries
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
        times = [entry.at_ms for entry in entries]
        assert times == sorted(times)

    def teardown(self) -> None:
        """The log folds to the table, and with time alone the game comes to its end."""
        if not hasattr(self, "play"):
            return
        assert fold(GAME_ID, self.play.entries, SEED) == self.play.table
        for _ in range(3_000):
            if self.play.table.ended:
                break
            self.fire(grace=False)
        assert self.play.table.ended
        assert self.play.kinds() == {"settle", "archive"}
        made = records.replay(record(self.play.table, self.play.entries))
        assert made.ok, made


class RoubaMonteMachine(TableMachine):
    game = "rouba-monte"


class RamiMachine(TableMachine):
    game = "rami"


class HeartsMachine(TableMachine):
    game = "hearts"


class CaravanMachine(TableMachine):
    game = "caravan"


SHORT = settings(max_examples=40, stateful_step_count=60, deadline=None)
TestTable = TableMachine.TestCase
TestTable.settings = SHORT
TestRoubaMonteTable = RoubaMonteMachine.TestCase
TestRoubaMonteTable.settings = SHORT
TestRamiTable = RamiMachine.TestCase
TestRamiTable.settings = SHORT
TestHeartsTable = HeartsMachine.TestCase
TestHeartsTable.settings = SHORT
TestCaravanTable = CaravanMachine.TestCase
TestCaravanTable.settings = SHORT


def test_a_part_goes_to_every_person_who_owns_a_seat_and_to_nobody_else() -> None:
    play = Play.begin(started(people=(0, 2), bots=(1, 3)))
    draft = play.do(commands.Due("turn", play.table.due.at("turn") or 0, grace=False))
    assert isinstance(draft, deciding.Draft)
    _, private = shown(draft)
    assert set(private) == {0, 2}
    with suppress(Refusal):
        play.do(commands.Leave("p2", "x"))
    draft = play.do(commands.Hold("host"))
    assert isinstance(draft, deciding.Draft)
    _, private = shown(draft)
    assert set(private) == {0}
