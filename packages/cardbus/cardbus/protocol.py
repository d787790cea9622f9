"""The server's side of the NATS client protocol, parsed as it comes off the socket.

A message is handed to its subscription's handler within `feed`: no queue, no task, no coroutine
a message. Bytes may be split anywhere.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

_log = logging.getLogger("cardbus")

# subject, reply subject, header block (empty: none), payload
Handler = Callable[[bytes, bytes, bytes, bytes], None]

_MAX_CONTROL_LINE = 1 << 20
_M, _H, _P, _I, _PLUS, _MINUS = b"MHPI+-"


class ProtocolViolation(Exception):
    """The server sent what the protocol does not know; the connection is of no more use."""


class Parser:
    """Feeds messages to `routes` (by subscription id) and everything else to `control`.

    `control(verb, rest)` gets PING, PONG, INFO and -ERR lines. A handler that raises is logged;
    the others go on.
    """

    def __init__(
        self, routes: Mapping[bytes, Handler], control: Callable[[bytes, bytes], None]
    ) -> None:
        self._routes = routes
        self._control = control
        self._rest = bytearray()
        # Total bytes without which parsing again is useless.
        self._wanted = 0

    def reset(self) -> None:
        """Forget a half message of an earlier connection."""
        self._rest.clear()
        self._wanted = 0

    def feed(self, chunk: bytes) -> None:
        """Parse and dispatch all that is complete. Raises ProtocolViolation."""
        rest = self._rest
        if rest:
            rest += chunk
            if len(rest) < self._wanted:
                return
            chunk = bytes(rest)
            rest.clear()
        self._wanted = 0
        done = self._consume(chunk)
        if done < len(chunk):
            rest += memoryview(chunk)[done:]

    def _consume(self, chunk: bytes) -> int:
        """Dispatch every complete item; where the first incomplete one begins."""
        at, size = 0, len(chunk)
        routes = self._routes
        while at < size:
            end = chunk.find(b"\r\n", at)
            if end < 0:
                if size - at > _MAX_CONTROL_LINE:
                    raise ProtocolViolation("endless control line")
                return at
            verb = chunk[at]
            if verb != _M and verb != _H:
                self._other(verb, chunk[at:end])
                at = end + 2
                continue
            words = chunk[at:end].split()
            try:
                length = int(words[-1])
                head = int(words[-2]) if verb == _H else 0
                reply = words[3] if len(words) == (6 if verb == _H else 5) else b""
                subject, sid = words[1], words[2]
            except (ValueError, IndexError) as error:
                raise ProtocolViolation(f"unreadable {chunk[at:end][:80]!r}") from error
            start = end + 2
            stop = start + length
            if stop + 2 > size:
                self._wanted = stop + 2 - at
                return at
            at = stop + 2
            handler = routes.get(sid)
            if handler is not None:
                body = start + head
                try:
                    handler(subject, reply, chunk[start:body], chunk[body:stop])
                except Exception:
                    _log.exception("a handler failed", extra={"subject": subject.decode()})
        return at

    def _other(self, verb: int, line: bytes) -> None:
        if verb == _PLUS:
            return
        if verb not in (_P, _I, _MINUS):
            raise ProtocolViolation(f"unknown {line[:80]!r}")
        word, _, rest = line.partition(b" ")
        self._control(word.strip().upper(), rest.strip())


def status_of(header: bytes) -> int:
    """The inline status of a header block: 503, 404, 204, ...; 0 where there is none."""
    line = header[8 : header.find(b"\r\n")].strip()
    return int(line[:3]) if line[:3].isdigit() else 0


def field_of(header: bytes, name: bytes) -> bytes | None:
    """The value of the first field `name` (exact case, without colon); None where missing."""
    mark = b"\r\n" + name + b":"
    at = header.find(mark)
    if at < 0:
        return None
    start = at + len(mark)
    return header[start : header.find(b"\r\n", start)].strip()


def header_block(*fields: tuple[bytes, bytes]) -> bytes:
    """A header block of these fields. Raises ValueError for a value with a line break."""
    lines = [b"NATS/1.0\r\n"]
    for name, value in fields:
        if b"\r" in value or b"\n" in value:
            raise ValueError(f"line break in header {name.decode()}")
        lines.append(name + b": " + value + b"\r\n")
    lines.append(b"\r\n")
    return b"".join(lines)
