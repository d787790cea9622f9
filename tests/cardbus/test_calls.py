"""Calls and handlers over a real server with each user's rights."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest

from cardbus import CallError, NotGranted, Reply
from cardbus.api.bots import BotRunnerCaller
from cardbus.api.engine import EngineCaller, EngineClient
from cardbus.wire import Outcome
from cardproto.v1 import bots_pb2, contract_pb2, engine_pb2
from tests.cardbus.conftest import Connect
from tests.support.servers import Nats

ENGINE = engine_pb2.DESCRIPTOR.services_by_name["Engine"]


class Handlers:
    """An engine that answers `act` as told and refuses all else."""

    def __init__(self) -> None:
        self.held: list[Reply[engine_pb2.ActResponse]] = []
        self.acted = 0

    def act(self, request: engine_pb2.ActRequest, reply: Reply[engine_pb2.ActResponse]) -> None:
        self.acted += 1
        match request.actor.request_id:
            case "refuse":
                reply.error("not_your_turn", seat="2")
            case "raise-coded":
                raise CallError("stale", {"version": "9"})
            case "raise":
                raise RuntimeError("the seven of hearts")
            case "too much":
                reply.error("x" * (1 << 20))
            case "hold":
                self.held.append(reply)
            case _:
                reply.ok(engine_pb2.ActResponse(version=request.seen_version + 1))

    def __getattr__(self, name: str) -> object:
        def refuse(request: object, reply: Reply[engine_pb2.ActResponse]) -> None:
            reply.error("unexpected")

        return refuse


def act(game_id: str, request_id: str = "") -> engine_pb2.ActRequest:
    request = engine_pb2.ActRequest(game_id=game_id, seen_version=4)
    request.actor.request_id = request_id
    return request


async def test_a_call_is_answered(guarded: Nats, connect: Connect, game_ids: Iterator[str]) -> None:
    """Request and reply, awaited and by callback."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    engine.serve(ENGINE, Handlers())
    await engine.flush()
    answer = await EngineClient(gateway).act(act(next(game_ids)))
    assert answer.version == 5
    answers: list[engine_pb2.ActResponse | CallError] = []
    caller = EngineCaller(gateway)
    for _ in range(200):
        caller.act(act(next(game_ids)), answers.append)
    assert answers == []
    await gateway.flush()
    while len(answers) < 200:
        await asyncio.sleep(0.01)
    assert {a.version for a in answers if not isinstance(a, CallError)} == {5}


@pytest.mark.parametrize(
    ("request_id", "code", "params"),
    [
        ("refuse", "not_your_turn", {"seat": "2"}),
        ("raise-coded", "stale", {"version": "9"}),
        ("raise", "internal", {}),
        ("too much", "internal", {}),
    ],
)
async def test_a_refusal_arrives_with_its_code(
    guarded: Nats,
    connect: Connect,
    game_ids: Iterator[str],
    caplog: pytest.LogCaptureFixture,
    request_id: str,
    code: str,
    params: dict[str, str],
) -> None:
    """A coded refusal travels whole; nothing of another exception leaves the process."""
    caplog.set_level(logging.CRITICAL, logger="cardbus")
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    engine.serve(ENGINE, Handlers())
    await engine.flush()
    with pytest.raises(CallError) as caught:
        await EngineClient(gateway).act(act(next(game_ids), request_id))
    assert (caught.value.code, caught.value.params) == (code, params)


async def test_a_call_that_nobody_serves_is_repeated_once(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """The server that comes within the second still gets it; without one: unavailable."""
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    answers: list[engine_pb2.ActResponse | CallError] = []
    EngineCaller(gateway).act(act(next(game_ids)), answers.append)
    await asyncio.sleep(0.3)
    assert answers == []
    assert gateway.calls.repeated == 1
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    engine.serve(ENGINE, Handlers())
    await asyncio.sleep(1.0)
    assert [a.version for a in answers if not isinstance(a, CallError)] == [5]
    await engine.drain()
    with pytest.raises(CallError, match="unavailable"):
        await EngineClient(gateway).act(act(next(game_ids)))


async def test_a_silent_server_ends_as_unavailable(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """After the deadline; a reply that comes later changes nothing."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    handlers = Handlers()
    engine.serve(ENGINE, handlers)
    await engine.flush()
    answers: list[engine_pb2.ActResponse | CallError] = []
    EngineCaller(gateway).act(act(next(game_ids), "hold"), answers.append, deadline_ms=100)
    await asyncio.sleep(0.3)
    assert [a.code for a in answers if isinstance(a, CallError)] == ["unavailable"]
    handlers.held[0].ok(engine_pb2.ActResponse())
    await engine.flush()
    await gateway.flush()
    assert len(answers) == 1


@pytest.mark.parametrize("game_id", ["*", ">", "", "a", "a.b", "a b", "ab\r\nPING", "x" * 10_000])
async def test_an_id_that_may_not_stand_in_a_subject_never_leaves(
    guarded: Nats, connect: Connect, game_id: str
) -> None:
    """The caller refuses before a subject is built, and nobody is asked."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    handlers = Handlers()
    engine.serve(ENGINE, handlers)
    await engine.flush()
    with pytest.raises(CallError, match="malformed"):
        await EngineClient(gateway).act(act(game_id))
    await gateway.flush()
    await engine.flush()
    assert handlers.acted == 0


async def test_unreadable_requests_are_refused_by_the_server(
    guarded: Nats, connect: Connect
) -> None:
    """Bytes that are no message, and a message whose id is not what its subject may hold."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    handlers = Handlers()
    engine.serve(ENGINE, handlers)
    await engine.flush()
    for payload in (b"\xff\xff\xff", act("*").SerializeToString(), b""):
        done: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def answered(_: Outcome, header: bytes, body: bytes) -> None:
            done.set_result(body)  # noqa: B023 (awaited before the next turn)

        gateway.wire.request(b"engine.act.00", payload, b"", 2.0, answered)
        assert b"malformed" in await done
    assert handlers.acted == 0


async def test_a_drain_answers_what_was_taken_and_takes_no_more(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """The other replica gets what comes after."""
    first = await connect(guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    handlers = Handlers()
    serving = first.serve(ENGINE, handlers)
    await first.flush()
    answers: list[engine_pb2.ActResponse | CallError] = []
    caller = EngineCaller(gateway)
    caller.act(act(next(game_ids), "hold"), answers.append)
    while not handlers.held:
        await asyncio.sleep(0.01)
    draining = asyncio.create_task(serving.drain())
    await asyncio.sleep(0.1)
    second = await connect(guarded, contract_pb2.PARTY_ENGINE)
    others = Handlers()
    second.serve(ENGINE, others)
    await second.flush()
    for _ in range(20):
        caller.act(act(next(game_ids)), answers.append)
    while len(answers) < 20:
        await asyncio.sleep(0.01)
    assert (handlers.acted, others.acted) == (1, 20)
    assert not draining.done()
    handlers.held[0].ok(engine_pb2.ActResponse(version=77))
    assert await draining
    await gateway.flush()
    assert [a.version for a in answers if not isinstance(a, CallError)].count(77) == 1


async def test_rights_are_checked_before_anything_is_sent(guarded: Nats, connect: Connect) -> None:
    """A party that asks for what its contracts do not name gets a plain error."""
    runner = await connect(guarded, contract_pb2.PARTY_BOT_RUNNER)
    with pytest.raises(NotGranted):
        EngineCaller(runner).act(act("abcdefgh"), print)
    with pytest.raises(NotGranted):
        BotRunnerCaller(runner).decide(bots_pb2.DecideRequest(), print)
    with pytest.raises(NotGranted):
        runner.serve(ENGINE, Handlers())
    with pytest.raises(NotGranted):
        runner.stream(engine_pb2.LogEntry)
    with pytest.raises(NotGranted):
        runner.announce(engine_pb2.Nudge(game_id="abcdefgh", version=1))
    with pytest.raises(NotGranted):
        runner.subscribe(engine_pb2.Nudge, print)


async def test_a_handler_must_be_a_plain_function(guarded: Nats, connect: Connect) -> None:
    """A coroutine would never run."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)

    class Wrong(Handlers):
        async def commit(self, request: object, reply: object) -> None: ...

    with pytest.raises(TypeError, match="plain function"):
        engine.serve(ENGINE, Wrong())
