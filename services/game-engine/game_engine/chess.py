"""Chess clocks: what is left to each player, and whose clock runs.

A clock runs while its person is to act in a game that is played; a bot's stands. Where the game's
policy limits the first move against a person, that person's clock stands until it has been made.
What is left is kept as of the table's last entry, never below 0; a turn's end adds the increment.
"""

from __future__ import annotations

from game_engine.entries import Acted, Content, Resumed
from game_engine.table import Advance, Status, Table
from game_engine.timing import Timing

ClockSet = tuple[tuple[int, int], ...]
"""`(seat, milliseconds left)`, ascending by seat; empty in a game without chess clocks."""


def first_move_is_due(table: Table, seat: int) -> bool:
    """Whether this seat has still to make its first move against another person."""
    return table.policy.first_move_ms is not None and table.people > 1 and seat not in table.moved


def running_seat(table: Table) -> int | None:
    """The seat whose clock runs, or None."""
    if table.status != Status.PLAYING:
        return None
    acting = table.rules.acting(table.position)
    seat = next((number for number in acting if not table.seat(number).by_bot), None)
    return None if seat is None or first_move_is_due(table, seat) else seat


def chess_clocks(
    before: Table | None,
    made: Advance,
    content: Content,
    former: dict[str, int],
    timing: Timing,
) -> ClockSet:
    """The clocks after `content`; `former` holds the deadlines that may go on.

    A clock that a pause stopped has at least `resume_floor_ms` when it runs again; one that fell
    in an outage of ours has what its new deadline leaves.
    """
    table, limits = made.table, made.table.started.limits
    if table.policy.clock is None or not limits.clock_ms:
        return ()
    if before is None:
        return tuple((seat.seat, timing.scaled(limits.clock_ms)) for seat in table.seats)
    left = dict(before.clocks)
    ran = running_seat(before)
    if ran is not None:
        left[ran] = max(0, former["flag"] - table.at_ms)
        if made.turn_over and isinstance(content, Acted) and content.seat == ran:
            left[ran] += timing.scaled(limits.increment_ms)
    runs = running_seat(table)
    if runs is not None and isinstance(content, Resumed):
        left[runs] = max(left[runs], timing.resume_floor_ms)
    return tuple(sorted(left.items()))
