"""What engine, gateways and timer tell the lobby: results, presence, deadlines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from cardbus.reply import Reply
from cardproto.v1 import engine_pb2, room_pb2
from cardproto.v1 import lobby_pb2 as pb
from lobby import commands as c
from lobby import requests
from lobby.errors import refuse
from lobby.leases import GATEWAY, Edge
from lobby.parts import Parts
from lobby.saving import ROOM
from lobby.views import queue_changed, room_message

PROBE: Final = "probe"
"""The kind of a deadline that is none: is somebody there?"""
ANSWER_BYTES = 512 * 1024
"""Of rooms in one renewal's answer, about; a server takes no message above 1 MiB."""


class PeerHandlers:
    """Calls that no person makes."""

    def __init__(self, parts: Parts) -> None:
        self._store = parts.store
        self._rooms = parts.rooms
        self._leases = parts.leases
        self._queue = parts.queue
        self._answering = parts.answering

    def settle(self, request: pb.SettleRequest, reply: Reply[pb.SettleResponse]) -> None:
        """The engine says how a game ended."""

        async def run() -> None:
            game = request.game
            if not game:
                room = await self._store.room(requests.room_id(request.room_id))
                game = "" if room is None else room.game
            await self._rooms.settle(requests.settlement(request, game, self._rooms.policies))
            reply.ok(pb.SettleResponse())

        self._answering.take("settle", request, reply, run())

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
                closed = c.SocketClosed(*place, ago_ms=requests.ago_ms(request.ago_ms))
                changed = await self._rooms.change(room_id, closed)
            reply.ok(pb.SetPresenceResponse(room=room_message(changed.room)))

        self._answering.take("set_presence", request, reply, run())

    def set_presences(
        self, request: pb.SetPresencesRequest, reply: Reply[pb.SetPresencesResponse]
    ) -> None:
        """Many sockets came and went."""

        async def run() -> None:
            gateway_id = requests.node_id(request.gateway_id, "gateway_id")
            edges: dict[str, list[Edge]] = defaultdict(list)
            for edge in request.edges:
                place = (
                    requests.player_id(edge.player_id),
                    gateway_id,
                    requests.node_id(edge.socket_id, "socket_id"),
                )
                edges[requests.room_id(edge.room_id)].append(
                    c.SocketOpened(*place)
                    if edge.present
                    else c.SocketClosed(*place, ago_ms=requests.ago_ms(edge.ago_ms))
                )
            rooms = await self._leases.edges(gateway_id, edges, dict(request.rooms))
            reply.ok(pb.SetPresencesResponse(rooms=_fitting(map(room_message, rooms))))

        self._answering.take("set_presences", request, reply, run())

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
            queued = {
                requests.player_id(one.player_id): frozenset(
                    requests.node_id(socket_id, "socket_id") for socket_id in one.socket_ids
                )
                for one in request.queue
            }
            places = await self._queue.mend(gateway_id, queued)
            rooms = _fitting(room_message(room) for room in renewed.rooms)
            reply.ok(
                pb.RenewLeaseResponse(
                    rooms=rooms, gone=renewed.gone, queue=map(queue_changed, places)
                )
            )

        self._answering.take("renew_lease", request, reply, run())

    def owner_due(self, request: pb.OwnerDueRequest, reply: Reply[pb.OwnerDueResponse]) -> None:
        """A deadline of a room or of a gateway."""

        async def run() -> None:
            if request.kind == PROBE:
                here = False
            elif request.owner == GATEWAY:
                gateway_id = requests.node_id(request.id, "id")
                here = await self._leases.due(gateway_id, request.grace)
            elif request.owner == ROOM:
                room_id = requests.room_id(request.id)
                visited = await self._rooms.visit(
                    room_id, request.grace, request.due_ms, request.kind
                )
                here = visited is not None
            else:
                refuse("malformed", field="owner")
            outcome = engine_pb2.DUE_OUTCOME_DONE if here else engine_pb2.DUE_OUTCOME_GONE
            reply.ok(pb.OwnerDueResponse(outcome=outcome))

        self._answering.take("owner_due", request, reply, run())


def _fitting(rooms: Iterable[room_pb2.Room]) -> list[room_pb2.Room]:
    """As many as one answer may hold, at least one; the others are still news at the next."""
    taken: list[room_pb2.Room] = []
    left = ANSWER_BYTES
    for room in rooms:
        left -= room.ByteSize()
        if taken and left < 0:
            break
        taken.append(room)
    return taken
