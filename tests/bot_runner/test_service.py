"""The service as a process on a real NATS, with its own user's rights."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardbus.api.bots import BotRunnerClient
from cardbus.errors import CallError, NotGranted
from cardproto.v1 import bots_pb2, contract_pb2, engine_pb2
from tests.bot_runner.requests import (
    EASY,
    HARD,
    NORMAL,
    WIRE,
    hard_choice,
    request,
    to_decide,
    update_for,
)
from tests.cardbus.conftest import Connect
from tests.support.servers import Nats


@pytest.fixture(scope="module")
def service(guarded: Nats, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """`python -m bot_runner`, ready; its log. Its orderly end is checked at the end."""
    log = tmp_path_factory.mktemp("bots") / "log"
    environment = {
        **os.environ,
        "CARTEADO_NATS_URLS": guarded.url,
        "CARTEADO_NATS_USER": "bot-runner",
        "CARTEADO_NATS_PASSWORD": guarded.passwords["bot-runner"],
        "CARTEADO_BOT_WORKERS": "1",
        "CARTEADO_BOT_BUDGET_MAX_MS": "50",
    }
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot_runner"], env=environment, stdout=output, stderr=output
        )
    yield log
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0, log.read_text()


async def client(guarded: Nats, connect: Connect) -> BotRunnerClient:
    """The engine's client, once the service answers."""
    bus = await connect(guarded, contract_pb2.PARTY_ENGINE)
    made = BotRunnerClient(bus)
    for _ in range(100):
        try:
            await made.decide(bots_pb2.DecideRequest())
        except CallError as error:
            if error.code == "malformed":
                return made
        await asyncio.sleep(0.1)
    raise TimeoutError("the bot-runner does not answer")


async def test_it_decides_at_every_level(guarded: Nats, connect: Connect, service: Path) -> None:
    """A legal action each time, the quick levels and the searching one."""
    bots = await client(guarded, connect)
    for number, (reached, seat) in enumerate(to_decide((0, 2, 5), 9)):
        level = (EASY, NORMAL, HARD)[number % 3]
        answer = await bots.decide(request(reached.state, seat, level))
        action = WIRE.action_from_proto(answer.action)
        assert action in WIRE.game.legal(reached.state, seat)


async def test_faults_have_codes(guarded: Nats, connect: Connect, service: Path) -> None:
    """And what is broken harms no request after it."""
    bots = await client(guarded, connect)
    state, seat = hard_choice()
    other = next(s for s in WIRE.game.seats(state) if s != seat)
    for message, code in [
        (bots_pb2.DecideRequest(level=NORMAL, update=b"\xff"), "malformed"),
        (request(state, other), "not_your_turn"),
        (request(state, other, HARD), "not_your_turn"),
    ]:
        with pytest.raises(CallError) as refused:
            await bots.decide(message)
        assert refused.value.code == code
    assert (await bots.decide(request(state, seat))).action.virae.type


async def test_a_budget_is_capped(guarded: Nats, connect: Connect, service: Path) -> None:
    """Whatever is asked for, the deadline of the call is kept."""
    bots = await client(guarded, connect)
    state, seat = hard_choice()
    answer = await bots.decide(request(state, seat, HARD, budget_ms=4_000_000))
    assert answer.action.virae.type


async def test_the_log_tells_no_card(guarded: Nats, connect: Connect, service: Path) -> None:
    """What a broken request holds is not written down."""
    bots = await client(guarded, connect)
    state, seat = hard_choice()
    with pytest.raises(CallError):
        await bots.decide(bots_pb2.DecideRequest(level=99, update=update_for(state, seat)))  # type: ignore[arg-type]
    text = service.read_text()  # noqa: ASYNC240 # a few lines
    assert "history" not in text
    assert not any(f'"{card}"' in text for card in WIRE.game.private_view(state, seat).hand)


async def test_its_user_has_no_right_beyond(guarded: Nats, connect: Connect) -> None:
    """Neither a stream nor another service's call."""
    bus = await connect(guarded, contract_pb2.PARTY_BOT_RUNNER)
    with pytest.raises(NotGranted):
        bus.stream(engine_pb2.LogEntry)
    snapshot = engine_pb2.DESCRIPTOR.services_by_name["Engine"].methods_by_name["Snapshot"]
    with pytest.raises(NotGranted):
        await bus.ask(snapshot, engine_pb2.SnapshotRequest(game_id="abcd"))
