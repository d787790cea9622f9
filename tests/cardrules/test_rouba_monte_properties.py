"""What holds in every position of Rouba Monte, however it was reached."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import STANDARD_52
from cardrules.errors import RuleError
from cardrules.game import canonical
from cardrules.rouba_monte import GAME, Action, State
from cardrules.shuffle import shuffled
from tests.cardrules.making import outcome, seed_of
from tests.cardrules.rouba_monte_making import STEPS_MAX, playing, positions, reached, seat_sets

TARGETS: tuple[tuple[str | None, int | None], ...] = (
    (None, None),
    *((center, None) for center in STANDARD_52),
    *((None, pile) for pile in (-1, 0, 1, 2, 3, 4)),
    ("7C", 0),
)
UNIVERSE = (
    *(Action("capture", card, *target) for card in STANDARD_52 for target in TARGETS),
    *(Action("discard", card) for card in STANDARD_52),
)
"""Every action that can be written down, but of both targets at once one pair alone."""


def all_cards(position: dict[str, Any]) -> Counter[str]:
    """All cards of a position."""
    piles = [*position["hands"].values(), *position["piles"].values()]
    loose = [*position["center"], *position["stock"]]
    return Counter([*loose, *(card for pile in piles for card in pile)])


def takes(position: dict[str, Any], seat: int, card: str) -> bool:
    """Whether this card could take anything, by the seed text alone."""
    others = [pile for name, pile in position["piles"].items() if name != str(seat)]
    tops = [pile[-1] for pile in others if pile]
    return any(card[0] == other[0] for other in (*position["center"], *tops))


def why_not(position: dict[str, Any], seat: int, action: Action) -> str | None:
    """The first code against this action, read off the written position."""
    card, center, pile = action.card or "", action.center, action.pile
    if position["phase"] == "over":
        return "game_over"
    if seat != position["turn"]:
        return "not_your_turn"
    hand = position["hands"][str(seat)]
    if card not in hand:
        return "card_not_in_hand"
    if action.type == "discard":
        return "must_capture" if any(takes(position, seat, one) for one in hand) else None
    if center is not None and pile is not None:
        return "one_target_only"
    if center is not None:
        if center not in position["center"]:
            return "target_missing"
        return None if center[0] == card[0] else "rank_differs"
    target = position["piles"].get(str(pile))
    if not target:
        return "target_missing"
    if pile == seat:
        return "own_pile"
    return None if target[-1][0] == card[0] else "rank_differs"


@given(positions)
@settings(deadline=None, max_examples=60)
def test_what_the_rules_allow_is_taken_and_nothing_else(state: State) -> None:
    """Of all actions, at any seat, `legal` lists and `apply` takes the allowed, with their code."""
    position = GAME.dump(state)
    before = canonical(position)
    for seat in (0, 1, 2, 3, 4, -1):
        legal = GAME.legal(state, seat)
        assert len(set(legal)) == len(legal)
        universe = UNIVERSE if seat == state.turn_seat else UNIVERSE[::41]
        for action in universe:
            reason = why_not(position, seat, action)
            assert (action in legal) == (reason is None), (seat, action)
            code, step = outcome(partial(GAME.apply, state, seat, action))
            assert code == reason, (seat, action)
            if step is not None:
                assert all_cards(GAME.dump(step.state)) == all_cards(position)
    assert canonical(GAME.dump(state)) == before


@given(positions)
def test_a_capture_puts_the_played_card_on_top(state: State) -> None:
    """The target, or the stolen pile in its order, then the card; everybody else keeps theirs."""
    seat = state.turn_seat
    if seat is None:
        return
    before: dict[str, Any] = GAME.dump(state)
    for action in GAME.legal(state, seat):
        after: dict[str, Any] = GAME.dump(GAME.apply(state, seat, action).state)
        own, card = before["piles"][str(seat)], action.card
        wanted = dict(before["piles"])
        center = list(before["center"])
        if action.pile is not None:
            wanted |= {str(seat): [*own, *wanted[str(action.pile)], card], str(action.pile): []}
        elif action.center is not None:
            wanted[str(seat)] = [*own, action.center, card]
            center.remove(action.center)
        else:
            center.append(card)
        assert after["piles"] == wanted
        assert after["center"] == center


def circle(state: State) -> list[int]:
    """The active seats, from the first after the dealer on."""
    active = list(state.active_seats)
    return [s for s in active if s > state.dealer_seat] + [
        s for s in active if s <= state.dealer_seat
    ]


@given(positions)
def test_the_turn_goes_to_the_next_who_holds_cards(state: State) -> None:
    """Empty hands are passed over; with all empty it is dealt on, or the game is over."""
    seat = state.turn_seat
    if seat is None:
        return
    hands = dict(zip(state.seats, map(state.cards, range(len(state.seats))), strict=True))
    for action in GAME.legal(state, seat):
        step = GAME.apply(state, seat, action)
        after = step.state
        assert step.turn_over
        holders = [s for s in hands if len(hands[s]) > (s == seat)]
        later = [s for s in holders if s > seat] + [s for s in holders if s <= seat]
        if later:
            assert after.turn_seat == later[0]
            assert not step.interlude
        elif state.deal.stock:
            check_deal(state, after)
            assert step.interlude
        else:
            assert GAME.over(after)


def check_deal(before: State, after: State) -> None:
    """Up to four each, card by card round the circle, from the top of the stock."""
    order, stock = circle(before), before.deal.stock
    wanted: dict[int, list[str]] = {seat: [] for seat in before.seats}
    for number, card in enumerate(stock[: 4 * len(order)]):
        wanted[order[number % len(order)]].append(card)
    for place, seat in enumerate(after.seats):
        assert list(after.cards(place)) == wanted[seat]
    assert after.deal.stock == stock[4 * len(order) :]
    assert after.turn_seat == order[0]


@given(positions)
def test_who_leaves_lays_everything_open(state: State) -> None:
    """Hand, then pile, come to the centre in order; with fewer than two left the game is over."""
    position: dict[str, Any] = GAME.dump(state)
    for seat in (0, 1, 2, 3):
        code, step = outcome(partial(GAME.leave, state, seat))
        if GAME.over(state):
            assert code == "game_over"
            continue
        if seat not in position["active"]:
            assert code == "not_active"
            continue
        after: dict[str, Any] = GAME.dump(step.state)
        given_up = position["hands"][str(seat)] + position["piles"][str(seat)]
        assert after["center"] == position["center"] + given_up
        assert after["active"] == [one for one in position["active"] if one != seat]
        assert all_cards(after) == all_cards(position)
        assert after["piles"][str(seat)] == after["hands"][str(seat)] == []
        result = GAME.result(step.state)
        if len(after["active"]) < 2:
            assert result is not None
            assert (result.winners, result.reason) == ((), "too_few")
            assert set(dict(result.scores).values()) == {0}
        elif seat != position["turn"]:
            assert after["turn"] == position["turn"]
            assert not step.turn_over
            assert not step.interlude
        else:
            assert step.turn_over
            assert after["turn"] != seat


@given(positions)
def test_a_position_survives_writing_and_reading(state: State) -> None:
    """Reading what was written gives an equal state, and writing that the same text."""
    position = GAME.dump(state)
    assert GAME.load(position) == state
    assert hash(GAME.load(position)) == hash(state)
    assert GAME.dump(GAME.load(position)) == position


@given(st.sampled_from(UNIVERSE))
def test_an_action_survives_writing_and_reading(action: Action) -> None:
    """The notation names each action and no other."""
    assert GAME.parse_action(GAME.action_obj(action)) == action


def automatic(position: dict[str, Any], legal: tuple[Action, ...]) -> Action:
    """Decision 5, read off the written position."""

    def rank(action: Action) -> tuple[int, int, str, str]:
        if action.pile is not None:
            size = len(position["piles"][str(action.pile)])
            return 0, -size, action.card or "", str(action.pile)
        kind = 1 if action.type == "capture" else 2
        return kind, 0, action.card or "", action.center or ""

    return min(legal, key=rank)


@given(positions)
def test_somebody_can_always_go_on(state: State) -> None:
    """Until it is over one seat must act and can; the automatic action is as the page says."""
    acting = GAME.acting(state)
    assert GAME.window(state) is None
    if GAME.over(state):
        assert acting == ()
        assert GAME.result(state) is not None
        assert not any(GAME.legal(state, seat) for seat in state.seats)
        return
    assert GAME.result(state) is None
    assert len(acting) == 1
    legal = GAME.legal(state, acting[0])
    assert legal
    assert GAME.auto(state, acting[0]) == automatic(GAME.dump(state), legal)
    for seat in set(range(-1, 5)) - set(acting):
        with pytest.raises(RuleError, match="not_your_turn"):
            GAME.auto(state, seat)


@given(positions)
def test_reasons_say_what_using_a_card_would_raise(state: State) -> None:
    """Each card of a hand has a use, or bears the code of its refusal."""
    for seat in state.seats:
        private = GAME.private_view(state, seat)
        for card, reason in zip(private.hand, private.reasons, strict=True):
            uses = [action for action in private.legal if action.card == card]
            assert bool(uses) == (reason is None)
            if reason is not None:
                code, _ = outcome(partial(GAME.apply, state, seat, Action("discard", card)))
                assert code == reason


@given(seat_sets, st.integers(0, 10_000), st.sampled_from((0.0, 0.03)))
@settings(max_examples=40, deadline=None)
def test_a_random_game_ends_with_all_its_cards(
    seats: tuple[int, ...], number: int, leaving: float
) -> None:
    """All 52 cards are there at every step, and the last one counts the piles."""
    step = None
    for _, step in playing(seats, number, leaving):
        assert all_cards(GAME.dump(step.state)) == Counter(STANDARD_52)
    assert step is not None
    state = step.state
    result = GAME.result(state)
    assert result is not None
    assert tuple(seat for seat, _ in result.scores) == seats
    if result.reason == "too_few":
        assert len(state.active_seats) == 1
        return
    sizes = dict(zip(seats, map(len, state.piles), strict=True))
    assert dict(result.scores) == sizes
    most = max(sizes[seat] for seat in state.active_seats)
    assert result.winners == tuple(seat for seat in state.active_seats if sizes[seat] == most)


@given(seat_sets, st.integers(0, 10_000), st.data())
def test_the_deal_is_that_of_the_page(
    seats: tuple[int, ...], number: int, data: st.DataObject
) -> None:
    """Four open cards off the top, then four each in rounds of one; `starter` deals."""
    dealer = data.draw(st.sampled_from(seats))
    state = GAME.new({}, seats, seed_of(number), dealer).state
    deck = shuffled(seed_of(number), 0, STANDARD_52)
    assert state.open_cards == deck[:4]
    order = circle(state)
    assert order[-1] == dealer
    for place, seat in enumerate(seats):
        begin = 4 + order.index(seat)
        assert state.cards(place) == deck[begin : 4 + 4 * len(seats) : len(seats)]
    assert state.deal.stock == deck[4 + 4 * len(seats) :]
    assert (state.turn_seat, state.dealer_seat) == (order[0], dealer)
    assert GAME.new({}, seats, seed_of(number)).state.dealer_seat == seats[0]


@given(reached())
@settings(max_examples=40, deadline=None)
def test_a_game_left_to_the_clock_ends(state: State) -> None:
    """Automatic actions alone come to an end."""
    for _ in range(STEPS_MAX):
        if GAME.over(state):
            return
        seat = GAME.acting(state)[0]
        state = GAME.apply(state, seat, GAME.auto(state, seat)).state
    raise AssertionError("the game does not end")


@given(seat_sets, st.integers(0, 10_000), st.sampled_from((0.0, 0.03)))
@settings(max_examples=20, deadline=None)
def test_a_game_replayed_from_its_moves_is_the_same(
    seats: tuple[int, ...], number: int, leaving: float
) -> None:
    """The same seed and moves lead to equal states and events, also by way of the notation."""
    steps = list(playing(seats, number, leaving))
    again = GAME.new({}, seats, seed_of(number), steps[0][1].state.dealer_seat)
    assert again == steps[0][1]
    for taken, step in steps[1:]:
        assert taken is not None
        seat, action = taken
        state = GAME.load(GAME.dump(again.state))
        if action is None:
            again = GAME.leave(state, seat)
        else:
            again = GAME.apply(state, seat, GAME.parse_action(GAME.action_obj(action)))
        assert again == step


def test_the_end_from_outside_has_no_winners() -> None:
    """`void` ends any unfinished game with nobody winning; nothing else ends a seat's game."""
    state = GAME.new({}, (1, 3), seed_of(1)).state
    for reason in ("resigned", "flag", "absent", "stalled", ""):
        with pytest.raises(RuleError, match="unknown_action"):
            GAME.forfeit(state, 1, reason)
    with pytest.raises(RuleError, match="no_window"):
        GAME.expire(state)
    assert GAME.lapse(state, (1, 3)) is None
    step = GAME.forfeit(state, 1, "void")
    result = GAME.result(step.state)
    assert result is not None
    assert (result.winners, result.scores, result.reason) == ((), ((1, 0), (3, 0)), "void")
    assert GAME.load(GAME.dump(step.state)) == step.state
    for late in (
        lambda: GAME.forfeit(step.state, 1, "void"),
        lambda: GAME.forfeit(step.state, 1, "resigned"),
        lambda: GAME.leave(step.state, 1),
        lambda: GAME.auto(step.state, 1),
    ):
        with pytest.raises(RuleError, match="game_over"):
            late()
