"""Two of the rated queue: who goes together, and the room in which they meet.

A pair's room is made in the same step that takes both out of the queue. It starts by itself once
both are there; where one does not come in time it closes, and who was there waits again in their
old place. Pure, as everything a room decides.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lobby import commands as c
from lobby.errors import refuse
from lobby.names import MAX_LENGTH, likeness
from lobby.starting import start_when_due
from lobby.values import Member, Moment, Pairing, Phase, Room, Seat, Settings, Ticket

UNPAIRED = "unpaired"

_REFUSED = (
    c.Configure,
    c.AddBot,
    c.RemoveBot,
    c.RemovePerson,
    c.TakeSeat,
    c.LeaveSeat,
    c.TransferHost,
    c.AgreeRated,
    c.Start,
    c.Close,
)


@dataclass(frozen=True, slots=True)
class Window:
    """How far apart two ratings may be: `base` at first, wider by `per_s` each second waited."""

    base: float
    per_s: float

    def of(self, ticket: Ticket, now_ms: int) -> float:
        """What this person accepts by now."""
        return self.base + self.per_s * max(0, now_ms - ticket.since_ms) / 1000

    def fits(self, one: Ticket, other: Ticket, now_ms: int) -> bool:
        """Whether the two may be paired: their windows' mean reaches."""
        wide = (self.of(one, now_ms) + self.of(other, now_ms)) / 2
        return abs(one.mu - other.mu) <= wide


def pairs(
    tickets: Sequence[Ticket], window: Window, now_ms: int
) -> Iterator[tuple[Ticket, Ticket]]:
    """Who goes together now: who waits longest is served first, with whoever is nearest.

    Nobody stands in two pairs, and of those left over no two fit each other.
    """
    free = sorted(tickets, key=_place)
    widest = max((window.of(t, now_ms) for t in tickets), default=0.0)
    for ticket in sorted(tickets, key=lambda t: (t.since_ms, t.player_id)):
        place = bisect.bisect_left(free, _place(ticket), key=_place)
        if place == len(free) or free[place] is not ticket:
            continue
        partner = _nearest(free, place, window, widest, now_ms)
        if partner is not None:
            other = free[partner]
            for number in sorted((place, partner), reverse=True):
                del free[number]
            yield ticket, other


def _place(ticket: Ticket) -> tuple[float, int, str]:
    return ticket.mu, ticket.since_ms, ticket.player_id


def _nearest(
    free: Sequence[Ticket], place: int, window: Window, widest: float, now_ms: int
) -> int | None:
    """The place of the nearest rating that fits. Further ones may fit where nearer do not, since
    they have waited longer; beyond the widest window of all nobody can."""
    ticket = free[place]
    reach = (window.of(ticket, now_ms) + widest) / 2
    found: tuple[float, int] | None = None
    for step in (-1, 1):
        number = place + step
        while 0 <= number < len(free):
            apart = abs(free[number].mu - ticket.mu)
            if apart > reach or (found is not None and apart >= found[0]):
                break
            if window.fits(ticket, free[number], now_ms):
                found = apart, number
                break
            number += step
    return None if found is None else found[1]


def open_pair(
    room_id: str, code: str, two: tuple[Ticket, Ticket], settings: Settings, moment: Moment
) -> Room:
    """The room of a pair: private, both seated, the seed of their game asked for."""
    now_ms, policy = moment.now_ms, moment.policy
    names = _names(two[0].name, two[1].name)
    members = tuple(
        Member(t.player_id, name, now_ms, away_since_ms=now_ms)
        for t, name in zip(two, names, strict=True)
    )
    seats: tuple[Seat | None, ...] = tuple(Seat(m.player_id, 0, m.name) for m in members)
    room = Room(
        room_id=room_id,
        code=code,
        game=policy.game,
        private=True,
        created_ms=now_ms,
        host_id=two[0].player_id,
        settings=settings,
        seats=seats + (None,) * (policy.seats - len(seats)),
        members=members,
        game_id=moment.fresh_game_id,
        empty_since_ms=now_ms,
        pairing=Pairing(now_ms + moment.durations.pair_wait_ms, two),
    )
    return room.intend("commit", now_ms)


def _names(one: str, other: str) -> tuple[str, str]:
    """Names are unique within a room."""
    if likeness(one) != likeness(other):
        return one, other
    marked = (f"{other[: MAX_LENGTH - 2].rstrip()} {number}" for number in (2, 3))
    return one, next(name for name in marked if likeness(name) != likeness(one))


def demand_free(room: Room, command: c.Command) -> None:
    """Raise Refused `already_started` where the pair's game is about to begin, as it stands."""
    if room.pairing is not None and isinstance(command, _REFUSED):
        refuse("already_started", rated="true")


def advance(room: Room, moment: Moment) -> Room:
    """Start once both are there, give up when somebody is not in time."""
    if room.pairing is None or room.phase is Phase.CLOSED:
        return room
    if len(_seated(room)) < len(room.pairing.tickets):
        return _unpair(room, moment)
    if _missing(room):
        return _unpair(room, moment) if moment.now_ms >= room.pairing.until_ms else room
    if not room.commitment:
        return room
    if room.start_asked_ms is None:
        room = replace(room, start_asked_ms=moment.now_ms)
    return start_when_due(room, moment)


def _seated(room: Room) -> tuple[Member, ...]:
    return tuple(m for m in room.members if room.seat_of(m.player_id) is not None)


def _missing(room: Room) -> bool:
    return any(not m.sockets for m in _seated(room))


def _unpair(room: Room, moment: Moment) -> Room:
    """The room at its end; who is there goes back to the queue, as long as they have waited. Before
    the time is up also who is still on the way: the queue itself looks after who stays away."""
    assert room.pairing is not None
    late = moment.now_ms >= room.pairing.until_ms
    here = {m.player_id for m in _seated(room) if m.sockets or not late}
    back = tuple(
        replace(t, sockets=(), away_since_ms=moment.now_ms)
        for t in room.pairing.tickets
        if t.player_id in here
    )
    ended = replace(
        room,
        phase=Phase.CLOSED,
        closed_because=UNPAIRED,
        host_id="",
        seats=(None,) * len(room.seats),
        members=(),
        start_asked_ms=None,
        empty_since_ms=None,
        closed_sockets=(),
        pairing=Pairing(0, back),
    )
    return ended.intend("discard", moment.now_ms)


def deadlines(room: Room) -> Iterator[tuple[str, int]]:
    """When somebody who is missing is no longer waited for."""
    if room.pairing is not None and room.phase is not Phase.CLOSED and _missing(room):
        yield "pair", room.pairing.until_ms
