"""What a client is told before it opens a socket: games, limits, reactions, versions."""

from __future__ import annotations

from importlib import resources
from typing import Any

import orjson

from gateway import __version__
from gateway.codec import CODECS
from gateway.handlers import EMOTES, PROTOCOL_VERSION
from gateway.sessions import NAME_LENGTH
from gateway.settings import GatewaySettings


def policies() -> dict[str, Any]:
    """The room policies of all games by game id, as the rules' registry wrote them.

    Raises FileNotFoundError where the contracts were installed without them.
    """
    text = resources.files("cardproto").joinpath("policies.json").read_bytes()
    games: dict[str, Any] = orjson.loads(text)
    return games


def client_config(settings: GatewaySettings) -> dict[str, Any]:
    """The answer of `/api/config`. Durations in milliseconds, sizes in bytes."""
    return {
        "version": __version__,
        "protocol_versions": [PROTOCOL_VERSION],
        "subprotocols": list(CODECS),
        "games": policies(),
        "emotes": list(EMOTES),
        "limits": {
            "name_length": NAME_LENGTH,
            "frame_bytes": settings.frame_bytes,
            "frames_per_s": settings.frames_per_s,
            "frames_burst": settings.frames_burst,
            "asks_per_s": settings.asks_per_s,
            "asks_burst": settings.asks_burst,
            "idle_ms": round(settings.idle_s * 1000),
        },
        "time_scale": settings.time_scale,
    }
