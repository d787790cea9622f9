"""The table on which one step of Caravan is made: what leaves it, what is drawn, who has sold.

Each function takes an action that the rules allow. Numbers in parentheses are the decisions listed
in the package's docstring.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from cardrules.caravan import scoring
from cardrules.caravan.routes import (
    FLIPPED,
    JACK,
    NUMERIC,
    QUEEN,
    equal_last,
    placed,
    route_of,
)
from cardrules.caravan.state import (
    HISTORY_MAX,
    MAIN,
    OPENING_TURNS,
    OVER,
    SEATS,
    Event,
    Route,
    Side,
    Stack,
    State,
    Variants,
)
from cardrules.cards import JOKER, STANDARD_PLACES
from cardrules.errors import fail
from cardrules.game import Result, Step
from cardrules.shuffle import shuffled

RESHUFFLES_MAX: Final = 2

Routes = tuple[Route, ...]


class Told(NamedTuple):
    """A move as everyone saw it: its event, and its line in the history."""

    event: Event
    line: str


@lru_cache(maxsize=1 << 14)
def _told(kind: str, seat: int, card: str, owner: int, route: int, index: int) -> Told:
    match kind:
        case "placed":
            return Told(Event(kind, seat, card, route=route), f"{seat} {card}>{route}")
        case "attached":
            event = Event(kind, seat, card, owner=owner, route=route, index=index)
            return Told(event, f"{seat} {card}>{owner}.{route}.{index}")
        case "discarded":
            return Told(Event(kind, seat, card), f"{seat} -{card}")
        case _:
            return Told(Event(kind, seat, route=route), f"{seat} x{route}")


DREW: Final = {seat: {c: Event("drew", seat, cards=(c,)) for c in STANDARD_PLACES} for seat in SEATS}


class _Table:
    """What both seats have, while one action of the seat in turn changes it."""

    __slots__ = ("discards", "events", "figures", "hand", "history", "routes", "state", "turn")

    def __init__(self, state: State, told: Told) -> None:
        zero, one = state.sides
        self.state = state
        self.turn = state.turn
        self.routes = [zero.routes, one.routes]
        self.discards = [zero.discard, one.discard]
        self.events = [told.event]
        self.history = remembered(state.history, told.line)
        self.hand = state.sides[self.turn].hand
        self.figures = state.sides[self.turn].figures


# --- the four actions -----------------------------------------------------------------------


def place(state: State, card: str, number: int) -> Step[State, Event]:
    """A numeric card goes on an own route; in the opening nothing is drawn for it (1)."""
    side = state.sides[state.turn]
    table = _Table(state, _told("placed", state.turn, card, 0, number, 0))
    _take_from_hand(table, card)
    _lay(table, state.turn, number, placed(side.routes[number], card, state.variants))
    return _step(table, draws=side.moves >= OPENING_TURNS)


def attach(state: State, card: str, owner: int, number: int, index: int) -> Step[State, Event]:
    """A figure goes on a numeric card of either seat and acts there."""
    table = _Table(state, _told("attached", state.turn, card, owner, number, index))
    _take_from_hand(table, card)
    if card[0] == JACK:
        _remove(table, owner, number, {index})
        table.discards[state.turn] += (card,)
    else:
        route = state.sides[owner].routes[number]
        cards = list(route.cards)
        cards[index] = (*cards[index], f"{card}@{state.turn}")
        held = route.held
        if held is not None and card[0] == QUEEN and index == len(cards) - 1:
            held = FLIPPED[held]
        _lay(table, owner, number, route_of(tuple(cards), held, state.variants))
        if card == JOKER:
            _strike(table, owner, number, index)
    return _step(table, draws=True)


def discard(state: State, card: str) -> Step[State, Event]:
    """A card of the hand is laid off; in the opening the same seat goes on (2)."""
    table = _Table(state, _told("discarded", state.turn, card, 0, 0, 0))
    _take_from_hand(table, card)
    table.discards[state.turn] += (card,)
    if state.sides[state.turn].moves < OPENING_TURNS:
        table.figures = len(table.hand)
        return _step(table, draws=True, passes=False)
    return _step(table, draws=True)


def disband(state: State, number: int) -> Step[State, Event]:
    """An own route is emptied; no card was used, so none is drawn."""
    table = _Table(state, _told("disbanded", state.turn, "", 0, number, 0))
    cards = state.sides[state.turn].routes[number].cards
    _remove(table, state.turn, number, set(range(len(cards))))
    return _step(table, draws=False)


# --- what changes on the table --------------------------------------------------------------


def _take_from_hand(table: _Table, card: str) -> None:
    """Of two equal faces the first goes."""
    hand = table.hand
    place = hand.index(card)
    table.hand = hand[:place] + hand[place + 1 :]
    if table.figures and card not in NUMERIC:
        table.figures -= 1


def _lay(table: _Table, owner: int, number: int, route: Route) -> None:
    routes = table.routes[owner]
    table.routes[owner] = (*routes[:number], route, *routes[number + 1 :])


def _remove(table: _Table, owner: int, number: int, gone: set[int]) -> None:
    """Cards of one route go with all that lies on them, each to its own deck's discard (8)."""
    route = table.routes[owner][number]
    kept: list[Stack] = []
    for index, stack in enumerate(route.cards):
        if index not in gone:
            kept.append(stack)
            continue
        table.discards[owner] += stack[:1]
        for figure in stack[1:]:
            face, _, seat = figure.partition("@")
            table.discards[int(seat)] += (face,)
        table.events.append(
            Event("removed", cards=stack, owner=owner, route=number, index=index)
        )
    cards = tuple(kept)
    steady = table.state.variants.steady_course and equal_last(cards)
    held = route.direction if steady else None
    _lay(table, owner, number, route_of(cards, held, table.state.variants))


def _strike(table: _Table, owner: int, number: int, index: int) -> None:
    """A joker takes all other cards of an ace's suit, or of a number's value (7)."""
    variants = table.state.variants
    target = table.routes[owner][number].cards[index][0]
    for seat in SEATS:
        for place, route in enumerate(table.routes[seat]):
            own = seat == owner and place == number
            if own and variants.protected_joker:
                continue
            gone = {
                i
                for i, stack in enumerate(route.cards)
                if _struck(stack, target, variants) and not (own and i == index)
            }
            if gone:
                _remove(table, seat, place, gone)


def _struck(stack: Stack, target: str, variants: Variants) -> bool:
    if target[0] != "A":
        return stack[0][0] == target[0]
    if variants.queen_shield and any(figure[0] == QUEEN for figure in stack[1:]):
        return False
    return stack[0][1] == target[1]


# --- the end of a turn ----------------------------------------------------------------------


class _Supply(NamedTuple):
    """The deck of the seat in turn, and how often it was shuffled anew."""

    deck: tuple[str, ...]
    top: int
    reshuffles: int
    recycled: tuple[str, ...]
    shuffles: int


def _step(table: _Table, *, draws: bool, passes: bool = True) -> Step[State, Event]:
    """A card is drawn, the pairs are read off anew, and the turn passes (9, 11-13)."""
    before, turn = table.state, table.turn
    side = before.sides[turn]
    supply = _Supply(side.deck, side.top, side.reshuffles, side.recycled, before.shuffles)
    if draws:
        supply = _draw(table, supply)
    deck, top, reshuffles, recycled, shuffles = supply
    own = Side(
        table.hand,
        deck,
        top,
        table.discards[turn],
        table.routes[turn],
        side.moves + passes,
        reshuffles,
        recycled,
        side.shown,
        table.figures,
    )
    other = _other_side(table)
    phase = before.phase
    if phase != MAIN and own.moves >= OPENING_TURNS and other.moves >= OPENING_TURNS:
        phase = MAIN
    sides = (other, own) if turn else (own, other)
    result = _result(sides, turn, before.variants)
    if result is None:
        following = 1 - turn if passes else turn
    else:
        following, phase = -1, OVER
        table.events.append(Event("ended", result=result))
    state = State(
        before.variants, before.seed, shuffles, sides, following, phase, table.history, result
    )
    return Step(state, tuple(table.events), passes or result is not None)


def _other_side(table: _Table) -> Side:
    """The opponent, who may have lost cards or gained figures."""
    other = table.state.sides[1 - table.turn]
    routes, discard = table.routes[1 - table.turn], table.discards[1 - table.turn]
    if routes is other.routes and discard is other.discard:
        return other
    return Side(
        other.hand,
        other.deck,
        other.top,
        discard,
        routes,
        other.moves,
        other.reshuffles,
        other.recycled,
        other.shown,
        other.figures,
    )


def _draw(table: _Table, supply: _Supply) -> _Supply:
    """One card of the own deck, if there is one; looked after before and behind it (9)."""
    reshuffle = table.state.variants.reshuffle
    if reshuffle and supply.top >= len(supply.deck):
        supply = _reshuffled(table, supply)
    if supply.top >= len(supply.deck):
        return supply
    card = supply.deck[supply.top]
    table.hand = (*table.hand, card)
    table.events.append(DREW[table.turn][card])
    supply = supply._replace(top=supply.top + 1)
    if reshuffle and supply.top >= len(supply.deck):
        supply = _reshuffled(table, supply)
    return supply


def _reshuffled(table: _Table, supply: _Supply) -> _Supply:
    """With the deck empty the own discard becomes the deck, at most twice a seat (9)."""
    turn, seed = table.turn, table.state.seed
    old = table.discards[turn]
    if not old or supply.reshuffles >= RESHUFFLES_MAX:
        return supply
    if seed is None:
        fail("no_seed")
    table.discards[turn] = ()
    table.events.append(Event("reshuffled", turn, number=len(old)))
    table.history = remembered(table.history, f"{turn} shuffle")
    return _Supply(
        deck=shuffled(seed, supply.shuffles, old),
        top=0,
        reshuffles=supply.reshuffles + 1,
        recycled=tuple(sorted(old, key=STANDARD_PLACES.__getitem__)),
        shuffles=supply.shuffles + 1,
    )


def remembered(history: tuple[str, ...], line: str) -> tuple[str, ...]:
    """The history with a line more; when it is full the oldest goes."""
    if len(history) >= HISTORY_MAX:
        history = history[1:]
    return (*history, line)


def _result(sides: tuple[Side, Side], turn: int, variants: Variants) -> Result | None:
    sold = scoring.sellers(sides[0].routes, sides[1].routes)
    winner = scoring.winner(sold, variants.quick_sale)
    if winner >= 0:
        return scoring.result((winner,), sold, "sold")
    own = sides[turn]
    if not own.hand and own.top >= len(own.deck):
        return scoring.result((1 - turn,), sold, "out_of_cards")
    return None


def ended(state: State, result: Result) -> Step[State, Event]:
    """The game ends from outside."""
    over = State(
        state.variants,
        state.seed,
        state.shuffles,
        state.sides,
        -1,
        OVER,
        state.history,
        result,
    )
    return Step(over, (Event("ended", result=result),), turn_over=True)
