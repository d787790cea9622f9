"""What the engine itself spends on a move: deciding, showing, writing, without bus and broker.

`python bench/engine.py [GAME …] [--profile]` plays games at desks whose log is a list, by the very
code that serves, and prints microseconds of CPU a move: of the median batch, and of each step. With
`--profile` the functions that take most are listed instead.
Nothing is asserted.
"""
# ruff: noqa: T201 (its table is its output)

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import statistics
import time
from collections.abc import Callable
from itertools import count

from cardbus.outcome import Appended, Conflict, Stored, Unknown
from cardproto.v1.engine_pb2 import LogEntry, Seed
from cardrules import registry
from cardrules.game import pick
from game_engine import commands, deciding, desk, show
from game_engine.desk import Accepted, Desk, Job
from game_engine.entries import Limits, Participant, Started
from game_engine.timing import Timing

BATCH = 2_000


class ListLog:
    """A store that accepts everything: each entry is serialised as it would be sent."""

    def __init__(self) -> None:
        self.sequence = 0
        self.bytes = 0
        self._done: list[Callable[[Appended[LogEntry]], None]] = []

    def append(
        self,
        message: LogEntry,
        expected: int,
        done: Callable[[Appended[LogEntry] | Conflict[LogEntry] | Unknown], None],
    ) -> None:
        self.bytes += len(message.SerializeToString())
        self._done.append(done)

    def answer(self) -> None:
        """The acknowledgement, which never comes within the append itself."""
        while self._done:
            self.sequence += 1
            self._done.pop()(Appended(self.sequence))

    def since(
        self,
        game_id: str,
        sequence: int,
        done: Callable[[tuple[Stored[LogEntry], ...]], None],
    ) -> None:
        done(())

    def seed(self, game_id: str, done: Callable[[Stored[Seed] | None], None]) -> None:
        done(Stored(1, Seed(game_id=game_id, server_seed=bytes(32), at_ms=1), b""))


class Game:
    """One game at a desk, played by whoever is in turn."""

    def __init__(self, name: str, number: int, log: ListLog) -> None:
        self.rules = registry.game(name)
        policy = self.rules.policy
        people = min(4, policy.players_max)
        self.chance = random.Random(f"{name}/{number}")
        self.clock = count(1_700_000_000_000, 700)
        self.ids = count()
        self.desk = Desk(
            f"{number:016d}",
            log,
            Timing(),
            lambda: next(self.clock),
            lambda: self.chance.randbytes(8),
        )
        limit = policy.limit.default_ms if policy.limit else 0
        clock = (policy.clock.initial_ms, policy.clock.increment_ms) if policy.clock else (0, 0)
        started = Started(
            game=name,
            rules_version=self.rules.rules_version,
            room_id="r" * 16,
            options="",
            participants=tuple(
                Participant(seat, f"player{seat}", f"Player {seat}", 0, b"n" * 32)
                for seat in range(people)
            ),
            starter=None,
            limits=Limits(limit, *clock),
            rated=False,
            commitment=b"c" * 32,
            connected=tuple(range(people)),
        )
        self.answered: list[object] = []
        self.desk.submit(Job(commands.Start(started), self.answered.append))
        log.answer()
        assert isinstance(self.answered[-1], Accepted), self.answered[-1]

    def command(self) -> commands.Command | None:
        """Any legal move, or the end of an open window; None once it is over."""
        table = self.desk.table
        assert table is not None
        if table.ended:
            return None
        window = self.rules.window(table.position)
        if window is not None:
            return commands.Due("window", table.due.at("window") or 0, False)
        seat = self.rules.acting(table.position)[0]
        legal = self.rules.legal(table.position, seat)
        action = pick(self.rules, self.chance.choice(legal), self.chance.sample)
        return commands.Act(
            f"player{seat}", f"c{next(self.ids)}", table.version, self.rules.id, action
        )


class Tables:
    """Many games at once, one move each in turn, as a busy engine has them; a new one follows each
    that ends."""

    def __init__(self, name: str, size: int) -> None:
        self.log = ListLog()
        self._name = name
        self._numbers = count()
        self._games = [self._new() for _ in range(size)]
        self._next = 0

    def _new(self) -> Game:
        return Game(self._name, next(self._numbers), self.log)

    def batch(self, moves: int) -> float:
        """CPU seconds of so many moves; choosing them is not counted."""
        spent = 0
        for _ in range(moves):
            self._next = (self._next + 1) % len(self._games)
            game = self._games[self._next]
            command = game.command()
            if command is None:
                game = self._games[self._next] = self._new()
                command = game.command()
                assert command is not None
            job = Job(command, game.answered.append, getattr(command, "seen_version", 0))
            began = time.thread_time_ns()
            game.desk.submit(job)
            self.log.answer()
            spent += time.thread_time_ns() - began
            assert isinstance(game.answered.pop(), Accepted)
        return spent / 1e9


def parts(tables: Tables) -> dict[str, float]:
    """CPU microseconds a move of each step, timed around its function: the timers cost some too."""
    spent: dict[str, int] = {}

    def timed(label: str, function: Callable[..., object]) -> Callable[..., object]:
        def run(*given: object) -> object:
            began = time.thread_time_ns()
            try:
                return function(*given)
            finally:
                spent[label] = spent.get(label, 0) + time.thread_time_ns() - began

        return run

    steps = ((deciding, "decide"), (desk, "shown"), (desk, "to_wire"), (show, "table_state"))
    kept = [(module, step, getattr(module, step)) for module, step in steps]
    for module, step, function in kept:
        setattr(module, step, timed(step, function))
    try:
        tables.batch(BATCH)
    finally:
        for module, step, function in kept:
            setattr(module, step, function)
    return {label: nanoseconds / BATCH / 1e3 for label, nanoseconds in spent.items()}


def main() -> None:
    """Print the table, or the profile."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(registry.policies_obj()), metavar="GAME")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--tables", type=int, default=200, help="games at once (%(default)s)")
    parser.add_argument("--batches", type=int, default=7)
    given = parser.parse_args()
    for name in given.games:
        tables = Tables(name, given.tables)
        tables.batch(BATCH)
        if given.profile:
            profile = cProfile.Profile()
            profile.runcall(tables.batch, 3 * BATCH)
            pstats.Stats(profile).sort_stats("tottime").print_stats(35)
            continue
        before = tables.log.bytes
        spent = [tables.batch(BATCH) / BATCH * 1e6 for _ in range(given.batches)]
        size = (tables.log.bytes - before) / BATCH / given.batches
        steps = "  ".join(f"{step} {us:.0f}" for step, us in parts(tables).items())
        print(
            f"{name:12} {statistics.median(spent):6.1f} us a move (best {min(spent):.1f})  "
            f"{size:6.0f} B an entry   of it: {steps}"
        )


if __name__ == "__main__":
    main()
