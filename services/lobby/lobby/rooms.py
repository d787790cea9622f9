"""Carrying commands out: decide and save (`saving.py`), and make the engine's calls.

The order is the law of two stores: deadlines are published before the save that needs them, the
call to make stands in the room before it is made, and it is taken away only when it is answered.
So whatever dies in between, a deadline comes and the room's next visitor finishes what stands.

Changes of one room go one after the other, and so do its calls to the engine; but a change does not
wait for a call, which may hang as long as its deadline. Who holds the calls may take the room's
turn, never the other way round.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from cardbus.due import DueSet
from cardbus.errors import UNAVAILABLE, CallError
from cardkit import logs
from lobby import commands as c
from lobby import room as rules
from lobby.calls import EngineCalls
from lobby.chance import Chance
from lobby.changes import Changes
from lobby.counters import Counters
from lobby.errors import LobbyError, Refused, refuse
from lobby.history import Settlement
from lobby.keys import Extra
from lobby.policy import Policies, policy_of
from lobby.saving import ROOM, Announcer, Saving
from lobby.store import Marker, Saved, Store
from lobby.turns import Turns
from lobby.values import Durations, Intent, Limits, Moment, Phase, Room, Settings

_CALLS: Final = 50
_FORGOTTEN_MS: Final = 60_000
"""How long a deadline must be past, of a room that nobody knows, to be taken out of its stream."""
_FIRST_CALLS_S: Final = 0.5

_log = logs.get("rooms")


CallsWhen = Literal["later", "try", "finish"]
"""When a command's calls to the engine are made. `finish`: what stands before it, then what
follows from it; where that cannot be known, the command ends as `unavailable` and stands. `try`:
what follows, and if the engine is away, later. `later`: right after, by themselves."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A room after a command; `refusals` holds calls that the engine refused for good, kind to
    code; `repeated`: the very request had been carried out before."""

    room: Room
    repeated: bool = False
    refusals: tuple[tuple[str, str], ...] = ()


class Rooms:
    """All rooms, as this process works on them."""

    def __init__(
        self,
        store: Store,
        calls: EngineCalls,
        announcer: Announcer,
        *,
        now_ms: Callable[[], int],
        chance: Chance,
        policies: Policies,
        durations: Durations,
        limits: Limits,
        turns: Turns,
        counters: Counters,
    ) -> None:
        self._store = store
        self._calls = calls
        self._announcer = announcer
        self._now_ms = now_ms
        self._chance = chance
        self.policies = policies
        self._durations = durations
        self._limits = limits
        self._turns = turns
        self._calling = turns.another()
        self._counters = counters
        self._tasks: set[asyncio.Task[None]] = set()
        self.changes = Changes()
        self._saving = Saving(
            store, announcer, self.changes, counters, self.moment, limits.rooms_per_person
        )

    def moment(self, game: str) -> Moment:
        """Now, for decisions about a room of that game. Raises Refused `not_found`."""
        return Moment(
            self._now_ms(),
            policy_of(self.policies, game),
            self._durations,
            self._limits,
            self._chance.game_id(),
        )

    async def open(
        self,
        player_id: str,
        name: str,
        game: str,
        settings: Settings,
        *,
        private: bool,
        marker: Marker,
    ) -> Room:
        """A new room of that person. Raises Refused, StoreLost, CallError."""
        saved, room = await self.make(
            game,
            lambda room_id, code, moment: rules.open_room(
                room_id, code, player_id, name, settings, moment, private=private
            ),
            marker=marker,
        )
        if saved == "repeated":
            known = await self._store.carried_out(marker)
            return await self.get(known or "")
        self._saving.refuse_by(saved)
        return await self._with_first_calls(room)

    async def make(
        self,
        game: str,
        made: Callable[[str, str, Moment], Room],
        *,
        marker: Marker | None = None,
        extra: Extra | None = None,
    ) -> tuple[Saved, Room]:
        """Save the room that `made` makes of an id, a code and now; how that ended. Its first calls
        are left to `calls_soon`. Raises StoreLost, CallError."""
        while True:
            moment = self.moment(game)
            room = made(self._chance.room_id(), self._chance.code(), moment)
            saved, room = await self._saving.save(None, room, moment, marker=marker, extra=extra)
            if saved != "saved" and await self._store.room(room.room_id) is None:
                # Its deadlines were published for a room that is not to be. (One that stands was
                # saved by this very request, whose first answer was lost.)
                await self._announcer.deadlines(ROOM, room.room_id, DueSet(0))
            if saved not in ("code_taken", "conflict"):
                return saved, room

    def calls_soon(self, room_id: str) -> None:
        """Make the calls that stand in the room, without anybody's waiting."""
        self._spawn(self._calls_later(room_id))

    async def get(self, room_id: str) -> Room:
        """The room. Raises Refused `room_not_found`."""
        room = await self._store.room(room_id)
        if room is None:
            refuse("room_not_found")
        return room

    async def change(
        self,
        room_id: str,
        command: c.Command,
        marker: Marker | None = None,
        *,
        calls: CallsWhen = "later",
    ) -> Changed:
        """Carry a command out. Raises Refused, StoreLost, CallError."""
        if calls == "finish":
            async with self._calling.of(room_id):
                await self._make_calls(await self.get(room_id))
                changed = await self._change(room_id, command, marker)
                room, refusals = await self._make_calls(changed.room)
                changed = replace(changed, room=room, refusals=refusals)
        else:
            changed = await self._change(room_id, command, marker)
            if calls == "try" and changed.room.todo and not self._calling.busy(room_id):
                changed = await self._try_calls(changed)
        if changed.room.todo:
            self._spawn(self._calls_later(room_id))
        return changed

    async def _change(self, room_id: str, command: c.Command, marker: Marker | None) -> Changed:
        async with self._turns.of(room_id):
            room = await self.get(room_id)
            repeated = marker is not None and await self._store.carried_out(marker) is not None
            if not repeated:
                room = await self._saving.apply(room, command, marker)
            return Changed(room, repeated)

    async def _try_calls(self, changed: Changed) -> Changed:
        async with self._calling.of(changed.room.room_id):
            with suppress(CallError):
                room, refusals = await self._make_calls(changed.room)
                return replace(changed, room=room, refusals=refusals)
        return changed

    async def visit(
        self, room_id: str, grace: bool = False, due_ms: int = 0, kind: str = ""
    ) -> Room | None:
        """A deadline is due: let time take effect, make the calls that stand, and publish what
        is due next. None where the room is no more, or at its end. Raises StoreLost, CallError.

        `due_ms`, `kind`: when that was and what; 0 and empty where it is not known."""
        async with self._turns.of(room_id):
            room = await self._store.room(room_id)
            if room is not None:
                armed_ms = room.armed_ms
                room = await self._saving.apply(room, c.Tick(grace))
        if room is None:
            await self._forget_lost(room_id, due_ms, kind)
            return None
        stands = bool(room.todo) or self._calling.busy(room_id)
        async with self._calling.of(room_id):
            if stands:
                # Calls may have been made, and answered, while we waited for our turn.
                room = await self._store.room(room_id)
            if room is None:
                return None
            room, _ = await self._make_calls(room)
            room = await self._check_game(room)
            if room.phase is Phase.CLOSED and not room.todo:
                # What stands in the stream of deadlines is asked for at every sweep of the timer.
                await self._announcer.deadlines(ROOM, room_id, DueSet(room.revision))
                return None
            # Every save that moves them publishes them; where none did, they fire no more.
            return room if room.armed_ms != armed_ms else await self._saving.rearm(room)

    async def _forget_lost(self, room_id: str, due_ms: int, kind: str) -> None:
        """What is left of a room that was lost with the store: its last deadline, and its game,
        which hears that nobody tells it any more who is there."""
        name, _, game_id = kind.partition(":")
        if name != rules.SYNC:
            # The last one is still to come.
            return
        if game_id:
            await self._calls.lose_room(game_id)
        elif self._now_ms() - due_ms <= _FORGOTTEN_MS:
            # Somebody may have published the deadlines of a new room and be about to save it.
            return
        await self._announcer.deadlines(ROOM, room_id, DueSet(0))

    async def settle(self, settlement: Settlement) -> None:
        """The game's result into history and statistics, and its room back to waiting, in one
        step and once. Raises StoreLost, CallError."""
        async with self._turns.of(settlement.room_id):
            room = await self._store.room(settlement.room_id)
            if room is None:
                await self._store.settle(settlement)
                return
            command = c.Settle(settlement.outcome)
            try:
                room = await self._saving.apply(room, command, settlement=settlement)
            except Refused:
                # It went while we looked: what its people get does not depend on it.
                await self._store.settle(settlement)
                return
        if room.todo:
            self._spawn(self._calls_later(room.room_id))

    async def drain(self) -> None:
        """Wait for calls that go on by themselves."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    # -- the engine's calls

    async def _make_calls(self, room: Room) -> tuple[Room, tuple[tuple[str, str], ...]]:
        """Make every call that stands, in order, and take each away when it is answered."""
        refusals: list[tuple[str, str]] = []
        for _ in range(_CALLS):
            if not room.todo:
                return room, tuple(refusals)
            answers: list[c.IntentDone | c.IntentRefused] = []
            failed: CallError | None = None
            for intents in rules.calls_in_a_row(room):
                try:
                    made = await self._call(room, intents)
                except CallError as error:
                    failed = error
                    break
                answers.extend(made)
                kind = intents[0].kind
                refusals.extend(
                    (kind, one.code) for one in made if isinstance(one, c.IntentRefused)
                )
            if answers:
                room = await self._saving.apply(room, c.Answered(tuple(answers)))
            if failed is not None:
                raise failed
        raise CallError(UNAVAILABLE)

    async def _call(
        self, room: Room, intents: Sequence[Intent]
    ) -> list[c.IntentDone | c.IntentRefused]:
        """Make one call, and count how it went. Raises CallError."""
        kind = intents[0].kind
        try:
            answers = await self._calls.perform(room, intents, self._now_ms())
        except CallError as error:
            self._counters.calls.labels(kind, error.code).inc()
            raise
        code = answers[0].code if isinstance(answers[0], c.IntentRefused) else "ok"
        self._counters.calls.labels(kind, code).inc()
        if code != "ok":
            _log.info("refused by the engine", room=room.room_id, call=kind, code=code)
        return answers

    async def _calls_later(self, room_id: str) -> None:
        """Calls that nobody waits for; where this fails, the room's deadline has them made."""
        try:
            async with self._calling.of(room_id):
                room = await self._store.room(room_id)
                if room is not None:
                    await self._make_calls(room)
        except (CallError, LobbyError) as error:
            _log.warning("calls left to the deadline", room=room_id, why=str(error))

    async def _check_game(self, room: Room) -> Room:
        """A room whose game the engine has lost waits again; asked only now and then."""
        moment = self.moment(room.game)
        due_ms = dict(rules.deadlines(room, moment)).get("check")
        if due_ms is None or moment.now_ms < due_ms:
            return room
        if await self._calls.exists(room.game_id):
            return await self._saving.apply(room, c.Confirmed(room.game_id))
        _log.error("game lost", room=room.room_id, game=room.game_id)
        room = await self._saving.apply(room, c.Lost(room.game_id))
        room, _ = await self._make_calls(room)
        return room

    async def _with_first_calls(self, room: Room) -> Room:
        """A new room, if possible with its commitment; it is no less a room without."""
        task = self._spawn(self._calls_later(room.room_id))
        await asyncio.wait({task}, timeout=_FIRST_CALLS_S)
        return await self.get(room.room_id)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        async def run() -> None:
            try:
                await work
            except Exception:
                _log.exception("calls failed")

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
