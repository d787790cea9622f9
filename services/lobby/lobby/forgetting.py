"""Deleting what is kept of people: on their wish, or of guests unseen for too long.

On their wish it begins with one step after which every token of theirs is refused and the work
stands in a list; the rest can be done again by any lobby until the list is empty. Games of others
keep the seat, without the name, in what is kept here and in the record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from cardbus.api.engine import EngineClient
from cardbus.errors import CallError
from cardkit import logs
from cardproto.v1 import engine_pb2
from lobby import commands as c
from lobby.database import Database
from lobby.errors import LobbyError, Refused, refuse
from lobby.history import without_person
from lobby.keys import (
    FOREVER_MS,
    FORGETTING,
    SEEN,
    Op,
    game_key,
    games_key,
    leaderboard_key,
    profile_key,
    rating_key,
    recovery_key,
    recovery_of_key,
    statistics_key,
    tokens_key,
    voids_key,
)
from lobby.policy import Policies
from lobby.queueing import Queue
from lobby.rooms import Rooms
from lobby.store import Marker, Store

_PERSON: Final = "person"
_GUEST: Final = "guest"
_GAME: Final = "game"
_AT_ONCE: Final = 100
_RACES: Final = 30
_TOMBSTONE_MS: Final = 3_650 * 24 * 3_600_000
"""As long as a token can live at most."""

_log = logs.get("forgetting")


class SessionNews(Protocol):
    """Tells gateways of sessions that are no more."""

    def sessions_ended(self, player_id: str, before_ms: int) -> None:
        """Tokens of that person made before are refused."""


class Forgetting:
    """`guest_kept_ms`: how long a guest may be unseen; `now_ms`: the service's clock."""

    def __init__(
        self,
        database: Database,
        store: Store,
        rooms: Rooms,
        queue: Queue,
        engine: EngineClient,
        news: SessionNews,
        *,
        policies: Policies,
        guest_kept_ms: int,
        now_ms: Callable[[], int],
    ) -> None:
        self._database = database
        self._store = store
        self._rooms = rooms
        self._queue = queue
        self._engine = engine
        self._news = news
        self._rated = sorted(game for game, policy in policies.items() if policy.rated)
        self._guest_kept_ms = guest_kept_ms
        self._now_ms = now_ms

    async def delete(self, marker: Marker) -> None:
        """Everything of the asker. Raises Refused `stale_session`, StoreLost.

        What cannot be done at once, since somebody is away, is done later by itself.
        """
        player_id = marker.player_id
        failed, _ = await self._database.run(
            [("stale", "since", tokens_key(player_id), str(marker.issued_ms))],
            [
                ("SET", tokens_key(player_id), str(FOREVER_MS), "PX", str(_TOMBSTONE_MS)),
                ("ZADD", FORGETTING, str(self._now_ms()), f"{_PERSON}:{player_id}"),
            ],
        )
        if failed:
            refuse("stale_session")
        self._news.sessions_ended(player_id, FOREVER_MS)
        await self._work_off(f"{_PERSON}:{player_id}")

    async def look(self) -> None:
        """Work off what stands in the list, then look for guests unseen for too long."""
        for item in await self._database.ask("ZRANGE", FORGETTING, 0, _AT_ONCE - 1):
            await self._work_off(item)
        unseen_ms = self._now_ms() - self._guest_kept_ms
        for player_id in await self._database.ask(
            "ZRANGEBYSCORE", SEEN, "-inf", unseen_ms, "LIMIT", 0, _AT_ONCE
        ):
            if await self._store.rooms_of(player_id):
                continue
            item = f"{_GUEST}:{player_id}"
            await self._database.ask("ZADD", FORGETTING, "NX", self._now_ms(), item)
            await self._work_off(item)

    async def _work_off(self, item: str) -> None:
        kind, _, rest = item.partition(":")
        work = {_PERSON: self._person, _GUEST: self._guest, _GAME: self._game}[kind]
        try:
            await work(rest)
        except (CallError, LobbyError) as error:
            _log.warning("not deleted yet", what=kind, why=str(error))
            # To the end of the list, so that what cannot be done keeps nothing else waiting.
            await self._database.ask("ZADD", FORGETTING, "XX", self._now_ms(), item)
            return
        await self._database.ask("ZREM", FORGETTING, item)

    async def _person(self, player_id: str) -> None:
        await self._queue.leave(player_id)
        for room_id in await self._store.rooms_of(player_id):
            try:
                await self._rooms.change(room_id, c.Leave(player_id), calls="try")
            except Refused as refused:
                _log.info("was gone already", room=room_id, code=refused.code)
        for game_id in await self._database.ask("ZRANGE", games_key(player_id), 0, -1):
            await self._take_out(game_id, player_id)
        selector = await self._database.ask("GET", recovery_of_key(player_id))
        ops: list[Op] = [
            ("ZREM", SEEN, player_id),
            ("DEL", profile_key(player_id)),
            ("DEL", statistics_key(player_id)),
            ("DEL", voids_key(player_id)),
            ("DEL", games_key(player_id)),
            ("DEL", recovery_of_key(player_id)),
        ]
        if selector is not None:
            ops.append(("DEL", recovery_key(selector)))
        for game in self._rated:
            ops.append(("DEL", rating_key(game, player_id)))
            ops.append(("ZREM", leaderboard_key(game), player_id))
        await self._database.run([], ops)

    async def _guest(self, player_id: str) -> None:
        """Somebody who was unseen for too long, unless they have come back meanwhile."""
        seen = await self._database.ask("ZSCORE", SEEN, player_id)
        if seen is not None and int(seen) > self._now_ms() - self._guest_kept_ms:
            return
        _log.info("guest forgotten", player=player_id)
        await self._person(player_id)

    async def _take_out(self, game_id: str, player_id: str) -> None:
        """Blank the name in one finished game: in its record first, which knows seats only."""
        for _ in range(_RACES):
            kept = await self._database.ask("GET", game_key(game_id))
            if kept is None:
                return
            after, seats = without_person(kept, player_id)
            if not seats:
                return
            await self._engine.forget(engine_pb2.ForgetRequest(game_id=game_id, seats=seats))
            failed, _ = await self._database.run(
                [("moved", "value", game_key(game_id), kept)],
                [("SET", game_key(game_id), after, "KEEPTTL")],
            )
            if not failed:
                return

    async def _game(self, rest: str) -> None:
        """The record of a game that ended after its person was deleted."""
        game_id, _, seat = rest.partition(":")
        await self._engine.forget(engine_pb2.ForgetRequest(game_id=game_id, seats=[int(seat)]))
