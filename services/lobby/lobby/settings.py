"""What the lobby is told, beyond what every service is told."""

from __future__ import annotations

from pydantic import Field

from cardkit.settings import RedisSettings
from lobby.history import Limits as Kept
from lobby.pairing import Window
from lobby.queueing import QueueRules
from lobby.values import Durations, Limits

_SECOND_MS = 1_000
_MINUTE_MS = 60 * _SECOND_MS
_DAY_MS = 24 * 60 * _MINUTE_MS


class LobbySettings(RedisSettings):
    """Durations are milliseconds at time scale 1."""

    shown_absence_ms: int = Field(default=3 * _SECOND_MS, ge=0)
    host_absence_ms: int = Field(default=2 * _MINUTE_MS, ge=1)
    absence_ms: int = Field(default=2 * _MINUTE_MS, ge=1)
    expiry_ms: int = Field(default=2 * _MINUTE_MS, ge=1)
    nonce_wait_ms: int = Field(default=_SECOND_MS, ge=0)
    grace_ms: int = Field(default=10 * _SECOND_MS, ge=0)
    check_ms: int = Field(default=10 * _MINUTE_MS, ge=1)
    lease_ms: int = Field(default=15 * _SECOND_MS, ge=1)
    forget_sockets_ms: int = Field(default=10 * _SECOND_MS, ge=0)
    pair_wait_ms: int = Field(default=5 * _SECOND_MS, ge=1)
    """How long the two of a pair are waited for."""
    pair_every_ms: int = Field(default=500, ge=1)
    """How often the rated queue is looked at, beside whenever somebody comes."""
    queue_absence_ms: int = Field(default=15 * _SECOND_MS, ge=1)
    """Who has no socket for so long leaves the queue."""
    queue_window: float = Field(default=3.0, ge=0)
    """How far apart two ratings may be at once; a newcomer's deviation is 8.3."""
    queue_widens_per_s: float = Field(default=0.2, gt=0)
    """How much wider with each second waited, of the scaled time."""
    voids_most: int = Field(default=3, ge=1)
    voids_within_ms: int = Field(default=60 * _MINUTE_MS, ge=1)
    queue_closed_ms: int = Field(default=10 * _MINUTE_MS, ge=1)
    """So many rated games made void within so long close the queue for so long."""
    guest_kept_ms: int = Field(default=180 * _DAY_MS, ge=1)
    """A guest unseen for so long is forgotten."""
    forget_every_ms: int = Field(default=10 * _MINUTE_MS, ge=1)

    # Of the network and the stores, so not scaled.
    todo_ms: int = Field(default=2 * _SECOND_MS, ge=1)
    refused_after_ms: int = Field(default=10 * _SECOND_MS, ge=0)
    requests_kept_ms: int = Field(default=10 * _MINUTE_MS, ge=_SECOND_MS)
    closed_kept_ms: int = Field(default=10 * _MINUTE_MS, ge=_SECOND_MS)
    settled_kept_ms: int = Field(default=30 * 24 * 60 * _MINUTE_MS, ge=_MINUTE_MS)
    redis_deadline_s: float = Field(default=2.0, gt=0)

    members_most: int = Field(default=100, ge=2)
    rooms_per_person: int = Field(default=3, ge=1)
    waiting_most: int = Field(default=64, ge=1)
    """Requests that may wait for one room."""
    requests_most: int = Field(default=2_000, ge=1)
    """Requests under way in this process."""

    def durations(self) -> Durations:
        """The durations of a room with the time scale applied."""
        scale = self.scale.ms
        return Durations(
            shown_absence_ms=scale(self.shown_absence_ms),
            host_absence_ms=scale(self.host_absence_ms),
            absence_ms=scale(self.absence_ms),
            expiry_ms=scale(self.expiry_ms),
            nonce_wait_ms=scale(self.nonce_wait_ms),
            todo_ms=self.todo_ms,
            sync_ms=(5 * _SECOND_MS, _MINUTE_MS, 10 * _MINUTE_MS),
            check_ms=scale(self.check_ms),
            grace_ms=scale(self.grace_ms),
            forget_sockets_ms=self.forget_sockets_ms,
            pair_wait_ms=scale(self.pair_wait_ms),
        )

    def kept(self) -> Kept:
        """How long what follows from a game is kept."""
        within_ms = self.scale.ms(self.voids_within_ms) + self.scale.ms(self.queue_closed_ms)
        return Kept(settled_ms=self.settled_kept_ms, voids_ms=within_ms)

    def queue_rules(self) -> QueueRules:
        """How the rated queue pairs, and to whom it is closed."""
        scale = self.scale.ms
        return QueueRules(
            window=Window(self.queue_window, self.queue_widens_per_s / self.time_scale),
            absence_ms=scale(self.queue_absence_ms),
            young_ms=self.forget_sockets_ms,
            voids_most=self.voids_most,
            voids_within_ms=scale(self.voids_within_ms),
            closed_ms=scale(self.queue_closed_ms),
            rooms_per_person=self.rooms_per_person,
        )

    def limits(self) -> Limits:
        """How much a room takes, and a person."""
        return Limits(members=self.members_most, rooms_per_person=self.rooms_per_person)
