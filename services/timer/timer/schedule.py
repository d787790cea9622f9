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


def first_to_fire(due: DueSet, allowance_ms: int) -> tuple[str, int]:
    """`(kind, due_ms)` of the deadline that fires first. Raises ValueError where there is none.

    Of two at the same moment the one written first.
    """
    return min(due.entries, key=lambda entry: fire_ms(entry[0], entry[1], allowance_ms))


def without(due: DueSet, kind: str) -> DueSet:
    """The set after the deadline `kind` was dealt with."""
    return DueSet(due.version, tuple(entry for entry in due.entries if entry[0] != kind))
