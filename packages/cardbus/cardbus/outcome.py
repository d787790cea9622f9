"""The one way through every uncertain append, as a pure machine.

An append is a compare-and-set: the server takes it only if the subject's last sequence is the
one expected. Whatever is not a plain acceptance (a conflict, a time-out, no responders, a lost
connection, any error) leads to the same question to the stream's leader: what stands after the
expected sequence?

- Our own bytes: accepted, perhaps by an earlier copy.
- Something else: a conflict, with all that is new. No copy of ours can be accepted any more.
- Nothing, and the last sequence is the expected one: send the identical bytes again. The compare
  lets exactly one copy in, also when an earlier one is still on its way.
- A last sequence below the expected one: a leader that does not yet know that it is none. Ask
  again.
- No message at all though one was expected: the subject was purged, if it stays so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from google.protobuf.message import Message

M = TypeVar("M", bound=Message)

_PURGED_AFTER_S = 2.0
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 0.8


@dataclass(frozen=True, slots=True)
class Stored(Generic[M]):
    """A message as it stands in a stream. `sequence` is the stream's; it never leaves the
    servers. `raw` are the bytes that were appended."""

    sequence: int
    message: M
    raw: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Appended(Generic[M]):
    """Accepted at `sequence`. `uncertain`: that was found out only by reading; `later` then holds
    what was appended after ours, and subscribers of the feed may have missed entries."""

    sequence: int
    later: tuple[Stored[M], ...] = ()
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class Conflict(Generic[M]):
    """Somebody appended first: everything after the expected sequence, in order, up to the
    leader's last. Empty: the subject is no more."""

    later: tuple[Stored[M], ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """No certainty within the patience: it may be accepted or not."""


@dataclass(frozen=True, slots=True)
class Publish:
    """Next: send the bytes, after a pause."""

    pause_s: float


@dataclass(frozen=True, slots=True)
class Read:
    """Next: ask the leader, after a pause."""

    pause_s: float


Step = Publish | Read | Appended[M] | Conflict[M] | Unknown


class OutcomeMachine(Generic[M]):
    """Says what to do next with one append. Times are seconds of one monotonic clock."""

    __slots__ = ("_absent_since", "_expected", "_mark", "_pause_s", "_until", "in_doubt")

    def __init__(self, expected: int, mark: bytes, until_s: float) -> None:
        """`mark` stands in our message and in no other: a random id, or the whole of it."""
        self._expected = expected
        self._mark = mark
        self._until = until_s
        self._pause_s = 0.0
        self._absent_since: float | None = None
        # Whether anything but a plain answer has been seen.
        self.in_doubt = False

    def accepted(self, sequence: int) -> Appended[M]:
        """The server acknowledged a copy of ours."""
        return Appended(sequence, (), self.in_doubt)

    def conflicted(self, now_s: float) -> Step[M]:
        """The server says that the last sequence is another."""
        return self._again(now_s, Read(0.0))

    def unanswered(self, now_s: float) -> Step[M]:
        """No answer, no server, or an error that says nothing of the log."""
        self.in_doubt = True
        return self._again(now_s, Read(self._next_pause()))

    def unread(self, now_s: float) -> Step[M]:
        """The leader did not answer."""
        self.in_doubt = True
        return self._again(now_s, Read(self._next_pause()))

    def read(self, now_s: float, last: int, later: Sequence[Stored[M]]) -> Step[M]:
        """The leader's last sequence of the subject (0: none), and all after the expected one."""
        for index, stored in enumerate(later):
            if self._mark in stored.raw:
                self.in_doubt = True
                return Appended(stored.sequence, tuple(later[index + 1 :]), True)
        if later:
            return Conflict(tuple(later))
        if last == self._expected:
            self._absent_since = None
            return self._again(now_s, Publish(self._next_pause()))
        if last == 0:
            if self._absent_since is None:
                self._absent_since = now_s
            elif now_s - self._absent_since >= _PURGED_AFTER_S:
                return Conflict(())
        else:
            self._absent_since = None
        return self._again(now_s, Read(self._next_pause()))

    def _again(self, now_s: float, step: Publish | Read) -> Step[M]:
        return Unknown() if now_s + step.pause_s >= self._until else step

    def _next_pause(self) -> float:
        pause = self._pause_s
        self._pause_s = min(_LONGEST_PAUSE_S, max(_FIRST_PAUSE_S, pause * 2))
        return pause
