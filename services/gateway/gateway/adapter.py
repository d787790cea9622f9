"""Clients' connections: the WebSocket protocol between uvicorn's listener and the sockets' core.

uvicorn serves HTTP and hands each upgrade to a protocol made here, below any framework: no
task, no queue and no ASGI message a socket or frame. `websockets` parses and keeps the
protocol's rules; only the header of outgoing messages, which is two to ten bytes, is written here.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.exceptions import PayloadTooBig
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from cardproto.v1.client_pb2 import Goodbye, ServerFrame
from gateway.addresses import Addresses, origin_allowed
from gateway.codec import CODECS
from gateway.errors import TOO_LARGE
from gateway.sockets import CLOSE_RESTART, RESTART, Socket, Sockets

PATH: Final = "/ws"
_SUBPROTOCOLS: Final = [Subprotocol(name) for name in CODECS]
_COUNTED: Final = frozenset({Opcode.PING, Opcode.PONG, Opcode.CONT})
_CLOSE_S: Final = 3.0
_HIGH_WATER: Final = 16_384
_quiet: Final = logging.getLogger("gateway.websockets")
_quiet.setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True)
class DoorRules:
    """Who may open a socket, and how much may lie in its buffers (bytes, messages)."""

    addresses: Addresses
    allowed_origins: tuple[str, ...]
    frame_bytes: int
    waiting_frames: int
    waiting_bytes: int


def head(text: bool, size: int) -> bytes:
    """The header of an unmasked, unfragmented message of `size` bytes (RFC 6455, 5.2)."""
    first = 0x81 if text else 0x82
    if size < 126:
        return bytes((first, size))
    if size < 65_536:
        return struct.pack("!BBH", first, 126, size)
    return struct.pack("!BBQ", first, 127, size)


class Connection(asyncio.Protocol):
    """One client's connection; the `Line` of its socket."""

    __slots__ = (
        "_close_timer", "_connections", "_loop", "_measuring", "_parts", "_parts_text",
        "_protocol", "_rules", "_since_empty", "_socket", "_sockets", "_text", "_transport",
    )  # fmt: skip

    def __init__(
        self,
        sockets: Sockets,
        rules: DoorRules,
        connections: set[Any],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._sockets = sockets
        self._rules = rules
        self._connections = connections
        self._loop = loop
        self._protocol = ServerProtocol(
            subprotocols=_SUBPROTOCOLS, max_size=rules.frame_bytes, logger=_quiet
        )
        self._transport: asyncio.Transport | None = None
        self._socket: Socket | None = None
        self._text = False
        self._parts: list[bytes] | None = None
        self._parts_text = False
        self._since_empty = 0
        self._measuring = False
        self._close_timer: asyncio.TimerHandle | None = None

    # -- what the event loop and uvicorn call

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """uvicorn hands over a connection whose request asked for an upgrade."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=_HIGH_WATER, low=0)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        """Bytes from the client; the first are the request itself."""
        if self._socket is not None:
            self._sockets.heard(self._socket)
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._frame(event)
            elif isinstance(event, Request):
                self._request(event)
        if isinstance(self._protocol.parser_exc, PayloadTooBig):
            self._too_large()
        self._flush()
        if self._protocol.parser_exc is not None or self._protocol.state is not OPEN:
            self._finish()

    def eof_received(self) -> None:
        """The client will send no more: the connection ends."""
        self._protocol.receive_eof()
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._connections.discard(self)
        if self._close_timer is not None:
            self._close_timer.cancel()
        self._leave()
        self._transport = None

    def pause_writing(self) -> None:
        """Much waits to be written; `write` measures it."""

    def resume_writing(self) -> None:
        """Nothing waits any more."""
        self._since_empty = 0

    def shutdown(self) -> None:
        """uvicorn stops."""
        if self._socket is not None:
            self._sockets.end(self._socket, RESTART, CLOSE_RESTART)
        else:
            self.close(CLOSE_RESTART, RESTART)

    # -- what the sockets' core calls

    def write(self, message: bytes) -> None:
        """Send one message."""
        transport = self._transport
        if transport is None or self._protocol.state is not OPEN:
            return
        try:
            transport.write(head(self._text, len(message)) + message)
        except RuntimeError:
            # The transport ended without having said so yet: others must not suffer from it.
            transport.abort()
            return
        self._since_empty += 1
        if not self._measuring and (
            self._since_empty > self._rules.waiting_frames
            or transport.get_write_buffer_size() > self._rules.waiting_bytes
        ):
            self._measuring = True
            self._loop.call_soon(self._measure)

    def ping(self) -> None:
        """Send a ping."""
        if self._protocol.state is OPEN:
            self._protocol.send_ping(b"")
            self._flush()

    def close(self, code: int, reason: str) -> None:
        """Send the closing frame after what waits; cut off if the client does not answer it."""
        if self._protocol.state is OPEN:
            self._protocol.send_close(code, reason)
            self._flush()
        self._finish()

    # -- inside

    def _measure(self) -> None:
        """Once the loop has written what it could: how much is the client behind?"""
        self._measuring = False
        if self._transport is None or self._socket is None:
            return
        waiting = self._transport.get_write_buffer_size()
        if waiting == 0:
            self._since_empty = 0
        elif self._since_empty > self._rules.waiting_frames or waiting > self._rules.waiting_bytes:
            self._sockets.slow(self._socket)

    def _request(self, request: Request) -> None:
        address = self._rules.addresses.of(self._peer(), request.headers.get_all("X-Forwarded-For"))
        response = self._refusal(request, address) or self._protocol.accept(request)
        response.headers["Cache-Control"] = "no-store"
        self._protocol.send_response(response)
        if response.status_code != 101:
            return
        assert self._protocol.subprotocol is not None
        codec = CODECS[self._protocol.subprotocol]
        self._text = codec.text
        self._socket = self._sockets.opened(self, codec, address)

    def _refusal(self, request: Request, address: str) -> Response | None:
        """Why this request opens no socket, or None where the protocol may go on to decide."""
        if request.path.partition("?")[0] != PATH:
            return self._protocol.reject(404, "no such socket\n")
        origins = request.headers.get_all("Origin")
        hosts = request.headers.get_all("Host")
        if not origin_allowed(origins, hosts, self._rules.allowed_origins):
            return self._protocol.reject(403, "origin not allowed\n")
        code = self._sockets.admits(address)
        if code:
            return self._protocol.reject(503 if code == "unavailable" else 429, f"{code}\n")
        return None

    def _frame(self, frame: Frame) -> None:
        opcode = frame.opcode
        if self._socket is not None and (opcode in _COUNTED or not frame.fin):
            self._sockets.noise(self._socket)
        if opcode is Opcode.TEXT or opcode is Opcode.BINARY:
            if frame.fin:
                self._message(bytes(frame.data), opcode is Opcode.TEXT)
            else:
                self._parts, self._parts_text = [bytes(frame.data)], opcode is Opcode.TEXT
        elif opcode is Opcode.CONT and self._parts is not None:
            self._parts.append(bytes(frame.data))
            if frame.fin:
                parts, self._parts = self._parts, None
                self._message(b"".join(parts), self._parts_text)

    def _message(self, message: bytes, text: bool) -> None:
        if self._socket is not None:
            self._sockets.received(self._socket, message, text)

    def _too_large(self) -> None:
        """The protocol has its closing frame ready: the reason goes out before it."""
        if self._socket is not None and self._transport is not None:
            message = self._socket.codec.write(ServerFrame(goodbye=Goodbye(reason=TOO_LARGE)))
            self._transport.write(head(self._text, len(message)) + message)

    def _flush(self) -> None:
        if self._transport is None:
            return
        for chunk in self._protocol.data_to_send():
            if chunk:
                self._transport.write(chunk)
            else:
                self._transport.close()

    def _finish(self) -> None:
        """Nothing more will be said: the socket is over, and soon the connection too."""
        self._leave()
        if self._transport is not None and self._close_timer is None:
            self._close_timer = self._loop.call_later(_CLOSE_S, self._transport.abort)

    def _leave(self) -> None:
        socket, self._socket = self._socket, None
        if socket is not None:
            self._sockets.closed(socket)

    def _peer(self) -> str:
        peer = self._transport.get_extra_info("peername") if self._transport is not None else None
        return str(peer[0]) if isinstance(peer, tuple) else ""


def protocol_factory(sockets: Sockets, rules: DoorRules) -> Callable[..., asyncio.Protocol]:
    """What uvicorn takes as its WebSocket implementation."""

    def make(
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> asyncio.Protocol:
        loop = _loop or asyncio.get_running_loop()
        return Connection(sockets, rules, cast(set[Any], server_state.connections), loop)

    return make
