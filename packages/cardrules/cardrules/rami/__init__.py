"""Rami: two to four, sets and runs on a common table; whoever empties the hand wins the round.

Source: the game's seed text (52 cards, no jokers, no opening threshold). What that text leaves open
is decided so:

 1. An ace goes after the king only: Q K A is a run, A 2 3 and K A 2 are not. A set is three or four
    of one rank in different suits.
 2. The card taken from the discard can't be discarded in the same turn, unless it is the only card
    left; a card from the stock can.
 3. The hand may be emptied by a meld, a lay-off or the last discard, and that ends the round at
    once. With `discard_to_win` only the discard may take the last card.
 4. The winner of a round adds the points of all other hands: ace 1 (`ace_high`: 11), J Q K 10,
    numbers their value. What lies on the table never counts.
 5. Asking for a card from an empty stock is allowed and ends the round: the lowest hand wins, of
    equal ones the lowest seat, and adds the others' points, a tied hand's too. The discard is never
    turned over. An empty stock alone ends nothing: the discard can still be taken.
 5b. When for four turns of each participant in a row the discard was taken and nothing was laid
    down, the round ends the same way (`stalled`).
 6. The game ends when a score reaches `limit`; the highest wins.
 7. In a turn any number of melds and lay-offs, on anyone's melds, from the first turn on. Nothing
    is taken back from the table or rearranged there.
 8. The automatic action: draw from the stock; discard the dearest card that is in no set or run of
    the hand, else the dearest, never the taken one unless it is alone. Ties: the smaller notation.
 9. Who leaves stays in the game under a bot.
10. A finished round is counted in the open, hands shown, and the next one is dealt in the same
    step, started by the next participant. Each round has a shuffle of its own.

Left out: playing for 51 points, jokers, and taking them back.
"""

from collections.abc import Collection, Mapping
from typing import Final

from cardrules.errors import fail
from cardrules.game import Result, Step, Window
from cardrules.options import OptionValue, read_options
from cardrules.policies import RAMI
from cardrules.policy import RoomPolicy
from cardrules.rami import notation, rules, view
from cardrules.rami.state import OVER, Action, Event, Meld, Options, State
from cardrules.rami.view import PrivateView, PublicView, View

__all__ = [
    "GAME",
    "Action",
    "Event",
    "Meld",
    "Options",
    "PrivateView",
    "PublicView",
    "Rami",
    "State",
    "View",
]


class Rami:
    """The game behind the common interface; see `cardrules.game.Game` for each member."""

    id: Final = RAMI.game
    policy: Final[RoomPolicy] = RAMI
    rules_version: Final = 1

    def options(self, obj: object) -> Mapping[str, OptionValue]:
        return read_options(RAMI.options, obj)

    def new(
        self,
        options: object,
        seats: object,
        seed: bytes | None,
        starter: object = None,
    ) -> Step[State, Event]:
        return rules.new(options, seats, seed, starter)

    def load(self, obj: object) -> State:
        return notation.load(obj)

    def dump(self, state: State) -> dict[str, object]:
        return notation.dump(state)

    def parse_action(self, obj: object) -> Action:
        return notation.parse_action(obj)

    def action_obj(self, action: Action) -> dict[str, object]:
        return notation.action_obj(action)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        return rules.legal(state, seat)

    def apply(self, state: State, seat: int, action: Action) -> Step[State, Event]:
        return rules.apply(state, seat, action)

    def expire(self, state: State) -> Step[State, Event]:
        fail("no_window")

    def lapse(self, state: State, bot_seats: Collection[int]) -> tuple[int, Action] | None:
        return None

    def leave(self, state: State, seat: int) -> Step[State, Event]:
        if state.phase == OVER:
            fail("game_over")
        if seat not in state.seats:
            fail("not_your_turn", turn=state.turn_seat)
        fail("seat_stays", seat=seat)

    def forfeit(self, state: State, seat: int, reason: str) -> Step[State, Event]:
        if reason == "void":
            return rules.void(state)
        if state.phase == OVER:
            fail("game_over")
        fail("unknown_action", reason=reason)

    def auto(self, state: State, seat: int) -> Action:
        return rules.auto(state, seat)

    def acting(self, state: State) -> tuple[int, ...]:
        turn = state.turn_seat
        return () if turn is None else (turn,)

    def window(self, state: State) -> Window | None:
        return None

    def over(self, state: State) -> bool:
        return state.phase == OVER

    def result(self, state: State) -> Result | None:
        return state.result

    def seats(self, state: State) -> tuple[int, ...]:
        return state.seats

    def public_view(self, state: State) -> PublicView:
        return view.public_view(state)

    def private_view(self, state: State, seat: int) -> PrivateView:
        return view.private_view(state, seat)

    def view_obj(self, seat_view: View) -> dict[str, object]:
        return view.view_obj(seat_view)

    def public_event(self, event: Event) -> Event:
        return view.public_event(event)

    def reveal(self, event: Event, seat: int) -> tuple[str, ...] | None:
        return view.reveal(event, seat)

    def event_obj(self, event: Event) -> dict[str, object]:
        return notation.event_obj(event)

    def reveal_event(self, event: Event, faces: tuple[str, ...]) -> Event:
        return event._replace(cards=faces)


GAME: Final[Rami] = Rami()
