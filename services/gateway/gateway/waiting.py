"""Who waits in the rated queue here: one subscription a person, and their sockets as presences.

The lobby keeps the places and decides; here stands which sockets belong to one, so that it hears
when the last of them goes. Whoever is paired is taken into the room on every socket that waited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from cardbus.api.lobby import LobbyCaller
from cardbus.errors import CallError
from cardproto.v1.client_pb2 import ClientFrame, Ok, Queue, ServerFrame
from cardproto.v1.common_pb2 import Actor
from cardproto.v1.lobby_pb2 import (
    GetRoomRequest,
    GetRoomResponse,
    JoinQueueRequest,
    JoinQueueResponse,
    LeaveQueueRequest,
    LeaveQueueResponse,
    QueueChanged,
    QueuePlace,
    SetQueuePresenceRequest,
    SetQueuePresenceResponse,
)
from gateway.ids import new_id
from gateway.pending import Pending
from gateway.rooms import Rooms, Subscribed, is_member
from gateway.sockets import Socket

PAIRED: Final = "paired"
LOST: Final = "lost"

Subscribe = Callable[[str, Callable[[QueueChanged], None]], Subscribed]
SocketsOf = Callable[[str], Iterable[Socket]]


class HasEnding(Protocol):
    """Knows whether this gateway stops."""

    @property
    def ending(self) -> bool:
        """Nobody is told of single sockets any more."""


@dataclass(slots=True)
class _Person:
    """One who waits here; `sockets` to the ids under which the lobby knows them."""

    subscription: Subscribed
    sockets: dict[Socket, str] = field(default_factory=dict)


def queue_frame(place: QueuePlace, reply_to: str = "") -> ServerFrame:
    """A place as its person is shown it."""
    queue = Queue(
        game=place.game,
        since_ms=place.since_ms,
        people=place.people,
        ended=place.ended,
        room_id=place.room_id,
        code=place.code,
    )
    return ServerFrame(reply_to=reply_to, queue=queue)


class Waiting:
    """`subscribe`: begin to hear of one person's place; `sockets_of`: all sockets of a person."""

    def __init__(
        self,
        lobby: LobbyCaller,
        subscribe: Subscribe,
        rooms: Rooms,
        pending: Pending,
        gateway_id: str,
        ending: HasEnding,
    ) -> None:
        self._lobby = lobby
        self._subscribe = subscribe
        self._rooms = rooms
        self._pending = pending
        self._gateway_id = gateway_id
        self._ending = ending
        self._people: dict[str, _Person] = {}
        self.sockets_of: SocketsOf = lambda _: ()
        """Set when all is wired."""
        rooms.unpaired = self._unpaired

    def __len__(self) -> int:
        return len(self._people)

    def join(self, socket: Socket, frame: ClientFrame) -> None:
        """Wait for an opponent, with every socket of that person here."""
        fresh = socket.player_id not in self._people
        presence_id = self._attach(socket)

        def answered(answer: JoinQueueResponse | CallError) -> None:
            if isinstance(answer, CallError):
                socket.refuse(frame.id, answer.code, **answer.params)
                if fresh:
                    self._forget(socket.player_id)
                return
            socket.send(queue_frame(answer.place, frame.id))
            if answer.place.ended:
                self._changed(socket.player_id, answer.place, but=socket)
                return
            for other in self.sockets_of(socket.player_id):
                if other is not socket:
                    self._attach(other)
                    other.send(queue_frame(answer.place))

        request = JoinQueueRequest(
            actor=self._pending.actor(socket, frame),
            game=frame.join_queue.game,
            gateway_id=self._gateway_id,
            socket_id=presence_id,
        )
        self._lobby.join_queue(request, self._pending.answer(socket, frame.id, answered))

    def leave(self, socket: Socket, frame: ClientFrame) -> None:
        """Wait no more; all sockets of that person hear it."""

        def answered(answer: LeaveQueueResponse | CallError) -> None:
            if isinstance(answer, CallError):
                socket.refuse(frame.id, answer.code, **answer.params)
                return
            socket.send(ServerFrame(reply_to=frame.id, ok=Ok()))

        request = LeaveQueueRequest(actor=self._pending.actor(socket, frame))
        self._lobby.leave_queue(request, self._pending.answer(socket, frame.id, answered))

    def greeted(self, socket: Socket) -> None:
        """Somebody who waits came back, or came by one more socket."""
        self._tell(socket, self._attach(socket), True)

    def drop(self, socket: Socket) -> None:
        """The socket is gone."""
        person = self._people.get(socket.player_id)
        presence_id = None if person is None else person.sockets.pop(socket, None)
        if person is None or presence_id is None:
            return
        if not self._ending.ending:
            self._tell(socket, presence_id, False)
        if not person.sockets:
            self._forget(socket.player_id)

    def listed(self) -> Iterable[tuple[str, list[str]]]:
        """Everybody who waits here, with the ids of their sockets; for the lease."""
        for player_id, person in self._people.items():
            yield player_id, list(person.sockets.values())

    def heard(self, change: QueueChanged) -> None:
        """News of somebody's place."""
        self._changed(change.player_id, change.place)

    def _attach(self, socket: Socket) -> str:
        """The id of the socket as one that waits."""
        player_id = socket.player_id
        person = self._people.get(player_id)
        if person is None:
            subscription = self._subscribe(player_id, self.heard)
            person = self._people[player_id] = _Person(subscription)
        return person.sockets.setdefault(socket, new_id())

    def _forget(self, player_id: str) -> dict[Socket, str]:
        person = self._people.pop(player_id, None)
        if person is None:
            return {}
        person.subscription.close()
        return person.sockets

    def _changed(self, player_id: str, place: QueuePlace, but: Socket | None = None) -> None:
        """Tell it to all who wait with them; `but` has heard it already."""
        if not place.ended:
            return
        for socket in self._forget(player_id):
            if not socket.open:
                continue
            if socket is not but:
                socket.send(queue_frame(place))
            if place.ended == PAIRED:
                self._enter(socket, place.room_id)

    def _enter(self, socket: Socket, room_id: str) -> None:
        """Take the socket into the room of its pair."""

        def answered(answer: GetRoomResponse | CallError) -> None:
            if isinstance(answer, CallError) or not answer.HasField("room") or not socket.open:
                return
            if room_id in socket.rooms or not is_member(answer.room, socket.player_id):
                return
            self._rooms.saw(answer.room, but=socket)
            room = self._rooms.newest(answer.room)
            socket.send(ServerFrame(room=room))
            if socket.open:
                self._rooms.follow(socket, room)

        request = GetRoomRequest(actor=self._actor(socket, room_id), room_id=room_id)
        self._lobby.get_room(request, answered)

    def _unpaired(self, socket: Socket) -> None:
        """The other did not come: this one waits again."""
        self._tell(socket, self._attach(socket), True)

    def _tell(self, socket: Socket, presence_id: str, present: bool) -> None:
        """An edge to the lobby. One that is lost is mended by the next lease."""
        player_id = socket.player_id

        def answered(answer: SetQueuePresenceResponse | CallError) -> None:
            if isinstance(answer, CallError) or not present:
                return
            if answer.place.ended:
                self._changed(player_id, answer.place)
            elif socket.open:
                socket.send(queue_frame(answer.place))

        request = SetQueuePresenceRequest(
            actor=self._actor(socket, f"{presence_id}-{'in' if present else 'out'}"),
            gateway_id=self._gateway_id,
            socket_id=presence_id,
            present=present,
        )
        self._lobby.set_queue_presence(request, answered)

    @staticmethod
    def _actor(socket: Socket, request_id: str) -> Actor:
        session = socket.session
        if session is None:
            return Actor(request_id=request_id)
        return Actor(
            player_id=session.player_id,
            request_id=request_id,
            name=session.name,
            issued_ms=session.issued_ms,
        )
