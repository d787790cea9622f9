"""The rules of Hearts: who may do what, and what comes of it.

Numbers in parentheses are the decisions listed in the package's docstring. Every public function
is pure.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from cardrules.cards import STANDARD_52
from cardrules.errors import fail
from cardrules.game import Result, Step
from cardrules.hearts import scoring
from cardrules.hearts.state import (
    NONE,
    NOTHING,
    OVER,
    PASS,
    PASSED,
    PLAY,
    SEATS,
    Action,
    Deal,
    Event,
    State,
    Trick,
)
from cardrules.options import read_beginning, read_options
from cardrules.policies import HEARTS
from cardrules.shuffle import shuffled
from cardrules.tricks import BITS, SUIT_SETS, card_set, cards_in, winner

TWO_OF_CLUBS: Final = BITS["2C"]
SUIT_HEARTS: Final = SUIT_SETS["H"]
POINT_CARDS: Final = SUIT_HEARTS | BITS[scoring.QUEEN]

_PLAY_ACTIONS: Final = {card: Action("play", card) for card in STANDARD_52}
_PLAYED: Final = tuple(
    {card: (Event("played", seat, card=card),) for card in STANDARD_52} for seat in SEATS
)


# --- beginning ------------------------------------------------------------------------------


def new(
    options: object, seats: object, seed: bytes | None, starter: object = None
) -> Step[State, Event]:
    """Deal the first hand. `starter` changes nothing: the two of clubs decides who leads."""
    limit = read_options(HEARTS.options, options)["limit"]
    assert isinstance(limit, int)
    begins = read_beginning(HEARTS, seats, seed, starter)
    state, events = dealt(Deal(limit, begins.seed, 0, 0, NOTHING))
    return Step(state, events, turn_over=True, interlude=True)


def dealt(last: Deal) -> tuple[State, tuple[Event, ...]]:
    """The hand after `last`: one shuffle, card k to seat k mod 4. Raises `no_seed`."""
    if last.seed is None:
        fail("no_seed")
    deck = shuffled(last.seed, last.shuffles, STANDARD_52)
    held = tuple(deck[seat :: len(SEATS)] for seat in SEATS)
    deal = Deal(
        limit=last.limit,
        seed=last.seed,
        shuffles=last.shuffles + 1,
        number=last.number + 1,
        held=held,
        scores=last.scores,
        sheet=last.sheet,
    )
    events = tuple(Event("dealt", seat, cards=held[seat], number=deal.number) for seat in SEATS)
    if deal.direction == NONE:
        return opening(deal), events
    return State(deal, PASS, tuple(map(card_set, held))), events


def opening(deal: Deal) -> State:
    """Play begins: whoever holds the two of clubs leads it (1).

    In a hand-made position without that card the lowest seat leads.
    """
    hands = tuple(map(card_set, deal.held))
    leader = next((seat for seat in SEATS if hands[seat] & TWO_OF_CLUBS), SEATS[0])
    return State(deal, PLAY, hands, leader)


# --- what is legal --------------------------------------------------------------------------


def playable(state: State) -> int:
    """The cards that the seat in turn may play, as a set (2, 3)."""
    held = state.hands[state.turn]
    if state.trick:
        following = held & SUIT_SETS[state.trick[0][1]]
        if following:
            return following
        return held & ~POINT_CARDS or held if state.tricks == 0 else held
    if state.tricks == 0 and held & TWO_OF_CLUBS:
        return TWO_OF_CLUBS
    return held if state.broken else held & ~SUIT_HEARTS or held


def refusal(state: State, card: str) -> str | None:
    """Why the seat in turn can't play this card of the 52 now, or None."""
    bit, held = BITS[card], state.hands[state.turn]
    if not bit & held:
        return "card_not_in_hand"
    if bit & playable(state):
        return None
    if not state.trick:
        return "must_lead_2c" if state.tricks == 0 and held & TWO_OF_CLUBS else "hearts_not_broken"
    if held & SUIT_SETS[state.trick[0][1]]:
        return "must_follow_suit"
    return "no_points_first_trick"


@lru_cache(maxsize=1 << 11)
def _plays_of_a_suit(cards: int) -> tuple[Action, ...]:
    """Asked for sets within one suit only: most hands hold the same few thousands of them."""
    return tuple(_PLAY_ACTIONS[card] for card in cards_in(cards))


def plays(cards: int) -> tuple[Action, ...]:
    """A play of each card of the set, in canonical order."""
    actions: tuple[Action, ...] = ()
    for suit in SUIT_SETS.values():
        if cards & suit:
            actions += _plays_of_a_suit(cards & suit)
    return actions


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """The seat's legal actions: plays in canonical order, or the pass in its compact form."""
    if state.phase == PLAY:
        return plays(playable(state)) if seat == state.turn else ()
    if state.phase == PASS and seat in SEATS and not state.deal.chosen[seat]:
        return (Action("pass", choose=PASSED, source=state.cards(seat)),)
    return ()


def reasons(state: State, seat: int) -> tuple[str | None, ...]:
    """For each card of the seat's hand: the code that using it would raise now, or None."""
    hand = state.cards(seat)
    if state.phase == PASS:
        return ("already_passed" if state.deal.chosen[seat] else None,) * len(hand)
    if state.phase == OVER:
        return ("game_over",) * len(hand)
    if seat != state.turn:
        return ("not_your_turn",) * len(hand)
    return tuple(refusal(state, card) for card in hand)


# --- what comes of it -----------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> Step[State, Event]:
    """The step that the action leads to, or the first code of the list that fits."""
    if state.phase == OVER:
        fail("game_over")
    match action.type:
        case "play":
            return _play(state, seat, action.card)
        case "pass":
            return _pass(state, seat, action)
        case _:
            fail("unknown_action", type=action.type)


def demand_pass(state: State, seat: int) -> None:
    """Raise what keeps the seat from passing at all, if anything does."""
    if state.phase != PASS:
        fail("wrong_phase", phase=state.phase)
    if seat not in SEATS:
        fail("not_your_turn", turn=None)
    if state.deal.chosen[seat]:
        fail("already_passed")


def _pass(state: State, seat: int, action: Action) -> Step[State, Event]:
    """A choice is final; with the fourth all cards move at once (1)."""
    cards = action.cards
    if action.choose or action.source or any(card not in BITS for card in cards):
        fail("malformed_action", field="cards")
    demand_pass(state, seat)
    if len(cards) != PASSED:
        fail("pass_needs_three", given=len(cards))
    if len(set(cards)) != PASSED:
        fail("duplicate_card")
    for card in cards:
        if not BITS[card] & state.hands[seat]:
            fail("card_not_in_hand", card=card)
    chosen = tuple(cards if one == seat else state.deal.chosen[one] for one in SEATS)
    chose = Event("chose", seat, cards=cards)
    if all(chosen):
        return _exchange(state.deal, chosen, chose)
    return Step(State(replace(state.deal, chosen=chosen), PASS, state.hands), (chose,), False)


def _exchange(deal: Deal, chosen: tuple[tuple[str, ...], ...], chose: Event) -> Step[State, Event]:
    giver_of = {deal.receiver(seat): seat for seat in SEATS}
    received = tuple(chosen[giver_of[seat]] for seat in SEATS)
    held = tuple(
        tuple(card for card in deal.held[seat] if card not in chosen[seat]) + received[seat]
        for seat in SEATS
    )
    passed = [Event("passed", seat, deal.receiver(seat), cards=chosen[seat]) for seat in SEATS]
    deal = replace(deal, held=held, chosen=NOTHING, received=received)
    return Step(opening(deal), (chose, *passed), turn_over=True)


def _play(state: State, seat: int, card: str | None) -> Step[State, Event]:
    bit = BITS.get(card or "")
    if card is None or bit is None:
        fail("malformed_action", field="card")
    if state.phase != PLAY:
        fail("wrong_phase", phase=state.phase)
    if seat != state.turn:
        fail("not_your_turn", turn=state.turn)
    if not bit & playable(state):
        fail(refusal(state, card) or "card_not_in_hand", card=card)
    left = list(state.hands)
    left[seat] ^= bit
    hands, trick = tuple(left), (*state.trick, card)
    if len(trick) == len(SEATS):
        return _complete(state, hands, trick, _PLAYED[seat][card])
    after = State(
        state.deal,
        PLAY,
        hands,
        state.leader,
        trick,
        state.broken,
        state.tricks,
        state.taken,
        state.history,
    )
    return Step(after, _PLAYED[seat][card], True)


def _complete(
    state: State, hands: tuple[int, ...], trick: tuple[str, ...], played: tuple[Event, ...]
) -> Step[State, Event]:
    """The fourth card: the highest of the suit led takes the trick and leads the next (3, 4b)."""
    taker = (state.leader + winner(trick)) % len(SEATS)
    taken = list(state.taken)
    taken[taker] += trick
    events = played
    broken = state.broken
    if not broken and card_set(trick) & SUIT_HEARTS:
        broken = True
        first = next(place for place, card in enumerate(trick) if card[1] == "H")
        events += (Event("broke", (state.leader + first) % len(SEATS)),)
    events += (Event("took", taker, None, None, trick, scoring.points_of(trick)),)
    after = State(
        state.deal,
        PLAY,
        hands,
        taker,
        (),
        broken,
        state.tricks + 1,
        tuple(taken),
        (*state.history, Trick(state.leader, trick)),
    )
    return Step(after, events, True) if any(hands) else _score(after, events)


def _score(played: State, events: tuple[Event, ...]) -> Step[State, Event]:
    """The hand is over: points, then the end of the game or the next deal at once (4, 5)."""
    deal = played.deal
    points, shooter = scoring.hand_points(played.taken)
    scores = tuple(map(sum, zip(deal.scores, points, strict=True)))
    events += (Event("scored", shooter, number=deal.number, points=points),)
    after = replace(deal, scores=scores, sheet=(*deal.sheet, points))
    if max(scores) >= deal.limit:
        return _end(played, after, scoring.limit_reached(scores), events)
    state, news = dealt(after)
    return Step(state, events + news, turn_over=True, interlude=True)


def void(state: State) -> Step[State, Event]:
    """The game ends from outside, without winners."""
    if state.phase == OVER:
        fail("game_over")
    return _end(state, state.deal, scoring.void(state.deal.scores), ())


def _end(state: State, deal: Deal, result: Result, events: tuple[Event, ...]) -> Step[State, Event]:
    over = State(
        deal,
        OVER,
        state.hands,
        state.leader if state.trick else -1,
        state.trick,
        state.broken,
        state.tricks,
        state.taken,
        state.history,
        result,
    )
    return Step(over, (*events, Event("ended", result=result)), turn_over=True)
