"""The listening door, and what is done from time to time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from cardkit import logs
from gateway.adapter import DoorRules, protocol_factory
from gateway.listing import Listing
from gateway.presence import Presence
from gateway.rooms import Rooms
from gateway.settings import GatewaySettings
from gateway.sockets import Sockets

_SWEEP_S: Final = 1.0
_LISTING_FLUSH_S: Final = 0.25
_LISTING_TICK_S: Final = 2.0
_GOODBYE_S: Final = 3.5
_BACKLOG: Final = 4096


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
            logging.getLogger(name).setLevel(logging.WARNING)
        self._sockets = sockets
        self._failed = failed
        self._task: asyncio.Task[None] | None = None
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
        if self._task is not None:
            with contextlib.suppress(Exception):
                await self._task

    async def _serve(self) -> None:
        try:
            await self._server.serve()
        except SystemExit as error:
            raise OSError("cannot listen; is the port taken?") from error

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not self._draining:
            self._failed("the listener ended")


class Housekeeping:
    """Leases, silent sockets, the public list: what is due from time to time.

    `lease_s`: real seconds between two renewals.
    """

    def __init__(
        self,
        sockets: Sockets,
        rooms: Rooms,
        listing: Listing,
        presence: Presence,
        lease_s: float,
    ) -> None:
        self._sockets = sockets
        self._rooms = rooms
        self._listing = listing
        self._presence = presence
        self._lease_s = lease_s
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin."""
        self._every(_SWEEP_S, self._sockets.sweep)
        self._every(self._lease_s, lambda: self._presence.renew(self._rooms))
        self._every(_LISTING_FLUSH_S, self._listing.flush)
        self._every(_LISTING_TICK_S, self._listing.tick)

    def heal(self) -> None:
        """The bus was away: ask for what may have been missed."""
        self._presence.renew(self._rooms)
        self._listing.forget()

    async def end(self) -> None:
        """Stop, and tell the lobby that nobody is here any more."""
        self.stop()
        told: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def answered(known: bool) -> None:
            if not told.done():
                told.set_result(known)

        self._presence.end(answered)
        try:
            async with asyncio.timeout(2.0):
                known = await told
        except TimeoutError:
            known = False
        if not known:
            logs.get("presence").warning("the lobby was not told; the lease will run out")

    def stop(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    def _every(self, pause_s: float, act: Callable[[], None]) -> None:
        async def repeat() -> None:
            while True:
                await asyncio.sleep(pause_s)
                try:
                    act()
                except Exception:
                    logs.get("housekeeping").exception("failed")

        work: Coroutine[Any, Any, None] = repeat()
        self._tasks.append(asyncio.create_task(work))
