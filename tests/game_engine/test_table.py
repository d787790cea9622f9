"""A table under a virtual clock: the clocks, presence, pausing, and the fold of its log."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest

from cardproto.v1 import table_pb2
from cardrules import record as records
from game_engine import commands, deciding
from game_engine.deciding import Draft, Nothing
from game_engine.entries import (
    Acted,
    Connection,
    ConnectionsChanged,
    Expired,
    Extended,
    TakenOver,
)
from game_engine.errors import Refusal
from game_engine.log_entry import from_wire, to_wire
from game_engine.recording import record
from game_engine.show import shown
from game_engine.table import BrokenFold, Status, evolve, fold
from game_engine.timing import Timing
from tests.game_engine.tables import GAME_ID, SEED, T0, Play, started, told_of


def on_turn(play: Play) -> int:
    (seat,) = play.table.rules.acting(play.table.position)
    return int(seat)


def test_a_game_begins_with_an_interlude_before_the_countdown() -> None:
    play = Play.begin()
    assert play.table.turn_begins_ms == T0 + 5_000
    assert play.table.due.at("turn") == T0 + 5_000 + 30_000
    assert play.table.due.at("cap") == T0 + 24 * 3_600_000
    assert play.kinds() == {"turn", "cap"}


def test_a_person_whose_time_is_up_plays_the_automatic_action() -> None:
    play = Play.begin()
    expected = play.table.rules.auto(play.table.position, 0)
    decision = play.due("turn")
    assert isinstance(decision, Draft)
    content = decision.entry.content
    assert isinstance(content, Acted)
    assert content.automatic
    assert play.table.rules.parse_action(orjson.loads(content.action)) == expected


def test_a_deadline_that_a_move_has_overtaken_does_nothing() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    due_ms = play.table.due.at("turn")
    assert due_ms is not None
    version = play.table.version
    play.due("turn")
    assert play.table.version == version + 1
    assert play.do(commands.Due("turn", due_ms, grace=False)) == Nothing()
    assert play.table.version == version + 1


def test_an_action_within_a_turn_keeps_its_deadline_but_leaves_five_seconds() -> None:
    for late_ms, expected in ((1_000, T0 + 35_000), (34_000, T0 + 39_000)):
        play = drawn_by_a_person(late_ms)
        assert play.table.due.at("turn") == expected


def drawn_by_a_person(late_ms: int) -> Play:
    """A game in which seat 0 has drawn a card that it may play, `late_ms` after the deal."""
    start = started(people=(0, 1), bots=())
    for salt in range(200):
        nonce = bytes([salt]) * 16
        participants = tuple(replace(p, nonce=nonce) for p in start.participants)
        play = Play.begin(replace(start, participants=participants))
        play.now_ms = T0 + late_ms
        play.act(0, {"type": "draw"})
        if play.table.position.phase == "drawn":
            return play
    raise AssertionError("no deal lets the drawn card be played")


def test_bots_have_a_pace_and_a_last_moment() -> None:
    play = Play.begin(started(people=(1,), bots=(0, 2)))
    bot_ms = play.table.due.at("bot")
    assert bot_ms is not None
    assert T0 + 600 <= bot_ms <= T0 + 1_400
    assert play.table.due.at("botlate") == bot_ms + 5_000
    assert "turn" not in play.kinds()


def test_a_silent_bots_automatic_action_is_played() -> None:
    play = Play.begin(started(people=(1,), bots=(0, 2)))
    decision = play.due("botlate")
    assert isinstance(decision, Draft)
    assert isinstance(decision.entry.content, Acted)
    assert decision.entry.content.automatic


def test_a_bots_answer_to_a_turn_that_is_over_does_nothing() -> None:
    play = Play.begin(started(people=(1,), bots=(0, 2)))
    ask = play.do(commands.Due("bot", play.table.due.at("bot") or 0, grace=False))
    assert isinstance(ask, deciding.AskBot)
    action = play.table.rules.auto(play.table.position, 0)
    play.due("botlate")
    late = commands.BotAct(ask.seat, ask.right_since, action)
    assert play.do(late) == Nothing()


def test_without_a_limit_only_a_disconnected_person_is_timed() -> None:
    play = Play.begin(started(people=(0, 1), bots=(), action_ms=0))
    assert "turn" not in play.kinds()
    play.now_ms += 10_000
    play.do(told_of("p0", connected=False, revision=5))
    assert play.table.due.at("turn") == play.now_ms + 30_000
    play.do(told_of("p0", connected=True, revision=6))
    assert "turn" not in play.kinds()


def test_an_older_word_on_presence_changes_nothing() -> None:
    play = Play.begin()
    play.do(told_of("p0", connected=False, revision=5))
    version = play.table.version
    assert play.do(told_of("p0", connected=True, revision=5)) == Nothing()
    assert play.do(told_of("p0", connected=True, revision=4)) == Nothing()
    assert play.table.version == version


def everybody(connected: bool, revision: int) -> commands.SetConnected:
    return commands.SetConnected(
        tuple(commands.Presence(f"p{seat}", connected, revision) for seat in (0, 1, 2))
    )


@pytest.mark.parametrize("action_ms", [0, 30_000])
def test_people_who_come_or_go_at_once_are_one_entry_as_if_one_after_the_other(
    action_ms: int,
) -> None:
    together = Play.begin(started(people=(0, 1, 2), bots=(), action_ms=action_ms))
    single = Play.begin(started(people=(0, 1, 2), bots=(), action_ms=action_ms))
    for revision, connected in ((4, False), (5, True)):
        version = together.table.version
        command = everybody(connected, revision)
        assert isinstance(together.do(command), Draft)
        for one in command.people:
            single.do(commands.SetConnected((one,)))
        assert together.table.version == version + 1
        assert together.table.seats == single.table.seats
        assert dict(together.table.due.entries) == dict(single.table.due.entries)
        together.now_ms = single.now_ms = together.now_ms + 20_000
    wire = [from_wire(to_wire(GAME_ID, entry, 1, {}, b"", {})) for entry in together.entries]
    assert wire == together.entries
    folded = fold(GAME_ID, wire, SEED)
    assert folded is not None
    assert folded.seats == together.table.seats
    together.do(commands.Abort("host"))
    lines = record(together.table, together.entries)["entries"]
    around = [(line["do"], line.get("seat")) for line in lines]
    whole = [(do, seat) for do in ("absent", "present") for seat in (0, 1, 2)]
    assert [line for line in around if line[0] in ("absent", "present")] == whole


def test_of_people_told_at_once_only_what_is_new_is_written() -> None:
    play = Play.begin(started(people=(0, 1, 2), bots=()))
    play.do(told_of("p0", connected=False, revision=5))
    decision = play.do(
        commands.SetConnected(
            (
                commands.Presence("p0", connected=True, revision=5),
                commands.Presence("p1", connected=True, revision=6),
                commands.Presence("p2", connected=True, revision=7),
                commands.Presence("p2", connected=False, revision=8),
                commands.Presence("stranger", connected=False, revision=9),
            )
        )
    )
    assert isinstance(decision, Draft)
    assert decision.entry.content == ConnectionsChanged((Connection(2, False, 8),))
    assert play.do(commands.SetConnected(())) == Nothing()
    assert play.do(everybody(False, 5)) != Nothing()
    assert play.do(everybody(False, 5)) == Nothing()


def test_what_a_table_shows_of_people_told_at_once_names_each() -> None:
    play = Play.begin(started(people=(0, 1, 2), bots=()))
    draft = play.do(everybody(False, 3))
    assert isinstance(draft, Draft)
    public, private = shown(draft)
    update = table_pb2.Update.FromString(public + private[0])
    assert [(e.table.type, e.table.seat) for e in update.events] == [
        ("away", 0),
        ("away", 1),
        ("away", 2),
    ]
    assert {seat.presence for seat in update.table.seats} == {table_pb2.PRESENCE_AWAY}


def test_two_minutes_away_a_bot_takes_the_seat_and_gives_it_back() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    play.do(told_of("p0", connected=False, revision=1))
    away_ms = play.table.due.at("absent:0")
    assert away_ms == T0 + 120_000
    while play.next_due() == "turn":
        play.due("turn")
    decision = play.due("absent:0")
    assert isinstance(decision, Draft)
    assert decision.entry.content == TakenOver(0)
    assert play.table.seat(0).by_bot
    assert play.table.seat(0).owner == "p0"
    play.do(told_of("p0", connected=True, revision=2))
    assert not play.table.seat(0).by_bot
    assert "absent:0" not in play.kinds()


def test_who_leaves_on_purpose_never_sees_the_seat_again() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    play.do(commands.Leave("p0", "r"))
    assert play.table.seat(0).by_bot
    assert play.table.seat_of("p0") is None
    with pytest.raises(Refusal) as refused:
        play.act(0, {"type": "draw"})
    assert refused.value.code == "not_seated"
    assert play.do(commands.Leave("p0", "r2")) == Nothing()
    assert play.do(told_of("p0", connected=True, revision=9)) == Nothing()


def test_a_pause_keeps_what_is_left_and_refuses_moves() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    play.now_ms += 10_000
    play.do(commands.Hold("host"))
    assert play.kinds() == {"pause", "cap"}
    with pytest.raises(Refusal) as refused:
        play.act(0, {"type": "draw"})
    assert refused.value.code == "paused"
    play.now_ms += 600_000
    play.do(commands.Release("host"))
    assert play.table.due.at("turn") == play.now_ms + 25_000
    assert play.table.due.at("cap") == T0 + 24 * 3_600_000


def test_a_resumed_deadline_has_at_least_two_seconds() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    play.now_ms = T0 + 34_999
    play.do(commands.Hold("host"))
    play.do(commands.Release("host"))
    assert play.table.due.at("turn") == play.now_ms + 2_000


def test_an_older_word_on_a_pause_changes_nothing() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    play.do(commands.Hold("host", revision=5))
    play.do(commands.Release("host", revision=7))
    version = play.table.version
    assert play.do(commands.Hold("host", revision=5)) == Nothing()
    assert play.do(commands.Hold("no_people", revision=6)) != Nothing()
    play.do(commands.Hold("host", revision=8))
    assert play.do(commands.Release("host", revision=7)) == Nothing()
    assert play.table.paused_by == ("host", "no_people")
    assert play.table.version == version + 2
    read = [from_wire(to_wire(GAME_ID, entry, 1, {}, b"", {})) for entry in play.entries]
    assert fold(GAME_ID, read, SEED) == play.table
    assert play.table.pause_revision("host") == 8


def test_two_causes_hold_a_game_until_both_are_gone() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    play.now_ms += 10_000
    play.do(commands.Hold("host"))
    play.now_ms += 1_000
    play.do(commands.Hold("no_people"))
    assert play.do(commands.Hold("host")) == Nothing()
    play.do(commands.Release("host"))
    assert play.table.paused_by == ("no_people",)
    play.do(commands.Release("no_people"))
    assert play.table.status == Status.PLAYING
    assert play.table.due.at("turn") == play.now_ms + 25_000


def test_a_pause_by_the_host_ends_by_itself_as_void() -> None:
    play = Play.begin()
    play.do(commands.Hold("host"))
    assert play.table.due.at("pause") == T0 + 30 * 60_000
    play.due("pause")
    assert play.table.status == Status.ABORTED
    assert play.table.aborted == "void"
    assert play.kinds() == {"settle", "archive"}


def test_absence_goes_on_in_a_pause_by_the_host() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    play.do(commands.Hold("host"))
    play.do(told_of("p1", connected=False, revision=1))
    play.due("absent:1")
    assert play.table.seat(1).taken_over
    assert play.table.status == Status.PAUSED


def test_absence_has_no_effect_while_nobody_is_there_to_see_it() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    play.do(told_of("p0", connected=False, revision=1))
    play.do(told_of("p1", connected=False, revision=2))
    play.do(commands.Hold("no_people"))
    assert play.kinds() == {"cap"}
    play.now_ms += 110_000
    play.do(told_of("p1", connected=True, revision=3))
    play.do(commands.Release("no_people"))
    assert play.table.due.at("absent:0") == T0 + 120_000
    play.do(commands.Hold("no_people"))
    play.now_ms += 600_000
    play.do(commands.Release("no_people"))
    assert play.table.due.at("absent:0") == play.now_ms + 10_000


def test_an_outage_of_ours_gives_ten_seconds_anew() -> None:
    play = Play.begin()
    play.now_ms = T0 + 60_000
    decision = play.do(commands.Due("turn", T0 + 35_000, grace=True))
    assert isinstance(decision, Draft)
    assert decision.entry.content == Extended(("turn",))
    assert play.table.due.at("turn") == T0 + 70_000


def test_a_bots_deadline_needs_no_grace() -> None:
    play = Play.begin(started(people=(1,), bots=(0, 2)))
    due_ms = play.table.due.at("bot") or 0
    assert isinstance(play.do(commands.Due("bot", due_ms, grace=True)), deciding.AskBot)


def test_a_window_has_its_own_deadline_and_the_next_turn_starts_when_it_closes() -> None:
    play = with_window()
    opened_ms = play.table.at_ms
    assert play.table.due.at("window") == opened_ms + 2_500
    assert "turn" not in play.kinds()
    play.due("window")
    closed_ms = play.table.at_ms
    assert closed_ms == opened_ms + 2_500
    if not play.table.ended:
        assert play.table.due.at("turn") == closed_ms + 30_000


def with_window() -> Play:
    """Two people play automatically, but without announcing, until one forgets."""
    play = Play.begin(started(people=(0, 1), bots=()))
    for _ in range(2_000):
        rules, position = play.table.rules, play.table.position
        seat = on_turn(play)
        action = rules.action_obj(rules.auto(position, seat))
        action.pop("call", None)
        play.now_ms += 100
        play.act(seat, action)
        if rules.window(play.table.position) is not None:
            return play
        if play.table.ended:
            play = Play.begin(started(people=(0, 1), bots=()))
    raise AssertionError("nobody ever held one card")


def test_a_bot_catches_at_the_end_of_the_window_and_without_bots_it_lapses() -> None:
    play = with_window()
    decision = play.due("window")
    assert isinstance(decision, Draft)
    assert decision.entry.content == Expired()


def test_a_move_decided_upon_a_turn_that_is_over_is_stale() -> None:
    """The same seat is on turn again: a delayed message acts in no later turn than its own."""
    play = Play.begin(started(people=(0, 1), bots=()))
    seen = play.table.version
    play.due("turn")
    while on_turn(play) != 0:
        play.due("turn")
    with pytest.raises(Refusal) as refused:
        play.act(0, {"type": "draw"}, seen=seen)
    assert refused.value.code == "stale"
    play.act(0, {"type": "draw"}, seen=play.table.version)


def test_the_rules_own_codes_come_before_stale() -> None:
    play = Play.begin(started(people=(0, 1), bots=()))
    seen = play.table.version
    play.due("turn")
    with pytest.raises(Refusal) as refused:
        play.act(0 if on_turn(play) == 1 else 1, {"type": "draw"}, seen=seen)
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize(
    "action",
    [{}, {"type": "fly"}, {"type": "play"}, {"type": "play", "card": "??"}],
)
def test_an_unreadable_action_changes_nothing(action: dict[str, object]) -> None:
    play = Play.begin()
    before = play.table
    with pytest.raises(Refusal) as refused:
        play.act(0, action)
    assert refused.value.code in {"unknown_action", "malformed_action"}
    assert play.table == before


def test_a_game_too_long_ends_as_void() -> None:
    play = Play.begin(started(people=(0, 1), bots=()), Timing(cap_entries=4))
    while not play.table.ended:
        play.due(play.next_due())
    assert play.table.aborted == "void"
    assert play.table.version == 5


def finished(people: tuple[int, ...] = (0,), bots: tuple[int, ...] = (1, 2)) -> Play:
    play = Play.begin(started(people=people, bots=bots))
    while not play.table.ended:
        play.due(play.next_due())
        assert play.table.version < 3_000
    return play


def test_a_whole_game_ends_settles_and_its_record_verifies() -> None:
    play = finished()
    assert play.table.status == Status.OVER
    assert play.kinds() == {"settle", "archive"}
    assert isinstance(play.due("settle"), deciding.Errand)
    written = record(play.table, play.entries)
    verdict = records.replay(written)
    assert verdict.ok, verdict
    assert written["result"] is not None


def test_the_record_of_an_aborted_game_verifies_too() -> None:
    play = Play.begin()
    play.due("turn")
    play.do(commands.Abort("host"))
    written = record(play.table, play.entries)
    assert written["aborted"] == "host"
    assert written["result"] is None
    assert records.replay(written).ok


def test_every_sixteenth_entry_and_the_last_bear_a_check_that_must_hold() -> None:
    play = finished()
    checked = [entry.version for entry in play.entries if entry.check]
    last = play.entries[-1].version
    assert checked == [*range(16, last, 16), last]
    assert fold(GAME_ID, play.entries, SEED) == play.table
    broken = [*play.entries]
    broken[15] = replace(broken[15], check=b"x" * 8)
    with pytest.raises(BrokenFold):
        fold(GAME_ID, broken, SEED)


def test_a_log_with_a_hole_does_not_fold() -> None:
    play = finished()
    with pytest.raises(BrokenFold):
        fold(GAME_ID, [play.entries[0], *play.entries[2:]], SEED)
    with pytest.raises(BrokenFold):
        evolve(play.table, play.entries[1])


def test_who_leaves_during_a_pause_hands_over_a_whole_turn() -> None:
    """What the pause had kept was of a turn that is over with its person's going."""
    play = Play.begin(started(people=(0, 1, 2), bots=(), game="rouba-monte"))
    (leaver,) = play.table.rules.acting(play.table.position)
    turn_ms = play.table.due.at("turn")
    assert turn_ms is not None
    play.now_ms = turn_ms - 1_000
    play.do(commands.Hold("host", 1))
    play.do(commands.Leave(f"p{leaver}", "x"))
    play.now_ms += 60_000
    play.do(commands.Release("host", 2))
    assert play.table.due.at("turn") == play.now_ms + 30_000
