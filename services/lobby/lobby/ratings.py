"""Ratings of two players after a game between them: OpenSkill, and what is shown of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

PROVISIONAL_GAMES: Final = 10
"""Fewer rated games than these, and a rating is provisional."""

_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating: `mu` is the estimate, `sigma` its deviation."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0
    won: int = 0

    @property
    def ordinal(self) -> float:
        """What leaderboards sort by: with high likelihood the true skill is not below."""
        return self.mu - 3 * self.sigma

    @property
    def provisional(self) -> bool:
        """Whether it stands on few games."""
        return self.games < PROVISIONAL_GAMES

    def stored(self) -> dict[str, str]:
        """The fields as they are kept; `read_standing` gives the very same value back."""
        return {
            "mu": repr(self.mu),
            "sigma": repr(self.sigma),
            "games": str(self.games),
            "won": str(self.won),
        }


def read_standing(fields: Mapping[str, str]) -> Standing:
    """A rating as it was kept; without fields that of a newcomer."""
    if not fields:
        return Standing()
    return Standing(
        float(fields["mu"]), float(fields["sigma"]), int(fields["games"]), int(fields["won"])
    )


def after_game(
    one: Standing, other: Standing, *, one_won: bool, other_won: bool
) -> tuple[Standing, Standing]:
    """Both ratings after a game between the two; neither or both won: a draw."""
    teams = [[_MODEL.rating(s.mu, s.sigma)] for s in (one, other)]
    ranks = [0.0 if won else 1.0 for won in (one_won, other_won)]
    (first,), (second,) = _MODEL.rate(teams, ranks=ranks)
    return (
        Standing(first.mu, first.sigma, one.games + 1, one.won + (one_won and not other_won)),
        Standing(second.mu, second.sigma, other.games + 1, other.won + (other_won and not one_won)),
    )
