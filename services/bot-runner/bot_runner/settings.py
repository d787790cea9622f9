"""The bot-runner's own settings, in milliseconds unless the name says otherwise."""

from __future__ import annotations

import os
from typing import Annotated

from pydantic import Field

from cardkit.settings import ServiceSettings

Positive = Annotated[int, Field(gt=0)]


class BotRunnerSettings(ServiceSettings):
    """What the bot-runner is told besides; see `cardkit.settings`."""

    bot_workers: int = Field(default_factory=lambda: min(os.cpu_count() or 1, 4), ge=1, le=64)
    """Processes that search."""
    bot_queue_max: Positive = 256
    """Decisions that wait for a worker; beyond, `unavailable` is answered at once."""
    bot_wait_ms: Positive = 3_000
    """How long a decision may wait for a worker; the engine plays the automatic action later."""
    bot_budget_max_ms: Positive = 1_000
    """No search gets more, whatever is asked for."""
    bot_stuck_ms: Positive = 10_000
    """A worker that takes longer is replaced."""
