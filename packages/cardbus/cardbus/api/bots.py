"""Generated from the contract of `carteado.v1.BotRunner`; `make proto` writes it anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from cardbus.bus import Bus
from cardbus.errors import CallError
from cardbus.reply import Reply
from cardproto.v1 import bots_pb2

_SERVICE = bots_pb2.DESCRIPTOR.services_by_name["BotRunner"]
_METHODS = _SERVICE.methods_by_name


class BotRunnerClient:
    """BotRunner, awaited: for slow paths. Each method raises CallError."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def decide(
        self, request: bots_pb2.DecideRequest, deadline_ms: int | None = None
    ) -> bots_pb2.DecideResponse:
        answer = await self._bus.ask(_METHODS["Decide"], request, deadline_ms)
        return cast(bots_pb2.DecideResponse, answer)


class BotRunnerCaller:
    """BotRunner, by callback: `done` gets the response or a CallError, exactly once, later."""

    def __init__(self, bus: Bus) -> None:
        self._decide = bus.caller(_METHODS["Decide"])

    def decide(
        self,
        request: bots_pb2.DecideRequest,
        done: Callable[[bots_pb2.DecideResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._decide(request, done, deadline_ms)


class BotRunnerHandlers(Protocol):
    """What `Bus.serve` wants for BotRunner: plain functions that never block."""

    def decide(
        self, request: bots_pb2.DecideRequest, reply: Reply[bots_pb2.DecideResponse]
    ) -> None:
        """Answers `Decide`."""
