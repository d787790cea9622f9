"""What can go wrong on the bus.

CallError            the other side refused, or no answer is known (code ``unavailable``)
Malformed            a value that may not become part of a subject, or bytes that can't be read
NotGranted           this party's contracts name no such call, announcement or stream: a bug here
PayloadTooLarge      more bytes than the server takes: a bug here
ConnectFailed        no server took the connection within the patience of the settings
"""

from __future__ import annotations

from collections.abc import Mapping

UNAVAILABLE = "unavailable"
MALFORMED = "malformed"
INTERNAL = "internal"


class CallError(Exception):
    """A coded refusal. Codes of the bus itself: ``unavailable`` (no answer: the outcome is
    unknown, the same request id may be sent again), ``malformed`` and ``internal``."""

    def __init__(self, code: str, params: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.params: Mapping[str, str] = dict(params or {})

    def __str__(self) -> str:
        return f"{self.code} {dict(self.params)}" if self.params else self.code


class Malformed(ValueError):
    """A placeholder's value is not ``[a-z0-9]{2,26}``, or a message can't be read."""


class NotGranted(PermissionError):
    """The contracts give this party no such right."""


class PayloadTooLarge(ValueError):
    """The message exceeds the server's largest payload."""


class ConnectFailed(Exception):
    """No server took the connection; the text says what the last one answered."""
