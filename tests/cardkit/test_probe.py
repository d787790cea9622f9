"""A container's health check tells apart serving, starting, gone, and a senseless question."""

from __future__ import annotations

import asyncio
import sys

from cardkit.health import LIVE, OperatorServer
from carteado.processes import free_port


async def _probe(port: str, *name: str) -> int:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cardkit.probe", *name),
        env={"CARTEADO_ADMIN_PORT": port},
        stderr=asyncio.subprocess.DEVNULL,
    )
    return await process.wait()


async def test_the_probe_says_what_health_says() -> None:
    """Live from the start, ready only once the service takes work, unknown names never."""
    server = OperatorServer()
    port = str(await server.start("127.0.0.1", 0))
    try:
        assert await _probe(port, LIVE) == 0
        assert await _probe(port) == 1
        await server.set_ready(True)
        assert await _probe(port) == 0
        assert await _probe(port, "nobody") == 1
    finally:
        await server.stop(0)


async def test_nobody_listening_is_not_healthy() -> None:
    """A dead process fails its check, quickly."""
    assert await asyncio.wait_for(_probe(str(free_port())), 10) == 1


async def test_a_probe_without_a_port_is_a_mistake() -> None:
    """Port 0 (any) and two names cannot be asked for: status 2, not a verdict."""
    assert await _probe("0") == 2
    assert await _probe("9090", "live", "ready") == 2
