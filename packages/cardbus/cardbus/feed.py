"""The feed of games: entries as they are accepted, and never less than the log knows for long.

The feed is a hint, at most once; an entry stored while a stream's leader changes may be told to
nobody. The log is the truth. So every sign that something may have been missed leads to a read
of the game's last entry, which bears the complete view:

- a version that is not the next one (the entry in hand is itself the newest view);
- a nudge: an engine was not sure that its entry was told;
- an action of ours was accepted as a version that has not come within 250 ms;
- five silent seconds;
- the connection was lost.

A listener never gets a version that is not above the one before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from google.protobuf.message import DecodeError

from cardbus.bus import Bus
from cardbus.errors import CallError
from cardbus.outcome import Stored
from cardproto.v1.engine_pb2 import LogEntry, Nudge

_log = logging.getLogger("cardbus")

# entry, resync: versions before it may have been missed
OnEntry = Callable[[LogEntry, bool], None]

EXPECT_S = 0.25
SILENCE_S = 5.0
_CHECK_EACH_S = 1.0
# A replica that does not have what was promised yet is asked again, so often and so late.
_AGAIN_S = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)


@dataclass(slots=True)
class FeedCounts:
    """How entries came here, for the metrics."""

    heard: int = 0
    gaps: int = 0
    nudges: int = 0
    overdue: int = 0
    reads: int = 0
    # Entries that only reading brought.
    healed: int = 0


class Follow:
    """One listener at one game, until closed."""

    def __init__(self, game: _Game, on_entry: OnEntry) -> None:
        self._game = game
        self._on_entry = on_entry
        self._told = False
        self._open = True

    def expect(self, version: int) -> None:
        """An action was accepted as this version: where the feed has not brought it within
        250 ms, the log is read."""
        self._game.expect(version)

    def last(self) -> LogEntry | None:
        """The newest entry known; None before the first."""
        return self._game.entry

    def close(self) -> None:
        """Follow no more."""
        if self._open:
            self._open = False
            self._game.leave(self)

    def tell(self, entry: LogEntry, resync: bool) -> None:
        """Hand an entry to the listener."""
        if self._open:
            self._told = True
            self._on_entry(entry, resync)

    def begin(self) -> None:
        """Tell the newest entry, unless one was told since it was asked for."""
        if not self._told and self._game.entry is not None:
            self.tell(self._game.entry, True)


class Feeds:
    """Every game that one gateway follows: one subscription a game, however many listeners.

    `admit(entry)` is asked for each entry that the feed brings; False loses it (tests play losses
    with it).
    """

    def __init__(self, bus: Bus, admit: Callable[[LogEntry], bool] | None = None) -> None:
        self.bus = bus
        self.stream = bus.stream(LogEntry)
        self.admit = admit
        self.counts = FeedCounts()
        self._games: dict[str, _Game] = {}
        self._loop = asyncio.get_running_loop()
        self._checking = False
        bus.on_reconnect(self._reconnected)

    def __len__(self) -> int:
        return len(self._games)

    def follow(self, game_id: str, on_entry: OnEntry) -> Follow:
        """Follow a game. The first call of `on_entry` brings the last entry as a resync, as soon
        as it is known and never within this call. Raises Malformed."""
        game = self._games.get(game_id)
        if game is None:
            game = self._games[game_id] = _Game(self, game_id)
        follow = Follow(game, on_entry)
        game.follows.append(follow)
        self._loop.call_soon(follow.begin)
        if not self._checking:
            self._checking = True
            self.bus.wire.after(_CHECK_EACH_S, self._check_regularly)
        return follow

    def now_s(self) -> float:
        """The loop's clock."""
        return self._loop.time()

    def forget(self, game_id: str) -> None:
        """Nobody follows it any more."""
        self._games.pop(game_id, None)

    def _reconnected(self) -> None:
        for game in self._games.values():
            game.quiet_since_s = 0.0
        self._check()

    def _check_regularly(self) -> None:
        if not self._games:
            self._checking = False
            return
        self._check()
        self.bus.wire.after(_CHECK_EACH_S, self._check_regularly)

    def _check(self) -> None:
        """Read the last entries of all tables that have been silent, in one question."""
        now = self._loop.time()
        silent = [g for g in self._games.values() if now - g.quiet_since_s >= SILENCE_S]
        if not silent or not self.bus.connected:
            return
        for game in silent:
            game.quiet_since_s = now
        self.counts.reads += 1
        keys = [{"game_id": game.game_id} for game in silent]
        self.stream.last_direct_many(keys, partial(self._checked, silent))

    def _checked(
        self, silent: list[_Game], found: tuple[Stored[LogEntry], ...] | CallError
    ) -> None:
        if isinstance(found, CallError):
            for game in silent:
                game.quiet_since_s = 0.0
            return
        for stored in found:
            known = self._games.get(stored.message.game_id)
            if known is not None:
                known.healed(stored.message)


class _Game:
    """One followed game."""

    def __init__(self, feeds: Feeds, game_id: str) -> None:
        bus, contract = feeds.bus, feeds.stream.contract
        assert contract.feed is not None
        self.game_id = game_id
        self.entry: LogEntry | None = None
        self.follows: list[Follow] = []
        self.quiet_since_s = feeds.now_s()
        self._feeds = feeds
        # A version that must exist, by a nudge or an accepted action.
        self._wanted = 0
        self._reading = False
        self._tries = 0
        subject = contract.feed.fill_values({"game_id": game_id})
        self._sid = bus.wire.subscribe(subject, b"", self._heard)
        self._nudges = bus.subscribe(Nudge, self._nudged, game_id=game_id)
        # Only a read after the subscription stands can't miss what falls between the two.
        bus.wire.ping(self._stands)

    @property
    def version(self) -> int:
        """The newest version known; 0: none."""
        return 0 if self.entry is None else self.entry.version

    def leave(self, follow: Follow) -> None:
        """The last one out ends the subscriptions."""
        self.follows.remove(follow)
        if not self.follows:
            self._feeds.bus.wire.unsubscribe(self._sid)
            self._nudges.close()
            self._feeds.forget(self.game_id)

    def expect(self, version: int) -> None:
        """See `Follow.expect`."""
        if version > self.version:
            self._feeds.bus.wire.after(EXPECT_S, partial(self._overdue, version))

    def healed(self, entry: LogEntry) -> None:
        """An entry that was read."""
        if entry.version > self.version:
            self._feeds.counts.healed += 1
            self._take(entry)

    def _heard(self, subject: bytes, reply: bytes, header: bytes, payload: bytes) -> None:
        try:
            entry = LogEntry.FromString(payload)
        except DecodeError:
            _log.error("unreadable entry on %s", subject.decode())
            return
        feeds = self._feeds
        if feeds.admit is not None and not feeds.admit(entry):
            return
        feeds.counts.heard += 1
        version = self.version
        if entry.version > version:
            if version and entry.version > version + 1:
                feeds.counts.gaps += 1
            self._take(entry)

    def _take(self, entry: LogEntry) -> None:
        resync = self.entry is None or entry.version != self.entry.version + 1
        self.entry = entry
        self.quiet_since_s = self._feeds.now_s()
        for follow in tuple(self.follows):
            try:
                follow.tell(entry, resync)
            except Exception:
                _log.exception("a listener failed", extra={"game_id": self.game_id})

    def _stands(self, alive: bool) -> None:
        if alive and self.follows and self.entry is None:
            self._read()

    def _nudged(self, nudge: Nudge) -> None:
        if nudge.version > self.version:
            self._feeds.counts.nudges += 1
            self._want(nudge.version)

    def _overdue(self, version: int) -> None:
        if self.follows and version > self.version:
            self._feeds.counts.overdue += 1
            self._want(version)

    def _want(self, version: int) -> None:
        self._wanted = max(self._wanted, version)
        self._tries = 0
        self._read()

    def _read(self) -> None:
        if not self._reading:
            self._reading = True
            self._feeds.counts.reads += 1
            self._feeds.stream.last_direct(self._read_done, game_id=self.game_id)

    def _read_done(self, found: Stored[LogEntry] | CallError | None) -> None:
        self._reading = False
        if not self.follows:
            return
        if isinstance(found, Stored):
            self.healed(found.message)
        if self.version < self._wanted and self._tries < len(_AGAIN_S):
            pause_s = _AGAIN_S[self._tries]
            self._tries += 1
            self._feeds.bus.wire.after(pause_s, self._read)
        elif isinstance(found, CallError):
            # The regular check goes on from here.
            self.quiet_since_s = 0.0
