"""The rules of Rouba Monte: who may do what, and what comes of it.

Numbers in parentheses are the decisions listed in the package's docstring. Every public function
is pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from cardrules.cards import STANDARD_52
from cardrules.errors import fail
from cardrules.game import Result, Step
from cardrules.options import read_beginning, read_options
from cardrules.policies import ROUBA_MONTE
from cardrules.rouba_monte import scoring
from cardrules.rouba_monte.state import CAPTURE, DISCARD, Action, Deal, Event, State
from cardrules.shuffle import shuffled
from cardrules.tricks import BITS, card_set

HAND: Final = 4
CENTER: Final = 4

RANK_SETS: Final[Mapping[str, int]] = {
    card: card_set(other for other in STANDARD_52 if other[0] == card[0]) for card in STANDARD_52
}
"""For each card the set of the four of its rank."""


def _captures(card: str) -> dict[int, tuple[Action, ...]]:
    """For each set of open cards of the same rank, the ways to take one of them."""
    others = [other for other in STANDARD_52 if other[0] == card[0] and other != card]
    return {
        card_set(targets): tuple(Action(CAPTURE, card, center=target) for target in targets)
        for count in range(len(others) + 1)
        for targets in combinations(others, count)
    }


_CAPTURES: Final = {card: _captures(card) for card in STANDARD_52}
_STEALS: Final = {
    card: tuple(Action(CAPTURE, card, pile=seat) for seat in range(ROUBA_MONTE.seats))
    for card in STANDARD_52
}
_DISCARDS: Final = {card: Action(DISCARD, card) for card in STANDARD_52}

_CAPTURED: Final = tuple(
    {
        card: {
            target: (Event("captured", seat, card, target), f"{seat} {card}={target}")
            for target in STANDARD_52
            if target[0] == card[0]
        }
        for card in STANDARD_52
    }
    for seat in range(ROUBA_MONTE.seats)
)
_DISCARDED: Final = tuple(
    {card: (Event("discarded", seat, card), f"{seat} {card}") for card in STANDARD_52}
    for seat in range(ROUBA_MONTE.seats)
)


# --- beginning, and dealing on --------------------------------------------------------------


def new(
    options: object, seats: object, seed: bytes | None, starter: object = None
) -> Step[State, Event]:
    """Shuffle 0, four cards open, four each; `starter` deals and the seat after it begins."""
    read_options(ROUBA_MONTE.options, options)
    begins = read_beginning(ROUBA_MONTE, seats, seed, starter)
    deck = shuffled(begins.seed, 0, STANDARD_52)
    center = deck[:CENTER]
    players = len(begins.seats)
    undealt = Deal(
        seats=begins.seats,
        seed=begins.seed,
        shuffles=1,
        dealer=begins.starter or 0,
        active=tuple(range(players)),
        held=((),) * players,
        stock=deck[CENTER:],
    )
    deal, dealt, first = deal_on(undealt)
    state = State(
        deal,
        tuple(map(card_set, deal.held)),
        card_set(center),
        center,
        ((),) * players,
        first,
        ("* " + " ".join(center),),
    )
    events = (Event("opened", cards=center), *dealt)
    return Step(state, events, turn_over=True, interlude=True)


def deal_on(deal: Deal) -> tuple[Deal, tuple[Event, ...], int]:
    """Up to four cards each in rounds of one, from the first active place after the dealer.

    Also gives the place that acts: the first in that order, who surely has a card.
    """
    circle = [place for place in deal.active if place > deal.dealer]
    circle += [place for place in deal.active if place <= deal.dealer]
    count = min(len(circle) * HAND, len(deal.stock))
    held: list[tuple[str, ...]] = [()] * len(deal.seats)
    for turn, place in enumerate(circle):
        held[place] = deal.stock[turn : count : len(circle)]
    events = tuple(
        Event("dealt", deal.seats[place], cards=held[place]) for place in circle if held[place]
    )
    return replace(deal, held=tuple(held), stock=deal.stock[count:]), events, circle[0]


# --- what is legal --------------------------------------------------------------------------


def _targets(state: State) -> int:
    """Everything that the seat in turn may take: the open cards and the others' tops."""
    targets = state.center
    turn = state.turn
    for place, pile in enumerate(state.piles):
        if pile and place != turn:
            targets |= BITS[pile[-1]]
    return targets


def _takes(state: State, card: str) -> tuple[Action, ...]:
    """All that the seat in turn can capture or steal with this card of its hand."""
    alike = RANK_SETS[card] & state.center
    actions = _CAPTURES[card][alike] if alike else ()
    for place, pile in enumerate(state.piles):
        if pile and pile[-1][0] == card[0] and place != state.turn:
            actions += (_STEALS[card][state.deal.seats[place]],)
    return actions


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """The seat's legal actions in the order of its hand: all captures, or else all discards."""
    turn = state.turn
    if turn < 0 or seat != state.deal.seats[turn]:
        return ()
    held, targets = state.hands[turn], _targets(state)
    takes: tuple[Action, ...] = ()
    discards: list[Action] = []
    for card in state.deal.held[turn]:
        if BITS[card] & held:
            if RANK_SETS[card] & targets:
                takes += _takes(state, card)
            elif not takes:
                discards.append(_DISCARDS[card])
    return takes or tuple(discards)


def _must_take(state: State) -> bool:
    """Whether any card of the hand in turn can capture or steal."""
    held, targets = state.hands[state.turn], _targets(state)
    for card in state.deal.held[state.turn]:
        if BITS[card] & held and RANK_SETS[card] & targets:
            return True
    return False


def reasons(state: State, seat: int) -> tuple[str | None, ...]:
    """For each card of the seat's hand: the code that using it would raise now, or None."""
    hand = state.cards(state.seats.index(seat))
    if state.turn < 0:
        return ("game_over",) * len(hand)
    if seat != state.turn_seat:
        return ("not_your_turn",) * len(hand)
    targets = _targets(state)
    fitting = [bool(RANK_SETS[card] & targets) for card in hand]
    return tuple(None if fits or not any(fitting) else "must_capture" for fits in fitting)


# --- what comes of it -----------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> Step[State, Event]:
    """The step that the action leads to, or the first code of the list that fits."""
    if state.turn < 0:
        fail("game_over")
    if action.type == CAPTURE:
        card = _usable(state, seat, action)
        return _steal(state, card, action) if action.center is None else _take(state, card, action)
    if action.type != DISCARD:
        fail("unknown_action", type=action.type)
    if action.center is not None or action.pile is not None:
        fail("malformed_action", field="pile" if action.center is None else "center")
    return _discard(state, _usable(state, seat, action))


def _usable(state: State, seat: int, action: Action) -> str:
    """The action's card, which the seat in turn holds."""
    card, center = action.card, action.center
    if card is None or card not in BITS:
        fail("malformed_action", field="card")
    if center is not None and center not in BITS:
        fail("malformed_action", field="center")
    if seat != state.turn_seat:
        fail("not_your_turn", turn=state.turn_seat)
    if not BITS[card] & state.hands[state.turn]:
        fail("card_not_in_hand", card=card)
    return card


def _take(state: State, card: str, action: Action) -> Step[State, Event]:
    """One open card of the same rank comes to the pile, the played one upon it (1, 6)."""
    target = action.center or ""
    if action.pile is not None:
        fail("one_target_only")
    if not BITS[target] & state.center:
        fail("target_missing", center=target)
    if target[0] != card[0]:
        fail("rank_differs", card=card, center=target)
    turn = state.turn
    piles = list(state.piles)
    piles[turn] += (target, card)
    event, line = _CAPTURED[state.deal.seats[turn]][card][target]
    return _played(state, card, state.center ^ BITS[target], state.laid, tuple(piles), event, line)


def _steal(state: State, card: str, action: Action) -> Step[State, Event]:
    """A whole pile in its order comes upon the own one, the played card upon it (1)."""
    turn, seats = state.turn, state.deal.seats
    if action.pile is None:
        fail("target_missing")
    victim = seats.index(action.pile) if action.pile in seats else -1
    if victim < 0 or not state.piles[victim]:
        fail("target_missing", pile=action.pile)
    if victim == turn:
        fail("own_pile")
    stolen = state.piles[victim]
    if stolen[-1][0] != card[0]:
        fail("rank_differs", card=card, top=stolen[-1])
    piles = list(state.piles)
    piles[victim] = ()
    piles[turn] += (*stolen, card)
    event = Event("stole", seats[turn], card, pile=action.pile, number=len(stolen))
    line = f"{seats[turn]} {card}<{action.pile}"
    return _played(state, card, state.center, state.laid, tuple(piles), event, line)


def _discard(state: State, card: str) -> Step[State, Event]:
    """The card stays open; only where nothing at all could be taken."""
    if _must_take(state):
        fail("must_capture")
    event, line = _DISCARDED[state.deal.seats[state.turn]][card]
    center = state.center | BITS[card]
    return _played(state, card, center, (*state.laid, card), state.piles, event, line)


def _played(
    state: State,
    card: str,
    center: int,
    laid: tuple[str, ...],
    piles: tuple[tuple[str, ...], ...],
    event: Event,
    line: str,
) -> Step[State, Event]:
    """The card has left the hand of the seat in turn; whose turn it is now."""
    turn = state.turn
    left = list(state.hands)
    left[turn] ^= BITS[card]
    hands, history = tuple(left), _remembering(state.history, line)
    following = _following(hands, turn)
    if following < 0:
        return _hands_empty(state.deal, center, laid, piles, (event,), history)
    after = State(state.deal, hands, center, laid, piles, following, history)
    return Step(after, (event,), True)


def _remembering(history: tuple[str, ...], line: str) -> tuple[str, ...]:
    """One line more; in a hand-made position, whose first moves nobody knows, there are none."""
    return (*history, line) if history else ()


def _following(hands: Sequence[int], place: int) -> int:
    """The next place that holds cards, `place` itself last (2); -1 where nobody does."""
    for further in range(place + 1, len(hands)):
        if hands[further]:
            return further
    for further in range(place + 1):
        if hands[further]:
            return further
    return -1


def _hands_empty(
    deal: Deal,
    center: int,
    laid: tuple[str, ...],
    piles: tuple[tuple[str, ...], ...],
    events: tuple[Event, ...],
    history: tuple[str, ...],
) -> Step[State, Event]:
    """Nobody holds a card any more: the next deal, or the end (3)."""
    hands = (0,) * len(deal.seats)
    if not deal.stock:
        result = scoring.played_out(deal.seats, deal.active, piles)
        return _ended(State(deal, hands, center, laid, piles, -1, history, result), events)
    deal, dealt, first = deal_on(deal)
    hands = tuple(map(card_set, deal.held))
    after = State(deal, hands, center, laid, piles, first, _remembering(history, "* deal"))
    return Step(after, events + dealt, turn_over=True, interlude=True)


def _ended(over: State, events: tuple[Event, ...]) -> Step[State, Event]:
    return Step(over, (*events, Event("ended", result=over.result)), turn_over=True)


def leave(state: State, seat: int) -> Step[State, Event]:
    """Hand and pile become open cards; fewer than two active end the game (4)."""
    deal = state.deal
    if state.turn < 0:
        fail("game_over")
    if seat not in state.active_seats:
        fail("not_active", seat=seat)
    place = deal.seats.index(seat)
    hand = state.cards(place)
    cards = hand + state.piles[place]
    hands = tuple(0 if one == place else held for one, held in enumerate(state.hands))
    piles = tuple(() if one == place else pile for one, pile in enumerate(state.piles))
    deal = replace(
        deal,
        active=tuple(one for one in deal.active if one != place),
        held=tuple(() if one == place else held for one, held in enumerate(deal.held)),
    )
    center = state.center | card_set(cards)
    laid = state.open_cards + cards
    history = _remembering(state.history, " ".join((str(seat), "left", *hand)))
    events = (Event("left", seat, cards=cards),)
    if len(deal.active) < ROUBA_MONTE.players_min:
        result = scoring.too_few(deal.seats)
        return _ended(State(deal, hands, center, laid, piles, -1, history, result), events)
    turn = _following(hands, place) if place == state.turn else state.turn
    if turn < 0:
        return _hands_empty(deal, center, laid, piles, events, history)
    after = State(deal, hands, center, laid, piles, turn, history)
    return Step(after, events, turn_over=place == state.turn)


def void(state: State) -> Step[State, Event]:
    """The game ends from outside, without winners."""
    if state.turn < 0:
        fail("game_over")
    result: Result = scoring.void(state.seats)
    over = State(
        state.deal,
        state.hands,
        state.center,
        state.laid,
        state.piles,
        -1,
        state.history,
        result,
    )
    return _ended(over, ())


# --- when time is up ------------------------------------------------------------------------


def auto(state: State, seat: int) -> Action:
    """What the server plays for a seat whose time is up (5)."""
    if state.turn < 0:
        fail("game_over")
    if seat != state.turn_seat:
        fail("not_your_turn", turn=state.turn_seat)

    def preference(action: Action) -> tuple[int, str, str]:
        if action.pile is not None:
            size = len(state.piles[state.seats.index(action.pile)])
            return -size, action.card or "", str(action.pile)
        return 0, action.card or "", action.center or ""

    return min(legal(state, seat), key=preference)
