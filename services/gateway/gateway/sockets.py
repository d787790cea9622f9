"""The sockets' core: messages in, messages out, limits, sessions. It knows no framework.

An adapter gives it a `Line` for each connection, and tells what arrives and when it is over.
Everything runs on one event loop, in plain functions; nothing here waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from cardkit import logs
from cardproto.v1.client_pb2 import ClientFrame, Goodbye, ServerFrame
from cardproto.v1.common_pb2 import Error
from gateway.codec import Codec
from gateway.errors import INTERNAL, MALFORMED, RATE_LIMITED, Malformed, Refused
from gateway.ids import new_id
from gateway.limits import Bucket, Rate
from gateway.sessions import Session

CLOSE_NORMAL = 1000
CLOSE_WRONG_TYPE = 1003
CLOSE_POLICY = 1008
CLOSE_RESTART = 1012
CLOSE_SLOW = 1013
CLOSE_IDLE = 4000

RESTART = "restart"
SLOW = "slow"
IDLE = "idle"
REPLACED = "replaced"
ENDED = "ended"


class Line(Protocol):
    """What an adapter offers of one connection. Each call is harmless once it is closed."""

    def write(self, message: bytes) -> None:
        """Send one message."""

    def ping(self) -> None:
        """Send a ping of the WebSocket protocol."""

    def close(self, code: int, reason: str) -> None:
        """Close after what is waiting, within a few seconds, and read nothing more."""


class Socket:
    """One connected client."""

    __slots__ = (
        "__weakref__", "address", "bucket", "codec", "early", "emotes", "heard_s", "id",
        "line", "open", "opened_s", "pending", "pinged", "rooms", "session", "strikes", "tables",
    )  # fmt: skip

    def __init__(self, line: Line, codec: Codec, address: str, bucket: Bucket, now_s: float):
        self.id = new_id()
        self.line = line
        self.codec = codec
        self.address = address
        self.bucket = bucket
        self.emotes: Bucket | None = None
        self.session: Session | None = None
        self.early: list[ClientFrame] | None = None
        """What came between `hello` and its welcome; None before and after."""
        self.rooms: tuple[str, ...] = ()
        """Rooms that it follows."""
        self.tables: tuple[str, ...] = ()
        """Games that it follows."""
        self.pending = 0
        self.strikes = 0
        self.opened_s = now_s
        self.heard_s = now_s
        self.pinged = False
        self.open = True

    @property
    def player_id(self) -> str:
        """Whose it is; empty before `hello`."""
        return self.session.player_id if self.session is not None else ""

    def send(self, frame: ServerFrame) -> None:
        """Send a frame."""
        self.line.write(self.codec.write(frame))

    def refuse(self, frame_id: str, code: str, **params: str) -> None:
        """Send an error in answer to a frame (empty: to none that has a legible id)."""
        self.send(ServerFrame(reply_to=frame_id, error=Error(code=code, params=params)))


@dataclass(frozen=True, slots=True)
class SocketLimits:
    """Times in real seconds; `flood` counts refused frames."""

    rate: Rate
    flood: int
    per_session: int
    per_address: int
    total: int
    handshake_s: float
    idle_s: float


class Observer(Protocol):
    """Who counts what happens to sockets."""

    def frame(self) -> None:
        """A frame came."""

    def refused(self, code: str) -> None:
        """A frame was answered with an error of ours."""

    def closed(self, reason: str) -> None:
        """A socket was closed by us."""


Dispatch = Callable[[Socket, ClientFrame], None]
Lost = Callable[[Socket], None]


class Sockets:
    """All sockets of this gateway.

    `dispatch` takes each frame that is legible and within the rates; what it raises is answered:
    Refused and Malformed with their code, anything else with `internal`. `lost` is called once a
    socket, while its session and rooms are still known. `now_s`: a monotonic clock.
    """

    def __init__(
        self,
        limits: SocketLimits,
        dispatch: Dispatch,
        lost: Lost,
        now_s: Callable[[], float],
        observer: Observer,
    ) -> None:
        self._limits = limits
        self._dispatch = dispatch
        self._lost = lost
        self._now_s = now_s
        self._observer = observer
        self._all: dict[Socket, None] = {}
        self._strangers: dict[Socket, None] = {}
        self._addresses: dict[str, int] = {}
        self._sessions: dict[str, list[Socket]] = {}
        self._draining = False
        self._log = logs.get("sockets")

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Socket]:
        return iter(list(self._all))

    def admits(self, address: str) -> str:
        """Empty where one more socket from `address` is welcome, else the code why not."""
        if self._draining or len(self._all) >= self._limits.total:
            return "unavailable"
        most = self._limits.per_address
        if most and self._addresses.get(address, 0) >= most:
            return RATE_LIMITED
        return ""

    def opened(self, line: Line, codec: Codec, address: str) -> Socket:
        """A connection stands; its first frame has to be `hello`."""
        now_s = self._now_s()
        socket = Socket(line, codec, address, Bucket(self._limits.rate, now_s), now_s)
        self._all[socket] = None
        self._strangers[socket] = None
        self._addresses[address] = self._addresses.get(address, 0) + 1
        return socket

    def of(self, player_id: str) -> list[Socket]:
        """The sockets of one person here, the oldest first."""
        return list(self._sessions.get(player_id, ()))

    def greeted(self, socket: Socket, session: Session) -> None:
        """The socket is that person's from now on, unless their session turns out to have ended:
        frames are held until `welcomed`."""
        socket.session = session
        socket.early = []
        self._strangers.pop(socket, None)
        self._sessions.setdefault(session.player_id, []).append(socket)

    def welcomed(self, socket: Socket) -> None:
        """The session is good: one socket too many closes the oldest, and what was held is taken.
        Nothing where the socket was welcomed before."""
        early, socket.early = socket.early, None
        if early is None:
            return
        mine = self._sessions.get(socket.player_id, [])
        if len(mine) > self._limits.per_session:
            self.end(mine[0], REPLACED, CLOSE_POLICY)
        for frame in early:
            if socket.open:
                self.take(socket, frame)

    def heard(self, socket: Socket) -> None:
        """Something came on the socket, if only the answer to a ping."""
        socket.heard_s = self._now_s()
        socket.pinged = False

    def noise(self, socket: Socket) -> None:
        """Something came that is no message: a ping, a fragment. It counts for the rate."""
        if socket.open and not socket.bucket.take(self._limits.rate, self._now_s()):
            self._strike(socket)

    def received(self, socket: Socket, message: bytes, text: bool) -> None:
        """A message came."""
        if not socket.open:
            return
        now_s = self._now_s()
        socket.heard_s = now_s
        socket.pinged = False
        self._observer.frame()
        if text != socket.codec.text:
            self._refuse(socket, "", MALFORMED)
            self.end(socket, "", CLOSE_WRONG_TYPE)
            return
        within = socket.bucket.take(self._limits.rate, now_s)
        frame = self._read(socket, message)
        if frame is None:
            self._strike(socket)
        elif not within:
            self._refuse(socket, frame.id, RATE_LIMITED)
            self._strike(socket)
        else:
            self.take(socket, frame)

    def take(self, socket: Socket, frame: ClientFrame) -> None:
        """Dispatch a frame; what that raises is answered."""
        try:
            self._dispatch(socket, frame)
        except (Malformed, Refused) as error:
            self._refuse(socket, frame.id, error.code, **error.params)
            if error.code == MALFORMED:
                self._strike(socket)
        except Exception:
            self.fault(socket, frame.id, "frame failed")

    def closed(self, socket: Socket) -> None:
        """The connection is gone, by whomsoever."""
        if socket not in self._all:
            return
        socket.open = False
        del self._all[socket]
        self._strangers.pop(socket, None)
        left = self._addresses[socket.address] - 1
        if left:
            self._addresses[socket.address] = left
        else:
            del self._addresses[socket.address]
        try:
            self._lost(socket)
        except Exception:
            self._log.exception("leaving failed", player=socket.player_id)
        self._leave_session(socket)

    def end(self, socket: Socket, reason: str, code: int, detail: str = "") -> None:
        """Say goodbye (where there is a reason for it) and close."""
        if not socket.open:
            return
        if reason:
            socket.send(ServerFrame(goodbye=Goodbye(reason=reason)))
        self._observer.closed(reason or detail or str(code))
        socket.line.close(code, reason or detail)
        self.closed(socket)

    def slow(self, socket: Socket) -> None:
        """Too much waits to be written: it reads too slowly, and will be better off anew."""
        self.end(socket, SLOW, CLOSE_SLOW)

    def sweep(self) -> None:
        """Once a second or so: end those that never said hello, and those that fell silent."""
        now_s = self._now_s()
        for socket in list(self._strangers):
            if now_s - socket.opened_s < self._limits.handshake_s:
                break
            self.end(socket, "", CLOSE_POLICY, "no hello")
        for socket in list(self._all):
            silent_s = now_s - socket.heard_s
            if silent_s >= self._limits.idle_s:
                self.end(socket, IDLE, CLOSE_IDLE)
            elif silent_s >= self._limits.idle_s / 2 and not socket.pinged:
                socket.pinged = True
                socket.line.ping()

    def drain(self) -> None:
        """Admit nobody more, and send everybody to another gateway."""
        self._draining = True
        for socket in list(self._all):
            self.end(socket, RESTART, CLOSE_RESTART)

    def fault(self, socket: Socket, frame_id: str, about: str) -> None:
        """Log the exception being handled, and tell the client no more than `internal`."""
        self._log.exception(about, request=frame_id, player=socket.player_id)
        if socket.open:
            self._refuse(socket, frame_id, INTERNAL)

    def _read(self, socket: Socket, message: bytes) -> ClientFrame | None:
        """The frame, or None where it was refused as unreadable."""
        try:
            return socket.codec.read(message)
        except Malformed as error:
            self._refuse(socket, error.frame_id, error.code)
        except Exception:
            self.fault(socket, "", "reading failed")
        return None

    def _refuse(self, socket: Socket, frame_id: str, code: str, **params: str) -> None:
        self._observer.refused(code)
        if socket.open:
            socket.refuse(frame_id, code, **params)

    def _strike(self, socket: Socket) -> None:
        """Count a bad frame; the count starts anew whenever the rate was kept for a while."""
        if socket.bucket.full(self._limits.rate, self._now_s()):
            socket.strikes = 0
        socket.strikes += 1
        if socket.strikes >= self._limits.flood:
            self.end(socket, "", CLOSE_POLICY, "flood")

    def _leave_session(self, socket: Socket) -> None:
        if socket.session is None:
            return
        mine = self._sessions.get(socket.session.player_id, [])
        if socket in mine:
            mine.remove(socket)
        if not mine:
            self._sessions.pop(socket.session.player_id, None)
