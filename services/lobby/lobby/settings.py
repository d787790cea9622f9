"""What the lobby is told, beyond what every service is told."""

from __future__ import annotations

from pydantic import Field

from cardkit.settings import RedisSettings
from lobby.values import Durations, Limits

_SECOND_MS = 1_000
_MINUTE_MS = 60 * _SECOND_MS


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
        )

    def limits(self) -> Limits:
        """How much a room takes, and a person."""
        return Limits(members=self.members_most, rooms_per_person=self.rooms_per_person)
