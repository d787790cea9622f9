"""Places in the rated queues, in Redis: one field a person, changed only as it was read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import TypeAdapter

from lobby.database import Database
from lobby.indexing import ticket_text
from lobby.keys import QUEUES, Op, lease_key, paired_key, queue_key, queued_key, tokens_key
from lobby.values import Ticket

_TICKET = TypeAdapter(Ticket)


@dataclass(frozen=True, slots=True)
class Held:
    """A place and the very text in which it stands."""

    ticket: Ticket
    text: str

    @property
    def guard(self) -> Op:
        """Holds while the place stands as it was read."""
        key = queue_key(self.ticket.game)
        return "taken", "field", key, self.text, self.ticket.player_id


class Tickets:
    """Every method raises StoreLost."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(self) -> list[str]:
        """Games in whose queue somebody may wait."""
        return sorted(await self._database.ask("SMEMBERS", QUEUES))

    async def game_of(self, player_id: str) -> str | None:
        """The game in whose queue that person waits."""
        found = await self._database.ask("GET", queued_key(player_id))
        return None if found is None else str(found)

    async def of(self, player_id: str) -> Held | None:
        """That person's place."""
        game = await self.game_of(player_id)
        if game is None:
            return None
        text = await self._database.ask("HGET", queue_key(game), player_id)
        return None if text is None else Held(_TICKET.validate_json(text), text)

    async def all(self, game: str) -> list[Held]:
        """Every place in a game's queue, who waits longest first."""
        texts = await self._database.ask("HVALS", queue_key(game))
        held = [Held(_TICKET.validate_json(text), text) for text in texts]
        return sorted(held, key=lambda h: (h.ticket.since_ms, h.ticket.player_id))

    async def count(self, game: str) -> int:
        """How many wait."""
        return int(await self._database.ask("HLEN", queue_key(game)))

    async def room_of(self, player_id: str) -> str | None:
        """The room in which that person was paired just now."""
        found = await self._database.ask("GET", paired_key(player_id))
        return None if found is None else str(found)

    async def alive(self, gateway_ids: Iterable[str], now_ms: int) -> set[str]:
        """Those of the gateways whose lease runs."""
        ids = sorted(set(gateway_ids))
        leases = await self._database.ask_many(("GET", lease_key(one)) for one in ids)
        return {
            one
            for one, until_ms in zip(ids, leases, strict=True)
            if until_ms is not None and int(until_ms) > now_ms
        }

    async def add(self, ticket: Ticket) -> str:
        """A new place; empty where it stands now, `stale` where the session is no more, `taken`
        where that person waits already."""
        failed, _ = await self._database.run(
            [
                ("stale", "since", tokens_key(ticket.player_id), str(ticket.issued_ms)),
                ("taken", "absent", queued_key(ticket.player_id), ""),
            ],
            [
                ("HSET", queue_key(ticket.game), ticket.player_id, ticket_text(ticket)),
                ("SET", queued_key(ticket.player_id), ticket.game),
                ("SADD", QUEUES, ticket.game),
            ],
        )
        return failed

    async def change(self, held: Held, after: Ticket) -> bool:
        """Another state of the place; False where it was changed meanwhile."""
        op = ("HSET", queue_key(after.game), after.player_id, ticket_text(after))
        failed, _ = await self._database.run([held.guard], [op])
        return not failed

    async def drop(self, held: Held) -> bool:
        """The end of the place; False where it was changed meanwhile."""
        game, player_id = held.ticket.game, held.ticket.player_id
        ops = [("HDEL", queue_key(game), player_id), ("DEL", queued_key(player_id))]
        failed, _ = await self._database.run([held.guard], ops)
        return not failed

    async def forget_game(self, game: str) -> None:
        """Nobody waits for that game: it is not looked at until somebody comes."""
        await self._database.run(
            [("somebody", "absent", queue_key(game), "")], [("SREM", QUEUES, game)]
        )

    async def mend_index(self, player_id: str) -> None:
        """Whoever waits for a game without a place there waits for none."""
        game = await self.game_of(player_id)
        if game is not None:
            await self._database.run(
                [("there", "field", queue_key(game), "", player_id)],
                [("DEL", queued_key(player_id))],
            )
