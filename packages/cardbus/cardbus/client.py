"""nats-py's client with its reader and writer taken out: it connects, authenticates, watches the
connection with pings and reconnects; what is read and written is its owner's.

Everything of nats-py's inside that is relied upon is here and in `link`; the version is pinned.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any, Protocol

from nats import errors
from nats.aio.client import Client, Server, Srv

from cardbus.errors import ConnectFailed
from cardbus.link import Link
from cardbus.settings import BusSettings

_log = logging.getLogger("cardbus")

_MAX_BACKOFF_S = 2.0


class Owner(Protocol):
    """Who reads and writes."""

    def connected(self, link: Link) -> None:
        """The server has let us in over this link: subscribe again, then anything."""

    def ready(self) -> None:
        """After a loss: a round trip has shown that the subscriptions stand again."""

    def lost(self, link: Link) -> None:
        """This link has ended, perhaps before it was connected."""

    def begin(self) -> Callable[[bytes], None]:
        """Where a new link's bytes go."""

    def send(self, command: bytes) -> None:
        """Write with this turn."""

    def ping(self, done: Callable[[bool], None]) -> None:
        """A round trip."""


class LeanClient(Client):
    """One connection, renewed for ever once it stood."""

    def __init__(self, settings: BusSettings, owner: Owner) -> None:
        super().__init__()
        self._settings = settings
        self._owner = owner
        self._stood_once = False
        self._renewing: asyncio.Task[Any] | None = None
        self._shut = False

    async def open(self) -> None:
        """Connect. Raises ConnectFailed when no server takes us within the patience, at once
        where the user or password is wrong."""
        try:
            await asyncio.wait_for(self._open(), self._settings.connect_patience_s)
        except (TimeoutError, errors.Error, OSError) as error:
            cause = self.last_error or error
            await self.shut()
            raise ConnectFailed(f"{self._settings!r}: {cause}") from error
        except ConnectFailed:
            await self.shut()
            raise
        self._stood_once = True

    async def shut(self) -> None:
        """Disconnect for good."""
        self._shut = True
        renewing = self._renewing
        # A cancellation may be lost on Python before 3.12 where it meets the end of a wait_for.
        while renewing is not None and not renewing.done():
            renewing.cancel()
            await asyncio.wait([renewing], timeout=0.2)
        await self._close(Client.CLOSED, do_cbs=False)

    @property
    def link(self) -> Link:
        """The present connection."""
        assert isinstance(self._transport, Link)
        return self._transport

    def answered(self) -> None:
        """The server sent a pong."""
        self._pings_outstanding = 0

    async def informed(self, info: dict[str, Any]) -> None:
        """The server told of itself or of its cluster."""
        await self._process_info(info)

    async def _open(self) -> None:
        settings = self._settings
        await self.connect(
            servers=list(settings.urls),
            name=settings.name,
            user=settings.user,
            password=settings.password,
            error_cb=_on_trouble,
            reconnected_cb=self._on_reconnected,
            allow_reconnect=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.25,  # type: ignore[arg-type] # takes fractions
            reconnect_to_server_handler=_choose_server,
            connect_timeout=settings.connect_deadline_s,  # type: ignore[arg-type]
            ping_interval=settings.ping_interval_s,  # type: ignore[arg-type]
            max_outstanding_pings=settings.pings_outstanding,
        )

    # -- nats-py's own steps

    async def _attempt_reconnect(self) -> None:
        """One at a time: nats-py begins another where a new connection breaks in its first round
        trip, while the one that made it goes on trying. Two would end with two connections."""
        if self._renewing is not None and not self._renewing.done():
            return
        self._renewing = asyncio.current_task()
        await super()._attempt_reconnect()

    async def _connect_to_server(self, s: Srv) -> None:
        if self._shut:
            raise errors.NoServersError
        s.last_attempt = time.monotonic()
        if s.uri.scheme not in ("nats", "tls"):
            raise errors.Error(f"scheme {s.uri.scheme} is not supported")
        link = Link(self._owner.lost)
        self._transport = link
        await link.connect(s.uri, 0, self.options["connect_timeout"])

    async def _process_connect_init(self) -> None:
        link = self.link
        # A connection that broke in its first round trip has left its pinging behind.
        if self._ping_interval_task is not None:
            self._ping_interval_task.cancel()
        try:
            await super()._process_connect_init()
        except errors.Error as error:
            link.close()
            if not self._stood_once and "authorization" in str(error).lower():
                raise ConnectFailed(f"{self._settings!r}: {error}") from error
            raise
        except BaseException:
            link.close()
            raise
        # Each turn of the loop writes what it has.
        if self._flusher_task is not None:
            self._flusher_task.cancel()
        self._owner.connected(link)

    async def _read_loop(self) -> None:
        link = self.link
        link.stream(self._owner.begin())
        try:
            await asyncio.wait([link.ended])
        except asyncio.CancelledError:
            return
        if link is self._transport:
            await self._process_op_err(link.ended.result() or errors.UnexpectedEOF())

    async def _send_command(self, cmd: bytes, priority: bool = False) -> None:
        self._owner.send(cmd)

    async def _flush_pending(self, force_flush: bool = False) -> None:
        """Each turn of the loop writes what it has; there is nothing to push."""

    async def _send_ping(self, future: asyncio.Future[Any] | None = None) -> None:
        def answered(alive: bool) -> None:
            if future is None or future.done():
                return
            if alive:
                future.set_result(True)
            else:
                future.set_exception(errors.FlushTimeoutError())
                # Nobody may be waiting any more.
                future.exception()

        self._owner.ping(answered)

    async def _on_reconnected(self) -> None:
        _log.info("connected again")
        self._owner.ready()


async def _on_trouble(error: Exception) -> None:
    _log.warning("connection trouble: %s", str(error) or type(error).__name__)


def _choose_server(servers: list[Server], info: dict[str, Any]) -> tuple[Server | None, float]:
    """The server that failed least, after a growing pause with jitter."""
    least = min(server.reconnects for server in servers)
    chosen = secrets.choice([s for s in servers if s.reconnects == least])
    pause = min(_MAX_BACKOFF_S, 0.05 * 2.0 ** min(least, 10))
    return chosen, pause * (0.5 + secrets.randbelow(1000) / 1000)
