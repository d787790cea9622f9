"""Waiting for a room's change: told at once, and nothing kept of those who gave up."""

from __future__ import annotations

import asyncio
import time

from lobby.changes import Changes


async def test_everybody_who_waits_is_told_at_once_and_nobody_else() -> None:
    """Two wait for one room and one for another; only the first two go on."""
    changes = Changes()
    here = [asyncio.create_task(changes.wait("here", 30)) for _ in range(2)]
    there = asyncio.create_task(changes.wait("there", 30))
    await asyncio.sleep(0)
    changes.tell("here")
    await asyncio.wait_for(asyncio.gather(*here), 5)
    assert not there.done()
    changes.tell("there")
    await asyncio.wait_for(there, 5)
    assert changes._waiting == {}


async def test_who_waited_in_vain_or_was_called_off_leaves_nothing() -> None:
    """Neither a time-out nor a cancelled task is kept, and each ends when it should."""
    changes = Changes()
    began = time.monotonic()
    await changes.wait("here", 0.02)
    assert time.monotonic() - began < 5
    waiting = asyncio.create_task(changes.wait("here", 30))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting})
    assert waiting.cancelled()
    changes.tell("here")
    assert changes._waiting == {}
