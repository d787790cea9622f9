"""Two engines at one game, every order of events: no move lost, none doubled, every job answered.

The log here is a model with the same promises as a stream (compare-and-set, complete reads); what
is explored are the orders in which its answers arrive, and answers that never come. The promises
themselves are tested on real servers elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

from cardbus.outcome import Appended, Conflict, Stored, Unknown
from cardproto.v1.engine_pb2 import LogEntry, Seed
from game_engine import commands
from game_engine.desk import Accepted, Answer, Desk, Idle, Job
from game_engine.errors import Refusal
from game_engine.log_entry import from_wire
from game_engine.table import fold
from game_engine.timing import Timing
from tests.game_engine.tables import GAME_ID, SEED, T0, started


@dataclass
class ModelLog:
    """Stores at once, answers when told; sequences have holes, as in a stream with other games."""

    entries: list[Stored[LogEntry]] = field(default_factory=list)
    answers: list[Callable[[], None]] = field(default_factory=list)
    lose_next: list[str] = field(default_factory=list)

    @property
    def last(self) -> int:
        return self.entries[-1].sequence if self.entries else 0

    def append(self, message: LogEntry, expected: int, done: Callable[[Any], None]) -> None:
        fate = self.lose_next.pop() if self.lose_next else "kept"
        if fate == "never stored":
            self.answers.append(lambda: done(Unknown()))
            return
        if expected != self.last:
            later = self.after(expected)
            self.answers.append(lambda: done(Conflict(later)))
            return
        raw = message.SerializeToString()
        self.entries.append(Stored(self.last + 3, LogEntry.FromString(raw), raw))
        sequence = self.last
        if fate == "answer lost":
            self.answers.append(lambda: done(Unknown()))
        else:
            self.answers.append(lambda: done(Appended(sequence, ())))

    def since(self, game_id: str, sequence: int, done: Callable[[Any], None]) -> None:
        later = self.after(sequence)
        self.answers.append(lambda: done(later))

    def seed(self, game_id: str, done: Callable[[Any], None]) -> None:
        seed = Stored(1, Seed(game_id=game_id, server_seed=SEED), b"")
        self.answers.append(lambda: done(seed))

    def after(self, sequence: int) -> tuple[Stored[LogEntry], ...]:
        return tuple(stored for stored in self.entries if stored.sequence > sequence)

    def answer_one(self, pick: int) -> None:
        if self.answers:
            self.answers.pop(pick % len(self.answers))()

    def answer_all(self) -> None:
        while self.answers:
            self.answers.pop(0)()


class Race:
    """Two desks, each with its own cache, over one model log."""

    def __init__(self) -> None:
        self.log = ModelLog()
        self.now_ms = T0
        ids = count(1)
        self.desks = [
            Desk(GAME_ID, self.log, Timing(), lambda: self.now_ms, lambda: next(ids).to_bytes(8))
            for _ in range(2)
        ]
        self.answers: dict[int, list[Answer]] = {}
        self.commands: dict[int, commands.Command] = {}

    def submit(self, desk: int, command: commands.Command, seen: int = 0) -> None:
        number = len(self.commands)
        self.commands[number] = command
        self.answers[number] = []
        self.desks[desk].submit(Job(command, self.answers[number].append, seen))

    def move(self, desk: int, request_id: str) -> None:
        """A player's move, as somebody who sees the log's end would choose it."""
        table = fold(GAME_ID, [from_wire(stored.message) for stored in self.log.entries], SEED)
        assert table is not None
        acting = table.rules.acting(table.position)
        if not acting:
            self.submit(desk, commands.Look())
            return
        action = table.rules.auto(table.position, acting[0])
        player = f"p{acting[0]}"
        act = commands.Act(player, request_id, table.version, "virae", action)
        self.submit(desk, act, table.version)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_two_engines_at_one_game(data: st.DataObject) -> None:
    race = Race()
    race.submit(0, commands.Start(started(people=(0, 1), bots=())))
    race.submit(1, commands.Start(started(people=(0, 1), bots=())))
    race.log.answer_all()
    assert race.answers[0] == [Accepted(1)]
    assert isinstance(race.answers[1][0], Idle)
    unsure: set[str] = set()
    for step in range(data.draw(st.integers(5, 40))):
        kind = data.draw(
            st.sampled_from(["move", "move", "repeat", "due", "look", "answer", "lose"])
        )
        desk = data.draw(st.integers(0, 1))
        race.now_ms += 700
        match kind:
            case "move":
                race.move(desk, f"m{step}")
            case "repeat":
                number = data.draw(st.sampled_from(sorted(race.commands)))
                command = race.commands[number]
                if isinstance(command, commands.Act):
                    race.submit(desk, command, command.seen_version)
            case "due":
                table = race.desks[desk].table
                if table is not None and table.due.at("turn"):
                    race.submit(desk, commands.Due("turn", table.due.at("turn") or 0, False))
            case "look":
                race.submit(desk, commands.Look())
            case "lose":
                fate = data.draw(st.sampled_from(["never stored", "answer lost"]))
                race.log.lose_next.append(fate)
                unsure.add(fate)
            case _:
                race.log.answer_one(data.draw(st.integers(0, 9)))
    race.log.answer_all()

    entries = [stored.message for stored in race.log.entries]
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    carried_out = [
        (entry.cause.command.player_id, entry.cause.command.request_id)
        for entry in entries
        if entry.cause.HasField("command")
    ]
    assert len(carried_out) == len(set(carried_out)), "a command took effect twice"
    for number, answers in race.answers.items():
        assert len(answers) == 1, "a job is answered exactly once"
        command = race.commands[number]
        if isinstance(command, commands.Act) and isinstance(answers[0], Accepted):
            entry = entries[answers[0].version - 1]
            assert entry.cause.command.request_id == command.request_id
        if isinstance(answers[0], Refusal) and answers[0].code == "unavailable":
            assert unsure
    folded = fold(GAME_ID, [from_wire(entry) for entry in entries], SEED)
    for number, engine in enumerate(race.desks):
        race.submit(number, commands.Look())
        race.log.answer_all()
        assert engine.table == folded
        assert engine.idle
