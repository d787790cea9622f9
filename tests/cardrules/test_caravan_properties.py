"""What holds in every position of Caravan, in every variant, however it was reached."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.caravan import GAME, Action, State
from cardrules.cards import STANDARD_54
from cardrules.errors import RuleError
from cardrules.game import canonical
from tests.cardrules.caravan_making import (
    choose,
    playing,
    positions,
    reached,
    variant_sets,
    whole_deck,
)
from tests.cardrules.making import seed_of

CARDS = tuple(dict.fromkeys(STANDARD_54))
UNIVERSE = (
    *(Action("place", card, route) for card in CARDS for route in (-1, 0, 1, 2, 3)),
    *(
        Action("attach", card, route, seat, index)
        for card in CARDS
        for seat in (0, 1)
        for route in (0, 1, 2)
        for index in range(5)
    ),
    *(Action("attach", "KD", route, seat, 0) for route, seat in ((0, 2), (3, 0), (-1, 1))),
    *(Action("discard", card) for card in CARDS),
    *(Action("disband", None, route) for route in (-1, 0, 1, 2, 3)),
)
"""Every action that can be written down, within and a little beyond the table's bounds."""


def value(card: str) -> int:
    """The printed value."""
    return "A23456789T".index(card[0]) + 1


def going(route: dict[str, Any], variants: list[str]) -> tuple[str | None, str]:
    """Direction and suit of a written route with cards in it, by decisions 3 and 15."""
    cards = route["cards"]
    queens = [figure for figure in cards[-1][1:] if figure[0] == "Q"]
    suit = cards[0][0][1] if "founding_suit" in variants else cards[-1][0][1]
    if queens:
        suit = queens[-1][1]
    if len(cards) == 1:
        return None, suit
    up = value(cards[-1][0]) > value(cards[-2][0])
    if len(queens) % 2:
        up = not up
    return route["held"] or ("up" if up else "down"), suit


def refusal(position: dict[str, Any], seat: int, action: Action) -> str | None:
    """The page's code for this action, read off the written position alone, or None."""
    variants, hand = position["options"]["variants"], position["hands"].get(str(seat), [])
    if position["phase"] == "over":
        return "game_over"
    if seat != position["turn"]:
        return "not_your_turn"
    opening = position["moves"][str(seat)] < 3
    card, kind = action.card or "", action.type
    if opening and kind != "place":
        holds_numeric = any(other[0] not in "JQKX" for other in hand)
        if kind != "discard" or holds_numeric:
            return "opening_place_only"
    if card and card not in hand:
        return "card_not_in_hand"
    if kind == "discard":
        return None
    owner = seat if action.seat is None else action.seat
    if owner not in (0, 1) or action.route not in (0, 1, 2):
        return "no_such_route"
    route = position["routes"][str(owner)][action.route]
    if kind == "disband":
        return None if route["cards"] else "route_empty"
    if kind == "place":
        return placing(route, variants, card, opening)
    return attaching(route, variants, card, action.index or 0)


def placing(route: dict[str, Any], variants: list[str], card: str, opening: bool) -> str | None:
    """Why a card of the hand may not be placed here, or None."""
    if card[0] in "JQKX":
        return "not_numeric"
    if not route["cards"]:
        return None
    if opening:
        return "route_not_empty"
    last = value(route["cards"][-1][0])
    if value(card) == last:
        return "same_value"
    direction, suit = going(route, variants)
    onward = value(card) > last if direction == "up" else value(card) < last
    return None if direction is None or onward or card[1] == suit else "wrong_direction"


def attaching(route: dict[str, Any], variants: list[str], card: str, index: int) -> str | None:
    """Why a card of the hand may not be attached here, or None."""
    cards = route["cards"]
    if index >= len(cards):
        return "no_such_card"
    if card[0] not in "JQKX":
        return "not_a_figure"
    if card[0] == "Q" and index < len(cards) - 1 and "queens_anywhere" not in variants:
        return "queen_not_last"
    full = len(cards[index]) > 3 and "no_figure_limit" not in variants
    return "card_full" if full else None


@given(positions)
@settings(max_examples=60, deadline=None)
def test_what_the_decisions_allow_applies_and_nothing_else(state: State) -> None:
    """Out of every action that can be written, `legal` lists and `apply` takes the allowed."""
    position = GAME.dump(state)
    before = canonical(position)
    decks = [whole_deck(position, seat) for seat in (0, 1)]
    for seat in (0, 1, 2):
        legal = set(GAME.legal(state, seat))
        assert len(legal) == len(GAME.legal(state, seat))
        for action in UNIVERSE:
            code = refusal(position, seat, action)
            assert (action in legal) == (code is None), (seat, action)
            if code is None:
                after = GAME.dump(GAME.apply(state, seat, action).state)
                assert [whole_deck(after, owner) for owner in (0, 1)] == decks
            else:
                with pytest.raises(RuleError) as refused:
                    GAME.apply(state, seat, action)
                assert refused.value.code == code, (seat, action)
    assert canonical(GAME.dump(state)) == before


@given(positions)
def test_legal_actions_go_by_kind_and_by_the_hand(state: State) -> None:
    """Place, attach, discard by the hand's order; then disband; routes and cards from the first."""
    if GAME.over(state):
        assert GAME.legal(state, 0) == GAME.legal(state, 1) == ()
        return
    hand = state.sides[state.turn].hand
    kinds = ("place", "attach", "discard", "disband")

    def rank(action: Action) -> tuple[int, ...]:
        at = hand.index(action.card) if action.card else 0
        return kinds.index(action.type), at, action.seat or 0, action.route or 0, action.index or 0

    legal = GAME.legal(state, state.turn)
    assert list(legal) == sorted(legal, key=rank)
    assert GAME.auto(state, state.turn) == legal[0]


@given(positions)
def test_a_position_survives_writing_and_reading(state: State) -> None:
    """Reading what was written gives an equal state, and writing that the same text."""
    position = GAME.dump(state)
    assert GAME.load(position) == state
    assert GAME.dump(GAME.load(position)) == position


@given(st.sampled_from(UNIVERSE))
def test_an_action_survives_writing_and_reading(action: Action) -> None:
    """The notation names each action and no other."""
    assert GAME.parse_action(GAME.action_obj(action)) == action


@given(positions)
def test_the_seat_in_turn_can_go_on(state: State) -> None:
    """Until it is over one seat acts and can; there are no windows."""
    assert GAME.window(state) is None
    if GAME.over(state):
        assert GAME.acting(state) == ()
        assert GAME.result(state) is not None
        return
    assert GAME.acting(state) == (state.turn,)
    assert GAME.legal(state, state.turn)
    assert GAME.result(state) is None


@given(positions, st.sampled_from((0, 1)))
def test_reasons_say_why_a_card_has_no_use(state: State, seat: int) -> None:
    """A card has no reason exactly where some action takes it; a reason is what acting raises."""
    private = GAME.private_view(state, seat)
    used = {action.card for action in private.legal}
    for card, reason in zip(private.hand, private.reasons, strict=True):
        assert (reason is None) == (card in used)
        if reason is not None:
            with pytest.raises(RuleError) as refused:
                GAME.apply(state, seat, Action("discard", card))
            assert refused.value.code == reason


@given(variant_sets, st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_a_random_game_ends_with_all_its_cards(variants: tuple[str, ...], number: int) -> None:
    """Each seat's deck is whole at every step, hands are full while there is a deck, it ends."""
    step = None
    decks = None
    for seat, action, step in playing(variants, number):
        position = GAME.dump(step.state)
        now = [whole_deck(position, owner) for owner in (0, 1)]
        decks = decks or now
        assert now == decks
        for owner in (0, 1):
            side = step.state.sides[owner]
            if side.deck_left and action is not None and action.type != "disband":
                assert len(side.hand) >= 5
            assert side.known.reshuffles <= (2 if "reshuffle" in variants else 0)
        if seat is not None and action is not None:
            same = step.state.turn == seat
            assert step.turn_over != same
            assert not step.interlude
    assert step is not None
    assert decks is not None
    size = 30 if "short_deck" in variants else 108 if "double_deck" in variants else 54
    assert [deck.total() for deck in decks] == [size, size]
    if size != 30:
        assert decks == [Counter(STANDARD_54 * (size // 54))] * 2
    check_result(step.state)


def check_result(state: State) -> None:
    """The result of a game played to its end, counted anew from the routes."""
    result = GAME.result(state)
    assert result is not None
    values = [[route.value for route in side.routes] for side in state.sides]
    sold = [0, 0]
    for own, other in zip(*values, strict=True):
        fits = [21 <= own <= 26, 21 <= other <= 26]
        if fits[0] != fits[1] or (fits[0] and own != other):
            sold[0 if fits == [True, False] or (all(fits) and own > other) else 1] += 1
    assert result.scores == ((0, sold[0]), (1, sold[1]))
    if result.reason == "sold":
        (winner,) = result.winners
        assert sold[winner] >= 2
        assert sum(sold) == 3 or state.variants.quick_sale
    else:
        assert result.reason == "out_of_cards"
        (winner,) = result.winners
        loser = state.sides[1 - winner]
        assert not loser.hand
        assert not loser.deck_left


@given(positions)
def test_a_route_is_worth_its_cards_with_kings(state: State) -> None:
    """Each king doubles its card, or adds it once more; nothing else adds."""
    for side in state.sides:
        for route in side.routes:
            worth = 0
            for numeric, *figures in route.cards:
                kings = sum(figure[0] == "K" for figure in figures)
                times = 1 + kings if state.variants.adding_kings else 2**kings
                worth += value(numeric) * times
            assert route.value == worth


@given(positions, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_what_a_position_shows_of_a_route_was_never_stored(state: State, number: int) -> None:
    """After any action a route reads as one loaded from its cards and `held` alone."""
    if GAME.over(state):
        return
    after = GAME.apply(state, state.turn, choose(state, random.Random(number))).state
    again = GAME.load(GAME.dump(after))
    for side, other in zip(after.sides, again.sides, strict=True):
        for route, read in zip(side.routes, other.routes, strict=True):
            assert (route.value, route.course, route.room) == (read.value, read.course, read.room)


@given(variant_sets, st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_figures_known_for_certain_are_in_the_hand(variants: tuple[str, ...], number: int) -> None:
    """No seat holds fewer figures than everyone may count on."""
    for _, _, step in playing(variants, number):
        for side in step.state.sides:
            held = sum(card[0] in "JQKX" for card in side.hand)
            assert side.known.figures <= held
            recycled = Counter(side.known.recycled)
            if side.known.reshuffles:
                assert Counter(side.deck_left) <= recycled


@given(variant_sets, st.integers(0, 10_000), st.sampled_from((0, 1, None)))
@settings(max_examples=30, deadline=None)
def test_a_game_replayed_from_its_moves_is_the_same(
    variants: tuple[str, ...], number: int, starter: int | None
) -> None:
    """The same seed and moves lead to equal states and events, also by way of the notation."""
    steps = list(playing(variants, number, starter))
    again = GAME.new({"variants": variants}, (0, 1), seed_of(number), starter)
    assert again == steps[0][2]
    for seat, action, step in steps[1:]:
        assert seat is not None
        assert action is not None
        state = GAME.load(GAME.dump(again.state))
        again = GAME.apply(state, seat, GAME.parse_action(GAME.action_obj(action)))
        assert again == step


@given(reached())
@settings(deadline=None)
def test_a_game_of_automatic_actions_ends(state: State) -> None:
    """The first legal action over and over uses up every deck."""
    moves = 0
    while not GAME.over(state):
        state = GAME.apply(state, state.turn, GAME.auto(state, state.turn)).state
        moves += 1
        assert moves < 2_000
    check_result(state)
