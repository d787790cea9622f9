"""The table on which one step of Viraê is made: matching, effects, drawing, and whose turn comes.

Numbers in parentheses are the decisions of the package's docstring.
"""

from collections.abc import Sequence
from typing import Final, final

from cardrules.cards import COLORS, PLUS_TWO, REVERSE, SKIP, VIRAE_PLACES, WILD, WILD_FOUR
from cardrules.errors import fail
from cardrules.game import Result, Step
from cardrules.shuffle import shuffled
from cardrules.virae import scoring
from cardrules.virae.state import HISTORY_MAX, OVER, PLAY, WINDOW, Event, State

WILDS: Final = frozenset((WILD, WILD_FOUR))


def _fitting(color: str, top: str) -> frozenset[str]:
    symbol = "" if top in WILDS else top[1]
    return frozenset(
        card for card in VIRAE_PLACES if card in WILDS or card[0] == color or card[1] == symbol
    )


FITS: Final = {color: {top: _fitting(color, top) for top in VIRAE_PLACES} for color in COLORS}
"""The faces that fit, by the colour in force and the top card (1)."""


def mismatch(color: str, top: str, card: str, hand: Sequence[str]) -> str | None:
    """Why this card of the hand can't be played upon that top and colour (1, 2), or None."""
    if card not in FITS[color][top]:
        return "no_match"
    if card == WILD_FOUR and has_color(hand, color):
        return "wild4_has_color"
    return None


def can_play(color: str, top: str, hand: Sequence[str]) -> bool:
    """Whether any card of the hand can be played."""
    return any(mismatch(color, top, card, hand) is None for card in hand)


def has_color(hand: Sequence[str], color: str) -> bool:
    """Whether the hand holds the colour; wilds have none."""
    return any(card[0] == color for card in hand)


@final
class Table:
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
        """The position as it stands now, with all that happened."""
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
        self.remember(f"{who} {move}")

    def remember(self, line: str) -> None:
        """Add to the history, and forget its oldest line when it is full."""
        history = self.history
        if len(history) >= HISTORY_MAX:
            history = history[1:]
        self.history = (*history, line)

    def after(self, place: int, steps: int = 1) -> int:
        """The place so many steps on, in the direction in force."""
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
        self.events.append(Event("played", self.seats[place], None, card, (), color, announced))
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
        self.remember("* shuffle")
        self.events.append(Event("reshuffled", number=len(old)))

    def begin_turn(self, place: int) -> None:
        """The turn goes to `place`, or on past all who can neither play nor draw (10)."""
        self.turn = place
        if self.top < len(self.stock):
            return
        while not can_play(self.color, self.discard[-1], self.hands[self.turn]):
            self.events.append(Event("passed", self.seats[self.turn]))
            self.note("pass")
            self.passes += 1
            if self.passes >= len(self.seats):
                self.end(scoring.blocked(self.seats, self.hands))
                return
            self.turn = self.after(self.turn)

    def end(self, result: Result) -> None:
        """Nobody is in turn any more."""
        self.phase = OVER
        self.turn = -1
        self.result = result
        self.events.append(Event("ended", result=result))
