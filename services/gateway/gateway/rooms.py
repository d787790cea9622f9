"""Following rooms: one subscription a room however many sockets, and the game shown in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from cardproto.v1.client_pb2 import Reaction, RoomGone, ServerFrame
from cardproto.v1.lobby_pb2 import Reacted, RoomChanged
from cardproto.v1.room_pb2 import (
    ROOM_PHASE_CLOSED,
    ROOM_PHASE_PAUSED,
    ROOM_PHASE_PLAYING,
    ROOM_PHASE_STARTING,
    Room,
)
from gateway.codec import Codec
from gateway.ids import new_id
from gateway.presence import Presence
from gateway.sockets import Socket
from gateway.tables import Tables

CLOSED = "closed"
EXPIRED = "expired"
REMOVED = "removed"
LEFT = "left"
UNPAIRED = "unpaired"

_RUNNING = frozenset({ROOM_PHASE_STARTING, ROOM_PHASE_PLAYING, ROOM_PHASE_PAUSED})


def game_shown(room: Room) -> str:
    """The game to follow: the running one, else the last finished one; empty: none."""
    return room.game_id if room.phase in _RUNNING else room.last_game_id


class Subscribed(Protocol):
    """A subscription that stands until it is closed."""

    def close(self) -> None:
        """Hear no more."""


class RoomEvents(Protocol):
    """Where news of rooms come from."""

    def changes(self, room_id: str, heard: Callable[[RoomChanged], None]) -> Subscribed:
        """Hear each change of a room."""

    def reactions(self, room_id: str, heard: Callable[[Reacted], None]) -> Subscribed:
        """Hear each quick reaction in a room."""


class Followed:
    """One room, its newest state known here, and the sockets in it with their presences."""

    __slots__ = ("game_id", "leaving", "room", "sockets", "subscriptions")

    def __init__(self, room: Room) -> None:
        self.room = room
        self.game_id = game_shown(room)
        self.sockets: dict[Socket, str] = {}
        self.leaving: set[str] = set()
        """People whose wish to leave is under way: they are not told that they were removed."""
        self.subscriptions: tuple[Subscribed, ...] = ()


def is_member(room: Room, player_id: str) -> bool:
    """Whether that person is in the room."""
    return any(member.player_id == player_id for member in room.members)


class Rooms:
    """The rooms followed here; each for as long as a socket is in it."""

    def __init__(
        self, events: RoomEvents, tables: Tables, presence: Presence, presences_max: int
    ) -> None:
        self._events = events
        self._presences = 0
        self._presences_max = presences_max
        self._tables = tables
        self._presence = presence
        presence.attendance = self
        self._rooms: dict[str, Followed] = {}
        self._codes: dict[str, str] = {}
        self.unpaired: Callable[[Socket], None] = lambda _: None
        """What follows for a socket whose pair did not meet; set when all is wired."""

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def full(self) -> bool:
        """Whether no more presences fit into one renewal of the lease."""
        return self._presences >= self._presences_max

    def get(self, room_id: str) -> Followed | None:
        """The room if it is followed here."""
        return self._rooms.get(room_id)

    def coded(self, code: str) -> Followed | None:
        """The room of that code if it is followed here."""
        return self._rooms.get(self._codes.get(code.upper(), ""))

    def follow(self, socket: Socket, room: Room) -> bool:
        """The socket, of a member, is in the room from now on: its changes and its game are sent.

        The room itself is not sent: it is the answer to the frame that brought the socket here.
        False where the room is closed, or the person not in it, as is known here by now.
        """
        self.saw(room)
        room = self.newest(room)
        if room.phase == ROOM_PHASE_CLOSED or not is_member(room, socket.player_id):
            return False
        followed = self._rooms.get(room.room_id) or self._open(room)
        if socket in followed.sockets or socket.session is None:
            return True
        presence_id = new_id()
        followed.sockets[socket] = presence_id
        self._presences += 1
        socket.rooms = (*socket.rooms, room.room_id)
        self._presence.edge(socket.session, room.room_id, presence_id, True)
        if followed.game_id:
            self._tables.join(socket, followed.game_id)
        return True

    def saw(self, room: Room, but: Socket | None = None) -> None:
        """A state of a room; sent to all its sockets, except `but`, if newer than the known."""
        followed = self._rooms.get(room.room_id)
        if followed is None or room.revision <= followed.room.revision:
            return
        followed.room = room
        if room.phase == ROOM_PHASE_CLOSED:
            self._closed(followed)
            return
        self._remove_strangers(followed)
        self._tell(followed, but)
        self._switch_game(followed)

    def newest(self, room: Room) -> Room:
        """The newer of `room` and what is known of it here."""
        followed = self._rooms.get(room.room_id)
        if followed is None or followed.room.revision < room.revision:
            return room
        return followed.room

    def gone(self, room_id: str, reason: str) -> None:
        """The room is no more: everybody in it is told.

        Where it only was forgotten, as by a lobby that lost its store, and its game goes on, its
        people stay: the game needs no room, and they come to its end. They are told afterwards.
        """
        followed = self._rooms.get(room_id)
        if followed is not None and not (reason == EXPIRED and self._goes_on(followed)):
            self._dismiss(followed, list(followed.sockets), reason)

    def _goes_on(self, followed: Followed) -> bool:
        table = self._tables.get(followed.game_id)
        running = followed.room.phase in _RUNNING
        return running and table is not None and table.last is not None and not table.over

    def _closed(self, followed: Followed) -> None:
        """The room said so itself. Of a pair that did not meet, who came waits again."""
        sockets, reason = list(followed.sockets), followed.room.closed_because or CLOSED
        self._dismiss(followed, sockets, reason)
        if reason == UNPAIRED:
            for socket in sockets:
                if socket.open:
                    self.unpaired(socket)

    def leaving(self, player_id: str, room_id: str, under_way: bool) -> None:
        """That person's wish to leave for good has begun, or was answered."""
        followed = self._rooms.get(room_id)
        if followed is None:
            return
        if under_way:
            followed.leaving.add(player_id)
        else:
            followed.leaving.discard(player_id)

    def left(self, player_id: str, room_id: str) -> None:
        """That person has left the room for good: every socket of theirs is out."""
        followed = self._rooms.get(room_id)
        if followed is not None:
            theirs = [socket for socket in followed.sockets if socket.player_id == player_id]
            self._dismiss(followed, theirs, LEFT)

    def quit(self, socket: Socket, room_id: str) -> None:
        """The socket follows the room no more; nothing in it is given up."""
        followed = self._rooms.get(room_id)
        if followed is None or socket not in followed.sockets:
            return
        presence_id = followed.sockets.pop(socket)
        self._presences -= 1
        socket.rooms = tuple(one for one in socket.rooms if one != room_id)
        if socket.session is not None:
            self._presence.edge(socket.session, room_id, presence_id, False)
        if followed.game_id:
            self._tables.leave(socket, followed.game_id)
        if not followed.sockets:
            self._close(followed)

    def drop(self, socket: Socket) -> None:
        """The socket is gone."""
        for room_id in socket.rooms:
            self.quit(socket, room_id)

    def revisions(self) -> dict[str, int]:
        """Every room followed here, to the revision known."""
        return {room_id: followed.room.revision for room_id, followed in self._rooms.items()}

    def present(self) -> Iterable[tuple[str, str, list[str]]]:
        """Room, person and the ids of that person's presences there."""
        for room_id, followed in self._rooms.items():
            people: dict[str, list[str]] = {}
            for socket, presence_id in followed.sockets.items():
                people.setdefault(socket.player_id, []).append(presence_id)
            for player_id, ids in people.items():
                yield room_id, player_id, ids

    def _open(self, room: Room) -> Followed:
        followed = self._rooms[room.room_id] = Followed(room)
        self._codes[room.code] = room.room_id
        followed.subscriptions = (
            self._events.changes(room.room_id, self._changed),
            self._events.reactions(room.room_id, self._reacted),
        )
        return followed

    def _close(self, followed: Followed) -> None:
        self._rooms.pop(followed.room.room_id, None)
        self._codes.pop(followed.room.code, None)
        for subscription in followed.subscriptions:
            subscription.close()
        followed.subscriptions = ()

    def _changed(self, change: RoomChanged) -> None:
        if change.room.room_id == change.room_id:
            self.saw(change.room)

    def _reacted(self, reacted: Reacted) -> None:
        followed = self._rooms.get(reacted.room_id)
        if followed is None or not is_member(followed.room, reacted.player_id):
            return
        reaction = Reaction(
            room_id=reacted.room_id, player_id=reacted.player_id, emote=reacted.emote
        )
        _send_all(followed.sockets, ServerFrame(reaction=reaction), None)

    def _tell(self, followed: Followed, but: Socket | None) -> None:
        _send_all(followed.sockets, ServerFrame(room=followed.room), but)

    def _remove_strangers(self, followed: Followed) -> None:
        """Who is no longer a member gets not one byte more of the room."""
        members = {member.player_id for member in followed.room.members}
        strangers = [socket for socket in followed.sockets if socket.player_id not in members]
        own_wish = [socket for socket in strangers if socket.player_id in followed.leaving]
        self._dismiss(followed, own_wish, LEFT)
        self._dismiss(followed, [s for s in strangers if s not in own_wish], REMOVED)

    def _switch_game(self, followed: Followed) -> None:
        game_id = game_shown(followed.room)
        if game_id == followed.game_id:
            return
        before, followed.game_id = followed.game_id, game_id
        for socket in list(followed.sockets):
            if before:
                self._tables.leave(socket, before)
            if game_id:
                self._tables.join(socket, game_id)

    def _dismiss(self, followed: Followed, sockets: list[Socket], reason: str) -> None:
        if not sockets:
            return
        room_id = followed.room.room_id
        frame = ServerFrame(room_gone=RoomGone(room_id=room_id, reason=reason))
        for socket in sockets:
            self.quit(socket, room_id)
        _send_all(dict.fromkeys(sockets, ""), frame, None)


def _send_all(sockets: dict[Socket, str], frame: ServerFrame, but: Socket | None) -> None:
    """Send a frame to many, written once a codec."""
    made: dict[bool, bytes] = {}
    for socket in list(sockets):
        if socket is but:
            continue
        codec: Codec = socket.codec
        message = made.get(codec.text)
        if message is None:
            message = made[codec.text] = codec.write(frame)
        socket.line.write(message)
