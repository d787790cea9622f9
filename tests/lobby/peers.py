"""An engine on the bus that keeps the contract's promises, and fails where a test says so."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardbus.bus import Bus
from cardbus.reply import Reply
from cardproto.v1 import engine_pb2 as pb


@dataclass
class PeerGame:
    """What the engine knows of one started game."""

    request: pb.StartRequest
    pauses: set[str] = field(default_factory=set)
    pause_revisions: dict[str, int] = field(default_factory=dict)
    connected: dict[str, tuple[int, bool]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    over: bool = False
    aborted: str = ""
    version: int = 1

    def hears_of_pause(self, reason: str, revision: int) -> bool:
        """Whether it is news; without a revision, or with an older one, it is none."""
        news = revision > 0 and revision >= self.pause_revisions.get(reason, 0)
        if news:
            self.pause_revisions[reason] = revision
        return news


class PeerEngine:
    """Serves the engine's contract. `mute`: calls that are carried out but never answered;
    `refuse`: calls that are refused, with their codes; `heard`: every call in order."""

    def __init__(self, bus: Bus) -> None:
        self.seeds: dict[str, bytes] = {}
        self.games: dict[str, PeerGame] = {}
        self.mute: set[str] = set()
        self.refuse: dict[str, str] = {}
        self.heard: list[tuple[str, str]] = []
        self.hears_of_many = True
        """False: as an engine that hears of one person a call."""
        self.forgotten: list[tuple[str, tuple[int, ...]]] = []
        self.serving = bus.serve(pb.DESCRIPTOR.services_by_name["Engine"], self)

    def _hears(self, kind: str, game_id: str, reply: Reply[Any]) -> bool:
        self.heard.append((kind, game_id))
        code = self.refuse.get(kind)
        if code is not None:
            reply.error(code)
        return code is None

    def _answer(self, kind: str, reply: Reply[Any], response: Any) -> None:
        if kind not in self.mute:
            reply.ok(response)

    def _running(self, game_id: str, reply: Reply[Any]) -> PeerGame | None:
        game = self.games.get(game_id)
        if game is None or game.over:
            reply.error("not_found" if game is None else "game_over")
            return None
        game.version += 1
        return game

    def commit(self, request: pb.CommitRequest, reply: Reply[pb.CommitResponse]) -> None:
        if self._hears("commit", request.game_id, reply):
            commitment = self.seeds.setdefault(request.game_id, request.game_id.encode() * 2)
            self._answer("commit", reply, pb.CommitResponse(commitment=commitment))

    def discard(self, request: pb.DiscardRequest, reply: Reply[pb.DiscardResponse]) -> None:
        if self._hears("discard", request.game_id, reply):
            if request.game_id in self.games:
                reply.error("already_started")
                return
            self.seeds.pop(request.game_id, None)
            self._answer("discard", reply, pb.DiscardResponse())

    def start(self, request: pb.StartRequest, reply: Reply[pb.StartResponse]) -> None:
        if not self._hears("start", request.game_id, reply):
            return
        known = self.games.get(request.game_id)
        if request.game_id not in self.seeds:
            reply.error("game_gone")
        elif known is not None and known.request != request:
            reply.error("already_started")
        else:
            if known is None:
                self.games[request.game_id] = PeerGame(request)
            self._answer("start", reply, pb.StartResponse(version=1))

    def leave(self, request: pb.LeaveRequest, reply: Reply[pb.LeaveResponse]) -> None:
        if self._hears("leave", request.game_id, reply):
            game = self._running(request.game_id, reply)
            if game is not None:
                game.gone.add(request.actor.player_id)
                self._answer("leave", reply, pb.LeaveResponse(version=game.version))

    def pause(self, request: pb.PauseRequest, reply: Reply[pb.PauseResponse]) -> None:
        if self._hears("pause", request.game_id, reply):
            game = self._running(request.game_id, reply)
            if game is not None:
                if game.hears_of_pause(request.reason, request.revision):
                    game.pauses.add(request.reason)
                self._answer("pause", reply, pb.PauseResponse(version=game.version))

    def resume(self, request: pb.ResumeRequest, reply: Reply[pb.ResumeResponse]) -> None:
        if self._hears("resume", request.game_id, reply):
            game = self._running(request.game_id, reply)
            if game is not None:
                if game.hears_of_pause(request.reason, request.revision):
                    game.pauses.discard(request.reason)
                self._answer("resume", reply, pb.ResumeResponse(version=game.version))

    def set_connected(
        self, request: pb.SetConnectedRequest, reply: Reply[pb.SetConnectedResponse]
    ) -> None:
        if self._hears("connected", request.game_id, reply):
            game = self._running(request.game_id, reply)
            if game is not None:
                others = request.others if self.hears_of_many else ()
                for one in (request, *others):
                    known = game.connected.get(one.player_id, (0, True))
                    if one.revision >= known[0]:
                        game.connected[one.player_id] = one.revision, one.connected
                answer = pb.SetConnectedResponse(version=game.version, others=len(others))
                self._answer("connected", reply, answer)

    def lose_room(self, request: pb.LoseRoomRequest, reply: Reply[pb.LoseRoomResponse]) -> None:
        if self._hears("lose_room", request.game_id, reply):
            game = self._running(request.game_id, reply)
            if game is not None:
                self._answer("lose_room", reply, pb.LoseRoomResponse(version=game.version))

    def abort(self, request: pb.AbortRequest, reply: Reply[pb.AbortResponse]) -> None:
        if self._hears("abort", request.game_id, reply):
            game = self._running(request.game_id, reply)
            if game is not None:
                game.over, game.aborted = True, request.reason
                self._answer("abort", reply, pb.AbortResponse(version=game.version))

    def snapshot(self, request: pb.SnapshotRequest, reply: Reply[pb.SnapshotResponse]) -> None:
        if self._hears("snapshot", request.game_id, reply):
            if request.game_id in self.games:
                reply.ok(pb.SnapshotResponse())
            else:
                reply.error("not_found")

    def act(self, _: pb.ActRequest, reply: Reply[pb.ActResponse]) -> None:
        reply.error("unavailable")

    def game_due(self, _: pb.GameDueRequest, reply: Reply[pb.GameDueResponse]) -> None:
        reply.error("unavailable")

    def replay(self, _: pb.ReplayRequest, reply: Reply[pb.ReplayResponse]) -> None:
        reply.error("unavailable")

    def forget(self, request: pb.ForgetRequest, reply: Reply[pb.ForgetResponse]) -> None:
        if self._hears("forget", request.game_id, reply):
            self.forgotten.append((request.game_id, tuple(request.seats)))
            self._answer("forget", reply, pb.ForgetResponse(found=True))
