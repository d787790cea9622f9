"""From the bytes of a request to the bytes of an answer: pure, and the same in any process.

All that is known of the game comes from the `Update` in the request, which is what the seat's
person would have been sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from google.protobuf.message import DecodeError

from bot_runner.errors import BotError, Malformed, NotToAct
from bot_runner.strategies import EASY, HARD, NORMAL, decide
from cardproto.v1 import bots_pb2, common_pb2, table_pb2
from cardwire import WireError, codec_of

LEVELS: Final[Mapping[int, str]] = {
    common_pb2.BOT_LEVEL_EASY: EASY,
    common_pb2.BOT_LEVEL_NORMAL: NORMAL,
    common_pb2.BOT_LEVEL_HARD: HARD,
}

SEARCHES: Final = frozenset({common_pb2.BOT_LEVEL_HARD})
"""Levels that search: too long for the event loop."""


def choose(request: bots_pb2.DecideRequest) -> table_pb2.Action:
    """The action of the bot in the seat whose view the request holds. Raises BotError.

    The same request gets the same action.
    """
    level = LEVELS.get(request.level)
    if level is None:
        raise Malformed("level")
    try:
        update = table_pb2.Update.FromString(request.update)
        codec = codec_of(update)
        view = codec.view_from_update(update)
    except (DecodeError, WireError) as error:
        raise Malformed("update") from error
    if view.private is None or not view.private.legal:
        raise NotToAct(codec.game.id)
    action = decide(codec.game.id, view, level, request.seed, request.budget_ms)
    return codec.action_to_proto(action)


def choose_bytes(request: bytes) -> tuple[str, bytes]:
    """The same for another process: `("", action)`, or `(code, b"")` where it is refused."""
    try:
        return "", choose(bots_pb2.DecideRequest.FromString(request)).SerializeToString()
    except BotError as error:
        return error.code, b""
