"""What the lobby tells others: deadlines to the timer, rooms and the public list to gateways."""

from __future__ import annotations

from cardbus.bus import Bus
from cardbus.due import DueSet
from cardproto.v1 import lobby_pb2, room_pb2, timer_pb2
from lobby.indexing import line_of, listed
from lobby.places import Place
from lobby.values import Room
from lobby.views import listing_message, queue_changed, room_message


class BusAnnouncer:
    """Over the bus. Deadlines are stored and acknowledged; the rest is a hint, at most once."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._deadlines = bus.stream(timer_pb2.OwnerDeadlines)

    async def deadlines(self, owner: str, owner_id: str, due: DueSet) -> None:
        """Have the timer hold exactly these. Raises CallError."""
        message = timer_pb2.OwnerDeadlines(owner=owner, id=owner_id, due=due.text)
        await self._deadlines.put_now(message)

    def changed(self, room: Room) -> None:
        """Everybody in the room sees it so now."""
        self._bus.announce(lobby_pb2.RoomChanged(room_id=room.room_id, room=room_message(room)))

    def place(self, place: Place) -> None:
        """Somebody's place in the rated queue is so now."""
        self._bus.announce(queue_changed(place))

    def sessions_ended(self, player_id: str, before_ms: int) -> None:
        """Tokens of that person made before are refused."""
        self._bus.announce(lobby_pb2.SessionsEnded(player_id=player_id, before_ms=before_ms))

    def listing(self, before: Room | None, after: Room) -> None:
        """The public list has a line more, less (phase closed), or another."""
        line = listing_message(listed(after) or line_of(after))
        if listed(after) is None:
            line.phase = room_pb2.ROOM_PHASE_CLOSED
        self._bus.announce(lobby_pb2.ListingChanged(listing=line))
