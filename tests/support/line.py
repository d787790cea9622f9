"""One bare socket of the public protocol: what is sent once is answered once, or closes it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cardproto.v1 import client_pb2
from carteado.client import SUBPROTOCOL, Client

ANSWER_S = 30.0


class Line:
    """Without a session until `hello`."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    @classmethod
    @asynccontextmanager
    async def open(cls, base_url: str) -> AsyncIterator[Line]:
        """A socket to `http://host:port`, closed at the end."""
        url = base_url.replace("http", "ws", 1) + "/ws"
        async with connect(url, subprotocols=[SUBPROTOCOL], compression=None) as socket:
            yield cls(socket)

    async def hello(self, token: str) -> client_pb2.ServerFrame:
        """Say who one is; the greeting."""
        return await self.ask(hello=client_pb2.Hello(token=token, versions=[1], client="line"))

    async def send(self, frame_id: str = "", **body: Any) -> str:
        """Send one frame; its id."""
        frame = client_pb2.ClientFrame(id=frame_id or secrets.token_hex(6), **body)
        await self._socket.send(frame.SerializeToString())
        return frame.id

    async def answer(self, frame_id: str) -> client_pb2.ServerFrame:
        """The answer to that frame; everything else that comes before it is passed over."""
        async with asyncio.timeout(ANSWER_S):
            while True:
                data = await self._socket.recv(decode=False)
                assert isinstance(data, bytes)
                frame = client_pb2.ServerFrame.FromString(data)
                if frame.reply_to == frame_id:
                    return frame

    async def ask(self, frame_id: str = "", **body: Any) -> client_pb2.ServerFrame:
        """Send one frame, and its answer, whatever that is."""
        return await self.answer(await self.send(frame_id, **body))

    async def code_of(self, **body: Any) -> str:
        """The code of the answer; empty where it is no refusal."""
        return (await self.ask(**body)).error.code

    async def end_after(self, data: bytes) -> tuple[int, str]:
        """With what code the socket is closed upon these bytes, and the reason said before."""
        reason = ""
        async with asyncio.timeout(ANSWER_S):
            try:
                await self._socket.send(data)
                while True:
                    frame = await self._socket.recv(decode=False)
                    assert isinstance(frame, bytes)
                    reason = client_pb2.ServerFrame.FromString(frame).goodbye.reason or reason
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd is not None else 1006, reason


@asynccontextmanager
async def dial(client: Client) -> AsyncIterator[Line]:
    """A further socket of that client's session, greeted."""
    async with Line.open(client.base_url) as line:
        await line.hello(client.session.token)
        yield line
