"""What is due after an entry: the whole set of a table's deadlines, anew each time.

Sources: the page of rooms, "Clocks" and "Presence"; the log's sections 6, 7 and 10.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from cardbus.due import DueSet
from cardrules.game import choices
from game_engine.chess import ClockSet, chess_clocks, first_move_is_due, running_seat
from game_engine.entries import Acted, Content, Expired, Extended, Resumed
from game_engine.table import Advance, Status, Table
from game_engine.timing import Timing

Deadlines = dict[str, int]


class Clocks(NamedTuple):
    """The set of deadlines, from when the turn's countdown shows (0: at once), and what is left on
    each player's chess clock."""

    due: DueSet
    turn_begins_ms: int
    chess: ClockSet = ()


def clocks(before: Table | None, made: Advance, content: Content, timing: Timing) -> Clocks:
    """All deadlines after `content`, which led from `before` (None: the start) to `made`."""
    table = made.table
    at_ms = table.at_ms
    former = _former(before, content, at_ms, timing)
    chess = chess_clocks(before, made, content, former, timing)
    if table.ended:
        ends = (("settle", at_ms), ("archive", at_ms + timing.archive_ms))
        return Clocks(DueSet(table.version, ends), 0, chess)
    due: Deadlines = {}
    begins_ms = 0
    if table.status == Status.PLAYING:
        begins_ms = _turn_begins(before, made, content, former, timing)
        due |= _play(table, made, content, former, max(begins_ms, at_ms), timing)
        running = running_seat(table) if chess else None
        if running is not None:
            due["flag"] = at_ms + dict(chess)[running]
    due |= _absences(table, content, former, timing)
    if "host" in table.paused_by:
        due["pause"] = former.get("pause", at_ms + timing.pause_ms)
    due["cap"] = former.get("cap", at_ms + timing.cap_ms)
    if table.version >= timing.cap_entries:
        due["cap"] = at_ms
    begins_ms = begins_ms if "turn" in due else 0
    return Clocks(DueSet(table.version, tuple(due.items())), begins_ms, chess)


def _former(before: Table | None, content: Content, at_ms: int, timing: Timing) -> Deadlines:
    """The deadlines that may go on: those that ran, those a pause kept, those given anew."""
    if before is None:
        return {}
    former = dict(before.due.entries)
    if isinstance(content, Resumed):
        for kind, left_ms in before.kept:
            former[kind] = at_ms + max(left_ms, timing.resume_floor_ms)
    if isinstance(content, Extended):
        for kind in content.kinds:
            former[kind] = at_ms + timing.grace_ms
    return former


def _turn_begins(
    before: Table | None, made: Advance, content: Content, former: Deadlines, timing: Timing
) -> int:
    table = made.table
    if made.turn_over:
        pause_ms = timing.scaled(table.policy.interlude_ms) if made.interlude else 0
        return table.at_ms + pause_ms if pause_ms else 0
    if isinstance(content, Resumed):
        # A pause in the interlude left more than the limit; the rest of the interlude comes first.
        limit_ms = timing.scaled(_limit_ms(table))
        shown_ms = former.get("turn", 0) - limit_ms if limit_ms else 0
        return shown_ms if shown_ms > table.at_ms else 0
    return before.turn_begins_ms if before is not None else 0


def _play(
    table: Table,
    made: Advance,
    content: Content,
    former: Deadlines,
    begins_ms: int,
    timing: Timing,
) -> Deadlines:
    """The deadlines of whoever is to act, or of the open window."""
    running = {} if made.turn_over else former
    if table.rules.window(table.position) is not None:
        window_ms = timing.scaled(table.policy.window_ms)
        return {"window": running.get("window", table.at_ms + window_ms)}
    acting = table.rules.acting(table.position)
    bots = [seat for seat in acting if table.seat(seat).by_bot]
    people = [seat for seat in acting if not table.seat(seat).by_bot]
    due: Deadlines = {}
    if bots:
        due |= _bot(table, bots[0], content, running, timing)
    if people:
        turn_ms = _turn(table, people, content, running, begins_ms, timing)
        if turn_ms is not None:
            due["turn"] = turn_ms
        due |= _move(table, people[0], running, begins_ms, timing)
    return due


def _bot(
    table: Table, seat: int, content: Content, running: Deadlines, timing: Timing
) -> Deadlines:
    """A bot thinks anew after every move, its own inside a turn too."""
    moved = isinstance(content, Acted | Expired)
    if "bot" in running and not moved:
        return {kind: running[kind] for kind in ("bot", "botlate") if kind in running}
    bot_ms = table.at_ms + timing.bot_pace_ms(table.game_id, table.version, _options(table, seat))
    return {"bot": bot_ms, "botlate": bot_ms + timing.bot_patience_ms}


def _options(table: Table, seat: int) -> int:
    """How much the seat has to choose from: 0, 1, or more; a compact entry counts as what it
    stands for."""
    legal = table.rules.legal(table.position, seat)
    if len(legal) != 1:
        return len(legal)
    return sum(1 for _ in islice(choices(table.rules, legal[0]), 2))


def _limit_ms(table: Table) -> int:
    """The limit of a turn in this phase: the host's for all, or the defaults, phase by phase."""
    limit_ms, limit = table.started.limits.action_ms, table.policy.limit
    if limit is None or limit_ms != limit.default_ms:
        return limit_ms
    return dict(limit.phases).get(table.position.phase, limit_ms)


def _turn(
    table: Table,
    people: list[int],
    content: Content,
    running: Deadlines,
    begins_ms: int,
    timing: Timing,
) -> int | None:
    """One deadline for one turn; an action inside it leaves a little time to finish."""
    limit_ms = _limit_ms(table)
    if not limit_ms:
        away_ms = table.policy.disconnected_limit_ms
        if away_ms is None:
            return None
        if not all(table.seat(seat).connected for seat in people):
            limit_ms = away_ms
        elif table.room_lost:
            # Whether they are there is not known: it has to be assumed that they may not be.
            limit_ms = table.policy.absence_ms
        else:
            return None
    if "turn" not in running:
        return begins_ms + timing.scaled(limit_ms)
    turn_ms = running["turn"]
    limit = table.policy.limit
    if limit is not None and isinstance(content, Acted) and content.seat in people:
        turn_ms = max(turn_ms, table.at_ms + timing.scaled(limit.floor_ms))
    return turn_ms


def _move(table: Table, seat: int, running: Deadlines, begins_ms: int, timing: Timing) -> Deadlines:
    """How long a person may take for a first move against a person, and for one without a clock."""
    policy = table.policy
    if policy.first_move_ms is not None and first_move_is_due(table, seat):
        return {"first": running.get("first", begins_ms + timing.scaled(policy.first_move_ms))}
    if policy.stall_ms is not None and not table.started.limits.clock_ms:
        return {"stall": running.get("stall", begins_ms + timing.scaled(policy.stall_ms))}
    return {}


def _absences(table: Table, content: Content, former: Deadlines, timing: Timing) -> Deadlines:
    """Absence counts through a pause, but has no effect while nobody is there to see it."""
    if "no_people" in table.paused_by:
        return {}
    if not table.policy.absence_against_bots and table.people < 2:
        return {}
    due: Deadlines = {}
    for seat in table.seats:
        if seat.by_bot or seat.connected:
            continue
        kind = f"absent:{seat.seat}"
        away_ms = seat.away_since_ms + timing.scaled(table.policy.absence_ms)
        if isinstance(content, Resumed):
            away_ms = max(away_ms, table.at_ms + timing.grace_ms)
        due[kind] = former.get(kind, away_ms)
    return due
