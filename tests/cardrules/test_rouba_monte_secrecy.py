"""No seat learns from the views and events of Rouba Monte what it may not know."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import HIDDEN, STANDARD_PLACES
from cardrules.game import canonical, seat_view
from cardrules.rouba_monte import GAME, Event, State
from cardrules.rouba_monte.memory import Contradiction, recall
from cardrules.tricks import card_set
from tests.cardrules.rouba_monte_making import playing, positions, seat_sets

SEATS = (0, 1, 2, 3)


def otherwise(state: State, knowing: int | None, rng: random.Random) -> State:
    """The same position with the hidden cards lying otherwise; the knowing seat's hand stays."""
    hands = [state.cards(place) for place in range(len(state.seats))]
    free = [place for place, seat in enumerate(state.seats) if seat != knowing]
    pool = [card for place in free for card in hands[place]] + [*state.deal.stock]
    rng.shuffle(pool)
    for place in free:
        hands[place] = tuple(pool.pop() for _ in hands[place])
    deal = replace(state.deal, seed=rng.randbytes(32), held=tuple(hands), stock=tuple(pool))
    return State(
        deal,
        tuple(map(card_set, hands)),
        state.center,
        state.laid,
        state.piles,
        state.turn,
        state.history,
        state.result,
    )


@given(positions, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_hidden_cards_change_no_view(state: State, number: int) -> None:
    """States that differ only in what a seat may not see look the same to that seat."""
    rng = random.Random(number)
    for knowing in (None, *SEATS):
        other = otherwise(state, knowing, rng)
        mine, theirs = seat_view(GAME, state, knowing), seat_view(GAME, other, knowing)
        assert mine == theirs
        assert canonical(GAME.view_obj(mine)) == canonical(GAME.view_obj(theirs))


def test_the_secrecy_test_can_fail() -> None:
    """The other positions do differ: those whose cards were moved see others."""
    state = next(playing(SEATS, 1))[1].state
    other = otherwise(state, 0, random.Random(1))
    assert all(seat_view(GAME, state, s) != seat_view(GAME, other, s) for s in SEATS[1:])


@given(positions)
@settings(deadline=None)
def test_a_view_names_no_card_but_the_open_ones_and_the_own(state: State) -> None:
    """A spectator sees the centre and the piles, and what came through them; a seat its hand."""
    open_cards = {*state.open_cards, *(card for pile in state.piles for card in pile)}
    for seat in (None, *SEATS):
        known = set(open_cards)
        if seat in state.seats:
            known |= set(state.cards(state.seats.index(seat)))
        shown = set(_cards(GAME.view_obj(seat_view(GAME, state, seat))))
        assert shown <= known


def _cards(value: object) -> list[str]:
    if isinstance(value, str):
        words = value.replace("=", " ").replace("<", " ").split(" ")
        return [word for word in words if word in STANDARD_PLACES]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [card for part in parts for card in _cards(part)]


@given(seat_sets, st.integers(0, 10_000), st.sampled_from((0.0, 0.03)))
@settings(max_examples=20, deadline=None)
def test_events_tell_each_seat_its_own_cards_alone(
    seats: tuple[int, ...], number: int, leaving: float
) -> None:
    """From what is revealed to it each seat can follow its own hand, and nobody else's."""
    hands: dict[int, list[str]] = {seat: [] for seat in seats}
    for _, step in playing(seats, number, leaving):
        for event in step.events:
            _check_event(event)
            if event.type == "dealt":
                assert event.seat is not None
                hands[event.seat] += GAME.reveal(event, event.seat) or ()
            elif event.type == "left":
                hands[event.seat or 0] = []
            elif event.card is not None:
                hands[event.seat or 0].remove(event.card)
        for seat in seats:
            assert GAME.private_view(step.state, seat).hand == tuple(hands[seat])


def _check_event(event: Event) -> None:
    public = GAME.public_event(event)
    if event.type != "dealt":
        assert public == event
        assert all(GAME.reveal(event, seat) is None for seat in SEATS)
        return
    assert set(public.cards) == {HIDDEN}
    assert public == event._replace(cards=public.cards)
    for seat in SEATS:
        known = GAME.reveal(event, seat)
        assert (known is not None) == (seat == event.seat)
        if known is not None:
            assert GAME.reveal_event(public, known) == event


@given(seat_sets, st.integers(0, 10_000), st.sampled_from((0.0, 0.03)))
@settings(max_examples=30, deadline=None)
def test_a_memory_of_all_moves_knows_what_lies_open(
    seats: tuple[int, ...], number: int, leaving: float
) -> None:
    """The history alone gives centre and piles, and never says that a hand lacks what it holds."""
    for _, step in playing(seats, number, leaving):
        state = step.state
        memory = recall(seats, state.history)
        assert tuple(memory.center) == state.open_cards
        assert tuple(map(tuple, memory.piles.values())) == state.piles
        for place, seat in enumerate(seats):
            assert not memory.lacks[seat] & {card[0] for card in state.cards(place)}


def test_discards_tell_a_lot() -> None:
    """In most games the moves say of somebody's hand what it lacks, while cards are held."""
    told = 0
    for number in range(50):
        for _, step in playing((0, 1, 2), number):
            if len(step.state.history) == 10:
                told += any(map(len, recall((0, 1, 2), step.state.history).lacks.values()))
    assert told > 40


@pytest.mark.parametrize(
    "history",
    [
        ("* 8S 2C QH 2S", "1 9S=9C"),
        ("* 8S 2C QH 2S", "3 8D=8S"),
        ("* 8S 2C QH 2S", "0 8D=8S", "1 8H<2"),
    ],
)
def test_moves_that_no_game_made_are_found(history: tuple[str, ...]) -> None:
    """A card that is not there, a seat that does not take part."""
    with pytest.raises(Contradiction, match=history[-1]):
        recall((0, 1), history)


def test_what_is_known_of_a_hand_ends_with_it() -> None:
    """A discard tells that nothing open, the others' tops too, could be taken; a deal ends that."""
    moves = ["* 8S 2C QH 2S", "1 8D=8S", "0 7D"]
    assert recall((0, 1), moves).lacks == {0: {"8", "2", "Q"}, 1: set()}
    assert recall((0, 1), [*moves, "1 KD"]).lacks == {0: {"8", "2", "Q"}, 1: {"2", "Q", "7"}}
    assert recall((0, 1), [*moves, "* deal"]).lacks == {0: set(), 1: set()}
