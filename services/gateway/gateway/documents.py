"""What the HTTP side is made of, handed to every group of routes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cardbus.api.lobby import LobbyClient
from gateway.addresses import Addresses
from gateway.limits import Buckets
from gateway.listing import Listing
from gateway.replays import ReadRecord, Replays
from gateway.sessions import Tokens
from gateway.site import Site


@dataclass(frozen=True, slots=True)
class Documents:
    """What the HTTP side needs. `record`: the JSON of a finished game's record, or None;
    `config`: what `/api/config` answers; `now_s`: a monotonic clock."""

    lobby: LobbyClient
    tokens: Tokens
    listing: Listing
    record: ReadRecord
    replays: Replays
    config: Mapping[str, Any]
    site: Site
    addresses: Addresses
    requests: Buckets
    sessions: Buckets
    recoveries: Buckets
    now_s: Callable[[], float]
    hsts: bool
