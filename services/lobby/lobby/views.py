"""Rooms as they travel: what everyone in a room sees, and the lines of the public list.

Built up field by field: nonces, sockets, removed people and calls under way never leave.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardproto.v1 import common_pb2, engine_pb2, lobby_pb2, room_pb2
from lobby.indexing import Listing
from lobby.places import Place
from lobby.values import Outcome, Phase, Room, Seat, Settings

PHASES: Final[Mapping[Phase, room_pb2.RoomPhase]] = {
    Phase.WAITING: room_pb2.ROOM_PHASE_WAITING,
    Phase.STARTING: room_pb2.ROOM_PHASE_STARTING,
    Phase.PLAYING: room_pb2.ROOM_PHASE_PLAYING,
    Phase.PAUSED: room_pb2.ROOM_PHASE_PAUSED,
    Phase.CLOSED: room_pb2.ROOM_PHASE_CLOSED,
}
_LEVELS: Final = (
    common_pb2.BOT_LEVEL_UNSPECIFIED,
    common_pb2.BOT_LEVEL_EASY,
    common_pb2.BOT_LEVEL_NORMAL,
    common_pb2.BOT_LEVEL_HARD,
)


def room_message(room: Room) -> room_pb2.Room:
    """The room as everyone in it sees it."""
    message = room_pb2.Room(
        room_id=room.room_id,
        code=room.code,
        game=room.game,
        phase=PHASES[room.phase],
        private=room.private,
        host_id=room.host_id,
        settings=_settings(room.settings),
        seats=[_seat(room, number, seat) for number, seat in enumerate(room.seats)],
        members=[
            room_pb2.RoomMember(
                player_id=m.player_id, name=m.name, connected=m.connected, joined_ms=m.joined_ms
            )
            for m in room.members
        ],
        game_id=room.game_id,
        commitment=room.commitment,
        created_ms=room.created_ms,
        revision=room.revision,
        games_played=room.games_played,
        closed_because=room.closed_because,
        rated=room.rated,
    )
    last = room.last
    if last is not None:
        message.last_game_id = last.game_id
        message.last_aborted = last.aborted
        if not last.aborted:
            message.last_result.CopyFrom(_result(last))
    return message


def _settings(settings: Settings) -> room_pb2.RoomSettings:
    return room_pb2.RoomSettings(
        options=settings.options,
        action_ms=settings.action_ms,
        clock_ms=settings.clock_ms,
        increment_ms=settings.increment_ms,
    )


def _seat(room: Room, number: int, seat: Seat | None) -> room_pb2.RoomSeat:
    if seat is None:
        return room_pb2.RoomSeat(seat=number)
    member = room.member(seat.player_id) if seat.player_id else None
    return room_pb2.RoomSeat(
        seat=number,
        player_id=seat.player_id,
        bot_level=_LEVELS[seat.bot_level],
        name=seat.name,
        playing=seat.playing,
        leaving=seat.leaving,
        connected=member is not None and member.connected,
        contributed=member is not None and bool(member.nonce),
        agrees_rated=member is not None and member.agrees_rated,
    )


def _result(outcome: Outcome) -> common_pb2.Result:
    return common_pb2.Result(
        winners=outcome.winners, scores=dict(outcome.scores), reason=outcome.reason
    )


def listing_message(line: Listing) -> room_pb2.RoomListing:
    """One line of the list."""
    return room_pb2.RoomListing(
        room_id=line.room_id,
        code=line.code,
        game=line.game,
        phase=PHASES[line.phase],
        host_name=line.host_name,
        people=line.people,
        bots=line.bots,
        seats=line.seats,
        created_ms=line.created_ms,
        revision=line.revision,
    )


def place_message(place: Place) -> lobby_pb2.QueuePlace:
    """Where somebody stands in the rated queue."""
    return lobby_pb2.QueuePlace(
        game=place.game,
        since_ms=place.since_ms,
        people=place.people,
        ended=place.ended,
        room_id=place.room_id,
        code=place.code,
    )


def queue_changed(place: Place) -> lobby_pb2.QueueChanged:
    """The same, as it is announced."""
    return lobby_pb2.QueueChanged(player_id=place.player_id, place=place_message(place))


def start_request(room: Room) -> engine_pb2.StartRequest:
    """What the engine is asked to deal. The room has a game that was frozen; the same room gives
    the same content each time."""
    running = room.running
    if running is None:
        raise ValueError(f"room {room.room_id} has no game to start")
    request = engine_pb2.StartRequest(
        game_id=room.game_id,
        game=room.game,
        room_id=room.room_id,
        options=room.settings.options,
        participants=[
            common_pb2.Participant(
                seat=p.seat,
                player_id=p.player_id,
                name=p.name,
                bot_level=_LEVELS[p.bot_level],
                nonce=p.nonce,
            )
            for p in running.participants
        ],
        limits=engine_pb2.Limits(
            action_ms=room.settings.action_ms,
            clock_ms=room.settings.clock_ms,
            increment_ms=room.settings.increment_ms,
        ),
        connected=running.connected,
        rated=running.rated,
    )
    if running.starter is not None:
        request.starter = running.starter
    return request
