"""Generated from the contract of `carteado.v1.Gateway`; `make proto` writes it anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from cardbus.bus import Bus
from cardbus.errors import CallError
from cardbus.reply import Reply
from cardproto.v1 import gateway_pb2

_SERVICE = gateway_pb2.DESCRIPTOR.services_by_name["Gateway"]
_METHODS = _SERVICE.methods_by_name


class GatewayClient:
    """Gateway, awaited: for slow paths. Each method raises CallError."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def ask_door(
        self, request: gateway_pb2.AskDoorRequest, deadline_ms: int | None = None
    ) -> gateway_pb2.AskDoorResponse:
        answer = await self._bus.ask(_METHODS["AskDoor"], request, deadline_ms)
        return cast(gateway_pb2.AskDoorResponse, answer)


class GatewayCaller:
    """Gateway, by callback: `done` gets the response or a CallError, exactly once, later."""

    def __init__(self, bus: Bus) -> None:
        self._ask_door = bus.caller(_METHODS["AskDoor"])

    def ask_door(
        self,
        request: gateway_pb2.AskDoorRequest,
        done: Callable[[gateway_pb2.AskDoorResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._ask_door(request, done, deadline_ms)


class GatewayHandlers(Protocol):
    """What `Bus.serve` wants for Gateway: plain functions that never block."""

    def ask_door(
        self, request: gateway_pb2.AskDoorRequest, reply: Reply[gateway_pb2.AskDoorResponse]
    ) -> None:
        """Answers `AskDoor`."""
