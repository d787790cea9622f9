"""A player's side of the public protocol: one session, one socket, the views that came.

For load, benchmarks, chaos and tests. It speaks `carteado.v1+proto` only, the way any client would,
and knows no service. What is drawn from a view stays with the caller.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Subprotocol

from cardproto.v1 import client_pb2, common_pb2, room_pb2, table_pb2

SUBPROTOCOL = Subprotocol("carteado.v1+proto")
_BACKOFF_S = (0.05, 0.1, 0.2, 0.5, 1.0)
_RETURN_S = 120.0


class Refused(Exception):
    """The server's coded refusal of one frame."""

    def __init__(self, error: common_pb2.Error) -> None:
        super().__init__(error.code)
        self.code = error.code
        self.params = dict(error.params)


class Lost(Exception):
    """The socket ended before the answer came."""


@dataclass(frozen=True, slots=True)
class Session:
    """A guest's identity; `token` is secret."""

    player_id: str
    name: str
    token: str


def new_session(base_url: str, name: str) -> Session:
    """Ask for a guest session at `http://host:port`. Raises OSError where that fails."""
    request = urllib.request.Request(
        f"{base_url}/api/session",
        data=json.dumps({"name": name}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        answer = json.load(response)
    return Session(answer["player_id"], answer["name"], answer["token"])


class Client:
    """One socket of one session. Comes back by itself while `lasting`; keeps the newest view.

    `on_frame` (the bytes), `on_update` and `on_room` are called for each that came, in order.
    """

    def __init__(self, base_url: str, session: Session, *, lasting: bool = True) -> None:
        self.base_url = base_url
        self.session = session
        self.room: room_pb2.Room | None = None
        self.update: table_pb2.Update | None = None
        self.updates = 0
        self.reconnects = 0
        self.on_frame: Callable[[bytes], None] | None = None
        self.on_update: Callable[[table_pb2.Update], None] | None = None
        self.on_room: Callable[[room_pb2.Room], None] | None = None
        self._url = base_url.replace("http", "ws", 1) + "/ws"
        self._lasting = lasting
        self._socket: ClientConnection | None = None
        self._ids = count(1)
        self._salt = secrets.token_hex(4)
        self._waiting: dict[str, asyncio.Future[client_pb2.ServerFrame]] = {}
        self._changed = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._open = asyncio.Event()
        self._closing = False
        self._returning: asyncio.Task[None] | None = None

    async def start(self) -> Client:
        """Connect and say hello. Raises Refused, or OSError where nobody listens."""
        await self._connect()
        self._reader = asyncio.create_task(self._read())
        return self

    async def close(self) -> None:
        """End the socket for good."""
        self._closing = True
        for task in (self._reader, self._returning):
            if task is not None:
                task.cancel()
        if self._socket is not None:
            await self._socket.close()

    async def drop(self) -> None:
        """Cut the connection as a failing network would; a lasting client comes back."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def ask(self, timeout_s: float = 20.0, **body: Any) -> client_pb2.ServerFrame:
        """Send one frame and wait for its answer, again on a new socket with the same id.

        `body` is the one field of `ClientFrame` to set. Raises Refused, TimeoutError, Lost.
        """
        frame = client_pb2.ClientFrame(id=f"{self._salt}-{next(self._ids)}", **body)
        data = frame.SerializeToString()
        async with asyncio.timeout(timeout_s):
            while True:
                await self._open.wait()
                answer: asyncio.Future[client_pb2.ServerFrame]
                answer = asyncio.get_running_loop().create_future()
                self._waiting[frame.id] = answer
                try:
                    assert self._socket is not None
                    await self._socket.send(data)
                    reply = await answer
                except (ConnectionClosed, Lost):
                    if not self._lasting:
                        raise Lost from None
                    await asyncio.sleep(0.02)
                    continue
                finally:
                    self._waiting.pop(frame.id, None)
                    answer.cancel()
                if reply.WhichOneof("body") == "error":
                    if reply.error.code == "unavailable":
                        await asyncio.sleep(0.2)
                        continue
                    raise Refused(reply.error)
                return reply

    async def until(self, holds: Callable[[Client], bool], timeout_s: float = 30.0) -> None:
        """Wait until `holds`, looked at after every frame that came. Raises TimeoutError."""
        async with asyncio.timeout(timeout_s):
            while not holds(self):
                self._changed.clear()
                await self._changed.wait()

    # --- the socket ------------------------------------------------------------------------

    async def _connect(self) -> None:
        self._socket = await connect(
            self._url,
            subprotocols=[SUBPROTOCOL],
            compression=None,
            max_queue=256,
            ping_interval=None,
            open_timeout=10,
        )
        hello = client_pb2.Hello(token=self.session.token, versions=[1], client="carteado")
        frame = client_pb2.ClientFrame(id=f"{self._salt}-hello", hello=hello)
        await self._socket.send(frame.SerializeToString())
        answer = client_pb2.ServerFrame.FromString(await self._receive())
        if answer.WhichOneof("body") == "error":
            raise Refused(answer.error)
        self._open.set()

    async def _receive(self) -> bytes:
        assert self._socket is not None
        data = await self._socket.recv(decode=False)
        assert isinstance(data, bytes)
        return data

    async def _read(self) -> None:
        while not self._closing:
            try:
                data = await self._receive()
                if self.on_frame is not None:
                    self.on_frame(data)
                self._take(client_pb2.ServerFrame.FromString(data))
            except ConnectionClosed:
                self._lose()
                if not self._lasting:
                    return
                await self._again(self._comeback)

    def _lose(self) -> None:
        self._open.clear()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(Lost())

    async def _comeback(self) -> None:
        await self._connect()
        self.reconnects += 1
        if self._returning is not None:
            self._returning.cancel()
        if self.room is not None:
            self._returning = asyncio.create_task(self._return(self.room.code))

    async def _return(self, code: str) -> None:
        """Back into the room, which may be no more."""
        with suppress(Refused, TimeoutError):
            await self.ask(_RETURN_S, enter_room=client_pb2.EnterRoom(code=code))

    async def _again(self, attempt: Callable[[], Awaitable[None]]) -> None:
        for tries in count():
            try:
                await attempt()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(_BACKOFF_S[min(tries, len(_BACKOFF_S) - 1)])
            else:
                return

    def _take(self, frame: client_pb2.ServerFrame) -> None:
        match frame.WhichOneof("body"):
            case "update":
                self._take_update(frame.update)
            case "room":
                self._take_room(frame.room)
        waiting = self._waiting.get(frame.reply_to) if frame.reply_to else None
        if waiting is not None and not waiting.done():
            waiting.set_result(frame)
        self._changed.set()

    def _take_update(self, update: table_pb2.Update) -> None:
        known = self.update
        if known is not None and known.game_id == update.game_id:
            assert update.version >= known.version, "a client never gets a lower version"
        self.update = update
        self.updates += 1
        if self.on_update is not None:
            self.on_update(update)

    def _take_room(self, room: room_pb2.Room) -> None:
        known = self.room
        if known is None or known.room_id != room.room_id or room.revision >= known.revision:
            self.room = room
        if self.on_room is not None:
            self.on_room(room)


def legal_actions(update: table_pb2.Update) -> list[table_pb2.Action]:
    """The actions that the reader of this update may send now, of whatever game."""
    game = update.view.WhichOneof("game")
    if game is None or not update.HasField("you"):
        return []
    own = getattr(update.view, game).own
    return [table_pb2.Action(**{game: action}) for action in own.legal]
