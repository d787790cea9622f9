"""A stream: append by compare-and-set, read from the leader or from any replica, purge."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Generic, TypeVar

from google.protobuf.message import Message

from cardbus.access import Access
from cardbus.appending import Appending, Putting
from cardbus.consume import Consumption, Due, OnBatch, OnDoubt, Puller, sweep
from cardbus.errors import UNAVAILABLE, CallError
from cardbus.measuring import Fill
from cardbus.outcome import Appended, Conflict, Stored, Unknown
from cardbus.reads import BATCH, DirectRead, Gather, LeaderRead, Raw
from cardbus.wire import Outcome
from cardproto.v1 import contract_pb2

_log = logging.getLogger("cardbus")

M = TypeVar("M", bound=Message)
T = TypeVar("T")

__all__ = ["Appended", "Conflict", "Due", "Stored", "Stream", "Unknown"]

_PURGE = "$JS.API.STREAM.PURGE."


def purge_subject(stream: str) -> str:
    """Where a stream is asked to remove messages."""
    return _PURGE + stream


class Stream(Generic[M]):
    """The stored messages of one type. Sequences are the stream's and stay on the servers.

    `done` callbacks are called once and never within the call; keys are the placeholders of the
    subject by name (`game_id=...`). A CallError that they get is `unavailable`, `malformed` (a key
    that may not stand in a subject) or `internal` (what stands there can't be read). Everything
    raises NotGranted where the party has not that right.
    """

    def __init__(self, access: Access[M]) -> None:
        self.access = access
        self.contract = access.contract
        self.counts = access.counts

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
        `Carteado-Due`; None: the message's own field `due`, if it has one. Raises Malformed,
        PayloadTooLarge.
        """
        self.access.demand(contract_pb2.RIGHT_APPEND)
        self.access.demand(contract_pb2.RIGHT_READ_LEADER)
        Appending(self.access, message, expected, due, identity, done).publish()

    def put(
        self, message: M, done: Callable[[int | CallError], None], *, due: str | None = None
    ) -> None:
        """Append whatever stands there, repeated until it is acknowledged: for subjects that hold
        one message, the newest, and are written by one writer at a time.

        `done` gets the sequence, or `unavailable` when it is not known whether the message stands.
        Raises Malformed, PayloadTooLarge.
        """
        self.access.demand(contract_pb2.RIGHT_APPEND)
        Putting(self.access, message, due, done).publish()

    def purge(self, done: Callable[[int | CallError], None], **keys: str) -> None:
        """Remove every message of the subject; `done` gets how many. Repeated until answered."""
        self.access.demand(contract_pb2.RIGHT_PURGE)
        place = self.access.place(keys, done)
        if place is None:
            return
        stream, subject = place
        query = json.dumps({"filter": subject}, separators=(",", ":")).encode()

        def attempt(finish: Callable[[int | None], None]) -> None:
            def ended(outcome: Outcome, _: bytes, answer: bytes) -> None:
                told = json.loads(answer) if outcome is Outcome.REPLIED else {}
                finish(told.get("purged", 0) if told.get("success") else None)

            self.access.wire.request(
                purge_subject(stream).encode(), query, b"", self._deadline_s, ended
            )

        self.access.persist(attempt, lambda purged: purged, done)

    # -- reading

    def last(self, done: Callable[[Stored[M] | CallError | None], None], **keys: str) -> None:
        """The subject's last message as the stream's leader knows it; None where there is none."""
        self.access.demand(contract_pb2.RIGHT_READ_LEADER)
        place = self.access.place(keys, done)
        if place is None:
            return
        stream, subject = place
        query: dict[str, object] = {"last_by_subj": subject}

        def attempt(finish: Callable[[list[Raw] | None], None]) -> None:
            def read(message: Raw | None, answered: bool) -> None:
                finish(([] if message is None else [message]) if answered else None)

            LeaderRead(self.access.wire, stream, query, self._deadline_s, read)

        self.access.persist(attempt, self._newest, done)

    def since(
        self,
        sequence: int,
        done: Callable[[tuple[Stored[M], ...] | CallError], None],
        **keys: str,
    ) -> None:
        """Every message of the subject after `sequence`, complete up to the leader's last."""
        self.access.demand(contract_pb2.RIGHT_READ_LEADER)
        place = self.access.place(keys, done)
        if place is None:
            return
        stream, subject = place

        def attempt(finish: Callable[[Sequence[Raw] | None], None]) -> None:
            def read(last: int | None, found: Sequence[Raw]) -> None:
                finish(None if last is None else found)

            self.access.tail(stream, subject, sequence, read)

        self.access.persist(attempt, self.access.all, done)

    def last_direct(
        self, done: Callable[[Stored[M] | CallError | None], None], **keys: str
    ) -> None:
        """The subject's last message as any replica knows it: it may be a little old."""
        self.access.demand(contract_pb2.RIGHT_READ_DIRECT)
        place = self.access.place(keys, done)
        if place is None:
            return
        stream, subject = place
        query: dict[str, object] = {"last_by_subj": subject}

        def attempt(finish: Callable[[list[Raw] | None], None]) -> None:
            def read(found: Sequence[Raw], answered: bool) -> None:
                finish(list(found) if answered else None)

            DirectRead(self.access.wire, stream, query, self._deadline_s, read)

        self.access.persist(attempt, self._newest, done)

    def last_direct_many(
        self,
        keys: Sequence[Mapping[str, str]],
        done: Callable[[tuple[Stored[M], ...] | CallError], None],
    ) -> None:
        """The last messages of many subjects, from any replica, in no order; subjects without a
        message are left out."""
        self.access.demand(contract_pb2.RIGHT_READ_DIRECT)
        batches: list[tuple[str, list[str]]] = []
        filling: dict[str, list[str]] = {}
        for key in keys:
            place = self.access.place(key, done)
            if place is None:
                return
            stream, subject = place
            batch = filling.get(stream)
            if batch is None or len(batch) >= BATCH:
                batch = filling[stream] = []
                batches.append((stream, batch))
            batch.append(subject)
        if not batches:
            self.access.wire.after(0.0, lambda: done(()))
            return

        def attempt(finish: Callable[[Sequence[Raw] | None], None]) -> None:
            Gather(self.access.wire, batches, self._deadline_s, finish)

        self.access.persist(attempt, self.access.all, done)

    def fill(self, done: Callable[[float | CallError], None]) -> None:
        """How full the stream is, 0.0 to 1.0; the fullest where it is split."""
        self.access.demand(contract_pb2.RIGHT_MEASURE)

        def attempt(finish: Callable[[float | None], None]) -> None:
            Fill(self.access.wire, self.access.names, self._deadline_s, finish)

        self.access.persist(attempt, lambda share: share, done)

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

    async def fill_now(self) -> float:
        """`fill`, awaited. Raises CallError."""
        return await _awaited(self.fill)

    # -- headers only

    def consume_headers(
        self, handler: OnBatch, on_doubt: OnDoubt, *, linger_ms: int = 50, batch: int = 1000
    ) -> Consumption:
        """Pull the headers of all that is appended, from the durable consumer which this party's
        replicas share; messages come at least once, and across replicas in no order.

        `handler` (a coroutine function) gets a batch `linger_ms` milliseconds after its first
        message; one batch at a time. When it returns, the whole batch is acknowledged; when it
        raises, it gets the same batch again a second later.

        `on_doubt` is told, with a reason for people, whenever deliveries may have been lost: the
        connection or a leader was. What was lost does not come again; `sweep_headers` then
        brings at least the last of each subject.
        """
        self.access.demand(contract_pb2.RIGHT_CONSUME_HEADERS)
        return Consumption(
            [
                Puller(
                    self.access.wire,
                    name,
                    self.contract.durable,
                    self.contract.template,
                    handler,
                    on_doubt,
                    linger_ms / 1000,
                    batch,
                )
                for name in self.access.names
            ]
        )

    async def sweep_headers(self) -> AsyncIterator[list[Due]]:
        """The headers of the last message of every subject, in batches, as of now.

        Raises CallError `unavailable` where it breaks off: begin again.
        """
        self.access.demand(contract_pb2.RIGHT_SWEEP_HEADERS)
        try:
            for name in self.access.names:
                async for found in sweep(self.access.wire, name, self.contract.template):
                    yield found
        except (TimeoutError, RuntimeError) as error:
            _log.warning("sweep of %s broke off: %s", self.contract.stream, error)
            raise CallError(UNAVAILABLE) from error

    @property
    def _deadline_s(self) -> float:
        return self.access.settings.read_deadline_s

    def _newest(self, found: Sequence[Raw]) -> Stored[M] | None:
        return self.access.stored(found[-1]) if found else None


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
