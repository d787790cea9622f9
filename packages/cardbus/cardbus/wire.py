"""The lean client: nats-py connects, authenticates and reconnects; reading and writing are ours.

A message goes from the socket's read to its handler within the same call. All that is written in
one turn of the event loop goes out as one write. Replies are matched by token under one
subscription on the inbox prefix of the service's own user, so that no other user can read them.

Nothing is kept over a lost connection except the subscriptions: a request that was under way is
told so (`Outcome.LOST`), and what is published meanwhile is lost. Who needs more asks the log.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from typing import Any

from cardbus.client import LeanClient
from cardbus.contracts import inbox_prefix
from cardbus.errors import PayloadTooLarge
from cardbus.link import Link
from cardbus.protocol import Handler, Parser, status_of
from cardbus.settings import BusSettings
from cardbus.wheel import Wheel

_log = logging.getLogger("cardbus")

_PING = b"PING\r\n"
_PONG = b"PONG\r\n"


class Outcome(IntEnum):
    """How a request ended."""

    REPLIED = 0
    # Nobody listens on that subject: it was certainly not taken.
    NO_RESPONDERS = 1
    # Whether it was taken is not known.
    TIMED_OUT = 2
    LOST = 3


# outcome, header block, payload
Done = Callable[[Outcome, bytes, bytes], None]
# The same, once for each reply; True: that was the last one.
Each = Callable[[Outcome, bytes, bytes], bool]


class Wire:
    """One connection of one user. Made by `Wire.open`."""

    def __init__(self, settings: BusSettings) -> None:
        self._settings = settings
        self._client = LeanClient(settings, self)
        self._link: Link | None = None
        self._loop = asyncio.get_running_loop()
        self._routes: dict[bytes, Handler] = {}
        # What the server is told of each subscription, again after every reconnect.
        self._subscribed: dict[bytes, bytes] = {}
        self._next_sid = 0
        self._parser = Parser(self._routes, self._on_control)
        self._out: list[bytes] = []
        self._scheduled = False
        self._waiting_flush: list[Callable[[bool], None]] = []
        self._pinged: deque[list[Callable[[bool], None]]] = deque()
        self._inbox = f"{inbox_prefix(settings.user)}.{secrets.token_hex(8)}."
        self._inbox_bytes = self._inbox.encode()
        self._next_token = 0
        self._pending: dict[bytes, Done] = {}
        self._pending_many: dict[bytes, Each] = {}
        self._deadlines: Wheel[bytes] = Wheel(self._loop, self._expire)
        self._timers: Wheel[Callable[[], None]] = Wheel(self._loop, _run)
        self._background: set[asyncio.Task[None]] = set()
        # Whether a message sent now reaches a server.
        self.up = False
        self.lost_listeners: list[Callable[[], None]] = []
        self.up_listeners: list[Callable[[], None]] = []
        # Refusals of the server: its own words.
        self.violation_listeners: list[Callable[[str], None]] = []
        self.subscribe(self._inbox_bytes + b"*", b"", self._on_reply)

    @classmethod
    async def open(cls, settings: BusSettings) -> Wire:
        """Connect. Raises ConnectFailed when no server takes us within the patience, at once
        where the user or password is wrong."""
        wire = cls(settings)
        await wire._client.open()
        return wire

    # -- sending

    def publish(
        self, subject: bytes, payload: bytes, header: bytes = b"", reply: bytes = b""
    ) -> bool:
        """Send one message with this turn's write. False: not connected, so it is lost.

        `subject` must come from a template. Raises PayloadTooLarge.
        """
        size = len(payload) + len(header)
        if size > self._client.max_payload:
            raise PayloadTooLarge(f"{subject.decode()}: {size} bytes")
        if not self.up:
            return False
        if header:
            self.send(
                b"HPUB %b %b %d %d\r\n%b%b\r\n"
                % (subject, reply, len(header), size, header, payload)
            )
        else:
            self.send(b"PUB %b %b %d\r\n%b\r\n" % (subject, reply, size, payload))
        return True

    def request(
        self, subject: bytes, payload: bytes, header: bytes, deadline_s: float, done: Done
    ) -> None:
        """Send, and call `done` exactly once, never within this call. Raises PayloadTooLarge."""
        self._next_token += 1
        token = b"%d" % self._next_token
        if not self.publish(subject, payload, header, self._inbox_bytes + token):
            self._loop.call_soon(done, Outcome.LOST, b"", b"")
            return
        self._pending[token] = done
        self._deadlines.add(deadline_s, token)

    def request_many(self, subject: bytes, payload: bytes, deadline_s: float, each: Each) -> None:
        """Send, and call `each` for every reply until it says that it was the last one.

        Ends with one call of another outcome when time is up or the connection is lost.
        """
        self._next_token += 1
        token = b"m%d" % self._next_token
        if not self.publish(subject, payload, b"", self._inbox_bytes + token):
            self._loop.call_soon(each, Outcome.LOST, b"", b"")
            return
        self._pending_many[token] = each
        self._deadlines.add(deadline_s, token)

    def inbox(self) -> bytes:
        """A fresh subject under our own prefix, for a subscription of its own."""
        self._next_token += 1
        return self._inbox_bytes + b"own.%d" % self._next_token

    def subscribe(self, subject: bytes, queue: bytes, handler: Handler) -> bytes:
        """Call `handler` for each message from now on; the id is for `unsubscribe`.

        Stands at the server once a `ping` has come back. Outlives reconnects.
        """
        self._next_sid += 1
        sid = b"%d" % self._next_sid
        self._routes[sid] = handler
        command = b"SUB %b %b %b\r\n" % (subject, queue, sid)
        self._subscribed[sid] = command
        if self.up:
            self.send(command)
        return sid

    def unsubscribe(self, sid: bytes) -> None:
        """No more messages are taken, those under way included."""
        self._routes.pop(sid, None)
        self.stop_delivery(sid)

    def stop_delivery(self, sid: bytes) -> None:
        """Ask the server for no more; those under way are still handled."""
        if self._subscribed.pop(sid, None) is not None and self.up:
            self.send(b"UNSUB %b\r\n" % sid)

    def ping(self, done: Callable[[bool], None]) -> None:
        """Call `done(True)` when the server has handled all that was sent before; `done(False)`
        when the connection was lost first. Pings of one turn share a round trip."""
        if not self.up:
            self._loop.call_soon(done, False)
            return
        self._waiting_flush.append(done)
        self._schedule()

    def after(self, delay_s: float, callback: Callable[[], None]) -> None:
        """Call back in about `delay_s` seconds (20 ms coarse); not after `close`."""
        self._timers.add(delay_s, callback)

    def flush_out(self) -> None:
        """Hand the socket now what this turn has written so far."""
        self._write_out()

    def send(self, command: bytes) -> None:
        """A whole protocol command, with this turn's write."""
        self._out.append(command)
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._write_out)

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._write_out)

    def _write_out(self) -> None:
        self._scheduled = False
        if not self.up:
            return
        if self._waiting_flush:
            self._out.append(_PING)
            self._pinged.append(self._waiting_flush)
            self._waiting_flush = []
        link = self._link
        if not self._out or link is None:
            return
        out, self._out = self._out, []
        if link.unsent > self._settings.max_unsent_bytes:
            _log.error("the server takes no more: starting over with another connection")
            link.close()
            return
        link.writelines(out)

    # -- receiving

    def _on_reply(self, subject: bytes, reply: bytes, header: bytes, payload: bytes) -> None:
        token = subject[len(self._inbox_bytes) :]
        done = self._pending.pop(token, None)
        if done is not None:
            if header and status_of(header) == 503:
                done(Outcome.NO_RESPONDERS, header, payload)
            else:
                done(Outcome.REPLIED, header, payload)
            return
        each = self._pending_many.get(token)
        if each is None:
            return
        if header and status_of(header) == 503:
            self._pending_many.pop(token, None)
            each(Outcome.NO_RESPONDERS, header, payload)
        elif each(Outcome.REPLIED, header, payload):
            self._pending_many.pop(token, None)

    def _expire(self, token: bytes) -> None:
        done: Callable[..., Any] | None = self._pending.pop(token, None)
        done = done or self._pending_many.pop(token, None)
        if done is not None:
            _run(partial(done, Outcome.TIMED_OUT, b"", b""))

    def _on_control(self, verb: bytes, rest: bytes) -> None:
        if verb == b"PING":
            self.send(_PONG)
        elif verb == b"PONG":
            self._client.answered()
            for waiter in self._pinged.popleft() if self._pinged else ():
                _run(partial(waiter, True))
        elif verb == b"-ERR":
            self._on_refusal(rest.decode(errors="replace").strip("'"))
        elif verb == b"INFO":
            self._spawn(self._client.informed(json.loads(rest)))

    def _on_refusal(self, text: str) -> None:
        # Whatever ends the connection is followed by the server's closing it.
        _log.error("the server refused: %s", text)
        for listener in list(self.violation_listeners):
            listener(text)

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # -- the client's owner

    def begin(self) -> Callable[[bytes], None]:
        """A new connection's bytes begin with a whole item."""
        self._parser.reset()
        return self._parser.feed

    def connected(self, link: Link) -> None:
        """Subscribe again."""
        link.writelines(list(self._subscribed.values()))
        self._link = link
        self.up = True

    def ready(self) -> None:
        """Tell everybody to catch up."""
        for listener in list(self.up_listeners):
            _run(listener)

    def lost(self, link: Link) -> None:
        """End all that waited for this connection."""
        if link is not self._link or not self.up:
            return
        self.up = False
        self._out = []
        pinged = [*self._pinged, self._waiting_flush]
        self._pinged.clear()
        self._waiting_flush = []
        pending: list[Callable[..., Any]] = [*self._pending.values(), *self._pending_many.values()]
        self._pending.clear()
        self._pending_many.clear()
        for waiters in pinged:
            for waiter in waiters:
                _run(partial(waiter, False))
        for done in pending:
            _run(partial(done, Outcome.LOST, b"", b""))
        for listener in list(self.lost_listeners):
            _run(listener)

    async def shut(self, deadline_s: float = 2.0) -> None:
        """Send what is written, if the server takes it in time, and close for good."""
        if self.up:
            sent: asyncio.Future[bool] = self._loop.create_future()
            self.ping(lambda ok: None if sent.done() else sent.set_result(ok))
            try:
                await asyncio.wait_for(sent, deadline_s)
            except TimeoutError:
                _log.warning("closing without knowing that the last messages were sent")
        await self._client.shut()
        if self._link is not None:
            self.lost(self._link)
        self._deadlines.close()
        self._timers.close()
        self._routes.clear()


def _run(callback: Callable[[], Any]) -> None:
    try:
        callback()
    except Exception:
        _log.exception("a callback failed")
