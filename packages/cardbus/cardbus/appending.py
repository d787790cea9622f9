"""Writing: one append, or one put, from its first copy to its end."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from google.protobuf.message import DecodeError, Message

from cardbus.access import RETRY_PAUSE_S, Access
from cardbus.consume import DUE_HEADER
from cardbus.errors import UNAVAILABLE, CallError
from cardbus.outcome import Appended, Conflict, OutcomeMachine, Publish, Read, Step, Unknown
from cardbus.protocol import header_block
from cardbus.reads import Raw
from cardbus.wire import Outcome

_log = logging.getLogger("cardbus")

M = TypeVar("M", bound=Message)

Ended = Callable[[Appended[M] | Conflict[M] | Unknown], None]

_EXPECTED = b"Nats-Expected-Last-Subject-Sequence"
_SEQUENCE = re.compile(rb'"seq":\s*(\d+)')
# Wrong last sequence: as one replica says it, and as several do.
_CONFLICTS = (10071, 10164)


def due_field(message: Message, due: str | None) -> list[tuple[bytes, bytes]]:
    """The header of the deadlines; None stands for the message's own field `due`."""
    if due is None:
        due = getattr(message, "due", "")
    return [(DUE_HEADER, due.encode())] if due else []


class Appending(Generic[M]):
    """One append under way; see `OutcomeMachine`."""

    __slots__ = ("_access", "_done", "_expected", "_header", "_machine", "_message", "_payload",
                 "_subject")  # fmt: skip

    def __init__(
        self,
        access: Access[M],
        message: M,
        expected: int,
        due: str | None,
        identity: bytes,
        done: Ended[M],
    ) -> None:
        self._access = access
        self._message = message
        self._subject = access.contract.template.fill(message)
        self._payload = message.SerializeToString()
        self._header = header_block((_EXPECTED, b"%d" % expected), *due_field(message, due))
        self._expected = expected
        self._done = done
        until_s = access.now_s() + access.settings.append_patience_s
        self._machine: OutcomeMachine[M] = OutcomeMachine(
            expected, identity or self._payload, until_s
        )

    def publish(self) -> None:
        """Send a copy. Raises PayloadTooLarge."""
        access = self._access
        access.wire.request(
            self._subject,
            self._payload,
            self._header,
            access.settings.ack_deadline_s,
            self._answered,
        )

    def _answered(self, outcome: Outcome, header: bytes, answer: bytes) -> None:
        if outcome is Outcome.REPLIED:
            sequence = _acknowledged(answer)
            if sequence is not None:
                self._go(self._machine.accepted(sequence))
                return
            if _error_code(answer) in _CONFLICTS:
                self._go(self._machine.conflicted(self._access.now_s()))
                return
            _log.warning("append refused: %s", answer.decode(errors="replace"))
        self._go(self._machine.unanswered(self._access.now_s()))

    def _ask(self) -> None:
        access, subject = self._access, self._subject.decode()
        access.tail(access.stream_of(subject), subject, self._expected, self._read)

    def _read(self, last: int | None, found: Sequence[Raw]) -> None:
        now_s = self._access.now_s()
        if last is None:
            self._go(self._machine.unread(now_s))
            return
        try:
            later = self._access.all(found)
        except DecodeError:
            _log.exception("unreadable entry on %s", self._subject.decode())
            self._go(self._machine.unread(now_s))
            return
        self._go(self._machine.read(now_s, last, later))

    def _go(self, step: Step[M]) -> None:
        match step:
            case Publish(pause_s):
                self._after(pause_s, self.publish)
            case Read(pause_s):
                self._after(pause_s, self._ask)
            case _:
                self._end(step)

    def _after(self, pause_s: float, then: Callable[[], None]) -> None:
        if pause_s > 0:
            self._access.wire.after(pause_s, then)
        else:
            then()

    def _end(self, end: Appended[M] | Conflict[M] | Unknown) -> None:
        counts = self._access.counts
        if isinstance(end, Appended):
            counts.appended += 1
        elif isinstance(end, Conflict):
            counts.conflicts += 1
        else:
            counts.unknown += 1
        if self._machine.in_doubt:
            counts.doubts += 1
            if not isinstance(end, Conflict) and self._access.in_doubt is not None:
                self._access.in_doubt(self._message)
        self._done(end)


class Putting(Generic[M]):
    """One message sent until it is acknowledged, whatever stands there."""

    __slots__ = ("_access", "_done", "_header", "_payload", "_subject", "_until_s")

    def __init__(
        self,
        access: Access[M],
        message: M,
        due: str | None,
        done: Callable[[int | CallError], None],
    ) -> None:
        self._access = access
        self._subject = access.contract.template.fill(message)
        self._payload = message.SerializeToString()
        fields = due_field(message, due)
        self._header = header_block(*fields) if fields else b""
        self._until_s = access.now_s() + access.settings.append_patience_s
        self._done = done

    def publish(self) -> None:
        """Send a copy. Raises PayloadTooLarge."""
        access = self._access
        access.wire.request(
            self._subject,
            self._payload,
            self._header,
            access.settings.ack_deadline_s,
            self._answered,
        )

    def _answered(self, outcome: Outcome, header: bytes, answer: bytes) -> None:
        access = self._access
        sequence = _acknowledged(answer) if outcome is Outcome.REPLIED else None
        if sequence is not None:
            access.counts.appended += 1
            self._done(sequence)
        elif access.now_s() >= self._until_s:
            access.counts.unknown += 1
            self._done(CallError(UNAVAILABLE))
        else:
            access.counts.doubts += 1
            access.wire.after(RETRY_PAUSE_S, self.publish)


def _acknowledged(answer: bytes) -> int | None:
    """The sequence of a plain acceptance."""
    if b'"error"' in answer:
        return None
    found = _SEQUENCE.search(answer)
    return int(found[1]) if found else None


def _error_code(answer: bytes) -> int:
    try:
        return int(json.loads(answer)["error"]["err_code"])
    except (ValueError, KeyError, TypeError):
        return 0
