"""Following games: one feed a game, and what each socket at it may see.

Who gets which private part is decided by the owners of the very entry that bears it, and by
nothing else; everybody else gets the public part only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cardproto.v1.engine_pb2 import LogEntry
from cardproto.v1.table_pb2 import TABLE_STATUS_ABORTED, TABLE_STATUS_OVER
from gateway.codec import Codec
from gateway.sockets import Socket

_ENDED = frozenset({TABLE_STATUS_OVER, TABLE_STATUS_ABORTED})


class Follow(Protocol):
    """A game being followed, as `cardbus.feed` offers it."""

    def expect(self, version: int) -> None:
        """An action was accepted as this version."""

    def close(self) -> None:
        """Follow no more."""


OnEntry = Callable[[LogEntry, bool], None]
StartFollowing = Callable[[str, OnEntry], Follow]


def seats_of(entry: LogEntry) -> dict[str, int]:
    """Person to seat, by the owners of this entry; seats given up are nobody's."""
    return {player_id: seat for seat, player_id in entry.owners.items() if player_id}


def private_part(entry: LogEntry, seat: int | None) -> bytes:
    """What only that seat may see; empty for none. Reading adds nothing to the entry."""
    return b"" if seat is None else entry.private.get(seat, b"")


def update_message(
    entry: LogEntry, codec: Codec, player_id: str, *, resync: bool, reply_to: str = ""
) -> bytes:
    """One frame with the entry as that person may see it."""
    private = private_part(entry, seats_of(entry).get(player_id))
    return codec.update(entry.public, private, resync=resync, reply_to=reply_to)


class Table:
    """One game, and the sockets at it."""

    __slots__ = ("follow", "game_id", "last", "sockets")

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.sockets: dict[Socket, None] = {}
        self.last: LogEntry | None = None
        self.follow: Follow | None = None

    def entry(self, entry: LogEntry, resync: bool) -> None:
        """An entry that the feed brought, or that was read because one may be missing."""
        if self.last is not None and entry.version <= self.last.version:
            return
        self.last = entry
        self._send(entry, resync)
        if self.over and self.follow is not None:
            self.follow.close()
            self.follow = None

    def began(self, follow: Follow) -> None:
        """It is followed now, unless its last entry came within that very call."""
        if self.over:
            follow.close()
        else:
            self.follow = follow

    @property
    def over(self) -> bool:
        """Whether the newest entry is the game's last."""
        return self.last is not None and self.last.status in _ENDED

    def show(self, socket: Socket, reply_to: str = "") -> None:
        """Send the newest entry to one socket as a resync, if there is one yet."""
        if self.last is not None:
            message = update_message(
                self.last, socket.codec, socket.player_id, resync=True, reply_to=reply_to
            )
            socket.line.write(message)

    def _send(self, entry: LogEntry, resync: bool) -> None:
        """One message a seat and codec, however many sockets."""
        seats = seats_of(entry)
        public = entry.public
        made: dict[tuple[int | None, bool], bytes] = {}
        for socket in list(self.sockets):
            codec = socket.codec
            seat = seats.get(socket.player_id)
            message = made.get((seat, codec.text))
            if message is None:
                message = codec.update(public, private_part(entry, seat), resync=resync)
                made[seat, codec.text] = message
            socket.line.write(message)


class Tables:
    """The games followed here; each for as long as a socket is at it."""

    def __init__(self, start_following: StartFollowing) -> None:
        self._start = start_following
        self._tables: dict[str, Table] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, game_id: str) -> Table | None:
        """The table if it is followed here."""
        return self._tables.get(game_id)

    def join(
        self,
        socket: Socket,
        game_id: str,
        known: LogEntry | None = None,
        reply_to: str = "",
    ) -> None:
        """Follow a game from now on; where an entry is known already, the newest is sent.

        `known`: an entry that was read just now; `reply_to`: the frame that the update answers.
        """
        table = self._tables.get(game_id)
        new = table is None
        if table is None:
            table = self._tables[game_id] = Table(game_id)
        if known is not None:
            table.entry(known, True)
        if game_id not in socket.tables:
            socket.tables = (*socket.tables, game_id)
            table.sockets[socket] = None
        table.show(socket, reply_to)
        if new and not table.over:
            table.began(self._start(game_id, table.entry))

    def leave(self, socket: Socket, game_id: str) -> None:
        """Follow it no more."""
        if game_id not in socket.tables:
            return
        socket.tables = tuple(one for one in socket.tables if one != game_id)
        table = self._tables[game_id]
        table.sockets.pop(socket, None)
        if not table.sockets:
            del self._tables[game_id]
            if table.follow is not None:
                table.follow.close()

    def drop(self, socket: Socket) -> None:
        """The socket is gone."""
        for game_id in socket.tables:
            self.leave(socket, game_id)

    def accepted(self, game_id: str, version: int) -> None:
        """An action of somebody here was accepted as this version: the feed has to bring it."""
        table = self._tables.get(game_id)
        if table is not None and table.follow is not None:
            table.follow.expect(version)

    def version(self, game_id: str) -> int:
        """The newest version known here; 0: none."""
        table = self._tables.get(game_id)
        return table.last.version if table is not None and table.last is not None else 0
