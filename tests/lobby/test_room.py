"""Single stories of a room, under a virtual clock."""

from __future__ import annotations

import pytest

from lobby import commands as c
from lobby.errors import Refused
from lobby.names import likeness
from lobby.values import Phase
from tests.lobby.world import DURATIONS, PEOPLE, Engine, World, name_of

HOST, GUEST, LATE = PEOPLE[:3]


def ask_for_a_start(world: World, engine: Engine) -> None:
    """Two people sit and the host has pressed start; the engine is still to be asked."""
    world.do(c.TakeSeat(HOST, 0))
    world.do(c.Join(GUEST, name_of(GUEST)))
    world.do(c.TakeSeat(GUEST, 1))
    world.answer_all(engine)
    world.do(c.Start(HOST))
    world.pass_ms(DURATIONS.nonce_wait_ms)
    world.do(c.Tick())


def test_a_start_before_the_sockets_are_noted_begins_without_a_pause() -> None:
    """Who just came in counts as here; if no socket follows, the game waits for people."""
    world, engine = World(), Engine()
    ask_for_a_start(world, engine)
    world.answer_all(engine)
    assert world.room.running is not None
    assert world.room.running.connected == (0, 1)
    phases = [world.room.phase]
    world.do(c.SocketOpened(HOST, "g1", "s1"))
    world.pass_ms(DURATIONS.shown_absence_ms)
    world.do(c.Tick())
    assert [member.connected for member in world.room.members] == [True, False]
    world.do(c.SocketClosed(HOST, "g1", "s1"))
    world.pass_ms(DURATIONS.shown_absence_ms)
    world.do(c.Tick())
    assert [*phases, world.room.phase] == [Phase.PLAYING, Phase.PAUSED]
    assert world.room.pauses == ("no_people",)


@pytest.mark.parametrize("code", ["not_found", "game_gone"])
def test_a_room_learns_from_any_call_that_its_game_is_no_more(code: str) -> None:
    """It waits again, with the game shown as lost, instead of calling for ever."""
    world, engine = World(), Engine()
    ask_for_a_start(world, engine)
    world.answer_all(engine)
    game_id = world.room.game_id
    world.do(c.Pause(HOST))
    assert world.room.phase is Phase.PAUSED
    world.do(c.IntentRefused(world.room.todo[0].key, code))
    world.answer_all(engine)
    assert (world.room.running, world.room.pauses, world.room.todo) == (None, (), ())
    assert world.room.game_id != game_id
    assert world.room.commitment
    assert world.room.last is not None
    assert (world.room.last.game_id, world.room.last.aborted) == (game_id, "lost")


@pytest.mark.parametrize("code", ["already_started", "internal"])
def test_a_room_closed_while_its_start_is_refused_leaves_no_seed(code: str) -> None:
    """The start is still to be asked for when its host closes the room."""
    world, engine = World(), Engine()
    ask_for_a_start(world, engine)
    assert [intent.kind for intent in world.room.todo] == ["start"]
    world.do(c.Close(HOST))
    engine.refuse_start = code
    world.answer_all(engine)
    assert world.room.phase is Phase.CLOSED
    assert not engine.games
    assert not engine.seeds


def test_who_leaves_a_room_that_has_just_closed_is_out_of_it() -> None:
    world = World()
    world.do(c.Join(GUEST, name_of(GUEST)))
    world.do(c.Close(HOST))
    closed = world.room
    world.do(c.Leave(GUEST))
    assert world.room == closed
    with pytest.raises(Refused, match="room_closed"):
        world.do(c.TakeSeat(GUEST, 1))


def test_a_bot_makes_way_for_the_name_of_somebody_who_comes() -> None:
    """Not one that plays: its name stands in the game's log."""
    world, engine = World(), Engine()
    world.do(c.TakeSeat(HOST, 0))
    world.do(c.AddBot(HOST, 1, 2))
    bot = world.room.seats[1]
    assert bot is not None
    world.do(c.Join(GUEST, bot.name.upper()))
    names = [seat.name for seat in world.room.seats if seat is not None]
    assert likeness(bot.name) not in map(likeness, names)
    assert world.room.seats[1] is not None
    assert world.room.seats[1].bot_level == 2
    world.answer_all(engine)
    world.do(c.Start(HOST))
    world.pass_ms(DURATIONS.nonce_wait_ms)
    world.do(c.Tick())
    with pytest.raises(Refused, match="name_taken"):
        world.do(c.Join(LATE, world.room.seats[1].name))


def test_a_rated_game_begins_only_with_both_there() -> None:
    """Else who agreed and lost their connection could be made to void one game after the other."""
    world, engine = World("caravan"), Engine()
    world.do(c.Configure(HOST, None, True))
    world.do(c.Join(GUEST, name_of(GUEST)))
    for seat, who in enumerate((HOST, GUEST)):
        world.do(c.SocketOpened(who, "g1", f"s{seat}"))
        world.do(c.TakeSeat(who, seat))
    for who in (HOST, GUEST):
        world.do(c.AgreeRated(who, True))
    world.answer_all(engine)
    assert world.room.rated
    world.do(c.SocketClosed(GUEST, "g1", "s1"))
    world.pass_ms(DURATIONS.shown_absence_ms)
    world.do(c.Tick())
    with pytest.raises(Refused, match="need_players"):
        world.do(c.Start(HOST))
    world.do(c.SocketOpened(GUEST, "g1", "s2"))
    world.do(c.Start(HOST))
    world.pass_ms(DURATIONS.nonce_wait_ms)
    world.do(c.Tick())
    assert world.room.game_on
    assert world.room.rated
