"""Every user against a real server: what the contracts name is let through, nothing else."""

from __future__ import annotations

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from cardbus import contracts
from cardbus.contracts import inbox_prefix, party_name
from cardbus.permissions import PROVISIONER, listing, users
from cardproto.v1 import contract_pb2
from tests.support.servers import Nats

PARTY_USERS = [party_name(party) for party in contracts.PARTIES]
LISTING = listing(sharded=False)

HEARD = (
    [c.template.wildcard for c in contracts.calls().values()]
    + [a.template.wildcard for told in contracts.announcements().values() for a in told]
    + [s.template.wildcard for s in contracts.streams().values()]
    + [s.feed.wildcard for s in contracts.streams().values() if s.feed]
)

STREAMS = [s.stream for s in contracts.streams().values()]
API = [
    "$JS.API.INFO",
    "$JS.API.STREAM.NAMES",
    *(f"$JS.API.STREAM.{verb}.{s}" for s in STREAMS for verb in ("CREATE", "UPDATE", "DELETE")),
    *(f"$JS.API.STREAM.{verb}.{s}" for s in STREAMS for verb in ("INFO", "PURGE", "SNAPSHOT")),
    *(f"$JS.API.STREAM.MSG.{verb}.{s}" for s in STREAMS for verb in ("GET", "DELETE")),
    *(f"$JS.API.DIRECT.GET.{s}" for s in STREAMS),
    *(f"$JS.API.DIRECT.GET.{s}.log.00.abcdefgh" for s in STREAMS),
    *(f"$JS.API.CONSUMER.CREATE.{s}" for s in STREAMS),
    *(f"$JS.API.CONSUMER.CREATE.{s}.spy" for s in STREAMS),
    *(f"$JS.API.CONSUMER.CREATE.{s}.timer.log.*.*" for s in STREAMS),
    *(f"$JS.API.CONSUMER.CREATE.{s}.sweep-0" for s in STREAMS),
    *(f"$JS.API.CONSUMER.CREATE.{s}.sweep-0.>" for s in STREAMS),
    *(f"$JS.API.CONSUMER.DURABLE.CREATE.{s}.spy" for s in STREAMS),
    *(f"$JS.API.CONSUMER.{verb}.{s}.timer" for s in STREAMS for verb in ("DELETE", "INFO")),
    *(f"$JS.API.CONSUMER.{verb}.{s}.timer" for s in STREAMS for verb in ("RESET", "PAUSE")),
    *(f"$JS.API.CONSUMER.MSG.NEXT.{s}.timer" for s in STREAMS),
    *(f"$JS.ACK.{s}.timer.1.1.1.1.0" for s in STREAMS),
    "$SYS.REQ.SERVER.PING",
    "$SYS.REQ.USER.INFO.x",
    "$SRV.PING",
]


class Raw:
    """A plain client of one user that notes the server's refusals."""

    def __init__(self, client: Client, refusals: list[str]) -> None:
        self.client = client
        self._refusals = refusals

    async def refused(self) -> str:
        """The refusals since the last question, as one text."""
        # nats-py's first ping overtakes what it has not written yet.
        await self.client.flush()
        await self.client.flush()
        text = "; ".join(self._refusals)
        self._refusals.clear()
        return text

    async def publish(self, subject: str) -> str:
        await self.client.publish(subject, b"x", reply=f"{self.inbox}.reply")
        return await self.refused()

    async def subscribe(self, subject: str, queue: str = "") -> str:
        subscription = await self.client.subscribe(subject, queue=queue)
        text = await self.refused()
        await subscription.unsubscribe()
        return text

    inbox = ""


async def login(server: Nats, user: str) -> Raw:
    refusals: list[str] = []

    async def note(error: Exception) -> None:
        refusals.append(str(error).lower())

    client = await nats.connect(
        server.url,
        user=user,
        password=server.passwords[user],
        error_cb=note,
        inbox_prefix=inbox_prefix(user),
        allow_reconnect=False,
    )
    raw = Raw(client, refusals)
    raw.inbox = inbox_prefix(user)
    return raw


def granted(user: str, verb: str) -> set[str]:
    return set(LISTING[user][verb].get("allow", ()))


def covers(pattern: str, subject: str) -> bool:
    """Whether a NATS pattern covers a subject or narrower pattern."""
    wide, narrow = pattern.split("."), subject.split(".")
    for place, token in enumerate(wide):
        if token == ">":
            return len(narrow) > place
        if place >= len(narrow) or (token not in ("*", narrow[place])):
            return False
    return len(wide) == len(narrow)


@pytest.mark.parametrize("user", PARTY_USERS)
async def test_what_is_granted_is_let_through(guarded: Nats, user: str) -> None:
    """Each publish and subscribe that the listing names."""
    raw = await login(guarded, user)
    for subject in granted(user, "publish"):
        concrete = subject.replace(".log.*.*", ".log.#.#").replace("deadline.*.*", "deadline.#.#")
        concrete = concrete.replace("*", "00").replace("#", "*").replace(">", "1.1.1.1.0")
        if "MSG.NEXT" in concrete or "PURGE" in concrete:
            continue
        assert await raw.publish(concrete) == "", concrete
    for subject in granted(user, "subscribe"):
        pattern, _, queue = subject.partition(" ")
        assert await raw.subscribe(pattern, queue) == "", subject
    await raw.client.close()


@pytest.mark.parametrize("user", PARTY_USERS)
async def test_nothing_else_may_be_heard(guarded: Nats, user: str) -> None:
    """Other inboxes, the servers' own subjects, streams, and others' calls and feeds."""
    raw = await login(guarded, user)
    allowed = {s for s in granted(user, "subscribe") if " " not in s}
    wanted = [
        "_INBOX.>",
        "_INBOX.*",
        *(f"{inbox_prefix(other)}.>" for other in users()),
        ">",
        "*",
        "*.*.*",
        "$JS.API.>",
        "$JS.ACK.>",
        "$JS.>",
        "$JS.EVENT.>",
        "$SYS.>",
        "$SRV.>",
        *HEARD,
    ]
    refused = 0
    for subject in wanted:
        if any(covers(pattern, subject) for pattern in allowed):
            continue
        assert "permissions violation" in await raw.subscribe(subject), subject
        refused += 1
    assert refused > 20
    await raw.client.close()


@pytest.mark.parametrize("user", PARTY_USERS)
async def test_served_calls_are_heard_in_the_queue_group_only(guarded: Nats, user: str) -> None:
    """Neither plainly nor under another group's name."""
    raw = await login(guarded, user)
    for call in contracts.calls().values():
        subject, mine = call.template.wildcard, party_name(call.server) == user
        assert "permissions violation" in await raw.subscribe(subject)
        assert "permissions violation" in await raw.subscribe(subject, "spies")
        assert ("permissions violation" in await raw.subscribe(subject, call.queue)) != mine
    await raw.client.close()


@pytest.mark.parametrize("user", PARTY_USERS)
async def test_nothing_else_may_be_published(guarded: Nats, user: str) -> None:
    """Others' calls, announcements and entries, inboxes, feeds, and the streams' management."""
    raw = await login(guarded, user)
    allowed = granted(user, "publish")
    wanted = [
        *(subject.replace("*", "00") for subject in HEARD),
        *API,
        "_INBOX.x",
        *(f"{inbox_prefix(other)}.0.1" for other in users()),
        "anything",
    ]
    refused = 0
    for subject in wanted:
        if any(covers(pattern, subject) for pattern in allowed):
            continue
        assert "permissions violation" in await raw.publish(subject), subject
        refused += 1
    assert refused > 80
    await raw.client.close()


async def test_the_bot_runner_has_its_one_queue_and_nothing_more(guarded: Nats) -> None:
    """It may answer what it is asked, once, and that is all."""
    assert LISTING["bot-runner"]["publish"] == {"deny": [">"]}
    decide = next(c for c in contracts.calls().values() if c.method.name == "Decide")
    assert granted("bot-runner", "subscribe") == {
        f"{inbox_prefix('bot-runner')}.>",
        f"{decide.template.pattern} {decide.queue}",
    }
    runner = await login(guarded, "bot-runner")
    engine = await login(guarded, "engine")
    asked: list[str] = []

    async def answer(message: Msg) -> None:
        asked.append(message.reply)
        await message.respond(b"first")
        await message.respond(b"second")

    await runner.client.subscribe(decide.template.pattern, queue=decide.queue, cb=answer)
    await runner.client.flush()
    reply = await engine.client.request(decide.template.pattern, b"view", timeout=2)
    assert reply.data == b"first"
    assert "permissions violation" in await runner.refused()
    assert "permissions violation" in await runner.publish(asked[0])
    await runner.client.close()
    await engine.client.close()


async def test_the_provisioner_hears_no_game(guarded: Nats) -> None:
    """It makes streams and consumers; it cannot subscribe to anything but its answers."""
    raw = await login(guarded, PROVISIONER)
    for subject in (*HEARD, ">", "_INBOX.>", *(f"{inbox_prefix(u)}.>" for u in PARTY_USERS)):
        assert "permissions violation" in await raw.subscribe(subject)
    for subject in HEARD:
        assert "permissions violation" in await raw.publish(subject.replace("*", "00"))
    await raw.client.close()


async def test_nobody_gets_in_without_a_password(guarded: Nats) -> None:
    """Nor with another user's."""
    for user, password in ((None, None), ("engine", guarded.passwords["gateway"])):
        with pytest.raises(nats.errors.Error, match=r"(?i)authorization"):
            await nats.connect(
                guarded.url,
                user=user,
                password=password,
                allow_reconnect=False,
                error_cb=_ignore,
            )


async def _ignore(error: Exception) -> None:
    return None


def test_only_the_engine_reads_seeds_and_only_it_writes_games() -> None:
    """By the contracts themselves."""
    for contract in contracts.streams().values():
        if contract.stream == "SEEDS":
            assert set(contract.grants) == {contract_pb2.PARTY_ENGINE}
            assert contract.feed is None
        if contract.stream == "GAMES":
            writers = [p for p in contracts.PARTIES if contract.may(p, contract_pb2.RIGHT_APPEND)]
            assert writers == [contract_pb2.PARTY_ENGINE]
