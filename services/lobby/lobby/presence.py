"""Who is connected, since when somebody is not, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lobby import commands as c
from lobby.seating import member_of, take_out
from lobby.values import Intent, Member, Moment, Phase, Room, Socket

NO_PEOPLE = "no_people"
MAX_SOCKETS = 20
"""Sockets of one person in one room; more are not noted."""
REMEMBERED = 200
"""Ids of closed sockets kept at most, the newest."""


def decide(
    room: Room, command: c.SocketOpened | c.SocketClosed | c.Edges | c.Mend, moment: Moment
) -> Room:
    """The room after edges of presence, or after a gateway's full list."""
    room = _forget(room, moment)
    match command:
        case c.SocketOpened():
            member_of(room, command.player_id)
            return _open(room, command, moment)
        case c.SocketClosed():
            return _close(room, command.player_id, {command.socket_id}, moment, command.ago_ms)
        case c.Edges():
            for edge in command.edges:
                if isinstance(edge, c.SocketOpened):
                    room = _open(room, edge, moment)
                else:
                    room = _close(room, edge.player_id, {edge.socket_id}, moment, edge.ago_ms)
            return room
        case c.Mend():
            return _mend(room, command, moment)


def _forget(room: Room, moment: Moment) -> Room:
    since_ms = moment.now_ms - moment.durations.forget_sockets_ms
    kept = tuple(entry for entry in room.closed_sockets if entry[1] > since_ms)
    return room if len(kept) == len(room.closed_sockets) else replace(room, closed_sockets=kept)


def _open(room: Room, command: c.SocketOpened, moment: Moment) -> Room:
    member = room.member(command.player_id)
    known = {entry[0] for entry in room.closed_sockets}
    if member is None:
        return room
    known |= {socket.socket_id for socket in member.sockets}
    if command.socket_id in known or len(member.sockets) >= MAX_SOCKETS:
        return room
    socket = Socket(command.socket_id, command.gateway_id, moment.now_ms)
    sockets = (*member.sockets, socket)
    room = room.with_member(replace(member, sockets=sockets, away_since_ms=None, connected=True))
    return room if member.connected else _tell(room, member, True, moment)


def _close(room: Room, player_id: str, gone: set[str], moment: Moment, ago_ms: int = 0) -> Room:
    """The sockets `gone` no longer count, since `ago_ms` milliseconds; their ids are remembered,
    known or not."""
    remembered = {entry[0] for entry in room.closed_sockets}
    fresh = tuple((socket_id, moment.now_ms) for socket_id in sorted(gone - remembered))
    member = room.member(player_id)
    if member is None:
        return room
    closed = (room.closed_sockets + fresh)[-REMEMBERED:]
    left = tuple(s for s in member.sockets if s.socket_id not in gone)
    if len(left) == len(member.sockets):
        return replace(room, closed_sockets=closed)
    away_ms = None if left else moment.now_ms - ago_ms
    after = replace(member, sockets=left, away_since_ms=away_ms)
    return replace(room, closed_sockets=closed, members=room.members_with(after))


def _mend(room: Room, command: c.Mend, moment: Moment) -> Room:
    """Sockets that the lobby missed come; those not listed go, unless so young that the list
    may have been written before them."""
    young_ms = moment.now_ms - moment.durations.forget_sockets_ms
    for member in room.members:
        listed = command.listed.get(member.player_id, frozenset())
        for socket_id in sorted(listed):
            opened = c.SocketOpened(member.player_id, command.gateway_id, socket_id)
            room = _open(room, opened, moment)
        gone = {
            s.socket_id
            for s in member.sockets
            if s.gateway_id == command.gateway_id
            and s.socket_id not in listed
            and (command.dead or s.since_ms <= young_ms)
        }
        if gone:
            room = _close(room, member.player_id, gone, moment)
    return room


def _tell(room: Room, member: Member, connected: bool, moment: Moment) -> Room:
    """Let the engine know, if that person takes part in the game that is on."""
    if not room.plays(member.player_id):
        return room

    def superseded(intent: Intent) -> bool:
        return intent.kind == "connected" and intent.player_id == member.player_id

    if any(map(superseded, room.todo)):
        room = replace(room, todo=tuple(i for i in room.todo if not superseded(i)))
    return room.intend("connected", moment.now_ms, player_id=member.player_id, connected=connected)


def show_absences(room: Room, moment: Moment) -> Room:
    """Absences that have lasted long enough to be shown as such."""
    for member in room.members:
        away_ms = member.away_since_ms
        if member.connected and away_ms is not None:
            if moment.now_ms < away_ms + moment.durations.shown_absence_ms:
                continue
            room = room.with_member(replace(member, connected=False))
            room = _tell(room, member, False, moment)
    return room


def spare(room: Room, moment: Moment) -> Room:
    """The room with a little time left for everybody who is away, and for itself."""
    span = moment.durations

    def later(since_ms: int, whole_ms: int) -> int:
        return max(since_ms, moment.now_ms + span.grace_ms - whole_ms)

    for member in room.members:
        if member.away_since_ms is not None and not member.connected:
            away_ms = later(member.away_since_ms, min(span.absence_ms, span.host_absence_ms))
            room = room.with_member(replace(member, away_since_ms=away_ms))
    if room.empty_since_ms is not None:
        room = replace(room, empty_since_ms=later(room.empty_since_ms, span.expiry_ms))
    return room


def _rated_on(room: Room) -> bool:
    """A rated game waits for nobody: absence ends it by its own rule; its room lives so long."""
    return room.running is not None and room.running.rated


def expired(room: Room, moment: Moment) -> bool:
    """Whether nobody has kept the room alive for too long."""
    since_ms = room.empty_since_ms
    return (
        since_ms is not None
        and not room.attended
        and not _rated_on(room)
        and moment.now_ms >= since_ms + moment.durations.expiry_ms
    )


def _droppable(room: Room) -> Iterator[tuple[Member, int]]:
    """Who is away and takes part in no game, with the moment since when."""
    for member in room.members:
        if member.away_since_ms is not None and not room.plays(member.player_id):
            yield member, member.away_since_ms


def drop_absent(room: Room, moment: Moment) -> Room:
    """People gone too long leave the room, unless they take part in the game that is on."""
    for member, away_ms in tuple(_droppable(room)):
        if moment.now_ms >= away_ms + moment.durations.absence_ms:
            room = take_out(room, member.player_id, moment)
    return room


def attend(room: Room, moment: Moment) -> Room:
    """Note since when the room is empty; a game pauses for want of people and goes on with them."""
    if room.attended:
        room = replace(room, empty_since_ms=None)
        if NO_PEOPLE in room.pauses:
            room = _paused(room, tuple(p for p in room.pauses if p != NO_PEOPLE))
            return room.intend("resume", moment.now_ms, reason=NO_PEOPLE)
        return room
    if room.empty_since_ms is None:
        room = replace(room, empty_since_ms=moment.now_ms)
    if room.game_on and NO_PEOPLE not in room.pauses and not _rated_on(room):
        room = _paused(room, (*room.pauses, NO_PEOPLE))
        return room.intend("pause", moment.now_ms, reason=NO_PEOPLE)
    return room


def _paused(room: Room, pauses: tuple[str, ...]) -> Room:
    """The room with these causes of a pause; while the engine is being asked it stays so."""
    phase = room.phase
    if phase is not Phase.STARTING:
        phase = Phase.PAUSED if pauses else Phase.PLAYING
    return replace(room, pauses=pauses, phase=phase)


def deadlines(room: Room, moment: Moment) -> Iterator[tuple[str, int]]:
    """When an absence is shown, hands over the room, empties a seat, ends the room."""
    if room.phase is Phase.CLOSED:
        return
    span = moment.durations
    unseen = [m.away_since_ms for m in room.members if m.connected and m.away_since_ms is not None]
    if unseen:
        yield "shown", min(unseen) + span.shown_absence_ms
    absent = [away_ms for _, away_ms in _droppable(room)]
    if absent:
        yield "absent", min(absent) + span.absence_ms
    host = room.member(room.host_id)
    others = any(m.connected for m in room.members if m is not host)
    if host is not None and host.away_since_ms is not None and others:
        yield "host", host.away_since_ms + span.host_absence_ms
    if room.empty_since_ms is not None and not _rated_on(room):
        yield "empty", room.empty_since_ms + span.expiry_ms
