"""A seat that costs the machine little: one socket, and nothing but the newest view and room.

What a benchmark's clients spend is taken from the servers that they measure, so this one is lean:
callbacks from the socket's read, no task and no future a frame.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from itertools import count

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from cardproto.v1 import client_pb2, room_pb2, table_pb2
from carteado.client import SUBPROTOCOL, Session

MSG_BINARY = WSMsgType.BINARY
UNAVAILABLE = "unavailable"
_AGAIN_S = 0.5
_PATIENCE_S = 60.0


class Seat(WSListener):
    """A second socket of somebody who sits in that room already."""

    def __init__(self, session: Session, code: str) -> None:
        super().__init__()
        self.update: table_pb2.Update | None = None
        self.room: room_pb2.Room | None = None
        self.on_update: Callable[[Seat, table_pb2.Update], None] | None = None
        self.on_room: Callable[[room_pb2.Room], None] | None = None
        self.on_refused: Callable[[str], None] | None = None
        self.seen = asyncio.Event()
        self.session = session
        self.code = code
        self._salt = secrets.token_hex(3)
        self._ids = count(1)
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello and enter, without waiting for the answer in between."""
        self._transport = transport
        self._send(
            client_pb2.ClientFrame(
                hello=client_pb2.Hello(token=self.session.token, versions=[1], client="bench")
            )
        )
        self._enter()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Take what came."""
        if frame.msg_type != MSG_BINARY:
            return
        message = client_pb2.ServerFrame.FromString(frame.get_payload_as_bytes())
        match message.WhichOneof("body"):
            case "update":
                self.update = message.update
                self.seen.set()
                if self.on_update is not None:
                    self.on_update(self, message.update)
            case "room":
                self.room = message.room
                if self.on_room is not None:
                    self.on_room(message.room)
            case "error" if message.error.code == UNAVAILABLE and not self.seen.is_set():
                wait_s = _AGAIN_S * (0.5 + random.random())
                asyncio.get_running_loop().call_later(wait_s, self._enter)
            case "error" if self.on_refused is not None:
                self.on_refused(message.error.code)

    def act(self, update: table_pb2.Update, action: table_pb2.Action) -> None:
        """Play upon that view."""
        act = client_pb2.Act(game_id=update.game_id, version=update.version, action=action)
        self._send(client_pb2.ClientFrame(act=act))

    def start_game(self, room_id: str) -> None:
        """The host begins the next game."""
        self._send(client_pb2.ClientFrame(start_game=client_pb2.StartGame(room_id=room_id)))

    def close(self) -> None:
        """End the socket."""
        if self._transport is not None:
            self._transport.disconnect()

    def cut(self) -> None:
        """End the connection as a failing network would: nothing is said, nothing waited for."""
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def _enter(self) -> None:
        """Come into the room; the same frame again where the outcome is not known."""
        enter = client_pb2.EnterRoom(code=self.code)
        self._send(client_pb2.ClientFrame(id=f"{self._salt}-enter", enter_room=enter))

    def _send(self, frame: client_pb2.ClientFrame) -> None:
        assert self._transport is not None
        frame.id = frame.id or f"{self._salt}-{next(self._ids)}"
        self._transport.send(MSG_BINARY, frame.SerializeToString())


async def open_seat(base_url: str, session: Session, code: str) -> Seat:
    """Connect, and wait for the first view. Raises TimeoutError, OSError."""
    url = base_url.replace("http", "ws", 1) + "/ws"
    headers = {"Sec-WebSocket-Protocol": SUBPROTOCOL}
    _, seat = await ws_connect(
        lambda: Seat(session, code),
        url,
        extra_headers=headers,
        websocket_handshake_timeout=_PATIENCE_S,
    )
    assert isinstance(seat, Seat)
    async with asyncio.timeout(_PATIENCE_S):
        await seat.seen.wait()
    return seat
