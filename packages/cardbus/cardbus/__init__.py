"""Typed calls, the game log and its feed over NATS, bound from the contracts."""

from cardbus.bus import Bus, Subscription
from cardbus.errors import (
    CallError,
    ConnectFailed,
    Malformed,
    NotGranted,
    PayloadTooLarge,
)
from cardbus.outcome import Appended, Conflict, Stored, Unknown
from cardbus.reply import Reply, Serving
from cardbus.settings import BusSettings
from cardbus.stream import Stream

__all__ = [
    "Appended",
    "Bus",
    "BusSettings",
    "CallError",
    "Conflict",
    "ConnectFailed",
    "Malformed",
    "NotGranted",
    "PayloadTooLarge",
    "Reply",
    "Serving",
    "Stored",
    "Stream",
    "Subscription",
    "Unknown",
]
