"""The rated queue: who waits, who is there, who goes together.

Any lobby may look at any time: each change of a place compares with what was read, and a pair is
claimed in the very step that makes its room. So a restart loses nobody, and nobody is paired twice.
What somebody's own action does not tell them is announced; a gateway that missed it hears it with
the next renewal of its lease.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

from cardkit import logs
from lobby.database import Database
from lobby.errors import refuse
from lobby.history import closed_until
from lobby.keys import Extra, Op, person_key, rating_key, tokens_key, voids_key
from lobby.pairing import Window, open_pair, pairs
from lobby.places import AWAY, LEFT, LOST, PAIRED, ROOMS, Place
from lobby.policy import policy_of
from lobby.ratings import read_standing
from lobby.requests import default_settings
from lobby.rooms import Rooms
from lobby.store import Marker, Store
from lobby.tickets import Held, Tickets
from lobby.values import Room, Socket, Ticket

_LOOKED_AT_MOST: Final = 2_000
_SOCKETS_MOST: Final = 20
_RACES: Final = 30

_log = logs.get("queue")


class QueueNews(Protocol):
    """Tells people what their own action does not tell them."""

    def place(self, place: Place) -> None:
        """That person's place is so now."""


@dataclass(frozen=True, slots=True)
class QueueRules:
    """Durations in milliseconds, the time scale already in them. `young_ms`: a socket so young may
    be missing in a gateway's list, which was written before it came."""

    window: Window
    absence_ms: int
    young_ms: int
    voids_most: int
    voids_within_ms: int
    closed_ms: int
    rooms_per_person: int


class Queue:
    """All rated queues, as this process works on them. `now_ms`: the service's clock.

    Every method may raise StoreLost, CallError.
    """

    def __init__(
        self,
        database: Database,
        store: Store,
        rooms: Rooms,
        news: QueueNews,
        rules: QueueRules,
        now_ms: Callable[[], int],
    ) -> None:
        self._database = database
        self._tickets = Tickets(database)
        self._store = store
        self._rooms = rooms
        self._news = news
        self._rules = rules
        self._now_ms = now_ms

    # -- what people do

    async def join(self, marker: Marker, name: str, game: str, socket: Socket) -> Place:
        """Wait from now on; who waits already keeps their place.

        Raises Refused: `bad_option` (the game is never rated), `banned` (param `until_ms`),
        `rate_limited` (in another queue, in too many rooms), `already_started` (in a rated game).
        """
        if not policy_of(self._rooms.policies, game).rated:
            refuse("bad_option", option="rated", why="game")
        player_id = marker.player_id
        for _ in range(_RACES):
            held = await self._tickets.of(player_id)
            if held is not None and held.ticket.game != game:
                refuse("rate_limited", limit="queues", max="1")
            if held is not None:
                return await self.presence(player_id, socket, True)
            room = await self._room_of_pair(player_id)
            if room is not None and room.pairing is not None:
                return _paired(player_id, room)
            await self._demand_open(player_id)
            fields = await self._database.ask("HGETALL", rating_key(game, player_id))
            failed = await self._tickets.add(
                Ticket(
                    player_id=player_id,
                    name=name,
                    game=game,
                    mu=read_standing(fields).mu,
                    since_ms=self._now_ms(),
                    issued_ms=marker.issued_ms,
                    sockets=(socket,),
                )
            )
            if failed == "stale":
                refuse("stale_session")
            if not failed:
                await self.match(game, player_id)
                return await self.place_of(player_id)
            await self._tickets.mend_index(player_id)
        refuse("unavailable")

    async def leave(self, player_id: str) -> None:
        """Wait no more; who does not wait is left alone."""
        for _ in range(_RACES):
            held = await self._tickets.of(player_id)
            if held is None:
                return
            if await self._drop(held, LEFT):
                return

    async def presence(self, player_id: str, socket: Socket, present: bool) -> Place:
        """A socket of somebody who waits came or went."""
        for _ in range(_RACES):
            held = await self._tickets.of(player_id)
            if held is None:
                break
            others = tuple(s for s in held.ticket.sockets if s.socket_id != socket.socket_id)
            sockets = (*others, socket)[-_SOCKETS_MOST:] if present else others
            if await self._attend(held, sockets):
                if present:
                    await self.match(held.ticket.game, player_id)
                break
        return await self.place_of(player_id)

    async def place_of(self, player_id: str) -> Place:
        """Where that person stands: waiting, just paired, or in no queue (`lost`)."""
        held = await self._tickets.of(player_id)
        if held is not None:
            people = await self._tickets.count(held.ticket.game)
            return Place(player_id, held.ticket.game, held.ticket.since_ms, people)
        room = await self._room_of_pair(player_id)
        return Place(player_id, ended=LOST) if room is None else _paired(player_id, room)

    async def _room_of_pair(self, player_id: str) -> Room | None:
        """The room in which that person was paired just now, while they are in it."""
        room_id = await self._tickets.room_of(player_id)
        room = None if room_id is None else await self._store.room(room_id)
        return room if room is not None and room.member(player_id) is not None else None

    async def mend(self, gateway_id: str, listed: Mapping[str, frozenset[str]]) -> list[Place]:
        """A gateway's whole list of sockets that wait, by person: those that were missed come,
        those that are not listed go. Answers who waits no more, though it says so."""
        noted = {
            held.ticket.player_id
            for game in await self._tickets.games()
            for held in await self._tickets.all(game)
            if any(s.gateway_id == gateway_id for s in held.ticket.sockets)
        }
        ended = [
            player_id
            for player_id in sorted(noted | listed.keys())
            if not await self._mend(player_id, gateway_id, listed.get(player_id, frozenset()))
        ]
        return [await self.place_of(player_id) for player_id in ended if player_id in listed]

    # -- what comes by itself

    async def look(self) -> None:
        """Whoever is away too long goes; whoever fits is paired."""
        for game in await self._tickets.games():
            await self.match(game)

    async def match(self, game: str, for_whom: str = "") -> None:
        """Look at one game's queue. `for_whom` waits for it: nobody but they are paired then."""
        queue = (await self._tickets.all(game))[:_LOOKED_AT_MOST]
        if not queue:
            await self._tickets.forget_game(game)
            return
        gateways = {s.gateway_id for held in queue for s in held.ticket.sockets}
        alive = await self._tickets.alive(gateways, self._now_ms())
        waiting: dict[str, Held] = {}
        for held in queue:
            if any(s.gateway_id in alive for s in held.ticket.sockets):
                waiting[held.ticket.player_id] = held
            else:
                await self._note_absence(held)
        tickets = [held.ticket for held in waiting.values()]
        for one, other in pairs(tickets, self._rules.window, self._now_ms()):
            if for_whom and for_whom not in (one.player_id, other.player_id):
                continue
            await self._pair(waiting[one.player_id], waiting[other.player_id])

    async def _pair(self, one: Held, other: Held) -> None:
        """Make their room, unless one of them is elsewhere by now."""
        two = one.ticket, other.ticket
        policy = policy_of(self._rooms.policies, one.ticket.game)
        guards: list[Op] = [one.guard, other.guard]
        for ticket in two:
            who, most = ticket.player_id, str(self._rules.rooms_per_person)
            guards.append((f"{LOST} {who}", "since", tokens_key(who), str(ticket.issued_ms)))
            guards.append((f"{ROOMS} {who}", "fewer", person_key(who), most))
        settings = default_settings(policy)
        saved, room = await self._rooms.make(
            policy.game,
            lambda room_id, code, moment: open_pair(room_id, code, two, settings, moment),
            extra=Extra(tuple(guards)),
        )
        if saved == "saved":
            _log.info("paired", room=room.room_id, game=policy.game)
            self._rooms.calls_soon(room.room_id)
            for ticket in two:
                self._news.place(_paired(ticket.player_id, room))
            return
        why, _, who = saved.partition(" ")
        for held in (one, other):
            if held.ticket.player_id == who:
                await self._drop(held, why)

    async def _note_absence(self, held: Held) -> None:
        """Nobody of theirs is there: they are not paired, and lose their place after a while."""
        away_ms = held.ticket.away_since_ms
        if away_ms is None or held.ticket.sockets:
            await self._attend(held, ())
        elif self._now_ms() >= away_ms + self._rules.absence_ms:
            await self._drop(held, AWAY)

    async def _attend(self, held: Held, sockets: tuple[Socket, ...]) -> bool:
        away_ms = None if sockets else held.ticket.away_since_ms or self._now_ms()
        after = replace(held.ticket, sockets=sockets, away_since_ms=away_ms)
        return after == held.ticket or await self._tickets.change(held, after)

    async def _mend(self, player_id: str, gateway_id: str, socket_ids: frozenset[str]) -> bool:
        """False where that person does not wait."""
        for _ in range(_RACES):
            held = await self._tickets.of(player_id)
            if held is None:
                return False
            now_ms, sockets = self._now_ms(), held.ticket.sockets
            known = {s.socket_id for s in sockets}
            kept = tuple(
                s
                for s in sockets
                if s.gateway_id != gateway_id
                or s.socket_id in socket_ids
                or s.since_ms > now_ms - self._rules.young_ms
            )
            fresh = tuple(Socket(i, gateway_id, now_ms) for i in sorted(socket_ids - known))
            if await self._attend(held, (*kept, *fresh)[-_SOCKETS_MOST:]):
                return True
        return True

    async def _drop(self, held: Held, why: str) -> bool:
        """The end of a place, told; False where it was changed meanwhile."""
        if not await self._tickets.drop(held):
            return False
        self._news.place(Place(held.ticket.player_id, held.ticket.game, ended=why))
        return True

    async def _demand_open(self, player_id: str) -> None:
        """Raise Refused where the queue is closed to that person."""
        voids = await self._database.ask("ZRANGE", voids_key(player_id), 0, -1, "WITHSCORES")
        times = [int(at_ms) for _, at_ms in voids]
        rules = self._rules
        until_ms = closed_until(times, rules.voids_most, rules.voids_within_ms, rules.closed_ms)
        if until_ms > self._now_ms():
            refuse("banned", until_ms=str(until_ms))
        room_ids = await self._store.rooms_of(player_id)
        if len(room_ids) >= rules.rooms_per_person:
            refuse("rate_limited", limit="rooms", max=str(rules.rooms_per_person))
        for room in await self._store.rooms(room_ids):
            if room is not None and _in_rated_game(room, player_id):
                refuse("already_started", rated="true")


def _in_rated_game(room: Room, player_id: str) -> bool:
    """Whether they play one here, or are about to."""
    if not room.rated:
        return False
    if room.game_on:
        return room.plays(player_id)
    return room.start_asked_ms is not None and room.seat_of(player_id) is not None


def _paired(player_id: str, room: Room) -> Place:
    return Place(
        player_id, room.game, room.created_ms, ended=PAIRED, room_id=room.room_id, code=room.code
    )
