"""How long things take at a table, in milliseconds, with the time scale already applied."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations that belong to the service, not to one game's policy.

    `scale` multiplies what comes from a game's policy or a room's settings; the other fields are
    milliseconds as they stand. Sources: the page of rooms, "Clocks", and the log's sections 6-10.
    """

    scale: float = 1.0
    # A bot answers between these, or after `bot_forced_ms` where it has no choice.
    bot_min_ms: int = 600
    bot_max_ms: int = 1_400
    bot_forced_ms: int = 250
    # Past this a silent bot's automatic action is played.
    bot_patience_ms: int = 5_000
    # What a resumed deadline has at least.
    resume_floor_ms: int = 2_000
    # What a person has after our own outage, and an absent one after people came back.
    grace_ms: int = 10_000
    pause_ms: int = 30 * 60_000
    archive_ms: int = 15 * 60_000
    cap_ms: int = 24 * 3_600_000
    # Entries after which a game ends as void.
    cap_entries: int = 5_000

    def scaled(self, duration_ms: int) -> int:
        """A duration of a policy or of a room's settings, in this service's time."""
        return round(duration_ms * self.scale)

    def bot_pace_ms(self, game_id: str, version: int, choices: int) -> int:
        """How long a bot pretends to think; the same for the same version of a game."""
        if choices <= 1:
            return self.bot_forced_ms
        word = hashlib.blake2b(f"{game_id}/{version}".encode("ascii"), digest_size=2).digest()
        span = self.bot_max_ms - self.bot_min_ms
        return self.bot_min_ms + span * int.from_bytes(word) // 65_536
