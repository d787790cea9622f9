"""What the gateway is told by its environment."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import NoDecode

from cardkit.settings import ServiceSettings
from gateway.limits import Rate


class GatewaySettings(ServiceSettings):
    """Settings of one gateway; every replica has the same, ports and `instance` apart."""

    http_host: str = "127.0.0.1"
    http_port: int = Field(default=8080, ge=0, le=65535)
    """Clients' HTTP and WebSockets. 0: any free port."""
    site_dir: Path = Path("web/dist")
    """The built web client."""
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    """Addresses or networks whose `X-Forwarded-For` and `-Proto` are believed, by commas."""
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Origins besides the gateway's own that may open a socket; `*`: any."""

    session_key: SecretStr = Field(min_length=16)
    """Signs the sessions' tokens: the same for all replicas, and kept; at least 16 characters."""
    session_key_previous: SecretStr = SecretStr("")
    """Still accepted, for the time of a change of keys; empty: none."""
    session_days: int = Field(default=180, ge=1, le=3650)

    frame_bytes: int = Field(default=16_384, ge=1024)
    """A larger frame closes the socket with 1009."""
    frames_per_s: float = Field(default=20.0, gt=0)
    frames_burst: int = Field(default=60, ge=1)
    asks_per_s: float = Field(default=2.0, ge=0)
    asks_burst: int = Field(default=40, ge=1)
    """Frames of one person that the lobby has to work for, over all their sockets here: each may
    be told to a whole room. 0 a second: no limit."""
    flood_frames: int = Field(default=200, ge=1)
    """Frames refused for their rate, or unreadable, after which the socket is closed with 1008."""
    pending_calls: int = Field(default=32, ge=1)
    """Calls of one socket that may be unanswered at once."""
    sockets_per_session: int = Field(default=8, ge=1)
    """One more closes the oldest."""
    sockets_per_address: int = Field(default=256, ge=0)
    """0: no limit."""
    sockets_max: int = Field(default=15_000, ge=1)
    """More are refused with 503 before they are accepted."""
    presences_max: int = Field(default=10_000, ge=1, le=11_000)
    """Sockets times rooms that they follow: a renewal of the lease bears all in one message."""
    rooms_per_socket: int = Field(default=4, ge=1)
    sessions_per_minute: float = Field(default=30.0, ge=0)
    sessions_burst: int = Field(default=60, ge=1)
    """New sessions of one address. 0 a minute: no limit."""
    recoveries_per_minute: float = Field(default=2.0, ge=0)
    recoveries_burst: int = Field(default=10, ge=1)
    """Recovery codes that one address may try. 0 a minute: no limit."""
    http_per_s: float = Field(default=10.0, ge=0)
    http_burst: int = Field(default=60, ge=1)
    """Requests of one address to `/api`. 0 a second: no limit."""
    replays_per_s: float = Field(default=2.0, ge=0)
    replays_burst: int = Field(default=30, ge=1)
    """Pages of replays that one address has the engine make. 0 a second: no limit."""
    request_s: float = Field(default=15.0, gt=0)
    """Real seconds that an HTTP request may take to come in and be answered."""
    handshake_s: float = Field(default=5.0, gt=0)
    """Real seconds until the first frame, `hello`, must have come."""
    idle_s: float = Field(default=60.0, gt=0)
    """Real seconds without a byte, pings' answers included, after which a socket is closed."""
    waiting_frames: int = Field(default=64, ge=1)
    waiting_bytes: int = Field(default=262_144, ge=16_384)
    """With so much waiting to be written a socket is closed with 1013."""
    lease_s: float = Field(default=5.0, gt=0)
    """How often the lease on presence is renewed; scaled by `time_scale`."""
    linger_s: float = Field(default=2.0, ge=0, le=2.5)
    """How long nobody is told that a socket left a room, since its person may be back by then;
    shorter than an absence that is shown. Scaled by `time_scale`."""
    hsts: bool = False
    """Tell browsers to come by HTTPS only; for a site that is served by it."""

    @field_validator("trusted_proxies", "allowed_origins", mode="before")
    @classmethod
    def _split_commas(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for text in value:
            try:
                ipaddress.ip_network(text, strict=False)
            except ValueError:
                raise ValueError("addresses or networks, by commas") from None
        return value

    @field_validator("allowed_origins")
    @classmethod
    def _origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for text in value:
            scheme, found, place = text.partition("://")
            if text != "*" and not (scheme and found and place and "/" not in place):
                raise ValueError("such as https://example.org, without a path, by commas; or *")
        return value

    @field_validator("session_key_previous")
    @classmethod
    def _long(cls, value: SecretStr) -> SecretStr:
        if 0 < len(value.get_secret_value()) < 16:
            raise ValueError("has at least 16 characters, or none")
        return value

    @property
    def frame_rate(self) -> Rate:
        """Frames of one socket."""
        return Rate(self.frames_per_s, self.frames_burst)

    @property
    def ask_rate(self) -> Rate:
        """Frames of one person for the lobby."""
        return Rate(self.asks_per_s, self.asks_burst)

    @property
    def session_rate(self) -> Rate:
        """New sessions of one address."""
        return Rate(self.sessions_per_minute / 60, self.sessions_burst)

    @property
    def recovery_rate(self) -> Rate:
        """Recovery codes tried by one address."""
        return Rate(self.recoveries_per_minute / 60, self.recoveries_burst)

    @property
    def http_rate(self) -> Rate:
        """API requests of one address."""
        return Rate(self.http_per_s, self.http_burst)

    @property
    def replay_rate(self) -> Rate:
        """Pages of replays of one address."""
        return Rate(self.replays_per_s, self.replays_burst)

    @property
    def session_keys(self) -> tuple[str, ...]:
        """Keys of the tokens, the newest first."""
        keys = (self.session_key, self.session_key_previous)
        return tuple(key.get_secret_value() for key in keys if key.get_secret_value())
