"""No seat learns from the views and events of Hearts what it may not know."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import HIDDEN, STANDARD_PLACES
from cardrules.game import canonical, seat_view
from cardrules.hearts import GAME, Event, State
from cardrules.tricks import card_set
from tests.cardrules.hearts_making import SEATS, playing, positions


def otherwise(state: State, knowing: int | None, rng: random.Random) -> State:
    """The same position with all that `knowing` may not see lying otherwise.

    Its own hand, choice and what it received and passed stay; so does all that lies open.
    """
    free = [seat for seat in SEATS if seat != knowing]
    pool = [card for seat in free for card in state.cards(seat)]
    rng.shuffle(pool)
    hands = [state.cards(seat) for seat in SEATS]
    for seat in free:
        hands[seat] = tuple(pool.pop() for _ in hands[seat])
    deal = state.deal
    chosen, received = list(deal.chosen), list(deal.received)
    for seat in free:
        if chosen[seat]:
            chosen[seat] = tuple(rng.sample(hands[seat], 3))
    hidden = [seat for seat in free if knowing is None or seat != deal.receiver(knowing)]
    swapped = [card for seat in hidden for card in received[seat]]
    rng.shuffle(swapped)
    for seat in hidden:
        received[seat] = tuple(swapped.pop() for _ in received[seat])
    other = replace(
        deal,
        seed=rng.randbytes(32),
        held=tuple(hands),
        chosen=tuple(chosen),
        received=tuple(received),
    )
    return State(
        other,
        state.phase,
        tuple(map(card_set, hands)),
        state.leader,
        state.trick,
        state.broken,
        state.tricks,
        state.taken,
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
    state = next(playing(1))[1].state
    other = otherwise(state, 0, random.Random(1))
    assert all(seat_view(GAME, state, s) != seat_view(GAME, other, s) for s in SEATS[1:])


@given(positions)
@settings(deadline=None)
def test_a_view_names_no_card_but_the_open_ones_and_the_own(state: State) -> None:
    """A spectator sees the trick and what was taken; a seat its hand and what it gave besides."""
    open_cards = {*state.trick, *(card for pile in state.taken for card in pile)}
    for seat in (None, *SEATS):
        known = set(open_cards)
        if seat is not None:
            deal = state.deal
            known |= {*state.cards(seat), *deal.received[seat]}
            known |= {*deal.chosen[seat], *deal.received[deal.receiver(seat)]}
        shown = set(_cards(GAME.view_obj(seat_view(GAME, state, seat))))
        assert shown <= known


def _cards(value: object) -> list[str]:
    if isinstance(value, str):
        return [value] if value in STANDARD_PLACES else []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [card for part in parts for card in _cards(part)]


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_events_tell_each_seat_its_own_cards_alone(number: int) -> None:
    """From what is revealed to it each seat can follow its own hand, and nobody else's."""
    hands: dict[int, list[str]] = {seat: [] for seat in SEATS}
    for _, step in playing(number, 60):
        for event in step.events:
            _check_event(event)
            _follow(hands, event)
        for seat in SEATS:
            assert GAME.private_view(step.state, seat).hand == tuple(hands[seat])


def _follow(hands: dict[int, list[str]], event: Event) -> None:
    match event.type:
        case "dealt":
            assert event.seat is not None
            hands[event.seat] = list(GAME.reveal(event, event.seat) or ())
        case "passed":
            assert event.seat is not None
            assert event.to is not None
            for card in GAME.reveal(event, event.seat) or ():
                hands[event.seat].remove(card)
            hands[event.to] += GAME.reveal(event, event.to) or ()
        case "played":
            assert event.seat is not None
            hands[event.seat].remove(event.card or "")


def _check_event(event: Event) -> None:
    public: Any = GAME.public_event(event)
    if event.type not in ("dealt", "chose", "passed"):
        assert public == event
        assert all(GAME.reveal(event, seat) is None for seat in SEATS)
        return
    assert set(public.cards) == {HIDDEN}
    assert public == event._replace(cards=public.cards)
    for seat in SEATS:
        known = GAME.reveal(event, seat)
        assert (known is not None) == (seat in (event.seat, event.to))
        if known is not None:
            assert GAME.reveal_event(public, known) == event
