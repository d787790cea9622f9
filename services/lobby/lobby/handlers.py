"""What the lobby answers: each call becomes one task over the rooms.

Handlers are plain callbacks of the bus. Here requests are read and answers written; what may be
done is decided in `room.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardbus.reply import Reply
from cardproto.v1 import common_pb2
from cardproto.v1 import lobby_pb2 as pb
from lobby import commands as c
from lobby import requests
from lobby.errors import refuse
from lobby.greeting import Greeting
from lobby.names import normalise
from lobby.parts import Parts
from lobby.person_handlers import PersonHandlers
from lobby.policy import policy_of
from lobby.rooms import CallsWhen
from lobby.values import Room
from lobby.views import listing_message, room_message

LISTED_MOST = 200
"""Lines in one answer; the oldest rooms come first."""


class LobbyHandlers(PersonHandlers):
    """One method a call of the contract; `reply` is answered exactly once."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._play = parts.play
        self._greeting = Greeting(parts.people, parts.store, parts.queue, parts.now_ms)

    # -- rooms and the list

    def create_room(
        self, request: pb.CreateRoomRequest, reply: Reply[pb.CreateRoomResponse]
    ) -> None:
        """A new room, its maker host."""

        async def run() -> None:
            marker = requests.marker(request.actor, "create_room")
            policy = policy_of(self._rooms.policies, request.game)
            room = await self._rooms.open(
                marker.player_id,
                normalise(request.actor.name),
                request.game,
                requests.settings(policy, request.settings),
                private=request.private,
                marker=marker,
            )
            reply.ok(pb.CreateRoomResponse(room=room_message(room)))

        self._answering.take("create_room", request, reply, run())

    def get_room(self, request: pb.GetRoomRequest, reply: Reply[pb.GetRoomResponse]) -> None:
        """A room by id or by code."""

        async def run() -> None:
            if request.room_id:
                found = requests.room_id(request.room_id)
            else:
                found = await self._by_code(request.code)
            room = await self._rooms.get(found)
            reply.ok(pb.GetRoomResponse(room=room_message(room)))

        self._answering.take("get_room", request, reply, run())

    def list_rooms(self, request: pb.ListRoomsRequest, reply: Reply[pb.ListRoomsResponse]) -> None:
        """The public list."""

        async def run() -> None:
            lines = await self._store.listing()
            wanted = [line for line in lines if request.game in ("", line.game)]
            reply.ok(pb.ListRoomsResponse(rooms=map(listing_message, wanted[:LISTED_MOST])))

        self._answering.take("list_rooms", request, reply, run())

    def my_rooms(self, request: pb.MyRoomsRequest, reply: Reply[pb.MyRoomsResponse]) -> None:
        """Where the person is, or each of many. They have just come, so they were seen."""

        async def run() -> None:
            if request.people:
                reply.ok(await self._greeting.all(request.people))
            else:
                reply.ok(await self._greeting.one(request.actor))

        self._answering.take("my_rooms", request, reply, run())

    def quick_play(self, request: pb.QuickPlayRequest, reply: Reply[pb.QuickPlayResponse]) -> None:
        """A seat in a public waiting room of the game."""

        async def run() -> None:
            marker = requests.marker(request.actor, "quick_play")
            name = normalise(request.actor.name)
            room = await self._play.find_seat(marker, name, request.game)
            reply.ok(pb.QuickPlayResponse(room=room_message(room)))

        self._answering.take("quick_play", request, reply, run())

    def join_room(self, request: pb.JoinRoomRequest, reply: Reply[pb.JoinRoomResponse]) -> None:
        """Into a room by its code."""

        async def run() -> None:
            name = normalise(request.actor.name)
            room_id = await self._by_code(request.code)
            room = await self._do(
                "join_room", request.actor, room_id, lambda who: c.Join(who, name)
            )
            reply.ok(pb.JoinRoomResponse(room=room_message(room)))

        self._answering.take("join_room", request, reply, run())

    def leave_room(self, request: pb.LeaveRoomRequest, reply: Reply[pb.LeaveRoomResponse]) -> None:
        """Out of a room, for good."""

        async def run() -> None:
            await self._do("leave_room", request.actor, request.room_id, c.Leave, calls="try")
            reply.ok(pb.LeaveRoomResponse())

        self._answering.take("leave_room", request, reply, run())

    def close_room(self, request: pb.CloseRoomRequest, reply: Reply[pb.CloseRoomResponse]) -> None:
        """The end of a room."""

        async def run() -> None:
            await self._do("close_room", request.actor, request.room_id, c.Close, calls="try")
            reply.ok(pb.CloseRoomResponse())

        self._answering.take("close_room", request, reply, run())

    # -- seats, bots, settings

    def take_seat(self, request: pb.TakeSeatRequest, reply: Reply[pb.TakeSeatResponse]) -> None:
        """Another seat."""
        self._change(
            reply, pb.TakeSeatResponse, "take_seat", request, lambda p: c.TakeSeat(p, request.seat)
        )

    def leave_seat(self, request: pb.LeaveSeatRequest, reply: Reply[pb.LeaveSeatResponse]) -> None:
        """Watch instead."""
        self._change(reply, pb.LeaveSeatResponse, "leave_seat", request, c.LeaveSeat)

    def add_bot(self, request: pb.AddBotRequest, reply: Reply[pb.AddBotResponse]) -> None:
        """A bot more."""
        seat = request.seat if request.HasField("seat") else None
        self._change(
            reply,
            pb.AddBotResponse,
            "add_bot",
            request,
            lambda p: c.AddBot(p, seat, int(request.level)),
        )

    def remove_bot(self, request: pb.RemoveBotRequest, reply: Reply[pb.RemoveBotResponse]) -> None:
        """A bot less, perhaps after the game."""
        self._change(
            reply,
            pb.RemoveBotResponse,
            "remove_bot",
            request,
            lambda p: c.RemoveBot(p, request.seat),
        )

    def configure(self, request: pb.ConfigureRequest, reply: Reply[pb.ConfigureResponse]) -> None:
        """Other settings."""

        async def run() -> None:
            room = await self._rooms.get(requests.room_id(request.room_id))
            policy = policy_of(self._rooms.policies, room.game)
            given = request.HasField("settings")
            settings = requests.settings(policy, request.settings) if given else None
            room = await self._do(
                "configure",
                request.actor,
                request.room_id,
                lambda p: c.Configure(p, settings, request.private),
            )
            reply.ok(pb.ConfigureResponse(room=room_message(room)))

        self._answering.take("configure", request, reply, run())

    def transfer_host(
        self, request: pb.TransferHostRequest, reply: Reply[pb.TransferHostResponse]
    ) -> None:
        """Another host."""
        self._change(
            reply,
            pb.TransferHostResponse,
            "transfer_host",
            request,
            lambda p: c.TransferHost(p, request.player_id),
        )

    def remove_person(
        self, request: pb.RemovePersonRequest, reply: Reply[pb.RemovePersonResponse]
    ) -> None:
        """Somebody must go."""
        self._change(
            reply,
            pb.RemovePersonResponse,
            "remove_person",
            request,
            lambda p: c.RemovePerson(p, request.player_id),
        )

    # -- games

    def contribute(
        self, request: pb.ContributeRequest, reply: Reply[pb.ContributeResponse]
    ) -> None:
        """A nonce for the next deal."""

        async def run() -> None:
            await self._do(
                "contribute",
                request.actor,
                request.room_id,
                lambda p: c.Contribute(p, request.game_id, request.nonce),
            )
            reply.ok(pb.ContributeResponse())

        self._answering.take("contribute", request, reply, run())

    def agree_rated(
        self, request: pb.AgreeRatedRequest, reply: Reply[pb.AgreeRatedResponse]
    ) -> None:
        """Whether one wants the next games to be rated."""
        self._change(
            reply,
            pb.AgreeRatedResponse,
            "agree_rated",
            request,
            lambda p: c.AgreeRated(p, request.agree),
        )

    def start_game(self, request: pb.StartGameRequest, reply: Reply[pb.StartGameResponse]) -> None:
        """Deal, after a moment for nonces that are missing."""

        async def run() -> None:
            marker = requests.marker(request.actor, "start_game")
            room = await self._play.start(marker, requests.room_id(request.room_id))
            reply.ok(pb.StartGameResponse(room=room_message(room)))

        self._answering.take("start_game", request, reply, run())

    def pause_game(self, request: pb.PauseGameRequest, reply: Reply[pb.PauseGameResponse]) -> None:
        """The host holds the game."""
        self._change(reply, pb.PauseGameResponse, "pause_game", request, c.Pause, calls="finish")

    def resume_game(
        self, request: pb.ResumeGameRequest, reply: Reply[pb.ResumeGameResponse]
    ) -> None:
        """The host lets it go on."""
        self._change(reply, pb.ResumeGameResponse, "resume_game", request, c.Resume, calls="finish")

    def end_game(self, request: pb.EndGameRequest, reply: Reply[pb.EndGameResponse]) -> None:
        """The host ends it without a winner."""
        self._change(reply, pb.EndGameResponse, "end_game", request, c.End, calls="finish")

    # -- the ways in

    async def _by_code(self, text: str) -> str:
        room_id = await self._store.room_id_of(requests.code(text))
        if room_id is None:
            refuse("room_not_found")
        return room_id

    async def _do(
        self,
        method: str,
        actor: common_pb2.Actor,
        room_id: str,
        command: Callable[[str], c.Command],
        *,
        calls: CallsWhen = "later",
    ) -> Room:
        marker = requests.marker(actor, method)
        changed = await self._rooms.change(
            requests.room_id(room_id), command(marker.player_id), marker, calls=calls
        )
        return changed.room

    def _change(
        self,
        reply: Reply[Any],
        response: Callable[..., Any],
        method: str,
        request: Any,
        command: Callable[[str], c.Command],
        *,
        calls: CallsWhen = "later",
    ) -> None:
        """A command whose answer is the room."""

        async def run() -> None:
            room = await self._do(method, request.actor, request.room_id, command, calls=calls)
            reply.ok(response(room=room_message(room)))

        self._answering.take(method, request, reply, run())
