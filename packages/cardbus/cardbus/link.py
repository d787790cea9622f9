"""A TCP or TLS connection in the shape that nats-py's client wants of a transport.

During the handshake it is read line by line; afterwards every chunk goes straight to a sink.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import ParseResult

from nats.aio.transport import Transport


class Link(asyncio.Protocol, Transport):
    """One connection, used once. `lost(link)` is called when it has ended, for whatever reason."""

    def __init__(self, lost: Callable[[Link], None]) -> None:
        loop = asyncio.get_running_loop()
        self._lost = lost
        self._transport: asyncio.Transport | None = None
        self._sink: Callable[[bytes], None] | None = None
        self._early = bytearray()
        self._line: asyncio.Future[None] | None = None
        self._writable = asyncio.Event()
        self._writable.set()
        # Done when the connection has ended; never holds an exception.
        self.ended: asyncio.Future[Exception | None] = loop.create_future()
        self._failure: Exception | None = None

    # -- nats-py's transport

    async def connect(self, uri: ParseResult, buffer_size: int, connect_timeout: int) -> None:
        loop = asyncio.get_running_loop()
        assert uri.hostname is not None
        assert uri.port is not None
        await asyncio.wait_for(
            loop.create_connection(lambda: self, uri.hostname, uri.port), connect_timeout
        )

    async def connect_tls(
        self,
        uri: str | ParseResult,
        ssl_context: ssl.SSLContext,
        buffer_size: int,
        connect_timeout: int,
    ) -> None:
        assert self._transport is not None
        name = uri if isinstance(uri, str) else uri.hostname
        upgraded = await asyncio.wait_for(
            asyncio.get_running_loop().start_tls(
                self._transport, self, ssl_context, server_hostname=name
            ),
            connect_timeout,
        )
        self._transport = cast(asyncio.Transport, upgraded)

    def write(self, payload: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(payload)

    def writelines(self, payload: list[bytes]) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.writelines(payload)

    async def read(self, buffer_size: int) -> bytes:
        raise NotImplementedError("the sink reads")

    async def readline(self) -> bytes:
        while (end := self._early.find(b"\n")) < 0:
            if self.ended.done():
                raise ConnectionResetError("ended during the handshake")
            self._line = asyncio.get_running_loop().create_future()
            await self._line
        line = bytes(self._early[: end + 1])
        del self._early[: end + 1]
        return line

    async def drain(self) -> None:
        await self._writable.wait()

    async def wait_closed(self) -> None:
        if self._transport is not None:
            await asyncio.wait([self.ended])

    def close(self) -> None:
        # What a frozen server did not take must not hold up the next connection.
        if self._transport is not None:
            self._transport.abort()

    def at_eof(self) -> bool:
        return self.ended.done()

    def __bool__(self) -> bool:
        return self._transport is not None

    # -- ours

    @property
    def unsent(self) -> int:
        """Bytes that the kernel has not taken yet."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    def stream(self, sink: Callable[[bytes], None]) -> None:
        """From now on each chunk goes to `sink`; an exception of it ends the connection."""
        self._sink = sink
        if self._early:
            early = bytes(self._early)
            self._early.clear()
            self.data_received(early)

    # -- asyncio's protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=1 << 20)

    def data_received(self, data: Any) -> None:
        if self._sink is None:
            self._early += data
            self._wake()
            return
        try:
            self._sink(data)
        except Exception as error:
            self._failure = error
            self.close()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(self._failure or exc)
        self._writable.set()
        self._wake()
        self._lost(self)

    def _wake(self) -> None:
        if self._line is not None and not self._line.done():
            self._line.set_result(None)
