"""Requests as the engine makes them, from random games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardproto.v1 import bots_pb2, common_pb2, table_pb2
from cardwire import AnyCodec, codec
from tests.cardwire.games import Reached, play

HARD = common_pb2.BOT_LEVEL_HARD
NORMAL = common_pb2.BOT_LEVEL_NORMAL
EASY = common_pb2.BOT_LEVEL_EASY

WIRE: AnyCodec = codec("virae")


def update_for(state: Any, seat: int, events: tuple[Any, ...] = ()) -> bytes:
    """What a seat is sent of a position."""
    table = table_pb2.TableState(game="virae", status=table_pb2.TABLE_STATUS_PLAYING)
    public = WIRE.public_part("g2", 3, 1_700_000_000_000, table.SerializeToString(), state, events)
    return public + WIRE.private_part(state, seat, events)


def request(
    state: Any, seat: int, level: common_pb2.BotLevel = NORMAL, budget_ms: int = 10
) -> bots_pb2.DecideRequest:
    """A request for that seat."""
    return bots_pb2.DecideRequest(
        update=update_for(state, seat), level=level, seed=b"seed", budget_ms=budget_ms
    )


def to_decide(seats: tuple[int, ...], seed: int) -> Iterator[tuple[Reached, int]]:
    """The positions of a random game with a seat that must act in each."""
    for reached in play(WIRE.game, seats, seed):
        for seat in WIRE.game.acting(reached.state):
            yield reached, seat


def hard_choice(seed: int = 1) -> tuple[Any, int]:
    """A position in which a seat has several actions, so that a search takes its whole budget."""
    for reached, seat in to_decide((0, 1, 2, 3), seed):
        cards = {action.card for action in WIRE.game.legal(reached.state, seat)}
        if len(cards) > 3:
            return reached.state, seat
    raise LookupError("no such position: choose another seed")
