"""How full a stream is: one that is full refuses every further message."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from cardbus.wire import Outcome, Wire

_INFO = "$JS.API.STREAM.INFO."


def info_subject(stream: str) -> str:
    """Where a stream's state is asked for."""
    return _INFO + stream


class Fill:
    """One question to each stream; `done` gets the fullest one's share of its limit (1.0: full,
    0.0 without a limit), None where one stays unanswered."""

    __slots__ = ("_done", "_left", "_share", "_whole")

    def __init__(
        self,
        wire: Wire,
        streams: Sequence[str],
        deadline_s: float,
        done: Callable[[float | None], None],
    ) -> None:
        self._done = done
        self._left = len(streams)
        self._share = 0.0
        self._whole = True
        for stream in streams:
            wire.request(info_subject(stream).encode(), b"", b"", deadline_s, self._told)

    def _told(self, outcome: Outcome, header: bytes, answer: bytes) -> None:
        told = json.loads(answer) if outcome is Outcome.REPLIED else {}
        if "state" in told:
            limit = told["config"].get("max_bytes", -1)
            self._share = max(self._share, told["state"]["bytes"] / limit if limit > 0 else 0.0)
        else:
            self._whole = False
        self._left -= 1
        if self._left == 0:
            self._done(self._share if self._whole else None)
