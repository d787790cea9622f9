"""The deadlines of one owner as a value and as the text of the header `Carteado-Due`.

``v=17;turn@1764500000000;bot@1764499990000``: the version whose deadlines these are, then each
kind with its moment in absolute server milliseconds, in the order given. ``v=17`` alone: none.
A set replaces the owner's former one whole; which of two is newer is decided by the sequence of
the message that bore them, not by the version.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

# `turn`, `absent:3`, `away:k7q2p...`; nothing that could end an entry or a header line.
_KIND = re.compile(r"[a-z][a-z_]{0,31}(?::[A-Za-z0-9_-]{1,64})?")
_NUMBER = r"(?:0|[1-9][0-9]{0,19})"
_SET = re.compile(rf"v={_NUMBER}(?:;{_KIND.pattern}@{_NUMBER})*")

MAX_MS = 2**63 - 1
MAX_VERSION = 2**64 - 1
MAX_ENTRIES = 64


class MalformedDue(ValueError):
    """The text or the values are no set of deadlines; the argument is what was refused."""


@dataclass(frozen=True, slots=True)
class DueSet:
    """All deadlines of one owner after one version; every kind at most once.

    `entries` holds ``(kind, due_ms)``, at most 64. Raises MalformedDue where a kind is not a
    lower-case word (with one optional ``:subject``), stands twice, or a number is out of range.
    """

    version: int
    entries: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.version <= MAX_VERSION:
            raise MalformedDue(self.version)
        for kind, due_ms in self.entries:
            if _KIND.fullmatch(kind) is None:
                raise MalformedDue(kind)
            if not 0 <= due_ms <= MAX_MS:
                raise MalformedDue(due_ms)
        if not _sound(self.entries):
            raise MalformedDue(self.entries)

    @classmethod
    def parse(cls, text: str) -> DueSet:
        """The set that `text` writes; the inverse of `text`. Raises MalformedDue."""
        if _SET.fullmatch(text) is None:
            raise MalformedDue(text)
        head, *rest = text.split(";")
        entries = []
        for part in rest:
            kind, _, due = part.partition("@")
            due_ms = int(due)
            if due_ms > MAX_MS:
                raise MalformedDue(text)
            entries.append((kind, due_ms))
        version = int(head[2:])
        if version > MAX_VERSION or (len(entries) > 1 and not _sound(entries)):
            raise MalformedDue(text)
        # Every move passes here in the timer: what was just checked is not checked again.
        due_set = object.__new__(cls)
        object.__setattr__(due_set, "version", version)
        object.__setattr__(due_set, "entries", tuple(entries))
        return due_set

    @property
    def text(self) -> str:
        """The header's text."""
        return ";".join((f"v={self.version}", *(f"{kind}@{ms}" for kind, ms in self.entries)))

    @property
    def earliest_ms(self) -> int | None:
        """The moment of the first deadline; None where there is none."""
        return min((ms for _, ms in self.entries), default=None)

    def at(self, kind: str) -> int | None:
        """The moment of that kind; None where the set has no such deadline."""
        return next((ms for name, ms in self.entries if name == kind), None)


def _sound(entries: Sequence[tuple[str, int]]) -> bool:
    """Not too many, and no kind twice."""
    return len(entries) <= MAX_ENTRIES and len({kind for kind, _ in entries}) == len(entries)
