"""The listening door: uvicorn with sockets below any framework."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from cardbus.reply import Reply
from cardkit import logs
from cardproto.v1.gateway_pb2 import AskDoorRequest, AskDoorResponse
from gateway.adapter import DoorRules, protocol_factory
from gateway.settings import GatewaySettings
from gateway.sockets import Sockets

_GOODBYE_S: Final = 3.5
_BACKLOG: Final = 4096
_HTTP_CONNECTIONS: Final = 1000
_OTHER_FILES: Final = 200


def raise_file_limit(sockets: int) -> None:
    """Let this process open as many files as so many sockets need, where the system lets it."""
    wanted = sockets + _HTTP_CONNECTIONS + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft != resource.RLIM_INFINITY and soft < sockets + _OTHER_FILES:
        logs.get("door").warning("too few files for all sockets", files=soft, sockets=sockets)


class DoorHandlers:
    """Tells the timer that this door is open; served while it is."""

    def ask_door(self, request: AskDoorRequest, reply: Reply[AskDoorResponse]) -> None:
        """Answers `AskDoor`."""
        reply.ok(AskDoorResponse())


class _Server(uvicorn.Server):
    """uvicorn's server without its own handling of signals: the process's life is the kit's."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


class Door:
    """Serves HTTP and sockets on one port. `failed` hears why, should it end by itself."""

    def __init__(
        self,
        settings: GatewaySettings,
        app: FastAPI,
        sockets: Sockets,
        rules: DoorRules,
        failed: Callable[[str], None],
    ) -> None:
        for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
            # Its warnings are one a bad request: anybody could fill the log with them.
            logging.getLogger(name).setLevel(logging.ERROR)
        self._sockets = sockets
        self._request_s = settings.request_s
        self._failed = failed
        self._task: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._draining = False
        self._server = _Server(
            uvicorn.Config(
                app,
                host=settings.http_host,
                port=settings.http_port,
                ws=protocol_factory(sockets, rules),  # type: ignore[arg-type] # any factory will do
                http="h11",
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=_BACKLOG,
                limit_concurrency=settings.sockets_max + _HTTP_CONNECTIONS,
                timeout_keep_alive=15,
                timeout_graceful_shutdown=2,
            )
        )
        self.port = settings.http_port

    @property
    def connections(self) -> int:
        """Open connections, of HTTP and sockets."""
        return len(self._server.server_state.connections)

    async def start(self) -> None:
        """Listen. Raises OSError where the port is taken."""
        self._task = asyncio.create_task(self._serve())
        while not self._server.started:
            if self._task.done():
                self._task.result()
                raise OSError("the listener ended before it began")
            await asyncio.sleep(0.005)
        self._task.add_done_callback(self._ended)
        self._sweeping = asyncio.create_task(self._sweep())
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        logs.get("door").info("listening", port=self.port)

    async def drain(self) -> None:
        """Admit nobody more; say goodbye to all, and let the connections end."""
        self._draining = True
        for server in self._server.servers if self._server.started else ():
            server.close()
        self._sockets.drain()
        until = asyncio.get_running_loop().time() + _GOODBYE_S
        while self.connections:
            if asyncio.get_running_loop().time() > until:
                break
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """End the listener."""
        self._draining = True
        self._server.should_exit = True
        if self._sweeping is not None:
            self._sweeping.cancel()
        if self._task is not None:
            with contextlib.suppress(Exception):
                await self._task

    async def _sweep(self) -> None:
        """Close HTTP connections on which a request does not come to its end in time."""
        began: dict[Any, tuple[object, float]] = {}
        while True:
            await asyncio.sleep(self._request_s / 8)
            now_s = asyncio.get_running_loop().time()
            before, began = began, {}
            for connection in list(self._server.server_state.connections):
                if not isinstance(connection, H11Protocol) or _is_idle(connection):
                    continue
                request = connection.cycle
                known, since_s = before.get(connection, (None, now_s))
                since_s = since_s if known is request else now_s
                began[connection] = (request, since_s)
                if now_s - since_s >= self._request_s:
                    connection.transport.abort()

    async def _serve(self) -> None:
        try:
            await self._server.serve()
        except SystemExit as error:
            raise OSError("cannot listen; is the port taken?") from error

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not self._draining:
            self._failed("the listener ended")


def _is_idle(connection: H11Protocol) -> bool:
    """Between two requests, where uvicorn's own time for keeping alive runs."""
    return connection.timeout_keep_alive_task is not None
