"""The games that can be played."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cardrules import caravan, hearts, policies, rami, rouba_monte, virae
from cardrules.errors import fail
from cardrules.game import Game

AnyGame = Game[Any, Any, Any, Any, Any]

_OFFERED: Final[tuple[AnyGame, ...]] = (
    virae.GAME,
    rouba_monte.GAME,
    rami.GAME,
    hearts.GAME,
    caravan.GAME,
)

GAMES: Final[Mapping[str, AnyGame]] = MappingProxyType({game.id: game for game in _OFFERED})
"""Every playable game by its id, in the order in which they are offered."""


def game(game_id: object) -> AnyGame:
    """The game with this id. Raises `unknown_game`."""
    found = GAMES.get(game_id) if isinstance(game_id, str) else None
    if found is None:
        fail("unknown_game", game=game_id[:32] if isinstance(game_id, str) else None)
    return found


def policies_obj() -> dict[str, object]:
    """The room policies of all five games as JSON values; `playable` marks those of `GAMES`."""
    return policies.policies_obj(GAMES)
