"""The operators' door of a process: gRPC with health, reflection and admin.

Health knows two names: `live` serves while the process's loop turns; the empty name, meaning
the service itself, serves from the end of the start until the drain begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

LIVE = "live"
READY = ""

_SERVING = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@dataclass(frozen=True, slots=True)
class Registration:
    """One gRPC service to serve: its full name and the handlers of its methods."""

    service: str
    handlers: grpc.GenericRpcHandler


class OperatorServer:
    """Serves health, reflection and the given registrations. Bound to a running event loop."""

    def __init__(self, registrations: Sequence[Registration] = ()) -> None:
        self._registrations = tuple(registrations)
        self._health = health.aio.HealthServicer()
        self._server: grpc.aio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen, live but not yet ready; the port taken (0: any). Raises OSError."""
        server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        for registration in self._registrations:
            server.add_generic_rpc_handlers((registration.handlers,))
        names = (registration.service for registration in self._registrations)
        reflection.enable_server_reflection(
            (health_pb2.DESCRIPTOR.services_by_name["Health"].full_name,
             *names, reflection.SERVICE_NAME), server
        )  # fmt: skip
        try:
            bound = server.add_insecure_port(f"{host}:{port}")
        except RuntimeError as error:
            raise OSError(f"cannot listen on {host}:{port}: {error}") from error
        await self._health.set(LIVE, _SERVING)
        await self.set_ready(False)
        await server.start()
        self._server = server
        return int(bound)

    async def set_ready(self, ready: bool) -> None:
        """Tell whether the service takes work."""
        await self._health.set(READY, _SERVING if ready else _NOT_SERVING)

    async def stop(self, grace_s: float) -> None:
        """Stop listening; calls under way get `grace_s` seconds."""
        if self._server is not None:
            await self._server.stop(grace_s)
            self._server = None
