"""Who owns what: every key in Redis, every subject of a stream, consumer and subscription.

`take_stock` lists all that a running table keeps, each with its owner; what nobody owns, or whose
owner is no more, is an orphan. Tests call `orphans` again and again until there is none: much is
removed a moment after its owner's end.
"""

from __future__ import annotations

import base64
import json
import re
import time
import urllib.request
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import nats
from redis.asyncio import Redis

from cardbus.contracts import inbox_prefix, streams
from cardbus.due import DueSet
from cardbus.permissions import PROVISIONER
from carteado.embedded import HOST
from carteado.stack import Stack

AUDITOR: Final = "auditor"
DUE_HEADER: Final = "Carteado-Due"
_KEYS: Final = (
    # For as long as the room lives, and a little longer; `ttl` says that it has ended.
    ("room", re.compile(r"lobby:room:(?P<room>[a-z2-7]{16})")),
    ("code", re.compile(r"lobby:code:[A-Z0-9]+")),
    ("rooms of a person", re.compile(r"lobby:person:[a-z2-7]{16}:rooms")),
    ("sockets", re.compile(r"lobby:gateway:(?P<gateway>[a-z0-9]+):sockets")),
    ("lease", re.compile(r"lobby:gateway:(?P<gateway>[a-z0-9]+):lease")),
    ("public list", re.compile(r"lobby:listing")),
    # For their own time, whoever is there.
    ("kept", re.compile(r"lobby:(request|settled|game|recovery):.*|\{timer\}:sweep:.*")),
    # Of people, until they are forgotten.
    ("person", re.compile(
        r"lobby:person:[a-z2-7]{16}:(profile|games|statistics|voids|tokens|recovery)"
        r"|lobby:(rating|leaderboard):.*|lobby:seen"
    )),
    # While somebody waits for a rated game, or for being forgotten.
    ("waiting", re.compile(
        r"lobby:person:[a-z2-7]{16}:(queue|paired)|lobby:queue:.*|lobby:(queues|forgetting)"
    )),
    # The timer's own few.
    ("timer", re.compile(
        r"\{timer\}:(sets|wheel|epoch|replicas|alive|gaps:(engine|lobby|gateway))"
    )),
)  # fmt: skip
_LASTING: Final = frozenset({"timer", "person", "lease", "public list"})


@dataclass
class Stock:
    """What is there. `keys` by kind, each to its milliseconds to live (-1: for ever); `timed`: the
    wheel's owners to their sets; the streams' subjects to the sets in their last headers."""

    keys: dict[str, dict[str, int]] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    leases: dict[str, int] = field(default_factory=dict)
    timed: dict[str, str] = field(default_factory=dict)
    games: dict[str, DueSet] = field(default_factory=dict)
    seeds: set[str] = field(default_factory=set)
    records: set[str] = field(default_factory=set)
    deadlines: dict[str, DueSet] = field(default_factory=dict)
    consumers: Counter[str] = field(default_factory=Counter)
    subscriptions: dict[str, Counter[str]] = field(default_factory=dict)

    def of(self, kind: str) -> Mapping[str, int]:
        """The keys of one kind."""
        return self.keys.get(kind, {})


async def take_stock(stack: Stack) -> Stock:
    """Everything, as of now. The servers must run."""
    stock = Stock()
    await _redis(stack, stock)
    await _streams(stack, stock)
    for port in stack.monitor_ports:
        _connections(_told(port, "connz?subs=detail&limit=1024"), stock)
    report = _told(stack.monitor_ports[0], "jsz?streams=true&consumers=true")
    for account in report.get("account_details", ()):
        for stream in account.get("stream_detail") or ():
            for consumer in stream.get("consumer_detail") or ():
                stock.consumers[f"{stream['name']}/{consumer['name']}"] += 1
    return stock


def orphans(
    stock: Stock,
    *,
    rooms: bool = False,
    logs: bool = False,
    forgotten: Collection[str] = (),
) -> list[str]:
    """What is left although nobody plays any more. `rooms`: some are still open; `logs`: finished
    games have not been archived; `forgotten`: rooms lost with Redis, whose deadlines go by age."""
    found = [f"unknown key {key}" for key in stock.unknown]
    now_ms = int(time.time() * 1000)
    for kind, keys in stock.keys.items():
        if kind in _LASTING or (rooms and kind != "sockets"):
            continue
        found += [f"{kind}: {key} for ever" for key, ttl_ms in keys.items() if ttl_ms < 0]
    if not rooms:
        found += [f"public list: {key}" for key in stock.of("public list")]
    late = {gateway for gateway, until_ms in stock.leases.items() if until_ms < now_ms}
    found += [f"lease of a dead gateway: {gateway}" for gateway in late]
    found += list(_orphan_logs(stock, logs))
    found += list(_orphan_deadlines(stock, rooms, forgotten))
    durable = {
        f"{contract.stream}/{contract.durable}"
        for contract in streams().values()
        if contract.durable
    }
    found += [f"consumer {name}" for name in stock.consumers if name not in durable]
    return found


def _orphan_logs(stock: Stock, logs: bool) -> Iterator[str]:
    for game_id, due in stock.games.items():
        ended = {kind for kind, _ in due.entries} == {"settle", "archive"}
        if not (logs and ended):
            yield f"log of {game_id}: {due.text}"
        if ended and game_id not in stock.records:
            yield f"no record of {game_id}"
    yield from (f"seed of {game_id}" for game_id in stock.seeds - stock.games.keys())


def _orphan_deadlines(stock: Stock, rooms: bool, forgotten: Collection[str]) -> Iterator[str]:
    for subject, due in stock.deadlines.items():
        owner, name = subject.split(".")[1:]
        excused = name in forgotten or (rooms and owner == "room")
        if due.entries and not excused and name not in stock.leases:
            yield f"deadlines of {owner} {name}: {due.text}"
    for owner, text in stock.timed.items():
        kind, _, name = owner.partition(":")
        alive: dict[str, Collection[str]] = {"game": stock.games, "gateway": stock.leases}
        excused = name in forgotten or (rooms and kind == "room")
        if not excused and name not in alive.get(kind, ()):
            yield f"in the wheel: {owner} {text}"


def new_subscriptions(before: Stock, after: Stock) -> list[str]:
    """What each service has subscribed to since, beyond what it had at rest."""
    return [
        f"{name} hears {subject} {more} times more"
        for name, subjects in after.subscriptions.items()
        if name in before.subscriptions and name != AUDITOR
        for subject, more in (subjects - before.subscriptions[name]).items()
    ]


async def _redis(stack: Stack, stock: Stock) -> None:
    servers = stack.servers
    redis = Redis.from_url(
        servers.redis_url, password=servers.redis_password, decode_responses=True
    )
    try:
        async for key in redis.scan_iter(count=1_000):
            kind = next((name for name, known in _KEYS if known.fullmatch(key)), None)
            if kind is None:
                stock.unknown.append(key)
                continue
            stock.keys.setdefault(kind, {})[key] = await redis.pttl(key)
            if kind == "lease":
                stock.leases[key.split(":")[2]] = int(await redis.get(key) or 0)
        timed = await redis.hgetall("{timer}:sets")
        stock.timed = {str(owner): str(text) for owner, text in timed.items()}
    finally:
        await redis.aclose()


async def _streams(stack: Stack, stock: Stock) -> None:
    client = await nats.connect(
        list(stack.servers.nats_urls),
        user=PROVISIONER,
        password=stack.servers.nats_passwords[PROVISIONER],
        inbox_prefix=inbox_prefix(PROVISIONER),
        name=AUDITOR,
    )
    try:
        for stream in ("GAMES", "SEEDS", "RECORDS", "DEADLINES"):
            for subject in await _subjects(client, stream):
                name = subject.rpartition(".")[2]
                match stream:
                    case "SEEDS":
                        stock.seeds.add(name)
                    case "RECORDS":
                        stock.records.add(name)
                    case "GAMES":
                        stock.games[name] = await _last_due(client, stream, subject)
                    case _:
                        stock.deadlines[subject] = await _last_due(client, stream, subject)
    finally:
        await client.close()


async def _subjects(client: Any, stream: str) -> list[str]:
    query = json.dumps({"subjects_filter": ">"}).encode()
    answer = await client.request(f"$JS.API.STREAM.INFO.{stream}", query, timeout=10)
    state = json.loads(answer.data)["state"]
    return sorted(state.get("subjects") or ())


async def _last_due(client: Any, stream: str, subject: str) -> DueSet:
    """The set in the header of the subject's last message; empty where it is gone by now."""
    query = json.dumps({"last_by_subj": subject}).encode()
    answer = await client.request(f"$JS.API.STREAM.MSG.GET.{stream}", query, timeout=10)
    headers = json.loads(answer.data).get("message", {}).get("hdrs", "")
    for line in base64.b64decode(headers).decode().split("\r\n"):
        name, _, value = line.partition(":")
        if name == DUE_HEADER:
            return DueSet.parse(value.strip())
    return DueSet(0)


def _connections(report: Mapping[str, Any], stock: Stock) -> None:
    """Subscriptions of the services' connections, by instance; inboxes count as one subject."""
    for connection in report.get("connections", ()):
        heard = stock.subscriptions.setdefault(connection.get("name", AUDITOR), Counter())
        for subscription in connection.get("subscriptions_list_detail") or ():
            subject = subscription["subject"]
            heard["its inbox" if subject.startswith("_INBOX") else subject] += 1


def _told(port: int, what: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://{HOST}:{port}/{what}", timeout=10) as answer:
        report: dict[str, Any] = json.load(answer)
    return report
