"""Presence: edges when a socket enters or leaves a room, and a lease over all of them.

An edge may be lost: the lease tells everything again, and its answer brings the rooms that
changed without our hearing of it. The lobby takes a renewal's list as complete, so an edge waits
while a renewal is unanswered: else one that entered since would be taken out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from cardbus.api.lobby import LobbyCaller
from cardbus.errors import CallError
from cardkit import logs
from cardproto.v1.common_pb2 import Actor
from cardproto.v1.lobby_pb2 import (
    RenewLeaseRequest,
    RenewLeaseResponse,
    RoomSockets,
    SetPresenceRequest,
    SetPresenceResponse,
)
from cardproto.v1.room_pb2 import Room
from gateway.sessions import Session

_LEASE_DEADLINE_MS: Final = 2000


class Attendance(Protocol):
    """Who is in which room here, and what is to be done with news of rooms."""

    def revisions(self) -> dict[str, int]:
        """Every room followed here, to the revision known."""

    def present(self) -> Iterable[tuple[str, str, list[str]]]:
        """Room, person and the ids of that person's presences there."""

    def saw(self, room: Room) -> None:
        """A state of a room, perhaps newer than the one known."""

    def gone(self, room_id: str, reason: str) -> None:
        """The room is no more."""


class Presence:
    """Tells the lobby who is here. `gateway_id`: unique to this run of the process."""

    def __init__(self, lobby: LobbyCaller, gateway_id: str) -> None:
        self.gateway_id = gateway_id
        self._lobby = lobby
        self._renewing = False
        self._ending = False
        self._held: list[Callable[[], None]] = []
        self._log = logs.get("presence")

    def edge(
        self,
        session: Session,
        room_id: str,
        presence_id: str,
        present: bool,
        done: Callable[[Room], None] | None = None,
    ) -> None:
        """A socket entered (`present`) or left a room; `done` gets the room as it then is.

        A failed edge is not repeated: the next lease mends it.
        """
        if self._ending:
            return
        request = SetPresenceRequest(
            actor=Actor(
                player_id=session.player_id,
                request_id=f"{presence_id}-{'in' if present else 'out'}",
                name=session.name,
            ),
            room_id=room_id,
            gateway_id=self.gateway_id,
            socket_id=presence_id,
            present=present,
        )

        def answered(answer: SetPresenceResponse | CallError) -> None:
            if isinstance(answer, CallError):
                self._log.info("edge not taken", room=room_id, code=answer.code)
            elif done is not None and answer.HasField("room"):
                done(answer.room)

        def send() -> None:
            self._lobby.set_presence(request, answered)

        if self._renewing:
            self._held.append(send)
        else:
            send()

    def renew(self, rooms: Attendance) -> None:
        """Renew the lease, unless a renewal is still unanswered."""
        if self._renewing:
            return
        self._renewing = True

        def answered(answer: RenewLeaseResponse | CallError) -> None:
            self._renewing = False
            self._release()
            if isinstance(answer, CallError):
                self._log.warning("lease not renewed", code=answer.code)
                return
            for room in answer.rooms:
                rooms.saw(room)
            for room_id in answer.gone:
                rooms.gone(room_id, "expired")

        self._lobby.renew_lease(self._request(rooms), answered, _LEASE_DEADLINE_MS)

    def end(self, done: Callable[[bool], None]) -> None:
        """This gateway stops: nobody is here any more, and no edge says so one by one.

        `done` hears whether the lobby knows.
        """
        self._ending = True
        request = RenewLeaseRequest(gateway_id=self.gateway_id, alive=False)
        self._lobby.renew_lease(request, lambda answer: done(not isinstance(answer, CallError)))

    def _release(self) -> None:
        held, self._held = self._held, []
        for send in held:
            send()

    def _request(self, rooms: Attendance) -> RenewLeaseRequest:
        return RenewLeaseRequest(
            gateway_id=self.gateway_id,
            rooms=rooms.revisions(),
            alive=True,
            sockets=[
                RoomSockets(room_id=room_id, player_id=player_id, socket_ids=ids)
                for room_id, player_id, ids in rooms.present()
            ],
        )
