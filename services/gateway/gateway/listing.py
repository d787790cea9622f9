"""The public list: kept here while somebody looks at it, so that looking costs the lobby nothing.

Loaded once, then kept by the changes that the lobby announces, and loaded anew from time to
time, since an announcement may be lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from cardbus.api.lobby import LobbyCaller
from cardbus.errors import CallError
from cardproto.v1.client_pb2 import Listing as ListingMessage
from cardproto.v1.client_pb2 import ServerFrame
from cardproto.v1.lobby_pb2 import ListingChanged, ListRoomsRequest, ListRoomsResponse
from cardproto.v1.room_pb2 import ROOM_PHASE_CLOSED, RoomListing
from gateway.sockets import Socket

Answered = Callable[[list[RoomListing] | CallError], None]

_FRESH_S = 10.0
_IDLE_S = 60.0


class Subscribed(Protocol):
    """A subscription that stands until it is closed."""

    def close(self) -> None:
        """Hear no more."""


class Listing:
    """The public rooms. `subscribe` begins to hear changes; `now_s`: a monotonic clock."""

    def __init__(
        self,
        lobby: LobbyCaller,
        subscribe: Callable[[Callable[[ListingChanged], None]], Subscribed],
        now_s: Callable[[], float],
    ) -> None:
        self._lobby = lobby
        self._subscribe = subscribe
        self._now_s = now_s
        self._rooms: dict[str, RoomListing] = {}
        self._watchers: dict[Socket, None] = {}
        self._changed: dict[str, RoomListing] = {}
        self._subscription: Subscribed | None = None
        self._waiting: list[Answered] = []
        self._loading = False
        self._heard_meanwhile: set[str] = set()
        self._loaded_s: float | None = None
        self._used_s = 0.0

    def rooms(self, answered: Answered) -> None:
        """All public rooms, the newest first; at most some seconds old."""
        self._used_s = self._now_s()
        if self._loaded_s is not None:
            answered(self._sorted())
            return
        self._waiting.append(answered)
        self._load()

    def watch(self, socket: Socket, answered: Answered) -> None:
        """`rooms`, and from then on each change is sent to the socket."""

        def loaded(rooms: list[RoomListing] | CallError) -> None:
            self.flush()
            if socket.open and not isinstance(rooms, CallError):
                self._watchers[socket] = None
            answered(rooms)

        self.rooms(loaded)

    def unwatch(self, socket: Socket) -> None:
        """No more changes to this socket."""
        self._watchers.pop(socket, None)

    def forget(self) -> None:
        """Something may have been missed: load anew."""
        if self._loaded_s is not None or self._loading:
            self._loaded_s = None
            if self._watchers:
                self._load()

    def flush(self) -> None:
        """Several times a second: send what changed, each room once."""
        if not self._changed:
            return
        changed, self._changed = self._changed, {}
        for line in changed.values():
            self._send(line)

    def tick(self) -> None:
        """Every few seconds: load anew what is in use, let go what is not."""
        now_s = self._now_s()
        in_use = bool(self._watchers) or now_s - self._used_s < _IDLE_S
        if in_use:
            if self._loaded_s is not None and now_s - self._loaded_s >= _FRESH_S:
                self._load()
        elif self._subscription is not None and not self._loading:
            self._subscription.close()
            self._subscription = None
            self._loaded_s = None
            self._rooms.clear()

    def _load(self) -> None:
        if self._subscription is None:
            self._subscription = self._subscribe(self._heard)
        if self._loading:
            return
        self._loading = True
        self._heard_meanwhile.clear()
        self._lobby.list_rooms(ListRoomsRequest(), self._answered)

    def _answered(self, answer: ListRoomsResponse | CallError) -> None:
        self._loading = False
        waiting, self._waiting = self._waiting, []
        if isinstance(answer, CallError):
            for answered in waiting:
                answered(answer)
            return
        self._loaded_s = self._now_s()
        self._merge({line.room_id: line for line in answer.rooms})
        rooms = self._sorted()
        for answered in waiting:
            answered(rooms)

    def _merge(self, listed: dict[str, RoomListing]) -> None:
        """Take the whole list, but of rooms heard of since it was asked for what was heard."""
        for room_id in self._rooms.keys() - listed.keys() - self._heard_meanwhile:
            gone = RoomListing()
            gone.CopyFrom(self._rooms[room_id])
            gone.phase = ROOM_PHASE_CLOSED
            self._take(gone)
        for room_id, line in listed.items():
            if room_id not in self._heard_meanwhile:
                self._take(line)

    def _heard(self, change: ListingChanged) -> None:
        if change.HasField("listing"):
            if self._loading:
                self._heard_meanwhile.add(change.listing.room_id)
            self._take(change.listing)

    def _take(self, line: RoomListing) -> None:
        known = self._rooms.get(line.room_id)
        if line.phase == ROOM_PHASE_CLOSED:
            if known is None:
                return
            del self._rooms[line.room_id]
        elif known is not None and line.revision <= known.revision:
            return
        else:
            self._rooms[line.room_id] = line
        self._changed[line.room_id] = line

    def _sorted(self) -> list[RoomListing]:
        return sorted(self._rooms.values(), key=lambda line: (-line.created_ms, line.room_id))

    def _send(self, line: RoomListing) -> None:
        frame = ServerFrame(listing_changed=line)
        made: dict[bool, bytes] = {}
        for socket in list(self._watchers):
            message = made.get(socket.codec.text)
            if message is None:
                message = made[socket.codec.text] = socket.codec.write(frame)
            socket.line.write(message)


def listing_frame(frame_id: str, rooms: Iterable[RoomListing]) -> ServerFrame:
    """The answer to `watch_listing`."""
    return ServerFrame(reply_to=frame_id, listing=ListingMessage(rooms=rooms))
