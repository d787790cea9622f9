"""Generated from the contract of `carteado.v1.Lobby`; `make proto` writes it anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from cardbus.bus import Bus
from cardbus.errors import CallError
from cardbus.reply import Reply
from cardproto.v1 import lobby_pb2

_SERVICE = lobby_pb2.DESCRIPTOR.services_by_name["Lobby"]
_METHODS = _SERVICE.methods_by_name


class LobbyClient:
    """Lobby, awaited: for slow paths. Each method raises CallError."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def create_room(
        self, request: lobby_pb2.CreateRoomRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.CreateRoomResponse:
        answer = await self._bus.ask(_METHODS["CreateRoom"], request, deadline_ms)
        return cast(lobby_pb2.CreateRoomResponse, answer)

    async def get_room(
        self, request: lobby_pb2.GetRoomRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.GetRoomResponse:
        answer = await self._bus.ask(_METHODS["GetRoom"], request, deadline_ms)
        return cast(lobby_pb2.GetRoomResponse, answer)

    async def list_rooms(
        self, request: lobby_pb2.ListRoomsRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.ListRoomsResponse:
        answer = await self._bus.ask(_METHODS["ListRooms"], request, deadline_ms)
        return cast(lobby_pb2.ListRoomsResponse, answer)

    async def quick_play(
        self, request: lobby_pb2.QuickPlayRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.QuickPlayResponse:
        answer = await self._bus.ask(_METHODS["QuickPlay"], request, deadline_ms)
        return cast(lobby_pb2.QuickPlayResponse, answer)

    async def join_room(
        self, request: lobby_pb2.JoinRoomRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.JoinRoomResponse:
        answer = await self._bus.ask(_METHODS["JoinRoom"], request, deadline_ms)
        return cast(lobby_pb2.JoinRoomResponse, answer)

    async def leave_room(
        self, request: lobby_pb2.LeaveRoomRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.LeaveRoomResponse:
        answer = await self._bus.ask(_METHODS["LeaveRoom"], request, deadline_ms)
        return cast(lobby_pb2.LeaveRoomResponse, answer)

    async def take_seat(
        self, request: lobby_pb2.TakeSeatRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.TakeSeatResponse:
        answer = await self._bus.ask(_METHODS["TakeSeat"], request, deadline_ms)
        return cast(lobby_pb2.TakeSeatResponse, answer)

    async def leave_seat(
        self, request: lobby_pb2.LeaveSeatRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.LeaveSeatResponse:
        answer = await self._bus.ask(_METHODS["LeaveSeat"], request, deadline_ms)
        return cast(lobby_pb2.LeaveSeatResponse, answer)

    async def add_bot(
        self, request: lobby_pb2.AddBotRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.AddBotResponse:
        answer = await self._bus.ask(_METHODS["AddBot"], request, deadline_ms)
        return cast(lobby_pb2.AddBotResponse, answer)

    async def remove_bot(
        self, request: lobby_pb2.RemoveBotRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.RemoveBotResponse:
        answer = await self._bus.ask(_METHODS["RemoveBot"], request, deadline_ms)
        return cast(lobby_pb2.RemoveBotResponse, answer)

    async def configure(
        self, request: lobby_pb2.ConfigureRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.ConfigureResponse:
        answer = await self._bus.ask(_METHODS["Configure"], request, deadline_ms)
        return cast(lobby_pb2.ConfigureResponse, answer)

    async def contribute(
        self, request: lobby_pb2.ContributeRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.ContributeResponse:
        answer = await self._bus.ask(_METHODS["Contribute"], request, deadline_ms)
        return cast(lobby_pb2.ContributeResponse, answer)

    async def start_game(
        self, request: lobby_pb2.StartGameRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.StartGameResponse:
        answer = await self._bus.ask(_METHODS["StartGame"], request, deadline_ms)
        return cast(lobby_pb2.StartGameResponse, answer)

    async def pause_game(
        self, request: lobby_pb2.PauseGameRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.PauseGameResponse:
        answer = await self._bus.ask(_METHODS["PauseGame"], request, deadline_ms)
        return cast(lobby_pb2.PauseGameResponse, answer)

    async def resume_game(
        self, request: lobby_pb2.ResumeGameRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.ResumeGameResponse:
        answer = await self._bus.ask(_METHODS["ResumeGame"], request, deadline_ms)
        return cast(lobby_pb2.ResumeGameResponse, answer)

    async def end_game(
        self, request: lobby_pb2.EndGameRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.EndGameResponse:
        answer = await self._bus.ask(_METHODS["EndGame"], request, deadline_ms)
        return cast(lobby_pb2.EndGameResponse, answer)

    async def transfer_host(
        self, request: lobby_pb2.TransferHostRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.TransferHostResponse:
        answer = await self._bus.ask(_METHODS["TransferHost"], request, deadline_ms)
        return cast(lobby_pb2.TransferHostResponse, answer)

    async def remove_person(
        self, request: lobby_pb2.RemovePersonRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.RemovePersonResponse:
        answer = await self._bus.ask(_METHODS["RemovePerson"], request, deadline_ms)
        return cast(lobby_pb2.RemovePersonResponse, answer)

    async def close_room(
        self, request: lobby_pb2.CloseRoomRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.CloseRoomResponse:
        answer = await self._bus.ask(_METHODS["CloseRoom"], request, deadline_ms)
        return cast(lobby_pb2.CloseRoomResponse, answer)

    async def my_rooms(
        self, request: lobby_pb2.MyRoomsRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.MyRoomsResponse:
        answer = await self._bus.ask(_METHODS["MyRooms"], request, deadline_ms)
        return cast(lobby_pb2.MyRoomsResponse, answer)

    async def join_queue(
        self, request: lobby_pb2.JoinQueueRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.JoinQueueResponse:
        answer = await self._bus.ask(_METHODS["JoinQueue"], request, deadline_ms)
        return cast(lobby_pb2.JoinQueueResponse, answer)

    async def leave_queue(
        self, request: lobby_pb2.LeaveQueueRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.LeaveQueueResponse:
        answer = await self._bus.ask(_METHODS["LeaveQueue"], request, deadline_ms)
        return cast(lobby_pb2.LeaveQueueResponse, answer)

    async def set_queue_presence(
        self, request: lobby_pb2.SetQueuePresenceRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.SetQueuePresenceResponse:
        answer = await self._bus.ask(_METHODS["SetQueuePresence"], request, deadline_ms)
        return cast(lobby_pb2.SetQueuePresenceResponse, answer)

    async def agree_rated(
        self, request: lobby_pb2.AgreeRatedRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.AgreeRatedResponse:
        answer = await self._bus.ask(_METHODS["AgreeRated"], request, deadline_ms)
        return cast(lobby_pb2.AgreeRatedResponse, answer)

    async def get_person(
        self, request: lobby_pb2.GetPersonRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.GetPersonResponse:
        answer = await self._bus.ask(_METHODS["GetPerson"], request, deadline_ms)
        return cast(lobby_pb2.GetPersonResponse, answer)

    async def get_history(
        self, request: lobby_pb2.GetHistoryRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.GetHistoryResponse:
        answer = await self._bus.ask(_METHODS["GetHistory"], request, deadline_ms)
        return cast(lobby_pb2.GetHistoryResponse, answer)

    async def get_leaderboard(
        self, request: lobby_pb2.GetLeaderboardRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.GetLeaderboardResponse:
        answer = await self._bus.ask(_METHODS["GetLeaderboard"], request, deadline_ms)
        return cast(lobby_pb2.GetLeaderboardResponse, answer)

    async def delete_person(
        self, request: lobby_pb2.DeletePersonRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.DeletePersonResponse:
        answer = await self._bus.ask(_METHODS["DeletePerson"], request, deadline_ms)
        return cast(lobby_pb2.DeletePersonResponse, answer)

    async def make_recovery_code(
        self, request: lobby_pb2.MakeRecoveryCodeRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.MakeRecoveryCodeResponse:
        answer = await self._bus.ask(_METHODS["MakeRecoveryCode"], request, deadline_ms)
        return cast(lobby_pb2.MakeRecoveryCodeResponse, answer)

    async def recover(
        self, request: lobby_pb2.RecoverRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.RecoverResponse:
        answer = await self._bus.ask(_METHODS["Recover"], request, deadline_ms)
        return cast(lobby_pb2.RecoverResponse, answer)

    async def set_presence(
        self, request: lobby_pb2.SetPresenceRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.SetPresenceResponse:
        answer = await self._bus.ask(_METHODS["SetPresence"], request, deadline_ms)
        return cast(lobby_pb2.SetPresenceResponse, answer)

    async def set_presences(
        self, request: lobby_pb2.SetPresencesRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.SetPresencesResponse:
        answer = await self._bus.ask(_METHODS["SetPresences"], request, deadline_ms)
        return cast(lobby_pb2.SetPresencesResponse, answer)

    async def renew_lease(
        self, request: lobby_pb2.RenewLeaseRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.RenewLeaseResponse:
        answer = await self._bus.ask(_METHODS["RenewLease"], request, deadline_ms)
        return cast(lobby_pb2.RenewLeaseResponse, answer)

    async def settle(
        self, request: lobby_pb2.SettleRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.SettleResponse:
        answer = await self._bus.ask(_METHODS["Settle"], request, deadline_ms)
        return cast(lobby_pb2.SettleResponse, answer)

    async def owner_due(
        self, request: lobby_pb2.OwnerDueRequest, deadline_ms: int | None = None
    ) -> lobby_pb2.OwnerDueResponse:
        answer = await self._bus.ask(_METHODS["OwnerDue"], request, deadline_ms)
        return cast(lobby_pb2.OwnerDueResponse, answer)


class LobbyCaller:
    """Lobby, by callback: `done` gets the response or a CallError, exactly once, later."""

    def __init__(self, bus: Bus) -> None:
        self._create_room = bus.caller(_METHODS["CreateRoom"])
        self._get_room = bus.caller(_METHODS["GetRoom"])
        self._list_rooms = bus.caller(_METHODS["ListRooms"])
        self._quick_play = bus.caller(_METHODS["QuickPlay"])
        self._join_room = bus.caller(_METHODS["JoinRoom"])
        self._leave_room = bus.caller(_METHODS["LeaveRoom"])
        self._take_seat = bus.caller(_METHODS["TakeSeat"])
        self._leave_seat = bus.caller(_METHODS["LeaveSeat"])
        self._add_bot = bus.caller(_METHODS["AddBot"])
        self._remove_bot = bus.caller(_METHODS["RemoveBot"])
        self._configure = bus.caller(_METHODS["Configure"])
        self._contribute = bus.caller(_METHODS["Contribute"])
        self._start_game = bus.caller(_METHODS["StartGame"])
        self._pause_game = bus.caller(_METHODS["PauseGame"])
        self._resume_game = bus.caller(_METHODS["ResumeGame"])
        self._end_game = bus.caller(_METHODS["EndGame"])
        self._transfer_host = bus.caller(_METHODS["TransferHost"])
        self._remove_person = bus.caller(_METHODS["RemovePerson"])
        self._close_room = bus.caller(_METHODS["CloseRoom"])
        self._my_rooms = bus.caller(_METHODS["MyRooms"])
        self._join_queue = bus.caller(_METHODS["JoinQueue"])
        self._leave_queue = bus.caller(_METHODS["LeaveQueue"])
        self._set_queue_presence = bus.caller(_METHODS["SetQueuePresence"])
        self._agree_rated = bus.caller(_METHODS["AgreeRated"])
        self._get_person = bus.caller(_METHODS["GetPerson"])
        self._get_history = bus.caller(_METHODS["GetHistory"])
        self._get_leaderboard = bus.caller(_METHODS["GetLeaderboard"])
        self._delete_person = bus.caller(_METHODS["DeletePerson"])
        self._make_recovery_code = bus.caller(_METHODS["MakeRecoveryCode"])
        self._recover = bus.caller(_METHODS["Recover"])
        self._set_presence = bus.caller(_METHODS["SetPresence"])
        self._set_presences = bus.caller(_METHODS["SetPresences"])
        self._renew_lease = bus.caller(_METHODS["RenewLease"])
        self._settle = bus.caller(_METHODS["Settle"])
        self._owner_due = bus.caller(_METHODS["OwnerDue"])

    def create_room(
        self,
        request: lobby_pb2.CreateRoomRequest,
        done: Callable[[lobby_pb2.CreateRoomResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._create_room(request, done, deadline_ms)

    def get_room(
        self,
        request: lobby_pb2.GetRoomRequest,
        done: Callable[[lobby_pb2.GetRoomResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._get_room(request, done, deadline_ms)

    def list_rooms(
        self,
        request: lobby_pb2.ListRoomsRequest,
        done: Callable[[lobby_pb2.ListRoomsResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._list_rooms(request, done, deadline_ms)

    def quick_play(
        self,
        request: lobby_pb2.QuickPlayRequest,
        done: Callable[[lobby_pb2.QuickPlayResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._quick_play(request, done, deadline_ms)

    def join_room(
        self,
        request: lobby_pb2.JoinRoomRequest,
        done: Callable[[lobby_pb2.JoinRoomResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._join_room(request, done, deadline_ms)

    def leave_room(
        self,
        request: lobby_pb2.LeaveRoomRequest,
        done: Callable[[lobby_pb2.LeaveRoomResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._leave_room(request, done, deadline_ms)

    def take_seat(
        self,
        request: lobby_pb2.TakeSeatRequest,
        done: Callable[[lobby_pb2.TakeSeatResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._take_seat(request, done, deadline_ms)

    def leave_seat(
        self,
        request: lobby_pb2.LeaveSeatRequest,
        done: Callable[[lobby_pb2.LeaveSeatResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._leave_seat(request, done, deadline_ms)

    def add_bot(
        self,
        request: lobby_pb2.AddBotRequest,
        done: Callable[[lobby_pb2.AddBotResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._add_bot(request, done, deadline_ms)

    def remove_bot(
        self,
        request: lobby_pb2.RemoveBotRequest,
        done: Callable[[lobby_pb2.RemoveBotResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._remove_bot(request, done, deadline_ms)

    def configure(
        self,
        request: lobby_pb2.ConfigureRequest,
        done: Callable[[lobby_pb2.ConfigureResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._configure(request, done, deadline_ms)

    def contribute(
        self,
        request: lobby_pb2.ContributeRequest,
        done: Callable[[lobby_pb2.ContributeResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._contribute(request, done, deadline_ms)

    def start_game(
        self,
        request: lobby_pb2.StartGameRequest,
        done: Callable[[lobby_pb2.StartGameResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._start_game(request, done, deadline_ms)

    def pause_game(
        self,
        request: lobby_pb2.PauseGameRequest,
        done: Callable[[lobby_pb2.PauseGameResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._pause_game(request, done, deadline_ms)

    def resume_game(
        self,
        request: lobby_pb2.ResumeGameRequest,
        done: Callable[[lobby_pb2.ResumeGameResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._resume_game(request, done, deadline_ms)

    def end_game(
        self,
        request: lobby_pb2.EndGameRequest,
        done: Callable[[lobby_pb2.EndGameResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._end_game(request, done, deadline_ms)

    def transfer_host(
        self,
        request: lobby_pb2.TransferHostRequest,
        done: Callable[[lobby_pb2.TransferHostResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._transfer_host(request, done, deadline_ms)

    def remove_person(
        self,
        request: lobby_pb2.RemovePersonRequest,
        done: Callable[[lobby_pb2.RemovePersonResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._remove_person(request, done, deadline_ms)

    def close_room(
        self,
        request: lobby_pb2.CloseRoomRequest,
        done: Callable[[lobby_pb2.CloseRoomResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._close_room(request, done, deadline_ms)

    def my_rooms(
        self,
        request: lobby_pb2.MyRoomsRequest,
        done: Callable[[lobby_pb2.MyRoomsResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._my_rooms(request, done, deadline_ms)

    def join_queue(
        self,
        request: lobby_pb2.JoinQueueRequest,
        done: Callable[[lobby_pb2.JoinQueueResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._join_queue(request, done, deadline_ms)

    def leave_queue(
        self,
        request: lobby_pb2.LeaveQueueRequest,
        done: Callable[[lobby_pb2.LeaveQueueResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._leave_queue(request, done, deadline_ms)

    def set_queue_presence(
        self,
        request: lobby_pb2.SetQueuePresenceRequest,
        done: Callable[[lobby_pb2.SetQueuePresenceResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._set_queue_presence(request, done, deadline_ms)

    def agree_rated(
        self,
        request: lobby_pb2.AgreeRatedRequest,
        done: Callable[[lobby_pb2.AgreeRatedResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._agree_rated(request, done, deadline_ms)

    def get_person(
        self,
        request: lobby_pb2.GetPersonRequest,
        done: Callable[[lobby_pb2.GetPersonResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._get_person(request, done, deadline_ms)

    def get_history(
        self,
        request: lobby_pb2.GetHistoryRequest,
        done: Callable[[lobby_pb2.GetHistoryResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._get_history(request, done, deadline_ms)

    def get_leaderboard(
        self,
        request: lobby_pb2.GetLeaderboardRequest,
        done: Callable[[lobby_pb2.GetLeaderboardResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._get_leaderboard(request, done, deadline_ms)

    def delete_person(
        self,
        request: lobby_pb2.DeletePersonRequest,
        done: Callable[[lobby_pb2.DeletePersonResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._delete_person(request, done, deadline_ms)

    def make_recovery_code(
        self,
        request: lobby_pb2.MakeRecoveryCodeRequest,
        done: Callable[[lobby_pb2.MakeRecoveryCodeResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._make_recovery_code(request, done, deadline_ms)

    def recover(
        self,
        request: lobby_pb2.RecoverRequest,
        done: Callable[[lobby_pb2.RecoverResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._recover(request, done, deadline_ms)

    def set_presence(
        self,
        request: lobby_pb2.SetPresenceRequest,
        done: Callable[[lobby_pb2.SetPresenceResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._set_presence(request, done, deadline_ms)

    def set_presences(
        self,
        request: lobby_pb2.SetPresencesRequest,
        done: Callable[[lobby_pb2.SetPresencesResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._set_presences(request, done, deadline_ms)

    def renew_lease(
        self,
        request: lobby_pb2.RenewLeaseRequest,
        done: Callable[[lobby_pb2.RenewLeaseResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._renew_lease(request, done, deadline_ms)

    def settle(
        self,
        request: lobby_pb2.SettleRequest,
        done: Callable[[lobby_pb2.SettleResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._settle(request, done, deadline_ms)

    def owner_due(
        self,
        request: lobby_pb2.OwnerDueRequest,
        done: Callable[[lobby_pb2.OwnerDueResponse | CallError], None],
        deadline_ms: int | None = None,
    ) -> None:
        self._owner_due(request, done, deadline_ms)


class LobbyHandlers(Protocol):
    """What `Bus.serve` wants for Lobby: plain functions that never block."""

    def create_room(
        self, request: lobby_pb2.CreateRoomRequest, reply: Reply[lobby_pb2.CreateRoomResponse]
    ) -> None:
        """Answers `CreateRoom`."""

    def get_room(
        self, request: lobby_pb2.GetRoomRequest, reply: Reply[lobby_pb2.GetRoomResponse]
    ) -> None:
        """Answers `GetRoom`."""

    def list_rooms(
        self, request: lobby_pb2.ListRoomsRequest, reply: Reply[lobby_pb2.ListRoomsResponse]
    ) -> None:
        """Answers `ListRooms`."""

    def quick_play(
        self, request: lobby_pb2.QuickPlayRequest, reply: Reply[lobby_pb2.QuickPlayResponse]
    ) -> None:
        """Answers `QuickPlay`."""

    def join_room(
        self, request: lobby_pb2.JoinRoomRequest, reply: Reply[lobby_pb2.JoinRoomResponse]
    ) -> None:
        """Answers `JoinRoom`."""

    def leave_room(
        self, request: lobby_pb2.LeaveRoomRequest, reply: Reply[lobby_pb2.LeaveRoomResponse]
    ) -> None:
        """Answers `LeaveRoom`."""

    def take_seat(
        self, request: lobby_pb2.TakeSeatRequest, reply: Reply[lobby_pb2.TakeSeatResponse]
    ) -> None:
        """Answers `TakeSeat`."""

    def leave_seat(
        self, request: lobby_pb2.LeaveSeatRequest, reply: Reply[lobby_pb2.LeaveSeatResponse]
    ) -> None:
        """Answers `LeaveSeat`."""

    def add_bot(
        self, request: lobby_pb2.AddBotRequest, reply: Reply[lobby_pb2.AddBotResponse]
    ) -> None:
        """Answers `AddBot`."""

    def remove_bot(
        self, request: lobby_pb2.RemoveBotRequest, reply: Reply[lobby_pb2.RemoveBotResponse]
    ) -> None:
        """Answers `RemoveBot`."""

    def configure(
        self, request: lobby_pb2.ConfigureRequest, reply: Reply[lobby_pb2.ConfigureResponse]
    ) -> None:
        """Answers `Configure`."""

    def contribute(
        self, request: lobby_pb2.ContributeRequest, reply: Reply[lobby_pb2.ContributeResponse]
    ) -> None:
        """Answers `Contribute`."""

    def start_game(
        self, request: lobby_pb2.StartGameRequest, reply: Reply[lobby_pb2.StartGameResponse]
    ) -> None:
        """Answers `StartGame`."""

    def pause_game(
        self, request: lobby_pb2.PauseGameRequest, reply: Reply[lobby_pb2.PauseGameResponse]
    ) -> None:
        """Answers `PauseGame`."""

    def resume_game(
        self, request: lobby_pb2.ResumeGameRequest, reply: Reply[lobby_pb2.ResumeGameResponse]
    ) -> None:
        """Answers `ResumeGame`."""

    def end_game(
        self, request: lobby_pb2.EndGameRequest, reply: Reply[lobby_pb2.EndGameResponse]
    ) -> None:
        """Answers `EndGame`."""

    def transfer_host(
        self, request: lobby_pb2.TransferHostRequest, reply: Reply[lobby_pb2.TransferHostResponse]
    ) -> None:
        """Answers `TransferHost`."""

    def remove_person(
        self, request: lobby_pb2.RemovePersonRequest, reply: Reply[lobby_pb2.RemovePersonResponse]
    ) -> None:
        """Answers `RemovePerson`."""

    def close_room(
        self, request: lobby_pb2.CloseRoomRequest, reply: Reply[lobby_pb2.CloseRoomResponse]
    ) -> None:
        """Answers `CloseRoom`."""

    def my_rooms(
        self, request: lobby_pb2.MyRoomsRequest, reply: Reply[lobby_pb2.MyRoomsResponse]
    ) -> None:
        """Answers `MyRooms`."""

    def join_queue(
        self, request: lobby_pb2.JoinQueueRequest, reply: Reply[lobby_pb2.JoinQueueResponse]
    ) -> None:
        """Answers `JoinQueue`."""

    def leave_queue(
        self, request: lobby_pb2.LeaveQueueRequest, reply: Reply[lobby_pb2.LeaveQueueResponse]
    ) -> None:
        """Answers `LeaveQueue`."""

    def set_queue_presence(
        self,
        request: lobby_pb2.SetQueuePresenceRequest,
        reply: Reply[lobby_pb2.SetQueuePresenceResponse],
    ) -> None:
        """Answers `SetQueuePresence`."""

    def agree_rated(
        self, request: lobby_pb2.AgreeRatedRequest, reply: Reply[lobby_pb2.AgreeRatedResponse]
    ) -> None:
        """Answers `AgreeRated`."""

    def get_person(
        self, request: lobby_pb2.GetPersonRequest, reply: Reply[lobby_pb2.GetPersonResponse]
    ) -> None:
        """Answers `GetPerson`."""

    def get_history(
        self, request: lobby_pb2.GetHistoryRequest, reply: Reply[lobby_pb2.GetHistoryResponse]
    ) -> None:
        """Answers `GetHistory`."""

    def get_leaderboard(
        self,
        request: lobby_pb2.GetLeaderboardRequest,
        reply: Reply[lobby_pb2.GetLeaderboardResponse],
    ) -> None:
        """Answers `GetLeaderboard`."""

    def delete_person(
        self, request: lobby_pb2.DeletePersonRequest, reply: Reply[lobby_pb2.DeletePersonResponse]
    ) -> None:
        """Answers `DeletePerson`."""

    def make_recovery_code(
        self,
        request: lobby_pb2.MakeRecoveryCodeRequest,
        reply: Reply[lobby_pb2.MakeRecoveryCodeResponse],
    ) -> None:
        """Answers `MakeRecoveryCode`."""

    def recover(
        self, request: lobby_pb2.RecoverRequest, reply: Reply[lobby_pb2.RecoverResponse]
    ) -> None:
        """Answers `Recover`."""

    def set_presence(
        self, request: lobby_pb2.SetPresenceRequest, reply: Reply[lobby_pb2.SetPresenceResponse]
    ) -> None:
        """Answers `SetPresence`."""

    def set_presences(
        self, request: lobby_pb2.SetPresencesRequest, reply: Reply[lobby_pb2.SetPresencesResponse]
    ) -> None:
        """Answers `SetPresences`."""

    def renew_lease(
        self, request: lobby_pb2.RenewLeaseRequest, reply: Reply[lobby_pb2.RenewLeaseResponse]
    ) -> None:
        """Answers `RenewLease`."""

    def settle(
        self, request: lobby_pb2.SettleRequest, reply: Reply[lobby_pb2.SettleResponse]
    ) -> None:
        """Answers `Settle`."""

    def owner_due(
        self, request: lobby_pb2.OwnerDueRequest, reply: Reply[lobby_pb2.OwnerDueResponse]
    ) -> None:
        """Answers `OwnerDue`."""
