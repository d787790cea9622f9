"""The one call that the bot-runner serves."""

from __future__ import annotations

from bot_runner.choosing import SEARCHES, choose
from bot_runner.errors import BotError
from bot_runner.workers import Workers
from cardbus.reply import Reply
from cardkit.clock import Clock
from cardkit.metrics import Metrics
from cardproto.v1 import bots_pb2, common_pb2, table_pb2


class BotRunnerHandlers:
    """Answers `BotRunner.Decide`: what is quick here, what searches in a worker."""

    def __init__(
        self, workers: Workers, clock: Clock, metrics: Metrics, budget_max_ms: int
    ) -> None:
        self._workers = workers
        self._clock = clock
        self._budget_max_ms = budget_max_ms
        took = metrics.histogram("bot_decide_seconds", "From a request to its answer", ("level",))
        self._took = {
            level: took.labels(name.removeprefix("BOT_LEVEL_").lower())
            for name, level in common_pb2.BotLevel.items()
        }
        self._refused = metrics.counter("bot_refused", "Requests without a decision", ("code",))

    def decide(
        self, request: bots_pb2.DecideRequest, reply: Reply[bots_pb2.DecideResponse]
    ) -> None:
        """Choose an action; refused with `malformed`, `not_your_turn` or `unavailable`."""
        began_s = self._clock.monotonic_s()
        request.budget_ms = min(request.budget_ms, self._budget_max_ms)

        def done(code: str, action: bytes) -> None:
            if code:
                self._refuse(reply, code)
            else:
                self._answer(reply, request.level, began_s, table_pb2.Action.FromString(action))

        try:
            if request.level in SEARCHES:
                self._workers.ask(request.SerializeToString(), done)
            else:
                self._answer(reply, request.level, began_s, choose(request))
        except BotError as error:
            self._refuse(reply, error.code)

    def _answer(
        self,
        reply: Reply[bots_pb2.DecideResponse],
        level: int,
        began_s: float,
        action: table_pb2.Action,
    ) -> None:
        self._took[level].observe(self._clock.monotonic_s() - began_s)
        reply.ok(bots_pb2.DecideResponse(action=action))

    def _refuse(self, reply: Reply[bots_pb2.DecideResponse], code: str) -> None:
        self._refused.labels(code).inc()
        reply.error(code)
