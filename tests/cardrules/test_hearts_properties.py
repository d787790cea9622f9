"""What holds in every position of Hearts, however it was reached."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import RANKS, STANDARD_52
from cardrules.errors import RuleError
from cardrules.game import canonical, choices
from cardrules.hearts import GAME, Action, State
from cardrules.shuffle import shuffled
from tests.cardrules.hearts_making import SEATS, STEPS_MAX, playing, positions, reached
from tests.cardrules.making import outcome, seed_of

UNIVERSE = tuple(Action("play", card) for card in STANDARD_52)
"""Every card that can be named; passes are drawn, they are too many."""

POINT_CARDS = {"QS", *(card for card in STANDARD_52 if card[1] == "H")}


def all_cards(position: dict[str, Any]) -> Counter[str]:
    """All cards of a position."""
    piles = [*position["hands"].values(), *position["taken"].values()]
    table = [played["card"] for played in position["trick"]]
    return Counter([*table, *(card for pile in piles for card in pile)])


def why_not(position: dict[str, Any], seat: int, card: str) -> str | None:
    """The first code against this play, read off the written position and the seed text alone."""
    if position["phase"] != "play":
        return {"over": "game_over", "pass": "wrong_phase"}[position["phase"]]
    if seat != position["turn"]:
        return "not_your_turn"
    hand, trick = position["hands"][str(seat)], position["trick"]
    if card not in hand:
        return "card_not_in_hand"
    first = position["tricks"] == 0
    if not trick:
        if first and "2C" in hand:
            return None if card == "2C" else "must_lead_2c"
        free = position["broken"] or all(one[1] == "H" for one in hand)
        return None if card[1] != "H" or free else "hearts_not_broken"
    led = trick[0]["card"][1]
    if any(one[1] == led for one in hand):
        return None if card[1] == led else "must_follow_suit"
    if first and card in POINT_CARDS and not set(hand) <= POINT_CARDS:
        return "no_points_first_trick"
    return None


def why_no_pass(position: dict[str, Any], seat: int, cards: tuple[str, ...]) -> str | None:
    """The same for a pass."""
    if position["phase"] != "pass":
        return "game_over" if position["phase"] == "over" else "wrong_phase"
    if str(seat) in position["chosen"]:
        return "already_passed"
    if seat not in SEATS:
        return "not_your_turn"
    if len(cards) != 3:
        return "pass_needs_three"
    if len(set(cards)) != 3:
        return "duplicate_card"
    held = set(cards) <= set(position["hands"][str(seat)])
    return None if held else "card_not_in_hand"


@given(positions)
@settings(deadline=None)
def test_what_the_rules_allow_is_played_and_nothing_else(state: State) -> None:
    """Of all 52 cards, at any seat, `legal` lists and `apply` takes the allowed, with its code."""
    position = GAME.dump(state)
    before = canonical(position)
    for seat in (*SEATS, 4, -1):
        legal = GAME.legal(state, seat)
        assert len(set(legal)) == len(legal)
        for action in UNIVERSE:
            reason = why_not(position, seat, action.card or "")
            assert (action in legal) == (reason is None), (seat, action)
            code, step = outcome(partial(GAME.apply, state, seat, action))
            assert code == reason, (seat, action)
            if step is not None and not step.interlude:
                after = GAME.dump(step.state)
                assert all_cards(after) == all_cards(position)
    assert canonical(GAME.dump(state)) == before


@given(positions, st.lists(st.sampled_from(STANDARD_52), max_size=5), st.integers(-1, 4), st.data())
@settings(deadline=None)
def test_a_pass_is_three_of_the_own_cards_once(
    state: State, cards: list[str], seat: int, data: st.DataObject
) -> None:
    """Any list of cards at any seat gets the first code of the page, or is the seat's choice."""
    position = GAME.dump(state)
    before = canonical(position)
    if seat in SEATS and data.draw(st.booleans()):
        hand = position["hands"][str(seat)]  # type: ignore[index]
        cards = data.draw(st.lists(st.sampled_from(hand), max_size=4)) if hand else cards
    named = tuple(cards)
    code, step = outcome(lambda: GAME.apply(state, seat, Action("pass", cards=named)))
    assert code == why_no_pass(position, seat, named)
    assert canonical(GAME.dump(state)) == before
    if step is not None:
        assert all_cards(GAME.dump(step.state)) == all_cards(position)


@given(reached())
@settings(max_examples=30, deadline=None)
def test_the_compact_pass_stands_for_every_choice(state: State) -> None:
    """One entry for each seat that has not chosen; its 286 choices apply, it itself doesn't."""
    for seat in SEATS:
        legal = GAME.legal(state, seat)
        waiting = state.phase == "pass" and not state.deal.chosen[seat]
        assert (len(legal) == 1 and legal[0].type == "pass") == waiting
        if waiting:
            named = list(choices(GAME, legal[0]))
            assert {frozenset(action.cards) for action in named} == {
                frozenset(three) for three in combinations(state.cards(seat), 3)
            }
            assert len(named) == 286
            for action in named[::17]:
                GAME.apply(state, seat, action)
            assert outcome(partial(GAME.apply, state, seat, legal[0]))[0] == ("malformed_action")


@given(positions)
@settings(deadline=None)
def test_a_position_survives_writing_and_reading(state: State) -> None:
    """Reading what was written gives an equal state, and writing that the same text."""
    position = GAME.dump(state)
    assert GAME.load(position) == state
    assert hash(GAME.load(position)) == hash(state)
    assert GAME.dump(GAME.load(position)) == position


@given(positions)
@settings(deadline=None)
def test_somebody_can_always_go_on(state: State) -> None:
    """Until it is over some seat must act, and each that must has a legal and an automatic one."""
    acting = GAME.acting(state)
    assert GAME.window(state) is None
    assert outcome(lambda: GAME.expire(state))[0] == "no_window"
    if GAME.over(state):
        assert acting == ()
        assert GAME.result(state) is not None
        return
    assert GAME.result(state) is None
    assert acting
    for seat in (*SEATS, 4, -1):
        legal = GAME.legal(state, seat)
        assert bool(legal) == (seat in acting)
        if seat in acting:
            GAME.apply(state, seat, GAME.auto(state, seat))
        else:
            acting_code = outcome(partial(GAME.apply, state, seat, _attempt(state)))[0]
            assert outcome(partial(GAME.auto, state, seat))[0] == acting_code


def _attempt(state: State) -> Action:
    if state.phase == "pass":
        return Action("pass", cards=("2C", "3C", "4C"))
    return Action("play", "2C")


@given(positions, st.data())
@settings(deadline=None)
def test_reasons_say_what_using_a_card_would_raise(state: State, data: st.DataObject) -> None:
    """Each card of a hand bears the code of its refusal; in the pass every card may be chosen."""
    seat = data.draw(st.sampled_from(SEATS))
    private = GAME.private_view(state, seat)
    for card, reason in zip(private.hand, private.reasons, strict=True):
        if state.phase == "pass":
            assert reason == (None if seat in GAME.acting(state) else "already_passed")
        else:
            assert reason == outcome(partial(GAME.apply, state, seat, Action("play", card)))[0]


@given(st.integers(0, 10_000), st.sampled_from((26, 100, 137)))
@settings(max_examples=12, deadline=None)
def test_a_random_game_ends_with_every_hand_accounted_for(number: int, limit: int) -> None:
    """52 cards at every step; each hand shares out 26 points, or 78 at a moon; the lowest wins."""
    hands = 0
    step = None
    for taken, step in playing(number, limit):
        position = GAME.dump(step.state)
        assert all_cards(position) == Counter(STANDARD_52)
        deals = sum(event.type == "dealt" for event in step.events)
        assert step.interlude == (deals == 4) == (taken is None or deals > 0)
        scored = [event for event in step.events if event.type == "scored"]
        for event in scored:
            hands += 1
            assert event.number == hands
            assert sum(event.points) == (26 if event.seat is None else 78)
            assert sorted(event.points) == [0, 26, 26, 26] or event.seat is None
    assert step is not None
    result = GAME.result(step.state)
    assert result is not None
    totals = [sum(points) for points in zip(*step.state.deal.sheet, strict=True)]
    assert result.scores == tuple(enumerate(totals))
    assert max(totals) >= limit
    assert all(max(t) < limit for t in _running(step.state.deal.sheet)[:-1])
    assert result.winners == tuple(seat for seat in SEATS if totals[seat] == min(totals))
    assert result.reason == "limit"


def _running(sheet: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    totals = [0, 0, 0, 0]
    running = []
    for points in sheet:
        totals = [total + one for total, one in zip(totals, points, strict=True)]
        running.append(totals)
    return running


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_tricks_go_to_the_highest_of_the_suit_led(number: int) -> None:
    """The history tells who played what; each trick's cards lie with its taker, who leads next."""
    for _, step in playing(number, 26):
        state = step.state
        piles: list[list[str]] = [[], [], [], []]
        leader = None
        for trick in state.history:
            assert leader in (None, trick.leader)
            led = [card for card in trick.cards if card[1] == trick.cards[0][1]]
            best = max(led, key=lambda card: RANKS.index(card[0]))
            leader = (trick.leader + trick.cards.index(best)) % 4
            piles[leader] += trick.cards
        assert state.taken == tuple(map(tuple, piles))
        assert state.tricks == len(state.history)
        if state.history:
            hearts = any(card[1] == "H" for trick in state.history for card in trick.cards)
            assert state.broken == hearts
            assert state.phase == "over" or state.leader == leader


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_each_hand_is_the_seeds_next_shuffle(number: int) -> None:
    """Card k of shuffle n goes to seat k mod 4; left, right, across, none, and again."""
    for _, step in playing(number, 137):
        dealt = [event for event in step.events if event.type == "dealt"]
        if dealt:
            state = step.state
            deck = shuffled(seed_of(number), state.deal.number - 1, STANDARD_52)
            assert state.deal.shuffles == state.deal.number
            hands = [tuple(deck[k] for k in range(52) if k % 4 == seat) for seat in SEATS]
            assert [event.cards for event in dealt] == hands
            assert list(map(state.cards, SEATS)) == hands
            way = ("left", "right", "across", "none")[(state.deal.number - 1) % 4]
            position = GAME.dump(state)
            assert position["pass"] == way
            assert position["phase"] == ("play" if way == "none" else "pass")
            if way == "none":
                assert "2C" in state.cards(state.turn)


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_cards_move_at_once_to_the_right_seat(number: int) -> None:
    """Nothing moves until the fourth choice; then each hand has lost three and got three."""
    way = {"left": 1, "right": 3, "across": 2}
    before = None
    for taken, step in playing(number, 60):
        if taken is not None and taken[1].type == "pass" and before is not None:
            if step.state.phase == "pass":
                assert not step.turn_over
                assert list(map(before.cards, SEATS)) == list(map(step.state.cards, SEATS))
            else:
                assert step.turn_over
                deal = step.state.deal
                chosen = [*before.deal.chosen]
                chosen[taken[0]] = taken[1].cards
                for seat in SEATS:
                    to = (seat + way[deal.direction]) % 4
                    kept = tuple(card for card in before.cards(to) if card not in chosen[to])
                    assert step.state.cards(to) == kept + chosen[seat]
                    assert GAME.private_view(step.state, to).received == chosen[seat]
                    assert GAME.private_view(step.state, seat).passed == chosen[seat]
        before = step.state


@given(reached())
@settings(max_examples=20, deadline=None)
def test_a_game_left_to_the_clock_ends(state: State) -> None:
    """From any position automatic actions alone come to an end."""
    moves = 0
    while not GAME.over(state):
        seat = GAME.acting(state)[0]
        state = GAME.apply(state, seat, GAME.auto(state, seat)).state
        moves += 1
        assert moves < STEPS_MAX


@given(positions)
@settings(deadline=None)
def test_an_automatic_card_takes_no_points_that_it_need_not(state: State) -> None:
    """Who can play below what stands does; the queen is kept while anything else will do."""
    if state.phase != "play":
        return
    seat = state.turn
    card = GAME.auto(state, seat).card or ""
    legal = [action.card or "" for action in GAME.legal(state, seat)]
    assert card in legal
    if not state.trick:
        assert card != "QS" or legal == ["QS"]
        return
    led = state.trick[0][1]
    if card[1] != led:
        assert "QS" not in legal or card == "QS"
        return
    height = {one: RANKS.index(one[0]) for one in legal}
    standing = max(RANKS.index(one[0]) for one in state.trick if one[1] == led)
    if min(height.values()) < standing:
        assert height[card] < standing
    else:
        assert card != "QS" or legal == ["QS"]


@given(st.integers(0, 10_000))
@settings(max_examples=8, deadline=None)
def test_a_game_replayed_from_its_moves_is_the_same(number: int) -> None:
    """The same seed and moves lead to equal states and events, also by way of the notation."""
    steps = list(playing(number, 60))
    again = GAME.new({"limit": 60}, SEATS, seed_of(number))
    assert again == steps[0][1]
    for taken, step in steps[1:]:
        assert taken is not None
        seat, action = taken
        state = GAME.load(GAME.dump(again.state))
        again = GAME.apply(state, seat, GAME.parse_action(GAME.action_obj(action)))
        assert again == step


@given(positions, st.integers(-1, 5), st.sampled_from(("resigned", "flag", "absent", "void")))
@settings(deadline=None)
def test_nobody_leaves_and_only_the_void_ends(state: State, seat: int, reason: str) -> None:
    """Who leaves stays under a bot; a void game has totals and no winners."""
    over = GAME.over(state)
    expected = "game_over" if over else "seat_stays" if seat in SEATS else "not_your_turn"
    assert outcome(lambda: GAME.leave(state, seat))[0] == expected
    code, step = outcome(lambda: GAME.forfeit(state, seat, reason))
    if over or reason != "void":
        assert code == ("game_over" if over else "unknown_action")
        return
    assert step.turn_over
    result = GAME.result(step.state)
    assert result is not None
    assert (result.winners, result.reason) == ((), "void")
    assert result.scores == tuple(enumerate(state.deal.scores))
    assert GAME.load(GAME.dump(step.state)) == step.state


def test_a_hand_that_cannot_be_followed_by_a_deal_does_not_end() -> None:
    """Without a seed the last card of a hand is legal and refused, and nothing changes."""
    for _, step in playing(5, 500):
        state = step.state
        if sum(held.bit_count() for held in state.hands) == 1:
            break
    position = GAME.dump(state)
    del position["seed"]
    state = GAME.load(position)
    seat = state.turn
    (action,) = GAME.legal(state, seat)
    with pytest.raises(RuleError) as refusal:
        GAME.apply(state, seat, action)
    assert refusal.value.code == "no_seed"
    assert GAME.dump(state) == position
