"""Frames that are one call of the lobby each, and what its answer does here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.message import Message

from cardbus.api.lobby import LobbyCaller
from cardbus.errors import CallError
from cardproto.v1 import lobby_pb2
from cardproto.v1.client_pb2 import ClientFrame, Ok, RoomGone, ServerFrame
from cardproto.v1.room_pb2 import ROOM_PHASE_CLOSED, Room
from gateway.errors import RATE_LIMITED, UNAVAILABLE, Refused
from gateway.ids import checked, checked_code
from gateway.pending import Pending
from gateway.rooms import CLOSED, REMOVED, Rooms, is_member
from gateway.sockets import Socket

Landing = Callable[[Message | CallError], None]

_WAITING_MOST: Final = 64
_IDENTITIES: Final = ("room_id", "game_id", "player_id")


@dataclass(frozen=True, slots=True)
class _Call:
    """`method` of the lobby, the type of its request, and whether the socket enters the room."""

    method: str
    request: Callable[..., Message]
    enters: bool = False


CALLS: Final[dict[str, _Call]] = {
    "create_room": _Call("create_room", lobby_pb2.CreateRoomRequest, enters=True),
    "quick_play": _Call("quick_play", lobby_pb2.QuickPlayRequest, enters=True),
    "enter_room": _Call("join_room", lobby_pb2.JoinRoomRequest, enters=True),
    "leave_room": _Call("leave_room", lobby_pb2.LeaveRoomRequest),
    "take_seat": _Call("take_seat", lobby_pb2.TakeSeatRequest),
    "leave_seat": _Call("leave_seat", lobby_pb2.LeaveSeatRequest),
    "add_bot": _Call("add_bot", lobby_pb2.AddBotRequest),
    "remove_bot": _Call("remove_bot", lobby_pb2.RemoveBotRequest),
    "configure": _Call("configure", lobby_pb2.ConfigureRequest),
    "contribute": _Call("contribute", lobby_pb2.ContributeRequest),
    "agree_rated": _Call("agree_rated", lobby_pb2.AgreeRatedRequest),
    "start_game": _Call("start_game", lobby_pb2.StartGameRequest),
    "pause_game": _Call("pause_game", lobby_pb2.PauseGameRequest),
    "resume_game": _Call("resume_game", lobby_pb2.ResumeGameRequest),
    "end_game": _Call("end_game", lobby_pb2.EndGameRequest),
    "transfer_host": _Call("transfer_host", lobby_pb2.TransferHostRequest),
    "remove_person": _Call("remove_person", lobby_pb2.RemovePersonRequest),
    "close_room": _Call("close_room", lobby_pb2.CloseRoomRequest),
}


class LobbyCalls:
    """Passes frames on to the lobby, which alone decides, and answers them."""

    def __init__(
        self, lobby: LobbyCaller, rooms: Rooms, pending: Pending, rooms_per_socket: int
    ) -> None:
        self._lobby = lobby
        self._rooms = rooms
        self._pending = pending
        self._rooms_per_socket = rooms_per_socket
        self._joining: dict[str, list[tuple[Socket, ClientFrame]]] = {}
        """Codes of rooms being joined, to those who wait for the answer."""

    def take(self, socket: Socket, frame: ClientFrame, body_name: str) -> None:
        """Make the call of `body_name`, one of `CALLS`. Raises Malformed or Refused."""
        call = CALLS[body_name]
        body: Message = getattr(frame, body_name)
        given: dict[str, Any] = {field.name: value for field, value in body.ListFields()}
        for name in _IDENTITIES:
            if name in body.DESCRIPTOR.fields_by_name:
                checked(given.get(name, ""), name)
        if call.enters and self._already_there(socket, frame, body_name):
            return
        if body_name == "enter_room" and self._wait_for_another(socket, frame):
            return
        request = call.request(actor=self._pending.actor(socket, frame), **given)

        def land(answer: Message | CallError) -> None:
            self._answered(socket, frame, body_name, answer)

        answered = self._pending.answer(socket, frame.id, land)
        if body_name == "enter_room":
            answered = self._joining_first(frame.enter_room.code, answered)
        if body_name == "leave_room":
            self._rooms.leaving(socket.player_id, given["room_id"], True)
        try:
            getattr(self._lobby, call.method)(request, answered)
        except BaseException:
            self._joining.pop(frame.enter_room.code, None)
            raise

    def _already_there(self, socket: Socket, frame: ClientFrame, body_name: str) -> bool:
        """Answer from what is known here, so that a reconnect storm does not reach the lobby.

        Raises Refused where one room more is one too many.
        """
        known = None
        if body_name == "enter_room":
            known = self._rooms.coded(checked_code(frame.enter_room.code))
            if known is not None and not is_member(known.room, socket.player_id):
                known = None
        if known is None or socket not in known.sockets:
            if len(socket.rooms) >= self._rooms_per_socket:
                raise Refused(RATE_LIMITED, limit="rooms")
            if self._rooms.full:
                raise Refused(UNAVAILABLE)
        if known is None:
            return False
        self._shown(socket, frame.id, known.room, True)
        return True

    def _wait_for_another(self, socket: Socket, frame: ClientFrame) -> bool:
        """Whether somebody's joining of the same room is under way, whose answer will do.

        After a restart a whole table comes back at once; one of them brings the room.
        """
        waiting = self._joining.get(frame.enter_room.code)
        if waiting is None or len(waiting) >= _WAITING_MOST:
            return False
        waiting.append((socket, frame))
        return True

    def _joining_first(self, code: str, answered: Landing) -> Landing:
        """`answered`, and then those who waited for it: each enters, or asks in turn."""
        if code in self._joining:
            return answered
        waiting = self._joining[code] = []

        def landed(answer: Message | CallError) -> None:
            del self._joining[code]
            answered(answer)
            for socket, frame in waiting:
                if not socket.open:
                    continue
                if isinstance(answer, CallError) and answer.code == UNAVAILABLE:
                    socket.refuse(frame.id, UNAVAILABLE)
                else:
                    self._pending.again(socket, frame)

        return landed

    def _answered(
        self, socket: Socket, frame: ClientFrame, body_name: str, answer: Message | CallError
    ) -> None:
        if body_name == "leave_room":
            self._left(socket, frame.leave_room.room_id, answer)
        if isinstance(answer, CallError):
            socket.refuse(frame.id, answer.code, **answer.params)
        elif "room" in answer.DESCRIPTOR.fields_by_name:
            self._shown(socket, frame.id, answer.room, CALLS[body_name].enters)  # type: ignore[attr-defined]
        else:
            socket.send(ServerFrame(reply_to=frame.id, ok=Ok()))

    def _left(self, socket: Socket, room_id: str, answer: Message | CallError) -> None:
        if not isinstance(answer, CallError):
            self._rooms.left(socket.player_id, room_id)
        self._rooms.leaving(socket.player_id, room_id, False)

    def _shown(self, socket: Socket, frame_id: str, room: Room, enters: bool) -> None:
        """Answer with the room before its game's update follows; others in it see it too."""
        self._rooms.saw(room, but=socket)
        room = self._rooms.newest(room)
        socket.send(ServerFrame(reply_to=frame_id, room=room))
        if enters and socket.open and not self._rooms.follow(socket, room):
            reason = CLOSED if room.phase == ROOM_PHASE_CLOSED else REMOVED
            gone = RoomGone(room_id=room.room_id, reason=reason)
            socket.send(ServerFrame(room_gone=gone))
