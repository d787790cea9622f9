"""Faults of our own: they are told, they hold up nobody, and a game that cannot go on ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardproto.v1.table_pb2 import TABLE_STATUS_ABORTED
from game_engine import commands, deciding, desk, table
from game_engine.desk import Accepted, Answer, Desk, Idle, Job
from game_engine.desks import Desks
from game_engine.entries import Acted
from game_engine.errors import Refusal
from game_engine.timing import Timing
from tests.game_engine.tables import GAME_ID, T0, started
from tests.game_engine.test_desk_races import ModelLog, Race


class Bug(Exception):
    """What nobody foresaw."""


@pytest.fixture
def race() -> Race:
    """A game of two people, begun."""
    made = Race()
    made.submit(0, commands.Start(started(people=(0, 1), bots=())))
    made.log.answer_all()
    return made


@pytest.fixture
def buggy_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on no action can be carried out."""
    real = table.advance

    def advance(before: Any, content: Any, *rest: Any) -> Any:
        if isinstance(content, Acted):
            raise Bug
        return real(before, content, *rest)

    monkeypatch.setattr(deciding, "advance", advance)


def answers_of(race: Race, number: int) -> list[Answer]:
    """What that command was answered, once all that waits has come."""
    race.log.answer_all()
    return race.answers[number]


@pytest.mark.usefixtures("buggy_rules")
def test_a_move_that_breaks_the_rules_code_is_answered(race: Race) -> None:
    """As `internal`, from the queue too, and the desk goes on with what comes next."""
    race.move(0, "m1")
    race.move(1, "m2")
    race.submit(0, commands.Look())
    assert isinstance(answers_of(race, 3)[0], Idle)
    assert refused(race, 1) == refused(race, 2) == "internal"
    assert len(race.log.entries) == 1
    assert all(each.idle for each in race.desks)


def refused(race: Race, number: int) -> str:
    """The code of its one answer."""
    (answer,) = race.answers[number]
    assert isinstance(answer, Refusal)
    return answer.code


@pytest.mark.usefixtures("buggy_rules")
@pytest.mark.parametrize("engine", [0, 1])
def test_a_game_that_cannot_go_on_is_aborted(race: Race, engine: int) -> None:
    """Time is up and nothing can be played: it ends in sight of all, and is settled."""
    due_ms = race.desks[0].table.due.at("turn")  # type: ignore[union-attr]
    assert due_ms is not None
    race.now_ms = due_ms
    race.submit(engine, commands.Due("turn", due_ms, False))
    assert answers_of(race, 1) == [Accepted(2)]
    last = race.log.entries[-1].message
    assert last.status == TABLE_STATUS_ABORTED
    assert last.aborted.reason == "fault"
    assert "settle@" in last.due


def test_an_entry_that_cannot_be_written_holds_up_nobody(
    race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is refused as `internal`; once the fault is gone the same desk plays on."""

    def shown(draft: Any) -> Any:
        raise Bug

    with monkeypatch.context() as broken:
        broken.setattr(desk, "shown", shown)
        race.move(0, "m1")
        race.log.answer_all()
        assert refused(race, 1) == "internal"
        assert race.desks[0].idle
    race.move(0, "m2")
    assert answers_of(race, 2) == [Accepted(2)]


def test_made_up_games_push_no_table_out() -> None:
    """However many ids somebody tries, the folded tables stay in memory."""
    log = ModelLog()

    def make(game_id: str) -> Desk:
        return Desk(game_id, log, Timing(), lambda: T0, lambda: b"\0" * 8)

    desks = Desks(make, limit=4)
    real = desks.at(GAME_ID)
    real.submit(Job(commands.Start(started()), lambda _: None))
    log.answer_all()
    empty = ModelLog()
    log.entries, entries = empty.entries, log.entries
    for n in range(50):
        desks.at(f"{n:016d}").submit(Job(commands.Look(), lambda _: None))
        log.answer_all()
    log.entries = entries
    assert desks.at(GAME_ID) is real
    assert real.table is not None
    assert len(desks) <= 4


def test_a_start_repeated_after_an_upgrade_is_the_same_start(race: Race) -> None:
    """An engine with newer rules answers for the game that an older one dealt."""
    newer = replace(started(people=(0, 1), bots=()), rules_version=2)
    race.submit(1, commands.Start(newer))
    assert isinstance(answers_of(race, 1)[0], Idle)


def test_a_log_of_rules_unknown_here_is_not_folded(race: Race) -> None:
    """In the midst of an upgrade an older engine says `unavailable`, rather than go on by rules
    that are not the game's."""
    race.log.entries[0].message.started.rules_version = 2
    stranger = Desk(GAME_ID, race.log, Timing(), lambda: T0, lambda: b"\0" * 8)
    answers: list[Answer] = []
    stranger.submit(Job(commands.Look(), answers.append))
    race.log.answer_all()
    assert isinstance(answers[0], Refusal)
    assert answers[0].code == "unavailable"
    assert stranger.table is None


def test_a_log_that_does_not_fold_is_said_to_be_gone(race: Race) -> None:
    """Nobody is told to come again for ever: not its people, its room or its timer."""
    race.move(0, "m1")
    race.log.answer_all()
    race.log.entries[1].message.check = b"otherwis"
    stranger = Desk(GAME_ID, race.log, Timing(), lambda: T0, lambda: b"\0" * 8)
    answers: list[Answer] = []
    for command in (commands.Look(), commands.Hold("host", 1), commands.Due("turn", T0, False)):
        stranger.submit(Job(command, answers.append))
        race.log.answer_all()
    codes = [answer.code for answer in answers if isinstance(answer, Refusal)]
    assert codes == ["game_gone"] * 3
    assert len(race.log.entries) == 2
