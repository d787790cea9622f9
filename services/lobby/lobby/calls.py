"""The lobby's calls to the engine: each intent of a room as one request, repeatable at will."""

from __future__ import annotations

from typing import Final

from cardbus.api.engine import EngineClient
from cardbus.errors import INTERNAL, UNAVAILABLE, CallError
from cardproto.v1 import common_pb2, engine_pb2
from lobby.commands import NO_GAME, IntentDone, IntentRefused
from lobby.values import Intent, Room
from lobby.views import start_request

UNDECIDED: Final = frozenset({UNAVAILABLE, INTERNAL})
"""Answers after which the same call is made again."""


class EngineCalls:
    """`patience_ms`: a call that fails within the engine counts as refused when it is so old."""

    def __init__(self, engine: EngineClient, patience_ms: int) -> None:
        self._engine = engine
        self._patience_ms = patience_ms

    async def perform(self, room: Room, intent: Intent, now_ms: int) -> IntentDone | IntentRefused:
        """Make the call. Raises CallError where its outcome is unknown: it stands then."""
        try:
            commitment = await self._call(room, intent)
        except CallError as error:
            old = now_ms - intent.at_ms >= self._patience_ms
            if error.code == UNAVAILABLE or (error.code == INTERNAL and not old):
                raise
            return IntentRefused(intent.key, error.code)
        return IntentDone(intent.key, commitment)

    async def exists(self, game_id: str) -> bool:
        """Whether the engine knows of a started game. Raises CallError where it does not say."""
        try:
            await self._engine.snapshot(engine_pb2.SnapshotRequest(game_id=game_id))
        except CallError as error:
            if error.code in NO_GAME:
                return False
            raise
        return True

    async def lose_room(self, game_id: str) -> None:
        """Tell the engine that this game has no room any more. Raises CallError where it may not
        know that yet."""
        try:
            await self._engine.lose_room(engine_pb2.LoseRoomRequest(game_id=game_id))
        except CallError as error:
            if error.code not in NO_GAME:
                raise

    async def _call(self, room: Room, intent: Intent) -> bytes:
        engine, game_id = self._engine, intent.game_id
        actor = common_pb2.Actor(player_id=intent.player_id, request_id=intent.key)
        match intent.kind:
            case "commit":
                answer = await engine.commit(engine_pb2.CommitRequest(game_id=game_id))
                return answer.commitment
            case "discard":
                await engine.discard(engine_pb2.DiscardRequest(game_id=game_id))
            case "start":
                await engine.start(start_request(room))
            case "leave":
                await engine.leave(engine_pb2.LeaveRequest(game_id=game_id, actor=actor))
            case "pause":
                await engine.pause(
                    engine_pb2.PauseRequest(
                        game_id=game_id,
                        actor=actor,
                        reason=intent.reason,
                        revision=intent.revision,
                    )
                )
            case "resume":
                await engine.resume(
                    engine_pb2.ResumeRequest(
                        game_id=game_id,
                        actor=actor,
                        reason=intent.reason,
                        revision=intent.revision,
                    )
                )
            case "connected":
                await engine.set_connected(
                    engine_pb2.SetConnectedRequest(
                        game_id=game_id,
                        player_id=intent.player_id,
                        connected=intent.connected,
                        revision=intent.revision,
                    )
                )
            case "abort":
                await engine.abort(
                    engine_pb2.AbortRequest(game_id=game_id, actor=actor, reason=intent.reason)
                )
        return b""
