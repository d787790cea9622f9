"""Calls under way for a socket: how many, who asks, and a safe landing of their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cardproto.v1.client_pb2 import ClientFrame
from cardproto.v1.common_pb2 import Actor
from gateway.errors import RATE_LIMITED, STALE_SESSION, Refused
from gateway.sockets import Socket, Sockets

A = TypeVar("A")


class Pending:
    """Counts each socket's unanswered calls. `most`: how many one may have."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.sockets: Sockets | None = None
        """Where a fault in the landing of an answer is told; set when all is wired."""

    def actor(self, socket: Socket, frame: ClientFrame) -> Actor:
        """Who asks: the frame's id is the request's. Raises Refused before `hello`."""
        session = socket.session
        if session is None:
            raise Refused(STALE_SESSION)
        return Actor(
            player_id=session.player_id,
            request_id=frame.id,
            name=session.name,
            issued_ms=session.issued_ms,
        )

    def answer(
        self, socket: Socket, frame_id: str, land: Callable[[A], None]
    ) -> Callable[[A], None]:
        """`land`, to be called with the answer, wrapped: counted, and its faults kept in.

        Nothing lands on a socket that has gone. Raises Refused(`rate_limited`) for one too many.
        """
        if socket.pending >= self._most:
            raise Refused(RATE_LIMITED, limit="pending")
        socket.pending += 1

        def answered(answer: A) -> None:
            socket.pending -= 1
            if not socket.open:
                return
            try:
                land(answer)
            except Exception:
                if self.sockets is not None:
                    self.sockets.fault(socket, frame_id, "answer failed")

        return answered

    def again(self, socket: Socket, frame: ClientFrame) -> None:
        """Take a frame that waited for something, as if it came now."""
        if self.sockets is not None:
            self.sockets.take(socket, frame)
