"""The admin service of every process: status, drain, log level (`admin.proto`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import grpc

from cardkit import logs
from cardkit.health import Registration
from cardproto.v1 import admin_pb2 as pb

SERVICE = pb.DESCRIPTOR.services_by_name["Admin"].full_name


class Process(Protocol):
    """What the admin service asks of the process that it belongs to."""

    name: str
    version: str
    started_ms: int
    ready: bool
    draining: bool

    @property
    def figures(self) -> Mapping[str, Callable[[], float]]:
        """Named figures of the service, each read when asked for."""

    def ask_to_stop(self, reason: str) -> None:
        """Begin the drain."""


Context = grpc.aio.ServicerContext[object, object]


class Admin:
    """Answers the operators' calls for one process."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def get_status(self, _: pb.GetStatusRequest, __: Context) -> pb.GetStatusResponse:
        """What runs, since when, and its figures."""
        process = self._process
        return pb.GetStatusResponse(
            service=process.name,
            version=process.version,
            started_ms=process.started_ms,
            ready=process.ready,
            draining=process.draining,
            figures={name: read() for name, read in process.figures.items()},
        )

    async def drain(self, _: pb.DrainRequest, __: Context) -> pb.DrainResponse:
        """Begin the drain; answered at once, health tells how it goes."""
        self._process.ask_to_stop("asked over the admin service")
        return pb.DrainResponse()

    async def set_log_level(
        self, request: pb.SetLogLevelRequest, context: Context
    ) -> pb.SetLogLevelResponse:
        """Change the log level; INVALID_ARGUMENT for an unknown one."""
        if request.level not in logs.LEVELS:
            await context.abort(
                grpc.StatusCode.INVALID_ARGUMENT, f"one of {', '.join(logs.LEVELS)}"
            )
        logs.set_level(request.level)
        return pb.SetLogLevelResponse(level=request.level)


def registration(process: Process) -> Registration:
    """The admin service of `process`, ready to be served."""
    admin = Admin(process)
    methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "GetStatus": grpc.unary_unary_rpc_method_handler(
            admin.get_status,
            request_deserializer=pb.GetStatusRequest.FromString,
            response_serializer=pb.GetStatusResponse.SerializeToString,
        ),
        "Drain": grpc.unary_unary_rpc_method_handler(
            admin.drain,
            request_deserializer=pb.DrainRequest.FromString,
            response_serializer=pb.DrainResponse.SerializeToString,
        ),
        "SetLogLevel": grpc.unary_unary_rpc_method_handler(
            admin.set_log_level,
            request_deserializer=pb.SetLogLevelRequest.FromString,
            response_serializer=pb.SetLogLevelResponse.SerializeToString,
        ),
    }
    return Registration(SERVICE, grpc.method_handlers_generic_handler(SERVICE, methods))
