"""How Viraê is written: positions, actions and events as JSON values, and back.

Reading refuses with `bad_position` or `malformed_action` whatever the notation does not allow, and
hands out the deck's own strings and the rules' own action values.
"""

import re
from collections.abc import Mapping
from typing import Final

from cardrules.cards import COLORS, VIRAE_108, VIRAE_PLACES, WILD, WILD_FOUR
from cardrules.errors import RuleError, fail
from cardrules.game import Result
from cardrules.options import read_options
from cardrules.policies import VIRAE
from cardrules.reading import Fields, read_action, too_many
from cardrules.virae.state import DRAWN, HISTORY_MAX, OVER, PLAY, WINDOW, Action, Event, State

_MOVE: Final = re.compile(
    r"[0-5] (?:[RYGB][0-9SVD]!?|W4?>[RYGB]!?|draw|keep|pass|call|catch|lapse|\+[1-4])|\* shuffle"
)


def dump(state: State) -> dict[str, object]:
    """The position as JSON values.

    Beyond the notation: `history`, the last moves as everyone saw them, and `recycled`, the cards
    that the last reshuffle put into the stock, in canonical order. Both may be left out.
    """
    position: dict[str, object] = {"game": VIRAE.game, "options": {}, "seats": list(state.seats)}
    if state.seed is not None:
        position["seed"] = state.seed.hex()
    position |= {
        "shuffles": state.shuffles,
        "turn": state.turn_seat,
        "phase": state.phase,
        "hands": {
            str(seat): list(hand) for seat, hand in zip(state.seats, state.hands, strict=True)
        },
        "stock": list(state.stock_left),
        "discard": list(state.discard),
        "color": state.color,
        "direction": state.direction,
        "drawn": state.drawn,
        "window": None if state.window_seat is None else {"seat": state.window_seat},
        "passes": state.passes,
        "history": list(state.history),
        "recycled": list(state.recycled),
        "result": None if state.result is None else state.result.obj(),
    }
    return position


def load(obj: object) -> State:
    """Read a position. Raises `bad_position` for what the rules never leave behind."""
    fields = Fields(obj)
    _options(fields)
    seats = fields.seats(VIRAE.players_min, VIRAE.players_max, VIRAE.seats)
    hands = fields.hands(seats, VIRAE_PLACES)
    stock = fields.cards("stock", VIRAE_PLACES)
    discard = fields.cards("discard", VIRAE_PLACES)
    phase = fields.one_of("phase", (PLAY, DRAWN, WINDOW, OVER))
    turn = fields.seat("turn", seats)
    forgetful = _window(fields, seats)
    drawn = fields.card("drawn", VIRAE_PLACES)
    result = fields.result(seats)
    excess = too_many([*stock, *discard, *(card for hand in hands for card in hand)], VIRAE_108)
    if excess is not None:
        raise fields.refuse("hands", "too_many_of_a_card")
    if not discard:
        raise fields.refuse("discard", "empty")
    if not stock and len(discard) > 1:
        raise fields.refuse("stock", "not_reshuffled")
    if phase != OVER and not all(hands):
        raise fields.refuse("hands", "empty")
    if (phase == OVER) != (turn is None):
        raise fields.refuse("turn", "phase")
    if (phase == OVER) != (result is not None):
        raise fields.refuse("result", "phase")
    if (phase == WINDOW) != (forgetful >= 0) or (phase == WINDOW and len(hands[forgetful]) != 1):
        raise fields.refuse("window", "phase")
    place = -1 if turn is None else seats.index(turn)
    if (phase == DRAWN) != (drawn is not None) or (drawn is not None and drawn not in hands[place]):
        raise fields.refuse("drawn", "phase")
    return State(
        seats=seats,
        seed=fields.seed(),
        shuffles=fields.integer("shuffles", 0),
        hands=hands,
        stock=stock,
        top=0,
        discard=discard,
        color=_color(fields, discard[-1]),
        direction=_direction(fields),
        turn=place,
        phase=phase,
        drawn=drawn,
        forgetful=forgetful,
        passes=fields.integer("passes", 0, 0, len(seats) - (phase != OVER)),
        history=fields.moves("history", _MOVE, HISTORY_MAX),
        recycled=tuple(
            sorted(fields.cards("recycled", VIRAE_PLACES), key=VIRAE_PLACES.__getitem__)
        ),
        result=result,
    )


def _options(fields: Fields) -> None:
    try:
        read_options(VIRAE.options, fields.get("options"))
    except RuleError as error:
        raise fields.refuse("options", error.code) from error


def _window(fields: Fields, seats: tuple[int, ...]) -> int:
    window = fields.get("window")
    if window is None:
        return -1
    seat = Fields(window, "window").seat("seat", seats)
    if seat is None:
        raise fields.refuse("window.seat", "missing")
    return seats.index(seat)


def _color(fields: Fields, top: str) -> str:
    if top in (WILD, WILD_FOUR):
        return fields.one_of("color", COLORS)
    color = fields.one_of("color", COLORS, default=top[0])
    if color != top[0]:
        raise fields.refuse("color", "not_that_of_the_top")
    return color


def _direction(fields: Fields) -> int:
    direction = fields.integer("direction", 1, -1, 1)
    if direction == 0:
        raise fields.refuse("direction", "not_in_range")
    return direction


_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": ("card", "color", "call"),
    "draw": (),
    "keep": (),
    "call": (),
    "catch": (),
}


def parse_action(obj: object) -> Action:
    """Read an action; a null field counts as absent.

    Raises `unknown_action` for a missing or unknown type, `malformed_action` (param `field`) for
    what is no object and for missing, extra or wrong fields.
    """
    kind, given = read_action(obj, _FIELDS)
    if kind != "play":
        return Action(kind)
    card, color, call = given.get("card"), given.get("color"), given.get("call", False)
    if not isinstance(card, str) or card not in VIRAE_PLACES:
        fail("malformed_action", field="card")
    if color is not None and not (isinstance(color, str) and len(color) == 1 and color in COLORS):
        fail("malformed_action", field="color")
    if not isinstance(call, bool):
        fail("malformed_action", field="call")
    return Action("play", card, color, call)


def action_obj(action: Action) -> dict[str, object]:
    """The action in the notation."""
    obj: dict[str, object] = {"type": action.type}
    if action.card is not None:
        obj["card"] = action.card
    if action.color is not None:
        obj["color"] = action.color
    if action.call:
        obj["call"] = True
    return obj


def event_obj(event: Event) -> dict[str, object]:
    """The event as JSON values; what is unset is left out."""
    obj: dict[str, object] = {"type": event.type}
    for name, value in zip(event._fields[1:], event[1:], strict=True):
        if isinstance(value, Result):
            obj[name] = value.obj()
        elif isinstance(value, tuple):
            if value:
                obj[name] = list(value)
        elif value is not None and value is not False and value != 0:
            obj[name] = value
        elif name in ("seat", "by") and value == 0 and value is not None:
            obj[name] = 0
    return obj
