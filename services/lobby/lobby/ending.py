"""Pausing, ending, closing, and what a finished game leaves behind."""

from __future__ import annotations

from dataclasses import replace

from lobby import commands as c
from lobby.errors import refuse
from lobby.hosting import demand_host
from lobby.starting import await_next_game
from lobby.values import Moment, Outcome, Phase, Room

HOST = "host"


def decide(
    room: Room,
    command: c.Pause | c.Resume | c.End | c.Close | c.Settle | c.Lost | c.Confirmed,
    moment: Moment,
) -> Room:
    """The room after the host stopped, ended or closed, or after a game's end."""
    match command:
        case c.Settle():
            return _settle(room, command.outcome, moment)
        case c.Lost():
            lost = Outcome(command.game_id, (), (), "", "lost")
            return _settle(room, lost, moment)
        case c.Confirmed():
            same = room.game_on and command.game_id == room.game_id
            return replace(room, checked_ms=moment.now_ms) if same else room
    demand_host(room, command.player_id)
    if room.running is not None and room.running.rated:
        # Nothing but the game itself ends a rated one; who goes, resigns.
        refuse("game_running", rated="true")
    if isinstance(command, c.Close):
        return close(room, "closed", moment)
    if not room.game_on:
        refuse("not_running")
    match command:
        case c.Pause():
            return _pause(room, moment)
        case c.Resume():
            return _resume(room, moment)
        case c.End():
            return room.intend("abort", moment.now_ms, player_id=command.player_id, reason=HOST)


def _pause(room: Room, moment: Moment) -> Room:
    if HOST in room.pauses:
        return room
    phase = room.phase if room.phase is Phase.STARTING else Phase.PAUSED
    room = replace(room, pauses=(*room.pauses, HOST), phase=phase)
    return room.intend("pause", moment.now_ms, player_id=room.host_id, reason=HOST)


def _resume(room: Room, moment: Moment) -> Room:
    if HOST not in room.pauses:
        return room
    pauses = tuple(p for p in room.pauses if p != HOST)
    phase = room.phase
    if phase is Phase.PAUSED and not pauses:
        phase = Phase.PLAYING
    room = replace(room, pauses=pauses, phase=phase)
    return room.intend("resume", moment.now_ms, player_id=room.host_id, reason=HOST)


def close(room: Room, because: str, moment: Moment) -> Room:
    """The room at its end: a game that is on is aborted, a seed that waits is forgotten."""
    if room.game_on:
        room = room.intend("abort", moment.now_ms, reason="room_closed")
    else:
        room = room.intend("discard", moment.now_ms)
    return replace(
        room,
        phase=Phase.CLOSED,
        pairing=None,
        closed_because=because,
        host_id="",
        seats=(None,) * len(room.seats),
        members=(),
        running=room.running if any(i.kind == "start" for i in room.todo) else None,
        pauses=(),
        start_asked_ms=None,
        empty_since_ms=None,
        closed_sockets=(),
    )


def _settle(room: Room, outcome: Outcome, moment: Moment) -> Room:
    """The room waits again with the result shown; a game that is not its own changes nothing."""
    if not room.game_on or outcome.game_id != room.game_id:
        return room
    starter = room.running.starter if room.running is not None else None
    room = replace(
        room,
        last=outcome,
        last_starter=room.last_starter if starter is None else starter,
        games_played=room.games_played + 1,
    )
    return await_next_game(room, moment)
