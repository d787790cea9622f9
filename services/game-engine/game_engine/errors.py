"""Why the engine refuses.

Refusal                what a decision answers; `code` and `params` go to the sender
├── not_found          no such game here
├── game_gone          its seed is gone, or its log does not fold: it can not begin or go on
├── already_started    it was started with other content
├── not_seated         the sender owns no seat of this game
├── paused             the game is held
├── stale              decided upon a turn that is over
└── …                  the rules' own codes, unchanged (`cardrules.errors`)
table.BrokenFold       a log does not fold: the game stops here, loudly
"""

from __future__ import annotations

from collections.abc import Mapping

import orjson

from cardrules.errors import RuleError


class Refusal(Exception):
    """A coded refusal; nothing was changed."""

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.params: Mapping[str, str] = params

    @classmethod
    def of_rules(cls, error: RuleError) -> Refusal:
        """The rules' refusal; parameters that are no text travel as JSON."""
        params = {
            key: value if isinstance(value, str) else orjson.dumps(value).decode()
            for key, value in error.params.items()
        }
        return cls(error.code, **params)
