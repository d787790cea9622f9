"""Headers of a stream: what is new through its durable consumer, and sweeps of all last ones.

No body is read here: the durable consumer is made headers-only, and so are the sweeps'. A sweep
needs a consumer of its own for a moment, since the server can't reset one that delivers the last
message of each subject; its name is one of a few that the user is let make.

A batch is acknowledged by its last message, and with it all that was delivered before: what was
lost on its way is never delivered again. So whatever hints at such a loss is reported as a doubt,
upon which the caller sweeps.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from cardbus.protocol import field_of, status_of
from cardbus.subjects import Template
from cardbus.wire import Outcome, Wire

_log = logging.getLogger("cardbus")

DUE_HEADER = b"Carteado-Due"

_PULL_S = 30.0
_AGAIN_S = 1.0
# A pull that brings nothing brings a heartbeat that often; without one the server forgot it.
_HEARTBEAT_S = 1.0
_SILENCE_S = 3.0
_NANOSECONDS = 1_000_000_000

# Names of the consumers that sweeps make; as many may run at once in one stream.
SWEEPERS = tuple(f"sweep-{n}" for n in range(4))
_SWEEP_BATCH = 2_000
_SWEEP_DEADLINE_S = 5.0
_SWEEPER_LIVES_S = 10.0


@dataclass(frozen=True, slots=True)
class Due:
    """The header of one stored message: whose it is, where it stands, and its set of deadlines.

    `placeholders` are those of the subject by name; `due` is the text of `Carteado-Due`, empty
    where the message has none.
    """

    placeholders: Mapping[str, str]
    sequence: int
    due: str


# Handles a batch; what it returns from is acknowledged, what it raises from comes again.
OnBatch = Callable[[Sequence[Due]], Awaitable[None]]

# Told why messages may have been lost on their way.
OnDoubt = Callable[[str], None]


def next_subject(stream: str, consumer: str) -> str:
    """Where messages are pulled from a consumer."""
    return f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}"


def acknowledge_subjects(stream: str, consumer: str) -> str:
    """Where deliveries of a consumer are acknowledged."""
    return f"$JS.ACK.{stream}.{consumer}.>"


def sweeper_subject(stream: str, sweeper: str, filtered: str) -> str:
    """Where a short-lived consumer is made; the server holds its name and filter to this."""
    return f"$JS.API.CONSUMER.CREATE.{stream}.{sweeper}.{filtered}"


def dismissed_subject(stream: str, sweeper: str) -> str:
    """Where a short-lived consumer is removed before its time."""
    return f"$JS.API.CONSUMER.DELETE.{stream}.{sweeper}"


class Consumption:
    """Pulling from the durable consumers of one contract, until closed."""

    def __init__(self, pullers: Sequence[Puller]) -> None:
        self._pullers = pullers

    async def close(self) -> None:
        """Pull no more, and let a batch that is being handled end. What was pulled and not
        handled comes again, here or at another replica."""
        await asyncio.gather(*(puller.close() for puller in self._pullers))


class Puller:
    """Pulls from one durable consumer: acknowledges whole batches, the last of each."""

    def __init__(
        self,
        wire: Wire,
        stream: str,
        consumer: str,
        template: Template,
        handler: OnBatch,
        on_doubt: OnDoubt,
        linger_s: float,
        batch: int,
    ) -> None:
        self._wire = wire
        self._next = next_subject(stream, consumer).encode()
        self._template = template
        self._handler = handler
        self._on_doubt = on_doubt
        self._linger_s = linger_s
        self._batch = batch
        self._inbox = wire.inbox()
        self._held: list[Due] = []
        self._acknowledge = b""
        # Messages that the server may still send upon the last pull.
        self._asked = 0
        self._pull_inbox = self._inbox
        self._pulls = 0
        self._heard_s = 0.0
        self._open = True
        self._work: asyncio.Task[None] | None = None
        self._sid = wire.subscribe(self._inbox + b".*", b"", self._receive)
        wire.up_listeners.append(self._connected)
        self._pull()
        self._listen()

    async def close(self) -> None:
        """See `Consumption.close`."""
        self._open = False
        self._wire.unsubscribe(self._sid)
        self._wire.up_listeners.remove(self._connected)
        if self._work is not None:
            await asyncio.wait([self._work])

    def _pull(self) -> None:
        if not self._open or len(self._held) >= self._batch:
            return
        query = {
            "batch": self._batch,
            "expires": int(_PULL_S * _NANOSECONDS),
            "idle_heartbeat": int(_HEARTBEAT_S * _NANOSECONDS),
        }
        self._asked = self._batch
        self._pulls += 1
        self._pull_inbox = self._inbox + b".%d" % self._pulls
        self._heard_s = asyncio.get_running_loop().time()
        ask = json.dumps(query, separators=(",", ":")).encode()
        self._wire.publish(self._next, ask, reply=self._pull_inbox)

    def _connected(self) -> None:
        self._doubt("connected anew")

    def _doubt(self, reason: str) -> None:
        self._on_doubt(reason)
        self._pull()

    def _listen(self) -> None:
        """Pull again where the server forgot a pull, or its leader died with it."""
        if not self._open:
            return
        silent_s = asyncio.get_running_loop().time() - self._heard_s
        if self._wire.up and self._asked > 0 and silent_s > _SILENCE_S:
            self._doubt("no heartbeat")
        self._wire.after(_AGAIN_S, self._listen)

    def _receive(self, subject: bytes, reply: bytes, header: bytes, payload: bytes) -> None:
        self._heard_s = asyncio.get_running_loop().time()
        status = status_of(header) if header else 0
        if status:
            # The end of a pull that was given up means nothing any more.
            if subject == self._pull_inbox:
                self._ended(status, header)
            return
        self._held.append(_due(self._template, subject, reply, header))
        self._acknowledge = reply
        if len(self._held) == 1 and self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._hand_over())
        self._asked -= 1
        if self._asked <= 0:
            self._pull()

    def _ended(self, status: int, header: bytes) -> None:
        if status == 100:
            return
        self._asked = 0
        if status in (404, 408):
            self._pull()
            return
        refusal = header[:80].decode(errors="replace").strip()
        _log.warning("pull refused: %s", refusal)
        self._wire.after(_AGAIN_S, lambda: self._doubt(refusal))

    async def _hand_over(self) -> None:
        """Linger for more, then hand over what is held, and again until nothing is."""
        while self._open and self._held:
            await asyncio.sleep(self._linger_s)
            batch, self._held = self._held, []
            acknowledge = self._acknowledge
            if not await self._handled(batch):
                break
            self._wire.publish(acknowledge, b"+ACK")
            if self._asked <= 0:
                self._pull()
        self._work = None

    async def _handled(self, batch: Sequence[Due]) -> bool:
        """Until the handler took the batch. False: closed before."""
        while self._open:
            try:
                await self._handler(batch)
            except Exception:
                _log.exception("%d headers were not handled; again in a second", len(batch))
                await asyncio.sleep(_AGAIN_S)
            else:
                return True
        return False


async def sweep(wire: Wire, stream: str, template: Template) -> AsyncIterator[list[Due]]:
    """The last message of every subject of one stream, in batches, headers only.

    Raises TimeoutError where the server does not answer, RuntimeError where it refuses.
    """
    sweeper, pending = await _make_sweeper(wire, stream, template)
    arrived: asyncio.Queue[tuple[bytes, bytes, bytes]] = asyncio.Queue()
    inbox = wire.inbox()
    sid = wire.subscribe(inbox, b"", lambda s, r, h, _: arrived.put_nowait((s, r, h)))
    query = {"batch": _SWEEP_BATCH, "expires": int(_SWEEP_DEADLINE_S * _NANOSECONDS)}
    ask = json.dumps(query, separators=(",", ":")).encode()
    try:
        while pending:
            wire.publish(next_subject(stream, sweeper).encode(), ask, reply=inbox)
            wanted = min(pending, _SWEEP_BATCH)
            batch: list[Due] = []
            while len(batch) < wanted and pending:
                subject, reply, header = await asyncio.wait_for(arrived.get(), _SWEEP_DEADLINE_S)
                if status_of(header):
                    raise TimeoutError(header[:60].decode(errors="replace"))
                batch.append(_due(template, subject, reply, header))
                pending = _pending(reply)
            yield batch
    finally:
        wire.unsubscribe(sid)
        wire.publish(dismissed_subject(stream, sweeper).encode(), b"", reply=wire.inbox())


async def _make_sweeper(wire: Wire, stream: str, template: Template) -> tuple[str, int]:
    """Under a name that no other sweep has at this moment; how many messages it will bring."""
    mark = secrets.token_hex(8)
    names = list(SWEEPERS)
    secrets.SystemRandom().shuffle(names)
    refusal = ""
    for name in names:
        query = {
            "stream_name": stream,
            "action": "create",
            "config": {
                "name": name,
                "description": mark,
                "deliver_policy": "last_per_subject",
                "filter_subject": template.wildcard,
                "ack_policy": "none",
                "headers_only": True,
                "mem_storage": True,
                "num_replicas": 1,
                "inactive_threshold": int(_SWEEPER_LIVES_S * _NANOSECONDS),
            },
        }
        subject = sweeper_subject(stream, name, template.wildcard)
        answer = json.loads(await _asked(wire, subject, json.dumps(query).encode()))
        if "error" not in answer:
            return name, int(answer["num_pending"])
        refusal = answer["error"].get("description", "")
    raise RuntimeError(f"no sweep in {stream}: {refusal}")


async def _asked(wire: Wire, subject: str, query: bytes) -> bytes:
    answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def done(outcome: Outcome, header: bytes, payload: bytes) -> None:
        if answer.done():
            return
        if outcome is Outcome.REPLIED:
            answer.set_result(payload)
        else:
            answer.set_exception(TimeoutError(f"{subject}: {outcome.name}"))

    wire.request(subject.encode(), query, b"", _SWEEP_DEADLINE_S, done)
    return await answer


def _due(template: Template, subject: bytes, reply: bytes, header: bytes) -> Due:
    value = field_of(header, DUE_HEADER)
    return Due(
        template.read(subject.decode()),
        _delivery(reply)[0],
        value.decode() if value is not None else "",
    )


def _delivery(reply: bytes) -> tuple[int, int]:
    """Stream sequence and messages still pending, from a delivery's reply subject:
    `$JS.ACK.<stream>.<consumer>.<times>.<sequence>.<its own>.<time>.<pending>`, or with domain and
    account before the stream."""
    tokens = reply.split(b".")
    skip = 0 if len(tokens) == 9 else 2
    return int(tokens[5 + skip]), int(tokens[8 + skip])


def _pending(reply: bytes) -> int:
    return _delivery(reply)[1]
