"""Reading requests: ids, actors, settings. Whatever cannot be read is refused as `malformed`."""

from __future__ import annotations

import re
from typing import Final

from cardproto.v1 import common_pb2, lobby_pb2, room_pb2
from lobby.chance import CODE_ALPHABET
from lobby.errors import refuse
from lobby.history import Player, Settlement
from lobby.policy import GamePolicy, Policies, read_limits, read_options
from lobby.store import Marker
from lobby.values import Outcome, Settings

_ID: Final = re.compile(r"[a-z2-7]{16}")
_NODE: Final = re.compile(r"[a-z0-9]{2,26}")
PAGE_MOST: Final = 100
PAGE_FIRST_MOST: Final = 1_000_000
_AGO_MOST_MS: Final = 15_000
_REQUEST: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_CODE: Final = re.compile(rf"[{CODE_ALPHABET}]{{4,8}}")


def room_id(text: str) -> str:
    """A room's id. Raises Refused `malformed`."""
    if _ID.fullmatch(text) is None:
        refuse("malformed", field="room_id")
    return text


def code(text: str) -> str:
    """A room's code in capitals; `room_not_found` for what can be none."""
    capitals = text.strip().upper()
    if _CODE.fullmatch(capitals) is None:
        refuse("room_not_found")
    return capitals


def player_id(text: str, field: str = "player_id") -> str:
    """A person's id. Raises Refused `malformed`."""
    if _ID.fullmatch(text) is None:
        refuse("malformed", field=field)
    return text


def node_id(text: str, field: str) -> str:
    """The id of a gateway or of a socket. Raises Refused `malformed`."""
    if _NODE.fullmatch(text) is None:
        refuse("malformed", field=field)
    return text


def ago_ms(milliseconds: int) -> int:
    """How long ago a socket went; no longer than a gateway could have lived on unheard."""
    return min(milliseconds, _AGO_MOST_MS)


def marker(actor: common_pb2.Actor, method: str) -> Marker:
    """By what the request is known when it comes again. Raises Refused `malformed`."""
    if _REQUEST.fullmatch(actor.request_id) is None:
        refuse("malformed", field="request_id")
    return Marker(player_id(actor.player_id), method, actor.request_id, actor.issued_ms)


def settings(policy: GamePolicy, message: room_pb2.RoomSettings) -> Settings:
    """Settings as the game allows them; what is left out stands at the game's default.

    Raises Refused `bad_option`, `malformed`.
    """
    limits = read_limits(
        policy,
        message.action_ms if message.HasField("action_ms") else None,
        message.clock_ms if message.HasField("clock_ms") else None,
        message.increment_ms if message.HasField("increment_ms") else None,
    )
    return Settings(read_options(policy, message.options), *limits)


def default_settings(policy: GamePolicy) -> Settings:
    """What a room has where nobody said anything."""
    return settings(policy, room_pb2.RoomSettings())


def page(first: int, count: int) -> tuple[int, int]:
    """Which lines of something long. Raises Refused `malformed`."""
    if not 1 <= count <= PAGE_MOST or first > PAGE_FIRST_MOST:
        refuse("malformed", field="count")
    return first, count


def settlement(request: lobby_pb2.SettleRequest, game: str, policies: Policies) -> Settlement:
    """A finished game; `game` is its name where the request does not say it.

    Raises Refused `malformed`: neither a result nor a reason for its lack, or bad ids.
    """
    finished = request.HasField("result")
    if finished == bool(request.aborted):
        refuse("malformed", field="result")
    if _ID.fullmatch(request.game_id) is None:
        refuse("malformed", field="game_id")
    outcome = Outcome(
        game_id=request.game_id,
        winners=tuple(sorted(request.result.winners)),
        scores=tuple(sorted(request.result.scores.items())),
        reason=request.result.reason,
        aborted=request.aborted,
    )
    name = request.game or game
    policy = policies.get(name)
    return Settlement(
        room_id=room_id(request.room_id),
        game=name,
        outcome=outcome,
        players=tuple(
            Player(p.seat, p.player_id, p.name, int(p.bot_level), p.seat in request.left)
            for p in request.participants
        ),
        started_ms=request.started_ms,
        ended_ms=request.ended_ms,
        rated=request.rated and policy is not None and policy.rated,
        forfeited=request.forfeited if request.HasField("forfeited") else None,
        best="highest" if policy is None else policy.best,
    )
