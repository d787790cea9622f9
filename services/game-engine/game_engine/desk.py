"""One table in this engine: the folded cache, the queue of its commands, one append at a time.

A job is decided against the cache. An acceptance is checked by the log's compare-and-set; a
refusal, a snapshot or a 'nothing to do' leaves only after the cache was compared with the leader.
Everything here is callbacks on the event loop's thread: nothing is awaited, and between two
callbacks a desk is either idle or waits for exactly one answer of the log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import structlog

from cardbus.errors import CallError
from cardbus.outcome import Appended, Conflict, Stored, Unknown
from cardproto.v1.engine_pb2 import LogEntry, Seed
from game_engine import commands, deciding
from game_engine.commands import Command
from game_engine.deciding import Decision, Draft
from game_engine.entries import ByCommand, Entry
from game_engine.errors import Refusal
from game_engine.log_entry import from_wire, to_wire
from game_engine.show import shown
from game_engine.table import BrokenFold, OtherRules, Table, evolve, first
from game_engine.timing import Timing

_log = structlog.get_logger(__name__)

# A command that loses this many races in a row is told to come again.
_RACES = 50


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command stands in the log as this version."""

    version: int


@dataclass(frozen=True, slots=True)
class Idle:
    """No entry followed; the decision says why. The table is current."""

    decision: Decision
    table: Table


Answer = Accepted | Idle | Refusal


class Store(Protocol):
    """The log and the seeds, as a desk uses them."""

    def append(
        self,
        message: LogEntry,
        expected: int,
        done: Callable[[Appended[LogEntry] | Conflict[LogEntry] | Unknown], None],
    ) -> None:
        """Append if the subject's last sequence is `expected`."""

    def since(
        self,
        game_id: str,
        sequence: int,
        done: Callable[[tuple[Stored[LogEntry], ...] | CallError], None],
    ) -> None:
        """All entries after `sequence`, complete up to the leader's last."""

    def seed(self, game_id: str, done: Callable[[Stored[Seed] | CallError | None], None]) -> None:
        """The game's seed, or None."""


@dataclass(slots=True)
class Job:
    """A command under way. `seen_version`: what its sender saw; `current`: the cache was compared
    with the leader after the job came."""

    command: Command
    answer: Callable[[Answer], None]
    seen_version: int = 0
    current: bool = False
    races: int = 0

    @property
    def key(self) -> tuple[str, str] | None:
        """What makes the command idempotent, where it has that."""
        command = self.command
        if isinstance(command, commands.Act | commands.Leave) and command.request_id:
            return command.player_id, command.request_id
        return None


class Desk:
    """See the module. `now_ms` is the service's clock, `entry_id` draws 8 random bytes."""

    def __init__(
        self,
        game_id: str,
        store: Store,
        timing: Timing,
        now_ms: Callable[[], int],
        entry_id: Callable[[], bytes],
    ) -> None:
        self.game_id = game_id
        self.table: Table | None = None
        self.last: LogEntry | None = None
        self._store = store
        self._timing = timing
        self._now_ms = now_ms
        self._entry_id = entry_id
        self._jobs: deque[Job] = deque()
        self._busy = False
        self._sequence = 0
        self._server_seed = b""
        self._versions: dict[tuple[str, str], int] = {}
        self._broken = ""

    @property
    def idle(self) -> bool:
        """Nothing waits and nothing is under way."""
        return not self._busy and not self._jobs

    def submit(self, job: Job) -> None:
        """Queue a job; its answer comes exactly once, perhaps before this returns."""
        self._jobs.append(job)
        if not self._busy:
            self._work()

    def _work(self) -> None:
        while self._jobs and not self._busy:
            job = self._jobs[0]
            behind = self.table is None or job.seen_version > self.table.version
            if behind and not job.current:
                self._catch_up()
                return
            self._run(self._jobs.popleft())

    def _run(self, job: Job) -> None:
        if self._broken:
            job.answer(Refusal(self._broken))
            return
        version = self._versions.get(job.key) if job.key else None
        if version is not None:
            job.answer(Accepted(version))
            return
        try:
            decision = self._decide(job.command)
            if isinstance(decision, Draft):
                self._append(job, decision)
                return
        except Refusal as refusal:
            self._conclude(job, refusal)
        except Exception:
            self._fail(job)
        else:
            assert self.table is not None
            self._conclude(job, Idle(decision, self.table))

    def _decide(self, command: Command) -> Decision:
        now_ms = self._now_ms()
        if self.table is not None:
            return deciding.decide(self.table, command, now_ms, self._entry_id(), self._timing)
        if not isinstance(command, commands.Start):
            raise Refusal("not_found")
        if not self._server_seed:
            raise Refusal("game_gone")
        return deciding.start(
            self.game_id, command, self._server_seed, now_ms, self._entry_id(), self._timing
        )

    def _conclude(self, job: Job, answer: Answer) -> None:
        """Anything but an acceptance is said only by a cache that is known to be current."""
        if job.current:
            job.answer(answer)
        else:
            self._jobs.appendleft(job)
            self._catch_up()

    def _fail(self, job: Job) -> None:
        """A fault of ours. A move is refused; where time itself cannot be given effect, the game
        can not go on by anybody's doing, and is ended in sight of all."""
        if not job.current:
            # The cache of another moment is no reason to end a game.
            self._jobs.appendleft(job)
            self._catch_up()
            return
        kind = type(job.command).__name__
        _log.critical("a command failed", game_id=self.game_id, command=kind, exc_info=True)
        if self.table is None or not isinstance(job.command, commands.Due):
            job.answer(Refusal("internal"))
            return
        try:
            end = self._decide(commands.Abort("fault"))
            if isinstance(end, Draft):
                self._append(job, end)
                return
        except Exception:
            _log.critical("nor can it be ended", game_id=self.game_id, exc_info=True)
        job.answer(Refusal("internal"))

    # --- reading ---------------------------------------------------------------------------

    def _catch_up(self) -> None:
        self._busy = True
        if self._server_seed:
            self._store.since(self.game_id, self._sequence, self._caught_up)
        else:
            self._store.seed(self.game_id, self._seed_read)

    def _seed_read(self, found: Stored[Seed] | CallError | None) -> None:
        if isinstance(found, CallError):
            self._caught_up(found)
        elif found is None:
            # Without its seed a game has not been committed to, or has been archived.
            self._caught_up(())
        else:
            self._server_seed = found.message.server_seed
            self._store.since(self.game_id, self._sequence, self._caught_up)

    def _caught_up(self, later: tuple[Stored[LogEntry], ...] | CallError) -> None:
        self._busy = False
        if isinstance(later, CallError):
            self._jobs.popleft().answer(Refusal("unavailable"))
        else:
            self._fold(later)
            for job in self._jobs:
                job.current = True
        self._work()

    def _fold(self, later: tuple[Stored[LogEntry], ...]) -> None:
        try:
            for stored in later:
                self._adopt(stored.sequence, stored.message, from_wire(stored.message))
        except Exception as error:
            # Whatever a log does not fold for, this game goes no further in this engine. Nobody is
            # told to come again unless another engine may know better: its room would for ever.
            self._broken = "unavailable" if isinstance(error, OtherRules) else "game_gone"
            _log.critical("log does not fold", game_id=self.game_id, why=str(error))

    def _adopt(self, sequence: int, message: LogEntry, entry: Entry) -> None:
        if self.table is None:
            self.table = first(self.game_id, entry, self._server_seed)
        else:
            self.table = evolve(self.table, entry)
        if message.game_id != self.game_id:
            raise BrokenFold("another game's entry")
        self._keep(sequence, message, entry)

    def _keep(self, sequence: int, message: LogEntry, entry: Entry) -> None:
        self._sequence = sequence
        self.last = message
        if isinstance(entry.cause, ByCommand) and entry.cause.request_id:
            self._versions[entry.cause.player_id, entry.cause.request_id] = entry.version

    # --- appending -------------------------------------------------------------------------

    def _append(self, job: Job, draft: Draft) -> None:
        public, private = shown(draft)
        owners = {seat.seat: seat.owner for seat in draft.table.seats if seat.owner}
        message = to_wire(
            self.game_id, draft.entry, int(draft.table.status), owners, public, private
        )

        def done(outcome: Appended[LogEntry] | Conflict[LogEntry] | Unknown) -> None:
            self._appended(job, draft, message, outcome)

        self._store.append(message, self._sequence, done)
        self._busy = True

    def _appended(
        self,
        job: Job,
        draft: Draft,
        message: LogEntry,
        outcome: Appended[LogEntry] | Conflict[LogEntry] | Unknown,
    ) -> None:
        self._busy = False
        match outcome:
            case Appended(sequence=sequence, later=later):
                self.table = draft.table
                self._keep(sequence, message, draft.entry)
                self._fold(later)
                job.answer(Accepted(draft.entry.version))
            case Conflict(later=()):
                # The log is no more: archived by another engine.
                self._forget()
                self._jobs.appendleft(job)
            case Conflict(later=later):
                self._fold(later)
                self._race_lost(job)
            case Unknown():
                self._forget()
                job.answer(Refusal("unavailable"))
        self._work()

    def _race_lost(self, job: Job) -> None:
        job.races += 1
        job.current = True
        if job.races < _RACES:
            self._jobs.appendleft(job)
        else:
            job.answer(Refusal("unavailable"))

    def _forget(self) -> None:
        """The cache may be wrong: the next job folds the log anew."""
        self.table = None
        self.last = None
        self._sequence = 0
        self._server_seed = b""
        self._versions.clear()
