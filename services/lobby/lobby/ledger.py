"""Writing finished games down: what must be read first, and what must not have changed since."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lobby.database import Database
from lobby.history import Limits, Settlement, settlement_ops
from lobby.keys import FOREVER_MS, Extra, Op, rating_key, settlement_key, tokens_key
from lobby.ratings import Standing, read_standing

MOVED: Final = "moved"
"""The guard that fails where somebody's rating changed, or they went, since it was read."""
SETTLED: Final = "settled"


class Ledger:
    """`now_ms`: the service's clock."""

    def __init__(self, database: Database, limits: Limits, now_ms: Callable[[], int]) -> None:
        self._database = database
        self._limits = limits
        self._now_ms = now_ms

    async def booking(self, settlement: Settlement) -> Extra:
        """What writes the game down, once: with `MOVED` it is to be asked for anew."""
        guards: list[Op] = [(SETTLED, "absent", settlement_key(settlement.game_id), "")]
        people = [player.player_id for player in settlement.people]
        tokens = await self._database.ask_many(("GET", tokens_key(person)) for person in people)
        forgotten = set()
        for person, since in zip(people, tokens, strict=True):
            guards.append((MOVED, "value", tokens_key(person), since or ""))
            if since is not None and int(since) >= FOREVER_MS:
                forgotten.add(person)
        standings: dict[str, Standing] = {}
        for player in settlement.duel or ():
            key = rating_key(settlement.game, player.player_id)
            # `games` rises with every change of a rating, so it tells them apart.
            found = await self._database.ask("HGETALL", key)
            standings[player.player_id] = read_standing(found)
            guards.append((MOVED, "field", key, found.get("games", ""), "games"))
        ops = settlement_ops(
            settlement, standings, frozenset(forgotten), self._now_ms(), self._limits
        )
        return Extra(tuple(guards), tuple(ops))

    async def settle(self, settlement: Settlement) -> bool:
        """Write a game down whose room is no more; False where that was done before."""
        while True:
            booking = await self.booking(settlement)
            failed, _ = await self._database.run(booking.guards, booking.ops)
            if failed != MOVED:
                return failed != SETTLED
