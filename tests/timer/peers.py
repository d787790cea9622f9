"""The timer's peers for its own tests: owners that act upon what falls due, on the real bus.

A game here is nothing but a log: each deadline that is due appends the next entry, as the engine
does, until the last version.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cardbus import Bus
from cardbus.due import DueSet
from cardbus.reply import Reply
from cardbus.stream import Appended
from cardproto.v1 import engine_pb2, lobby_pb2, timer_pb2

Entries = tuple[tuple[str, int], ...]
NextSet = Callable[[int], Entries]
"""From a version to its deadlines; none: the game is over."""

ENGINE = engine_pb2.DESCRIPTOR.services_by_name["Engine"]
LOBBY = lobby_pb2.DESCRIPTOR.services_by_name["Lobby"]


@dataclass
class Game:
    """One game's log as its owner knows it."""

    next_set: NextSet
    version: int = 0
    sequence: int = 0
    due: DueSet = field(default_factory=lambda: DueSet(0))

    @property
    def over(self) -> bool:
        """Nothing more can fall due."""
        return self.version > 0 and not self.due.entries


class Refusing:
    """Handlers that refuse whatever a test does not need."""

    def __getattr__(self, name: str) -> Callable[[object, Reply[Any]], None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda _, reply: reply.error("not_here")


class Games(Refusing):
    """The engine's side: answers `GameDue` by appending the next entry."""

    def __init__(self, bus: Bus) -> None:
        self._log = bus.stream(engine_pb2.LogEntry)
        self.games: dict[str, Game] = {}
        self.asked: list[engine_pb2.GameDueRequest] = []
        self.acted: Counter[tuple[str, int]] = Counter()

    def begin(self, game_id: str, next_set: NextSet) -> None:
        """Append a game's first entry."""
        self.games[game_id] = Game(next_set)
        self._append(game_id, lambda: None)

    def _append(self, game_id: str, done: Callable[[], None]) -> None:
        game = self.games[game_id]
        version = game.version + 1
        due = DueSet(version, game.next_set(version))
        entry = engine_pb2.LogEntry(
            game_id=game_id, version=version, entry_id=secrets.token_bytes(8), due=due.text
        )

        def appended(end: object) -> None:
            if isinstance(end, Appended):
                game.version, game.sequence, game.due = version, end.sequence, due
            done()

        self._log.append(entry, game.sequence, appended)

    def game_due(
        self,
        request: engine_pb2.GameDueRequest,
        reply: Reply[engine_pb2.GameDueResponse],
    ) -> None:
        """Acts if that deadline still stands."""
        game = self.games.get(request.game_id)
        if game is None:
            reply.ok(engine_pb2.GameDueResponse(outcome=engine_pb2.DUE_OUTCOME_GONE))
            return
        self.asked.append(request)
        stands = request.version == game.version and game.due.at(request.kind) == request.due_ms
        if not stands or self.acted[request.game_id, request.version]:
            reply.ok(engine_pb2.GameDueResponse(outcome=engine_pb2.DUE_OUTCOME_GONE))
            return
        self.acted[request.game_id, request.version] += 1
        answer = engine_pb2.GameDueResponse(outcome=engine_pb2.DUE_OUTCOME_DONE)
        self._append(request.game_id, lambda: reply.ok(answer))

    @property
    def unfinished(self) -> list[str]:
        """Games that still have deadlines, or no entry yet."""
        return [game_id for game_id, game in self.games.items() if not game.over]


class Rooms(Refusing):
    """The lobby's side: answers `OwnerDue`, and says what it was asked."""

    def __init__(self, bus: Bus) -> None:
        self._deadlines = bus.stream(timer_pb2.OwnerDeadlines)
        self.asked: list[lobby_pb2.OwnerDueRequest] = []

    def publish(self, owner: str, owner_id: str, due: DueSet) -> None:
        """Replace an owner's deadlines."""
        message = timer_pb2.OwnerDeadlines(owner=owner, id=owner_id, due=due.text)
        self._deadlines.put(message, lambda _: None)

    def owner_due(
        self,
        request: lobby_pb2.OwnerDueRequest,
        reply: Reply[lobby_pb2.OwnerDueResponse],
    ) -> None:
        """Takes note."""
        if request.kind != "probe":
            self.asked.append(request)
        reply.ok(lobby_pb2.OwnerDueResponse(outcome=engine_pb2.DUE_OUTCOME_DONE))
