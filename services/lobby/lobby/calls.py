"""The lobby's calls to the engine: what a room intends as requests, repeatable at will."""

from __future__ import annotations

from collections.abc import Sequence
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

    async def perform(
        self, room: Room, intents: Sequence[Intent], now_ms: int
    ) -> list[IntentDone | IntentRefused]:
        """Make the call that tells these: one, or several of who is connected in one game. Raises
        CallError where its outcome is unknown: they stand then."""
        first = intents[0]
        try:
            if first.kind == "connected":
                await self._tell_of_people(intents)
                commitment = b""
            else:
                commitment = await self._call(room, first)
        except CallError as error:
            old = now_ms - first.at_ms >= self._patience_ms
            if error.code == UNAVAILABLE or (error.code == INTERNAL and not old):
                raise
            return [IntentRefused(intent.key, error.code) for intent in intents]
        return [IntentDone(intent.key, commitment) for intent in intents]

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

    async def _tell_of_people(self, intents: Sequence[Intent]) -> None:
        """Who came and went, in one call; in more to an engine that hears of one at a time."""
        first, *others = intents
        answer = await self._engine.set_connected(
            engine_pb2.SetConnectedRequest(
                game_id=first.game_id,
                player_id=first.player_id,
                connected=first.connected,
                revision=first.revision,
                others=[
                    engine_pb2.Connection(
                        player_id=one.player_id, connected=one.connected, revision=one.revision
                    )
                    for one in others
                ],
            )
        )
        for one in others[answer.others :]:
            await self._tell_of_people((one,))

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
            case "abort":
                await engine.abort(
                    engine_pb2.AbortRequest(game_id=game_id, actor=actor, reason=intent.reason)
                )
        return b""
