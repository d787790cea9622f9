"""Seats that act at the same time, as in the exchange of Hearts: one deadline, every order."""

from __future__ import annotations

import random
from itertools import permutations

import orjson
import pytest

from cardrules.game import pick
from game_engine import commands
from game_engine.deciding import AskBot, Draft
from game_engine.entries import Acted
from game_engine.errors import Refusal
from game_engine.table import Status, fold
from tests.game_engine.tables import GAME_ID, SEED, T0, Play, started

DEFAULT_MS = 25_000
PASS_MS = 30_000
INTERLUDE_MS = 5_000


def hearts(people: tuple[int, ...], action_ms: int = DEFAULT_MS) -> Play:
    """A table of Hearts: the other seats are bots'."""
    bots = tuple(seat for seat in range(4) if seat not in people)
    return Play.begin(started(people=people, bots=bots, action_ms=action_ms, game="hearts"))


def passing(play: Play, seat: int) -> dict[str, object]:
    """The first three cards of the seat's hand."""
    return {"type": "pass", "cards": list(play.table.position.cards(seat)[:3])}


@pytest.mark.parametrize(("action_ms", "expected"), [(25_000, 30_000), (40_000, 40_000)])
def test_a_phase_has_its_own_default_and_the_hosts_limit_holds_for_all(
    action_ms: int, expected: int
) -> None:
    """30 seconds for the pass unless the host has said something else; then 25 a card."""
    play = hearts((0, 1, 2, 3), action_ms)
    assert play.table.due.at("turn") == T0 + INTERLUDE_MS + expected
    for seat in range(4):
        play.act(seat, passing(play, seat))
    assert play.table.position.phase == "play"
    assert play.table.due.at("turn") == play.now_ms + action_ms


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_one_deadline_for_all_who_choose(order: tuple[int, ...]) -> None:
    """A choice renews nobody's time; all may be decided upon the very first view."""
    play = hearts((0, 1, 2, 3))
    due_ms = play.table.due.at("turn")
    for number, seat in enumerate(order[:3]):
        play.now_ms = T0 + 7_000 * (number + 1)
        play.act(seat, passing(play, seat), seen=1)
        assert play.table.due.at("turn") == due_ms
        with pytest.raises(Refusal, match="already_passed"):
            play.act(seat, passing(play, seat))
    play.act(order[3], passing(play, order[3]), seen=1)
    assert play.table.position.phase == "play"
    leader = play.table.position.turn
    with pytest.raises(Refusal, match="stale"):
        play.act(leader, {"type": "play", "card": "2C"}, seen=1)


def test_when_time_is_up_everyone_missing_passes() -> None:
    """The one deadline fires once for each, at the same moment."""
    play = hearts((0, 1, 2, 3))
    play.act(2, passing(play, 2))
    due_ms = play.table.due.at("turn")
    for seat in (0, 1, 3):
        decision = play.due("turn")
        assert isinstance(decision, Draft)
        content = decision.entry.content
        assert isinstance(content, Acted)
        assert (content.seat, content.automatic) == (seat, True)
        assert play.now_ms == due_ms
    assert play.table.position.phase == "play"


def test_bots_choose_one_after_the_other_at_a_human_pace() -> None:
    """A pass has 286 ways, however it is listed; the people's deadline stays as it was."""
    play = hearts((2,))
    turn_ms = play.table.due.at("turn")
    for seat in (0, 1, 3):
        bot_ms = play.table.due.at("bot")
        assert bot_ms is not None
        assert 600 <= bot_ms - play.now_ms <= 1_400
        decision = play.due("bot")
        assert isinstance(decision, Draft)
        assert isinstance(decision.entry.content, Acted)
        assert decision.entry.content.seat == seat
        assert play.table.due.at("turn") == turn_ms
    assert "bot" not in play.kinds()


def test_a_bots_answer_counts_though_others_chose_meanwhile() -> None:
    """Its right to act goes on while the exchange does."""
    play = hearts((1, 2, 3))
    ask = play.do(commands.Due("bot", play.table.due.at("bot") or 0, grace=False))
    assert isinstance(ask, AskBot)
    play.act(1, passing(play, 1))
    action = play.table.rules.parse_action(passing(play, ask.seat))
    assert isinstance(play.do(commands.BotAct(ask.seat, ask.right_since, action)), Draft)


def test_a_whole_game_of_several_hands_is_the_fold_of_its_log() -> None:
    """People play any legal card, bots by the clock; each deal brings an interlude."""
    play = hearts((0, 2))
    chance = random.Random(4)
    hands = 1
    while play.table.status is Status.PLAYING:
        position = play.table.position
        rules = play.table.rules
        people = [seat for seat in rules.acting(position) if seat in (0, 2)]
        if people:
            seat = chance.choice(people)
            action = pick(rules, chance.choice(rules.legal(position, seat)), chance.sample)
            play.act(seat, rules.action_obj(action))
        else:
            play.due("bot")
        if play.table.position.deal.number > hands:
            hands += 1
            assert play.table.turn_begins_ms in (0, play.now_ms + INTERLUDE_MS)
    assert hands > 3
    assert play.table.status is Status.OVER
    again = fold(GAME_ID, play.entries, SEED)
    assert again is not None
    assert again.position == play.table.position
    assert orjson.loads(play.entries[1].content.action)["type"] == "pass"  # type: ignore[union-attr]
