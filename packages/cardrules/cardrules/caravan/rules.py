"""Caravan's rules: who may do what, and what comes of it.

Numbers in parentheses are the decisions listed in the package's docstring. Every public function
is pure; `table` makes the step of an action that is allowed.
"""

from collections.abc import Sequence
from typing import Final, NoReturn

from cardrules.caravan import scoring, table
from cardrules.caravan.routes import EMPTY, FIGURES, FIGURES_MAX, NUMERIC, QUEEN, VALUES
from cardrules.caravan.state import (
    OPENING,
    OPENING_TURNS,
    OVER,
    ROUTES,
    SEATS,
    Action,
    Event,
    Known,
    Route,
    Side,
    State,
    Variants,
    variants_of,
)
from cardrules.cards import JOKER, STANDARD_54
from cardrules.errors import BadPosition, fail
from cardrules.game import Step
from cardrules.options import read_beginning, read_options
from cardrules.policies import CARAVAN
from cardrules.shuffle import draw_lots, shuffled

HAND: Final = 8
SHORT_DECK: Final = 30
NUMERIC_AT_LEAST: Final = 3
"""A dealt hand with fewer numeric cards is dealt anew with `fresh_hand`."""

FORFEITS: Final = ("resigned", "flag", "absent", "stalled")


class _Attaches(dict[int, tuple[Action, ...]]):
    """The actions of one figure on one route, by the bits of the cards that take it."""

    def __init__(self, card: str, seat: int, route: int) -> None:
        super().__init__()
        self._aim = (card, route, seat)

    def __missing__(self, room: int) -> tuple[Action, ...]:
        actions = tuple(
            Action("attach", *self._aim, index)
            for index in range(room.bit_length())
            if room >> index & 1
        )
        if len(self) < 1 << 10:
            self[room] = actions
        return actions


PLACES: Final = {
    card: tuple(Action("place", card, route) for route in range(ROUTES)) for card in VALUES
}
ATTACHES: Final = {
    card: tuple(_Attaches(card, seat, route) for seat in SEATS for route in range(ROUTES))
    for card in FIGURES
}
DISCARDS: Final = {card: Action("discard", card) for card in STANDARD_54}
DISBANDS: Final = tuple(Action("disband", None, route) for route in range(ROUTES))


# --- beginning ------------------------------------------------------------------------------


def new(
    options: object, seats: object, seed: bytes | None, starter: object = None
) -> Step[State, Event]:
    """Each seat's own deck is shuffled and eight cards dealt of it; lots say who begins."""
    chosen = read_options(CARAVAN.options, options)["variants"]
    assert isinstance(chosen, tuple)
    begins = read_beginning(CARAVAN, seats, seed, starter)
    variants = variants_of(chosen)
    shuffles = len(SEATS)
    sides: list[Side] = []
    events: list[Event] = []
    for seat in SEATS:
        deck = shuffled(begins.seed, seat, fresh_deck(variants))
        if variants.short_deck:
            deck = deck[:SHORT_DECK]
        shown: list[tuple[str, ...]] = []
        while variants.fresh_hand and _poor(deck[:HAND]):
            shown.append(deck[:HAND])
            events.append(Event("shown", seat, cards=deck[:HAND]))
            deck = shuffled(begins.seed, shuffles, deck)
            shuffles += 1
        known = Known(shown=tuple(shown))
        sides.append(Side(deck[:HAND], deck, HAND, (), (EMPTY, EMPTY, EMPTY), 0, known))
        events.append(Event("dealt", seat, cards=deck[:HAND]))
    first, cause = begins.starter, "given"
    if first is None:
        first, cause = draw_lots(begins.seed, shuffles, SEATS), "lot"
        shuffles += 1
    events.append(Event("opened", first, cause=cause))
    both = (sides[0], sides[1])
    state = State(variants, begins.seed, shuffles, both, first, OPENING, (), None)
    return Step(state, tuple(events), turn_over=True, interlude=True)


def fresh_deck(variants: Variants) -> tuple[str, ...]:
    """A seat's whole deck before its shuffle; a short one keeps 30 of it."""
    return STANDARD_54 * 2 if variants.double_deck else STANDARD_54


def _poor(hand: Sequence[str]) -> bool:
    return sum(card in NUMERIC for card in hand) < NUMERIC_AT_LEAST


def sound(state: State) -> State:
    """The state itself, or `bad_position` where the seat in turn could do nothing."""
    if state.turn >= 0 and not legal(state, state.turn):
        raise BadPosition("turn", "cannot_act")
    return state


# --- what is legal --------------------------------------------------------------------------


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """The seat's legal actions: places, attaches and discards by the hand's order; disbands."""
    if seat != state.turn:
        return ()
    side = state.sides[seat]
    hand = side.hand
    if state.variants.double_deck or hand.count(JOKER) > 1:
        hand = tuple(dict.fromkeys(hand))
    if side.moves < OPENING_TURNS:
        return _opening(side, hand)
    return _main(state, side, hand)


def _opening(side: Side, hand: Sequence[str]) -> tuple[Action, ...]:
    empty = [number for number, route in enumerate(side.routes) if not route.cards]
    numeric = [card for card in hand if card in NUMERIC]
    if not numeric:
        return tuple(DISCARDS[card] for card in hand)
    return tuple(PLACES[card][number] for card in numeric for number in empty)


def _main(state: State, side: Side, hand: Sequence[str]) -> tuple[Action, ...]:
    actions: list[Action] = []
    figures: list[str] = []
    first, second, third = side.routes
    fits_first, fits_second, fits_third = first.course[2], second.course[2], third.course[2]
    for card in hand:
        if card not in PLACES:
            figures.append(card)
            continue
        ways = PLACES[card]
        if card in fits_first:
            actions.append(ways[0])
        if card in fits_second:
            actions.append(ways[1])
        if card in fits_third:
            actions.append(ways[2])
    if figures:
        zero, one = state.sides
        routes = (*zero.routes, *one.routes)
        rooms = [(place, route.room) for place, route in enumerate(routes) if route.room]
        for card in figures:
            aims = ATTACHES[card]
            if card[0] == QUEEN and not state.variants.queens_anywhere:
                for place, room in rooms:
                    actions += aims[place][room & 1 << len(routes[place].cards) - 1]
            else:
                for place, room in rooms:
                    actions += aims[place][room]
    actions += map(DISCARDS.__getitem__, hand)
    if first.cards:
        actions.append(DISBANDS[0])
    if second.cards:
        actions.append(DISBANDS[1])
    if third.cards:
        actions.append(DISBANDS[2])
    return tuple(actions)


def reasons(state: State, seat: int) -> tuple[str | None, ...]:
    """For each card of the seat's hand: why it can be put to no use now, or None.

    In the main phase every card may be discarded.
    """
    side = state.sides[seat]
    if state.phase == OVER:
        return ("game_over",) * len(side.hand)
    if seat != state.turn:
        return ("not_your_turn",) * len(side.hand)
    if side.moves >= OPENING_TURNS or not _holds_numeric(side.hand):
        return (None,) * len(side.hand)
    return tuple(None if card in NUMERIC else "opening_place_only" for card in side.hand)


def _holds_numeric(hand: Sequence[str]) -> bool:
    return any(card in NUMERIC for card in hand)


# --- what comes of it -----------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> Step[State, Event]:
    """The step that the action leads to, or the first code of the list that fits."""
    if state.phase == OVER:
        fail("game_over")
    if seat != state.turn:
        fail("not_your_turn", turn=state.turn_seat)
    kind = action.type
    side = state.sides[seat]
    opening = side.moves < OPENING_TURNS
    if kind == "place":
        return _place(state, side, action, opening)
    if kind == "attach":
        if opening:
            fail("opening_place_only")
        return _attach(state, side, action)
    if kind == "discard":
        return _discard(state, side, action.card or "", opening)
    if kind == "disband":
        if opening:
            fail("opening_place_only")
        return _disband(state, side, _number(action.route, "route"))
    fail("unknown_action", type=kind)


def _place(state: State, side: Side, action: Action, opening: bool) -> Step[State, Event]:
    card, number = action.card or "", action.route
    if number is None:
        fail("malformed_action", field="route")
    if card not in side.hand:
        fail("card_not_in_hand", card=card)
    if not 0 <= number < ROUTES:
        fail("no_such_route", route=number)
    route = side.routes[number]
    if card not in NUMERIC:
        fail("not_numeric", card=card)
    if opening and route.cards:
        fail("route_not_empty", route=number)
    if card not in route.course.fits:
        _misfit(route, card)
    return table.place(state, card, number)


def _misfit(route: Route, card: str) -> NoReturn:
    """Why a numeric card does not go upon this route (4)."""
    last = route.cards[-1][0]
    if VALUES[card] == VALUES[last]:
        fail("same_value", card=card, last=last)
    fail("wrong_direction", card=card, direction=route.course.direction, suit=route.course.suit)


def _attach(state: State, side: Side, action: Action) -> Step[State, Event]:
    card = action.card or ""
    if card not in side.hand:
        fail("card_not_in_hand", card=card)
    owner, number = _number(action.seat, "seat"), _number(action.route, "route")
    index = _number(action.index, "index")
    if owner not in SEATS or not 0 <= number < ROUTES:
        fail("no_such_route", seat=owner, route=number)
    route = state.sides[owner].routes[number]
    if not 0 <= index < len(route.cards):
        fail("no_such_card", seat=owner, route=number, index=index)
    if card in NUMERIC:
        fail("not_a_figure", card=card)
    queen = card[0] == QUEEN
    if queen and index != len(route.cards) - 1 and not state.variants.queens_anywhere:
        fail("queen_not_last", card=card)
    if not route.room >> index & 1:
        fail("card_full", card=card, figures=FIGURES_MAX)
    return table.attach(state, card, owner, number, index)


def _discard(state: State, side: Side, card: str, opening: bool) -> Step[State, Event]:
    """In the opening only without a numeric card in hand; then the same seat goes on (2)."""
    if opening and _holds_numeric(side.hand):
        fail("opening_place_only")
    if card not in side.hand:
        fail("card_not_in_hand", card=card)
    return table.discard(state, card)


def _disband(state: State, side: Side, number: int) -> Step[State, Event]:
    if not 0 <= number < ROUTES:
        fail("no_such_route", route=number)
    if not side.routes[number].cards:
        fail("route_empty", route=number)
    return table.disband(state, number)


def _number(value: int | None, field: str) -> int:
    if value is None:
        fail("malformed_action", field=field)
    return value


# --- endings from outside -------------------------------------------------------------------


def forfeit(state: State, seat: int, reason: str) -> Step[State, Event]:
    """The seat loses at once, or the game is void."""
    if reason == "void":
        return void(state)
    if state.phase == OVER:
        fail("game_over")
    if reason not in FORFEITS or seat not in SEATS:
        fail("malformed_action", field="seat" if reason in FORFEITS else "reason")
    sold = scoring.sellers(state.sides[0].routes, state.sides[1].routes)
    return table.ended(state, scoring.result((1 - seat,), sold, reason))


def void(state: State) -> Step[State, Event]:
    """The game ends from outside, without winners (15b)."""
    if state.phase == OVER:
        fail("game_over")
    return table.ended(state, scoring.void())


def auto(state: State, seat: int) -> Action:
    """The first legal action: only for a bot that does not answer, time itself loses (16)."""
    if state.phase == OVER:
        fail("game_over")
    if seat != state.turn:
        fail("not_your_turn", turn=state.turn_seat)
    return legal(state, seat)[0]
