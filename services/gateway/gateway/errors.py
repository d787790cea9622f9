"""What can go wrong between a client and the gateway, and the code that the client is told.

    GatewayError
    ├── Malformed        the frame or request cannot be read
    └── Refused          it can be read, and is not allowed (any other code)

Refusals of the lobby and the engine come as `cardbus.errors.CallError` with the owner's own
code, and are passed on as they are. Anything else that is raised is a fault of ours: it is
logged, and the client is told `internal` and nothing more.
"""

from __future__ import annotations

from collections.abc import Mapping

MALFORMED = "malformed"
RATE_LIMITED = "rate_limited"
STALE_SESSION = "stale_session"
UNSUPPORTED_VERSION = "unsupported_version"
NAME_REFUSED = "name_refused"
NOT_FOUND = "not_found"
NOT_SEATED = "not_seated"
ROOM_NOT_FOUND = "room_not_found"
BAD_OPTION = "bad_option"
TOO_LARGE = "too_large"
UNAVAILABLE = "unavailable"
INTERNAL = "internal"

HTTP_STATUS: Mapping[str, int] = {
    MALFORMED: 400,
    BAD_OPTION: 400,
    NAME_REFUSED: 400,
    STALE_SESSION: 401,
    NOT_FOUND: 404,
    ROOM_NOT_FOUND: 404,
    NOT_SEATED: 409,
    UNSUPPORTED_VERSION: 409,
    TOO_LARGE: 413,
    RATE_LIMITED: 429,
    INTERNAL: 500,
    UNAVAILABLE: 503,
}
"""Status of an HTTP answer with that code; 409 for codes that stand not here."""


class GatewayError(Exception):
    """A coded refusal; `params` fill the sentence that the client makes of the code."""

    def __init__(self, code: str, frame_id: str = "", **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.frame_id = frame_id
        self.params = params


class Malformed(GatewayError):
    """A frame or request that cannot be read. `frame_id` is its id where that much was legible."""

    def __init__(self, frame_id: str = "", **params: str) -> None:
        super().__init__(MALFORMED, frame_id, **params)


class Refused(GatewayError):
    """A legible frame or request that is not allowed."""
