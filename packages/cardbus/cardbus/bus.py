"""The bus: typed calls, handlers, announcements and streams of one party, over one connection.

Everything is bound from the contracts' descriptors. All callbacks are plain functions, called
from the socket's read on the event loop. The awaitable forms are futures over the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message

from cardbus import contracts
from cardbus.access import Access
from cardbus.calls import Answered, CallCounts, Caller
from cardbus.errors import CallError, NotGranted
from cardbus.reply import Reply, Serving
from cardbus.settings import BusSettings
from cardbus.stream import Stream
from cardbus.wire import Wire
from cardproto.v1.engine_pb2 import LogEntry, Nudge

_log = logging.getLogger("cardbus")

M = TypeVar("M", bound=Message)

__all__ = ["Bus", "Reply", "Serving", "Subscription"]

# request, done, deadline in milliseconds
Call = Callable[[Message, Answered, int | None], None]


class Subscription:
    """Announcements of one kind, until closed."""

    def __init__(self, wire: Wire, sid: bytes) -> None:
        self._wire = wire
        self._sid = sid

    def close(self) -> None:
        """No more are handled."""
        self._wire.unsubscribe(self._sid)


class Bus:
    """One party's connection. Made by `Bus.connect`."""

    def __init__(self, wire: Wire, settings: BusSettings, clock_ms: Callable[[], int]) -> None:
        self.wire = wire
        self.settings = settings
        # Since when no server is reached, in the clock's milliseconds; None: connected.
        self.away_since_ms: int | None = None
        self._clock_ms = clock_ms
        wire.lost_listeners.append(self._lost)
        wire.up_listeners.append(self._found)
        # For the metrics.
        self.calls = CallCounts()
        self._callers: dict[str, Call] = {}
        self._streams: dict[str, Stream[Any]] = {}
        self._servings: list[Serving] = []

    @classmethod
    async def connect(cls, settings: BusSettings, clock_ms: Callable[[], int]) -> Bus:
        """Connect as the party of the settings. `clock_ms` tells the time in milliseconds.

        Raises ConnectFailed, at once where the password is wrong; afterwards the connection is
        renewed for ever.
        """
        return cls(await Wire.open(settings), settings, clock_ms)

    @property
    def connected(self) -> bool:
        """Whether a message sent now reaches a server."""
        return self.wire.up

    def on_reconnect(self, listener: Callable[[], None]) -> None:
        """Call `listener` each time the connection stands again after a loss (a server's, the
        network's, or for being too slow): announcements and feed entries may have been missed."""
        self.wire.up_listeners.append(listener)

    def _lost(self) -> None:
        self.away_since_ms = self._clock_ms()

    def _found(self) -> None:
        self.away_since_ms = None

    # -- calls

    def caller(self, method: MethodDescriptor) -> Call:
        """The method bound for calling, as `call` takes it without the method; where the party
        may not call it, using it raises NotGranted."""
        name = method.full_name
        caller = self._callers.get(name)
        if caller is None:
            contract = contracts.calls()[name]
            if self.settings.party in contract.callers:
                caller = Caller(self.wire, contract, self.settings.call_deadline_s, self.calls)
            else:
                caller = partial(_refuse, f"{self.settings.user} may not call {name}")
            self._callers[name] = caller
        return caller

    def call(
        self,
        method: MethodDescriptor,
        request: Message,
        done: Answered,
        deadline_ms: int | None = None,
    ) -> None:
        """Request; `done` gets the response or a CallError, exactly once, never within this call.

        `deadline_ms` is relative and replaces the contract's. Where nobody serves the call, it is
        sent once more after a second. Raises NotGranted, PayloadTooLarge.
        """
        self.caller(method)(request, done, deadline_ms)

    async def ask(
        self, method: MethodDescriptor, request: Message, deadline_ms: int | None = None
    ) -> Message:
        """The same, awaited. Raises CallError."""
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

        def done(answer: Message | CallError) -> None:
            if future.done():
                return
            if isinstance(answer, CallError):
                future.set_exception(answer)
            else:
                future.set_result(answer)

        self.call(method, request, done, deadline_ms)
        return await future

    def serve(self, service: ServiceDescriptor, handlers: object) -> Serving:
        """Serve every method: `handlers` has one plain function a method, in snake case, taking
        the request and a Reply. Raises NotGranted, TypeError where one is missing.

        A handler that raises CallError refuses with its code; any other exception is logged with
        the request's ids and answered `internal`.
        """
        bound = contracts.calls_of(service)
        if any(contract.server != self.settings.party for contract in bound):
            raise NotGranted(f"{self.settings.user} may not serve {service.full_name}")
        serving = Serving(self.wire, bound, handlers)
        self._servings.append(serving)
        return serving

    # -- announcements

    def announce(self, message: Message) -> None:
        """Tell every subscriber, at most once. Raises NotGranted, Malformed, PayloadTooLarge."""
        granted = False
        payload = message.SerializeToString()
        for contract in contracts.announcements().get(message.DESCRIPTOR.full_name, ()):
            if self.settings.party in contract.publishers:
                granted = True
                self.wire.publish(contract.template.fill(message), payload)
        if not granted:
            raise NotGranted(
                f"{self.settings.user} may not announce {message.DESCRIPTOR.full_name}"
            )

    def subscribe(
        self, message_type: type[M], handler: Callable[[M], None], **placeholders: str
    ) -> Subscription:
        """Handle every announcement of this type whose fields are as given; a field not given
        may be anything. Raises NotGranted, Malformed, KeyError for an unknown field."""
        name = message_type.DESCRIPTOR.full_name
        for contract in contracts.announcements().get(name, ()):
            if self.settings.party in contract.subscribers:
                subject = contract.template.match(placeholders)
                return Subscription(
                    self.wire, self.wire.subscribe(subject, b"", _reader(message_type, handler))
                )
        raise NotGranted(f"{self.settings.user} may not subscribe to {name}")

    # -- streams

    def stream(self, message_type: type[M]) -> Stream[M]:
        """The stream of this message type. Raises NotGranted where the party has no right in it."""
        name = message_type.DESCRIPTOR.full_name
        stream = self._streams.get(name)
        if stream is None:
            contract = contracts.streams()[name]
            if self.settings.party not in contract.grants:
                raise NotGranted(f"{self.settings.user} has no right in {contract.stream}")
            access: Access[M] = Access(self.wire, contract, self.settings)
            if message_type is LogEntry:
                access.in_doubt = self._nudge
            stream = self._streams[name] = Stream(access)
        return stream

    def _nudge(self, entry: Message) -> None:
        """The feed may have missed this entry: whoever shows the table shall read the log."""
        assert isinstance(entry, LogEntry)
        self.announce(Nudge(game_id=entry.game_id, version=entry.version))

    # -- the connection

    async def flush(self, deadline_s: float = 10.0) -> None:
        """A round trip: subscriptions made before stand now. Raises CallError `unavailable`."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.wire.ping(lambda ok: None if done.done() else done.set_result(ok))
        try:
            alive = await asyncio.wait_for(done, deadline_s)
        except TimeoutError:
            alive = False
        if not alive:
            raise CallError("unavailable")

    async def drain(self, deadline_s: float = 10.0) -> None:
        """Take no new work, answer what was taken, send all that is written."""
        await asyncio.gather(*(serving.drain(deadline_s) for serving in self._servings))
        self._servings.clear()
        if self.connected:
            await self.flush(deadline_s)

    async def close(self) -> None:
        """Disconnect for good. What is under way ends as unavailable."""
        await self.wire.shut()


def _refuse(text: str, *_: object) -> None:
    raise NotGranted(text)


def _reader(
    message_type: type[M], handler: Callable[[M], None]
) -> Callable[[bytes, bytes, bytes, bytes], None]:
    parse = message_type.FromString

    def receive(subject: bytes, reply: bytes, header: bytes, payload: bytes) -> None:
        try:
            message = parse(payload)
        except DecodeError:
            _log.error("unreadable announcement on %s", subject.decode())
            return
        handler(message)

    return receive
