"""No seat learns from Viraê's views and events what it may not know."""

import random
from inspect import signature
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import HIDDEN, VIRAE_PLACES
from cardrules.game import SeatView, canonical, seat_view
from cardrules.virae import GAME, Event, State
from tests.cardrules.making import faces, playing, positions, seat_sets


def otherwise(state: State, knowing: int | None, rng: random.Random) -> State:
    """The same position with the hidden cards lying otherwise; the knowing seat's hand stays."""
    position: dict[str, Any] = GAME.dump(state)
    hands: dict[str, list[str]] = position["hands"]
    free = [seat for seat in hands if seat != str(knowing)]
    kept = position["drawn"] if str(position["turn"]) in free else None
    if kept is not None:
        hands[str(position["turn"])].remove(kept)
    pool = [card for seat in free for card in hands[seat]] + position["stock"]
    rng.shuffle(pool)
    for seat in free:
        hands[seat] = [pool.pop() for _ in hands[seat]]
    if kept is not None:
        hands[str(position["turn"])].append(kept)
    position["stock"] = pool
    return State(
        **{
            **{name: getattr(state, name) for name in signature(State).parameters},
            "hands": tuple(tuple(hands[str(seat)]) for seat in state.seats),
            "stock": tuple(pool),
            "top": 0,
        }
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
def test_a_spectators_view_shows_no_face_but_the_discards(state: State) -> None:
    """Only the discard, what was recycled from it and what was played show faces."""
    obj = GAME.view_obj(SeatView(GAME.public_view(state), None))
    played = {move[2:].partition(">")[0].rstrip("!") for move in state.history}
    known = {*state.discard, *state.recycled, *played}
    shown = [word for word in _words(obj) if word in VIRAE_PLACES]
    assert set(shown) <= known
    assert len(obj["discard"]) == len(state.discard)  # type: ignore[arg-type]


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [word for part in parts for word in _words(part)]


@given(seat_sets, st.integers(0, 10_000))
@settings(max_examples=20)
def test_events_show_drawn_faces_to_their_seat_alone(seats: tuple[int, ...], number: int) -> None:
    """Dealt and drawn cards are blank in public; their own seat can put the faces back."""
    hands: dict[int, list[str]] = {seat: [] for seat in seats}
    for _, step in playing(GAME, seats, number):
        for event in step.events:
            _check_event(event, seats)
            if event.type in ("dealt", "drew"):
                assert event.seat is not None
                hands[event.seat] += GAME.reveal(event, event.seat) or ()
            elif event.type == "played":
                assert event.seat is not None
                hands[event.seat].remove(event.card or "")
        for seat in seats:
            assert GAME.private_view(step.state, seat).hand == tuple(hands[seat])


def _check_event(event: Event, seats: tuple[int, ...]) -> None:
    public = GAME.public_event(event)
    if event.type not in ("dealt", "drew"):
        assert public == event
        assert not event.cards
        return
    assert set(faces(public)) == {HIDDEN}
    assert len(public.cards) == len(event.cards)
    for seat in seats:
        known = GAME.reveal(event, seat)
        assert (known is not None) == (seat == event.seat)
        if known is not None:
            assert GAME.reveal_event(public, known) == event
