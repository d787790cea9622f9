"""One party's way into one stream: rights, subjects, reading messages, and patience."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from google.protobuf.message import DecodeError, Message

from cardbus.contracts import StreamContract
from cardbus.errors import INTERNAL, MALFORMED, UNAVAILABLE, CallError, Malformed, NotGranted
from cardbus.outcome import Stored
from cardbus.reads import Raw, Tail
from cardbus.settings import BusSettings
from cardbus.subjects import SHARD, stream_names, stream_of_shard
from cardbus.wire import Wire
from cardproto.v1 import contract_pb2

_log = logging.getLogger("cardbus")

M = TypeVar("M", bound=Message)

RETRY_PAUSE_S = 0.2


@dataclass(slots=True)
class StreamCounts:
    """How appends and reads of this process ended, for the metrics."""

    appended: int = 0
    conflicts: int = 0
    doubts: int = 0
    unknown: int = 0
    reads: int = 0
    unread: int = 0


class Access(Generic[M]):
    """What every operation on the stream of one message type needs."""

    def __init__(self, wire: Wire, contract: StreamContract, settings: BusSettings) -> None:
        self.wire = wire
        self.contract = contract
        self.settings = settings
        self.counts = StreamCounts()
        self.now_s = asyncio.get_running_loop().time
        # Told of each message whose acceptance was not plain: who hears the feed may miss it.
        self.in_doubt: Callable[[Message], None] | None = None
        self._parse = cast(Callable[[bytes], M], contract.message.FromString)
        self._rights = contract.grants[settings.party]

    def demand(self, right: contract_pb2.Right) -> None:
        """Raises NotGranted."""
        if right not in self._rights:
            name = contract_pb2.Right.Name(right)
            raise NotGranted(f"{self.settings.user}: no {name} in {self.contract.stream}")

    @property
    def names(self) -> tuple[str, ...]:
        """The streams of this contract in the present layout."""
        return stream_names(self.contract.stream, self.settings.sharded and self.contract.sharded)

    def stream_of(self, subject: str) -> str:
        """The stream that holds a subject of this contract."""
        if not (self.contract.sharded and self.settings.sharded):
            return self.contract.stream
        token = self.contract.template.read(subject)[SHARD]
        return stream_of_shard(self.contract.stream, token, True)

    def place(self, keys: Mapping[str, str], done: Callable[[Any], None]) -> tuple[str, str] | None:
        """Stream and subject; None where a value may not stand in a subject: then `done` gets
        `malformed`, later."""
        try:
            subject = self.contract.template.fill_values(keys).decode()
        except Malformed:
            self.wire.after(0.0, lambda: done(CallError(MALFORMED)))
            return None
        return self.stream_of(subject), subject

    def stored(self, message: Raw) -> Stored[M]:
        """Raises DecodeError."""
        sequence, raw = message
        return Stored(sequence, self._parse(raw), raw)

    def all(self, found: Sequence[Raw]) -> tuple[Stored[M], ...]:
        """Raises DecodeError."""
        return tuple(self.stored(message) for message in found)

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

    def persist(
        self,
        attempt: Callable[[Callable[[Any], None]], None],
        read: Callable[[Any], Any],
        done: Callable[[Any], None],
    ) -> None:
        """Ask until there is an answer or the patience is at its end.

        `attempt` is given where to put what it found, None for no answer; `done` gets what `read`
        makes of it, or a CallError: `unavailable`, or `internal` where a message is unreadable.
        """
        until_s = self.now_s() + self.settings.read_patience_s
        self.counts.reads += 1

        def finish(found: object) -> None:
            if found is not None:
                done(self._readable(read, found))
            elif self.now_s() + RETRY_PAUSE_S >= until_s:
                self.counts.unread += 1
                done(CallError(UNAVAILABLE))
            else:
                self.wire.after(RETRY_PAUSE_S, lambda: attempt(finish))

        attempt(finish)

    def _readable(self, read: Callable[[Any], Any], found: object) -> Any:
        try:
            return read(found)
        except DecodeError:
            _log.exception("unreadable message in %s", self.contract.stream)
            return CallError(INTERNAL)
