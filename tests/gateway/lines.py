"""A line that remembers what was written on it, for tests of what stands above the adapter."""

from __future__ import annotations

from itertools import count

from cardproto.v1.client_pb2 import ServerFrame
from gateway.codec import BINARY, Codec
from gateway.limits import Bucket, Rate
from gateway.sessions import Session
from gateway.sockets import Socket

_people = count(1)


class Paper:
    """A `Line` that keeps every message."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.pings = 0
        self.closed: tuple[int, str] | None = None

    def write(self, message: bytes) -> None:
        """Keep it."""
        if self.closed is None:
            self.messages.append(message)

    def ping(self) -> None:
        """Count it."""
        self.pings += 1

    def close(self, code: int, reason: str) -> None:
        """Remember the first."""
        self.closed = self.closed or (code, reason)

    @property
    def frames(self) -> list[ServerFrame]:
        """All messages, read as binary ones."""
        return [ServerFrame.FromString(message) for message in self.messages]

    def kinds(self) -> list[str | None]:
        """The body of each frame."""
        return [frame.WhichOneof("body") for frame in self.frames]


def person(letter: str) -> str:
    """A person's id, told apart by one letter."""
    return letter * 16


def seated(player_id: str, codec: Codec = BINARY) -> tuple[Socket, Paper]:
    """A socket of that person, and what it writes on."""
    paper = Paper()
    socket = Socket(paper, codec, "192.0.2.1", Bucket(Rate(100, 100), 0.0), 0.0)
    socket.session = Session(player_id, f"name {next(_people)}", 0, 1)
    return socket, paper
