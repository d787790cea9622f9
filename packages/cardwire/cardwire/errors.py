"""What can go wrong between the wire and the rules.

WireError
└── MalformedUpdate    an update that no server of ours makes; `code` is `malformed`

Actions that cannot be read raise the rules' own errors (`unknown_action`, `malformed_action`).
"""

from __future__ import annotations


class WireError(ValueError):
    """Base of what this package raises; `code` is stable and goes over the wire."""

    code = "malformed"


class MalformedUpdate(WireError):
    """An update without a view, with another game's, or with values the rules do not have."""
