"""Reading a route: its direction, its current suit, its value, and what may come upon it.

Nothing of this is stored in a position but `held`. Numbers in parentheses are the decisions listed
in the package's docstring.
"""

from typing import Final

from cardrules.caravan.state import DOWN, SEATS, UP, Course, Route, Stack, Variants
from cardrules.cards import JOKER, RANKS, STANDARD_52, SUITS

FIGURES_MAX: Final = 3

VALUES: Final = {
    card: 1 if card[0] == "A" else RANKS.index(card[0]) + 2
    for card in STANDARD_52
    if card[0] not in "JQK"
}
"""The printed value of each numeric card: the ace 1."""

NUMERIC: Final = frozenset(VALUES)
JACK: Final = "J"
QUEEN: Final = "Q"
KING: Final = "K"
FIGURES: Final = (*(card for card in STANDARD_52 if card not in VALUES), JOKER)
FIGURES_AT: Final = {face: tuple(f"{face}@{seat}" for seat in SEATS) for face in FIGURES}
"""How a figure is written on a card, by the seat that played it."""


def _fitting(direction: str | None, value: int, suit: str) -> frozenset[str]:
    return frozenset(
        card
        for card, other in VALUES.items()
        if other != value
        and (
            direction is None
            or card[1] == suit
            or (other > value if direction == UP else other < value)
        )
    )


COURSES: Final = {
    direction: {
        value: {suit: Course(direction, suit, _fitting(direction, value, suit)) for suit in SUITS}
        for value in range(1, 11)
    }
    for direction in (None, UP, DOWN)
}
"""By direction, last value and current suit (4)."""

FLIPPED: Final = {UP: DOWN, DOWN: UP}


def route_of(cards: tuple[Stack, ...], held: str | None, variants: Variants) -> Route:
    """The route of these cards, with all that can be read off them."""
    if not cards:
        return EMPTY
    value = room = 0
    bit = 1
    for stack in cards:
        if len(stack) == 1:
            value += VALUES[stack[0]]
            room |= bit
        else:
            value += stack_value(stack, variants.adding_kings)
            if len(stack) <= FIGURES_MAX or variants.no_figure_limit:
                room |= bit
        bit <<= 1
    return Route(cards, held, value, _course(cards, held, variants), room)


def _course(cards: tuple[Stack, ...], held: str | None, variants: Variants) -> Course:
    last = cards[-1]
    suit = cards[0][0][1] if variants.founding_suit else last[0][1]
    direction = held or natural_direction(cards)
    for figure in last[1:]:
        if figure[0] == QUEEN:
            suit = figure[1]
            if held is None and direction is not None:
                direction = FLIPPED[direction]
    return COURSES[direction][VALUES[last[0]]][suit]


def placed(route: Route, card: str, variants: Variants) -> Route:
    """The route with a numeric card more, which has no figures yet."""
    cards = route.cards
    if not cards:
        return BEGUN[card]
    value = VALUES[card]
    direction = UP if value > VALUES[cards[-1][0]] else DOWN
    suit = cards[0][0][1] if variants.founding_suit else card[1]
    return Route(
        (*cards, STACKS[card]),
        None,
        route.value + value,
        COURSES[direction][value][suit],
        route.room | 1 << len(cards),
    )


def attached(route: Route, index: int, figure: str, seat: int, variants: Variants) -> Route:
    """The route with a figure of that seat on its `index`-th card; a queen on the last turns it."""
    cards, held, value, course = route.cards, route.held, route.value, route.course
    old = cards[index]
    stack = (*old, FIGURES_AT[figure][seat])
    cards = (*cards[:index], stack, *cards[index + 1 :])
    if figure[0] == KING:
        adding = variants.adding_kings
        value += stack_value(stack, adding) - stack_value(old, adding)
    elif figure[0] == QUEEN and index == len(cards) - 1:
        held = None if held is None else FLIPPED[held]
        course = _course(cards, held, variants)
    room = route.room
    if len(stack) > FIGURES_MAX and not variants.no_figure_limit:
        room &= ~(1 << index)
    return Route(cards, held, value, course, room)


def natural_direction(cards: tuple[Stack, ...]) -> str | None:
    """The direction of the last two numeric cards, without queens: an equal pair goes down (3)."""
    if len(cards) < 2:
        return None
    return UP if VALUES[cards[-1][0]] > VALUES[cards[-2][0]] else DOWN


def stack_value(stack: Stack, adding_kings: bool) -> int:
    """A numeric card with its kings: each doubles it, or adds the printed value once more (10)."""
    printed = value = VALUES[stack[0]]
    for figure in stack[1:]:
        if figure[0] == KING:
            value += printed if adding_kings else value
    return value


def equal_last(cards: tuple[Stack, ...]) -> bool:
    """Whether the last two numeric cards are of one value."""
    return len(cards) >= 2 and VALUES[cards[-1][0]] == VALUES[cards[-2][0]]


EMPTY: Final = Route((), None, 0, Course(None, "", NUMERIC), 0)
STACKS: Final[dict[str, Stack]] = {card: (card,) for card in VALUES}
BEGUN: Final = {card: route_of((stack,), None, Variants()) for card, stack in STACKS.items()}
"""A route of one card: the same in every variant."""
