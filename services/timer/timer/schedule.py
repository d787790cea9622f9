"""When a deadline fires: pure functions over one owner's set.

The timer fires a little after the time that people were shown (rooms.md, Clocks): a move sent in
time may still be on its way. What no person waits for fires at once.
"""

from __future__ import annotations

from cardbus.due import DueSet

# Kinds during which a person's time runs out, before any `:seat`.
PERSONS_TIME = frozenset({"turn", "window", "first", "flag", "stall", "absent"})


def fire_ms(kind: str, due_ms: int, allowance_ms: int) -> int:
    """The moment at which that deadline fires."""
    if kind in PERSONS_TIME or kind.partition(":")[0] in PERSONS_TIME:
        return due_ms + allowance_ms
    return due_ms


def first_fire_ms(due: DueSet, allowance_ms: int) -> int | None:
    """The moment at which the first deadline of the set fires; None where the set is empty."""
    if not due.entries:
        return None
    return min([fire_ms(kind, due_ms, allowance_ms) for kind, due_ms in due.entries])


def to_fire(due: DueSet, allowance_ms: int, now_ms: int, attempt: int) -> tuple[str, int]:
    """`(kind, due_ms)` of the deadline to ask for at this attempt (from 1): first the one that
    fires first. Raises ValueError where there is none.

    While that stays unsettled, all that should have fired by `now_ms` take turns: a bot that
    does not answer must not hold up the move that is played for it. Of two at the same moment
    the one written first.
    """

    def moment(entry: tuple[str, int]) -> int:
        return fire_ms(entry[0], entry[1], allowance_ms)

    if attempt > 1:
        ripe = sorted((e for e in due.entries if moment(e) <= now_ms), key=moment)
        if ripe:
            return ripe[(attempt - 1) % len(ripe)]
    return min(due.entries, key=moment)


def next_fire_ms(due: DueSet, allowance_ms: int, after_ms: int) -> int | None:
    """The first moment after `after_ms` at which one of the set fires; None: there is none."""
    moments = (fire_ms(kind, due_ms, allowance_ms) for kind, due_ms in due.entries)
    return min((ms for ms in moments if ms > after_ms), default=None)


def without(due: DueSet, kind: str) -> DueSet:
    """The set after the deadline `kind` was dealt with."""
    return DueSet(due.version, tuple(entry for entry in due.entries if entry[0] != kind))
