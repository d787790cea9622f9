"""The table on which one step of Caravan is made: what leaves it, what is drawn, who has sold.

Each action here is one that the rules allow. Numbers in parentheses are the decisions listed in
the package's docstring.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from cardrules.caravan import scoring
from cardrules.caravan.routes import (
    EMPTY,
    JACK,
    NUMERIC,
    QUEEN,
    VALUES,
    attached,
    equal_last,
    placed,
    route_of,
)
from cardrules.caravan.state import (
    MAIN,
    OPENING_TURNS,
    OVER,
    ROUTES,
    SEATS,
    Event,
    Known,
    Route,
    Routes,
    Side,
    Stack,
    State,
    Trail,
    Variants,
)
from cardrules.cards import JOKER, STANDARD_PLACES
from cardrules.errors import fail
from cardrules.game import Result, Step
from cardrules.shuffle import shuffled

RESHUFFLES_MAX: Final = 2


class Told(NamedTuple):
    """A move as everyone saw it: its event, and its line in the history."""

    event: Event
    line: str


PLACED: Final = {
    card: tuple(
        tuple(
            Told(Event("placed", seat, card, route=route), f"{seat} {card}>{route}")
            for route in range(ROUTES)
        )
        for seat in SEATS
    )
    for card in VALUES
}
DISCARDED: Final = {
    card: tuple(Told(Event("discarded", seat, card), f"{seat} -{card}") for seat in SEATS)
    for card in STANDARD_PLACES
}
DREW: Final = {
    card: tuple(Event("drew", seat, cards=(card,)) for seat in SEATS) for card in STANDARD_PLACES
}


@lru_cache(maxsize=1 << 14)
def _attached(seat: int, card: str, owner: int, route: int, index: int) -> Told:
    event = Event("attached", seat, card, owner=owner, route=route, place=index)
    return Told(event, f"{seat} {card}>{owner}.{route}.{index}")


# --- the four actions -----------------------------------------------------------------------


def place(state: State, card: str, number: int) -> Step[State, Event]:
    """A numeric card goes on an own route; in the opening nothing is drawn for it (1)."""
    turn = state.turn
    side = state.sides[turn]
    return _step(
        state,
        PLACED[card][turn][number],
        _without(side.hand, card),
        _laid(side.routes, number, placed(side.routes[number], card, state.variants)),
        side.discard,
        state.sides[1 - turn],
        draws=side.moves >= OPENING_TURNS,
    )


def attach(state: State, card: str, owner: int, number: int, index: int) -> Step[State, Event]:
    """A figure goes on a numeric card of either seat and acts there."""
    turn = state.turn
    side, other = state.sides[turn], state.sides[1 - turn]
    told = _attached(turn, card, owner, number, index)
    hand = _without(side.hand, card)
    if card[0] == JACK or card == JOKER:
        table = _Table(state)
        table.remove_by(card, owner, number, index)
        return table.step(told, hand)
    routes = state.sides[owner].routes
    routes = _laid(routes, number, attached(routes[number], index, card, turn, state.variants))
    if owner == turn:
        return _step(state, told, hand, routes, side.discard, other, True)
    other = _changed(other, routes, other.discard)
    return _step(state, told, hand, side.routes, side.discard, other, True)


def discard(state: State, card: str) -> Step[State, Event]:
    """A card of the hand is laid off; in the opening the same seat goes on (2)."""
    turn = state.turn
    side = state.sides[turn]
    return _step(
        state,
        DISCARDED[card][turn],
        _without(side.hand, card),
        side.routes,
        (*side.discard, card),
        state.sides[1 - turn],
        draws=True,
        passes=side.moves >= OPENING_TURNS,
    )


def disband(state: State, number: int) -> Step[State, Event]:
    """An own route is emptied; no card was used, so none is drawn."""
    turn = state.turn
    side = state.sides[turn]
    cards = side.routes[number].cards
    table = _Table(state)
    table.lay(turn, number, EMPTY)
    for stack in cards:
        table.lay_off(turn, stack)
    lying = tuple(card for stack in cards for card in stack)
    told = Told(Event("disbanded", turn, None, lying, None, number), f"{turn} x{number}")
    return table.step(told, side.hand, draws=False)


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Of two equal faces the first goes."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def _laid(routes: Routes, number: int, route: Route) -> Routes:
    first, second, third = routes
    if number == 0:
        return route, second, third
    return (first, route, third) if number == 1 else (first, second, route)


# --- what leaves the table ------------------------------------------------------------------


class _Table:
    """The routes and discards of both seats, while a figure or a disbanding changes them."""

    def __init__(self, state: State) -> None:
        zero, one = state.sides
        self.state: Final = state
        self.routes = [zero.routes, one.routes]
        self.discards = [zero.discard, one.discard]
        self.removed: tuple[Event, ...] = ()

    def lay(self, owner: int, number: int, route: Route) -> None:
        """Put a changed route back in its place."""
        self.routes[owner] = _laid(self.routes[owner], number, route)

    def lay_off(self, owner: int, stack: Stack) -> None:
        """A card goes with all that lies on it, each to its own deck's discard (8)."""
        if len(stack) == 1:
            self.discards[owner] += stack
            return
        self.discards[owner] += stack[:1]
        for figure in stack[1:]:
            face, _, seat = figure.partition("@")
            self.discards[int(seat)] += (face,)

    def remove(self, owner: int, number: int, gone: Sequence[int]) -> None:
        """Cards of a route go; `steady_course` keeps its direction if an equal pair is left."""
        route = self.routes[owner][number]
        for index in gone:
            stack = route.cards[index]
            self.lay_off(owner, stack)
            self.removed += (Event("removed", None, None, stack, owner, number, index),)
        cards = tuple(stack for index, stack in enumerate(route.cards) if index not in gone)
        steady = self.state.variants.steady_course and equal_last(cards)
        held = route.course.direction if steady else None
        self.lay(owner, number, route_of(cards, held, self.state.variants))

    def remove_by(self, card: str, owner: int, number: int, index: int) -> None:
        """A jack takes the card on which it is played, a joker others; the jack goes too (7)."""
        turn = self.state.turn
        if card == JOKER:
            route = attached(self.routes[owner][number], index, card, turn, self.state.variants)
            self.lay(owner, number, route)
            self.strike(owner, number, index)
        else:
            self.remove(owner, number, (index,))
            self.discards[turn] += (card,)

    def strike(self, owner: int, number: int, index: int) -> None:
        """A joker takes all other cards of an ace's suit, or of a number's value (7)."""
        variants = self.state.variants
        target = self.routes[owner][number].cards[index][0]
        for seat in SEATS:
            for place, route in enumerate(self.routes[seat]):
                own = seat == owner and place == number
                if own and variants.protected_joker:
                    continue
                gone = [
                    i
                    for i, stack in enumerate(route.cards)
                    if _struck(stack, target, variants) and not (own and i == index)
                ]
                if gone:
                    self.remove(seat, place, gone)

    def step(self, told: Told, hand: tuple[str, ...], draws: bool = True) -> Step[State, Event]:
        """The end of the turn in which all this happened."""
        turn = self.state.turn
        other = self.state.sides[1 - turn]
        routes, discard = self.routes[1 - turn], self.discards[1 - turn]
        if routes is not other.routes or discard is not other.discard:
            other = _changed(other, routes, discard)
        own, laid_off = self.routes[turn], self.discards[turn]
        return _step(self.state, told, hand, own, laid_off, other, draws, self.removed)


def _changed(side: Side, routes: Routes, discard: tuple[str, ...]) -> Side:
    """The seat that is not in turn, after what the other did to its routes and discard."""
    return Side(side.hand, side.deck, side.top, discard, routes, side.moves, side.known)


def _struck(stack: Stack, target: str, variants: Variants) -> bool:
    if target[0] != "A":
        return stack[0][0] == target[0]
    if variants.queen_shield and any(figure[0] == QUEEN for figure in stack[1:]):
        return False
    return stack[0][1] == target[1]


# --- the end of a turn ----------------------------------------------------------------------


def _step(
    state: State,
    told: Told,
    hand: tuple[str, ...],
    routes: Routes,
    discard: tuple[str, ...],
    other: Side,
    draws: bool,
    removed: tuple[Event, ...] = (),
    passes: bool = True,
) -> Step[State, Event]:
    """A card is drawn, the pairs are read off anew, and the turn passes (9, 11-13).

    `hand`, `routes` and `discard` are what the seat in turn has left, `other` its opponent.
    """
    turn, variants, shuffles = state.turn, state.variants, state.shuffles
    side = state.sides[turn]
    deck, top, known, moves = side.deck, side.top, side.known, side.moves + passes
    if known.figures or not passes:
        known = _figures(known, told.event.card, hand, passes)
    events: tuple[Event, ...] = (told.event, *removed)
    if not draws or (top >= len(deck) and not variants.reshuffle):
        own = Side(hand, deck, top, discard, routes, moves, known)
    elif not variants.reshuffle:
        card = deck[top]
        own = Side((*hand, card), deck, top + 1, discard, routes, moves, known)
        events += (DREW[card][turn],)
    else:
        own, drawn = _draw(state, Side(hand, deck, top, discard, routes, moves, known))
        shuffles += own.known.reshuffles - known.reshuffles
        events += drawn
    sides = (other, own) if turn else (own, other)
    trail: Trail = (state.trail, told.line)
    winner = scoring.winner(sides[0].routes, sides[1].routes, variants.quick_sale)
    if winner >= 0 or not (own.hand or own.top < len(own.deck)):
        result = _result(sides, turn, winner)
        over = State(variants, state.seed, shuffles, sides, -1, OVER, trail, result)
        return Step(over, (*events, Event("ended", result=result)), True)
    phase = state.phase
    if phase != MAIN and moves >= OPENING_TURNS and other.moves >= OPENING_TURNS:
        phase = MAIN
    following = 1 - turn if passes else turn
    after = State(variants, state.seed, shuffles, sides, following, phase, trail, None)
    return Step(after, events, passes)


def _figures(known: Known, card: str | None, hand: tuple[str, ...], passes: bool) -> Known:
    """How many figures the hand holds for certain, once a card has left it."""
    if not passes:
        return known._replace(figures=len(hand))
    if card is None or card in NUMERIC:
        return known
    return known._replace(figures=known.figures - 1)


def _draw(state: State, side: Side) -> tuple[Side, tuple[Event, ...]]:
    """With `reshuffle`: the deck is looked after before a card is drawn and behind it (9)."""
    side, events = _reshuffled(state, side)
    if side.top >= len(side.deck):
        return side, events
    card = side.deck[side.top]
    drawn = Side(
        (*side.hand, card),
        side.deck,
        side.top + 1,
        side.discard,
        side.routes,
        side.moves,
        side.known,
    )
    side, more = _reshuffled(state, drawn)
    return side, (*events, DREW[card][state.turn], *more)


def _reshuffled(state: State, side: Side) -> tuple[Side, tuple[Event, ...]]:
    """An empty deck is made anew of the own discard, if there is one, twice at most."""
    discard, known = side.discard, side.known
    if side.top < len(side.deck) or not discard or known.reshuffles >= RESHUFFLES_MAX:
        return side, ()
    if state.seed is None:
        fail("no_seed")
    deck = shuffled(state.seed, state.shuffles, discard)
    known = known._replace(
        reshuffles=known.reshuffles + 1,
        recycled=tuple(sorted(discard, key=STANDARD_PLACES.__getitem__)),
    )
    event = Event("reshuffled", state.turn, number=len(discard))
    return Side(side.hand, deck, 0, (), side.routes, side.moves, known), (event,)


def _result(sides: tuple[Side, Side], turn: int, winner: int) -> Result:
    sold = scoring.sellers(sides[0].routes, sides[1].routes)
    if winner >= 0:
        return scoring.result((winner,), sold, "sold")
    return scoring.result((1 - turn,), sold, "out_of_cards")


def ended(state: State, result: Result) -> Step[State, Event]:
    """The game ends from outside."""
    over = State(
        state.variants,
        state.seed,
        state.shuffles,
        state.sides,
        -1,
        OVER,
        state.trail,
        result,
    )
    return Step(over, (Event("ended", result=result),), True)
