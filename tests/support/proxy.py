"""A TCP proxy of our own between two parties: it cuts, holds up, delays, and loses messages.

It runs on a thread with a loop of its own, so that a test may block while it works.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from carteado.embedded import HOST
from carteado.processes import free_port

T = TypeVar("T")

Filter = Callable[[bytes], bytes]
"""From what the server sent to what the client gets; one for each connection."""

_CHUNK = 1 << 16


class Proxy:
    """Listens on `port` and passes everything on to a port of `targets`, the next at each
    connection; one where nobody listens is passed over.

    `delay_s` holds each chunk back for so long, both ways; while `held` nothing passes, and
    nobody is told. `make_filter` is asked for one filter a connection.
    """

    def __init__(self, *targets: int, make_filter: Callable[[], Filter] | None = None) -> None:
        self.port = free_port()
        self.delay_s = 0.0
        self.connections = 0
        self._targets = targets
        self._make_filter = make_filter or (lambda: lambda data: data)
        self._open: set[asyncio.StreamWriter] = set()
        self._flowing = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None

    def start(self) -> Proxy:
        """Listen."""
        self._thread.start()
        self._run(self._listen())
        return self

    def stop(self) -> None:
        """End everything."""
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def cut(self) -> None:
        """Reset every connection; new ones are taken at once."""
        self._run(self._cut())

    def hold(self, held: bool) -> None:
        """Let nothing pass, or everything again."""
        act = self._flowing.clear if held else self._flowing.set
        self._loop.call_soon_threadsafe(act)

    def _run(self, work: Awaitable[T]) -> T:
        async def awaited() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(awaited(), self._loop).result(10)

    async def _listen(self) -> None:
        self._flowing.set()
        self._server = await asyncio.start_server(self._accept, HOST, self.port)

    async def _end(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._cut()

    async def _cut(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found = await self._reach()
        if found is None:
            writer.transport.abort()
            return
        there, back = found
        self._open |= {writer, back}
        try:
            await asyncio.gather(
                self._pass(reader, back, lambda data: data),
                self._pass(there, writer, self._make_filter()),
            )
        finally:
            for end in (writer, back):
                self._open.discard(end)
                end.transport.abort()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for _ in self._targets:
            self.connections += 1
            target = self._targets[self.connections % len(self._targets)]
            with suppress(OSError):
                return await asyncio.open_connection(HOST, target)
        return None

    async def _pass(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, let: Filter
    ) -> None:
        with suppress(OSError):
            while data := await source.read(_CHUNK):
                await self._flowing.wait()
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                kept = let(data)
                if kept:
                    sink.write(kept)
                    await sink.drain()
        # What is still on its way arrives before the end does.
        sink.close()


@contextmanager
def proxy(*targets: int, make_filter: Callable[[], Filter] | None = None) -> Iterator[Proxy]:
    """A proxy to `targets` for the time of the context."""
    made = Proxy(*targets, make_filter=make_filter).start()
    try:
        yield made
    finally:
        made.stop()


class Dropper:
    """Loses every `every`th message that a NATS server delivers on subjects with that beginning.

    It reads the protocol just far enough to cut whole messages out of the stream.
    """

    def __init__(self, beginning: bytes, every: int) -> None:
        self.every = every
        self._beginning = beginning
        self.seen = 0
        self.lost = 0

    def make(self) -> Filter:
        """The filter of one connection."""
        waiting = bytearray()

        def let(data: bytes) -> bytes:
            waiting.extend(data)
            passed = bytearray()
            while (end := waiting.find(b"\r\n")) >= 0:
                line = bytes(waiting[:end])
                whole = end + 2 + _payload(line)
                if len(waiting) < whole:
                    break
                if not self._loses(line):
                    passed += waiting[:whole]
                del waiting[:whole]
            return bytes(passed)

        return let

    def _loses(self, line: bytes) -> bool:
        words = line.split()
        if words[:1] not in ([b"MSG"], [b"HMSG"]) or not words[1].startswith(self._beginning):
            return False
        self.seen += 1
        lost = self.seen % self.every == 0
        self.lost += lost
        return lost


def _payload(line: bytes) -> int:
    """How many bytes follow a protocol line, its own end included."""
    words = line.split()
    return int(words[-1]) + 2 if words[:1] in ([b"MSG"], [b"HMSG"]) else 0
