"""Greeting: where somebody who has just come is, one of them or everybody at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cardproto.v1 import common_pb2, room_pb2
from cardproto.v1 import lobby_pb2 as pb
from lobby import requests
from lobby.errors import Refused, refuse
from lobby.indexing import line_of
from lobby.names import normalise
from lobby.people import Guest, Known, People
from lobby.queueing import Queue
from lobby.store import Store
from lobby.values import Phase
from lobby.views import listing_message, place_message

MOST: Final = 200
"""People in one greeting; a line of a room is some 200 bytes, and a message takes 1 MiB."""


class Greeting:
    """Over what is kept of people, rooms and queues. `now_ms`: the service's clock."""

    def __init__(
        self, people: People, store: Store, queue: Queue, now_ms: Callable[[], int]
    ) -> None:
        self._people = people
        self._store = store
        self._queue = queue
        self._now_ms = now_ms

    async def one(self, actor: common_pb2.Actor) -> pb.MyRoomsResponse:
        """Where that person is. Raises Refused, StoreLost."""
        [known] = await self._people.greet([_guest(actor)], self._now_ms())
        if known is None:
            refuse("stale_session")
        lines = await self._lines([known])
        queue = await self._place(actor.player_id, known)
        return pb.MyRoomsResponse(rooms=_of(known, lines), queue=queue)

    async def all(self, actors: Sequence[common_pb2.Actor]) -> pb.MyRoomsResponse:
        """Where each is, or why they are refused. Raises Refused for too many, StoreLost."""
        if len(actors) > MOST:
            refuse("malformed", field="people")
        guests: dict[int, Guest] = {}
        people = [pb.PersonsRooms(refused="stale_session") for _ in actors]
        for number, actor in enumerate(actors):
            try:
                guests[number] = _guest(actor)
            except Refused as refused:
                people[number].refused = refused.code
        found = await self._people.greet(tuple(guests.values()), self._now_ms())
        greeted = dict(zip(guests, found, strict=True))
        lines = await self._lines([known for known in found if known is not None])
        for number, known in greeted.items():
            if known is not None:
                queue = await self._place(guests[number].player_id, known)
                people[number] = pb.PersonsRooms(rooms=_of(known, lines), queue=queue)
        return pb.MyRoomsResponse(people=people)

    async def _lines(self, greeted: Sequence[Known]) -> Mapping[str, room_pb2.RoomListing]:
        """Lines of all their open rooms; each is read once, whoever is in it."""
        room_ids = list(dict.fromkeys(room_id for known in greeted for room_id in known.room_ids))
        rooms = await self._store.rooms(room_ids)
        return {
            room.room_id: listing_message(line_of(room))
            for room in rooms
            if room is not None and room.phase is not Phase.CLOSED
        }

    async def _place(self, player_id: str, known: Known) -> pb.QueuePlace | None:
        if not known.waits:
            return None
        place = await self._queue.place_of(player_id)
        return None if place.ended else place_message(place)


def _guest(actor: common_pb2.Actor) -> Guest:
    """Who comes. Raises Refused."""
    player_id = requests.player_id(actor.player_id)
    return Guest(player_id, normalise(actor.name), actor.issued_ms)


def _of(known: Known, lines: Mapping[str, room_pb2.RoomListing]) -> list[room_pb2.RoomListing]:
    return [lines[room_id] for room_id in known.room_ids if room_id in lines]
