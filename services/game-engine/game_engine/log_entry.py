"""Entries as values <-> `LogEntry` on the wire. The shown parts pass through as bytes."""

from __future__ import annotations

from collections.abc import Mapping

from cardbus.due import DueSet
from cardproto.v1 import common_pb2, engine_pb2
from cardproto.v1.engine_pb2 import LogEntry
from game_engine.entries import (
    Aborted,
    Acted,
    ByCommand,
    ByDue,
    BySystem,
    Cause,
    Connection,
    ConnectionsChanged,
    Content,
    Departed,
    Entry,
    Expired,
    Extended,
    Forfeited,
    Limits,
    Participant,
    Paused,
    Resumed,
    RoomLost,
    Started,
    TakenOver,
)
from game_engine.table import BrokenFold


def to_wire(
    game_id: str,
    entry: Entry,
    status: int,
    owners: Mapping[int, str],
    public: bytes,
    private: Mapping[int, bytes],
) -> LogEntry:
    """The message to append. `owners` and `private` by seat."""
    message = LogEntry(
        game_id=game_id,
        version=entry.version,
        at_ms=entry.at_ms,
        entry_id=entry.entry_id,
        owners=owners,
        status=status,  # type: ignore[arg-type]
        public=public,
        private=private,
        due=entry.due.text,
        turn_begins_ms=entry.turn_begins_ms,
        clocks=dict(entry.clocks),
        check=entry.check,
    )
    _put_cause(message.cause, entry.cause)
    _put_content(message, entry.content)
    return message


def from_wire(message: LogEntry) -> Entry:
    """The entry that a message bears. Raises BrokenFold where this engine cannot read it."""
    return Entry(
        version=message.version,
        at_ms=message.at_ms,
        entry_id=message.entry_id,
        cause=_cause(message.cause),
        content=_content(message),
        due=DueSet.parse(message.due),
        turn_begins_ms=message.turn_begins_ms,
        clocks=tuple(sorted(message.clocks.items())),
        check=message.check,
    )


def started_from(request: engine_pb2.StartRequest, rules_version: int, seed_of: bytes) -> Started:
    """What a start request freezes; `seed_of` is the commitment."""
    return Started(
        game=request.game,
        rules_version=rules_version,
        room_id=request.room_id,
        options=request.options,
        participants=tuple(_participant(p) for p in request.participants),
        starter=request.starter if request.HasField("starter") else None,
        limits=_limits(request.limits),
        rated=request.rated,
        commitment=seed_of,
        connected=tuple(request.connected),
    )


def participants_to_wire(started: Started) -> list[common_pb2.Participant]:
    """The participants as the lobby gets them back when a game is settled."""
    return [
        common_pb2.Participant(
            seat=p.seat,
            player_id=p.player_id,
            name=p.name,
            bot_level=p.bot_level,  # type: ignore[arg-type]
            nonce=p.nonce,
        )
        for p in started.participants
    ]


def _put_cause(message: engine_pb2.Cause, cause: Cause) -> None:
    match cause:
        case ByCommand(player_id, request_id, seen_version):
            message.command.player_id = player_id
            message.command.request_id = request_id
            message.command.seen_version = seen_version
        case ByDue(kind):
            message.due = kind
        case BySystem(name):
            message.system = name


def _cause(message: engine_pb2.Cause) -> Cause:
    match message.WhichOneof("kind"):
        case "command":
            command = message.command
            return ByCommand(command.player_id, command.request_id, command.seen_version)
        case "due":
            return ByDue(message.due)
        case _:
            return BySystem(message.system)


def _put_content(message: LogEntry, content: Content) -> None:
    match content:
        case Acted(seat, action, automatic):
            acted = message.acted
            acted.seat = seat
            acted.action = action
            acted.automatic = automatic
        case Expired():
            message.expired.SetInParent()
        case Departed(seat):
            message.departed.seat = seat
        case Forfeited(seat, reason):
            message.forfeited.seat = seat
            message.forfeited.reason = reason
        case TakenOver(seat):
            message.taken_over.seat = seat
        case ConnectionsChanged(changes):
            message.connection.CopyFrom(_changed(changes[0]))
            message.connection.others.extend(_changed(change) for change in changes[1:])
        case Paused(reason, revision):
            message.paused.CopyFrom(engine_pb2.Paused(reason=reason, revision=revision))
        case Resumed(reason, revision):
            message.resumed.CopyFrom(engine_pb2.Resumed(reason=reason, revision=revision))
        case Extended(kinds):
            message.extended.kinds.extend(kinds)
        case RoomLost():
            message.room_lost.SetInParent()
        case Aborted(reason):
            message.aborted.reason = reason
        case Started():
            _put_started(message.started, content)


def _changed(change: Connection) -> engine_pb2.ConnectionChanged:
    return engine_pb2.ConnectionChanged(
        seat=change.seat, connected=change.connected, revision=change.revision
    )


def _put_started(message: engine_pb2.Started, started: Started) -> None:
    message.game = started.game
    message.rules_version = started.rules_version
    message.room_id = started.room_id
    message.options = started.options
    message.participants.extend(participants_to_wire(started))
    if started.starter is not None:
        message.starter = started.starter
    message.limits.action_ms = started.limits.action_ms
    message.limits.clock_ms = started.limits.clock_ms
    message.limits.increment_ms = started.limits.increment_ms
    message.rated = started.rated
    message.commitment = started.commitment
    message.connected.extend(started.connected)


def _content(message: LogEntry) -> Content:
    kind = message.WhichOneof("content")
    match kind:
        case "acted":
            return Acted(message.acted.seat, message.acted.action, message.acted.automatic)
        case "expired":
            return Expired()
        case "departed":
            return Departed(message.departed.seat)
        case "forfeited":
            return Forfeited(message.forfeited.seat, message.forfeited.reason)
        case "taken_over":
            return TakenOver(message.taken_over.seat)
        case "connection":
            changed = message.connection
            return ConnectionsChanged(
                tuple(
                    Connection(one.seat, one.connected, one.revision)
                    for one in (changed, *changed.others)
                )
            )
        case "paused":
            return Paused(message.paused.reason, message.paused.revision)
        case "resumed":
            return Resumed(message.resumed.reason, message.resumed.revision)
        case "extended":
            return Extended(tuple(message.extended.kinds))
        case "room_lost":
            return RoomLost()
        case "aborted":
            return Aborted(message.aborted.reason)
        case "started":
            return _started(message.started)
    raise BrokenFold(f"entry {message.version} has content unknown to this engine")


def _started(message: engine_pb2.Started) -> Started:
    return Started(
        game=message.game,
        rules_version=message.rules_version,
        room_id=message.room_id,
        options=message.options,
        participants=tuple(_participant(p) for p in message.participants),
        starter=message.starter if message.HasField("starter") else None,
        limits=_limits(message.limits),
        rated=message.rated,
        commitment=message.commitment,
        connected=tuple(message.connected),
    )


def _participant(message: common_pb2.Participant) -> Participant:
    return Participant(
        seat=message.seat,
        player_id=message.player_id,
        name=message.name,
        bot_level=int(message.bot_level),
        nonce=message.nonce,
    )


def _limits(message: engine_pb2.Limits) -> Limits:
    return Limits(message.action_ms, message.clock_ms, message.increment_ms)
