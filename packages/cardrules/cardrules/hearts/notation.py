"""How Hearts is written: positions, actions and events as JSON values, and back.

Reading refuses with `bad_position` or `malformed_action` whatever the notation does not allow, and
hands out the deck's own strings.
"""

from collections.abc import Mapping
from typing import Final

from cardrules.cards import STANDARD_52, places
from cardrules.errors import RuleError, fail
from cardrules.game import Result
from cardrules.hearts.state import (
    NONE,
    OVER,
    PASS,
    PASSED,
    PASSES,
    PLAY,
    SEATS,
    TRICKS,
    Action,
    Deal,
    Event,
    State,
    Trick,
)
from cardrules.options import read_options
from cardrules.policies import HEARTS
from cardrules.reading import Fields, read_action, too_many
from cardrules.tricks import BITS, card_set

_PLACES: Final = places(STANDARD_52)

Piles = tuple[tuple[str, ...], ...]


def _by_seat(piles: Piles) -> dict[str, list[str]]:
    return {str(seat): list(pile) for seat, pile in zip(SEATS, piles, strict=True)}


def _filled(piles: Piles) -> dict[str, list[str]]:
    return {name: cards for name, cards in _by_seat(piles).items() if cards}


def dump(state: State) -> dict[str, object]:
    """The position as JSON values.

    Beyond the notation: `history`, this hand's tricks as everyone saw them, and `sheet`, the points
    by seat of each finished hand. Both may be left out.
    """
    deal = state.deal
    position: dict[str, object] = {
        "game": HEARTS.game,
        "options": {"limit": deal.limit},
        "seats": list(SEATS),
    }
    if deal.seed is not None:
        position["seed"] = deal.seed.hex()
    position |= {
        "shuffles": deal.shuffles,
        "turn": state.turn_seat,
        "phase": state.phase,
        "hand": deal.number,
        "pass": deal.direction,
        "hands": _by_seat(tuple(map(state.cards, SEATS))),
        "chosen": _filled(deal.chosen),
        "received": _filled(deal.received),
        "trick": trick_obj(state.leader, state.trick),
        "broken": state.broken,
        "tricks": state.tricks,
        "taken": _by_seat(state.taken),
        "scores": {str(seat): deal.scores[seat] for seat in SEATS},
        "sheet": [list(points) for points in deal.sheet],
        "history": [history_obj(trick) for trick in state.history],
        "result": None if state.result is None else state.result.obj(),
    }
    return position


def trick_obj(leader: int, trick: tuple[str, ...]) -> list[dict[str, object]]:
    """The cards on the table, each with the seat that played it."""
    return [{"seat": (leader + i) % len(SEATS), "card": card} for i, card in enumerate(trick)]


def history_obj(trick: Trick) -> dict[str, object]:
    """A finished trick."""
    return {"leader": trick.leader, "cards": list(trick.cards)}


def load(obj: object) -> State:
    """Read a position. Raises `bad_position` for what the rules never leave behind."""
    fields = Fields(obj)
    fields.seats(HEARTS.players_min, HEARTS.players_max, HEARTS.seats)
    phase = fields.one_of("phase", (PASS, PLAY, OVER))
    turn = fields.seat("turn", SEATS)
    hands = fields.hands(SEATS, _PLACES)
    taken = fields.cards_by_seat("taken", SEATS, _PLACES)
    leader, trick = _trick(fields, turn)
    _once(fields, hands, taken, trick)
    deal = _deal(fields, hands, phase)
    result = fields.result(SEATS)
    if (phase == PLAY) != (turn is not None):
        raise fields.refuse("turn", "phase")
    if (phase == OVER) != (result is not None):
        raise fields.refuse("result", "phase")
    if phase == PASS and trick:
        raise fields.refuse("trick", "phase")
    tricks = fields.integer("tricks", 0, 0, 0 if phase == PASS else TRICKS)
    if phase != OVER:
        _enough(fields, hands, len(trick), leader, tricks)
    return State(
        deal=deal,
        phase=phase,
        hands=tuple(map(card_set, hands)),
        leader=leader,
        trick=trick,
        broken=_flag(fields, "broken"),
        tricks=tricks,
        taken=taken,
        history=_history(fields, taken),
        result=result,
    )


def _trick(fields: Fields, turn: int | None) -> tuple[int, tuple[str, ...]]:
    """Who led, -1 for nobody, and the cards that lie on the table."""
    cards: list[str] = []
    leader = -1 if turn is None else turn
    for i, played in enumerate(_sequence(fields, "trick", len(SEATS) - 1)):
        one = Fields(played, "trick")
        seat, card = one.seat("seat", SEATS), one.card("card", _PLACES)
        if seat is None or card is None:
            raise fields.refuse("trick", "missing")
        if i == 0:
            leader = seat
        elif seat != (leader + i) % len(SEATS):
            raise fields.refuse("trick", "not_in_order")
        cards.append(card)
    if turn is not None and turn != (leader + len(cards)) % len(SEATS):
        raise fields.refuse("turn", "trick")
    return leader, tuple(cards)


def _once(fields: Fields, hands: Piles, taken: Piles, trick: tuple[str, ...]) -> None:
    piles = (*hands, *taken, trick)
    if too_many((card for pile in piles for card in pile), STANDARD_52) is not None:
        raise fields.refuse("hands", "too_many_of_a_card")


def _enough(fields: Fields, hands: Piles, played: int, leader: int, tricks: int) -> None:
    """Everyone must come to the end of the hand together."""
    held = [len(hand) for hand in hands]
    for i in range(played):
        held[(leader + i) % len(SEATS)] += 1
    if len(set(held)) > 1 or not 1 <= held[0] <= TRICKS - tricks:
        raise fields.refuse("hands", "not_of_one_size")


def _deal(fields: Fields, hands: Piles, phase: str) -> Deal:
    try:
        limit = read_options(HEARTS.options, fields.get("options"))["limit"]
    except RuleError as error:
        raise fields.refuse("options", error.code) from error
    assert isinstance(limit, int)
    direction = fields.one_of("pass", PASSES, default="")
    number = fields.integer("hand", 1 + PASSES.index(direction) if direction else 1, 1)
    scores = fields.by_seat("scores", SEATS)
    deal = Deal(
        limit=limit,
        seed=fields.seed(),
        shuffles=fields.integer("shuffles", 0),
        number=number,
        held=hands,
        chosen=_threes(fields, "chosen"),
        received=_threes(fields, "received"),
        scores=tuple(scores.integer(str(seat), 0) for seat in SEATS),
        sheet=_sheet(fields),
    )
    if direction not in ("", deal.direction):
        raise fields.refuse("pass", "hand")
    _exchange(fields, deal, phase)
    return deal


def _exchange(fields: Fields, deal: Deal, phase: str) -> None:
    """Choices stand only while the exchange waits, what was received only after it."""
    if phase == PASS:
        if deal.direction == NONE:
            raise fields.refuse("phase", "no_pass")
        if any(len(hand) < PASSED for hand in deal.held):
            raise fields.refuse("hands", "too_few_to_pass")
        if all(deal.chosen):
            raise fields.refuse("chosen", "complete")
    if any(deal.chosen) and (phase == PLAY or any(deal.received)):
        raise fields.refuse("chosen", "phase")
    if any(deal.received) and (phase == PASS or deal.direction == NONE):
        raise fields.refuse("received", "phase")
    for seat in SEATS:
        if not card_set(deal.chosen[seat]) & ~card_set(deal.held[seat]) == 0:
            raise fields.refuse("chosen", "card_not_in_hand")


def _threes(fields: Fields, field: str) -> Piles:
    piles = fields.cards_by_seat(field, SEATS, _PLACES)
    cards = [card for pile in piles for card in pile]
    if any(len(pile) not in (0, PASSED) for pile in piles) or len(set(cards)) != len(cards):
        raise fields.refuse(field, "not_three_cards")
    return piles


def _flag(fields: Fields, field: str) -> bool:
    value = fields.get(field)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise fields.refuse(field, "not_a_boolean")
    return value


def _sequence(fields: Fields, field: str, most: int) -> list[object]:
    value = fields.get(field)
    if value is None:
        return []
    if not isinstance(value, list | tuple) or len(value) > most:
        raise fields.refuse(field, "not_a_list")
    return list(value)


def _sheet(fields: Fields) -> tuple[tuple[int, ...], ...]:
    sheet: list[tuple[int, ...]] = []
    for points in _sequence(fields, "sheet", 1000):
        if not isinstance(points, list | tuple) or len(points) != len(SEATS):
            raise fields.refuse("sheet", "not_by_seat")
        if any(type(one) is not int or not 0 <= one <= 26 for one in points):
            raise fields.refuse("sheet", "not_in_range")
        sheet.append(tuple(points))
    return tuple(sheet)


def _history(fields: Fields, taken: Piles) -> tuple[Trick, ...]:
    tricks: list[Trick] = []
    for one in _sequence(fields, "history", TRICKS):
        trick = Fields(one, "history")
        leader, cards = trick.seat("leader", SEATS), trick.cards("cards", _PLACES)
        if leader is None or len(cards) != len(SEATS) or len(set(cards)) != len(cards):
            raise fields.refuse("history", "not_a_trick")
        tricks.append(Trick(leader, cards))
        if not set(cards) <= set(taken[tricks[-1].taker]):
            raise fields.refuse("history", "not_taken")
    return tuple(tricks)


_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {"pass": ("cards",), "play": ("card",)}


def parse_action(obj: object) -> Action:
    """Read an action; a null field counts as absent.

    Raises `unknown_action` for a missing or unknown type, `malformed_action` (param `field`) for
    what is no object and for missing, extra or wrong fields. How many cards a pass names, and
    whether twice the same, is the rules' affair.
    """
    kind, given = read_action(obj, _FIELDS)
    if kind == "play":
        card = given.get("card")
        if not isinstance(card, str) or card not in BITS:
            fail("malformed_action", field="card")
        return Action("play", card)
    value = given.get("cards")
    if not isinstance(value, list | tuple):
        fail("malformed_action", field="cards")
    if not all(isinstance(card, str) and card in BITS for card in value):
        fail("malformed_action", field="cards")
    return Action("pass", cards=tuple(value))


def action_obj(action: Action) -> dict[str, object]:
    """The action in the notation."""
    if action.type == "play":
        return {"type": "play", "card": action.card}
    if action.choose:
        return {"type": "pass", "choose": action.choose, "from": list(action.source)}
    return {"type": "pass", "cards": list(action.cards)}


def event_obj(event: Event) -> dict[str, object]:
    """The event as JSON values; what is unset is left out."""
    obj: dict[str, object] = {"type": event.type}
    for name, value in zip(event._fields[1:], event[1:], strict=True):
        if isinstance(value, Result):
            obj[name] = value.obj()
        elif isinstance(value, tuple):
            if value:
                obj[name] = list(value)
        elif value is not None and (name != "number" or value or event.type == "took"):
            obj[name] = value
    return obj
