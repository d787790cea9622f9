"""Viraê's rules: who may do what, and what comes of it.

Numbers in parentheses are the decisions listed in the package's docstring. Every public function
is pure; `_Table` is the workbench on which one step is made, and never leaves this module.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from cardrules.cards import (
    COLORS,
    PLUS_TWO,
    REVERSE,
    SKIP,
    VIRAE_108,
    VIRAE_PLACES,
    WILD,
    WILD_FOUR,
)
from cardrules.errors import BadPosition, fail
from cardrules.game import Result, Step
from cardrules.options import read_options
from cardrules.policies import VIRAE
from cardrules.reading import is_seat_list
from cardrules.shuffle import SEED_BYTES, shuffled
from cardrules.virae import scoring
from cardrules.virae.state import (
    DRAWN,
    HISTORY_MAX,
    OVER,
    PLAY,
    WINDOW,
    Action,
    Event,
    State,
)

HAND: Final = 7
WILDS: Final = frozenset((WILD, WILD_FOUR))

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


def _fitting(color: str, top: str) -> frozenset[str]:
    symbol = "" if top in WILDS else top[1]
    return frozenset(
        card for card in VIRAE_PLACES if card in WILDS or card[0] == color or card[1] == symbol
    )


FITS: Final = {color: {top: _fitting(color, top) for top in VIRAE_PLACES} for color in COLORS}
"""The faces that fit, by the colour in force and the top card (1)."""


# --- beginning ------------------------------------------------------------------------------


def new(
    options: object, seats: Sequence[int], seed: bytes | None, starter: int | None
) -> Step[State, Event]:
    """Shuffle 0, seven cards each, and the first numeric card opens the discard."""
    read_options(VIRAE.options, options)
    if not is_seat_list(seats, VIRAE.players_min, VIRAE.players_max, VIRAE.seats):
        fail("bad_seats")
    if starter is not None and (type(starter) is not int or starter not in seats):
        fail("bad_starter")
    if seed is None:
        fail("no_seed")
    if len(seed) != SEED_BYTES:
        fail("bad_seed", field="seed")
    deck = shuffled(seed, 0, VIRAE_108)
    players = len(seats)
    opener = 0 if starter is None else list(seats).index(starter)
    dealt = players * HAND
    hands = tuple(deck[(place - opener) % players : dealt : players] for place in range(players))
    first = next(i for i in range(dealt, len(deck)) if deck[i][-1].isdigit() and deck[i] != "W4")
    card = deck[first]
    state = State(
        seats=tuple(seats),
        seed=seed,
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
    events = [Event("dealt", seats[place], cards=hands[place]) for place in circle]
    events.append(Event("opened", seats[opener], card=card, color=card[0], number=first - dealt))
    return Step(state, tuple(events), turn_over=True, interlude=True)


def sound(state: State) -> State:
    """The state itself, or `bad_position` where a rule would never have left it so."""
    hand = state.hands[state.turn]
    if state.phase == DRAWN and not _playable(state, state.drawn or "", hand):
        raise BadPosition("drawn", "not_playable")
    stuck = state.top == len(state.stock) and not _can_play(state.color, state.discard[-1], hand)
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
        if card != WILD_FOUR or not _has_color(hand, state.color):
            actions.extend(ways[card])
    if state.top < len(state.stock):
        actions.append(DRAW)
    return tuple(actions)


def _has_color(hand: Sequence[str], color: str) -> bool:
    return any(card[0] == color for card in hand)


def _playable(state: State, card: str, hand: Sequence[str]) -> bool:
    """Whether the rules of matching (1) and of the +4 (2) let this card of the hand be played."""
    return _mismatch(state.color, state.discard[-1], card, hand) is None


def _can_play(color: str, top: str, hand: Sequence[str]) -> bool:
    return any(_mismatch(color, top, card, hand) is None for card in hand)


def reason(state: State, seat: int, card: str) -> str | None:
    """The code that playing this card of the seat's hand would raise now, or None."""
    if state.phase == OVER:
        return "game_over"
    if state.phase == WINDOW:
        return "window_open"
    if seat != state.turn_seat:
        return "not_your_turn"
    if state.phase == DRAWN and card != state.drawn:
        return "only_drawn_card"
    return _mismatch(state.color, state.discard[-1], card, state.hands[state.turn])


def _mismatch(color: str, top: str, card: str, hand: Sequence[str]) -> str | None:
    if card not in FITS[color][top]:
        return "no_match"
    if card == WILD_FOUR and _has_color(hand, color):
        return "wild4_has_color"
    return None


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
    elif action.color is not None:
        fail("color_not_allowed", card=card)
    mismatch = _mismatch(state.color, state.discard[-1], card, hand)
    if mismatch is not None:
        fail(mismatch, card=card, color=state.color, top=state.discard[-1])
    table = _Table(state)
    table.play(card, action.color or card[0], action.call)
    return table.step()


def _draw(state: State) -> Step[State, Event]:
    """One card; the turn goes on only if that card can be played (3)."""
    if state.phase == DRAWN:
        fail("already_drawn")
    if state.top >= len(state.stock):
        fail("nothing_to_draw")
    table = _Table(state)
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
    table = _Table(state)
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
    table = _Table(state)
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
    table = _Table(state)
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
    table = _Table(state)
    table.end(scoring.void(state.seats))
    return table.step()


class _Table:
    """A position while one step is made of it."""

    def __init__(self, state: State) -> None:
        self.before = state
        self.seats = state.seats
        self.shuffles = state.shuffles
        self.hands = list(state.hands)
        self.stock = state.stock
        self.top = state.top
        self.discard = state.discard
        self.color = state.color
        self.direction = state.direction
        self.turn = state.turn
        self.phase = PLAY
        self.drawn: str | None = None
        self.forgetful = -1
        self.passes = state.passes
        self.history = state.history
        self.recycled = state.recycled
        self.result: Result | None = None
        self.events: list[Event] = []

    def step(self, turn_over: bool = True) -> Step[State, Event]:
        state = State(
            self.seats,
            self.before.seed,
            self.shuffles,
            tuple(self.hands),
            self.stock,
            self.top,
            self.discard,
            self.color,
            self.direction,
            self.turn,
            self.phase,
            self.drawn,
            self.forgetful,
            self.passes,
            self.history,
            self.recycled,
            self.result,
        )
        return Step(state, tuple(self.events), turn_over)

    def note(self, move: str, seat: int | None = None) -> None:
        """Remember a move of this seat, or of the one in turn, as everyone saw it."""
        who = self.seats[self.turn] if seat is None else seat
        self.history = (*self.history[1 - HISTORY_MAX :], f"{who} {move}")

    def after(self, place: int, steps: int = 1) -> int:
        return (place + steps * self.direction) % len(self.seats)

    def play(self, card: str, color: str, call: bool) -> None:
        """Lay the card down, apply its effects, and see whose turn comes (4-9)."""
        place = self.turn
        hand = list(self.hands[place])
        hand.remove(card)
        self.hands[place] = tuple(hand)
        announced = call and len(hand) == 1
        self.discard = (*self.discard, card)
        self.color = color
        self.passes = 0
        named = f"{card}>{color}" if card in WILDS else card
        self.note(named + "!" if announced else named)
        self.events.append(
            Event("played", self.seats[place], card=card, color=color, call=announced)
        )
        self.recycle()
        following = self.effect(card, place)
        if not hand:
            self.end(scoring.out(self.seats, self.hands, self.seats[place]))
        elif len(hand) == 1 and not announced:
            self.phase = WINDOW
            self.forgetful = place
            self.turn = following
            self.events.append(Event("forgot", self.seats[place]))
        else:
            self.begin_turn(following)

    def effect(self, card: str, place: int) -> int:
        """What the card does to the others; the place whose turn is next (4, 5)."""
        symbol = card[1] if card not in WILDS else card
        if symbol == REVERSE:
            self.direction = -self.direction
            self.events.append(Event("reversed", direction=self.direction))
            if len(self.seats) > 2:
                return self.after(place)
        elif symbol == PLUS_TWO:
            self.draw(self.after(place), 2, "plus_two")
        elif symbol == WILD_FOUR:
            self.draw(self.after(place), 4, "plus_four")
        elif symbol != SKIP:
            return self.after(place)
        self.events.append(Event("skipped", self.seats[self.after(place)]))
        return self.after(place, 2)

    def draw(self, place: int, count: int, cause: str) -> None:
        """Up to `count` cards from the stock, which is looked after card by card (9)."""
        start = self.top
        for _ in range(count):
            if self.top >= len(self.stock):
                break
            self.top += 1
            if self.top == len(self.stock):
                self.hand_over(place, start, cause)
                self.recycle()
                start = self.top
        self.hand_over(place, start, cause)

    def hand_over(self, place: int, start: int, cause: str) -> None:
        """What was drawn from `start` on comes to the hand."""
        cards = self.stock[start : self.top]
        if cards:
            seat = self.seats[place]
            self.hands[place] = self.hands[place] + cards
            self.events.append(Event("drew", seat, cards=cards, cause=cause))
            self.note("draw" if cause == "draw" else f"+{len(cards)}", seat)

    def recycle(self) -> None:
        """With the stock empty, the discard but for its top becomes the new stock (9)."""
        if self.top < len(self.stock) or len(self.discard) < 2:
            return
        seed = self.before.seed
        if seed is None:
            fail("no_seed")
        old = self.discard[:-1]
        self.stock = shuffled(seed, self.shuffles, old)
        self.top = 0
        self.shuffles += 1
        self.discard = self.discard[-1:]
        self.recycled = tuple(sorted(old, key=VIRAE_PLACES.__getitem__))
        self.history = (*self.history[1 - HISTORY_MAX :], "* shuffle")
        self.events.append(Event("reshuffled", number=len(old)))

    def begin_turn(self, place: int) -> None:
        """The turn goes to `place`, or on past all who can neither play nor draw (10)."""
        self.turn = place
        if self.top < len(self.stock):
            return
        while not _can_play(self.color, self.discard[-1], self.hands[self.turn]):
            self.events.append(Event("passed", self.seats[self.turn]))
            self.note("pass")
            self.passes += 1
            if self.passes >= len(self.seats):
                self.end(scoring.blocked(self.seats, self.hands))
                return
            self.turn = self.after(self.turn)

    def end(self, result: Result) -> None:
        self.phase = OVER
        self.turn = -1
        self.result = result
        self.events.append(Event("ended", result=result))


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
