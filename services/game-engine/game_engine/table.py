"""A table as a value, and how each entry of its log changes it.

`advance` is what an entry's content does to a table, the one place for it: `decide` uses it to
make an entry, `evolve` to fold one, and replaying a log is nothing but `evolve` over its entries.
Nothing here reads a clock, draws a random number or knows a service.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple

import orjson

from cardbus.due import DueSet
from cardrules import registry
from cardrules.game import Game, canonical
from cardrules.policy import RoomPolicy
from cardrules.shuffle import game_seed
from game_engine.entries import (
    Aborted,
    Acted,
    ByCommand,
    Cause,
    Connection,
    ConnectionsChanged,
    Content,
    Departed,
    Entry,
    Expired,
    Extended,
    Forfeited,
    Paused,
    Resumed,
    RoomLost,
    Started,
    TakenOver,
)

AnyGame = Game[Any, Any, Any, Any, Any]

# A check of the fold stands in every so many entries, and in the last.
CHECK_EVERY = 16

# What a pause does not stop.
_NEVER_PAUSED = ("absent", "pause", "cap")


class Status(IntEnum):
    """As on the wire."""

    PLAYING = 1
    PAUSED = 2
    OVER = 3
    ABORTED = 4


class BrokenFold(Exception):
    """A log does not fold to what it was: a fault of ours, never of a player's."""


class OtherRules(BrokenFold):
    """Dealt by a version of the rules that this engine does not have; another engine may."""


class Seat(NamedTuple):
    """One participant now. `away_since_ms` is 0 while connected; `left`: gone on purpose."""

    seat: int
    player_id: str
    name: str
    bot_level: int
    connected: bool
    away_since_ms: int = 0
    revision: int = 0
    taken_over: bool = False
    left: bool = False

    @property
    def by_bot(self) -> bool:
        """A bot plays this seat now."""
        return self.bot_level > 0 or self.taken_over or self.left

    @property
    def owner(self) -> str:
        """Who may see this seat's private part; empty: nobody."""
        return "" if self.left or self.bot_level else self.player_id


class Table(NamedTuple):
    """A game after `version` entries.

    `position` is the rules' own state. `rights` holds, for each seat that may act now, the version
    at which that right began. `kept` holds what was left of each deadline when the game paused.
    `moved` lists the seats that have finished a turn, where the game's policy asks. `clocks` holds
    `(seat, milliseconds left at at_ms)` by seat where each player has a chess clock.
    `pause_revisions`: for each cause, the lobby's revision that last paused or resumed by it.
    `room_lost`: nobody tells any more who is there; `silent` then lists the seats whose last turn
    ran out.
    """

    game_id: str
    rules: AnyGame
    started: Started
    server_seed: bytes
    version: int
    at_ms: int
    status: Status
    position: Any
    seats: tuple[Seat, ...]
    rights: tuple[tuple[int, int], ...]
    due: DueSet
    turn_begins_ms: int = 0
    paused_by: tuple[str, ...] = ()
    kept: tuple[tuple[str, int], ...] = ()
    pause_revisions: tuple[tuple[str, int], ...] = ()
    aborted: str = ""
    moved: tuple[int, ...] = ()
    clocks: tuple[tuple[int, int], ...] = ()
    room_lost: bool = False
    silent: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Nothing of the position or the seed: a table may stand in a log line."""
        return f"Table({self.game_id} v{self.version} {self.status.name})"

    @property
    def policy(self) -> RoomPolicy:
        """The game's policy."""
        return self.rules.policy

    @property
    def ended(self) -> bool:
        """Nothing more is played."""
        return self.status >= Status.OVER

    def seat(self, number: int) -> Seat:
        """The participant at that seat. Raises KeyError where nobody takes part."""
        for seat in self.seats:
            if seat.seat == number:
                return seat
        raise KeyError(number)

    def seat_of(self, player_id: str) -> Seat | None:
        """The seat that this player owns, or None."""
        if not player_id:
            return None
        return next((seat for seat in self.seats if seat.owner == player_id), None)

    @property
    def people(self) -> int:
        """How many persons the game began with."""
        return sum(1 for seat in self.seats if not seat.bot_level)

    @property
    def bot_seats(self) -> tuple[int, ...]:
        """Seats that a bot plays now, ascending."""
        return tuple(seat.seat for seat in self.seats if seat.by_bot)

    def right_since(self, number: int) -> int | None:
        """The version at which this seat's present right to act began, or None."""
        return next((version for seat, version in self.rights if seat == number), None)

    def pause_revision(self, reason: str) -> int:
        """The lobby's revision that last paused or resumed by this cause, 0 at first."""
        return dict(self.pause_revisions).get(reason, 0)

    def with_pause_revision(self, reason: str, revision: int) -> Table:
        """The table that has heard of this cause as of that revision."""
        known = {**dict(self.pause_revisions), reason: revision}
        return self._replace(pause_revisions=tuple(sorted(known.items())))

    def with_seat(self, changed: Seat) -> Table:
        """The table with one participant replaced."""
        seats = tuple(changed if seat.seat == changed.seat else seat for seat in self.seats)
        return self._replace(seats=seats)


class Advance(NamedTuple):
    """A table after some content, the rules' events, and what the clocks must know.

    `turn_over`: the deadline of what comes next starts anew. `interlude`: a deal was just made.
    """

    table: Table
    events: tuple[Any, ...] = ()
    turn_over: bool = False
    interlude: bool = False


def begin(game_id: str, started: Started, server_seed: bytes, at_ms: int) -> Advance:
    """The table of a game's first entry. Raises `RuleError` where no game can begin so."""
    rules: AnyGame = registry.game(started.game)
    nonces = {p.seat: p.nonce for p in started.participants if p.nonce}
    step = rules.new(
        orjson.loads(started.options) if started.options else {},
        [p.seat for p in started.participants],
        game_seed(server_seed, nonces),
        started.starter,
    )
    table = Table(
        game_id=game_id,
        rules=rules,
        started=started,
        server_seed=server_seed,
        version=1,
        at_ms=at_ms,
        status=Status.OVER if rules.over(step.state) else Status.PLAYING,
        position=step.state,
        seats=tuple(_seat(p, started.connected, at_ms) for p in started.participants),
        rights=tuple((seat, 1) for seat in may_act(rules, step.state)),
        due=DueSet(1),
    )
    return Advance(table, step.events, turn_over=True, interlude=step.interlude)


def _seat(participant: Any, connected: tuple[int, ...], at_ms: int) -> Seat:
    here = participant.bot_level > 0 or participant.seat in connected
    return Seat(
        seat=participant.seat,
        player_id=participant.player_id,
        name=participant.name,
        bot_level=participant.bot_level,
        connected=here,
        away_since_ms=0 if here else at_ms,
    )


def advance(
    table: Table, content: Content, cause: Cause, at_ms: int, action: Any = None
) -> Advance:
    """What the next entry's content does. Raises `RuleError` where the rules refuse it.

    `action` is the content's own action where it has been read already.
    """
    rules = table.rules
    now = table._replace(version=table.version + 1, at_ms=at_ms)
    match content:
        case Acted(seat=number, action=text, automatic=automatic):
            if action is None:
                action = rules.parse_action(orjson.loads(text))
            step = rules.apply(table.position, number, action)
            seat = table.seat(number)
            if seat.taken_over and isinstance(cause, ByCommand):
                now = now.with_seat(seat._replace(taken_over=False))
            if step.turn_over and table.policy.void_before_first_moves:
                now = now._replace(moved=tuple(sorted({*table.moved, number})))
            if table.room_lost:
                now = now._replace(silent=_silent(table, number, automatic))
            return _played(now, table, step)
        case Expired():
            return _played(now, table, rules.expire(table.position))
        case Departed(seat=number):
            now = now.with_seat(table.seat(number)._replace(left=True, connected=False))
            if table.policy.on_leave == "rules":
                return _played(now, table, rules.leave(table.position, number))
        case Forfeited(seat=number, reason=reason):
            return _played(now, table, rules.forfeit(table.position, number, reason))
        case TakenOver(seat=number):
            now = now.with_seat(table.seat(number)._replace(taken_over=True))
        case ConnectionsChanged(changes=changes):
            for change in changes:
                now = now.with_seat(_connected(table.seat(change.seat), change, at_ms))
        case Paused(reason=reason, revision=revision):
            now = now.with_pause_revision(reason, revision)
            kept = table.kept if table.paused_by else _left(table.due, at_ms)
            causes = tuple(sorted({*table.paused_by, reason}))
            now = now._replace(paused_by=causes, kept=kept, status=Status.PAUSED)
        case Resumed(reason=reason, revision=revision):
            now = now.with_pause_revision(reason, revision)
            causes = tuple(cause for cause in table.paused_by if cause != reason)
            status = Status.PAUSED if causes else Status.PLAYING
            kept = table.kept if causes else ()
            now = now._replace(paused_by=causes, kept=kept, status=status)
        case Extended():
            pass
        case RoomLost():
            now = now._replace(room_lost=True)
        case Aborted(reason=reason):
            now = now._replace(status=Status.ABORTED, aborted=reason, rights=(), kept=())
        case Started():
            raise BrokenFold("a game starts once")
    return Advance(now)


def _silent(table: Table, number: int, automatic: bool) -> tuple[int, ...]:
    others = {seat for seat in table.silent if seat != number}
    return tuple(sorted({*others, number} if automatic else others))


def _connected(seat: Seat, change: Connection, at_ms: int) -> Seat:
    if change.connected:
        return seat._replace(
            connected=True,
            away_since_ms=0,
            taken_over=False,
            revision=change.revision,
        )
    return seat._replace(connected=False, away_since_ms=at_ms, revision=change.revision)


def _left(due: DueSet, at_ms: int) -> tuple[tuple[str, int], ...]:
    return tuple(
        (kind, max(0, due_ms - at_ms))
        for kind, due_ms in due.entries
        if kind.partition(":")[0] not in _NEVER_PAUSED
    )


def _played(now: Table, before: Table, step: Any) -> Advance:
    over = now.rules.over(step.state)
    rights = () if over else _rights(before, step.state, now.version, step.turn_over)
    if over:
        now = now._replace(status=Status.OVER, paused_by=(), kept=())
    elif step.turn_over:
        # Somebody left during a pause: what it kept was of a turn that is over.
        now = now._replace(kept=())
    table = now._replace(position=step.state, rights=rights)
    return Advance(table, step.events, step.turn_over, step.interlude)


def _rights(
    before: Table, position: Any, version: int, turn_over: bool
) -> tuple[tuple[int, int], ...]:
    """A right goes on only where the seat had it and its turn or window did not end."""
    kept = {} if turn_over else dict(before.rights)
    return tuple((seat, kept.get(seat, version)) for seat in may_act(before.rules, position))


def may_act(rules: AnyGame, position: Any) -> tuple[int, ...]:
    """Seats that must act now or, in an open window, may."""
    window = rules.window(position)
    return rules.acting(position) if window is None else window.may_act


def evolve(table: Table, entry: Entry) -> Table:
    """Fold one further entry. Raises BrokenFold where it does not follow from the table."""
    if entry.version != table.version + 1:
        raise BrokenFold(f"entry {entry.version} after {table.version}")
    after = advance(table, entry.content, entry.cause, entry.at_ms).table
    return settled(after, entry)


def first(game_id: str, entry: Entry, server_seed: bytes) -> Table:
    """Fold the first entry of a log. Raises BrokenFold where it is none, or where the game was
    dealt by a version of its rules that this engine does not have."""
    if entry.version != 1 or not isinstance(entry.content, Started):
        raise BrokenFold("a log begins with its start")
    known = registry.game(entry.content.game).rules_version
    if entry.content.rules_version != known:
        raise OtherRules(f"dealt by rules {entry.content.rules_version}, here are {known}")
    return settled(begin(game_id, entry.content, server_seed, entry.at_ms).table, entry)


def settled(after: Table, entry: Entry) -> Table:
    """The advanced table with what the entry itself bears; its check, if any, must hold."""
    if entry.check and not hmac.compare_digest(entry.check, check(after)):
        raise BrokenFold(f"check of entry {entry.version} differs")
    return after._replace(due=entry.due, turn_begins_ms=entry.turn_begins_ms, clocks=entry.clocks)


def fold(game_id: str, entries: Iterable[Entry], server_seed: bytes) -> Table | None:
    """The table that a whole log leads to; None where it is empty."""
    table: Table | None = None
    for entry in entries:
        table = first(game_id, entry, server_seed) if table is None else evolve(table, entry)
    return table


def check(table: Table) -> bytes:
    """8 bytes of HMAC(game seed, canonical position)."""
    nonces = {p.seat: p.nonce for p in table.started.participants if p.nonce}
    key = game_seed(table.server_seed, nonces)
    position = canonical(table.rules.dump(table.position))
    return hmac.new(key, position, hashlib.sha256).digest()[:8]


def wants_check(table: Table) -> bool:
    """Whether the entry that leads to this table bears a check."""
    return table.version % CHECK_EVERY == 0 or table.ended
