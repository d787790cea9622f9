"""What is due from time to time: leases, silent sockets, the public list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from cardkit import logs
from gateway.listing import Listing
from gateway.presence import Presence
from gateway.sockets import Sockets

_SWEEP_S: Final = 1.0
_LISTING_FLUSH_S: Final = 0.25
_LISTING_TICK_S: Final = 2.0
_END_S: Final = 2.0


class Housekeeping:
    """Does it until it is stopped. `lease_s`: real seconds between two renewals."""

    def __init__(
        self,
        sockets: Sockets,
        listing: Listing,
        presence: Presence,
        lease_s: float,
    ) -> None:
        self._sockets = sockets
        self._listing = listing
        self._presence = presence
        self._lease_s = lease_s
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin."""
        self._every(_SWEEP_S, self._sockets.sweep)
        self._every(self._lease_s, self._presence.renew)
        self._every(_LISTING_FLUSH_S, self._listing.flush)
        self._every(_LISTING_TICK_S, self._listing.tick)

    def heal(self) -> None:
        """The bus was away: ask for what may have been missed."""
        self._presence.renew()
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
            async with asyncio.timeout(_END_S):
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
