"""How Rami is written: positions, actions and events as JSON values, and back.

Reading refuses with `bad_position` or `malformed_action` whatever the notation does not allow, and
hands out the deck's own strings.
"""

import re
from collections.abc import Mapping
from typing import Final

from cardrules.cards import STANDARD_52
from cardrules.errors import RuleError, fail
from cardrules.game import Result
from cardrules.policies import RAMI
from cardrules.rami.melds import BITS, COMBINATIONS, RUN, SET, bits_of, cards_of
from cardrules.rami.rules import IDLE_TURNS, options_of
from cardrules.rami.state import (
    DISCARD,
    DRAW,
    HISTORY_MAX,
    MELD,
    OVER,
    STOCK,
    Action,
    Event,
    Meld,
    Options,
    Round,
    State,
    sets_of,
)
from cardrules.reading import COUNT_MAX, Fields, read_action, too_many

_CARD: Final = "[2-9TJQKA][CDHS]"
_TURN: Final = re.compile(
    rf"(?P<seat>[0-3]) (?P<drawn>-|{_CARD})(?: = {_CARD}(?: {_CARD}){{2,12}}"
    rf"| > (?:[0-9]|1[0-7])(?: {_CARD}){{1,10}}){{0,12}}(?P<discard> : {_CARD})?"
)
_OWN_FACES: Final = {face: face for face in STANDARD_52}


def meld_obj(meld: Meld) -> dict[str, object]:
    """A meld as it stands in positions and views."""
    owner, combination = meld
    return {"owner": owner, "kind": combination.kind, "cards": list(combination.cards)}


def dump(state: State) -> dict[str, object]:
    """The position as JSON values.

    Beyond the notation: `history`, the last turns as everyone saw them, and `known`, the cards that
    everyone saw a seat take and that are still in its hand. Both may be left out.
    """
    played = state.round
    names = [str(seat) for seat in played.seats]
    position: dict[str, object] = {
        "game": RAMI.game,
        "options": played.options.obj(),
        "seats": list(played.seats),
    }
    if played.seed is not None:
        position["seed"] = played.seed.hex()
    position |= {
        "shuffles": played.shuffles,
        "turn": state.turn_seat,
        "phase": state.phase,
        "round": played.number,
        "starter": played.seats[played.starter],
        "hands": dict(zip(names, map(list, state.hands), strict=True)),
        "stock": list(state.stock_left),
        "discard": list(state.discard),
        "melds": [meld_obj(meld) for meld in state.melds],
        "taken": state.taken,
        "idle": state.idle,
        "scores": dict(zip(names, played.scores, strict=True)),
        "known": dict(zip(names, (list(cards_of(bits)) for bits in state.known), strict=True)),
        "history": list(state.history),
        "result": None if state.result is None else state.result.obj(),
    }
    return position


def load(obj: object) -> State:
    """Read a position. Raises `bad_position` for what the rules never leave behind."""
    fields = Fields(obj)
    options = _options(fields)
    seats = fields.seats(RAMI.players_min, RAMI.players_max, RAMI.seats)
    hands = fields.hands(seats, BITS)
    stock = fields.cards("stock", BITS)
    discard = fields.cards("discard", BITS)
    melds = _melds(fields, seats)
    phase = fields.one_of("phase", (DRAW, MELD, OVER))
    turn = fields.seat("turn", seats)
    starter = fields.seat("starter", seats)
    result = fields.result(seats)
    laid = [card for meld in melds for card in meld.combination.cards]
    held = [card for hand in hands for card in hand]
    if too_many([*stock, *discard, *laid, *held], STANDARD_52) is not None:
        raise fields.refuse("hands", "too_many_of_a_card")
    if phase != OVER and not all(hands):
        raise fields.refuse("hands", "empty")
    if (phase == OVER) != (turn is None):
        raise fields.refuse("turn", "phase")
    if (phase == OVER) != (result is not None):
        raise fields.refuse("result", "phase")
    place = -1 if turn is None else seats.index(turn)
    taken = _taken(fields, phase, (*hands[place], *laid))
    played = Round(
        seats=seats,
        options=options,
        seed=fields.seed(),
        shuffles=fields.integer("shuffles", 0),
        number=fields.integer("round", 1, 1),
        starter=0 if starter is None else seats.index(starter),
        scores=_scores(fields, seats, options, result),
    )
    return State(
        round=played,
        hands=hands,
        bits=sets_of(hands),
        known=_known(fields, seats, hands),
        stock=stock,
        top=0,
        discard=discard,
        melds=melds,
        turn=place,
        phase=phase,
        taken=taken,
        idle=fields.integer("idle", 0, 0, IDLE_TURNS * len(seats) - (phase == DRAW)),
        history=_history(fields, phase, turn, taken),
        result=result,
    )


def _options(fields: Fields) -> Options:
    try:
        return options_of(fields.get("options"))
    except RuleError as error:
        raise fields.refuse("options", error.code) from error


def _melds(fields: Fields, seats: tuple[int, ...]) -> tuple[Meld, ...]:
    value = fields.get("melds")
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise fields.refuse("melds", "not_a_list")
    return tuple(_meld(Fields(item, f"melds[{i}]"), seats) for i, item in enumerate(value))


def _meld(fields: Fields, seats: tuple[int, ...]) -> Meld:
    owner = fields.seat("owner", seats)
    if owner is None:
        raise fields.refuse("owner", "missing")
    cards = fields.cards("cards", BITS)
    combination = COMBINATIONS.get(bits_of(cards))
    if combination is None or len(cards) != len(combination.cards):
        raise fields.refuse("cards", "not_a_meld")
    if fields.one_of("kind", (SET, RUN), default=combination.kind) != combination.kind:
        raise fields.refuse("kind", "not_that_of_the_cards")
    return Meld(owner, combination)


def _taken(fields: Fields, phase: str, seen: tuple[str, ...]) -> str | None:
    """The card taken this turn lies in the hand of whom is in turn, or on the table."""
    taken = fields.card("taken", BITS)
    if taken is not None and (phase != MELD or taken not in seen):
        raise fields.refuse("taken", "phase" if phase != MELD else "not_in_hand")
    return taken


def _by_seat(fields: Fields, field: str, seats: tuple[int, ...]) -> Fields:
    value = fields.get(field)
    if value is None:
        value = {}
    found = Fields(value, field)
    names = {str(seat) for seat in seats}
    if isinstance(value, Mapping) and any(name not in names for name in value):
        raise fields.refuse(field, "not_a_participant")
    return found


def _scores(
    fields: Fields, seats: tuple[int, ...], options: Options, result: Result | None
) -> tuple[int, ...]:
    given = _by_seat(fields, "scores", seats)
    top = COUNT_MAX if result is not None else options.limit - 1
    return tuple(given.integer(str(seat), 0, 0, top) for seat in seats)


def _known(
    fields: Fields, seats: tuple[int, ...], hands: tuple[tuple[str, ...], ...]
) -> tuple[int, ...]:
    given = _by_seat(fields, "known", seats)
    known = tuple(bits_of(given.cards(str(seat), BITS)) for seat in seats)
    if any(bits & ~held for bits, held in zip(known, sets_of(hands), strict=True)):
        raise fields.refuse("known", "not_in_hand")
    return known


def _history(fields: Fields, phase: str, turn: int | None, taken: str | None) -> tuple[str, ...]:
    """The turns of the round; after a draw the last line is the running turn's."""
    value = fields.get("history")
    running = f"{turn} {taken or '-'}"
    if value is None or value == []:
        return (running,) if phase == MELD else ()
    if not isinstance(value, list | tuple) or len(value) > HISTORY_MAX:
        raise fields.refuse("history", "not_a_list")
    turns = [_TURN.fullmatch(line) if isinstance(line, str) else None for line in value]
    if not all(turns):
        raise fields.refuse("history", "unknown_move")
    last = turns[-1]
    assert last is not None
    if phase == MELD and (last["discard"] or last[0][: len(running)] != running):
        raise fields.refuse("history", "not_of_this_turn")
    return tuple(value)


_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "draw": ("from",),
    "meld": ("cards",),
    "lay_off": ("cards", "meld"),
    "discard": ("card",),
}


def parse_action(obj: object) -> Action:
    """Read an action; a null field counts as absent.

    Raises `unknown_action` for a missing or unknown type, `malformed_action` (param `field`) for
    what is no object and for missing, extra or wrong fields.
    """
    kind, given = read_action(obj, _FIELDS)
    match kind:
        case "draw":
            source = given.get("from")
            if not isinstance(source, str) or source not in (STOCK, DISCARD):
                fail("malformed_action", field="from")
            return Action(kind, source=STOCK if source == STOCK else DISCARD)
        case "discard":
            return Action(kind, card=_card(given.get("card"), "card"))
        case "meld":
            return Action(kind, cards=_cards(given.get("cards")))
        case _:
            return _lay_off(given)


def _lay_off(given: Mapping[str, object]) -> Action:
    cards, meld = _cards(given.get("cards")), given.get("meld")
    if not cards:
        fail("malformed_action", field="cards")
    if type(meld) is not int:
        fail("malformed_action", field="meld")
    return Action("lay_off", cards=cards, meld=meld)


def _cards(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        fail("malformed_action", field="cards")
    return tuple(_card(card, "cards") for card in value)


def _card(value: object, field: str) -> str:
    face = _OWN_FACES.get(value) if isinstance(value, str) else None
    if face is None:
        fail("malformed_action", field=field)
    return face


def action_obj(action: Action) -> dict[str, object]:
    """The action in the notation."""
    match action.type:
        case "draw":
            return {"type": action.type, "from": action.source}
        case "discard":
            return {"type": action.type, "card": action.card}
        case "lay_off":
            return {"type": action.type, "meld": action.meld, "cards": list(action.cards)}
        case _:
            return {"type": action.type, "cards": list(action.cards)}


def event_obj(event: Event) -> dict[str, object]:
    """The event as JSON values; what is unset is left out. `counted` and `round_ended` always
    tell their points."""
    obj: dict[str, object] = {"type": event.type}
    for name, value in zip(event._fields[1:], event[1:], strict=True):
        if isinstance(value, Result):
            obj[name] = value.obj()
        elif isinstance(value, tuple):
            if value:
                obj[name] = list(value)
        elif value is not None and (name != "number" or event.type in _NUMBERED):
            obj[name] = value
    return obj


_NUMBERED: Final = ("opened", "counted", "round_ended")
