"""The calls that are about a person and no room: the rated queue, what is kept, and its end."""

from __future__ import annotations

from cardbus.reply import Reply
from cardproto.v1 import common_pb2
from cardproto.v1 import lobby_pb2 as pb
from lobby import requests
from lobby.errors import refuse
from lobby.names import normalise
from lobby.parts import Parts
from lobby.peers import PeerHandlers
from lobby.person_views import line_message, past_message, person_message
from lobby.values import Socket
from lobby.views import place_message


class PersonHandlers(PeerHandlers):
    """One method a call of the contract; `reply` is answered exactly once."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._people = parts.people
        self._recovery = parts.recovery
        self._forgetting = parts.forgetting
        self._announcer = parts.announcer
        self._now_ms = parts.now_ms

    # -- the rated queue

    def join_queue(self, request: pb.JoinQueueRequest, reply: Reply[pb.JoinQueueResponse]) -> None:
        """Wait for an opponent."""

        async def run() -> None:
            marker = requests.marker(request.actor, "join_queue")
            name = normalise(request.actor.name)
            socket = self._socket(request.gateway_id, request.socket_id)
            await self._leases.vouch(request.gateway_id)
            place = await self._queue.join(marker, name, request.game, socket)
            reply.ok(pb.JoinQueueResponse(place=place_message(place)))

        self._answering.take("join_queue", request, reply, run())

    def leave_queue(
        self, request: pb.LeaveQueueRequest, reply: Reply[pb.LeaveQueueResponse]
    ) -> None:
        """Wait no more."""

        async def run() -> None:
            await self._queue.leave(requests.player_id(request.actor.player_id))
            reply.ok(pb.LeaveQueueResponse())

        self._answering.take("leave_queue", request, reply, run())

    def set_queue_presence(
        self, request: pb.SetQueuePresenceRequest, reply: Reply[pb.SetQueuePresenceResponse]
    ) -> None:
        """A socket of somebody who waits."""

        async def run() -> None:
            socket = self._socket(request.gateway_id, request.socket_id)
            if request.present:
                await self._leases.vouch(request.gateway_id)
            person = requests.player_id(request.actor.player_id)
            place = await self._queue.presence(person, socket, request.present)
            reply.ok(pb.SetQueuePresenceResponse(place=place_message(place)))

        self._answering.take("set_queue_presence", request, reply, run())

    # -- what is kept

    def get_person(self, request: pb.GetPersonRequest, reply: Reply[pb.GetPersonResponse]) -> None:
        """Ratings and statistics; one's own bear one's present name."""

        async def run() -> None:
            asker = await self._asker(request.actor)
            wanted = requests.player_id(request.player_id or asker)
            person = person_message(await self._people.profile(wanted))
            if wanted == asker:
                person.name = request.actor.name
            elif not person.since_ms:
                # Of whom nothing is kept, nothing is told, not even that they exist.
                refuse("not_found", what="person")
            reply.ok(pb.GetPersonResponse(person=person))

        self._answering.take("get_person", request, reply, run())

    def get_history(
        self, request: pb.GetHistoryRequest, reply: Reply[pb.GetHistoryResponse]
    ) -> None:
        """The asker's own finished games."""

        async def run() -> None:
            asker = await self._asker(request.actor)
            _, count = requests.page(0, request.count)
            before = request.before and requests.player_id(request.before, "before")
            past = await self._people.history(asker, before, count)
            games = [past_message(kept, asker) for kept in past.games]
            reply.ok(pb.GetHistoryResponse(games=games, more=past.more, total=past.total))

        self._answering.take("get_history", request, reply, run())

    def get_leaderboard(
        self, request: pb.GetLeaderboardRequest, reply: Reply[pb.GetLeaderboardResponse]
    ) -> None:
        """Who leads."""

        async def run() -> None:
            first, count = requests.page(request.first, request.count)
            lines, total = await self._people.leaderboard(request.game, first, count)
            reply.ok(pb.GetLeaderboardResponse(lines=map(line_message, lines), total=total))

        self._answering.take("get_leaderboard", request, reply, run())

    # -- identities

    def delete_person(
        self, request: pb.DeletePersonRequest, reply: Reply[pb.DeletePersonResponse]
    ) -> None:
        """Everything of the asker."""

        async def run() -> None:
            await self._forgetting.delete(requests.marker(request.actor, "delete_person"))
            reply.ok(pb.DeletePersonResponse())

        self._answering.take("delete_person", request, reply, run())

    def make_recovery_code(
        self, request: pb.MakeRecoveryCodeRequest, reply: Reply[pb.MakeRecoveryCodeResponse]
    ) -> None:
        """A code to take the identity elsewhere."""

        async def run() -> None:
            marker = requests.marker(request.actor, "make_recovery_code")
            code = await self._recovery.make(marker, normalise(request.actor.name))
            reply.ok(pb.MakeRecoveryCodeResponse(code=code))

        self._answering.take("make_recovery_code", request, reply, run())

    def recover(self, request: pb.RecoverRequest, reply: Reply[pb.RecoverResponse]) -> None:
        """The identity is here from now on, and nowhere else."""

        async def run() -> None:
            moved = await self._recovery.use(request.code, request.request_id)
            self._announcer.sessions_ended(moved.player_id, moved.since_ms)
            reply.ok(
                pb.RecoverResponse(
                    player_id=moved.player_id,
                    name=moved.name,
                    since_ms=moved.since_ms,
                    code=moved.code,
                )
            )

        self._answering.take("recover", request, reply, run())

    async def _asker(self, actor: common_pb2.Actor) -> str:
        """Who asks, if their session still is one. Raises Refused `stale_session`, `malformed`."""
        player_id = requests.player_id(actor.player_id)
        await self._people.demand_session(player_id, actor.issued_ms)
        return player_id

    def _socket(self, gateway_id: str, socket_id: str) -> Socket:
        return Socket(
            requests.node_id(socket_id, "socket_id"),
            requests.node_id(gateway_id, "gateway_id"),
            self._now_ms(),
        )
