"""Generated from the contract of `carteado.v1.Engine`; `make proto` writes it anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from cardbus.bus import Bus
from cardbus.errors import CallError
from cardbus.reply import Reply
from cardproto.v1 import engine_pb2

_SERVICE = engine_pb2.DESCRIPTOR.services_by_name["Engine"]
_METHODS = _SERVICE.methods_by_name


class EngineClient:
    """Engine, awaited: for slow paths. Each method raises CallError."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def commit(
        self, request: engine_pb2.CommitRequest, deadline_ms: int | None = None
    ) -> engine_pb2.CommitResponse:
        answer = await self._bus.ask(_METHODS["Commit"], request, deadline_ms)
        return cast(engine_pb2.CommitResponse, answer)

    async def discard(
        self, request: engine_pb2.DiscardRequest, deadline_ms: int | None = None
    ) -> engine_pb2.DiscardResponse:
        answer = await self._bus.ask(_METHODS["Discard"], request, deadline_ms)
        return cast(engine_pb2.DiscardResponse, answer)

    async def start(
        self, request: engine_pb2.StartRequest, deadline_ms: int | None = None
    ) -> engine_pb2.StartResponse:
        answer = await self._bus.ask(_METHODS["Start"], request, deadline_ms)
        return cast(engine_pb2.StartResponse, answer)

    async def act(
        self, request: engine_pb2.ActRequest, deadline_ms: int | None = None
    ) -> engine_pb2.ActResponse:
        answer = await self._bus.ask(_METHODS["Act"], request, deadline_ms)
        return cast(engine_pb2.ActResponse, answer)

    async def leave(
        self, request: engine_pb2.LeaveRequest, deadline_ms: int | None = None
    ) -> engine_pb2.LeaveResponse:
        answer = await self._bus.ask(_METHODS["Leave"], request, deadline_ms)
        return cast(engine_pb2.LeaveResponse, answer)

    async def pause(
        self, request: engine_pb2.PauseRequest, deadline_ms: int | None = None
    ) -> engine_pb2.PauseResponse:
        answer = await self._bus.ask(_METHODS["Pause"], request, deadline_ms)
        return cast(engine_pb2.PauseResponse, answer)

    async def resume(
        self, request: engine_pb2.ResumeRequest, deadline_ms: int | None = None
    ) -> engine_pb2.ResumeResponse:
        answer = await self._bus.ask(_METHODS["Resume"], request, deadline_ms)
        return cast(engine_pb2.ResumeResponse, answer)

    async def set_connected(
        self, request: engine_pb2.SetConnectedRequest, deadline_ms: int | None = None
    ) -> engine_pb2.SetConnectedResponse:
        answer = await self._bus.ask(_METHODS["SetConnected"], request, deadline_ms)
        return cast(engine_pb2.SetConnectedResponse, answer)

    async def lose_room(
        self, request: engine_pb2.LoseRoomRequest, deadline_ms: int | None = None
    ) -> engine_pb2.LoseRoomResponse:
        answer = await self._bus.ask(_METHODS["LoseRoom"], request, deadline_ms)
        return cast(engine_pb2.LoseRoomResponse, answer)

    async def abort(
        self, request: engine_pb2.AbortRequest, deadline_ms: int | None = None
    ) -> engine_pb2.AbortResponse:
        answer = await self._bus.ask(_METHODS["Abort"], request, deadline_ms)
        return cast(engine_pb2.AbortResponse, answer)

    async def snapshot(
        self, request: engine_pb2.SnapshotRequest, deadline_ms: int | None = None
    ) -> engine_pb2.SnapshotResponse:
        answer = await self._bus.ask(_METHODS["Snapshot"], request, deadline_ms)
        return cast(engine_pb2.SnapshotResponse, answer)

    async def replay(
        self, request: engine_pb2.ReplayRequest, deadline_ms: int | None = None
    ) -> engine_pb2.ReplayResponse:
        answer = await self._bus.ask(_METHODS["Replay"], request, deadline_ms)
        return cast(engine_pb2.ReplayResponse, answer)

    async def forget(
        self, request: engine_pb2.ForgetRequest, deadline_ms: int | None = None
    ) -> engine_pb2.ForgetResponse:
        answer = await self._bus.ask(_METHODS["Forget"], request, deadline_ms)
        return cast(engine_pb2.ForgetResponse, answer)

    async def game_due(
        self, request: engine_pb2.GameDueRequest, deadline_ms: int | None = None
    ) -> engine_pb2.GameDueResponse:
        answer = await self._bus.ask(_METHODS["GameDue"], request, deadline_ms)
        return cast(engine_pb2.GameDueResponse, answer)


class EngineCaller:
    """Engine, by callback: `done` gets the response or a CallError, exactly once, later."""

    def __init__(self, bus: Bus) -> None:
        self._commit = bus.caller(_METHODS["Commit"])
        self._discard = bus.caller(_METHODS["Discard"])
        self._start = bus.caller(_METHODS["Start"])
        self._act = bus.caller(_METHODS["Act"])
        self._leave = bus.caller(_METHODS["Leave"])
        self._pause = bus.caller(_METHODS["Pause"])
        self._resume = bus.caller(_METHODS["Resume"])
        self._set_connected = bus.caller(_METHODS["SetConnected"])
        self._lose_room = bus.caller(_METHODS["LoseRoom"])
        self._abort = bus.caller(_METHODS["Abort"])
        self._snapshot = bus.caller(_METHODS["Snapshot"])
        self._replay = bus.caller(_METHODS["Replay"])
        self._forget = bus.caller(_METHODS["Forget"])
        self._game_due = bus.caller(_METHODS["GameDue"])

    def commit(
        self,
        request: engine_pb2.CommitRequest,
        done: Callable[[engine_pb2.CommitResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._commit(request, done, deadline_ms)

    def discard(
        self,
        request: engine_pb2.DiscardRequest,
        done: Callable[[engine_pb2.DiscardResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._discard(request, done, deadline_ms)

    def start(
        self,
        request: engine_pb2.StartRequest,
        done: Callable[[engine_pb2.StartResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._start(request, done, deadline_ms)

    def act(
        self,
        request: engine_pb2.ActRequest,
        done: Callable[[engine_pb2.ActResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._act(request, done, deadline_ms)

    def leave(
        self,
        request: engine_pb2.LeaveRequest,
        done: Callable[[engine_pb2.LeaveResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._leave(request, done, deadline_ms)

    def pause(
        self,
        request: engine_pb2.PauseRequest,
        done: Callable[[engine_pb2.PauseResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._pause(request, done, deadline_ms)

    def resume(
        self,
        request: engine_pb2.ResumeRequest,
        done: Callable[[engine_pb2.ResumeResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._resume(request, done, deadline_ms)

    def set_connected(
        self,
        request: engine_pb2.SetConnectedRequest,
        done: Callable[[engine_pb2.SetConnectedResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._set_connected(request, done, deadline_ms)

    def lose_room(
        self,
        request: engine_pb2.LoseRoomRequest,
        done: Callable[[engine_pb2.LoseRoomResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._lose_room(request, done, deadline_ms)

    def abort(
        self,
        request: engine_pb2.AbortRequest,
        done: Callable[[engine_pb2.AbortResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._abort(request, done, deadline_ms)

    def snapshot(
        self,
        request: engine_pb2.SnapshotRequest,
        done: Callable[[engine_pb2.SnapshotResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._snapshot(request, done, deadline_ms)

    def replay(
        self,
        request: engine_pb2.ReplayRequest,
        done: Callable[[engine_pb2.ReplayResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._replay(request, done, deadline_ms)

    def forget(
        self,
        request: engine_pb2.ForgetRequest,
        done: Callable[[engine_pb2.ForgetResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._forget(request, done, deadline_ms)

    def game_due(
        self,
        request: engine_pb2.GameDueRequest,
        done: Callable[[engine_pb2.GameDueResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._game_due(request, done, deadline_ms)


class EngineHandlers(Protocol):
    """What `Bus.serve` wants for Engine: plain functions that never block."""

    def commit(
        self, request: engine_pb2.CommitRequest, reply: Reply[engine_pb2.CommitResponse]
    ) -> None:
        """Answers `Commit`."""

    def discard(
        self, request: engine_pb2.DiscardRequest, reply: Reply[engine_pb2.DiscardResponse]
    ) -> None:
        """Answers `Discard`."""

    def start(
        self, request: engine_pb2.StartRequest, reply: Reply[engine_pb2.StartResponse]
    ) -> None:
        """Answers `Start`."""

    def act(self, request: engine_pb2.ActRequest, reply: Reply[engine_pb2.ActResponse]) -> None:
        """Answers `Act`."""

    def leave(
        self, request: engine_pb2.LeaveRequest, reply: Reply[engine_pb2.LeaveResponse]
    ) -> None:
        """Answers `Leave`."""

    def pause(
        self, request: engine_pb2.PauseRequest, reply: Reply[engine_pb2.PauseResponse]
    ) -> None:
        """Answers `Pause`."""

    def resume(
        self, request: engine_pb2.ResumeRequest, reply: Reply[engine_pb2.ResumeResponse]
    ) -> None:
        """Answers `Resume`."""

    def set_connected(
        self, request: engine_pb2.SetConnectedRequest, reply: Reply[engine_pb2.SetConnectedResponse]
    ) -> None:
        """Answers `SetConnected`."""

    def lose_room(
        self, request: engine_pb2.LoseRoomRequest, reply: Reply[engine_pb2.LoseRoomResponse]
    ) -> None:
        """Answers `LoseRoom`."""

    def abort(
        self, request: engine_pb2.AbortRequest, reply: Reply[engine_pb2.AbortResponse]
    ) -> None:
        """Answers `Abort`."""

    def snapshot(
        self, request: engine_pb2.SnapshotRequest, reply: Reply[engine_pb2.SnapshotResponse]
    ) -> None:
        """Answers `Snapshot`."""

    def replay(
        self, request: engine_pb2.ReplayRequest, reply: Reply[engine_pb2.ReplayResponse]
    ) -> None:
        """Answers `Replay`."""

    def forget(
        self, request: engine_pb2.ForgetRequest, reply: Reply[engine_pb2.ForgetResponse]
    ) -> None:
        """Answers `Forget`."""

    def game_due(
        self, request: engine_pb2.GameDueRequest, reply: Reply[engine_pb2.GameDueResponse]
    ) -> None:
        """Answers `GameDue`."""
