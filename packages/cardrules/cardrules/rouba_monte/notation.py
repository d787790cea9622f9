"""How Rouba Monte is written: positions, actions and events as JSON values, and back.

Reading refuses with `bad_position` or `malformed_action` whatever the notation does not allow, and
hands out the deck's own strings.
"""

from collections.abc import Mapping
from typing import Final

from cardrules.cards import STANDARD_52, places
from cardrules.errors import RuleError, fail
from cardrules.game import Result
from cardrules.options import read_options
from cardrules.policies import ROUBA_MONTE
from cardrules.reading import Fields, is_seat_list, read_action, too_many
from cardrules.rouba_monte.memory import LINE, LINES_MAX, Contradiction, recall
from cardrules.rouba_monte.state import (
    CAPTURE,
    DISCARD,
    OVER,
    PLAY,
    Action,
    Deal,
    Event,
    State,
)
from cardrules.tricks import BITS, card_set

_PLACES: Final = places(STANDARD_52)

Piles = tuple[tuple[str, ...], ...]


def dump(state: State) -> dict[str, object]:
    """The position as JSON values.

    Beyond the notation: `history`, all moves of the game as everyone saw them (`memory`). It may
    be left out.
    """
    deal = state.deal
    names = [str(seat) for seat in deal.seats]
    hands = [list(state.cards(place)) for place in range(len(names))]
    position: dict[str, object] = {
        "game": ROUBA_MONTE.game,
        "options": {},
        "seats": list(deal.seats),
    }
    if deal.seed is not None:
        position["seed"] = deal.seed.hex()
    position |= {
        "shuffles": deal.shuffles,
        "turn": state.turn_seat,
        "phase": state.phase,
        "dealer": state.dealer_seat,
        "active": list(state.active_seats),
        "hands": dict(zip(names, hands, strict=True)),
        "center": list(state.open_cards),
        "piles": dict(zip(names, map(list, state.piles), strict=True)),
        "stock": list(deal.stock),
        "history": list(state.history),
        "result": None if state.result is None else state.result.obj(),
    }
    return position


def load(obj: object) -> State:
    """Read a position. Raises `bad_position` for what the rules never leave behind."""
    fields = Fields(obj)
    _options(fields)
    seats = fields.seats(ROUBA_MONTE.players_min, ROUBA_MONTE.players_max, ROUBA_MONTE.seats)
    phase = fields.one_of("phase", (PLAY, OVER))
    turn = fields.seat("turn", seats)
    dealer = fields.seat("dealer", seats)
    active = _active(fields, seats)
    hands = fields.hands(seats, _PLACES)
    piles = fields.cards_by_seat("piles", seats, _PLACES)
    center = fields.cards("center", _PLACES)
    stock = fields.cards("stock", _PLACES)
    result = fields.result(seats)
    every = (*hands, *piles, center, stock)
    if too_many((card for cards in every for card in cards), STANDARD_52) is not None:
        raise fields.refuse("hands", "too_many_of_a_card")
    if (phase == PLAY) != (turn is not None):
        raise fields.refuse("turn", "phase")
    if (phase == OVER) != (result is not None):
        raise fields.refuse("result", "phase")
    place = -1 if turn is None else seats.index(turn)
    if phase == PLAY:
        _playing(fields, place, active, hands)
    if any((hands[gone] or piles[gone]) for gone in range(len(seats)) if gone not in active):
        raise fields.refuse("active", "has_cards_but_left")
    deal = Deal(
        seats=seats,
        seed=fields.seed(),
        shuffles=fields.integer("shuffles", 0),
        dealer=0 if dealer is None else seats.index(dealer),
        active=active,
        held=hands,
        stock=stock,
    )
    return State(
        deal=deal,
        hands=tuple(map(card_set, hands)),
        center=card_set(center),
        laid=center,
        piles=piles,
        turn=place,
        history=_history(fields, seats, center, piles),
        result=result,
    )


def _options(fields: Fields) -> None:
    try:
        read_options(ROUBA_MONTE.options, fields.get("options"))
    except RuleError as error:
        raise fields.refuse("options", error.code) from error


def _active(fields: Fields, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The places still in; missing: all."""
    value = fields.get("active")
    if value is None:
        return tuple(range(len(seats)))
    if not is_seat_list(value, 0, len(seats), ROUBA_MONTE.seats):
        raise fields.refuse("active", "not_seats")
    assert isinstance(value, list | tuple)
    if not set(value) <= set(seats):
        raise fields.refuse("active", "not_participants")
    return tuple(seats.index(seat) for seat in value)


def _playing(fields: Fields, place: int, active: tuple[int, ...], hands: Piles) -> None:
    """While a game runs two are in it, and the one in turn has a card to play."""
    if len(active) < ROUBA_MONTE.players_min:
        raise fields.refuse("active", "too_few")
    if place not in active:
        raise fields.refuse("turn", "not_active")
    if not hands[place]:
        raise fields.refuse("turn", "cannot_act")


def _history(
    fields: Fields, seats: tuple[int, ...], center: tuple[str, ...], piles: Piles
) -> tuple[str, ...]:
    """The moves, which must lead to what lies open now; missing: unknown."""
    moves = fields.moves("history", LINE, LINES_MAX)
    if not moves:
        return ()
    try:
        memory = recall(seats, moves)
    except Contradiction as error:
        raise fields.refuse("history", "impossible_move") from error
    if tuple(memory.center) != center or tuple(map(tuple, memory.piles.values())) != piles:
        raise fields.refuse("history", "leads_elsewhere")
    return moves


_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    CAPTURE: ("card", "center", "pile"),
    DISCARD: ("card",),
}


def parse_action(obj: object) -> Action:
    """Read an action; a null field counts as absent.

    Raises `unknown_action` for a missing or unknown type, `malformed_action` (param `field`) for
    what is no object and for missing, extra or wrong fields. How many targets there are, and
    whether they are there, is the rules' affair.
    """
    kind, given = read_action(obj, _FIELDS)
    card, center, pile = (given.get(name) for name in ("card", "center", "pile"))
    if not isinstance(card, str) or card not in BITS:
        fail("malformed_action", field="card")
    if center is not None and not (isinstance(center, str) and center in BITS):
        fail("malformed_action", field="center")
    if pile is not None and type(pile) is not int:
        fail("malformed_action", field="pile")
    return Action(kind, card, center, pile)


def action_obj(action: Action) -> dict[str, object]:
    """The action in the notation."""
    obj: dict[str, object] = {"type": action.type, "card": action.card}
    if action.center is not None:
        obj["center"] = action.center
    if action.pile is not None:
        obj["pile"] = action.pile
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
        elif value is not None and (name != "number" or value):
            obj[name] = value
    return obj
