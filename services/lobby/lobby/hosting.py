"""What only the host may do while the room waits, and who is host next."""

from __future__ import annotations

from dataclasses import replace

from lobby import commands as c
from lobby.errors import refuse
from lobby.names import bot_name
from lobby.seating import take_out, withdraw_agreement
from lobby.values import Moment, Room, Seat

MAX_REMOVED = 200


def demand_host(room: Room, player_id: str) -> None:
    """Raise Refused `not_host` unless that person is the host."""
    if room.host_id != player_id:
        refuse("not_host")


def demand_waiting(room: Room) -> None:
    """Raise Refused `game_running` while a game is on."""
    if room.game_on:
        refuse("game_running")


def decide(
    room: Room,
    command: c.AddBot | c.RemoveBot | c.Configure | c.TransferHost | c.RemovePerson,
    moment: Moment,
) -> Room:
    """The room after a command of the host's."""
    demand_host(room, command.player_id)
    match command:
        case c.AddBot():
            return _add_bot(room, command, moment)
        case c.RemoveBot():
            return _remove_bot(room, command.seat)
        case c.Configure():
            demand_waiting(room)
            settings = command.settings or room.settings
            same = settings == room.settings and command.private == room.private
            changed = replace(room, settings=settings, private=command.private)
            return room if same else withdraw_agreement(changed)
        case c.TransferHost():
            if room.member(command.heir) is None:
                refuse("not_found", what="member")
            return replace(room, host_id=command.heir)
        case c.RemovePerson():
            return _remove_person(room, command, moment)


def _add_bot(room: Room, command: c.AddBot, moment: Moment) -> Room:
    if not 1 <= command.level <= 3:
        refuse("malformed", field="level")
    number = command.seat
    if number is None:
        number = room.free_seat()
        if number is None:
            refuse("room_full")
    elif number >= len(room.seats):
        refuse("malformed", field="seat")
    if room.seats[number] is not None:
        refuse("seat_taken", seat=str(number))
    if room.bots >= moment.policy.bots_max:
        refuse("too_many_bots", max=str(moment.policy.bots_max))
    return seat_bot(room, number, command.level)


def seat_bot(room: Room, number: int, level: int) -> Room:
    """The room with a bot on that free seat, under a name that nobody there bears."""
    taken = [m.name for m in room.members] + [s.name for s in room.seats if s is not None]
    return room.with_seat(number, Seat("", level, bot_name(taken)))


def _remove_bot(room: Room, number: int) -> Room:
    seat = room.seats[number] if 0 <= number < len(room.seats) else None
    if seat is None or not seat.bot_level or seat.departed:
        refuse("not_found", what="bot")
    return room.with_seat(number, replace(seat, leaving=True) if seat.playing else None)


def _remove_person(room: Room, command: c.RemovePerson, moment: Moment) -> Room:
    demand_waiting(room)
    if command.target == command.player_id or room.member(command.target) is None:
        refuse("not_found", what="member")
    room = take_out(room, command.target, moment)
    return replace(room, removed=(*room.removed, command.target)[-MAX_REMOVED:])


def succeed(room: Room, moment: Moment) -> Room:
    """Hand hosting over where the host left, or is gone too long while others are here.

    The person longest in the room is next, those connected before those who are not.
    """
    host = room.member(room.host_id)
    here = next((m for m in room.members if m.connected), None)
    if host is None:
        heir = here or room.members[0]
        return replace(room, host_id=heir.player_id)
    gone_ms = 0 if host.away_since_ms is None else moment.now_ms - host.away_since_ms
    if here is not None and not host.connected and gone_ms >= moment.durations.host_absence_ms:
        return replace(room, host_id=here.player_id)
    return room
