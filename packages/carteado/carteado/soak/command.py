"""`carteado soak`: rooms churn for many minutes, and every curve has to be flat after the warm-up.

People make rooms, join, play games of all five kinds, watch, leave, vanish and come back, always
about as many at once and at the same pace, against a table made for this run (its long times
shortened, so that what is kept for minutes is gone within the run) or one that runs already.
Watched are the memory of every process, JetStream, NATS, Redis by prefix, sockets, rooms and games
held. In the end all go, and what is left behind is compared with what there was before.

Status 1: a curve rises, something stayed behind, or somebody got stuck. How a curve is judged
stands in `carteado.soak.flatness`.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from carteado.home import Home
from carteado.numbers import between
from carteado.soak.churn import Crowd
from carteado.soak.flatness import Trend, trend
from carteado.soak.picture import drawn
from carteado.soak.probes import NoAnswer, Place, Probe, is_kept, tolerance
from carteado.stack import CROWD, Stack

SCALE: Final = 0.1
SHORTENED: Final[Mapping[str, str]] = {
    **CROWD,
    "CARTEADO_TIME_SCALE": str(SCALE),
    "CARTEADO_REQUESTS_KEPT_MS": "60000",
    "CARTEADO_CLOSED_KEPT_MS": "60000",
    "CARTEADO_SETTLED_KEPT_MS": "120000",
}
"""Of a table of our own: the durations of rooms and games are a tenth, and what is kept for minutes
is kept for one or two."""

AFTERWARDS_S: Final = 240.0
MISSED_MOST: Final = 10
"""Samples in a row without an answer that end the run: that part is gone, not busy."""
_LEFT_BEHIND: Final = (
    "js/GAMES/messages",
    "js/SEEDS/messages",
    "js/consumers",
    "nats/connections",
    "nats/subscriptions",
    "own/gateway_sockets",
    "own/gateway_rooms",
    "own/gateway_tables",
    "redis/lobby:room:*/keys",
    "redis/lobby:code:*/keys",
    "redis/lobby:person:*:rooms/keys",
    "redis/lobby:request:*/keys",
    "redis/lobby:listing/keys",
)
"""Curves that come back to where they were before, once all have gone."""


@dataclass
class Watched:
    """The samples so far: seconds since the start, and each curve's values (0 where missing)."""

    times_s: list[float] = field(default_factory=list)
    curves: dict[str, list[float]] = field(default_factory=dict)

    def add(self, at_s: float, sample: Mapping[str, float]) -> None:
        """One more sample; a curve that was not there before was 0."""
        for name in sample.keys() - self.curves.keys():
            self.curves[name] = [0.0] * len(self.times_s)
        self.times_s.append(at_s)
        for name, values in self.curves.items():
            values.append(sample.get(name, 0.0))

    def trends(self, warm_s: float) -> dict[str, Trend]:
        """Every curve's verdict over the samples after the warm-up."""
        first = next((n for n, at in enumerate(self.times_s) if at >= warm_s), len(self.times_s))
        times = self.times_s[first:]
        return {
            name: trend(times, self.curves[name][first:], tolerance(name))
            for name in sorted(self.curves)
        }

    def write(self, path: Path) -> None:
        """As CSV: a row a sample, a column a curve."""
        names = sorted(self.curves)
        with path.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(["seconds", *names])
            for number, at in enumerate(self.times_s):
                values = (f"{self.curves[name][number]:.6g}" for name in names)
                rows.writerow([f"{at:.1f}", *values])


def rising(trends: Mapping[str, Trend]) -> list[str]:
    """The curves that are not flat and not meant to grow."""
    return [name for name, found in trends.items() if found.rising and not is_kept(name)]


def table(trends: Mapping[str, Trend]) -> str:
    """The verdicts for people."""
    rows: list[tuple[str, ...]] = [("curve", "median", "growth", "allowed", "z", "")]
    for name, found in trends.items():
        if is_kept(name):
            verdict = "kept by design"
        elif not found.judged:
            verdict = "too few samples"
        else:
            verdict = "RISES" if found.rising else "flat"
        numbers = (f"{x:,.1f}" for x in (found.median, found.growth, found.allowed))
        rows.append((name, *numbers, f"{found.z:.1f}", verdict))
    wide = [max(len(row[n]) for row in rows) for n in range(6)]
    return "\n".join(
        "  ".join(
            cell.ljust(wide[n]) if n in (0, 5) else cell.rjust(wide[n])
            for n, cell in enumerate(row)
        ).rstrip()
        for row in rows
    )


def left_behind(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """What there is more of than before, of what should be as it was."""
    more = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in _LEFT_BEHIND}
    return {name: count for name, count in more.items() if count > 0}


async def soak(crowd: Crowd, probe: Probe, arguments: argparse.Namespace, watched: Watched) -> None:
    """Churn, take samples, and tell of it. Raises NoAnswer where a part stays away."""
    started_s, last_s = time.monotonic(), arguments.minutes * 60
    until = asyncio.Event()
    churning = asyncio.create_task(crowd.churn(arguments.tables, until))
    missed = 0
    try:
        while not churning.done() and time.monotonic() - started_s < last_s:
            await asyncio.wait([churning], timeout=arguments.every)
            try:
                sample = await asyncio.to_thread(probe.sample)
            except NoAnswer as error:
                missed += 1
                print(f"a sample is missing: {error}", flush=True)
                if missed == MISSED_MOST:
                    raise
                continue
            missed = 0
            at_s = time.monotonic() - started_s
            watched.add(at_s, sample)
            _tell(at_s, sample, crowd)
    finally:
        until.set()
        await churning


async def afterwards(
    probe: Probe, before: Mapping[str, float], deadline_s: float
) -> dict[str, float]:
    """What is still there when everybody has gone; waits for it to go."""
    until_s = time.monotonic() + deadline_s
    while True:
        try:
            more = left_behind(before, await asyncio.to_thread(probe.sample))
        except NoAnswer:
            if time.monotonic() > until_s:
                raise
        else:
            if not more or time.monotonic() > until_s:
                return more
        await asyncio.sleep(3)


def _tell(at_s: float, sample: Mapping[str, float], crowd: Crowd) -> None:
    memory = "  ".join(
        f"{name.removeprefix('rss/').removesuffix('-1')} {value:.0f}"
        for name, value in sample.items()
        if name.startswith("rss/")
    )
    print(
        f"{int(at_s) // 60:3d}:{int(at_s) % 60:02d}  {crowd.games.total():5d} games  "
        f"{sample.get('own/gateway_sockets', 0):4.0f} sockets  "
        f"{sample.get('redis/lobby:room:*/keys', 0):4.0f} rooms  "
        f"{sample.get('js/GAMES/messages', 0):7.0f} entries  MiB: {memory}"
        + (f"  {len(crowd.troubles)} TROUBLES" if crowd.troubles else ""),
        flush=True,
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `carteado soak`."""
    parser.add_argument(
        "--minutes", type=between(float, 0.1), default=30.0, help="how long (%(default)s)"
    )
    parser.add_argument(
        "--tables", type=between(int, 1), default=6, help="ways at once (%(default)s)"
    )
    parser.add_argument(
        "--think",
        type=between(float, 0),
        default=0.1,
        help="mean pause before a move, s (%(default)s)",
    )
    parser.add_argument(
        "--pace",
        type=between(float, 0),
        default=12.0,
        help="at least so long between the beginnings of two ways of a table, s (%(default)s)",
    )
    parser.add_argument(
        "--every", type=between(float, 0.1), default=10.0, help="s a sample (%(default)s)"
    )
    parser.add_argument(
        "--warm-up",
        type=between(float, 0, 0.9),
        default=0.4,
        help="part of the time not judged (%(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of who does what (%(default)s)")
    parser.add_argument("--csv", type=Path, help="write every sample here")
    parser.add_argument("--plot", type=Path, help="draw every curve here, as SVG")
    parser.add_argument("--url", help="a gateway that runs already, instead of a table of our own")
    parser.add_argument(
        "--home", type=Path, help="with --url: the folder of its `carteado up`, to watch it by"
    )
    parser.add_argument("--monitor", help="with --url: http://host:port of NATS' monitoring")
    parser.add_argument("--redis", default="", help="with --url: redis://:password@host:port/0")


@contextmanager
def place(arguments: argparse.Namespace) -> Iterator[tuple[str, Place, bool]]:
    """Address, what to watch, and whether it is a table of our own, which then lives in here."""
    if arguments.url is None:
        with Stack.temporary(settings=SHORTENED) as stack:
            yield stack.url, Place.of(stack), True
        return
    running = Home(arguments.home).running() if arguments.home is not None else []
    yield (
        arguments.url,
        Place(
            {entry.name: entry.pid for entry in running},
            {entry.name: entry.admin for entry in running if entry.admin},
            [arguments.monitor] if arguments.monitor else [],
            arguments.redis,
        ),
        False,
    )


def main(arguments: argparse.Namespace) -> int:
    """Soak, and judge."""
    watched = Watched()
    with place(arguments) as (url, where, own):
        crowd = Crowd(url, arguments.think, arguments.seed, arguments.pace)
        probe = Probe(where)
        try:
            before = probe.sample()
            asyncio.run(soak(crowd, probe, arguments, watched))
            more = asyncio.run(afterwards(probe, before, AFTERWARDS_S)) if own else {}
        except NoAnswer as error:
            print(f"a part of the table stays away: {error}", file=sys.stderr)
            return 1
        finally:
            probe.close()
            if arguments.csv:
                watched.write(arguments.csv)
    trends = watched.trends(arguments.warm_up * arguments.minutes * 60)
    bad = rising(trends)
    if arguments.plot:
        colours = dict.fromkeys(bad, "#dc2626") | {
            name: "#9ca3af" for name in trends if is_kept(name)
        }
        curves = {name: watched.curves[name] for name in trends}
        arguments.plot.write_text(drawn(watched.times_s, curves, colours), encoding="utf-8")
    print(f"\n{table(trends)}\n")
    print("ways:  " + ", ".join(f"{name} {count}" for name, count in sorted(crowd.ways.items())))
    print("games: " + ", ".join(f"{name} {count}" for name, count in sorted(crowd.games.items())))
    for trouble in crowd.troubles:
        print(f"TROUBLE  {trouble}")
    for name, count in more.items():
        print(f"LEFT BEHIND  {name}: {count:g} more than before")
    for name in bad:
        print(f"RISES  {name}", file=sys.stderr)
    return 1 if bad or more or crowd.troubles else 0
