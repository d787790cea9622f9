"""Viraê's rules: who may do what, and what comes of it.

Numbers in parentheses are the decisions listed in the package's docstring. Every public function
is pure; `Table` is where one step is made.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from cardrules.cards import (
    COLORS,
    VIRAE_108,
    VIRAE_PLACES,
    WILD_FOUR,
)
from cardrules.errors import BadPosition, fail
from cardrules.game import Step
from cardrules.options import read_beginning, read_options
from cardrules.policies import VIRAE
from cardrules.shuffle import shuffled
from cardrules.virae import scoring
from cardrules.virae.state import (
    DRAWN,
    OVER,
    PLAY,
    WINDOW,
    Action,
    Event,
    State,
)
from cardrules.virae.table import FITS, WILDS, Table, can_play, has_color, mismatch

HAND: Final = 7

DRAW: Final = Action("draw")
KEEP: Final = Action("keep")
CALL: Final = Action("call")
CATCH: Final = Action("catch")


def _plays(card: str, calls: Sequence[bool]) -> tuple[Action, ...]:
    colors: Sequence[str | None] = tuple(COLORS) if card in WILDS else (None,)
    return tuple(Action("play", card, color, call) for color in colors for call in calls)


PLAYS: Final = {card: _plays(card, (False,)) for card in VIRAE_PLACES}
PLAYS_FROM_TWO: Final = {card: _plays(card, (False, True)) for card in VIRAE_PLACES}
"""Every way to play a face; with two cards held it may be announced."""


# --- beginning ------------------------------------------------------------------------------


def new(
    options: object, seats: object, seed: bytes | None, starter: object = None
) -> Step[State, Event]:
    """Shuffle 0, seven cards each, and the first numeric card opens the discard."""
    read_options(VIRAE.options, options)
    begins = read_beginning(VIRAE, seats, seed, starter)
    deck = shuffled(begins.seed, 0, VIRAE_108)
    players = len(begins.seats)
    opener = begins.starter or 0
    dealt = players * HAND
    hands = tuple(deck[(place - opener) % players : dealt : players] for place in range(players))
    first = next(i for i in range(dealt, len(deck)) if deck[i][-1].isdigit() and deck[i] != "W4")
    card = deck[first]
    state = State(
        seats=begins.seats,
        seed=begins.seed,
        shuffles=1,
        hands=hands,
        stock=deck[first + 1 :] + deck[dealt:first],
        top=0,
        discard=(card,),
        color=card[0],
        direction=1,
        turn=opener,
        phase=PLAY,
        drawn=None,
        forgetful=-1,
        passes=0,
        history=(),
        recycled=(),
        result=None,
    )
    circle = [(opener + i) % players for i in range(players)]
    events = [Event("dealt", state.seats[place], cards=hands[place]) for place in circle]
    begun = Event("opened", state.seats[opener], card=card, color=card[0], number=first - dealt)
    events.append(begun)
    return Step(state, tuple(events), turn_over=True, interlude=True)


def sound(state: State) -> State:
    """The state itself, or `bad_position` where a rule would never have left it so."""
    hand = state.hands[state.turn]
    if state.phase == DRAWN and not _playable(state, state.drawn or "", hand):
        raise BadPosition("drawn", "not_playable")
    stuck = state.top == len(state.stock) and not can_play(state.color, state.discard[-1], hand)
    if state.phase == PLAY and stuck:
        raise BadPosition("turn", "cannot_act")
    return state


# --- what is legal --------------------------------------------------------------------------


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """The seat's legal actions: plays in the order of the hand, then draw or keep."""
    phase = state.phase
    if phase == OVER or seat not in state.seats:
        return ()
    place = state.seats.index(seat)
    if phase == WINDOW:
        return (CALL,) if place == state.forgetful else (CATCH,)
    if place != state.turn:
        return ()
    if phase == DRAWN:
        return (*_drawn_plays(state, place), KEEP)
    return _hand_plays(state, place)


def _drawn_plays(state: State, place: int) -> tuple[Action, ...]:
    ways = PLAYS_FROM_TWO if len(state.hands[place]) == 2 else PLAYS
    return ways[state.drawn or ""]


def _hand_plays(state: State, place: int) -> tuple[Action, ...]:
    hand = state.hands[place]
    fits = FITS[state.color][state.discard[-1]]
    ways = PLAYS_FROM_TWO if len(hand) == 2 else PLAYS
    actions: list[Action] = []
    seen: set[str] = set()
    for card in hand:
        if card not in fits or card in seen:
            continue
        seen.add(card)
        if card != WILD_FOUR or not has_color(hand, state.color):
            actions.extend(ways[card])
    if state.top < len(state.stock):
        actions.append(DRAW)
    return tuple(actions)


def _playable(state: State, card: str, hand: Sequence[str]) -> bool:
    """Whether the rules of matching (1) and of the +4 (2) let this card of the hand be played."""
    return mismatch(state.color, state.discard[-1], card, hand) is None


def reasons(state: State, seat: int) -> tuple[str | None, ...]:
    """For each card of the seat's hand: the code that playing it would raise now, or None."""
    hand = state.hands[state.seats.index(seat)]
    if state.phase == OVER:
        return ("game_over",) * len(hand)
    if state.phase == WINDOW:
        return ("window_open",) * len(hand)
    if seat != state.turn_seat:
        return ("not_your_turn",) * len(hand)
    return tuple(_reason(state, card, hand) for card in hand)


def _reason(state: State, card: str, hand: Sequence[str]) -> str | None:
    if state.phase == DRAWN and card != state.drawn:
        return "only_drawn_card"
    return mismatch(state.color, state.discard[-1], card, hand)


# --- what comes of it -----------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> Step[State, Event]:
    """The step that the action leads to, or the first code of the list that fits."""
    if state.phase == OVER:
        fail("game_over")
    match action.type:
        case "call" | "catch":
            return _answer_window(state, seat, action.type)
        case _ if state.phase == WINDOW:
            fail("window_open", seat=state.window_seat)
        case _ if seat != state.turn_seat:
            fail("not_your_turn", turn=state.turn_seat)
        case "play":
            return _play(state, action)
        case "draw":
            return _draw(state)
        case "keep":
            return _keep(state)
        case _:
            fail("unknown_action", type=action.type)


def _play(state: State, action: Action) -> Step[State, Event]:
    card = action.card or ""
    hand = state.hands[state.turn]
    if card not in hand:
        fail("card_not_in_hand", card=card)
    if state.phase == DRAWN and card != state.drawn:
        fail("only_drawn_card", card=card, drawn=state.drawn)
    if card in WILDS:
        if action.color is None:
            fail("color_required", card=card)
        if action.color not in FITS:
            fail("malformed_action", field="color")
    elif action.color is not None:
        fail("color_not_allowed", card=card)
    refusal = mismatch(state.color, state.discard[-1], card, hand)
    if refusal is not None:
        fail(refusal, card=card, color=state.color, top=state.discard[-1])
    table = Table(state)
    table.play(card, action.color or card[0], action.call)
    return table.step()


def _draw(state: State) -> Step[State, Event]:
    """One card; the turn goes on only if that card can be played (3)."""
    if state.phase == DRAWN:
        fail("already_drawn")
    if state.top >= len(state.stock):
        fail("nothing_to_draw")
    table = Table(state)
    card = state.stock[state.top]
    table.draw(state.turn, 1, "draw")
    table.passes = 0
    if _playable(state, card, table.hands[state.turn]):
        table.phase = DRAWN
        table.drawn = card
        return table.step(turn_over=False)
    table.begin_turn(table.after(state.turn))
    return table.step()


def _keep(state: State) -> Step[State, Event]:
    if state.phase != DRAWN:
        fail("nothing_drawn")
    table = Table(state)
    table.note("keep")
    table.events.append(Event("kept", state.turn_seat))
    table.begin_turn(table.after(state.turn))
    return table.step()


def _answer_window(state: State, seat: int, answer: str) -> Step[State, Event]:
    """A call or a catch: the first valid one closes the window (6)."""
    if state.phase != WINDOW:
        fail("no_window")
    if seat not in state.seats:
        fail("not_your_turn", turn=state.turn_seat)
    if answer == "catch" and seat == state.window_seat:
        fail("cannot_catch_self")
    if answer == "call" and seat != state.window_seat:
        fail("not_yours_to_call", seat=state.window_seat)
    table = Table(state)
    table.note(answer, seat)
    if answer == "call":
        table.events.append(Event("called", seat))
    else:
        table.events.append(Event("caught", state.window_seat, by=seat))
        table.draw(state.forgetful, 2, "catch")
    table.begin_turn(state.turn)
    return table.step()


def expire(state: State) -> Step[State, Event]:
    """Nobody called or caught in time: nothing is owed (6)."""
    if state.phase != WINDOW:
        fail("no_window")
    table = Table(state)
    table.note("lapse", state.window_seat)
    table.events.append(Event("lapsed", state.window_seat))
    table.begin_turn(state.turn)
    return table.step()


def lapse(state: State, bot_seats: Collection[int]) -> tuple[int, Action] | None:
    """At the window's end the first bot after the forgetful seat catches (6)."""
    if state.phase != WINDOW:
        return None
    players = len(state.seats)
    for i in range(1, players):
        seat = state.seats[(state.forgetful + i * state.direction) % players]
        if seat in bot_seats:
            return seat, CATCH
    return None


def void(state: State) -> Step[State, Event]:
    """The game ends from outside, without winners."""
    if state.phase == OVER:
        fail("game_over")
    table = Table(state)
    table.end(scoring.void(state.seats))
    return table.step()


# --- when time is up ------------------------------------------------------------------------


def auto(state: State, seat: int) -> Action:
    """What the server plays for a seat whose time is up (12)."""
    if state.phase == OVER:
        fail("game_over")
    if state.phase == WINDOW:
        fail("window_open", seat=state.window_seat)
    if seat != state.turn_seat:
        fail("not_your_turn", turn=state.turn_seat)
    hand = state.hands[state.turn]
    if state.phase == DRAWN:
        return automatic_play(state.drawn or "", hand)
    playable = {card for card in hand if _playable(state, card, hand)}
    if not playable:
        return DRAW
    dear: Mapping[str, int] = scoring.POINTS
    plain = sorted(playable - WILDS, key=lambda card: (-dear[card], card))
    return automatic_play(plain[0] if plain else min(playable), hand)


def automatic_play(card: str, hand: Sequence[str]) -> Action:
    """Play the card, a wild in the rest's most frequent colour, announced where that is due."""
    rest = list(hand)
    rest.remove(card)
    color = scoring.best_color(rest) if card in WILDS else None
    return Action("play", card, color, len(rest) == 1)
