"""Calling: a request under way, its one repetition and its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import DecodeError, Message

from cardbus.contracts import CallContract
from cardbus.errors import MALFORMED, UNAVAILABLE, CallError, Malformed
from cardbus.protocol import field_of
from cardbus.wire import Outcome, Wire
from cardproto.v1.common_pb2 import Error

# On a reply: its payload is an `Error`.
ERROR_HEADER = b"Carteado-Error"

_REPEAT_AFTER_S = 1.0

Answered = Callable[[Any], None]


@dataclass(slots=True)
class CallCounts:
    """How calls of this process ended."""

    made: int = 0
    refused: int = 0
    repeated: int = 0
    unavailable: int = 0


class Caller:
    """One method as this process calls it."""

    __slots__ = ("_contract", "_counts", "_deadline_s", "_wire")

    def __init__(
        self, wire: Wire, contract: CallContract, default_deadline_s: float, counts: CallCounts
    ) -> None:
        self._wire = wire
        self._contract = contract
        self._counts = counts
        known = contract.deadline_s
        self._deadline_s = default_deadline_s if known is None else known

    def __call__(self, request: Message, done: Answered, deadline_ms: int | None = None) -> None:
        """Send; `done` gets the response or a CallError, exactly once, never within this call."""
        wire = self._wire
        self._counts.made += 1
        try:
            subject = self._contract.template.fill(request)
        except Malformed:
            _soon(wire, done, CallError(MALFORMED))
            return
        deadline_s = self._deadline_s if deadline_ms is None else deadline_ms / 1000
        pending = _Pending(self._contract, wire, self._counts, subject, request, done, deadline_s)
        pending.send()


class _Pending:
    __slots__ = (
        "_contract",
        "_counts",
        "_deadline_s",
        "_done",
        "_payload",
        "_repeated",
        "_subject",
        "_wire",
    )

    def __init__(
        self,
        contract: CallContract,
        wire: Wire,
        counts: CallCounts,
        subject: bytes,
        request: Message,
        done: Answered,
        deadline_s: float,
    ) -> None:
        self._contract = contract
        self._wire = wire
        self._counts = counts
        self._subject = subject
        self._payload = request.SerializeToString()
        self._done = done
        self._deadline_s = deadline_s
        self._repeated = False

    def send(self) -> None:
        if self._wire.up:
            self._wire.request(self._subject, self._payload, b"", self._deadline_s, self.ended)
        else:
            self._wire.after(0.0, self._not_taken)

    def ended(self, outcome: Outcome, header: bytes, payload: bytes) -> None:
        if outcome is Outcome.NO_RESPONDERS:
            self._not_taken()
        elif outcome is not Outcome.REPLIED:
            self._unavailable()
        else:
            self._answer(header, payload)

    def _answer(self, header: bytes, payload: bytes) -> None:
        try:
            if header and field_of(header, ERROR_HEADER) is not None:
                self._counts.refused += 1
                error = Error.FromString(payload)
                self._done(CallError(error.code, error.params))
                return
            response = self._contract.response.FromString(payload)
        except DecodeError:
            self._done(CallError(MALFORMED))
            return
        self._done(response)

    def _not_taken(self) -> None:
        """Nobody got it: once more, the same bytes, if the caller still waits then."""
        if self._repeated or self._deadline_s <= _REPEAT_AFTER_S:
            self._unavailable()
            return
        self._repeated = True
        self._counts.repeated += 1
        self._deadline_s -= _REPEAT_AFTER_S
        self._wire.after(_REPEAT_AFTER_S, self.send)

    def _unavailable(self) -> None:
        self._counts.unavailable += 1
        self._done(CallError(UNAVAILABLE))


def _soon(wire: Wire, done: Answered, error: CallError) -> None:
    wire.after(0.0, lambda: done(error))
