"""Serving calls: handlers are plain functions, called from the socket's read."""

from __future__ import annotations

import asyncio
import inspect
import logging
import re
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from google.protobuf.message import DecodeError, Message

from cardbus.calls import ERROR_HEADER
from cardbus.contracts import CallContract
from cardbus.errors import INTERNAL, MALFORMED, CallError, Malformed, PayloadTooLarge
from cardbus.protocol import header_block
from cardbus.wire import Wire
from cardproto.v1.common_pb2 import Error

_log = logging.getLogger("cardbus")

M = TypeVar("M", bound=Message)

ERROR_BLOCK = header_block((ERROR_HEADER, b"1"))


class AlreadyAnswered(RuntimeError):
    """A handler answered one request twice."""


class Reply(Generic[M]):
    """The answer to one request: exactly one of `ok` and `error`, at any later time."""

    __slots__ = ("_serving", "_subject", "open")

    def __init__(self, serving: Serving, subject: bytes) -> None:
        self._serving = serving
        self._subject = subject
        # Whether it has still to be answered.
        self.open = True

    def ok(self, response: M) -> None:
        """Answer. Raises AlreadyAnswered."""
        self._answer(response.SerializeToString(), b"")

    def error(self, code: str, /, **params: str) -> None:
        """Refuse with a stable code. Raises AlreadyAnswered."""
        self._answer(Error(code=code, params=params).SerializeToString(), ERROR_BLOCK)
        self._serving.refused += 1

    def _answer(self, payload: bytes, header: bytes) -> None:
        if not self.open:
            raise AlreadyAnswered(self._subject.decode())
        self.open = False
        serving = self._serving
        serving.under_way -= 1
        if self._subject:
            try:
                serving.wire.publish(self._subject, payload, header)
            except PayloadTooLarge as error:
                _log.error("an answer is too large: %s", error)
                refusal = Error(code=INTERNAL).SerializeToString()
                serving.wire.publish(self._subject, refusal, ERROR_BLOCK)
        if serving.draining:
            serving.settle()


class Serving:
    """One service served by this process, in its queue group with the other replicas."""

    def __init__(self, wire: Wire, contracts: tuple[CallContract, ...], handlers: object) -> None:
        self.wire = wire
        # Requests not answered yet, and counts for the metrics.
        self.under_way = 0
        self.served = 0
        self.refused = 0
        self.draining = False
        self._empty: asyncio.Future[None] | None = None
        bound = [(contract, _handler(handlers, contract)) for contract in contracts]
        self._sids = [
            wire.subscribe(
                contract.template.wildcard.encode(),
                contract.queue.encode(),
                self._receiver(contract, handler),
            )
            for contract, handler in bound
        ]

    async def drain(self, deadline_s: float = 10.0) -> bool:
        """Take no new work, and wait until all that was taken is answered.

        False where some was still unanswered after `deadline_s` seconds.
        """
        for sid in self._sids:
            self.wire.stop_delivery(sid)
        loop = asyncio.get_running_loop()
        handled: asyncio.Future[bool] = loop.create_future()
        self.wire.ping(lambda ok: None if handled.done() else handled.set_result(ok))
        self._empty = loop.create_future()
        try:
            async with asyncio.timeout(deadline_s):
                await handled
                self.draining = True
                self.settle()
                await self._empty
        except TimeoutError:
            _log.warning("drained with %d requests unanswered", self.under_way)
            return False
        finally:
            for sid in self._sids:
                self.wire.unsubscribe(sid)
        return True

    def settle(self) -> None:
        """Ends a drain once nothing is under way."""
        if self.under_way == 0 and self._empty is not None and not self._empty.done():
            self._empty.set_result(None)

    def _receiver(
        self, contract: CallContract, handler: Callable[[Any, Reply[Any]], None]
    ) -> Callable[[bytes, bytes, bytes, bytes], None]:
        parse = contract.request.FromString
        check = contract.template.check if contract.template.fields else None
        name = contract.method.full_name

        def receive(subject: bytes, reply_to: bytes, header: bytes, payload: bytes) -> None:
            self.under_way += 1
            self.served += 1
            reply: Reply[Any] = Reply(self, reply_to)
            try:
                request = parse(payload)
                if check is not None:
                    check(request)
            except (DecodeError, Malformed):
                reply.error(MALFORMED)
                return
            try:
                handler(request, reply)
            except CallError as error:
                if reply.open:
                    reply.error(error.code, **error.params)
                else:
                    _log.error("%s refused after its answer: %s", name, error)
            except Exception:
                _log.exception("%s failed", name, extra=_correlation(request))
                if reply.open:
                    reply.error(INTERNAL)

        return receive


def snake(name: str) -> str:
    """`TakeSeat` as `take_seat`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _handler(handlers: object, contract: CallContract) -> Callable[[Any, Reply[Any]], None]:
    name = snake(contract.method.name)
    handler = getattr(handlers, name, None)
    if not callable(handler):
        raise TypeError(f"{type(handlers).__name__} has no handler {name}")
    if inspect.iscoroutinefunction(handler):
        raise TypeError(f"{type(handlers).__name__}.{name} must be a plain function")
    return handler  # type: ignore[no-any-return]


def _correlation(request: Any) -> dict[str, str]:
    """Ids by which the lines of one request are found again."""
    found: dict[str, str] = {}
    fields = request.DESCRIPTOR.fields_by_name
    if "actor" in fields:
        found["request_id"] = request.actor.request_id
        found["player_id"] = request.actor.player_id
    for name in ("game_id", "room_id"):
        if name in fields:
            found[name] = getattr(request, name)
    return found
