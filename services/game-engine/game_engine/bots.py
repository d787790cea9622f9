"""Asking the bot-runner: one seat's own view goes out, an action comes back."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from cardbus.api.bots import BotRunnerCaller
from cardbus.errors import CallError
from cardproto.v1 import common_pb2
from cardproto.v1.bots_pb2 import DecideRequest, DecideResponse
from cardwire import codec
from game_engine import commands, deciding
from game_engine.desk import Answer, Desk, Job
from game_engine.errors import Refusal
from game_engine.show import bot_update
from game_engine.table import Table


class Bots:
    """Turns a due bot into that bot's act."""

    def __init__(self, runner: BotRunnerCaller, budget_ms: int) -> None:
        self._runner = runner
        self._budget_ms = budget_ms

    def play(
        self, desk: Desk, ask: deciding.AskBot, table: Table, answer: Callable[[Answer], None]
    ) -> None:
        """Ask for the seat's move and submit it; answered `unavailable` where no bot answers."""
        assert desk.last is not None, "a table that was read has a last entry"
        rules = table.rules
        seat = table.seat(ask.seat)
        request = DecideRequest(
            update=bot_update(table, desk.last.public, ask.seat),
            level=seat.bot_level or common_pb2.BOT_LEVEL_NORMAL,  # type: ignore[arg-type]
            seed=_seed(table, ask.seat),
            budget_ms=self._budget_ms,
        )

        def decided(response: DecideResponse | CallError) -> None:
            if isinstance(response, CallError):
                answer(Refusal("unavailable"))
                return
            try:
                action = codec(rules.id).action_from_proto(response.action)
            except Exception:
                # What a bot sends is not trusted more than what a client sends.
                answer(Refusal("unavailable"))
                return
            command = commands.BotAct(ask.seat, ask.right_since, action)
            desk.submit(Job(command, answer))

        self._runner.decide(request, decided)


def _seed(table: Table, seat: int) -> bytes:
    """Makes a bot's choice reproducible from the record; tells nothing of the deal."""
    message = f"carteado/bot/1/{table.version}/{seat}".encode("ascii")
    return hmac.new(table.server_seed, message, hashlib.sha256).digest()
