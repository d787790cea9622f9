"""What the lobby answers: each call becomes one task over the rooms.

Handlers are plain callbacks of the bus. Here requests are read and answers written; what may be
done is decided in `room.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from cardbus.bus import Reply
from cardbus.errors import INTERNAL, UNAVAILABLE, CallError
from cardkit import logs
from cardproto.v1 import common_pb2, engine_pb2
from cardproto.v1 import lobby_pb2 as pb
from lobby import commands as c
from lobby import requests
from lobby.errors import Refused, StoreLost, refuse
from lobby.indexing import line_of
from lobby.leases import GATEWAY, Leases
from lobby.names import normalise
from lobby.play import Play
from lobby.policy import policy_of
from lobby.rooms import ROOM, Rooms
from lobby.store import Store
from lobby.values import Phase, Room
from lobby.views import listing_message, room_message

_log = logs.get("handlers")

LISTED_MOST = 200
"""Lines in one answer; the oldest rooms come first."""


class LobbyHandlers:
    """One method a call of the contract; `reply` is answered exactly once."""

    def __init__(
        self, store: Store, rooms: Rooms, leases: Leases, play: Play, most_at_once: int
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._leases = leases
        self._play = play
        self._most_at_once = most_at_once
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def under_way(self) -> int:
        """Requests being worked on."""
        return len(self._tasks)

    # -- rooms and the list

    def create_room(
        self, request: pb.CreateRoomRequest, reply: Reply[pb.CreateRoomResponse]
    ) -> None:
        """A new room, its maker host."""

        async def run() -> None:
            marker = requests.marker(request.actor, "create_room")
            policy = policy_of(self._rooms.policies, request.game)
            given = request.settings if request.HasField("settings") else None
            room = await self._rooms.open(
                marker.player_id,
                normalise(request.actor.name),
                request.game,
                requests.first_settings(policy, given),
                private=request.private,
                marker=marker,
            )
            reply.ok(pb.CreateRoomResponse(room=room_message(room)))

        self._take(reply, run())

    def get_room(self, request: pb.GetRoomRequest, reply: Reply[pb.GetRoomResponse]) -> None:
        """A room by id or by code."""

        async def run() -> None:
            if request.room_id:
                found = requests.room_id(request.room_id)
            else:
                found = await self._by_code(request.code)
            room = await self._rooms.get(found)
            reply.ok(pb.GetRoomResponse(room=room_message(room)))

        self._take(reply, run())

    def list_rooms(self, request: pb.ListRoomsRequest, reply: Reply[pb.ListRoomsResponse]) -> None:
        """The public list."""

        async def run() -> None:
            lines = await self._store.listing()
            wanted = [line for line in lines if request.game in ("", line.game)]
            reply.ok(pb.ListRoomsResponse(rooms=map(listing_message, wanted[:LISTED_MOST])))

        self._take(reply, run())

    def my_rooms(self, request: pb.MyRoomsRequest, reply: Reply[pb.MyRoomsResponse]) -> None:
        """Where the person is."""

        async def run() -> None:
            room_ids = await self._store.rooms_of(requests.player_id(request.actor.player_id))
            rooms = [room for room in await self._store.rooms(room_ids) if room is not None]
            rooms = [room for room in rooms if room.phase is not Phase.CLOSED]
            lines = [listing_message(line_of(room)) for room in rooms]
            reply.ok(pb.MyRoomsResponse(rooms=lines))

        self._take(reply, run())

    def quick_play(self, request: pb.QuickPlayRequest, reply: Reply[pb.QuickPlayResponse]) -> None:
        """A seat in a public waiting room of the game."""

        async def run() -> None:
            marker = requests.marker(request.actor, "quick_play")
            name = normalise(request.actor.name)
            room = await self._play.find_seat(marker, name, request.game)
            reply.ok(pb.QuickPlayResponse(room=room_message(room)))

        self._take(reply, run())

    def join_room(self, request: pb.JoinRoomRequest, reply: Reply[pb.JoinRoomResponse]) -> None:
        """Into a room by its code."""

        async def run() -> None:
            name = normalise(request.actor.name)
            room_id = await self._by_code(request.code)
            room = await self._do(
                "join_room", request.actor, room_id, lambda who: c.Join(who, name)
            )
            reply.ok(pb.JoinRoomResponse(room=room_message(room)))

        self._take(reply, run())

    def leave_room(self, request: pb.LeaveRoomRequest, reply: Reply[pb.LeaveRoomResponse]) -> None:
        """Out of a room, for good."""

        async def run() -> None:
            await self._do("leave_room", request.actor, request.room_id, c.Leave, calls=True)
            reply.ok(pb.LeaveRoomResponse())

        self._take(reply, run())

    def close_room(self, request: pb.CloseRoomRequest, reply: Reply[pb.CloseRoomResponse]) -> None:
        """The end of a room."""

        async def run() -> None:
            await self._do("close_room", request.actor, request.room_id, c.Close, calls=True)
            reply.ok(pb.CloseRoomResponse())

        self._take(reply, run())

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
            settings = requests.settings(policy, request.settings)
            room = await self._do(
                "configure",
                request.actor,
                request.room_id,
                lambda p: c.Configure(p, settings, request.private),
            )
            reply.ok(pb.ConfigureResponse(room=room_message(room)))

        self._take(reply, run())

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

        self._take(reply, run())

    def start_game(self, request: pb.StartGameRequest, reply: Reply[pb.StartGameResponse]) -> None:
        """Deal, after a moment for nonces that are missing."""

        async def run() -> None:
            marker = requests.marker(request.actor, "start_game")
            room = await self._play.start(marker, requests.room_id(request.room_id))
            reply.ok(pb.StartGameResponse(room=room_message(room)))

        self._take(reply, run())

    def pause_game(self, request: pb.PauseGameRequest, reply: Reply[pb.PauseGameResponse]) -> None:
        """The host holds the game."""
        self._change(reply, pb.PauseGameResponse, "pause_game", request, c.Pause, calls=True)

    def resume_game(
        self, request: pb.ResumeGameRequest, reply: Reply[pb.ResumeGameResponse]
    ) -> None:
        """The host lets it go on."""
        self._change(reply, pb.ResumeGameResponse, "resume_game", request, c.Resume, calls=True)

    def end_game(self, request: pb.EndGameRequest, reply: Reply[pb.EndGameResponse]) -> None:
        """The host ends it without a winner."""
        self._change(reply, pb.EndGameResponse, "end_game", request, c.End, calls=True)

    def settle(self, request: pb.SettleRequest, reply: Reply[pb.SettleResponse]) -> None:
        """The engine says how a game ended."""

        async def run() -> None:
            game = request.game
            if not game:
                room = await self._store.room(requests.room_id(request.room_id))
                game = "" if room is None else room.game
            await self._rooms.settle(requests.settlement(request, game))
            reply.ok(pb.SettleResponse())

        self._take(reply, run())

    # -- presence and deadlines

    def set_presence(
        self, request: pb.SetPresenceRequest, reply: Reply[pb.SetPresenceResponse]
    ) -> None:
        """A socket came or went."""

        async def run() -> None:
            place = (
                requests.player_id(request.actor.player_id),
                requests.node_id(request.gateway_id, "gateway_id"),
                requests.node_id(request.socket_id, "socket_id"),
            )
            room_id = requests.room_id(request.room_id)
            if request.present:
                await self._leases.vouch(request.gateway_id)
                changed = await self._rooms.change(room_id, c.SocketOpened(*place))
            else:
                changed = await self._rooms.change(room_id, c.SocketClosed(*place))
            reply.ok(pb.SetPresenceResponse(room=room_message(changed.room)))

        self._take(reply, run())

    def renew_lease(
        self, request: pb.RenewLeaseRequest, reply: Reply[pb.RenewLeaseResponse]
    ) -> None:
        """A gateway lives, or stops."""

        async def run() -> None:
            gateway_id = requests.node_id(request.gateway_id, "gateway_id")
            if not request.alive:
                await self._leases.end(gateway_id)
                reply.ok(pb.RenewLeaseResponse())
                return
            listed = {
                requests.node_id(socket_id, "socket_id"): (
                    requests.room_id(place.room_id),
                    requests.player_id(place.player_id),
                )
                for place in request.sockets
                for socket_id in place.socket_ids
            }
            known = {requests.room_id(i): revision for i, revision in request.rooms.items()}
            renewed = await self._leases.renew(gateway_id, known, listed)
            rooms = [room_message(room) for room in renewed.rooms]
            reply.ok(pb.RenewLeaseResponse(rooms=rooms, gone=renewed.gone))

        self._take(reply, run())

    def owner_due(self, request: pb.OwnerDueRequest, reply: Reply[pb.OwnerDueResponse]) -> None:
        """A deadline of a room or of a gateway."""

        async def run() -> None:
            if request.owner == GATEWAY:
                gateway_id = requests.node_id(request.id, "id")
                here = await self._leases.due(gateway_id, request.grace)
            elif request.owner == ROOM:
                room_id = requests.room_id(request.id)
                here = await self._rooms.visit(room_id, request.grace) is not None
            else:
                refuse("malformed", field="owner")
            outcome = engine_pb2.DUE_OUTCOME_DONE if here else engine_pb2.DUE_OUTCOME_GONE
            reply.ok(pb.OwnerDueResponse(outcome=outcome))

        self._take(reply, run())

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
        calls: bool = False,
    ) -> Room:
        marker = requests.marker(actor, method)
        changed = await self._rooms.change(
            requests.room_id(room_id), command(marker.player_id), marker, with_calls=calls
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
        calls: bool = False,
    ) -> None:
        """A command whose answer is the room."""

        async def run() -> None:
            room = await self._do(method, request.actor, request.room_id, command, calls=calls)
            reply.ok(response(room=room_message(room)))

        self._take(reply, run())

    def _take(self, reply: Reply[Any], work: Coroutine[Any, Any, None]) -> None:
        """Work as a task, and answer with a code whatever stops it."""
        if len(self._tasks) >= self._most_at_once:
            work.close()
            reply.error(UNAVAILABLE)
            return

        async def run() -> None:
            try:
                await work
            except (Refused, CallError) as error:
                reply.error(error.code, **error.params)
            except StoreLost as error:
                _log.warning("store lost", why=str(error))
                reply.error(UNAVAILABLE)
            except Exception:
                _log.exception("request failed")
                reply.error(INTERNAL)

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
