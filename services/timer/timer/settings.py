"""The timer's own settings, all in milliseconds unless the name says otherwise.

The allowance and the time to be back belong to the product and follow the time scale; everything
else concerns the network and the machines.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cardkit.settings import RedisSettings

Positive = Annotated[int, Field(gt=0)]


class TimerSettings(RedisSettings):
    """What the timer is told besides; see `cardkit.settings`."""

    timer_allowance_ms: int = Field(default=400, ge=0)
    """How long after the time shown a person's time runs out, at time scale 1."""
    timer_leases_ms: tuple[Positive, ...] = Field(default=(5_000, 10_000, 30_000), min_length=1)
    """How long an unanswered request is waited for, by attempt, the last one repeating."""
    timer_tick_ms: Positive = 1_000
    """How often it is noted that the timer ticked and services answered."""
    timer_gap_ms: Positive = 2_000
    """Silence of a service beyond which what fell due in it gets grace."""
    timer_return_ms: Positive = 10_000
    """How long after an outage of all gateways their people are given to be back, at scale 1."""
    timer_replica_dead_ms: Positive = 5_000
    """Silence of another replica after which it is swept for what it left unfinished."""
    timer_linger_ms: int = Field(default=50, ge=0, le=1_000)
    """How long entries are gathered under load; while little happens they are taken at once."""
    timer_busy_per_s: Positive = 200
    """Entries a second from which on it counts as load."""
    timer_sweep_ms: Positive = 120_000
    """How often the last deadlines of every owner are read anew."""
    timer_in_flight_max: Positive = 1_024
    """Requests to owners that wait for an answer at the same time."""
    timer_claim_max: int = Field(default=256, gt=0, le=500)
    """Owners claimed in one go."""
