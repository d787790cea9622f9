"""What the engine answers: each call becomes one job at its game's desk.

Handlers are plain callbacks; only the errands of finished games and the making of seeds, both
off the path of a move, run as tasks.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import structlog

from cardbus.bus import Reply
from cardbus.errors import CallError
from cardproto.v1 import engine_pb2 as pb
from cardproto.v1 import table_pb2
from cardrules import registry
from cardrules.errors import RuleError, Unreadable
from cardwire import codec
from game_engine import commands, deciding
from game_engine.bots import Bots
from game_engine.desk import Accepted, Answer, Idle, Job
from game_engine.desks import Desks
from game_engine.errors import Refusal
from game_engine.finished import FinishedHandlers
from game_engine.fullness import Fullness
from game_engine.log_entry import started_from
from game_engine.settling import Settling
from game_engine.store import Streams

_log = structlog.get_logger(__name__)

SEED_BYTES = 32
SEED_FRESH_MS = 7 * 24 * 3_600_000
_POLL_S = 0.02


class EngineHandlers(FinishedHandlers):
    """One method a call of the contract; `reply` is answered exactly once."""

    def __init__(
        self,
        desks: Desks,
        streams: Streams,
        bots: Bots,
        settling: Settling,
        fullness: Fullness,
        now_ms: Callable[[], int],
        seed_fresh_ms: int = SEED_FRESH_MS,
    ) -> None:
        super().__init__(streams)
        self._desks = desks
        self._bots = bots
        self._settling = settling
        self._fullness = fullness
        self._now_ms = now_ms
        self._seed_fresh_ms = seed_fresh_ms

    async def quiet(self) -> None:
        """Wait until nothing is under way; for the drain."""
        while self._tasks or self._desks.busy:  # noqa: ASYNC110 - desks are no tasks
            await asyncio.sleep(_POLL_S)

    # --- before a game ---------------------------------------------------------------------

    def commit(self, request: pb.CommitRequest, reply: Reply[pb.CommitResponse]) -> None:
        """Make and keep a seed; the commitment of the one that stands. Without room for another
        game there is none."""

        async def run() -> None:
            seed = await self._streams.find_seed(request.game_id)
            if seed is None:
                if self._fullness.full:
                    raise CallError("unavailable")
                fresh = pb.Seed(
                    game_id=request.game_id,
                    server_seed=secrets.token_bytes(SEED_BYTES),
                    at_ms=self._now_ms(),
                )
                seed = await self._streams.keep_seed(fresh)
            commitment = hashlib.sha256(seed.server_seed).digest()
            reply.ok(pb.CommitResponse(commitment=commitment))

        self._spawn(run(), reply)

    def discard(self, request: pb.DiscardRequest, reply: Reply[pb.DiscardResponse]) -> None:
        """Forget the seed of a game that never began; one that runs keeps its seed."""

        def answered(answer: Answer) -> None:
            if isinstance(answer, Refusal) and answer.code == "not_found":
                self._spawn(run(), reply)
            elif isinstance(answer, Refusal):
                reply.error(answer.code, **answer.params)
            else:
                reply.error("already_started")

        async def run() -> None:
            await self._streams.forget_seed(request.game_id)
            self._desks.drop(request.game_id)
            reply.ok(pb.DiscardResponse())

        self._submit(request.game_id, commands.Look(), _landing(reply, answered))

    def start(self, request: pb.StartRequest, reply: Reply[pb.StartResponse]) -> None:
        """Deal a game whose seed was committed to, unless the seed might not outlast it."""
        try:
            version = registry.game(request.game).rules_version
        except RuleError as error:
            reply.error(error.code)
            return

        async def run() -> None:
            seed = await self._streams.find_seed(request.game_id)
            if seed is None:
                raise CallError("game_gone")
            commitment = hashlib.sha256(seed.server_seed).digest()
            old = self._now_ms() - seed.at_ms > self._seed_fresh_ms
            command = commands.Start(started_from(request, version, commitment))
            if old and not await self._runs(request.game_id):
                raise CallError("game_gone")
            self._submit(request.game_id, command, _plain(reply, pb.StartResponse))

        self._spawn(run(), reply)

    async def _runs(self, game_id: str) -> bool:
        """Whether the game was dealt, so that a repeated start gets its answer again. Raises
        Refusal where that cannot be known."""
        landed: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._submit(game_id, commands.Look(), landed.set_result)
        answer = await landed
        if isinstance(answer, Refusal) and answer.code != "not_found":
            raise answer
        return isinstance(answer, Idle)

    # --- a running game --------------------------------------------------------------------

    def act(self, request: pb.ActRequest, reply: Reply[pb.ActResponse]) -> None:
        """A person's move."""
        game, action = _read(request.action)
        command = commands.Act(
            player_id=request.actor.player_id,
            request_id=request.actor.request_id,
            seen_version=request.seen_version,
            game=game,
            action=action,
        )
        job = Job(command, _plain(reply, pb.ActResponse), seen_version=request.seen_version)
        self._desks.at(request.game_id).submit(job)

    def leave(self, request: pb.LeaveRequest, reply: Reply[pb.LeaveResponse]) -> None:
        """A person leaves for good; already gone is fine."""
        command = commands.Leave(request.actor.player_id, request.actor.request_id)
        self._submit(
            request.game_id,
            command,
            _plain(reply, pb.LeaveResponse),
        )

    def pause(self, request: pb.PauseRequest, reply: Reply[pb.PauseResponse]) -> None:
        """One more cause to hold the game."""
        self._submit(
            request.game_id,
            commands.Hold(request.reason, request.revision),
            _plain(reply, pb.PauseResponse),
        )

    def resume(self, request: pb.ResumeRequest, reply: Reply[pb.ResumeResponse]) -> None:
        """One cause less."""
        self._submit(
            request.game_id,
            commands.Release(request.reason, request.revision),
            _plain(reply, pb.ResumeResponse),
        )

    def set_connected(
        self, request: pb.SetConnectedRequest, reply: Reply[pb.SetConnectedResponse]
    ) -> None:
        """People went or came back, each as of a revision of the room."""
        first = commands.Presence(request.player_id, request.connected, request.revision)
        others = (
            commands.Presence(one.player_id, one.connected, one.revision) for one in request.others
        )
        people = (first, *others)
        response = partial(pb.SetConnectedResponse, others=len(request.others))
        self._submit(request.game_id, commands.SetConnected(people), _plain(reply, response))

    def lose_room(self, request: pb.LoseRoomRequest, reply: Reply[pb.LoseRoomResponse]) -> None:
        """The game goes on without its room; said again, nothing more happens."""
        self._submit(request.game_id, commands.LoseRoom(), _plain(reply, pb.LoseRoomResponse))

    def abort(self, request: pb.AbortRequest, reply: Reply[pb.AbortResponse]) -> None:
        """End without a winner."""
        self._submit(
            request.game_id,
            commands.Abort(request.reason),
            _plain(reply, pb.AbortResponse),
        )

    def snapshot(self, request: pb.SnapshotRequest, reply: Reply[pb.SnapshotResponse]) -> None:
        """The last update as that player may see it."""
        desk = self._desks.at(request.game_id)

        def answered(answer: Answer) -> None:
            if isinstance(answer, Refusal):
                reply.error(answer.code, **answer.params)
                return
            entry = desk.last
            assert entry is not None, "a table that was read has a last entry"
            own = [seat for seat, owner in entry.owners.items() if owner == request.player_id]
            private = entry.private[own[0]] if own and request.player_id else b""
            reply.ok(pb.SnapshotResponse(update=entry.public + private))

        desk.submit(Job(commands.Look(), _landing(reply, answered)))

    def game_due(self, request: pb.GameDueRequest, reply: Reply[pb.GameDueResponse]) -> None:
        """A deadline is due: act on it, or say that it is past. `probe`: is somebody there?"""
        if request.kind == "probe":
            _due(reply, pb.DUE_OUTCOME_GONE)
            return
        desk = self._desks.at(request.game_id)

        def land(answer: Answer) -> None:
            match answer:
                case Accepted():
                    _due(reply, pb.DUE_OUTCOME_DONE)
                case Idle(decision=deciding.AskBot() as ask, table=table):
                    self._bots.play(desk, ask, table, answered)
                case Idle(decision=deciding.Errand(kind=kind)):
                    self._spawn(self._errand(request.game_id, kind, reply), reply)
                case Idle():
                    _due(reply, pb.DUE_OUTCOME_GONE)
                case Refusal(code="not_found" | "game_gone"):
                    _due(reply, pb.DUE_OUTCOME_GONE)
                case Refusal():
                    reply.error(answer.code, **answer.params)

        answered = _landing(reply, land)
        command = commands.Due(request.kind, request.due_ms, request.grace)
        desk.submit(Job(command, answered, seen_version=request.version))

    async def _errand(self, game_id: str, kind: str, reply: Reply[pb.GameDueResponse]) -> None:
        if kind == "settle":
            await self._settling.settle(game_id)
        else:
            await self._settling.archive(game_id)
            self._desks.drop(game_id)
        _due(reply, pb.DUE_OUTCOME_DONE)

    # --- the ways in -----------------------------------------------------------------------

    def _submit(
        self, game_id: str, command: commands.Command, answer: Callable[[Answer], None]
    ) -> None:
        self._desks.at(game_id).submit(Job(command, answer))


def _landing(reply: Reply[Any], land: Callable[[Answer], None]) -> Callable[[Answer], None]:
    """`land`, whose own faults end as `internal`: a desk calls it at a time when nobody else would
    answer, and with other jobs waiting behind."""

    def answered(answer: Answer) -> None:
        try:
            land(answer)
        except Exception:
            _log.exception("an answer failed")
            if reply.open:
                reply.error("internal")

    return answered


def _plain(reply: Reply[Any], response: Callable[..., Any]) -> Callable[[Answer], None]:
    """The version that came of a command, or its refusal."""

    def land(answer: Answer) -> None:
        match answer:
            case Accepted(version=version):
                reply.ok(response(version=version))
            case Idle(table=table):
                reply.ok(response(version=table.version))
            case Refusal():
                reply.error(answer.code, **answer.params)

    return _landing(reply, land)


def _read(message: table_pb2.Action) -> tuple[str, Any]:
    """The game that an action names and the rules' value of it, or why it cannot be read."""
    field = message.WhichOneof("game")
    if field is None:
        return "", Unreadable("malformed_action")
    game = field.replace("_", "-")
    try:
        return game, codec(game).action_from_proto(message)
    except RuleError as error:
        return game, error


def _due(reply: Reply[pb.GameDueResponse], outcome: pb.DueOutcome) -> None:
    reply.ok(pb.GameDueResponse(outcome=outcome))
