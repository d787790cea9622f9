"""All desks of this engine: one a game, the longest unused forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from game_engine.desk import Desk


class Desks:
    """Finds or makes the desk of a game. A desk that is at work is never dropped.

    One that found no game is dropped with the next that is made: whoever makes ids up does not
    push folded tables out.
    """

    def __init__(self, make: Callable[[str], Desk], limit: int) -> None:
        self._make = make
        self._limit = limit
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._unproven: dict[str, Desk] = {}

    def __len__(self) -> int:
        return len(self._desks)

    def at(self, game_id: str) -> Desk:
        """The desk of that game."""
        desk = self._desks.get(game_id)
        if desk is None:
            self._drop_empty()
            desk = self._desks[game_id] = self._unproven[game_id] = self._make(game_id)
            self._evict()
        else:
            self._desks.move_to_end(game_id)
        return desk

    def drop(self, game_id: str) -> None:
        """Forget a game that was archived."""
        desk = self._desks.get(game_id)
        if desk is not None and desk.idle:
            del self._desks[game_id]

    @property
    def busy(self) -> bool:
        """Some desk is at work."""
        return any(not desk.idle for desk in self._desks.values())

    def _drop_empty(self) -> None:
        for game_id, desk in list(self._unproven.items()):
            if desk.idle:
                del self._unproven[game_id]
                if desk.table is None and self._desks.get(game_id) is desk:
                    del self._desks[game_id]

    def _evict(self) -> None:
        while len(self._desks) > self._limit:
            game_id, desk = next(iter(self._desks.items()))
            if not desk.idle:
                self._desks.move_to_end(game_id)
                return
            del self._desks[game_id]
