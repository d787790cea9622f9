"""Asks a service's operator door over gRPC: health, status, drain, log level."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Protocol, TypeVar

import grpc
from grpc_health.v1 import health_pb2

from cardproto.v1 import admin_pb2

_ADMIN = "/carteado.v1.Admin/"
_HEALTH = "/grpc.health.v1.Health/Check"


class _Message(Protocol):
    def SerializeToString(self) -> bytes: ...  # noqa: N802


A = TypeVar("A", bound=_Message)


class OperatorDoor:
    """One service's door at `address` (host:port). Use it in a `with` block.

    Every call waits at most `deadline_s` seconds and raises grpc.RpcError where nobody answers.
    """

    def __init__(self, address: str, deadline_s: float = 3.0) -> None:
        self.address = address
        self._deadline_s = deadline_s
        self._channel = grpc.insecure_channel(address)

    def __enter__(self) -> OperatorDoor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._channel.close()

    def serves(self, name: str = "") -> bool:
        """Whether health says SERVING: the service by the empty name, the process by `live`."""
        answer = self._call(
            _HEALTH, health_pb2.HealthCheckRequest(service=name), health_pb2.HealthCheckResponse
        )
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    def status(self) -> admin_pb2.GetStatusResponse:
        """What runs there, since when, and its figures."""
        return self._call(
            f"{_ADMIN}GetStatus", admin_pb2.GetStatusRequest(), admin_pb2.GetStatusResponse
        )

    def drain(self) -> None:
        """Ask it to finish what it has and stop."""
        self._call(f"{_ADMIN}Drain", admin_pb2.DrainRequest(), admin_pb2.DrainResponse)

    def set_log_level(self, level: str) -> None:
        """Change its log level; INVALID_ARGUMENT for an unknown one."""
        self._call(
            f"{_ADMIN}SetLogLevel",
            admin_pb2.SetLogLevelRequest(level=level),
            admin_pb2.SetLogLevelResponse,
        )

    def _call(self, method: str, request: _Message, answer: type[A]) -> A:
        read: Any = answer
        call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(method)
        reply: A = read.FromString(call(request.SerializeToString(), timeout=self._deadline_s))
        return reply


def serves(address: str, name: str = "") -> bool:
    """Whether the service at `address` answers that it serves; absence is False, no error."""
    try:
        with OperatorDoor(address, deadline_s=1.0) as door:
            return door.serves(name)
    except grpc.RpcError:
        return False
