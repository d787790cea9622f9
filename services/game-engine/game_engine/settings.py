"""What the engine is told, beyond what every service is told."""

from __future__ import annotations

from pydantic import Field

from cardkit.settings import ServiceSettings
from game_engine.timing import Timing

_MINUTE_MS = 60_000


class EngineSettings(ServiceSettings):
    """Durations are milliseconds at time scale 1; see `timing.Timing` for what each means."""

    bot_pace: float = Field(default=1.0, ge=0, le=10)
    """Multiplies the time that bots pretend to think, besides the time scale; 0: none."""
    bot_min_ms: int = Field(default=600, ge=0)
    bot_max_ms: int = Field(default=1_400, ge=0)
    bot_forced_ms: int = Field(default=250, ge=0)
    bot_patience_ms: int = Field(default=5_000, ge=100)
    bot_budget_ms: int = Field(default=250, ge=1, le=3_000)
    """What a bot may spend on one decision; real milliseconds, never scaled."""
    resume_floor_ms: int = Field(default=2_000, ge=0)
    grace_ms: int = Field(default=10_000, ge=0)
    pause_ms: int = Field(default=30 * _MINUTE_MS, ge=1_000)
    archive_ms: int = Field(default=15 * _MINUTE_MS, ge=1_000)
    cap_ms: int = Field(default=24 * 60 * _MINUTE_MS, ge=1_000)
    cap_entries: int = Field(default=5_000, ge=100)
    seed_fresh_s: float = Field(default=7 * 24 * 3_600.0, gt=0)
    """Age beyond which a seed is dealt from no more, real seconds: its stream keeps it 14 days, and
    a game may take one."""
    streams_full: float = Field(default=0.9, gt=0, le=1)
    """Share of a stream's limit from which on no new game begins."""
    streams_looked_s: float = Field(default=10.0, gt=0)
    """Real seconds between two looks at it."""
    tables_cached: int = Field(default=10_000, ge=16)
    """Folded tables held in memory, 20 to 40 kB each; the longest unused go first."""

    def timing(self) -> Timing:
        """The durations with the time scale applied."""
        scale = self.scale.ms

        def pace(duration_ms: int) -> int:
            return scale(round(duration_ms * self.bot_pace))

        return Timing(
            scale=self.time_scale,
            bot_min_ms=pace(self.bot_min_ms),
            bot_max_ms=pace(self.bot_max_ms),
            bot_forced_ms=pace(self.bot_forced_ms),
            bot_patience_ms=scale(self.bot_patience_ms),
            resume_floor_ms=scale(self.resume_floor_ms),
            grace_ms=scale(self.grace_ms),
            pause_ms=scale(self.pause_ms),
            archive_ms=scale(self.archive_ms),
            cap_ms=scale(self.cap_ms),
            cap_entries=self.cap_entries,
        )
