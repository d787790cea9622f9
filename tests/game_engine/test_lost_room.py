"""A game whose room was lost with its store: nobody tells who is there, yet it ends."""

from __future__ import annotations

import pytest

from cardrules import registry
from game_engine import commands, deciding
from game_engine.entries import Aborted, Acted, Departed, RoomLost, TakenOver
from game_engine.log_entry import from_wire, to_wire
from game_engine.table import Status, fold
from tests.game_engine.tables import GAME_ID, SEED, Play, started

HOUR, MINUTE, SECOND = 3_600_000, 60_000, 1_000
UNLIMITED = ("virae", "rouba-monte", "rami")


def table_of(game: str, action_ms: int = 0, people: int = 2) -> Play:
    """People alone at a table."""
    policy = registry.game(game).policy
    seats = tuple(range(max(people, policy.players_min)))
    return Play.begin(started(seats, (), action_ms, game=game))


def person_on_turn(play: Play) -> int:
    (seat,) = play.table.rules.acting(play.table.position)
    return int(seat)


@pytest.mark.parametrize("game", UNLIMITED)
def test_without_a_limit_and_with_everybody_gone_it_ends_by_itself(game: str) -> None:
    """Their going is never heard of; without that it would stand until the cap of 24 hours."""
    play = table_of(game)
    assert play.kinds() == {"cap"}
    play.do(commands.LoseRoom())
    assert play.entries[-1].content == RoomLost()
    begun_ms = play.now_ms
    for _ in range(4_000):
        if play.table.ended:
            break
        play.due(play.next_due())
    assert play.table.status == Status.OVER
    assert not play.table.aborted
    assert play.now_ms - begun_ms < HOUR
    table = fold(GAME_ID, play.entries, SEED)
    assert table == play.table


@pytest.mark.parametrize("game", UNLIMITED)
def test_one_turn_that_runs_out_is_played_and_the_second_in_a_row_means_absence(game: str) -> None:
    play = table_of(game)
    play.do(commands.LoseRoom())
    assert play.table.due.at("turn") == play.now_ms + 2 * MINUTE
    gone = Departed if game == "rouba-monte" else TakenOver
    while not isinstance(play.entries[-1].content, gone):
        play.due(play.next_due())
    before = [entry.content for entry in play.entries[:-1]]
    assert gone(play.entries[-1].content.seat) not in before
    missed = [c.seat for c in before if isinstance(c, Acted) and c.automatic]
    assert play.entries[-1].content.seat in missed


def test_who_plays_is_there_and_stays_in_the_game() -> None:
    play = table_of("rouba-monte")
    play.do(commands.LoseRoom())
    while not play.table.ended:
        seat = person_on_turn(play)
        if seat == 1 and seat not in play.table.silent:
            play.due("turn")
        else:
            legal = play.table.rules.legal(play.table.position, seat)[0]
            play.act(seat, play.table.rules.action_obj(legal))
        assert not any(isinstance(entry.content, Departed) for entry in play.entries)
    assert play.table.status == Status.OVER


def test_a_limit_that_was_set_stands_and_nobody_is_taken_over() -> None:
    play = table_of("virae", action_ms=10_000)
    play.do(commands.LoseRoom())
    assert play.table.due.at("turn") == play.now_ms + 15 * SECOND
    for _ in range(30):
        if not play.table.ended:
            play.due(play.next_due())
    assert not any(isinstance(entry.content, TakenOver) for entry in play.entries)


def test_said_again_or_of_a_game_that_is_over_it_changes_nothing() -> None:
    play = table_of("virae")
    play.do(commands.LoseRoom())
    assert isinstance(play.do(commands.LoseRoom()), deciding.Nothing)
    play.do(commands.Abort("host"))
    assert isinstance(play.do(commands.LoseRoom()), deciding.Nothing)


def test_a_game_that_waits_for_its_people_ends_since_they_cannot_come_back() -> None:
    play = table_of("virae")
    play.do(commands.Hold("no_people", 10))
    assert play.kinds() == {"cap"}
    play.do(commands.LoseRoom())
    assert play.entries[-1].content == Aborted("room_closed")


def test_one_that_the_host_holds_ends_with_the_pause() -> None:
    play = table_of("virae")
    play.do(commands.Hold("host", 10))
    play.do(commands.LoseRoom())
    assert play.table.status == Status.PAUSED
    play.due("pause")
    assert play.table.aborted == "void"


def test_the_entry_reads_back_as_it_is() -> None:
    play = table_of("virae")
    play.do(commands.LoseRoom())
    entry = play.entries[-1]
    assert from_wire(to_wire(GAME_ID, entry, 1, {}, b"", {})) == entry
