"""Saving a room: decide upon it as it stands, publish its deadlines, compare, write, announce."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from cardbus.due import DueSet
from cardbus.errors import UNAVAILABLE, CallError
from lobby import commands as c
from lobby import room as rules
from lobby.changes import Changes
from lobby.counters import Counters
from lobby.errors import refuse
from lobby.history import Settlement
from lobby.indexing import listed
from lobby.keys import Extra
from lobby.store import Marker, Saved, Store
from lobby.values import Moment, Room

ROOM: Final = "room"
_RACES: Final = 30


class Announcer(Protocol):
    """What the lobby tells the others."""

    async def deadlines(self, owner: str, owner_id: str, due: DueSet) -> None:
        """Have the timer hold exactly these. Raises CallError."""

    def changed(self, room: Room) -> None:
        """Everybody in the room sees it so now."""

    def listing(self, before: Room | None, after: Room) -> None:
        """The public list has a line more, less, or another."""


class Saving:
    """Changes of rooms, each under the store's compare. `moment`: now, for a game's rooms."""

    def __init__(
        self,
        store: Store,
        announcer: Announcer,
        changes: Changes,
        counters: Counters,
        moment: Callable[[str], Moment],
        rooms_per_person: int,
    ) -> None:
        self._store = store
        self._announcer = announcer
        self._changes = changes
        self._counters = counters
        self._moment = moment
        self._rooms_per_person = rooms_per_person

    async def apply(
        self,
        room: Room,
        command: c.Command,
        marker: Marker | None = None,
        settlement: Settlement | None = None,
    ) -> Room:
        """Decide upon the room as it stands in the store, however often another came first."""
        lost = False
        for _ in range(_RACES):
            moment = self._moment(room.game)
            after = rules.decide(room, command, moment)
            if after is room and settlement is not None:
                await self._store.settle(settlement)
            if after is room and not lost:
                return room
            saved, after = await self.save(
                room, after, moment, marker=marker, settlement=settlement, rearm=lost
            )
            match saved:
                case "saved":
                    return after
                case "repeated":
                    return await self._get(room.room_id)
                case "settled":
                    settlement = None
                case "conflict":
                    self._counters.conflicts.inc()
                    lost = True
                    room = await self._get(room.room_id)
                case _:
                    self.refuse_by(saved)
        raise CallError(UNAVAILABLE)

    async def save(
        self,
        before: Room | None,
        after: Room,
        moment: Moment,
        *,
        marker: Marker | None = None,
        settlement: Settlement | None = None,
        extra: Extra | None = None,
        rearm: bool = False,
    ) -> tuple[Saved, Room]:
        """Publish the deadlines if they are others than before, save, announce."""
        if before is None or rules.deadlines(before, moment) != rules.deadlines(after, moment):
            rearm = True
        elif not set(after.todo) <= set(before.todo):
            # Where no deadline of its own has a new call made, the `sync` of this save does.
            rearm = True
        changed = after is not before
        news = changed and (before is None or rules.is_news(before, after))
        if news:
            after = replace(after, revision=after.revision + 1)
        if rearm or (changed and not news):
            after = replace(after, armed=after.armed + 1)
        if rearm:
            quiet = 0 if changed else after.quiet + 1
            after = replace(after, armed_ms=moment.now_ms, quiet=quiet)
            due = rules.due_set(after, moment)
            await self._announcer.deadlines(ROOM, after.room_id, due)
        saved = await self._store.save(
            before,
            after,
            rooms_per_person=self._rooms_per_person,
            marker=marker,
            settlement=settlement,
            extra=extra,
        )
        if saved == "saved" and (before is None or after.revision != before.revision):
            self._announcer.changed(after)
            self._changes.tell(after.room_id)
            if listed(before) != listed(after):
                self._announcer.listing(before, after)
        return saved, after

    async def rearm(self, room: Room) -> Room:
        """Publish the deadlines as they are now, under the same compare as any change."""
        for _ in range(_RACES):
            moment = self._moment(room.game)
            saved, after = await self.save(room, room, moment, rearm=True)
            if saved == "saved":
                return after
            current = await self._store.room(room.room_id)
            if current is None:
                return after
            room = current
        raise CallError(UNAVAILABLE)

    def refuse_by(self, saved: Saved) -> None:
        """Raise the refusal for a save that did not come about."""
        if saved == "too_many_rooms":
            refuse("rate_limited", limit="rooms", max=str(self._rooms_per_person))
        if saved == "stale":
            refuse("stale_session")

    async def _get(self, room_id: str) -> Room:
        room = await self._store.room(room_id)
        if room is None:
            refuse("room_not_found")
        return room
