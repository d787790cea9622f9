"""The lean client over a real server: losses, limits, and who is let in."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest

from cardbus import Bus, CallError, ConnectFailed, PayloadTooLarge
from cardbus.api.engine import EngineCaller
from cardbus.wire import Outcome
from cardproto.v1 import contract_pb2, engine_pb2
from cardproto.v1.engine_pb2 import ActResponse, Nudge, Record
from carteado.processes import free_port
from tests.cardbus.conftest import Connect, eventually, now_ms, settings_for
from tests.cardbus.test_calls import ENGINE, Handlers, act
from tests.support.servers import Nats


async def test_what_is_under_way_ends_at_once_when_the_server_dies(
    fresh_guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Not after its deadline; afterwards calls, handlers and subscriptions stand again."""
    engine = await connect(fresh_guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(fresh_guarded, contract_pb2.PARTY_GATEWAY)
    handlers = Handlers()
    engine.serve(ENGINE, handlers)
    nudges: list[Nudge] = []
    again: list[str] = []
    gateway.subscribe(Nudge, nudges.append)
    gateway.on_reconnect(lambda: again.append("gateway"))
    engine.on_reconnect(lambda: again.append("engine"))
    await engine.flush()
    await gateway.flush()
    answers: list[ActResponse | CallError] = []
    caller = EngineCaller(gateway)
    for _ in range(5):
        caller.act(act(next(game_ids), "hold"), answers.append)
    await eventually(lambda: len(handlers.held) == 5)
    killed_s = time.monotonic()
    await asyncio.to_thread(fresh_guarded.control.kill)
    await eventually(lambda: len(answers) == 5, 1)
    assert {a.code for a in answers if isinstance(a, CallError)} == {"unavailable"}
    assert time.monotonic() - killed_s < 2
    with pytest.raises(CallError, match="unavailable"):
        await gateway.flush()
    for reply in handlers.held:
        reply.ok(ActResponse())
    engine.announce(Nudge(game_id="abcdefgh", version=1))

    await asyncio.to_thread(fresh_guarded.control.start)
    await eventually(lambda: sorted(again) == ["engine", "gateway"], 10)
    await engine.flush()
    await gateway.flush()
    caller.act(act(next(game_ids)), answers.append)
    await eventually(lambda: len(answers) == 6)
    assert not isinstance(answers[5], CallError)
    engine.announce(Nudge(game_id="abcdefgh", version=2))
    await eventually(lambda: [n.version for n in nudges] == [2])


async def test_a_frozen_server_is_noticed(
    fresh_guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """By pings without answer; what is under way then ends, and it comes back by itself."""
    gateway = await connect(
        fresh_guarded, contract_pb2.PARTY_GATEWAY, ping_interval_s=0.2, pings_outstanding=2
    )
    fresh_guarded.control.freeze()
    try:
        await eventually(lambda: not gateway.connected, 3)
        answers: list[ActResponse | CallError] = []
        EngineCaller(gateway).act(act(next(game_ids)), answers.append, deadline_ms=1500)
        await eventually(lambda: len(answers) == 1, 3)
    finally:
        fresh_guarded.control.thaw()
    await eventually(lambda: gateway.connected, 10)
    await gateway.flush()


async def test_a_wrong_password_fails_at_once(guarded: Nats) -> None:
    """It will not become right by waiting."""
    begun = time.monotonic()
    settings = settings_for(guarded, contract_pb2.PARTY_ENGINE, password="no")
    with pytest.raises(ConnectFailed, match=r"(?i)authorization") as caught:
        await Bus.connect(settings, now_ms)
    assert time.monotonic() - begun < 3
    assert "no" not in repr(settings).split("@")[0]
    assert guarded.passwords["engine"] not in str(caught.value)


async def test_no_server_fails_after_the_patience(guarded: Nats) -> None:
    """And a server that comes within it is taken."""
    port = free_port()
    settings = settings_for(
        guarded,
        contract_pb2.PARTY_ENGINE,
        urls=(f"nats://127.0.0.1:{port}",),
        connect_patience_s=0.7,
    )
    with pytest.raises(ConnectFailed):
        await Bus.connect(settings, now_ms)


async def test_a_server_that_comes_late_is_taken(fresh_guarded: Nats) -> None:
    """Services may start before it."""
    await asyncio.to_thread(fresh_guarded.control.stop)
    settings = settings_for(fresh_guarded, contract_pb2.PARTY_ENGINE)
    connecting = asyncio.create_task(Bus.connect(settings, now_ms))
    await asyncio.sleep(0.5)
    assert not connecting.done()
    await asyncio.to_thread(fresh_guarded.control.start)
    bus = await asyncio.wait_for(connecting, 10)
    await bus.flush()
    await bus.close()


async def test_too_large_a_payload_is_refused_here(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """Nothing is sent, the connection stands; the largest that fits comes through whole."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    records = engine.stream(Record)
    with pytest.raises(PayloadTooLarge):
        await records.append_now(Record(game_id=next(game_ids), json=b"x" * (1 << 20)), 0)
    game_id = next(game_ids)
    await records.append_now(Record(game_id=game_id, json=b"x" * ((1 << 20) - 400)), 0)
    last = await records.last_now(game_id=game_id)
    assert last is not None
    assert len(last.message.json) == (1 << 20) - 400
    await engine.flush()


async def test_a_slow_consumer_is_cut_off_and_catches_up(
    fresh_guarded: Nats, connect: Connect
) -> None:
    """Who does not read is disconnected by the server; on return the listeners are told."""
    engine = await connect(fresh_guarded, contract_pb2.PARTY_ENGINE)
    gateway = await connect(fresh_guarded, contract_pb2.PARTY_GATEWAY, ping_interval_s=60.0)
    again: list[bool] = []
    gateway.on_reconnect(lambda: again.append(True))
    gateway.subscribe(Nudge, lambda nudge: None)
    await gateway.flush()
    link: Any = gateway.wire._link
    link._transport.pause_reading()
    filler = b"x" * 900_000
    for _ in range(120):
        engine.wire.publish(b"nudge.00.abcdefgh", filler)
        await engine.flush()
    await asyncio.sleep(6)
    link._transport.resume_reading()
    await eventually(lambda: bool(again), 15)
    await gateway.flush()


async def test_refusals_are_heard(
    guarded: Nats, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    """What the server does not allow is logged; the connection stands."""
    caplog.set_level(logging.CRITICAL, logger="cardbus")
    runner = await connect(guarded, contract_pb2.PARTY_BOT_RUNNER)
    told: list[str] = []
    runner.wire.violation_listeners.append(told.append)
    runner.wire.subscribe(b"log.>", b"", lambda *_: None)
    runner.wire.publish(b"log.00.abcdefgh", b"x")
    await runner.flush()
    assert ["Subscription" in t or "Publish" in t for t in told] == [True, True]
    assert runner.connected


async def test_a_server_that_talks_nonsense_is_left(connect: Connect, guarded: Nats) -> None:
    """A peer that breaks the protocol after the handshake: dropped, another try is made, one at a
    time, and none once the bus is closed."""
    greetings = 0

    async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal greetings
        greetings += 1
        writer.write(b'INFO {"max_payload": 1000, "headers": true}\r\n')
        await reader.readline()
        await reader.readline()
        writer.write(b"PONG\r\nWHAT IS THIS\r\n")
        await writer.drain()

    server = await asyncio.start_server(babble, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    settings = settings_for(guarded, contract_pb2.PARTY_GATEWAY, urls=(f"nats://127.0.0.1:{port}",))
    bus = await Bus.connect(settings, now_ms)
    await eventually(lambda: greetings >= 3, 10)
    trying = [t for t in asyncio.all_tasks() if "_attempt_reconnect" in str(t.get_coro())]
    assert len(trying) <= 1
    await bus.close()
    server.close()
    await eventually(
        lambda: not [t for t in asyncio.all_tasks() if "Client." in str(t.get_coro())], 5
    )


async def test_writes_of_one_turn_go_out_together(
    guarded: Nats, connect: Connect, game_ids: Iterator[str]
) -> None:
    """A hundred requests of one turn are one write."""
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    link: Any = gateway.wire._link
    writes: list[int] = []
    real = link.writelines

    def noting(parts: list[bytes]) -> None:
        writes.append(len(parts))
        real(parts)

    link.writelines = noting
    ended: list[Outcome] = []
    for _ in range(100):
        gateway.wire.request(b"engine.act.00", b"", b"", 1.0, lambda o, h, p: ended.append(o))
    assert writes == []
    await eventually(lambda: len(ended) == 100)
    assert set(ended) == {Outcome.NO_RESPONDERS}
    assert writes[0] == 100


async def test_closing_ends_everything(guarded: Nats, connect: Connect) -> None:
    """Waiting calls end as unavailable, and later ones too."""
    engine = await connect(guarded, contract_pb2.PARTY_ENGINE)
    engine.serve(ENGINE, Handlers())
    await engine.flush()
    gateway = await connect(guarded, contract_pb2.PARTY_GATEWAY)
    answers: list[ActResponse | CallError] = []
    caller = EngineCaller(gateway)
    caller.act(act("abcdefgh", "hold"), answers.append)
    await gateway.flush()
    await gateway.close()
    assert [a.code for a in answers if isinstance(a, CallError)] == ["unavailable"]
    caller.act(engine_pb2.ActRequest(game_id="abcdefgh"), answers.append, deadline_ms=50)
    await eventually(lambda: len(answers) == 2, 2)
    await gateway.close()
