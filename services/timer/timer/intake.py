"""From the streams into the wheel: what is new through the durable consumers, and sweeps.

Both read headers alone, so that no card passes through here. A batch is acknowledged once Redis
holds it; while Redis is away the batch waits, and what was acknowledged but lost with another
replica is found by a sweep.
"""

from __future__ import annotations

from collections.abc import Mapping

from timer.owners import GAME, owner_key

_AGAIN_S = 0.2
_SWEEP_AGAIN_S = 1.0


def game_owner(placeholders: Mapping[str, str]) -> str:
    """The owner of an entry of a game's log."""
    return owner_key(GAME, placeholders["game_id"])


def other_owner(placeholders: Mapping[str, str]) -> str:
    """The owner of a set in the stream for rooms and leases."""
    return owner_key(placeholders["owner"], placeholders["id"])
