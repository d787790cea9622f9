"""Any order of commands, time-outs, pauses, absences and returns leaves a table that goes on."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from game_engine import deciding
from game_engine.errors import Refusal
from game_engine.show import shown
from game_engine.table import Status, fold, may_act
from tests.game_engine.tables import GAME_ID, SEED, Play, started

SEATS = st.integers(0, 3)


class TableMachine(RuleBasedStateMachine):
    """People, bots, a timer and a lobby at one table, under a clock that only the test moves."""

    @initialize(
        people=st.integers(1, 3), bots=st.integers(0, 2), limit=st.sampled_from([0, 10_000, 30_000])
    )
    def deal(self, people: int, bots: int, limit: int) -> None:
        bots = max(bots, 2 - people)
        seats = range(people + bots)
        self.play = Play.begin(
            started(tuple(seats[:people]), tuple(seats[people:]), action_ms=limit)
        )
        self.revision = 0
        self.fired: list[tuple[str, int]] = []

    def attempt(self, command: deciding.Command) -> None:
        before = self.play.table
        try:
            self.play.do(command)
        except Refusal:
            assert self.play.table is before

    @rule(seat=SEATS, choice=st.integers(0, 200), age=st.integers(0, 3))
    def act(self, seat: int, choice: int, age: int) -> None:
        table = self.play.table
        legal = table.rules.legal(table.position, seat) if seat in self.numbers() else ()
        action: Any = (
            legal[choice % len(legal)] if legal else table.rules.parse_action({"type": "draw"})
        )
        seen = max(1, table.version - age)
        self.attempt(deciding.Act(f"p{seat}", f"r{self.play.now_ms}", seen, "virae", action))

    @rule(ahead_ms=st.integers(0, 40_000))
    def wait(self, ahead_ms: int) -> None:
        self.play.now_ms += ahead_ms

    @rule(grace=st.booleans())
    def first_deadline(self, grace: bool) -> None:
        kind = self.play.next_due()
        self.fired.append((kind, self.play.table.due.at(kind) or 0))
        self.play.due(kind, grace)

    @rule(pick=st.integers(0, 50))
    def old_deadline(self, pick: int) -> None:
        if self.fired:
            kind, due_ms = self.fired[pick % len(self.fired)]
            self.attempt(deciding.Due(kind, due_ms, grace=False))

    @rule(seat=SEATS, connected=st.booleans(), old=st.booleans())
    def presence(self, seat: int, connected: bool, old: bool) -> None:
        self.revision += 0 if old else 1
        self.attempt(deciding.SetConnected(f"p{seat}", connected, self.revision))

    @rule(reason=st.sampled_from(["host", "no_people"]), hold=st.booleans(), old=st.booleans())
    def pausing(self, reason: str, hold: bool, old: bool) -> None:
        self.revision += 0 if old else 1
        known = self.play.table.pause_revision(reason)
        revision = max(0, known - 1) if old else self.revision
        before = self.play.table
        command = deciding.Hold if hold else deciding.Release
        self.attempt(command(reason, revision))
        assert revision >= known or self.play.table is before

    @rule(seat=SEATS, sure=st.integers(0, 5))
    def leave(self, seat: int, sure: int) -> None:
        if sure == 0:
            self.attempt(deciding.Leave(f"p{seat}", f"l{seat}"))

    @rule(sure=st.integers(0, 30))
    def abort(self, sure: int) -> None:
        if sure == 0:
            self.attempt(deciding.Abort("host"))

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
        if table.status == Status.PAUSED:
            assert kinds.isdisjoint({"turn", "bot", "botlate", "window"})
            assert ("pause" in kinds) == ("host" in table.paused_by)
            return
        if kinds & {"turn", "bot", "window"}:
            return
        acting = [table.seat(number) for number in table.rules.acting(table.position)]
        assert table.started.limits.action_ms == 0
        assert any(seat.connected and not seat.by_bot for seat in acting)

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
        for seat in table.seats:
            away = not seat.connected and not seat.by_bot
            assert (f"absent:{seat.seat}" in self.play.kinds()) == away

    @invariant()
    def versions_and_times_only_rise(self) -> None:
        entries = self.play.entries
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
        times = [entry.at_ms for entry in entries]
        assert times == sorted(times)

    def teardown(self) -> None:
        if hasattr(self, "play"):
            assert fold(GAME_ID, self.play.entries, SEED) == self.play.table


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)


def test_a_part_goes_to_every_person_who_owns_a_seat_and_to_nobody_else() -> None:
    play = Play.begin(started(people=(0, 2), bots=(1, 3)))
    draft = play.do(deciding.Due("turn", play.table.due.at("turn") or 0, grace=False))
    assert isinstance(draft, deciding.Draft)
    _, private = shown(draft)
    assert set(private) == {0, 2}
    with suppress(Refusal):
        play.do(deciding.Leave("p2", "x"))
    draft = play.do(deciding.Hold("host"))
    assert isinstance(draft, deciding.Draft)
    _, private = shown(draft)
    assert set(private) == {0}
