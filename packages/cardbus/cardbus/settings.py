"""What a bus connection must know."""

from __future__ import annotations

from dataclasses import dataclass

from cardproto.v1 import contract_pb2


@dataclass(frozen=True, slots=True)
class BusSettings:
    """Addresses, the party's user, and patience. Seconds throughout.

    `urls` are `nats://host:port` or `tls://host:port`; `name` is shown in the server's monitoring;
    `sharded` says whether sharded streams are split (as `provision` made them).
    """

    urls: tuple[str, ...]
    user: str
    password: str
    party: contract_pb2.Party
    name: str
    sharded: bool = False
    # How long the first connection may take before ConnectFailed.
    connect_patience_s: float = 30.0
    connect_deadline_s: float = 2.0
    ping_interval_s: float = 5.0
    pings_outstanding: int = 2
    # A call whose contract names no deadline waits this long.
    call_deadline_s: float = 3.0
    # One try of an append, and all of them together.
    ack_deadline_s: float = 2.0
    append_patience_s: float = 15.0
    # One try of a read, and all of them together.
    read_deadline_s: float = 2.0
    read_patience_s: float = 8.0
    # More unsent bytes than this: what is sent counts as lost.
    max_unsent_bytes: int = 64 * 1024 * 1024

    def __repr__(self) -> str:
        return f"BusSettings({self.user}@{','.join(self.urls)})"
