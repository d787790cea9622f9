"""The gateway's peers for faults that the real ones do not play on demand.

A lobby that keeps rooms in memory and an engine that appends what a test tells it to, both as
services on the real bus with their own users' rights.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from cardbus import Bus
from cardbus.errors import CallError
from cardbus.reply import Reply
from cardbus.stream import Appended
from cardproto.v1 import engine_pb2, lobby_pb2, replay_pb2, room_pb2
from cardproto.v1.common_pb2 import Actor
from cardproto.v1.table_pb2 import TABLE_STATUS_PLAYING, Update
from gateway.ids import new_id


class PeerLobby:
    """Rooms with members and seats; every call remembered, each can be made to fail."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.rooms: dict[str, room_pb2.Room] = {}
        self.presences: dict[str, str] = {}
        self.edges: list[lobby_pb2.SetPresenceRequest | lobby_pb2.SetPresencesRequest] = []
        self.greeted: list[int] = []
        self.greeting_s = 0.0
        self.greets_many = True
        self.stale: set[str] = set()
        """People whose tokens are refused."""
        self.leases: list[lobby_pb2.RenewLeaseRequest] = []
        self.calls: list[tuple[str, str]] = []
        self.failing: dict[str, str] = {}
        self.silent: set[str] = set()
        self.queue: dict[str, lobby_pb2.QueuePlace] = {}
        self.waiting: dict[str, str] = {}
        """Sockets that wait in the rated queue, to their person."""
        self.healing: dict[str, room_pb2.Room] = {}
        """People who were paired without hearing it: the next lease tells them."""
        self.quiet = False
        """Changes are saved but not announced: the announcement is lost."""
        bus.serve(lobby_pb2.DESCRIPTOR.services_by_name["Lobby"], self)

    def __getattr__(self, name: str) -> Callable[[Any, Reply[Any]], None]:
        """Calls without a method of their own are refused."""
        if name.startswith("_"):
            raise AttributeError(name)

        def refused(request: Any, reply: Reply[Any]) -> None:
            self._note(name, request)
            raise CallError("not_host")

        return refused

    def change(self, room: room_pb2.Room) -> room_pb2.Room:
        """Save the next revision and announce it."""
        room.revision += 1
        if not self.quiet:
            self.bus.announce(lobby_pb2.RoomChanged(room_id=room.room_id, room=room))
        return room

    def create_room(
        self,
        request: lobby_pb2.CreateRoomRequest,
        reply: Reply[lobby_pb2.CreateRoomResponse],
    ) -> None:
        """Make one, its host inside."""
        if self._note("create_room", request, reply):
            return
        room_id = new_id()
        room = room_pb2.Room(
            room_id=room_id,
            code=room_id[:5].upper(),
            game=request.game,
            phase=room_pb2.ROOM_PHASE_WAITING,
            host_id=request.actor.player_id,
            game_id=new_id(),
            created_ms=1,
        )
        self._enter(room, request.actor)
        self.rooms[room_id] = self.change(room)
        listing = room_pb2.RoomListing(room_id=room_id, code=room.code, game=room.game, revision=1)
        self.bus.announce(lobby_pb2.ListingChanged(listing=listing))
        reply.ok(lobby_pb2.CreateRoomResponse(room=room))

    def join_room(
        self, request: lobby_pb2.JoinRoomRequest, reply: Reply[lobby_pb2.JoinRoomResponse]
    ) -> None:
        """Let anybody in."""
        if self._note("join_room", request, reply):
            return
        room = self._coded(request.code)
        if all(member.player_id != request.actor.player_id for member in room.members):
            self._enter(room, request.actor)
            self.change(room)
        reply.ok(lobby_pb2.JoinRoomResponse(room=room))

    def get_room(
        self, request: lobby_pb2.GetRoomRequest, reply: Reply[lobby_pb2.GetRoomResponse]
    ) -> None:
        """By id or code."""
        known = self.rooms.get(request.room_id)
        reply.ok(lobby_pb2.GetRoomResponse(room=known or self._coded(request.code)))

    def list_rooms(
        self, request: lobby_pb2.ListRoomsRequest, reply: Reply[lobby_pb2.ListRoomsResponse]
    ) -> None:
        """All of them."""
        if self._note("list_rooms", request, reply):
            return
        lines = [
            room_pb2.RoomListing(
                room_id=room.room_id, code=room.code, game=room.game, revision=room.revision
            )
            for room in self.rooms.values()
        ]
        reply.ok(lobby_pb2.ListRoomsResponse(rooms=lines))

    def my_rooms(
        self, request: lobby_pb2.MyRoomsRequest, reply: Reply[lobby_pb2.MyRoomsResponse]
    ) -> None:
        """Where that person is a member, or each of many; the answer takes `greeting_s`."""
        self.greeted.append(len(request.people) or 1)
        if self._note("my_rooms", request, reply):
            return
        if request.people and not self.greets_many:
            raise CallError("malformed")
        people = [self._where(actor.player_id) for actor in request.people or (request.actor,)]
        if request.people:
            answer = lobby_pb2.MyRoomsResponse(people=people)
        elif people[0].refused:
            raise CallError(people[0].refused)
        else:
            queue = people[0].queue if people[0].HasField("queue") else None
            answer = lobby_pb2.MyRoomsResponse(rooms=people[0].rooms, queue=queue)
        asyncio.get_running_loop().call_later(self.greeting_s, reply.ok, answer)

    def _where(self, player_id: str) -> lobby_pb2.PersonsRooms:
        if player_id in self.stale:
            return lobby_pb2.PersonsRooms(refused="stale_session")
        mine = [
            room_pb2.RoomListing(room_id=room.room_id, code=room.code)
            for room in self.rooms.values()
            if any(member.player_id == player_id for member in room.members)
        ]
        return lobby_pb2.PersonsRooms(rooms=mine, queue=self.queue.get(player_id))

    def join_queue(
        self, request: lobby_pb2.JoinQueueRequest, reply: Reply[lobby_pb2.JoinQueueResponse]
    ) -> None:
        """Wait for ever."""
        if self._note("join_queue", request, reply):
            return
        fresh = lobby_pb2.QueuePlace(game=request.game, since_ms=7, people=1)
        place = self.queue.setdefault(request.actor.player_id, fresh)
        self.waiting[request.socket_id] = request.actor.player_id
        reply.ok(lobby_pb2.JoinQueueResponse(place=place))

    def leave_queue(
        self, request: lobby_pb2.LeaveQueueRequest, reply: Reply[lobby_pb2.LeaveQueueResponse]
    ) -> None:
        """Wait no more."""
        if self._note("leave_queue", request, reply):
            return
        self.place(request.actor.player_id, "left")
        reply.ok(lobby_pb2.LeaveQueueResponse())

    def set_queue_presence(
        self,
        request: lobby_pb2.SetQueuePresenceRequest,
        reply: Reply[lobby_pb2.SetQueuePresenceResponse],
    ) -> None:
        """Keep edges as they come."""
        if self._note("set_queue_presence", request, reply):
            return
        if request.present:
            self.waiting[request.socket_id] = request.actor.player_id
        else:
            self.waiting.pop(request.socket_id, None)
        lost = lobby_pb2.QueuePlace(ended="lost")
        place = self.queue.get(request.actor.player_id, lost)
        reply.ok(lobby_pb2.SetQueuePresenceResponse(place=place))

    def place(self, player_id: str, ended: str, room: room_pb2.Room | None = None) -> None:
        """Somebody waits no more, and it is told."""
        self.queue.pop(player_id, None)
        place = lobby_pb2.QueuePlace(game="caravan", ended=ended)
        if room is not None:
            place.room_id, place.code = room.room_id, room.code
        if not self.quiet:
            self.bus.announce(lobby_pb2.QueueChanged(player_id=player_id, place=place))

    def take_seat(
        self, request: lobby_pb2.TakeSeatRequest, reply: Reply[lobby_pb2.TakeSeatResponse]
    ) -> None:
        """The one asked for."""
        if self._note("take_seat", request, reply):
            return
        room = self.rooms[request.room_id]
        room.seats.add(seat=request.seat, player_id=request.actor.player_id)
        reply.ok(lobby_pb2.TakeSeatResponse(room=self.change(room)))

    def leave_room(
        self, request: lobby_pb2.LeaveRoomRequest, reply: Reply[lobby_pb2.LeaveRoomResponse]
    ) -> None:
        """For good."""
        if self._note("leave_room", request, reply):
            return
        self.remove(request.room_id, request.actor.player_id)
        reply.ok(lobby_pb2.LeaveRoomResponse())

    def set_presence(
        self,
        request: lobby_pb2.SetPresenceRequest,
        reply: Reply[lobby_pb2.SetPresenceResponse],
    ) -> None:
        """Keep edges as they come."""
        if self._note("set_presence", request, reply):
            return
        self.edges.append(request)
        if request.present:
            self.presences[request.socket_id] = request.actor.player_id
        else:
            self.presences.pop(request.socket_id, None)
        reply.ok(lobby_pb2.SetPresenceResponse(room=self.rooms.get(request.room_id)))

    def set_presences(
        self,
        request: lobby_pb2.SetPresencesRequest,
        reply: Reply[lobby_pb2.SetPresencesResponse],
    ) -> None:
        """The same for many; answer with what is newer."""
        if self._note("set_presences", request, reply):
            return
        self.edges.append(request)
        for edge in request.edges:
            if edge.present:
                self.presences[edge.socket_id] = edge.player_id
            else:
                self.presences.pop(edge.socket_id, None)
        newer = [
            self.rooms[room_id]
            for room_id, revision in request.rooms.items()
            if room_id in self.rooms and self.rooms[room_id].revision > revision
        ]
        reply.ok(lobby_pb2.SetPresencesResponse(rooms=newer))

    def renew_lease(
        self,
        request: lobby_pb2.RenewLeaseRequest,
        reply: Reply[lobby_pb2.RenewLeaseResponse],
    ) -> None:
        """Answer what is newer and what is gone; take every socket named as present."""
        if self._note("renew_lease", request, reply):
            return
        self.leases.append(request)
        for sockets in request.sockets:
            for socket_id in sockets.socket_ids:
                self.presences[socket_id] = sockets.player_id
        newer = [
            self.rooms[room_id]
            for room_id, revision in request.rooms.items()
            if room_id in self.rooms and self.rooms[room_id].revision > revision
        ]
        gone = [room_id for room_id in request.rooms if room_id not in self.rooms]
        queue = [
            lobby_pb2.QueueChanged(
                player_id=sockets.player_id,
                place=lobby_pb2.QueuePlace(
                    game="caravan", ended="paired", room_id=self.healing[sockets.player_id].room_id
                ),
            )
            for sockets in request.queue
            if sockets.player_id in self.healing
        ]
        reply.ok(lobby_pb2.RenewLeaseResponse(rooms=newer, gone=gone, queue=queue))

    def remove(self, room_id: str, player_id: str) -> None:
        """Somebody is a member no more."""
        room = self.rooms[room_id]
        left = [member for member in room.members if member.player_id != player_id]
        del room.members[:]
        room.members.extend(left)
        self.change(room)

    def play(self, room_id: str, phase: room_pb2.RoomPhase = room_pb2.ROOM_PHASE_PLAYING) -> str:
        """The room's game runs; its id."""
        room = self.rooms[room_id]
        room.phase = phase
        self.change(room)
        return room.game_id

    def finish(self, room_id: str) -> None:
        """The game is over, and the next one waits."""
        room = self.rooms[room_id]
        room.phase = room_pb2.ROOM_PHASE_WAITING
        room.last_game_id, room.game_id = room.game_id, new_id()
        self.change(room)

    def _note(self, name: str, request: Any, reply: Reply[Any] | None = None) -> bool:
        """Remember the call; True where it is to stay unanswered. Raises CallError as told to."""
        actor = request.actor.player_id if "actor" in request.DESCRIPTOR.fields_by_name else ""
        self.calls.append((name, actor))
        if name in self.failing:
            raise CallError(self.failing[name])
        return name in self.silent

    def _coded(self, code: str) -> room_pb2.Room:
        for room in self.rooms.values():
            if room.code == code.upper():
                return room
        raise CallError("room_not_found")

    def _enter(self, room: room_pb2.Room, actor: Actor) -> None:
        room.members.add(player_id=actor.player_id, name=actor.name, connected=True)


class PeerEngine:
    """Appends entries to the real log, and answers actions as it is told."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.log = bus.stream(engine_pb2.LogEntry)
        self.records = bus.stream(engine_pb2.Record)
        self.sequences: dict[str, int] = {}
        self.versions: dict[str, int] = {}
        self.owners: dict[str, dict[int, str]] = {}
        self.acts: list[engine_pb2.ActRequest] = []
        self.padding = b""
        """Fields of an `Update` that every public part bears besides."""
        self.replays: list[engine_pb2.ReplayRequest] = []
        self.answer: Callable[[engine_pb2.ActRequest, Reply[Any]], None] = self.accept
        bus.serve(engine_pb2.DESCRIPTOR.services_by_name["Engine"], self)

    def __getattr__(self, name: str) -> Callable[[Any, Reply[Any]], None]:
        """Calls without a method of their own are refused."""
        if name.startswith("_"):
            raise AttributeError(name)

        def refused(request: Any, reply: Reply[Any]) -> None:
            raise CallError("not_found")

        return refused

    def act(self, request: engine_pb2.ActRequest, reply: Reply[Any]) -> None:
        """As told."""
        self.acts.append(request)
        self.answer(request, reply)

    def replay(self, request: engine_pb2.ReplayRequest, reply: Reply[Any]) -> None:
        """One step of nine, whatever the record says."""
        self.replays.append(request)
        step = replay_pb2.ReplayStep(index=request.first, do="deal")
        page = replay_pb2.ReplayPage(game_id=request.game_id, total=9, steps=[step])
        reply.ok(engine_pb2.ReplayResponse(page=page))

    def accept(self, request: engine_pb2.ActRequest, reply: Reply[Any]) -> None:
        """Append the next version, then answer."""

        def appended(outcome: object) -> None:
            assert isinstance(outcome, Appended)
            self.sequences[request.game_id] = outcome.sequence
            reply.ok(engine_pb2.ActResponse(version=self.versions[request.game_id]))

        entry = self._next(request.game_id, TABLE_STATUS_PLAYING)
        self.log.append(
            entry, self.sequences.get(request.game_id, 0), appended, identity=entry.entry_id
        )

    async def write(self, game_id: str, status: Any = TABLE_STATUS_PLAYING) -> int:
        """Append the next version; which one it is."""
        entry = self._next(game_id, status)
        outcome = await self.log.append_now(
            entry, self.sequences.get(game_id, 0), identity=entry.entry_id
        )
        assert isinstance(outcome, Appended), outcome
        self.sequences[game_id] = outcome.sequence
        return entry.version

    def _next(self, game_id: str, status: Any) -> engine_pb2.LogEntry:
        version = self.versions[game_id] = self.versions.get(game_id, 0) + 1
        owners = self.owners.get(game_id, {})
        entry = engine_pb2.LogEntry(
            game_id=game_id,
            version=version,
            at_ms=version,
            entry_id=new_id().encode(),
            owners=owners,
            status=status,
        )
        entry.public = Update(game_id=game_id, version=version).SerializeToString() + self.padding
        for seat in range(4):
            private = Update(you=seat)
            private.view.virae.own.hand.append(secret(game_id, seat, version))
            entry.private[seat] = private.SerializeToString()
        return entry


def secret(game_id: str, seat: int, version: int) -> str:
    """What only that seat may read in that version."""
    return f"secret:{game_id}:{seat}:{version}."
