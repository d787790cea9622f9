"""Tables for tests: a game begun with given people and bots, and a log kept beside it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from itertools import count

from cardrules.errors import RuleError
from game_engine import commands, deciding
from game_engine.commands import Command
from game_engine.deciding import Decision, Draft
from game_engine.entries import Entry, Limits, Participant, Started
from game_engine.table import Table
from game_engine.timing import Timing

GAME_ID = "abcdefgh234567ab"
SEED = bytes(range(32))
T0 = 1_800_000_000_000


def started(
    people: tuple[int, ...] = (0,),
    bots: tuple[int, ...] = (1, 2),
    action_ms: int = 30_000,
    connected: tuple[int, ...] | None = None,
    game: str = "virae",
    limits: Limits | None = None,
) -> Started:
    """A game of these seats, Viraê's if not said; everybody is connected unless said otherwise."""
    participants = [
        Participant(seat, f"p{seat}", f"Person {seat}", 0, b"n" * 16) for seat in people
    ]
    participants += [Participant(seat, "", f"Bot {seat}", 2, b"") for seat in bots]
    return Started(
        game=game,
        rules_version=1,
        room_id="roomroomroomroom",
        options="",
        participants=tuple(sorted(participants, key=lambda p: p.seat)),
        starter=None,
        limits=limits or Limits(action_ms=action_ms),
        rated=False,
        commitment=hashlib.sha256(SEED).digest(),
        connected=people if connected is None else connected,
    )


def told_of(player_id: str, connected: bool, revision: int) -> commands.SetConnected:
    """What the lobby says of one person who went or came back."""
    return commands.SetConnected((commands.Presence(player_id, connected, revision),))


@dataclass
class Play:
    """A live table with its log and a clock that only tests move."""

    table: Table
    entries: list[Entry]
    timing: Timing = field(default_factory=Timing)
    now_ms: int = T0
    ids: count[int] = field(default_factory=lambda: count(1))

    @classmethod
    def begin(cls, start: Started | None = None, timing: Timing | None = None) -> Play:
        """Deal."""
        timing = timing or Timing()
        command = commands.Start(start or started())
        draft = deciding.start(GAME_ID, command, SEED, T0, b"\0" * 8, timing)
        return cls(draft.table, [draft.entry], timing)

    def do(self, command: Command) -> Decision:
        """Decide, and take an entry into the log. Raises Refusal."""
        entry_id = next(self.ids).to_bytes(8)
        decision = deciding.decide(self.table, command, self.now_ms, entry_id, self.timing)
        if isinstance(decision, Draft):
            self.table = decision.table
            self.entries.append(decision.entry)
        return decision

    def act(self, seat: int, obj: dict[str, object], seen: int | None = None) -> Decision:
        """A person's action in the notation."""
        action: object
        try:
            action = self.table.rules.parse_action(obj)
        except RuleError as error:
            action = error
        version = self.table.version if seen is None else seen
        request_id = f"r{next(self.ids)}"
        game = self.table.rules.id
        return self.do(commands.Act(f"p{seat}", request_id, version, game, action))

    def due(self, kind: str, grace: bool = False) -> Decision:
        """Let the moment of a live deadline come, and fire it."""
        due_ms = self.table.due.at(kind)
        assert due_ms is not None, f"{kind} is not due at all"
        self.now_ms = max(self.now_ms, due_ms)
        decision = self.do(commands.Due(kind, due_ms, grace))
        if isinstance(decision, deciding.AskBot):
            action = self.table.rules.auto(self.table.position, decision.seat)
            return self.do(commands.BotAct(decision.seat, decision.right_since, action))
        return decision

    def next_due(self) -> str:
        """The kind that falls due first."""
        return min(self.table.due.entries, key=lambda entry: entry[1])[0]

    def kinds(self) -> set[str]:
        """What is due at all."""
        return {kind for kind, _ in self.table.due.entries}
