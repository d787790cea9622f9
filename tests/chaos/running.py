"""A hall in which blows fall: from the first guest to the last orphan looked for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from carteado.stack import Stack
from tests.chaos.blows import Blow
from tests.chaos.checks import check_games
from tests.chaos.hall import Hall, Played
from tests.support.audit import Stock, new_subscriptions, orphans, take_stock

CALM_S = 1.0
"""Between two blows, so that games go on in between."""
TIDY_S = 60.0
"""How long after the last game everything must be put away: leases run out in 15 s."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a hall came to."""

    played: tuple[Played, ...]
    automatic: int
    took_s: float

    def __str__(self) -> str:
        back = sum(game.reconnects for game in self.played)
        return (
            f"{len(self.played)} games in {self.took_s:.0f} s, {back} times back, "
            f"{self.automatic} moves by the clock"
        )


async def run_hall(
    stack: Stack,
    blows: Iterable[Blow],
    *,
    tables: int,
    games: int = 0,
    calm_s: float = CALM_S,
    hall: Hall | None = None,
) -> Run:
    """Play at so many tables while the blows fall, and on until so many games are over; then hold
    all that was played and all that is left against what must be."""
    began_s = time.monotonic()
    before = await take_stock(stack)
    hall = hall or Hall(stack.urls)
    playing = [asyncio.create_task(hall.table(number)) for number in range(tables)]
    try:
        while len(hall.dealt) < tables:
            await _together([asyncio.create_task(asyncio.sleep(0.1)), *playing])
        await _strike(stack, blows, playing, calm_s)
        while len(hall.played) < games:
            await _together([asyncio.create_task(asyncio.sleep(0.5)), *playing])
        hall.over.set()
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
    took_s = time.monotonic() - began_s
    automatic = await check_games(stack, hall.played)
    await all_put_away(stack, before)
    return Run(tuple(hall.played), automatic, took_s)


async def _strike(
    stack: Stack, blows: Iterable[Blow], playing: Sequence[asyncio.Task[None]], calm_s: float
) -> None:
    for blow in blows:
        await _together([asyncio.create_task(asyncio.sleep(calm_s)), *playing])
        at_s = time.monotonic()
        await blow.strike(stack)
        print(f"{blow.name}: {time.monotonic() - at_s:.1f} s")


async def _together(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Wait for the first task; a table that fails ends everything at once."""
    waited, *playing = tasks
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in playing:
        if task.done():
            waited.cancel()
            task.result()
            raise AssertionError("a table ended before the hall closed")


async def all_put_away(
    stack: Stack, before: Stock, *, logs: bool = True, forgotten: Collection[str] = ()
) -> None:
    """Nothing is left that nobody owns; see `orphans`."""
    until_s = time.monotonic() + TIDY_S
    while True:
        stock = await take_stock(stack)
        left = [*orphans(stock, logs=logs, forgotten=forgotten), *new_subscriptions(before, stock)]
        if not left:
            return
        assert time.monotonic() < until_s, "\n".join(["left behind:", *left])
        await asyncio.sleep(1.0)
