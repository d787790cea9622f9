"""Rami's rules: who may do what, and what comes of it.

Numbers in parentheses are the decisions listed in the package's docstring. Every public function
is pure.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from cardrules.cards import STANDARD_52
from cardrules.errors import fail
from cardrules.game import Result, Step
from cardrules.options import read_beginning, read_options
from cardrules.policies import RAMI
from cardrules.rami import scoring
from cardrules.rami.melds import BITS, COMBINATIONS, combined, within
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
from cardrules.shuffle import shuffled

_T = TypeVar("_T")

HAND_OF_TWO: Final = 7
HAND_OF_MORE: Final = 10
IDLE_TURNS: Final = 4
"""So often may every participant in a row do nothing but take the discard (5b)."""

DRAW_STOCK: Final = Action("draw", source=STOCK)
DRAW_DISCARD: Final = Action("draw", source=DISCARD)
DISCARDS: Final = {card: Action("discard", card=card) for card in BITS}
MELDS: Final = {
    bits: Action("meld", cards=combination.cards) for bits, combination in COMBINATIONS.items()
}
_LAY_OFFS: Final[dict[tuple[int, int], Action]] = {}
"""By meld and added cards, made when first asked for: few thousands at most."""


# --- beginning ------------------------------------------------------------------------------


def new(
    options: object, seats: object, seed: bytes | None, starter: object = None
) -> Step[State, Event]:
    """The first round, dealt from shuffle 0."""
    chosen = options_of(options)
    begins = read_beginning(RAMI, seats, seed, starter)
    scores = (0,) * len(begins.seats)
    first = begins.starter or 0
    state, events = _deal(Round(begins.seats, chosen, begins.seed, 0, 1, first, scores))
    return Step(state, events, turn_over=True, interlude=True)


def options_of(obj: object) -> Options:
    """The options as a value. Raises `bad_option`."""
    read = read_options(RAMI.options, obj)
    limit = read["limit"]
    assert isinstance(limit, int)
    return Options(limit, read["ace_high"] is True, read["discard_to_win"] is True)


def _deal(before: Round) -> tuple[State, tuple[Event, ...]]:
    """Shuffle, one card at a time from the starter on, and the next card opens the discard."""
    if before.seed is None:
        fail("no_seed")
    deck = shuffled(before.seed, before.shuffles, STANDARD_52)
    seats, starter, players = before.seats, before.starter, len(before.seats)
    dealt = players * (HAND_OF_TWO if players == 2 else HAND_OF_MORE)
    hands = tuple(deck[(place - starter) % players : dealt : players] for place in range(players))
    state = State(
        round=Round(
            seats,
            before.options,
            before.seed,
            before.shuffles + 1,
            before.number,
            starter,
            before.scores,
        ),
        hands=hands,
        bits=sets_of(hands),
        known=(0,) * players,
        stock=deck,
        top=dealt + 1,
        discard=(deck[dealt],),
        melds=(),
        turn=starter,
        phase=DRAW,
        taken=None,
        idle=0,
        history=(),
        result=None,
    )
    circle = [(starter + i) % players for i in range(players)]
    events = [Event("dealt", seats[place], cards=hands[place]) for place in circle]
    events.append(Event("opened", seats[starter], card=deck[dealt], number=before.number))
    return state, tuple(events)


# --- what is legal --------------------------------------------------------------------------


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """The seat's legal actions: draws; or melds, lay-offs, then discards in the hand's order."""
    if state.turn < 0 or state.round.seats[state.turn] != seat:
        return ()
    return legal_draws(state) if state.phase == DRAW else legal_melds(state)


def legal_draws(state: State) -> tuple[Action, ...]:
    """From the stock, also an empty one (5), or the visible discard."""
    return (DRAW_STOCK, DRAW_DISCARD) if state.discard else (DRAW_STOCK,)


def legal_melds(state: State) -> tuple[Action, ...]:
    """Whatever the hand allows after drawing (1, 2, 3, 7)."""
    hand, bits = state.hands[state.turn], state.bits[state.turn]
    whole = bits if state.round.options.discard_to_win else 0
    actions = [MELDS[found.bits] for found in within(bits) if found.bits != whole]
    for index, (_, combination) in enumerate(state.melds):
        if combination.reach & bits:
            for added, cards in combination.growths:
                if added & bits == added and added != whole:
                    actions.append(_lay_off_action(index, added, cards))
    taken = state.taken if len(hand) > 1 else None
    actions += [DISCARDS[card] for card in hand if card is not taken]
    return tuple(actions)


def _lay_off_action(index: int, added: int, cards: tuple[str, ...]) -> Action:
    action = _LAY_OFFS.get((index, added))
    if action is None:
        action = _LAY_OFFS[index, added] = Action("lay_off", cards=cards, meld=index)
    return action


def reasons(state: State, seat: int) -> tuple[str | None, ...]:
    """For each card of the seat's hand: the code that discarding it would raise now, or None."""
    hand = state.hands[state.round.seats.index(seat)]
    if state.phase == OVER:
        return ("game_over",) * len(hand)
    if seat != state.turn_seat:
        return ("not_your_turn",) * len(hand)
    if state.phase == DRAW:
        return ("must_draw_first",) * len(hand)
    returned = "cannot_return_taken" if len(hand) > 1 else None
    return tuple(returned if card == state.taken else None for card in hand)


# --- what comes of it -----------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> Step[State, Event]:
    """The step that the action leads to, or the first code of the list that fits."""
    kind = action.type
    if state.phase == OVER:
        fail("game_over")
    if kind not in ("draw", "meld", "lay_off", "discard"):
        fail("unknown_action", type=kind)
    if seat != state.round.seats[state.turn]:
        fail("not_your_turn", turn=state.turn_seat)
    if kind == "draw":
        return _draw(state, seat, action.source)
    if state.phase == DRAW:
        fail("must_draw_first")
    if kind == "discard":
        return _discard(state, seat, action.card or "")
    if kind == "meld":
        return _meld(state, seat, action.cards)
    return _lay_off(state, seat, action.meld, action.cards)


def _draw(state: State, seat: int, source: str | None) -> Step[State, Event]:
    """One card; asking an empty stock ends the round (5)."""
    if state.phase == MELD:
        fail("already_drawn")
    if source == DISCARD and not state.discard:
        fail("discard_empty")
    turn, top, discard, known, taken, idle = (
        state.turn, state.top, state.discard, state.known, None, 0
    )  # fmt: skip
    if source == DISCARD:
        card = taken = discard[-1]
        discard = discard[:-1]
        known = _with(known, turn, known[turn] | BITS[card])
        idle = state.idle + 1
        event, line = Event("took", seat, card), f"{seat} {card}"
    elif source != STOCK:
        fail("malformed_action", field="from")
    elif top < len(state.stock):
        card = state.stock[top]
        top += 1
        event, line = Event("drew", seat, None, (card,)), f"{seat} -"
    else:
        return _end_round(state, _lowest(state), "stock", ())
    after = State(
        state.round,
        _with(state.hands, turn, (*state.hands[turn], card)),
        _with(state.bits, turn, state.bits[turn] | BITS[card]),
        known,
        state.stock,
        top,
        discard,
        state.melds,
        turn,
        MELD,
        taken,
        idle,
        (*state.history[1 - HISTORY_MAX :], line),
        None,
    )
    return Step(after, (event,), turn_over=False)


def _meld(state: State, seat: int, cards: Sequence[str]) -> Step[State, Event]:
    """A new set or run of cards from the hand (1)."""
    bits = _held(state, cards)
    combination = COMBINATIONS.get(bits)
    if combination is None:
        fail("not_a_meld", cards=list(cards))
    melds = (*state.melds, Meld(seat, combination))
    event = Event("melded", seat, None, combination.cards, len(state.melds), combination.kind)
    return _laid(state, bits, melds, event, f" = {' '.join(combination.cards)}")


def _lay_off(
    state: State, seat: int, index: int | None, cards: Sequence[str]
) -> Step[State, Event]:
    """Cards from the hand to a meld of the table, whosever it is; all of it stays valid (7)."""
    if not cards:
        fail("malformed_action", field="cards")
    bits = _held(state, cards)
    if index is None or not 0 <= index < len(state.melds):
        fail("no_such_meld", melds=len(state.melds))
    owner, before = state.melds[index]
    grown = COMBINATIONS.get(before.bits | bits)
    if grown is None:
        fail("breaks_meld", meld=index, cards=list(cards))
    melds = _with(state.melds, index, Meld(owner, grown))
    added = tuple(card for card in grown.cards if BITS[card] & bits)
    event = Event("laid_off", seat, None, added, index)
    return _laid(state, bits, melds, event, f" > {index} {' '.join(added)}")


def _held(state: State, cards: Sequence[str]) -> int:
    """The cards as a set; each must be in the hand of who is in turn, and be named once."""
    hand, bits = state.bits[state.turn], 0
    for card in cards:
        if not BITS.get(card, 0) & hand:
            fail("card_not_in_hand", card=card)
    for card in cards:
        if bits & BITS[card]:
            fail("duplicate_card", card=card)
        bits |= BITS[card]
    return bits


def _laid(
    state: State, bits: int, melds: tuple[Meld, ...], event: Event, noted: str
) -> Step[State, Event]:
    """These cards of the hand lie on the table now; with the last one the round ends (3)."""
    turn = state.turn
    left = state.bits[turn] & ~bits
    if not left and state.round.options.discard_to_win:
        fail("must_keep_discard")
    after = State(
        state.round,
        _with(state.hands, turn, tuple(c for c in state.hands[turn] if BITS[c] & left)),
        _with(state.bits, turn, left),
        _with(state.known, turn, state.known[turn] & left),
        state.stock,
        state.top,
        state.discard,
        melds,
        turn,
        MELD,
        state.taken,
        0,
        _noted(state.history, noted),
        None,
    )
    if not left:
        return _end_round(after, turn, "out", (event,))
    return Step(after, (event,), turn_over=False)


def _discard(state: State, seat: int, card: str) -> Step[State, Event]:
    """The end of a turn, and with the last card of the round (2, 3, 5b)."""
    turn = state.turn
    hand, bit = state.hands[turn], BITS.get(card, 0)
    if not state.bits[turn] & bit:
        fail("card_not_in_hand", card=card)
    if card == state.taken and len(hand) > 1:
        fail("cannot_return_taken", card=card)
    place, players = hand.index(card), len(state.hands)
    after = State(
        state.round,
        _with(state.hands, turn, hand[:place] + hand[place + 1 :]),
        _with(state.bits, turn, state.bits[turn] ^ bit),
        _with(state.known, turn, state.known[turn] & ~bit),
        state.stock,
        state.top,
        (*state.discard, card),
        state.melds,
        (turn + 1) % players,
        DRAW,
        None,
        state.idle,
        _noted(state.history, f" : {card}"),
        None,
    )
    event = Event("discarded", seat, card)
    if len(hand) == 1:
        return _end_round(after, turn, "out", (event,))
    if state.idle >= IDLE_TURNS * players:
        return _end_round(after, _lowest(after), "stalled", (event,))
    return Step(after, (event,), turn_over=True)


def _with(items: tuple[_T, ...], place: int, item: _T) -> tuple[_T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _noted(history: tuple[str, ...], more: str) -> tuple[str, ...]:
    """The history with this at the end of the running turn's line."""
    return (*history[:-1], history[-1] + more)


# --- the end of a round and of the game -----------------------------------------------------


def _lowest(state: State) -> int:
    ace_high = state.round.options.ace_high
    return scoring.lowest([scoring.hand_points(hand, ace_high) for hand in state.hands])


def _end_round(
    state: State, winner: int, cause: str, events: tuple[Event, ...]
) -> Step[State, Event]:
    """Hands are counted; the game ends, or the next participant starts a new round (4-6)."""
    played = state.round
    points = [scoring.hand_points(hand, played.options.ace_high) for hand in state.hands]
    gain = scoring.won(points, winner)
    scores = _with(played.scores, winner, played.scores[winner] + gain)
    told = list(events)
    for seat, hand, number in zip(played.seats, state.hands, points, strict=True):
        told.append(Event("counted", seat, cards=hand, number=number))
    told.append(Event("round_ended", played.seats[winner], cause=cause, number=gain))
    result = scoring.reached(played.seats, scores, played.options.limit)
    if result is not None:
        return _end_game(state, scores, result, told)
    following = Round(
        played.seats,
        played.options,
        played.seed,
        played.shuffles,
        played.number + 1,
        (played.starter + 1) % len(played.seats),
        scores,
    )
    dealt, deal = _deal(following)
    return Step(dealt, (*told, *deal), turn_over=True, interlude=True)


def _end_game(
    state: State, scores: tuple[int, ...], result: Result, events: list[Event]
) -> Step[State, Event]:
    """The cards stay as they lie; nobody is in turn any more."""
    played = state.round
    over = State(
        Round(
            played.seats,
            played.options,
            played.seed,
            played.shuffles,
            played.number,
            played.starter,
            scores,
        ),
        state.hands,
        state.bits,
        state.known,
        state.stock,
        state.top,
        state.discard,
        state.melds,
        -1,
        OVER,
        None,
        state.idle,
        state.history,
        result,
    )
    return Step(over, (*events, Event("ended", result=result)), turn_over=True)


def void(state: State) -> Step[State, Event]:
    """The game ends from outside, without winners."""
    if state.phase == OVER:
        fail("game_over")
    scores = state.round.scores
    return _end_game(state, scores, scoring.void(state.round.seats, scores), [])


# --- when time is up ------------------------------------------------------------------------


def auto(state: State, seat: int) -> Action:
    """What the server plays for a seat whose time is up (8)."""
    if state.phase == OVER:
        fail("game_over")
    if seat != state.turn_seat:
        fail("not_your_turn", turn=state.turn_seat)
    if state.phase == DRAW:
        return DRAW_STOCK
    hand = state.hands[state.turn]
    free = [card for card in hand if card != state.taken] or list(hand)
    useful = combined(state.bits[state.turn])
    points = scoring.POINTS[state.round.options.ace_high]
    loose = [card for card in free if not BITS[card] & useful]
    return DISCARDS[min(loose or free, key=lambda card: (-points[card], card))]
