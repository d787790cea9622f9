"""The end of a game: its record, the lobby's word, and at last the end of its log."""

from __future__ import annotations

import orjson

from cardbus.api.lobby import LobbyClient
from cardproto.v1.engine_pb2 import Record
from cardproto.v1.lobby_pb2 import SettleRequest
from cardwire import result_to_proto
from game_engine.entries import Entry, Forfeited
from game_engine.log_entry import from_wire, participants_to_wire
from game_engine.recording import record
from game_engine.store import Streams
from game_engine.table import Status, Table, fold


class Settling:
    """Both errands may be run any number of times, by any engine."""

    def __init__(self, streams: Streams, lobby: LobbyClient) -> None:
        self._streams = streams
        self._lobby = lobby

    async def settle(self, game_id: str) -> None:
        """Write the record, then tell the lobby. Raises CallError; then it is to be repeated."""
        seed = await self._streams.find_seed(game_id)
        if seed is None:
            return
        entries = [from_wire(stored.message) for stored in await self._streams.entries(game_id)]
        table = fold(game_id, entries, seed.server_seed)
        if table is None or not table.ended:
            return
        text = orjson.dumps(record(table, entries))
        await self._streams.keep_record(Record(game_id=game_id, json=text))
        await self._lobby.settle(_request(table, entries))

    async def archive(self, game_id: str) -> None:
        """Forget seed and log, once the game is known to be settled. Raises CallError."""
        await self.settle(game_id)
        await self._streams.forget(game_id)


def _request(table: Table, entries: list[Entry]) -> SettleRequest:
    request = SettleRequest(
        game_id=table.game_id,
        room_id=table.started.room_id,
        game=table.rules.id,
        aborted=table.aborted,
        participants=participants_to_wire(table.started),
        started_ms=entries[0].at_ms,
        ended_ms=table.at_ms,
        rated=table.started.rated,
        left=[seat.seat for seat in table.seats if seat.left],
    )
    forfeits = [e.content for e in entries if isinstance(e.content, Forfeited)]
    if forfeits:
        request.forfeited = forfeits[-1].seat
    result = table.rules.result(table.position)
    if table.status == Status.OVER and result is not None:
        request.result.CopyFrom(result_to_proto(result))
    return request
