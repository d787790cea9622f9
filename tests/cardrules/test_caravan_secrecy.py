"""No seat learns from Caravan's views and events what it may not know."""

import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.caravan import GAME, Event, State
from cardrules.caravan.routes import NUMERIC
from cardrules.caravan.state import Side
from cardrules.cards import HIDDEN, STANDARD_PLACES
from cardrules.game import SeatView, canonical, seat_view
from tests.cardrules.caravan_making import playing, positions, variant_sets


def otherwise(state: State, knowing: int | None, rng: random.Random) -> State:
    """The same position with the hidden cards lying otherwise; the knowing seat's hand stays."""
    zero, one = (_dealt_anew(side, seat == knowing, rng) for seat, side in enumerate(state.sides))
    return State(
        state.variants,
        rng.randbytes(32),
        state.shuffles,
        (zero, one),
        state.turn,
        state.phase,
        state.trail,
        state.result,
    )


def _dealt_anew(side: Side, known: bool, rng: random.Random) -> Side:
    """Hand and deck mixed, as far as what everyone knows of them allows."""
    pool = list(side.deck_left)
    kept: list[str] = []
    if known:
        kept = list(side.hand)
    else:
        figures = [card for card in side.hand if card not in NUMERIC][: side.known.figures]
        kept = figures
        rest = Counter(side.hand) - Counter(figures)
        pool += rest.elements()
    rng.shuffle(pool)
    deck = len(side.deck_left)
    hand = tuple(kept + pool[deck:])
    return Side(hand, tuple(pool[:deck]), 0, side.discard, side.routes, side.moves, side.known)


@given(positions, st.integers(0, 1 << 32))
def test_hidden_cards_change_no_view(state: State, number: int) -> None:
    """States that differ only in what a seat may not see look the same to that seat."""
    rng = random.Random(number)
    for knowing in (None, 0, 1):
        other = otherwise(state, knowing, rng)
        mine, theirs = seat_view(GAME, state, knowing), seat_view(GAME, other, knowing)
        assert mine == theirs
        assert canonical(GAME.view_obj(mine)) == canonical(GAME.view_obj(theirs))


def test_the_other_states_do_differ() -> None:
    """So the test above can fail."""
    step = next(iter(playing((), 3)))[2]
    other = otherwise(step.state, 0, random.Random(1))
    assert other.sides[1].hand != step.state.sides[1].hand
    assert GAME.private_view(other, 1) != GAME.private_view(step.state, 1)


@given(variant_sets, st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_a_spectators_view_shows_no_face_that_was_not_seen(
    variants: tuple[str, ...], number: int
) -> None:
    """Faces in a public view lie on the table or in a discard, or were shown or recycled."""
    for _, _, step in playing(variants, number):
        state = step.state
        obj = GAME.view_obj(SeatView(GAME.public_view(state), None))
        known: set[str] = set()
        for side in state.sides:
            known |= {*side.discard, *side.known.recycled}
            known |= {card for hand in side.known.shown for card in hand}
            for route in side.routes:
                known |= {figure.partition("@")[0] for stack in route.cards for figure in stack}
        shown = {word.partition("@")[0] for word in _words({**obj, "history": []})}
        assert shown & set(STANDARD_PLACES) <= known
        hands = sorted({"hand", "legal", "reasons"} & set(obj))
        assert hands == []


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [word for part in parts for word in _words(part)]


@given(variant_sets, st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_events_show_drawn_faces_to_their_seat_alone(
    variants: tuple[str, ...], number: int
) -> None:
    """Dealt and drawn cards are blank in public; by them each seat can follow its own hand."""
    hands: dict[int, list[str]] = {0: [], 1: []}
    for _, _, step in playing(variants, number):
        for event in step.events:
            _check_event(event)
            if event.type in ("dealt", "drew"):
                assert event.seat is not None
                hands[event.seat] += GAME.reveal(event, event.seat) or ()
            elif event.type in ("placed", "attached", "discarded"):
                assert event.seat is not None
                hands[event.seat].remove(event.card or "")
        for seat in (0, 1):
            assert GAME.private_view(step.state, seat).hand == tuple(hands[seat])


def _check_event(event: Event) -> None:
    public: Any = GAME.public_event(event)
    if event.type not in ("dealt", "drew"):
        assert public == event
        return
    assert set(public.cards) == {HIDDEN}
    assert len(public.cards) == len(event.cards)
    for seat in (0, 1):
        known = GAME.reveal(event, seat)
        assert (known is not None) == (seat == event.seat)
        if known is not None:
            assert GAME.reveal_event(public, known) == event


@given(variant_sets, st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_the_table_can_be_followed_by_events_alone(variants: tuple[str, ...], number: int) -> None:
    """Whoever lays what the events say has the routes and discards that the view shows."""
    routes: list[list[list[list[str]]]] = [[[], [], []], [[], [], []]]
    discards: list[list[str]] = [[], []]
    for _, _, step in playing(variants, number):
        jacks: list[tuple[int, str]] = []
        removed: dict[tuple[int, int], list[int]] = {}
        for event in step.events:
            _follow(event, routes, discards, jacks, removed)
        for (owner, route), places in removed.items():
            lying = routes[owner][route]
            routes[owner][route] = [s for i, s in enumerate(lying) if i not in places]
        for seat, jack in jacks:
            discards[seat].append(jack)
        for seat, side in enumerate(step.state.sides):
            lying_now = [[list(stack) for stack in route.cards] for route in side.routes]
            assert routes[seat] == lying_now
            if any(event.type == "reshuffled" and event.seat == seat for event in step.events):
                discards[seat] = []
            assert sorted(discards[seat]) == sorted(side.discard)


def _follow(
    event: Event,
    routes: list[list[list[list[str]]]],
    discards: list[list[str]],
    jacks: list[tuple[int, str]],
    removed: dict[tuple[int, int], list[int]],
) -> None:
    seat, card = event.seat, event.card or ""
    match event.type:
        case "placed" if seat is not None and event.route is not None:
            routes[seat][event.route].append([card])
        case "attached" if card[0] == "J" and seat is not None:
            jacks.append((seat, card))
        case "attached" if None not in (event.owner, event.route, event.place):
            routes[event.owner or 0][event.route or 0][event.place or 0].append(f"{card}@{seat}")
        case "discarded" if seat is not None:
            discards[seat].append(card)
        case "removed" if None not in (event.owner, event.route, event.place):
            aim = (event.owner or 0, event.route or 0)
            assert routes[aim[0]][aim[1]][event.place or 0] == list(event.cards)
            removed.setdefault(aim, []).append(event.place or 0)
            _lay_off(event.cards, aim[0], discards)
        case "disbanded" if seat is not None and event.route is not None:
            assert [c for stack in routes[seat][event.route] for c in stack] == list(event.cards)
            routes[seat][event.route] = []
            _lay_off(event.cards, seat, discards)
        case _:
            pass


def _lay_off(cards: tuple[str, ...], owner: int, discards: list[list[str]]) -> None:
    for card in cards:
        face, _, by = card.partition("@")
        discards[int(by) if by else owner].append(face)
