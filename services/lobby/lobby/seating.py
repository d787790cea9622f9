"""People come, sit, get up and go."""

from __future__ import annotations

from dataclasses import replace

from lobby import commands as c
from lobby.errors import refuse
from lobby.names import bot_name, likeness
from lobby.values import Member, Moment, Room, Seat

DEPARTED_LEVEL = 2
"""The level shown for the bot that plays on for somebody who left."""


def member_of(room: Room, player_id: str) -> Member:
    """The person, or Refused: `removed` who was sent away, `not_found` who is not here."""
    member = room.member(player_id)
    if member is None:
        refuse("removed" if player_id in room.removed else "not_found", what="member")
    return member


def decide(
    room: Room, command: c.Join | c.Sit | c.Leave | c.TakeSeat | c.LeaveSeat, moment: Moment
) -> Room:
    """The room after somebody came, went, or changed places."""
    match command:
        case c.Join():
            return _join(room, command.player_id, command.name, moment)
        case c.Sit():
            return _sit(room, command, moment)
        case c.Leave():
            member_of(room, command.player_id)
            return take_out(room, command.player_id, moment)
        case c.TakeSeat():
            return _take(room, command)
        case c.LeaveSeat():
            return _get_up(room, command.player_id)


def new_member(player_id: str, name: str, moment: Moment) -> Member:
    """Somebody who comes in. They came by a socket whose edge is still on its way: they count as
    connected, and as absent only if none has come when an absence would be shown."""
    now_ms = moment.now_ms
    return Member(player_id, name, now_ms, away_since_ms=now_ms, connected=True)


def _join(room: Room, player_id: str, name: str, moment: Moment) -> Room:
    if room.member(player_id) is not None:
        return room
    if player_id in room.removed:
        refuse("removed")
    if len(room.members) >= moment.limits.members:
        refuse("room_full")
    # A seat whose person left keeps the name for the game's sake; they may come back to watch.
    taken = [m.name for m in room.members]
    taken += [s.name for s in room.seats if s is not None and s.playing and not s.departed]
    if likeness(name) in map(likeness, taken):
        refuse("name_taken")
    newcomer = new_member(player_id, name, moment)
    room = _with_bots_renamed(replace(room, members=(*room.members, newcomer)), name)
    free = room.free_seat()
    if room.game_on and free is not None:
        room = room.with_seat(free, Seat(player_id, 0, name))
    return room


def _with_bots_renamed(room: Room, name: str) -> Room:
    """The room in which no bot bears that name: people come with theirs, bots are given one."""
    for number, seat in enumerate(room.seats):
        bot = seat is not None and seat.bot_level and not seat.departed
        if seat is not None and bot and likeness(seat.name) == likeness(name):
            names = [m.name for m in room.members] + [s.name for s in room.seats if s is not None]
            room = room.with_seat(number, replace(seat, name=bot_name(names)))
    return room


def _sit(room: Room, command: c.Sit, moment: Moment) -> Room:
    if room.private or room.game_on:
        refuse("game_running" if room.game_on else "not_found")
    room = _join(room, command.player_id, command.name, moment)
    if room.seat_of(command.player_id) is not None:
        return room
    free = room.free_seat()
    if free is None:
        refuse("room_full")
    member = member_of(room, command.player_id)
    return room.with_seat(free, Seat(member.player_id, 0, member.name))


def _take(room: Room, command: c.TakeSeat) -> Room:
    member = member_of(room, command.player_id)
    if not 0 <= command.seat < len(room.seats):
        refuse("malformed", field="seat")
    own = room.seat_of(member.player_id)
    if own == command.seat:
        return room
    if room.plays(member.player_id):
        refuse("game_running")
    if room.seats[command.seat] is not None:
        refuse("seat_taken", seat=str(command.seat))
    room = withdraw_agreement(room) if own is None else room.with_seat(own, None)
    return room.with_seat(command.seat, Seat(member.player_id, 0, member.name))


def withdraw_agreement(room: Room) -> Room:
    """The room after a change to which nobody agreed: who wants rated games says so again."""
    return replace(room, members=tuple(replace(m, agrees_rated=False) for m in room.members))


def _get_up(room: Room, player_id: str) -> Room:
    member_of(room, player_id)
    own = room.seat_of(player_id)
    if own is None:
        refuse("not_seated")
    if room.plays(player_id):
        refuse("game_running")
    return withdraw_agreement(room.with_seat(own, None))


def take_out(room: Room, player_id: str, moment: Moment) -> Room:
    """The room without that person; a seat in a game that is on is played on by a bot."""
    own = room.seat_of(player_id)
    if own is not None:
        room = withdraw_agreement(room)
        seat = room.seats[own]
        if seat is not None and seat.playing:
            room = room.with_seat(
                own, Seat("", DEPARTED_LEVEL, seat.name, playing=True, leaving=True, departed=True)
            ).intend("leave", moment.now_ms, player_id=player_id)
        else:
            room = room.with_seat(own, None)
    members = tuple(m for m in room.members if m.player_id != player_id)
    return replace(room, members=members)
