"""A stream: append by compare-and-set, read from the leader or from any replica, purge."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from google.protobuf.message import DecodeError, Message

from cardbus.consume import DUE_HEADER, Consumption, Due, OnBatch, Puller, sweep
from cardbus.contracts import StreamContract
from cardbus.errors import MALFORMED, UNAVAILABLE, CallError, Malformed, NotGranted
from cardbus.outcome import (
    Appended,
    Conflict,
    OutcomeMachine,
    Publish,
    Read,
    Step,
    Stored,
    Unknown,
)
from cardbus.protocol import header_block
from cardbus.reads import BATCH, DirectRead, LeaderRead, Raw, Tail
from cardbus.settings import BusSettings
from cardbus.subjects import SHARD, stream_names, stream_of_shard
from cardbus.wire import Outcome, Wire
from cardproto.v1 import contract_pb2

_log = logging.getLogger("cardbus")

M = TypeVar("M", bound=Message)
T = TypeVar("T")

__all__ = ["Appended", "Conflict", "Due", "Stored", "Stream", "Unknown"]

EXPECTED_HEADER = b"Nats-Expected-Last-Subject-Sequence"
_SEQUENCE = re.compile(rb'"seq":\s*(\d+)')
_CONFLICT_CODES = (10071, 10164)
_PURGE = "$JS.API.STREAM.PURGE."
_RETRY_PAUSE_S = 0.2


def purge_subject(stream: str) -> str:
    """Where a stream is asked to remove messages."""
    return _PURGE + stream


@dataclass(slots=True)
class StreamCounts:
    """How appends and reads of this process ended."""

    appended: int = 0
    conflicts: int = 0
    doubts: int = 0
    unknown: int = 0
    reads: int = 0
    unread: int = 0


class Stream(Generic[M]):
    """The stored messages of one type. Sequences are the stream's and stay on the servers."""

    def __init__(self, wire: Wire, contract: StreamContract, settings: BusSettings) -> None:
        self.wire = wire
        self.contract = contract
        self.settings = settings
        self.counts = StreamCounts()
        # Told of each entry whose acceptance was not plain; subscribers of the feed may miss it.
        self.in_doubt: Callable[[Message], None] | None = None
        self._parse = cast(Callable[[bytes], M], contract.message.FromString)
        self._due = "due" in contract.message.DESCRIPTOR.fields_by_name
        self._rights = contract.grants[settings.party]
        self._loop = asyncio.get_running_loop()

    # -- writing

    def append(
        self,
        message: M,
        expected: int,
        done: Callable[[Appended[M] | Conflict[M] | Unknown], None],
        *,
        due: str | None = None,
        identity: bytes = b"",
    ) -> None:
        """Append if the subject's last sequence is `expected` (0: none), exactly once.

        After an uncertain outcome our message is recognised by `identity`, bytes that stand in it
        and in no other (a random id); empty: by the whole of it. `due` travels as the header
        `Carteado-Due`; None: the message's own field `due`, if it has one. Raises NotGranted,
        Malformed, PayloadTooLarge.
        """
        self._demand(contract_pb2.RIGHT_APPEND)
        self._demand(contract_pb2.RIGHT_READ_LEADER)
        subject = self.contract.template.fill(message)
        fields = [(EXPECTED_HEADER, b"%d" % expected), *self._due_field(message, due)]
        header = header_block(*fields)
        _Append(self, message, subject, header, expected, identity, done).publish()

    def put(
        self, message: M, done: Callable[[int | CallError], None], *, due: str | None = None
    ) -> None:
        """Append whatever stands there, repeated until it is acknowledged: for subjects that hold
        one message, the newest, and are written by one writer at a time.

        `done` gets the sequence, or a CallError `unavailable` when it is not known whether the
        message stands. Raises NotGranted, Malformed, PayloadTooLarge.
        """
        self._demand(contract_pb2.RIGHT_APPEND)
        subject = self.contract.template.fill(message)
        payload = message.SerializeToString()
        fields = self._due_field(message, due)
        header = header_block(*fields) if fields else b""
        until = self._loop.time() + self.settings.append_patience_s

        def send() -> None:
            self.wire.request(subject, payload, header, self.settings.ack_deadline_s, ended)

        def ended(outcome: Outcome, _: bytes, answer: bytes) -> None:
            sequence = _acknowledged(answer) if outcome is Outcome.REPLIED else None
            if sequence is not None:
                self.counts.appended += 1
                done(sequence)
            elif self._loop.time() >= until:
                self.counts.unknown += 1
                done(CallError(UNAVAILABLE))
            else:
                self.counts.doubts += 1
                self.wire.after(_RETRY_PAUSE_S, send)

        send()

    def purge(self, done: Callable[[int | CallError], None], **placeholders: str) -> None:
        """Remove every message of the subject; `done` gets how many. Repeated until answered."""
        self._demand(contract_pb2.RIGHT_PURGE)
        place = self._place(placeholders, done)
        if place is None:
            return
        stream, subject = place
        query = json.dumps({"filter": subject}, separators=(",", ":")).encode()

        def attempt(finish: Callable[[int | None], None]) -> None:
            def ended(outcome: Outcome, _: bytes, answer: bytes) -> None:
                told = json.loads(answer) if outcome is Outcome.REPLIED else {}
                finish(told.get("purged", 0) if told.get("success") else None)

            self.wire.request(
                purge_subject(stream).encode(), query, b"", self.settings.read_deadline_s, ended
            )

        self._persist(attempt, done)

    # -- reading

    def last(self, done: Callable[[Stored[M] | CallError | None], None], **keys: str) -> None:
        """The subject's last message as the stream's leader knows it; None where there is none.

        CallError: `unavailable`, `malformed`. Raises NotGranted.
        """
        self._demand(contract_pb2.RIGHT_READ_LEADER)
        place = self._place(keys, done)
        if place is None:
            return
        stream, subject = place

        def attempt(finish: Callable[[tuple[Stored[M] | None] | None], None]) -> None:
            def read(message: Raw | None, answered: bool) -> None:
                finish((self._stored(message),) if answered else None)

            query: dict[str, object] = {"last_by_subj": subject}
            LeaderRead(self.wire, stream, query, self.settings.read_deadline_s, read)

        self._persist(attempt, _unboxed(done))

    def since(
        self,
        sequence: int,
        done: Callable[[tuple[Stored[M], ...] | CallError], None],
        **keys: str,
    ) -> None:
        """Every message of the subject after `sequence`, complete up to the leader's last.

        CallError: `unavailable`, `malformed`. Raises NotGranted.
        """
        self._demand(contract_pb2.RIGHT_READ_LEADER)
        place = self._place(keys, done)
        if place is None:
            return
        stream, subject = place

        def attempt(finish: Callable[[tuple[Stored[M], ...] | None], None]) -> None:
            def read(last: int | None, found: Sequence[Raw]) -> None:
                finish(None if last is None else self._all(found))

            self.tail(stream, subject, sequence, read)

        self._persist(attempt, done)

    def last_direct(
        self, done: Callable[[Stored[M] | CallError | None], None], **keys: str
    ) -> None:
        """The subject's last message as any replica knows it: it may be a little old.

        CallError: `unavailable`, `malformed`. Raises NotGranted.
        """
        self._demand(contract_pb2.RIGHT_READ_DIRECT)
        place = self._place(keys, done)
        if place is None:
            return
        stream, subject = place

        def attempt(finish: Callable[[tuple[Stored[M] | None] | None], None]) -> None:
            def read(found: list[tuple[bytes, int, bytes]], answered: bool) -> None:
                newest = (found[-1][1], found[-1][2]) if found else None
                finish((self._stored(newest),) if answered else None)

            query: dict[str, object] = {"last_by_subj": subject}
            DirectRead(self.wire, stream, query, self.settings.read_deadline_s, read)

        self._persist(attempt, _unboxed(done))

    def last_direct_many(
        self,
        keys: Sequence[Mapping[str, str]],
        done: Callable[[tuple[Stored[M], ...] | CallError], None],
    ) -> None:
        """The last messages of many subjects, from any replica, in no order; subjects without a
        message are left out.

        CallError: `unavailable`, `malformed`. Raises NotGranted.
        """
        self._demand(contract_pb2.RIGHT_READ_DIRECT)
        batches: list[tuple[str, list[str]]] = []
        open_batch: dict[str, list[str]] = {}
        for key in keys:
            place = self._place(key, done)
            if place is None:
                return
            stream, subject = place
            batch = open_batch.get(stream)
            if batch is None or len(batch) >= BATCH:
                batch = open_batch[stream] = []
                batches.append((stream, batch))
            batch.append(subject)
        if not batches:
            self.wire.after(0.0, lambda: done(()))
            return

        def attempt(finish: Callable[[tuple[Stored[M], ...] | None], None]) -> None:
            _Gather(self, batches, finish)

        self._persist(attempt, done)

    def tail(
        self,
        stream: str,
        subject: str,
        after: int,
        done: Callable[[int | None, Sequence[Raw]], None],
    ) -> None:
        """See `Tail`."""
        Tail(
            self.wire,
            stream,
            subject,
            after,
            batches=contract_pb2.RIGHT_READ_DIRECT in self._rights,
            deadline_s=self.settings.read_deadline_s,
            done=done,
        )

    # -- the same, awaited

    async def append_now(
        self, message: M, expected: int, *, due: str | None = None, identity: bytes = b""
    ) -> Appended[M] | Conflict[M] | Unknown:
        """`append`, awaited: for rare writes, never on the way of a move."""
        return await _awaited(
            lambda done: self.append(message, expected, done, due=due, identity=identity)
        )

    async def put_now(self, message: M, *, due: str | None = None) -> int:
        """`put`, awaited. Raises CallError."""
        return await _awaited(lambda done: self.put(message, done, due=due))

    async def purge_now(self, **keys: str) -> int:
        """`purge`, awaited. Raises CallError."""
        return await _awaited(lambda done: self.purge(done, **keys))

    async def last_now(self, **keys: str) -> Stored[M] | None:
        """`last`, awaited. Raises CallError."""
        return await _awaited(lambda done: self.last(done, **keys))

    async def since_now(self, sequence: int, **keys: str) -> tuple[Stored[M], ...]:
        """`since`, awaited. Raises CallError."""
        return await _awaited(lambda done: self.since(sequence, done, **keys))

    async def last_direct_now(self, **keys: str) -> Stored[M] | None:
        """`last_direct`, awaited. Raises CallError."""
        return await _awaited(lambda done: self.last_direct(done, **keys))

    async def last_direct_many_now(
        self, keys: Sequence[Mapping[str, str]]
    ) -> tuple[Stored[M], ...]:
        """`last_direct_many`, awaited. Raises CallError."""
        return await _awaited(lambda done: self.last_direct_many(keys, done))

    # -- headers only

    def consume_headers(
        self, handler: OnBatch, *, linger_ms: int = 50, batch: int = 1000
    ) -> Consumption:
        """Pull the headers of all that is appended, from the durable consumer which this party's
        replicas share; messages come at least once, and across replicas in no order.

        `handler` (a coroutine function) gets a batch `linger_ms` milliseconds after its first
        message; one batch at a time. When it returns, the whole batch is acknowledged; when it
        raises, it gets the same batch again a second later. Raises NotGranted.
        """
        self._demand(contract_pb2.RIGHT_CONSUME_HEADERS)
        return Consumption(
            [
                Puller(
                    self.wire,
                    name,
                    self.contract.durable,
                    self.contract.template,
                    handler,
                    linger_ms / 1000,
                    batch,
                )
                for name in self._names()
            ]
        )

    async def sweep_headers(self) -> AsyncIterator[list[Due]]:
        """The headers of the last message of every subject, in batches, as of now.

        Raises NotGranted; CallError `unavailable` where it breaks off: begin again.
        """
        self._demand(contract_pb2.RIGHT_SWEEP_HEADERS)
        try:
            for name in self._names():
                async for found in sweep(self.wire, name, self.contract.template):
                    yield found
        except (TimeoutError, RuntimeError) as error:
            _log.warning("sweep of %s broke off: %s", self.contract.stream, error)
            raise CallError(UNAVAILABLE) from error

    # -- inside

    def _names(self) -> tuple[str, ...]:
        return stream_names(self.contract.stream, self.settings.sharded and self.contract.sharded)

    def stream_of(self, subject: str) -> str:
        """The stream that holds a subject of this contract."""
        if not (self.contract.sharded and self.settings.sharded):
            return self.contract.stream
        token = self.contract.template.read(subject)[SHARD]
        return stream_of_shard(self.contract.stream, token, True)

    def _place(
        self, keys: Mapping[str, str], done: Callable[[Any], None]
    ) -> tuple[str, str] | None:
        """Stream and subject; a value that may not stand in a subject ends as `malformed`."""
        try:
            subject = self.contract.template.fill_values(keys).decode()
        except Malformed:
            self.wire.after(0.0, lambda: done(CallError(MALFORMED)))
            return None
        return self.stream_of(subject), subject

    def _stored(self, message: Raw | None) -> Stored[M] | None:
        if message is None:
            return None
        sequence, raw = message
        return Stored(sequence, self._parse(raw), raw)

    def _all(self, found: Sequence[Raw]) -> tuple[Stored[M], ...]:
        return tuple(Stored(sequence, self._parse(raw), raw) for sequence, raw in found)

    def _due_field(self, message: M, due: str | None) -> list[tuple[bytes, bytes]]:
        if due is None and self._due:
            due = getattr(message, "due")  # noqa: B009 (not every stored message has it)
        return [(DUE_HEADER, due.encode())] if due else []

    def _demand(self, right: contract_pb2.Right) -> None:
        if right not in self._rights:
            name = contract_pb2.Right.Name(right)
            raise NotGranted(f"{self.settings.user}: no {name} in {self.contract.stream}")

    def _persist(
        self, attempt: Callable[[Callable[[Any], None]], None], done: Callable[[Any], None]
    ) -> None:
        """Ask until there is an answer or the patience is at its end."""
        until = self._loop.time() + self.settings.read_patience_s
        self.counts.reads += 1

        def finish(found: object) -> None:
            if found is not None:
                done(found)
            elif self._loop.time() + _RETRY_PAUSE_S >= until:
                self.counts.unread += 1
                done(CallError(UNAVAILABLE))
            else:
                self.wire.after(_RETRY_PAUSE_S, lambda: attempt(guarded))

        def guarded(found: object) -> None:
            finish(found)

        attempt(guarded)


class _Gather(Generic[M]):
    """Several batches of one question, as one answer."""

    def __init__(
        self,
        stream: Stream[M],
        batches: Sequence[tuple[str, list[str]]],
        finish: Callable[[tuple[Stored[M], ...] | None], None],
    ) -> None:
        self._stream = stream
        self._finish = finish
        self._left = len(batches)
        self._found: list[Raw] = []
        self._whole = True
        for name, subjects in batches:
            query: dict[str, object] = {"multi_last": subjects, "batch": len(subjects)}
            DirectRead(stream.wire, name, query, stream.settings.read_deadline_s, self._read)

    def _read(self, found: list[tuple[bytes, int, bytes]], answered: bool) -> None:
        self._left -= 1
        self._whole &= answered
        self._found += [(sequence, raw) for _, sequence, raw in found]
        if self._left == 0:
            self._finish(self._stream._all(self._found) if self._whole else None)


class _Append(Generic[M]):
    """One append under way; see `OutcomeMachine`."""

    __slots__ = (
        "_done",
        "_expected",
        "_header",
        "_machine",
        "_message",
        "_payload",
        "_stream",
        "_subject",
    )

    def __init__(
        self,
        stream: Stream[M],
        message: M,
        subject: bytes,
        header: bytes,
        expected: int,
        identity: bytes,
        done: Callable[[Appended[M] | Conflict[M] | Unknown], None],
    ) -> None:
        self._stream = stream
        self._message = message
        self._subject = subject
        self._payload = message.SerializeToString()
        self._header = header
        self._expected = expected
        self._done = done
        until = stream._loop.time() + stream.settings.append_patience_s
        self._machine: OutcomeMachine[M] = OutcomeMachine(
            expected, identity or self._payload, until
        )

    def publish(self) -> None:
        stream = self._stream
        stream.wire.request(
            self._subject,
            self._payload,
            self._header,
            stream.settings.ack_deadline_s,
            self._answered,
        )

    def _answered(self, outcome: Outcome, header: bytes, answer: bytes) -> None:
        if outcome is Outcome.REPLIED:
            sequence = _acknowledged(answer)
            if sequence is not None:
                self._go(self._machine.accepted(sequence))
                return
            if _error_code(answer) in _CONFLICT_CODES:
                self._go(self._machine.conflicted(self._now()))
                return
            _log.warning("append refused: %s", answer.decode(errors="replace"))
        self._go(self._machine.unanswered(self._now()))

    def _ask(self) -> None:
        subject = self._subject.decode()
        self._stream.tail(self._stream.stream_of(subject), subject, self._expected, self._read)

    def _read(self, last: int | None, found: Sequence[Raw]) -> None:
        if last is None:
            self._go(self._machine.unread(self._now()))
            return
        try:
            later = self._stream._all(found)
        except DecodeError:
            _log.exception("unreadable entry on %s", self._subject.decode())
            self._go(self._machine.unread(self._now()))
            return
        self._go(self._machine.read(self._now(), last, later))

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
            self._stream.wire.after(pause_s, then)
        else:
            then()

    def _end(self, end: Appended[M] | Conflict[M] | Unknown) -> None:
        counts = self._stream.counts
        if isinstance(end, Appended):
            counts.appended += 1
        elif isinstance(end, Conflict):
            counts.conflicts += 1
        else:
            counts.unknown += 1
        if self._machine.in_doubt:
            counts.doubts += 1
            if not isinstance(end, Conflict) and self._stream.in_doubt is not None:
                self._stream.in_doubt(self._message)
        self._done(end)

    def _now(self) -> float:
        return self._stream._loop.time()


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


def _unboxed(done: Callable[[Any], None]) -> Callable[[Any], None]:
    """Readings that may be None come in a tuple of one, so that None can mean no answer."""
    return lambda found: done(found[0] if isinstance(found, tuple) else found)


async def _awaited(start: Callable[[Callable[[T | CallError], None]], None]) -> T:
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def done(end: T | CallError) -> None:
        if future.done():
            return
        if isinstance(end, CallError):
            future.set_exception(end)
        else:
            future.set_result(end)

    start(done)
    return await future
