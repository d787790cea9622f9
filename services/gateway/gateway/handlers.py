"""Frames become calls: what each kind of frame from a client does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from cardbus.api.engine import EngineCaller
from cardbus.errors import CallError
from cardproto.v1.client_pb2 import Accepted, ClientFrame, Ok, Pong, Queue, ServerFrame, Welcome
from cardproto.v1.engine_pb2 import ActRequest, ActResponse, LogEntry
from cardproto.v1.lobby_pb2 import Reacted, SessionsEnded
from cardproto.v1.room_pb2 import RoomListing
from gateway.errors import (
    BAD_OPTION,
    NOT_FOUND,
    RATE_LIMITED,
    ROOM_NOT_FOUND,
    STALE_SESSION,
    UNAVAILABLE,
    UNSUPPORTED_VERSION,
    Malformed,
    Refused,
)
from gateway.greetings import Greetings, Where
from gateway.ids import checked
from gateway.limits import Bucket, Buckets, Rate
from gateway.listing import Listing, listing_frame
from gateway.lobby_calls import CALLS, LobbyCalls
from gateway.pending import Pending
from gateway.rooms import Rooms
from gateway.sessions import Session, Tokens, checked_name
from gateway.sockets import CLOSE_POLICY, ENDED, Socket, Sockets
from gateway.tables import Tables, seats_of
from gateway.waiting import Waiting, queue_frame

PROTOCOL_VERSION: Final = 1
EMOTES: Final = (
    "hello", "well_played", "good_luck", "thanks", "wow", "oops", "thinking", "laugh", "cry", "bye",
)  # fmt: skip
EMOTE_RATE: Final = Rate(per_s=0.5, burst=4)
_LOBBYS: Final = frozenset({*CALLS, "rename", "watch_listing", "join_queue", "leave_queue"})
"""Frames that cost the lobby work, or this gateway a long answer."""
_CLIENT_LENGTH: Final = 64
_LOBBY_AWAY_S: Final = 3.0
_TABLES_PER_SOCKET: Final = 8
_EARLY_MOST: Final = 32

ReadLast = Callable[[str, Callable[[LogEntry | CallError | None], None]], None]
"""Reads the newest entry of a game from the log."""


class Handlers:
    """One method a kind of frame. Each may raise Malformed or Refused, which the core answers."""

    def __init__(
        self,
        *,
        engine: EngineCaller,
        greetings: Greetings,
        lobby_calls: LobbyCalls,
        announce: Callable[[Reacted], None],
        read_last: ReadLast,
        tokens: Tokens,
        tables: Tables,
        rooms: Rooms,
        listing: Listing,
        waiting: Waiting,
        pending: Pending,
        asks: Buckets,
        now_ms: Callable[[], int],
        now_s: Callable[[], float],
    ) -> None:
        self._engine = engine
        self._greetings = greetings
        self._lobby_calls = lobby_calls
        self._announce = announce
        self._read_last = read_last
        self._tokens = tokens
        self._tables = tables
        self._rooms = rooms
        self._listing = listing
        self._waiting = waiting
        self._pending = pending
        self._asks = asks
        self._now_ms = now_ms
        self._now_s = now_s
        self._lobby_away_until_s = 0.0
        self.sockets: Sockets | None = None
        """Set when all is wired, before the first frame."""
        self._kinds: dict[str, Callable[[Socket, ClientFrame], None]] = {
            "act": self._act,
            "ping": self._ping,
            "resync": self._resync,
            "react": self._react,
            "quit_room": self._quit_room,
            "watch_listing": self._watch_listing,
            "rename": self._rename,
            "hello": self._hello_again,
            "join_queue": self._waiting.join,
            "leave_queue": self._waiting.leave,
        }

    def take(self, socket: Socket, frame: ClientFrame) -> None:
        """Do what the frame asks for. Before `hello` nothing else is taken."""
        kind = frame.WhichOneof("body")
        if kind is None:
            raise Malformed(frame.id)
        if socket.session is None:
            if kind != "hello":
                raise Refused(STALE_SESSION)
            self._hello(socket, frame)
            return
        if socket.early is not None and kind != "ping":
            self._keep(socket, frame)
            return
        if kind in _LOBBYS and not self._asks.take(socket.player_id, self._now_s()):
            raise Refused(RATE_LIMITED, limit="asks")
        if kind in CALLS:
            self._lobby_calls.take(socket, frame, kind)
        else:
            self._kinds[kind](socket, frame)

    def lost(self, socket: Socket) -> None:
        """The socket is gone: it leaves everything that it followed."""
        self._listing.unwatch(socket)
        self._waiting.drop(socket)
        self._rooms.drop(socket)
        self._tables.drop(socket)

    def ended(self, ended: SessionsEnded) -> None:
        """Tokens of somebody from before a moment are refused, by sockets that are open too."""
        for socket in self._core.of(ended.player_id):
            if socket.session is not None and socket.session.issued_ms < ended.before_ms:
                self._core.end(socket, ENDED, CLOSE_POLICY)

    def _hello(self, socket: Socket, frame: ClientFrame) -> None:
        hello = frame.hello
        if len(hello.client) > _CLIENT_LENGTH:
            raise Malformed(field="client")
        if PROTOCOL_VERSION not in hello.versions:
            socket.refuse(frame.id, UNSUPPORTED_VERSION, versions=str(PROTOCOL_VERSION))
            self._core.end(socket, "", CLOSE_POLICY, UNSUPPORTED_VERSION)
            return
        session = self._tokens.read(hello.token)
        self._core.greeted(socket, session)
        self._welcome(socket, frame, session, self._tokens.fresh(session))

    def _keep(self, socket: Socket, frame: ClientFrame) -> None:
        """Hold what comes before the welcome: until then a token that was ended may have greeted,
        and a hand must not be shown to it."""
        assert socket.early is not None
        if len(socket.early) >= _EARLY_MOST:
            raise Refused(RATE_LIMITED, limit="pending")
        socket.early.append(frame)

    def _hello_again(self, socket: Socket, frame: ClientFrame) -> None:
        raise Malformed(field="hello")

    def _welcome(self, socket: Socket, frame: ClientFrame, session: Session, token: str) -> None:
        """Greet with the person's rooms; without them where the lobby does not answer soon.

        Once it did not, it is not asked for some seconds: nobody waits for it in vain. Only a
        session that the lobby knows as good gets the `token`, which lives longer than its own.
        """

        def answered(answer: Where | CallError | None) -> None:
            rooms: Iterable[RoomListing] = ()
            queue: Queue | None = None
            known = isinstance(answer, Where)
            if isinstance(answer, Where):
                rooms = answer.rooms
                if answer.HasField("queue"):
                    queue = queue_frame(answer.queue).queue
                    self._waiting.greeted(socket)
            elif isinstance(answer, CallError) and answer.code == STALE_SESSION:
                socket.refuse(frame.id, STALE_SESSION)
                self._core.end(socket, "", CLOSE_POLICY, STALE_SESSION)
                return
            elif isinstance(answer, CallError) and answer.code == UNAVAILABLE:
                self._lobby_away_until_s = self._now_s() + _LOBBY_AWAY_S
            welcome = Welcome(
                player_id=session.player_id,
                name=session.name,
                version=PROTOCOL_VERSION,
                server_ms=self._now_ms(),
                rooms=rooms,
                token=token if known or frame.HasField("rename") else "",
                queue=queue,
            )
            socket.send(ServerFrame(reply_to=frame.id, welcome=welcome))
            self._core.welcomed(socket)

        if self._now_s() < self._lobby_away_until_s:
            answered(None)
            return
        landing = self._pending.answer(socket, frame.id, answered)
        self._greetings.ask(self._pending.actor(socket, frame), landing)

    def _ping(self, socket: Socket, frame: ClientFrame) -> None:
        pong = Pong(client_ms=frame.ping.client_ms, server_ms=self._now_ms())
        socket.send(ServerFrame(reply_to=frame.id, pong=pong))

    def _act(self, socket: Socket, frame: ClientFrame) -> None:
        act = frame.act
        game_id = checked(act.game_id, "game_id")
        if act.action.WhichOneof("game") is None:
            raise Malformed(field="action")

        def answered(answer: ActResponse | CallError) -> None:
            if isinstance(answer, CallError):
                params = {"version": str(self._tables.version(game_id)), **answer.params}
                socket.refuse(frame.id, answer.code, **params)
                return
            accepted = Accepted(game_id=game_id, version=answer.version)
            socket.send(ServerFrame(reply_to=frame.id, accepted=accepted))
            self._tables.accepted(game_id, answer.version)

        request = ActRequest(
            game_id=game_id,
            actor=self._pending.actor(socket, frame),
            seen_version=act.version,
            action=act.action,
        )
        self._engine.act(request, self._pending.answer(socket, frame.id, answered))

    def _resync(self, socket: Socket, frame: ClientFrame) -> None:
        """The whole table again. A person with a seat in the game needs no room for it, so that
        who reconnects while the lobby is away gets the table, and follows it."""
        game_id = checked(frame.resync.game_id, "game_id")
        table = self._tables.get(game_id)
        if game_id in socket.tables and table is not None and table.last is not None:
            table.show(socket, frame.id)
            return
        if len(socket.tables) >= _TABLES_PER_SOCKET and game_id not in socket.tables:
            raise Refused(RATE_LIMITED, limit="tables")

        def answered(entry: LogEntry | CallError | None) -> None:
            if isinstance(entry, CallError):
                socket.refuse(frame.id, entry.code, **entry.params)
            elif entry is None or not self._may_follow(socket, game_id, entry):
                socket.refuse(frame.id, NOT_FOUND)
            else:
                self._tables.join(socket, game_id, entry, frame.id)

        self._read_last(game_id, self._pending.answer(socket, frame.id, answered))

    def _may_follow(self, socket: Socket, game_id: str, entry: LogEntry) -> bool:
        return game_id in socket.tables or socket.player_id in seats_of(entry)

    def _react(self, socket: Socket, frame: ClientFrame) -> None:
        react = frame.react
        room_id = checked(react.room_id, "room_id")
        if react.emote not in EMOTES:
            raise Refused(BAD_OPTION, field="emote")
        if room_id not in socket.rooms:
            raise Refused(ROOM_NOT_FOUND)
        now_s = self._now_s()
        if socket.emotes is None:
            socket.emotes = Bucket(EMOTE_RATE, now_s)
        if not socket.emotes.take(EMOTE_RATE, now_s):
            raise Refused(RATE_LIMITED, limit="emotes")
        self._announce(Reacted(room_id=room_id, player_id=socket.player_id, emote=react.emote))
        self._ok(socket, frame)

    def _quit_room(self, socket: Socket, frame: ClientFrame) -> None:
        self._rooms.quit(socket, checked(frame.quit_room.room_id, "room_id"))
        self._ok(socket, frame)

    def _watch_listing(self, socket: Socket, frame: ClientFrame) -> None:
        if not frame.watch_listing.watch:
            self._listing.unwatch(socket)
            self._ok(socket, frame)
            return

        def answered(rooms: list[RoomListing] | CallError) -> None:
            if isinstance(rooms, CallError):
                socket.refuse(frame.id, rooms.code, **rooms.params)
            else:
                socket.send(listing_frame(frame.id, rooms))

        self._listing.watch(socket, self._pending.answer(socket, frame.id, answered))

    def _rename(self, socket: Socket, frame: ClientFrame) -> None:
        """Another name from now on, on every socket of this person here, and a new token."""
        assert socket.session is not None
        name = checked_name(frame.rename.name)
        for other in self._core.of(socket.player_id):
            if other.session is not None:
                other.session = self._tokens.renamed(other.session, name)
        session = socket.session
        self._welcome(socket, frame, session, self._tokens.token(session))

    def _ok(self, socket: Socket, frame: ClientFrame) -> None:
        socket.send(ServerFrame(reply_to=frame.id, ok=Ok()))

    @property
    def _core(self) -> Sockets:
        if self.sockets is None:
            raise RuntimeError("frames before the wiring was done")
        return self.sockets
