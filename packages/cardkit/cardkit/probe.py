"""`python -m cardkit.probe [NAME]`: does the service of this container serve?

Asks `grpc.health.v1` on loopback at CARTEADO_ADMIN_PORT for NAME: `live`, or nothing for readiness.
Exit status 0 if it serves, 1 if not, 2 where the question makes no sense.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

import grpc
from grpc_health.v1 import health_pb2

_CHECK = "/grpc.health.v1.Health/Check"
_PORT = "CARTEADO_ADMIN_PORT"
DEADLINE_S = 2.0


def serves(address: str, name: str = "", deadline_s: float = DEADLINE_S) -> bool:
    """Whether the server at `address` (host:port) answers within `deadline_s` that NAME serves.

    No answer, and a name that the server does not know, are False.
    """
    with grpc.insecure_channel(address) as channel:
        check: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(_CHECK)
        request = health_pb2.HealthCheckRequest(service=name)
        try:
            answer = check(request.SerializeToString(), timeout=deadline_s)
        except grpc.RpcError:
            return False
    status = health_pb2.HealthCheckResponse.FromString(answer).status
    return bool(status == health_pb2.HealthCheckResponse.SERVING)


def main(argv: Sequence[str], environment: Mapping[str, str]) -> int:
    """Ask once; the exit status."""
    port = environment.get(_PORT, "")
    if len(argv) > 1 or not port.isdecimal() or int(port) == 0:
        sys.stderr.write(f"usage: python -m cardkit.probe [NAME], with {_PORT} set to a port\n")
        return 2
    name = argv[0] if argv else ""
    return 0 if serves(f"127.0.0.1:{port}", name) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
