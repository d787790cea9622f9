"""The codec of each playable game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cardproto.v1 import table_pb2
from cardrules.errors import fail
from cardwire import caravan, hearts, rami, rouba_monte, virae
from cardwire.codec import AnyCodec
from cardwire.errors import MalformedUpdate

_CODECS: Final[tuple[AnyCodec, ...]] = (
    virae.CODEC,
    rouba_monte.CODEC,
    rami.CODEC,
    hearts.CODEC,
    caravan.CODEC,
)

CODECS: Final[Mapping[str, AnyCodec]] = MappingProxyType({c.game.id: c for c in _CODECS})
"""By the game's id, as the rules' registry names it."""

_BY_FIELD: Final = {game_id.replace("-", "_"): codec for game_id, codec in CODECS.items()}


def codec(game_id: str) -> AnyCodec:
    """The codec of that game. Raises the rules' `unknown_game`."""
    found = CODECS.get(game_id)
    if found is None:
        fail("unknown_game", game=game_id)
    return found


def codec_of(update: table_pb2.Update) -> AnyCodec:
    """The codec of the game whose view the update holds. Raises MalformedUpdate."""
    found = _BY_FIELD.get(update.view.WhichOneof("game") or "")
    if found is None:
        raise MalformedUpdate("view")
    return found
