"""How Caravan is written: positions, actions and events as JSON values, and back.

Reading refuses with `bad_position` or `malformed_action` whatever the notation does not allow, and
hands out the deck's own strings.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from cardrules.caravan.routes import EMPTY, FIGURES, FIGURES_MAX, JACK, VALUES, equal_last, route_of
from cardrules.caravan.state import (
    DOWN,
    HISTORY_MAX,
    MAIN,
    OPENING,
    OPENING_TURNS,
    OVER,
    ROUTES,
    SEATS,
    UP,
    Action,
    Event,
    Known,
    Route,
    Routes,
    Side,
    Stack,
    State,
    Variants,
    trail_of,
    variants_of,
)
from cardrules.caravan.table import RESHUFFLES_MAX
from cardrules.cards import STANDARD_54, STANDARD_PLACES, places
from cardrules.errors import RuleError, fail
from cardrules.game import Result
from cardrules.options import read_options
from cardrules.policies import CARAVAN
from cardrules.reading import Fields, read_action, too_many

_CARD: Final = r"(?:[2-9TJQKA][CDHS]|XX)"
_MOVE: Final = re.compile(
    rf"[01] (?:{_CARD}>(?:[0-2]|[01]\.[0-2]\.[0-9]{{1,3}})|-{_CARD}|x[0-2]|shuffle)"
)
_FIGURES_AT: Final = places(
    f"{face}@{seat}" for face in FIGURES if face[0] != JACK for seat in SEATS
)
"""What may lie on a numeric card: a jack never stays."""


def dump(state: State) -> dict[str, object]:
    """The position as JSON values.

    Beyond the notation, and not needed to read one: `history`, the last moves as everyone saw
    them; by seat `recycled`, the cards of the last reshuffle in canonical order, `shown`, the poor
    hands that went back into the deck, and `figures`, how many cards of the hand are figures for
    certain.
    """
    position: dict[str, object] = {
        "game": CARAVAN.game,
        "options": {"variants": list(state.variants.names)},
        "seats": list(SEATS),
    }
    if state.seed is not None:
        position["seed"] = state.seed.hex()
    sides = state.sides
    position |= {
        "shuffles": state.shuffles,
        "turn": state.turn_seat,
        "phase": state.phase,
        "hands": _by_seat([list(side.hand) for side in sides]),
        "decks": _by_seat([list(side.deck_left) for side in sides]),
        "discards": _by_seat([list(side.discard) for side in sides]),
        "routes": _by_seat([[route_obj(route) for route in side.routes] for side in sides]),
        "reshuffles": _by_seat([side.known.reshuffles for side in sides]),
        "moves": _by_seat([side.moves for side in sides]),
        "history": list(state.history),
        "recycled": _by_seat([list(side.known.recycled) for side in sides]),
        "shown": _by_seat([[list(hand) for hand in side.known.shown] for side in sides]),
        "figures": _by_seat([side.known.figures for side in sides]),
        "result": None if state.result is None else state.result.obj(),
    }
    return position


def _by_seat(values: Iterable[object]) -> dict[str, object]:
    return {str(seat): value for seat, value in zip(SEATS, values, strict=True)}


def route_obj(route: Route) -> dict[str, object]:
    """A route's cards, each with its figures, and the direction held."""
    return {"cards": [list(stack) for stack in route.cards], "held": route.held}


# --- reading a position ---------------------------------------------------------------------


def load(obj: object) -> State:
    """Read a position. Raises `bad_position` for what the rules never leave behind."""
    fields = Fields(obj)
    variants = _variants(fields)
    fields.seats(len(SEATS), len(SEATS), CARAVAN.seats)
    phase = fields.one_of("phase", (OPENING, MAIN, OVER))
    turn = fields.seat("turn", SEATS)
    result = fields.result(SEATS)
    if (phase == OVER) != (turn is None):
        raise fields.refuse("turn", "phase")
    if (phase == OVER) != (result is not None):
        raise fields.refuse("result", "phase")
    zero, one = (_side(fields, seat, phase, variants) for seat in SEATS)
    for seat in SEATS:
        deck = STANDARD_54 * 2 if variants.double_deck else STANDARD_54
        if too_many(_of_deck(seat, (zero, one)), deck) is not None:
            raise fields.refuse("hands", "too_many_of_a_card")
    if phase != OVER and (phase == MAIN) != (min(zero.moves, one.moves) >= OPENING_TURNS):
        raise fields.refuse("moves", "phase")
    return State(
        variants,
        fields.seed(),
        fields.integer("shuffles", 0),
        (zero, one),
        -1 if turn is None else turn,
        phase,
        trail_of(fields.moves("history", _MOVE, HISTORY_MAX)),
        result,
    )


def _variants(fields: Fields) -> Variants:
    try:
        names = read_options(CARAVAN.options, fields.get("options"))["variants"]
    except RuleError as error:
        raise fields.refuse("options", error.code) from error
    assert isinstance(names, tuple)
    return variants_of(names)


def _side(fields: Fields, seat: int, phase: str, variants: Variants) -> Side:
    def own(field: str) -> Fields:
        return _seats_fields(fields, field)

    name = str(seat)
    hand = own("hands").cards(name, STANDARD_PLACES)
    routes = _routes(own("routes"), name, variants)
    started = sum(1 for route in routes if route.cards)
    reshuffles = own("reshuffles").integer(name, 0, 0, RESHUFFLES_MAX * variants.reshuffle)
    recycled = own("recycled").cards(name, STANDARD_PLACES)
    return Side(
        hand=hand,
        deck=own("decks").cards(name, STANDARD_PLACES),
        top=0,
        discard=own("discards").cards(name, STANDARD_PLACES),
        routes=routes,
        moves=own("moves").integer(name, started if phase == OPENING else OPENING_TURNS),
        known=Known(
            reshuffles=reshuffles,
            recycled=tuple(sorted(recycled, key=STANDARD_PLACES.__getitem__)),
            shown=_shown(own("shown"), name),
            figures=own("figures").integer(name, 0, 0, len(hand)),
        ),
    )


def _seats_fields(fields: Fields, field: str) -> Fields:
    """The object that holds this field's value for each seat."""
    value = fields.get(field)
    if isinstance(value, Mapping) and not set(value) <= {str(seat) for seat in SEATS}:
        raise fields.refuse(field, "not_a_participant")
    return Fields({} if value is None else value, field)


def _routes(fields: Fields, name: str, variants: Variants) -> Routes:
    value = fields.get(name)
    if value is None:
        return EMPTY, EMPTY, EMPTY
    if not isinstance(value, list | tuple) or len(value) != ROUTES:
        raise fields.refuse(name, "not_three_routes")
    first, second, third = (_route(Fields(r, f"routes.{name}"), variants) for r in value)
    return first, second, third


def _route(fields: Fields, variants: Variants) -> Route:
    value = fields.get("cards")
    if value is None:
        value = []
    if not isinstance(value, list | tuple):
        raise fields.refuse("cards", "not_a_list")
    cards = tuple(_stack(fields, stack, variants) for stack in value)
    held = None
    if fields.get("held") is not None:
        held = fields.one_of("held", (UP, DOWN))
        if not variants.steady_course or not equal_last(cards):
            raise fields.refuse("held", "nothing_to_hold")
    return route_of(cards, held, variants)


def _stack(fields: Fields, value: object, variants: Variants) -> Stack:
    if not isinstance(value, list | tuple) or not value:
        raise fields.refuse("cards", "not_a_list")
    if len(value) > 1 + FIGURES_MAX and not variants.no_figure_limit:
        raise fields.refuse("cards", "card_full")
    numeric = Fields({"cards": value[:1]}, "routes").cards("cards", VALUES)
    figures = Fields({"cards": value[1:]}, "routes").cards("cards", _FIGURES_AT)
    return (*numeric, *figures)


def _of_deck(seat: int, sides: tuple[Side, Side]) -> Iterable[str]:
    """Every card of a seat's own deck, wherever it lies."""
    own = sides[seat]
    yield from (*own.hand, *own.deck, *own.discard)
    for owner, side in zip(SEATS, sides, strict=True):
        for route in side.routes:
            for stack in route.cards:
                if owner == seat:
                    yield stack[0]
                for figure in stack[1:]:
                    face, _, played_by = figure.partition("@")
                    if played_by == str(seat):
                        yield face


def _shown(fields: Fields, name: str) -> tuple[tuple[str, ...], ...]:
    value = fields.get(name)
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise fields.refuse(name, "not_a_list")
    return tuple(Fields({name: hand}, "shown").cards(name, STANDARD_PLACES) for hand in value)


# --- actions and events ---------------------------------------------------------------------

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "place": ("card", "route"),
    "attach": ("card", "seat", "route", "index"),
    "discard": ("card",),
    "disband": ("route",),
}


def parse_action(obj: object) -> Action:
    """Read an action; a null field counts as absent.

    Any whole number is a well-formed route, seat or index. Raises `unknown_action` for a missing
    or unknown type, `malformed_action` (param `field`) for what is no object and for missing,
    extra or wrong fields.
    """
    kind, given = read_action(obj, _FIELDS)
    for name in _FIELDS[kind]:
        value = given.get(name)
        if name == "card":
            well_formed = isinstance(value, str) and value in STANDARD_PLACES
        else:
            well_formed = isinstance(value, int) and not isinstance(value, bool)
        if not well_formed:
            fail("malformed_action", field=name)
    return Action(kind, **given)


def action_obj(action: Action) -> dict[str, object]:
    """The action in the notation."""
    return {
        "type": action.type,
        **{name: getattr(action, name) for name in _FIELDS.get(action.type, ())},
    }


def event_obj(event: Event) -> dict[str, object]:
    """The event as JSON values; what is unset is left out."""
    obj: dict[str, object] = {"type": event.type}
    for name, value in zip(event._fields[1:], event[1:], strict=True):
        if isinstance(value, Result):
            obj[name] = value.obj()
        elif isinstance(value, tuple):
            if value:
                obj[name] = list(value)
        elif value is not None and (name != "number" or value):
            obj[name] = value
    return obj
