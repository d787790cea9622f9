"""What can go wrong in the bot-runner, with the code that goes over the wire.

BotError
├── Malformed      the request holds no view that can be read, or no level
├── NotToAct       the seat whose view it is has nothing to decide
└── Busy           no worker was free in time, or the one at work died: ask again
"""

from __future__ import annotations


class BotError(Exception):
    """Base of what the bot-runner raises; `code` is stable."""

    code = "internal"


class Malformed(BotError):
    """The request cannot be read."""

    code = "malformed"


class NotToAct(BotError):
    """The view lists no legal action."""

    code = "not_your_turn"


class Busy(BotError):
    """The outcome is unknown to nobody: nothing was decided."""

    code = "unavailable"
