"""What holds in every position of Rami, however it was reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import RANKS, STANDARD_52
from cardrules.game import canonical
from cardrules.rami import GAME, Action, State
from cardrules.shuffle import shuffled
from tests.cardrules.making import outcome, seed_of
from tests.cardrules.rami_making import (
    STEPS_MAX,
    options,
    playing,
    positions,
    reached,
    seat_sets,
)


def all_cards(position: dict[str, Any]) -> Counter[str]:
    """All cards of a position."""
    piles = [*position["hands"].values(), *(meld["cards"] for meld in position["melds"])]
    piles += [position["stock"], position["discard"]]
    return Counter(card for pile in piles for card in pile)


def is_meld(cards: tuple[str, ...]) -> bool:
    """A set or a run by the words of the seed text."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suits = {card[1] for card in cards}
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return len(suits) == len(cards)
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(cards)))


def points(hand: list[str], ace_high: bool) -> int:
    """Ace 1 or 11, figures 10, numbers their value."""
    values = {"A": 11 if ace_high else 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    return sum(values.get(card[0]) or int(card[0]) for card in hand)


def why_not(position: dict[str, Any], seat: int, action: Action) -> str | None:
    """The first code of the page against the action, read off the written position alone."""
    hand = position["hands"].get(str(seat), [])
    drawing = position["phase"] == "draw"
    if position["phase"] == "over":
        return "game_over"
    if seat != position["turn"]:
        return "not_your_turn"
    if action.type == "draw":
        if not drawing:
            return "already_drawn"
        empty = action.source == "discard" and not position["discard"]
        return "discard_empty" if empty else None
    if drawing:
        return "must_draw_first"
    if action.type == "discard":
        if action.card not in hand:
            return "card_not_in_hand"
        returned = action.card == position["taken"] and len(hand) > 1
        return "cannot_return_taken" if returned else None
    if any(card not in hand for card in action.cards):
        return "card_not_in_hand"
    if len(set(action.cards)) < len(action.cards):
        return "duplicate_card"
    if action.type == "meld":
        if not is_meld(action.cards):
            return "not_a_meld"
    elif action.meld is None or not 0 <= action.meld < len(position["melds"]):
        return "no_such_meld"
    elif not is_meld((*position["melds"][action.meld]["cards"], *action.cards)):
        return "breaks_meld"
    used_up = position["options"]["discard_to_win"] and len(action.cards) == len(hand)
    return "must_keep_discard" if used_up else None


def universe(position: dict[str, Any], seat: int) -> Iterator[Action]:
    """Draws, every discard, and whatever could be laid down of the seat's hand, or of another's,
    with a card named twice, at melds that are not there."""
    yield from (Action("draw", source=source) for source in ("stock", "discard"))
    yield from (Action("discard", card=card) for card in STANDARD_52)
    hand = position["hands"].get(str(seat), [])
    melds = len(position["melds"])
    for size in range(1, len(hand) + 1 if len(hand) < 9 else 5):
        for cards in combinations(hand, size):
            yield Action("meld", cards=cards)
            yield from (Action("lay_off", cards=cards, meld=i) for i in range(melds))
            if size < 3:
                for meld in (None, -1, melds, 10**30):
                    yield Action("lay_off", cards=cards, meld=meld)
    others = [
        card for name, held in position["hands"].items() if name != str(seat) for card in held
    ]
    for card in (*others[:3], *hand[:1]):
        yield Action("meld", cards=(*hand[:2], card, card))
        yield Action("lay_off", cards=(card, *hand[:1], *hand[:1]), meld=0)
    yield Action("meld")


@given(positions)
@settings(deadline=None)
def test_what_the_rules_allow_applies_and_nothing_else(state: State) -> None:
    """Of all that can be written, `legal` lists and `apply` takes the allowed, else with the code
    that the page's order gives; a refused action changes nothing, cards are never lost."""
    position = GAME.dump(state)
    before = canonical(position)
    for seat in range(5):
        legal = GAME.legal(state, seat)
        assert len(set(legal)) == len(legal)
        listed = {(a.type, a.source, tuple(sorted(a.cards)), a.meld, a.card) for a in legal}
        for action in universe(position, seat):
            why = why_not(position, seat, action)
            code, step = outcome(partial(GAME.apply, state, seat, action))
            assert code == why, (seat, action)
            cards = tuple(sorted(action.cards))
            form = (action.type, action.source, cards, action.meld, action.card)
            if action.type != "lay_off" or action.cards:
                assert (form in listed) == (why is None), (seat, action)
            if step is not None and step.state.round.number == state.round.number:
                assert all_cards(GAME.dump(step.state)) == all_cards(position)
        for action in legal:
            assert why_not(position, seat, action) is None, action
    assert canonical(GAME.dump(state)) == before


@given(positions)
def test_a_position_survives_writing_and_reading(state: State) -> None:
    """Reading what was written gives an equal state, and writing that the same text."""
    position = GAME.dump(state)
    assert GAME.load(position) == state
    assert hash(GAME.load(position)) == hash(state)
    assert canonical(GAME.dump(GAME.load(position))) == canonical(position)


@given(positions)
def test_an_action_survives_writing_and_reading(state: State) -> None:
    """The notation names each legal action and no other."""
    for seat in state.seats:
        for action in GAME.legal(state, seat):
            assert GAME.parse_action(GAME.action_obj(action)) == action


@given(positions)
def test_somebody_can_always_go_on(state: State) -> None:
    """Until the game is over one seat must act and can; there is never a window."""
    acting = GAME.acting(state)
    assert GAME.window(state) is None
    assert GAME.lapse(state, state.seats) is None
    assert GAME.over(state) == (GAME.result(state) is not None) == (acting == ())
    if acting:
        assert GAME.legal(state, acting[0])
        assert GAME.auto(state, acting[0]) in GAME.legal(state, acting[0])
    for seat in state.seats:
        if seat not in acting:
            code, _ = outcome(partial(GAME.auto, state, seat))
            assert code == ("not_your_turn" if acting else "game_over")


@given(positions)
def test_the_automatic_action_is_that_of_the_page(state: State) -> None:
    """The stock; else the dearest card outside every set and run, never the taken one."""
    if GAME.over(state):
        return
    seat = GAME.acting(state)[0]
    position = GAME.dump(state)
    action = GAME.auto(state, seat)
    if position["phase"] == "draw":
        assert action == Action("draw", source="stock")
        return
    hand: list[str] = position["hands"][str(seat)]  # type: ignore[index]
    useful = {
        card
        for size in (3, 4)
        for cards in combinations(hand, size)
        if is_meld(cards)
        for card in cards
    }
    free = [card for card in hand if len(hand) == 1 or card != position["taken"]]
    choice = [card for card in free if card not in useful] or free
    ace_high = state.round.options.ace_high
    dearest = max(points([card], ace_high) for card in choice)
    assert action.card == min(card for card in choice if points([card], ace_high) == dearest)


@given(positions)
def test_reasons_say_what_discarding_would_raise(state: State) -> None:
    """Each card of a hand bears the code of its refusal, or None where it can be discarded."""
    for seat in state.seats:
        private = GAME.private_view(state, seat)
        for card, reason in zip(private.hand, private.reasons, strict=True):
            code, _ = outcome(partial(GAME.apply, state, seat, Action("discard", card=card)))
            assert code == reason


def check_end_of_round(before: dict[str, Any], action: Action, after: dict[str, Any]) -> bool:
    """Whether this step ended a round; if so, who won it, by how much, and what came then."""
    seats: list[int] = before["seats"]
    hands = {seat: list(before["hands"][str(seat)]) for seat in seats}
    mover = hands[before["turn"]]
    for card in (*action.cards, *([action.card] if action.card else [])):
        mover.remove(card)
    ends = action.type == "discard" and before["idle"] >= 4 * len(seats)
    ends |= action.source == "stock" and not before["stock"]
    counted = {seat: points(hands[seat], before["options"]["ace_high"]) for seat in seats}
    if not mover:
        winner = before["turn"]
    elif ends:
        winner = min(seats, key=lambda seat: (counted[seat], seat))
    else:
        assert after["round"] == before["round"]
        assert after["scores"] == before["scores"]
        assert after["phase"] != "over"
        return False
    scores = dict(before["scores"])
    scores[str(winner)] += sum(counted.values()) - counted[winner]
    assert after["scores"] == scores
    if max(scores.values()) >= before["options"]["limit"]:
        assert after["result"] == {"winners": [winner], "scores": scores, "reason": "limit"}
        return True
    starter = seats[(seats.index(before["starter"]) + 1) % len(seats)]
    deck = shuffled(bytes.fromhex(before["seed"]), before["shuffles"], STANDARD_52)
    size = 7 if len(seats) == 2 else 10
    circle = seats[seats.index(starter) :] + seats[: seats.index(starter)]
    dealt = size * len(seats)
    assert after["hands"] == {
        str(seat): list(deck[circle.index(seat) : dealt : len(seats)]) for seat in seats
    }
    assert after["discard"] == [deck[dealt]]
    assert after["stock"] == list(deck[dealt + 1 :])
    assert (after["round"], after["shuffles"]) == (before["round"] + 1, before["shuffles"] + 1)
    assert (after["starter"], after["turn"], after["phase"]) == (starter, starter, "draw")
    assert (after["melds"], after["taken"], after["idle"]) == ([], None, 0)
    return True


@given(seat_sets, st.integers(0, 10_000), options)
@settings(max_examples=25, deadline=None)
def test_rounds_are_won_and_dealt_as_the_page_says(
    seats: tuple[int, ...], number: int, chosen: dict[str, object]
) -> None:
    """Every step of random games: all 52 cards, whose turn, the count of idle turns, the end."""
    before: dict[str, Any] = {}
    for made, step in playing(seats, number, chosen):
        after: dict[str, Any] = GAME.dump(step.state)
        assert all_cards(after) == Counter(STANDARD_52)
        if made is not None:
            seat, action = made
            ended = check_end_of_round(before, action, after)
            assert step.turn_over == (ended or action.type == "discard")
            assert step.interlude == (ended and after["phase"] != "over")
            if not ended:
                check_turn(before, seat, action, after)
        before = after
    assert before["phase"] == "over"


def check_turn(before: dict[str, Any], seat: int, action: Action, after: dict[str, Any]) -> None:
    """Phase, turn, taken card and idle turns after a step within a round."""
    seats = before["seats"]
    if action.type == "discard":
        following = seats[(seats.index(seat) + 1) % len(seats)]
        assert (after["turn"], after["phase"], after["taken"]) == (following, "draw", None)
        assert after["discard"] == [*before["discard"], action.card]
        assert after["idle"] == before["idle"]
        return
    assert (after["turn"], after["phase"]) == (seat, "meld")
    took = action.source == "discard"
    assert after["idle"] == (before["idle"] + 1 if took else 0)
    if action.type == "draw":
        drawn = before["discard"][-1] if took else before["stock"][0]
        assert after["hands"][str(seat)] == [*before["hands"][str(seat)], drawn]
        assert after["taken"] == (drawn if took else None)
    else:
        assert after["taken"] == before["taken"]
        assert all(is_meld(tuple(meld["cards"])) for meld in after["melds"])


@given(reached())
@settings(max_examples=40, deadline=None)
def test_a_game_left_to_the_clock_ends(state: State) -> None:
    """From any position automatic actions alone come to an end."""
    for _ in range(STEPS_MAX):
        if GAME.over(state):
            return
        seat = GAME.acting(state)[0]
        state = GAME.apply(state, seat, GAME.auto(state, seat)).state
    raise AssertionError("no end")


@given(seat_sets, st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_taking_the_discard_for_ever_is_no_way_on(seats: tuple[int, ...], number: int) -> None:
    """If all only take and discard, the round stalls after four turns of each."""
    step = GAME.new({}, seats, seed_of(number))
    for turn in range(4 * len(seats)):
        assert step.state.idle == turn
        seat = GAME.acting(step.state)[0]
        state = GAME.apply(step.state, seat, Action("draw", source="discard")).state
        card = next(card for card in GAME.private_view(state, seat).hand if card != state.taken)
        step = GAME.apply(state, seat, Action("discard", card=card))
    ended = [event for event in step.events if event.type == "round_ended"]
    assert [event.cause for event in ended] == ["stalled"]


@given(seat_sets, st.integers(0, 10_000), options)
@settings(max_examples=15, deadline=None)
def test_a_game_replayed_from_its_moves_is_the_same(
    seats: tuple[int, ...], number: int, chosen: dict[str, object]
) -> None:
    """The same seed and moves lead to equal states and events, also by way of the notation."""
    steps = list(playing(seats, number, chosen))
    again = GAME.new(chosen, seats, seed_of(number), steps[0][1].state.turn_seat)
    assert again == steps[0][1]
    for made, step in steps[1:]:
        assert made is not None
        seat, action = made
        state = GAME.load(GAME.dump(again.state))
        again = GAME.apply(state, seat, GAME.parse_action(GAME.action_obj(action)))
        assert again == step
