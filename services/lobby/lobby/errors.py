"""What can go wrong in the lobby.

    LobbyError
    ├── Refused       the command may not be carried out: a stable code and its parameters
    └── StoreLost     Redis did not answer: the outcome is unknown, repeat with the same id

Whatever else is raised is a fault of ours and leaves the process as the code `internal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn


class LobbyError(Exception):
    """Any failure that the lobby foresees."""


class Refused(LobbyError):
    """A command that may not be carried out; nothing was changed.

    `code` is one of the codes of the rooms' page, `params` what a client needs for a sentence.
    """

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.params: Mapping[str, str] = params


class StoreLost(LobbyError):
    """Redis did not answer in time, or the connection broke."""


def refuse(code: str, **params: str) -> NoReturn:
    """Raise `Refused`."""
    raise Refused(code, **params)
