"""`carteado load`: real games over the real protocol against a table, and what that takes.

People at so many tables play, *paced* (so many moves a second over all tables) and in a *closed
loop* (the next move as soon as all at the table have seen the last); then, where asked for, all
connections are cut at once and everybody comes back (`--storm`), and greeted sockets do nothing
(`--idle`). The table is made for this run, or one that runs already (`--url`): in containers, on
another machine. CPU and memory of the servers are told where their processes are known. The clients
are those of `carteado bench path`, and share this machine with a table of our own.

A gateway limits the sockets and sessions of one address: against a running one raise
`CARTEADO_SOCKETS_PER_ADDRESS`, `…_SESSIONS_PER_MINUTE`, `…_HTTP_PER_S` and `…_ASKS_PER_S` (0: no
limit) first.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

import psutil
from picows import WSError, WSFrame, WSListener, WSTransport, ws_connect

from cardproto.v1 import client_pb2
from carteado.bench.path import CLIENTS, Measured, Table, cpu_seconds, load, seat_tables, shown
from carteado.bench.seat import MSG_BINARY, Seat, open_seat
from carteado.client import SUBPROTOCOL, Session, new_session
from carteado.home import Home
from carteado.numbers import between
from carteado.stack import CROWD, Stack

SOCKETS_OF_ONE = 8
"""Idle sockets of one person: as many as a gateway lets one have."""
_SETTLED_S = 2.0
_AFTERMATH_S = 6.0


@dataclass(frozen=True, slots=True)
class Storm:
    """Everybody cut off and back: seconds until half, 99 of 100, and the last had their view."""

    people: int
    p50_s: float
    p99_s: float
    last_s: float
    failed: int
    cpu_ms: Mapping[str, float]
    """Milliseconds of CPU a person, by process; the clients' among them."""

    @property
    def servers_ms(self) -> float:
        """The same of all servers together."""
        return sum(ms for name, ms in self.cpu_ms.items() if name != CLIENTS)


@dataclass(frozen=True, slots=True)
class Idle:
    """Greeted sockets that do nothing: bytes of memory each by process, and CPU of all."""

    sockets: int
    bytes_each: Mapping[str, float]
    core_share: Mapping[str, float]


async def storm(
    tables: Sequence[Table], url: str, pids: Mapping[str, int], at_once: int, away_s: float = 0.0
) -> Storm:
    """Cut every connection, and let everybody come back with at most `at_once` under way.

    `away_s`: how long they stay away first; an absence of three seconds is shown to the others. The
    CPU is that of all that follows, up to some seconds after the last is back.
    """
    seats = [seat for table in tables for seat in table.seats]
    pids = {**pids, CLIENTS: os.getpid()}
    before = cpu_seconds(pids)
    for seat in seats:
        seat.cut()
    await asyncio.sleep(away_s)
    gate = asyncio.Semaphore(at_once)
    began_s = time.perf_counter()

    async def back(seat: Seat) -> tuple[float, Seat | None]:
        async with gate:
            try:
                again = await open_seat(url, seat.session, seat.code)
            except (OSError, TimeoutError, WSError):
                return time.perf_counter() - began_s, None
            return time.perf_counter() - began_s, again

    came = await asyncio.gather(*(back(seat) for seat in seats))
    await asyncio.sleep(_AFTERMATH_S)
    after = cpu_seconds(pids)
    times_s = sorted(at_s for at_s, again in came if again is not None)
    for _, again in came:
        if again is not None:
            again.close()
    return Storm(
        people=len(seats),
        p50_s=_quantile(times_s, 0.5),
        p99_s=_quantile(times_s, 0.99),
        last_s=times_s[-1] if times_s else 0.0,
        failed=len(seats) - len(times_s),
        cpu_ms={name: (after[name] - before[name]) / len(seats) * 1000 for name in pids},
    )


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class _Greeted(WSListener):
    """A socket that says hello, and nothing more."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.welcome = asyncio.Event()

    def on_ws_connected(self, transport: WSTransport) -> None:
        hello = client_pb2.Hello(token=self._session.token, versions=[1], client="load")
        frame = client_pb2.ClientFrame(id="hello", hello=hello)
        transport.send(MSG_BINARY, frame.SerializeToString())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.welcome.set()


async def idle(url: str, pids: Mapping[str, int], sockets: int, seconds: float) -> Idle:
    """Open so many sockets, wait, and compare the servers' memory."""
    numbers = count()
    gate = asyncio.Semaphore(64)
    before = _resident(pids)
    opened: list[WSTransport] = []

    async def some(size: int) -> None:
        async with gate:
            session = await asyncio.to_thread(new_session, url, f"idle {next(numbers)}")
            for _ in range(size):
                transport, greeted = await ws_connect(
                    lambda: _Greeted(session),
                    url.replace("http", "ws", 1) + "/ws",
                    extra_headers={"Sec-WebSocket-Protocol": SUBPROTOCOL},
                )
                assert isinstance(greeted, _Greeted)
                await greeted.welcome.wait()
                opened.append(transport)

    full, rest = divmod(sockets, SOCKETS_OF_ONE)
    sizes = [SOCKETS_OF_ONE] * full + ([rest] if rest else [])
    await asyncio.gather(*(some(size) for size in sizes))
    await asyncio.sleep(_SETTLED_S)
    after, cpu, began_s = _resident(pids), cpu_seconds(pids), time.perf_counter()
    await asyncio.sleep(seconds)
    took_s, later = time.perf_counter() - began_s, cpu_seconds(pids)
    for transport in opened:
        transport.disconnect(graceful=False)
    return Idle(
        sockets=sockets,
        bytes_each={name: (after[name] - before[name]) / sockets for name in pids},
        core_share={name: (later[name] - cpu[name]) / took_s for name in pids},
    )


def _resident(pids: Mapping[str, int]) -> dict[str, int]:
    return {name: psutil.Process(pid).memory_info().rss for name, pid in pids.items()}


@dataclass(frozen=True, slots=True)
class Loaded:
    """All that was measured."""

    played: list[Measured]
    storm: Storm | None
    idle: Idle | None

    def obj(self) -> dict[str, Any]:
        """As JSON values; quantiles instead of every single time."""
        played = [
            {
                "load": one.load,
                "moves": one.moves,
                "moves_a_second": round(one.rate, 1),
                "p50_ms": round(one.quantile_ms(0.5), 3),
                "p99_ms": round(one.quantile_ms(0.99), 3),
                "cpu_us_a_move": {name: round(us, 1) for name, us in one.cpu_us.items()},
            }
            for one in self.played
        ]
        return {
            "played": played,
            "storm": None if self.storm is None else asdict(self.storm),
            "idle": None if self.idle is None else asdict(self.idle),
        }

    def text(self) -> str:
        """For people."""
        parts = [shown(self.played)] if self.played else []
        if self.storm is not None:
            one = self.storm
            cpu = ", ".join(f"{name} {ms:.2f}" for name, ms in one.cpu_ms.items())
            parts.append(
                f"storm: {one.people:,} people cut off at once; back with their view: half after "
                f"{one.p50_s:.2f} s, 99 of 100 after {one.p99_s:.2f} s, the last after "
                f"{one.last_s:.2f} s; {one.failed} not. CPU a person, ms: {cpu}; all servers "
                f"{f'{one.servers_ms:.2f}' if one.servers_ms else 'not known'}"
            )
        if self.idle is not None:
            each = ", ".join(
                f"{name} {size / 1000:.1f} kB, {self.idle.core_share[name]:.1%} of a core"
                for name, size in self.idle.bytes_each.items()
                if name.startswith("gateway")
            )
            parts.append(
                f"idle: {self.idle.sockets:,} sockets; each, and all: {each or 'not known'}"
            )
        return "\n\n".join(parts)


async def run(url: str, pids: Mapping[str, int], given: argparse.Namespace) -> Loaded:
    """Everything that the options ask for, one after the other."""
    waiting = await idle(url, pids, given.idle, given.seconds) if given.idle else None
    played: list[Measured] = []
    tables = await seat_tables(url, given.tables, given.seed) if given.tables else []
    for rate in given.rate if tables else ():
        name = f"paced {rate:,.0f}/s" if rate else "closed loop"
        played.append(await load(tables, pids, name, rate, given.seconds))
    for table in tables:
        table.stop()
    stormed = None
    if given.storm and tables:
        stormed = await storm(tables, url, pids, given.at_once, given.away)
    for table in tables:
        for seat in table.seats:
            seat.close()
    return Loaded(played, stormed, waiting)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `carteado load`."""
    parser.add_argument(
        "--tables", type=between(int, 0), default=50, help="tables of four (%(default)s)"
    )
    parser.add_argument(
        "--rate",
        type=between(float, 0),
        action="append",
        help="moves a second of a paced load, 0: a closed loop; repeatable (100, then 0)",
    )
    parser.add_argument(
        "--seconds", type=between(float, 0.1), default=15.0, help="a load (%(default)s)"
    )
    parser.add_argument(
        "--storm", action="store_true", help="then cut everybody off and let them come back"
    )
    parser.add_argument(
        "--away",
        type=between(float, 0),
        default=0.0,
        help="of a storm, seconds until they come back",
    )
    parser.add_argument(
        "--at-once", type=between(int, 1), default=1000, help="of a storm, connecting (%(default)s)"
    )
    parser.add_argument(
        "--idle", type=between(int, 0), default=0, help="idle sockets first (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the moves (%(default)s)")
    parser.add_argument("--json", type=Path, help="write what was measured here")
    parser.add_argument("--url", help="a gateway that runs already, instead of a table of our own")
    parser.add_argument(
        "--home",
        type=Path,
        help="with --url: the folder of its `carteado up`, to see its processes",
    )


def main(given: argparse.Namespace) -> int:
    """Measure, and print."""
    given.rate = given.rate or [100.0, 0.0]
    if given.url is None:
        with Stack.temporary(settings=CROWD) as stack:
            loaded = asyncio.run(run(stack.url, stack.pids(), given))
    else:
        running = Home(given.home).running() if given.home is not None else []
        pids = {entry.name: entry.pid for entry in running if psutil.pid_exists(entry.pid)}
        loaded = asyncio.run(run(given.url, pids, given))
    if given.json:
        given.json.write_text(json.dumps(loaded.obj(), indent=2) + "\n", encoding="utf-8")
    print(loaded.text())
    failed = loaded.storm.failed if loaded.storm is not None else 0
    if failed:
        print(f"{failed} people did not come back", file=sys.stderr)
    return 1 if failed else 0
