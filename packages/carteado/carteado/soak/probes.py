"""What a running table costs at this moment: one number for each curve that soaking watches.

Resident memory of every process, and what of it is in use; messages, bytes and consumers of
JetStream; connections and subscriptions of NATS; bytes and keys of Redis by prefix; sockets, rooms
and tables of the gateways.
"""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Final

import grpc
import psutil
from redis import Redis
from redis.exceptions import RedisError

from carteado.operators import OperatorDoor
from carteado.soak.flatness import Tolerance
from carteado.stack import Stack

MIB: Final = 1 << 20
_ID: Final = re.compile(r"[a-z2-7]{16}|[A-Z0-9]{4,12}|(?=.*[A-Z0-9=])[A-Za-z0-9_=-]{8,}")
"""An identity, a room's code, an encoded request id; the words of a key are lower case."""
_SCAN: Final = 1000
_FIGURES: Final = frozenset(
    ("gateway_sockets", "gateway_rooms", "gateway_tables", "tables_cached", "rooms_at_work")
)
"""What the services hold at this moment, as they count it themselves."""

_ALLOCATED: Final = re.compile(r"^# HeapAlloc = (\d+)$", re.MULTILINE)

KEPT: Final = (
    "js/RECORDS/",
    "js/DEADLINES/",
    "redis/lobby:game:*/",
    "redis/lobby:leaderboard:",
    "redis/lobby:person:*:games/",
    "redis/lobby:person:*:profile/",
    "redis/lobby:person:*:statistics/",
    "redis/lobby:rating:",
    "redis/lobby:seen/",
    "redis/lobby:settled:*/",
    "redis/all/",
    "rss/valkey",
)
"""Curves that grow by design, since what they count is kept for days: shown, and not judged. The
rest of Redis is judged prefix by prefix. The lobby's README says how long each is kept."""

_TOLERANCES: Final[tuple[tuple[str, Tolerance], ...]] = (
    # What a Go process holds breathes with its collector; what it needs is the heap's curve.
    ("rss/nats", Tolerance(1.0, 64.0)),
    ("nats/heap", Tolerance(0.15, 6.0)),
    # The same of Python's: a busy moment's memory comes back in whole arenas, or not at all.
    ("rss/", Tolerance(0.10, 8.0)),
    ("blocks/", Tolerance(0.04, 10.0)),
    # How long the games are that happen to be on; that their logs go is seen at the end.
    ("js/GAMES/", Tolerance(0.50, 40.0)),
    ("js/", Tolerance(0.10, 40.0)),
    ("redis/", Tolerance(0.10, 16.0)),
    ("", Tolerance(0.10, 8.0)),
)


def tolerance(name: str) -> Tolerance:
    """What a curve of that name may grow by while it is watched."""
    return next(found for prefix, found in _TOLERANCES if name.startswith(prefix))


def is_kept(name: str) -> bool:
    """Whether the curve grows by design."""
    return name.startswith(KEPT)


@dataclass(frozen=True, slots=True)
class Place:
    """Where to look. Whatever is missing is not watched.

    `pids` by process name, `doors` the operators' addresses by name, `monitors` the base addresses
    of NATS' monitoring, `heap` that of its profiles, `redis_url` and `redis_password` of Redis.
    """

    pids: Mapping[str, int]
    doors: Mapping[str, str]
    monitors: Sequence[str]
    redis_url: str = ""
    redis_password: str = ""
    heap: str = ""

    @classmethod
    def of(cls, stack: Stack) -> Place:
        """Everything of a stack."""
        return cls(
            stack.pids(),
            {member.instance: member.admin for member in stack.fleet.members},
            [f"http://127.0.0.1:{port}" for port in stack.monitor_ports],
            stack.servers.redis_url,
            stack.servers.redis_password,
            f"http://127.0.0.1:{stack.profile_port}",
        )


class NoAnswer(Exception):
    """A part of the table did not answer in time; the message names what was raised."""


class Probe:
    """Takes samples of one place."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._redis: Redis | None = None
        if place.redis_url:
            self._redis = Redis.from_url(
                place.redis_url, password=place.redis_password or None, decode_responses=True
            )

    def sample(self) -> dict[str, float]:
        """Curve to value. Raises NoAnswer where a part is away or too busy."""
        try:
            found = dict(self._memory())
            for address in self._place.monitors[:1]:
                found.update(_nats(address))
            if self._place.heap:
                found["nats/heap"] = _heap(self._place.heap)
            found.update(self._figures())
            if self._redis is not None:
                found.update(_redis(self._redis))
        except (OSError, HTTPException, psutil.Error, grpc.RpcError, RedisError) as error:
            raise NoAnswer(type(error).__name__) from error
        return found

    def close(self) -> None:
        """Let go of Redis."""
        if self._redis is not None:
            self._redis.close()

    def _memory(self) -> Iterator[tuple[str, float]]:
        """MiB of each process and its children."""
        for name, pid in self._place.pids.items():
            process = psutil.Process(pid)
            family = [process, *process.children(recursive=True)]
            yield f"rss/{name}", sum(one.memory_info().rss for one in family) / MIB

    def _figures(self) -> dict[str, float]:
        """What the services count themselves, added over replicas, and the thousands of pieces of
        memory that each has in use."""
        found: dict[str, float] = {}
        for part, address in self._place.doors.items():
            with OperatorDoor(address) as door:
                for name, value in door.status().figures.items():
                    if name == "python_blocks":
                        found[f"blocks/{part}"] = value / 1000
                    elif name in _FIGURES:
                        found[f"own/{name}"] = found.get(f"own/{name}", 0.0) + value
        return found


def _nats(address: str) -> Iterator[tuple[str, float]]:
    told = _told(f"{address}/varz")
    yield "nats/connections", told["connections"]
    yield "nats/subscriptions", told["subscriptions"]
    streams = _told(f"{address}/jsz?streams=true&consumers=true")
    for account in streams.get("account_details", ()):
        for stream in account.get("stream_detail", ()):
            name, state = stream["name"], stream["state"]
            yield f"js/{name}/messages", state["messages"]
            yield f"js/{name}/KiB", state["bytes"] / 1024
    yield "js/consumers", streams["consumers"]


def _heap(address: str) -> float:
    """MiB in use right after a collection."""
    with urllib.request.urlopen(f"{address}/debug/pprof/heap?gc=1&debug=1", timeout=5) as answer:
        found = _ALLOCATED.search(answer.read().decode())
    if found is None:
        raise NoAnswer("no heap told")
    return int(found[1]) / MIB


def _told(url: str) -> dict[str, Any]:
    with urllib.request.urlopen(url, timeout=5) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def prefix(key: str) -> str:
    """A key with every identity in it as `*`."""
    return ":".join("*" if _ID.fullmatch(part) else part for part in key.split(":"))


def _redis(redis: Redis) -> Iterator[tuple[str, float]]:
    keys: dict[str, int] = {}
    sizes: dict[str, int] = {}
    found = list(redis.scan_iter(count=_SCAN))
    with redis.pipeline(transaction=False) as pipeline:
        for key in found:
            pipeline.memory_usage(key)
        for key, size in zip(found, pipeline.execute(), strict=True):
            name = prefix(key)
            keys[name] = keys.get(name, 0) + 1
            # A key may end between the two: it costs nothing any more.
            sizes[name] = sizes.get(name, 0) + (size or 0)
    yield "redis/all/KiB", float(redis.info("memory")["used_memory"]) / 1024
    for name, count in keys.items():
        yield f"redis/{name}/keys", count
        yield f"redis/{name}/KiB", sizes[name] / 1024
