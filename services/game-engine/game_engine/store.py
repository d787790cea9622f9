"""The streams as the engine uses them: the log of a game, its seed, its record."""

from __future__ import annotations

from collections.abc import Callable

from cardbus.bus import Bus
from cardbus.errors import CallError
from cardbus.outcome import Appended, Conflict, Stored, Unknown
from cardproto.v1.engine_pb2 import LogEntry, Record, Seed


class Streams:
    """Over one connection; each method is one request or one certain append."""

    def __init__(self, bus: Bus) -> None:
        self._log = bus.stream(LogEntry)
        self._seeds = bus.stream(Seed)
        self._records = bus.stream(Record)

    def append(
        self,
        message: LogEntry,
        expected: int,
        done: Callable[[Appended[LogEntry] | Conflict[LogEntry] | Unknown], None],
    ) -> None:
        """Append an entry if the game's last sequence is `expected`."""
        self._log.append(message, expected, done)

    def since(
        self,
        game_id: str,
        sequence: int,
        done: Callable[[tuple[Stored[LogEntry], ...] | CallError], None],
    ) -> None:
        """A game's entries after `sequence`, complete up to the leader's last."""
        self._log.since(sequence, done, game_id=game_id)

    def seed(self, game_id: str, done: Callable[[Stored[Seed] | CallError | None], None]) -> None:
        """A game's seed, from the leader."""
        self._seeds.last(done, game_id=game_id)

    async def entries(self, game_id: str) -> tuple[Stored[LogEntry], ...]:
        """The whole log of a game. Raises CallError."""
        return await self._log.since_now(0, game_id=game_id)

    async def fill(self) -> float:
        """How full the fullest of the three is, 1.0: full. Raises CallError."""
        streams = (self._log, self._seeds, self._records)
        return max([await stream.fill_now() for stream in streams])

    async def find_seed(self, game_id: str) -> Seed | None:
        """A game's seed, from the leader, or None. Raises CallError."""
        found = await self._seeds.last_now(game_id=game_id)
        return None if found is None else found.message

    async def keep_seed(self, seed: Seed) -> Seed:
        """Store the seed of a game that has none; the one that stands. Raises CallError."""
        outcome = await self._seeds.append_now(seed, 0)
        match outcome:
            case Appended():
                return seed
            case Conflict(later=(first, *_)):
                return first.message
        raise CallError("unavailable")

    async def keep_record(self, record: Record) -> None:
        """Store a record once; one that stands already is left alone. Raises CallError."""
        outcome = await self._records.append_now(record, 0)
        if isinstance(outcome, Unknown):
            raise CallError("unavailable")

    async def find_record(self, game_id: str) -> bytes | None:
        """A finished game's record as JSON, from the leader, or None. Raises CallError."""
        found = await self._records.last_now(game_id=game_id)
        return None if found is None else found.message.json

    async def change_record(self, game_id: str, change: Callable[[bytes], bytes]) -> bool:
        """Put another text in the place of a record; False where there is none. Raises CallError,
        also where another change came first: repeat it."""
        found = await self._records.last_now(game_id=game_id)
        if found is None:
            return False
        text = change(found.message.json)
        if text != found.message.json:
            record = Record(game_id=game_id, json=text)
            if not isinstance(await self._records.append_now(record, found.sequence), Appended):
                raise CallError("unavailable")
        return True

    async def forget(self, game_id: str) -> None:
        """Remove seed, then log: without its seed a game can never begin again."""
        await self._seeds.purge_now(game_id=game_id)
        await self._log.purge_now(game_id=game_id)

    async def forget_seed(self, game_id: str) -> None:
        """Remove the seed of a game that never began."""
        await self._seeds.purge_now(game_id=game_id)
