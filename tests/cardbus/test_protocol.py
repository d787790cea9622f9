"""The parser, over any split of the bytes."""

from __future__ import annotations

import logging
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardbus.protocol import (
    Handler,
    Parser,
    ProtocolViolation,
    field_of,
    header_block,
    status_of,
)

TOKEN = st.text("abcdefgh0123456789", min_size=1, max_size=8)
SUBJECT = st.lists(TOKEN, min_size=1, max_size=4).map(".".join)
PAYLOAD = st.binary(max_size=60) | st.sampled_from([b"\r\n", b"PING\r\n", b"MSG a 1 2\r\n"])

Item = tuple[str, bytes, bytes, bytes, bytes]


@st.composite
def items(draw: st.DrawFn) -> tuple[Item, bytes]:
    """One thing that a server may send: what is to come out, and its bytes."""
    kind = draw(st.sampled_from(["msg", "hmsg", "PING", "PONG", "INFO", "-ERR", "+OK"]))
    if kind in ("msg", "hmsg"):
        subject = draw(SUBJECT).encode()
        reply = draw(st.just("") | SUBJECT).encode()
        payload = draw(PAYLOAD)
        between = b" " + reply + b" " if reply else b" "
        if kind == "msg":
            line = b"MSG %b 7%b%d\r\n" % (subject, between, len(payload))
            return ("msg", subject, reply, b"", payload), line + payload + b"\r\n"
        header = header_block((b"Nats-Sequence", draw(TOKEN).encode()))
        total = len(header) + len(payload)
        line = b"HMSG %b 7%b%d %d\r\n" % (subject, between, len(header), total)
        return ("msg", subject, reply, header, payload), line + header + payload + b"\r\n"
    rest = draw(st.sampled_from([b"", b"'text'", b'{"a": 1}'])) if kind in ("INFO", "-ERR") else b""
    line = kind.encode() + (b" " + rest if rest else b"") + b"\r\n"
    return (kind, rest, b"", b"", b""), line


def parse(chunks: list[bytes]) -> list[Item]:
    """What comes out of the parser."""
    found: list[Item] = []
    routes: dict[bytes, Handler] = {b"7": lambda s, r, h, p: found.append(("msg", s, r, h, p))}
    parser = Parser(routes, lambda verb, rest: found.append((verb.decode(), rest, b"", b"", b"")))
    for chunk in chunks:
        parser.feed(chunk)
    return found


@given(st.lists(items(), max_size=8), st.lists(st.integers(0, 600), max_size=12))
def test_any_split_gives_the_same(sent: list[tuple[Item, bytes]], cuts: list[int]) -> None:
    """Everything once, in order, however the bytes arrive."""
    wire = b"".join(raw for _, raw in sent)
    places = sorted({0, len(wire), *(cut % (len(wire) + 1) for cut in cuts)})
    chunks = [wire[a:b] for a, b in pairwise(places)]
    wanted = [item for item, _ in sent if item[0] != "+OK"]
    assert parse(chunks) == wanted


@given(st.lists(items(), max_size=4))
def test_byte_by_byte_gives_the_same(sent: list[tuple[Item, bytes]]) -> None:
    """The worst split."""
    wire = b"".join(raw for _, raw in sent)
    chunks = [wire[i : i + 1] for i in range(len(wire))]
    assert parse(chunks) == [item for item, _ in sent if item[0] != "+OK"]


@pytest.mark.parametrize(
    "line",
    [b"HELLO\r\n", b"MSG a\r\n", b"MSG a 1 x\r\n", b"HMSG a 1 x 5\r\n", b"\r\n", b"{}\r\n"],
)
def test_what_the_protocol_does_not_know_is_a_violation(line: bytes) -> None:
    """The connection is of no more use."""
    with pytest.raises(ProtocolViolation):
        parse([line])


def test_an_endless_line_is_a_violation() -> None:
    """Memory is not filled by a line without end."""
    parser = Parser({}, lambda verb, rest: None)
    parser.feed(b"INFO " + b"x" * (1 << 19))
    with pytest.raises(ProtocolViolation):
        parser.feed(b"x" * (1 << 20))


def test_a_handler_that_raises_harms_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, and the next message is handled."""
    seen: list[bytes] = []

    def handle(subject: bytes, reply: bytes, header: bytes, payload: bytes) -> None:
        seen.append(payload)
        raise ValueError("no")

    parser = Parser({b"1": handle}, lambda verb, rest: None)
    with caplog.at_level(logging.ERROR, logger="cardbus"):
        parser.feed(b"MSG a 1 1\r\nx\r\nMSG a 2 1\r\nz\r\nMSG a 1 1\r\ny\r\n")
    assert seen == [b"x", b"y"]
    assert len(caplog.records) == 2


def test_a_half_message_is_forgotten_on_reset() -> None:
    """A new connection begins with a whole item."""
    seen: list[bytes] = []
    parser = Parser({b"1": lambda s, r, h, p: seen.append(p)}, lambda verb, rest: None)
    parser.feed(b"MSG a 1 100\r\nhalf")
    parser.reset()
    parser.feed(b"MSG a 1 1\r\nx\r\n")
    assert seen == [b"x"]


def test_header_blocks_are_read() -> None:
    """Status lines, fields, and none of either."""
    assert status_of(b"NATS/1.0 503\r\n\r\n") == 503
    assert status_of(b"NATS/1.0 404 Message Not Found\r\n\r\n") == 404
    assert status_of(header_block((b"A", b"503"))) == 0
    block = header_block((b"Nats-Sequence", b"12"), (b"Carteado-Due", b"v=1;turn@5"))
    assert field_of(block, b"Nats-Sequence") == b"12"
    assert field_of(block, b"Carteado-Due") == b"v=1;turn@5"
    assert field_of(block, b"Sequence") is None
    assert field_of(b"", b"Nats-Sequence") is None


@pytest.mark.parametrize("value", [b"a\r\nPUB x 0", b"a\nb", b"\r"])
def test_no_header_can_forge_a_line(value: bytes) -> None:
    """A line break is refused."""
    with pytest.raises(ValueError, match="line break"):
        header_block((b"Carteado-Due", value))
