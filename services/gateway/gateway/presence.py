"""Presence: edges when a socket enters or leaves a room, and a lease over all of them.

An edge may be lost: the lease tells everything again, and its answer brings the rooms that
changed without our hearing of it. The lobby takes a renewal's list as complete, so edges wait
while a renewal is unanswered: else one that entered since would be taken out again. Many edges at
once, as when everybody comes back after a restart, are told together, and those that come
meanwhile after them.

Who leaves may be back at once, by a reload or over another network. So a socket that went is told
a moment later, together with the one that took its place where there is one: then nothing has
changed for anybody. Where there is none, it is told how long ago that was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from cardbus.api.lobby import LobbyCaller
from cardbus.errors import CallError
from cardkit import logs
from cardproto.v1.common_pb2 import Actor
from cardproto.v1.lobby_pb2 import (
    PresenceEdge,
    QueueChanged,
    QueueSockets,
    RenewLeaseRequest,
    RenewLeaseResponse,
    RoomSockets,
    SetPresenceRequest,
    SetPresenceResponse,
    SetPresencesRequest,
    SetPresencesResponse,
)
from cardproto.v1.room_pb2 import Room
from gateway.sessions import Session

_LEASE_DEADLINE_MS: Final = 4000
_GATHER_S: Final = 0.03
_MOST: Final = 500
"""Edges in one message: some 40 kB."""


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


class Attentive(Protocol):
    """Who waits in the rated queue here."""

    def listed(self) -> Iterable[tuple[str, list[str]]]:
        """Person and the ids of their sockets that wait."""

    def heard(self, change: QueueChanged) -> None:
        """News of somebody's place."""


@dataclass(frozen=True, slots=True)
class _Edge:
    session: Session
    room_id: str
    presence_id: str
    present: bool
    at_s: float


Later = Callable[[float, Callable[[], None]], object]
"""Calls a function after so many seconds."""


class Presence:
    """Tells the lobby who is here. `gateway_id`: unique to this run of the process.

    `linger_s`: how long it is not told who went; `now_s`: a monotonic clock. `attendance` has to
    be set before the first edge.
    """

    attendance: Attendance
    queue: Attentive | None = None
    """Who waits in the rated queue here; set when all is wired."""

    def __init__(
        self,
        lobby: LobbyCaller,
        gateway_id: str,
        later: Later,
        now_s: Callable[[], float],
        linger_s: float,
    ) -> None:
        self.gateway_id = gateway_id
        self._lobby = lobby
        self._later = later
        self._now_s = now_s
        self._linger_s = linger_s
        self._renewing = False
        self._telling = False
        self._ending = False
        self._edges: list[_Edge] = []
        self._lingering: dict[tuple[str, str], list[_Edge]] = {}
        """Sockets that went, by person and room, who has waited longest first."""
        self._looking = False
        self._gathering = False
        self._log = logs.get("presence")

    @property
    def ending(self) -> bool:
        """This gateway stops: nobody is told of single sockets any more."""
        return self._ending

    def edge(self, session: Session, room_id: str, presence_id: str, present: bool) -> None:
        """A socket entered (`present`) or left a room. The answer brings the room's state.

        A failed edge is not repeated: the next lease mends it.
        """
        if self._ending:
            return
        edge = _Edge(session, room_id, presence_id, present, self._now_s())
        place = session.player_id, room_id
        if not present and self._linger_s > 0:
            self._lingering.setdefault(place, []).append(edge)
            self._look_in(self._linger_s)
            return
        self._edges.append(edge)
        self._edges.extend(self._lingering.pop(place, ()))
        self._gather()

    def renew(self) -> None:
        """Renew the lease, unless a renewal is still unanswered."""
        if self._renewing or self._ending:
            return
        self._renewing = True
        self._edges = [edge for edge in self._edges if not edge.present]

        def answered(answer: RenewLeaseResponse | CallError) -> None:
            self._renewing = False
            self._tell()
            if isinstance(answer, CallError):
                self._log.warning("lease not renewed", code=answer.code)
                return
            for room in answer.rooms:
                self.attendance.saw(room)
            for room_id in answer.gone:
                self.attendance.gone(room_id, "expired")
            if self.queue is not None:
                for change in answer.queue:
                    self.queue.heard(change)

        self._lobby.renew_lease(self._request(), answered, _LEASE_DEADLINE_MS)

    def end(self, done: Callable[[bool], None]) -> None:
        """This gateway stops: nobody is here any more, and no edge says so one by one.

        `done` hears whether the lobby knows.
        """
        self._ending = True
        request = RenewLeaseRequest(gateway_id=self.gateway_id, alive=False)
        self._lobby.renew_lease(request, lambda answer: done(not isinstance(answer, CallError)))

    def _lingered(self) -> None:
        """Who went long enough ago is told; the next who did not come back, when it is time."""
        self._looking = False
        now_s = self._now_s()
        while self._lingering:
            place, edges = next(iter(self._lingering.items()))
            wait_s = edges[0].at_s + self._linger_s - now_s
            if wait_s > 0:
                self._look_in(wait_s)
                break
            del self._lingering[place]
            self._edges.extend(edges)
        self._gather()

    def _look_in(self, wait_s: float) -> None:
        if not self._looking:
            self._looking = True
            self._later(wait_s, self._lingered)

    def _gather(self) -> None:
        if self._edges and not self._gathering:
            self._gathering = True
            self._later(_GATHER_S, self._gathered)

    def _gathered(self) -> None:
        self._gathering = False
        self._tell()

    def _tell(self) -> None:
        """Tell the edges that wait, together where they are several."""
        if self._renewing or self._telling or self._ending:
            return
        edges, self._edges = self._edges[:_MOST], self._edges[_MOST:]
        if len(edges) > 1:
            self._send_many(edges)
        elif edges:
            self._send(edges[0])

    def _ago_ms(self, edge: _Edge) -> int:
        return 0 if edge.present else max(0, int((self._now_s() - edge.at_s) * 1000))

    def _send_many(self, edges: list[_Edge]) -> None:
        self._telling = True

        def answered(answer: SetPresencesResponse | CallError) -> None:
            self._telling = False
            self._tell()
            if isinstance(answer, CallError):
                self._log.warning("edges not taken", edges=len(edges), code=answer.code)
                return
            for room in answer.rooms:
                self.attendance.saw(room)

        known = self.attendance.revisions()
        request = SetPresencesRequest(
            gateway_id=self.gateway_id,
            edges=[
                PresenceEdge(
                    player_id=edge.session.player_id,
                    room_id=edge.room_id,
                    socket_id=edge.presence_id,
                    present=edge.present,
                    ago_ms=self._ago_ms(edge),
                )
                for edge in edges
            ],
            rooms={edge.room_id: known[edge.room_id] for edge in edges if edge.room_id in known},
        )
        self._lobby.set_presences(request, answered)

    def _send(self, edge: _Edge) -> None:
        request = SetPresenceRequest(
            actor=Actor(
                player_id=edge.session.player_id,
                request_id=f"{edge.presence_id}-{'in' if edge.present else 'out'}",
                name=edge.session.name,
                issued_ms=edge.session.issued_ms,
            ),
            room_id=edge.room_id,
            gateway_id=self.gateway_id,
            socket_id=edge.presence_id,
            present=edge.present,
            ago_ms=self._ago_ms(edge),
        )

        def answered(answer: SetPresenceResponse | CallError) -> None:
            if isinstance(answer, CallError):
                self._log.info("edge not taken", room=edge.room_id, code=answer.code)
            elif answer.HasField("room"):
                self.attendance.saw(answer.room)

        self._lobby.set_presence(request, answered)

    def _request(self) -> RenewLeaseRequest:
        return RenewLeaseRequest(
            gateway_id=self.gateway_id,
            rooms=self.attendance.revisions(),
            alive=True,
            sockets=[
                RoomSockets(room_id=room_id, player_id=player_id, socket_ids=ids)
                for room_id, player_id, ids in self.attendance.present()
            ],
            queue=[
                QueueSockets(player_id=player_id, socket_ids=ids)
                for player_id, ids in (() if self.queue is None else self.queue.listed())
            ],
        )
