"""No seat learns from Rami's views and events what it may not know."""

from __future__ import annotations

import random
from inspect import signature
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import HIDDEN, STANDARD_52
from cardrules.game import SeatView, canonical, seat_view
from cardrules.rami import GAME, Event, State
from cardrules.rami.melds import cards_of
from cardrules.rami.state import HISTORY_MAX, sets_of
from tests.cardrules.rami_making import options, playing, positions, seat_sets


def otherwise(state: State, knowing: int | None, rng: random.Random) -> State:
    """The same position with the hidden cards lying otherwise: the knowing seat's hand stays, and
    so do the cards that everyone saw taken."""
    places = [place for place, seat in enumerate(state.seats) if seat != knowing]
    kept = [set(cards_of(bits)) for bits in state.known]
    pool = [card for place in places for card in state.hands[place] if card not in kept[place]]
    pool += state.stock_left
    rng.shuffle(pool)
    hands = list(state.hands)
    for place in places:
        hands[place] = tuple(
            card if card in kept[place] else pool.pop() for card in state.hands[place]
        )
    changed = {"hands": tuple(hands), "bits": sets_of(tuple(hands)), "stock": tuple(pool), "top": 0}
    return State(
        **{**{name: getattr(state, name) for name in signature(State).parameters}, **changed}
    )


@given(positions, st.integers(0, 1 << 32), st.data())
def test_hidden_cards_change_no_view(state: State, number: int, data: st.DataObject) -> None:
    """States that differ only in what a seat may not see look the same to that seat."""
    rng = random.Random(number)
    for knowing in (None, data.draw(st.sampled_from(state.seats))):
        other = otherwise(state, knowing, rng)
        mine, theirs = seat_view(GAME, state, knowing), seat_view(GAME, other, knowing)
        assert mine == theirs
        assert canonical(GAME.view_obj(mine)) == canonical(GAME.view_obj(theirs))


@given(positions)
def test_a_spectators_view_shows_what_lies_open_and_was_seen(state: State) -> None:
    """Discard, melds, the cards that were taken, and the past of the round; no other face."""
    obj: Any = GAME.view_obj(SeatView(GAME.public_view(state), None))
    shown = {word for word in _words(obj) if word in STANDARD_52}
    lying = {*state.discard, *(card for meld in state.melds for card in meld.combination.cards)}
    told = {word for line in state.history for word in line.split()}
    taken = {card for bits in state.known for card in cards_of(bits)}
    assert shown - {state.taken} <= lying | told | taken
    assert "hand" not in obj
    assert obj["stock"] == len(state.stock_left)


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        return value.split()
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [word for part in parts for word in _words(part)]


@given(seat_sets, st.integers(0, 10_000), options)
@settings(max_examples=20, deadline=None)
def test_events_tell_each_seat_its_own_hand(
    seats: tuple[int, ...], number: int, chosen: dict[str, object]
) -> None:
    """From its own events each seat can follow its hand, and nobody else can."""
    hands: dict[int, list[str]] = {}
    for _, step in playing(seats, number, chosen):
        for event in step.events:
            _check_event(event, seats)
            if event.type == "dealt":
                hands[event.seat or 0] = []
            if event.type in ("dealt", "drew"):
                hands[event.seat or 0] += GAME.reveal(event, event.seat or 0) or ()
            elif event.type == "took":
                hands[event.seat or 0].append(event.card or "")
            elif event.type in ("melded", "laid_off", "discarded"):
                for card in (*event.cards, *([event.card] if event.card else [])):
                    hands[event.seat or 0].remove(card)
            elif event.type == "counted":
                assert tuple(hands[event.seat or 0]) == event.cards
        for seat in seats:
            assert GAME.private_view(step.state, seat).hand == tuple(hands[seat])


def _check_event(event: Event, seats: tuple[int, ...]) -> None:
    public = GAME.public_event(event)
    if event.type not in ("dealt", "drew"):
        assert public == event
        assert all(GAME.reveal(event, seat) is None for seat in seats)
        return
    assert set(public.cards) == {HIDDEN}
    assert public.card is None
    assert len(public.cards) == len(event.cards)
    for seat in seats:
        known = GAME.reveal(event, seat)
        assert (known is not None) == (seat == event.seat)
        if known is not None:
            assert GAME.reveal_event(public, known) == event


@given(seat_sets, st.integers(0, 10_000), options)
@settings(max_examples=20, deadline=None)
def test_who_watches_and_forgets_nothing_knows_no_more_than_the_view(
    seats: tuple[int, ...], number: int, chosen: dict[str, object]
) -> None:
    """`known` and `history` are what a perfect rememberer of the public events has noted."""
    known: dict[int, set[str]] = {}
    lines: list[str] = []
    for _, step in playing(seats, number, chosen):
        for event in map(GAME.public_event, step.events):
            seat = event.seat if event.seat is not None else -1
            if event.type == "opened":
                known, lines = {seat: set() for seat in seats}, []
            elif event.type == "took":
                known[seat].add(event.card or "")
                lines.append(f"{seat} {event.card}")
            elif event.type == "drew":
                lines.append(f"{seat} -")
            elif event.type == "melded":
                lines[-1] += " = " + " ".join(event.cards)
            elif event.type == "laid_off":
                lines[-1] += f" > {event.meld} " + " ".join(event.cards)
            elif event.type == "discarded":
                lines[-1] += f" : {event.card}"
            if event.type in ("melded", "laid_off", "discarded"):
                known[seat] -= {*event.cards, event.card}
        public = GAME.public_view(step.state)
        assert public.history == tuple(lines[-HISTORY_MAX:])
        assert [set(cards) for cards in public.known] == [known[seat] for seat in seats]
