"""A game that counts the positions that are made of it, for the budgets of searches."""

from __future__ import annotations

from typing import Any

from cardrules.game import Step
from cardrules.registry import AnyGame


class Counting:
    """Stands where the game stood. It holds the game: compiled ones can't be inherited from."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.made = 0

    def apply(self, state: Any, seat: int, action: Any) -> Step[Any, Any]:
        """The game's own step, counted."""
        self.made += 1
        return self.game.apply(state, seat, action)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)
