"""`carteado bench path`: the whole path of a move, from a client's socket to the last of four.

Tables of four people each play over the real protocol through all five services, on servers made
for this run and thrown away. Two loads: *closed* (the next move follows the last client's view of
the one before: saturation) and *paced* (so many moves a second over all tables). Printed: moves a
second, CPU of every server process a move, and the time from the sender's frame to the last of the
table's four clients.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import psutil

from cardproto.v1 import room_pb2, table_pb2
from carteado.bench.seat import Seat, open_seat
from carteado.numbers import between
from carteado.people import arrive, choose, contribute, is_over, join, open_room, start_game
from carteado.stack import CROWD, Stack

SEATS = 4
CLIENTS = "the clients (not counted)"
_WARM_S = 3.0


@dataclass
class Measured:
    """What one load gave. `cpu_us` is microseconds of CPU a move, by process."""

    load: str
    moves: int
    seconds: float
    cpu_us: Mapping[str, float]
    latencies_s: list[float] = field(repr=False)

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def total_us(self) -> float:
        """CPU of all server processes a move, microseconds."""
        return sum(spent for name, spent in self.cpu_us.items() if name != CLIENTS)

    def quantile_ms(self, share: float) -> float:
        """A quantile of the time to the last of four, milliseconds."""
        ordered = sorted(self.latencies_s)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


class Table:
    """Four people at one table who play on for ever."""

    def __init__(self, seats: list[Seat], chance: random.Random) -> None:
        self.seats = seats
        self.gap_s = 0.0
        self.moves = 0
        self.refused = 0
        self.latencies_s: list[float] = []
        self._chance = chance
        self._going = False
        self._version = 0
        self._here: set[Seat] = set()
        self._sent_s = 0.0
        self._next_s = 0.0
        self._over = ""
        for seat in seats:
            seat.on_update = self._arrived
            seat.on_refused = self._refused
        seats[0].on_room = self._room_changed

    def go(self, gap_s: float) -> None:
        """Play with at least `gap_s` seconds from move to move."""
        self.gap_s = gap_s
        self._next_s = time.perf_counter() + self._chance.random() * gap_s
        if not self._going:
            self._going = True
            self._soon()

    def stop(self) -> None:
        """Play no further moves."""
        self._going = False

    def reset(self) -> None:
        """Forget what was measured."""
        self.moves = self.refused = 0
        self.latencies_s = []

    def _arrived(self, seat: Seat, update: table_pb2.Update) -> None:
        """The next move waits until everybody has seen this version, and comes once."""
        if update.version != self._version:
            self._version, self._here = update.version, set()
        if seat in self._here:
            return
        self._here.add(seat)
        if len(self._here) < SEATS:
            return
        if self._sent_s:
            self.latencies_s.append(time.perf_counter() - self._sent_s)
            self._sent_s = 0.0
            self.moves += 1
        if self._going:
            self._soon()

    def _refused(self, code: str) -> None:
        """Somebody or something was faster: what it brought leads to the next move."""
        self.refused += 1
        self._sent_s = 0.0

    def _soon(self) -> None:
        wait_s = self._next_s - time.perf_counter()
        loop = asyncio.get_running_loop()
        if wait_s > 0:
            loop.call_later(wait_s, self._move)
        else:
            loop.call_soon(self._move)

    def _move(self) -> None:
        if not self._going:
            return
        self._next_s = max(self._next_s + self.gap_s, time.perf_counter())
        update = self.seats[0].update
        if is_over(update):
            assert update is not None
            self._over = update.game_id
            self._room_changed(self.seats[0].room)
            return
        for seat in self.seats:
            action = None if seat.update is None else choose(seat.update, self._chance)
            if seat.update is not None and action is not None:
                self._sent_s = time.perf_counter()
                seat.act(seat.update, action)
                return

    def _room_changed(self, room: room_pb2.Room | None) -> None:
        """Once the finished game is settled, the next one begins."""
        waits = room is not None and room.phase == room_pb2.ROOM_PHASE_WAITING
        if self._over and room is not None and waits and room.game_id != self._over:
            self._over = ""
            self.seats[0].start_game(room.room_id)


async def seat_tables(base_url: str, count: int, seed: int) -> list[Table]:
    """Open `count` tables, four people each, and deal."""
    gate = asyncio.Semaphore(8)

    async def one(number: int) -> Table:
        async with gate:
            clients = [await arrive(base_url, f"t{number} s{seat}") for seat in range(SEATS)]
            room = await open_room(clients[0], "virae")
            for seat, client in enumerate(clients[1:], 1):
                await join(client, room.code, seat)
            for client in clients:
                await contribute(client)
            await start_game(clients[0], clients[1:])
            seats = [await open_seat(base_url, client.session, room.code) for client in clients]
            for client in clients:
                await client.close()
            _progress(f"tables seated: {number + 1}/{count}")
            return Table(seats, random.Random(f"{seed}/{number}"))

    tables = await asyncio.gather(*(one(number) for number in range(count)))
    _progress("")
    return list(tables)


def cpu_seconds(pids: Mapping[str, int]) -> dict[str, float]:
    """CPU seconds so far of each named process."""
    times = {name: psutil.Process(pid).cpu_times() for name, pid in pids.items()}
    return {name: spent.user + spent.system for name, spent in times.items()}


async def load(
    tables: list[Table], pids: Mapping[str, int], name: str, rate: float, seconds: float
) -> Measured:
    """Let all tables play at `rate` moves a second together (0: as fast as they can)."""
    for table in tables:
        table.go(len(tables) / rate if rate else 0.0)
    _progress(f"{name}: warming up")
    await asyncio.sleep(_WARM_S)
    for table in tables:
        table.reset()
    pids = {**pids, CLIENTS: os.getpid()}
    before, started_s = cpu_seconds(pids), time.perf_counter()
    _progress(f"{name}: measuring for {seconds:.0f} s")
    await asyncio.sleep(seconds)
    took_s, after = time.perf_counter() - started_s, cpu_seconds(pids)
    moves = sum(table.moves for table in tables)
    latencies = [one for table in tables for one in table.latencies_s]
    _progress("")
    cpu_us = {key: (after[key] - before[key]) / max(moves, 1) * 1e6 for key in pids}
    return Measured(name, moves, took_s, cpu_us, latencies)


def shown(results: list[Measured]) -> str:
    """The results as a table in Markdown."""
    names = list(results[0].cpu_us)
    rows = [
        ["", *(result.load for result in results)],
        ["moves a second", *(f"{result.rate:,.0f}" for result in results)],
        ["p50, ms", *(f"{result.quantile_ms(0.5):.2f}" for result in results)],
        ["p99, ms", *(f"{result.quantile_ms(0.99):.2f}" for result in results)],
        *(
            [f"{name}, µs CPU a move", *(f"{result.cpu_us[name]:.0f}" for result in results)]
            for name in names
        ),
        ["all servers, µs CPU a move", *(f"{result.total_us:.0f}" for result in results)],
        ["moves a CPU-second", *(_a_cpu_second(result) for result in results)],
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _a_cpu_second(result: Measured) -> str:
    return f"{1e6 / result.total_us:,.0f}" if result.total_us else "not known"


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


async def run(stack: Stack, tables: int, rates: list[float], seconds: float) -> list[Measured]:
    """Seat the tables once and put each load on them; a rate of 0 is the closed loop."""
    seated = await seat_tables(stack.url, tables, seed=1)
    results = []
    for rate in rates:
        name = f"paced {rate:,.0f}/s" if rate else "closed loop"
        results.append(await load(seated, stack.pids(), name, rate, seconds))
    spread = statistics.pstdev([table.moves for table in seated])
    sys.stderr.write(f"moves a table in the last load: deviation {spread:.1f}\n")
    refused = sum(table.refused for table in seated)
    sys.stderr.write(f"refused in the last load: {refused} (somebody else was faster)\n")
    for table in seated:
        for seat in table.seats:
            seat.close()
    return results


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `carteado bench path`."""
    parser.add_argument(
        "--tables", type=between(int, 1), default=200, help="tables of four (%(default)s)"
    )
    parser.add_argument(
        "--seconds", type=between(float, 0.1), default=15.0, help="a load (%(default)s)"
    )
    parser.add_argument(
        "--rate",
        type=between(float, 0),
        default=1500.0,
        help="moves a second of the paced load (%(default)s)",
    )


def main(arguments: argparse.Namespace) -> int:
    """Run both loads and print the table."""
    with Stack.temporary(settings=CROWD) as stack:
        results = asyncio.run(
            run(stack, arguments.tables, [arguments.rate, 0.0], arguments.seconds)
        )
    print(shown(results))
    return 0
