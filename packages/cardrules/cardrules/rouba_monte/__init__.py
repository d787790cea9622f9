"""Rouba Monte: two to four, 52 cards; capture by rank, steal whole piles, most cards win.

Source: the game's seed text (preparation, capturing, stealing, the duty to capture, dealing on,
end, leaving). What that text leaves open is decided so:

 1. What is taken comes to the own pile first, a stolen pile in its order; the played card is its
    new top. Only the top of a pile counts.
 2. Whoever has no cards is passed over while others have some. Hands are uneven only after
    somebody left, or where the stock did not go round.
 3. With every hand empty up to four cards each are dealt, from the first active seat after the
    dealer; with the stock empty too the game is over. Most cards in the own pile win, equals
    share; open cards are nobody's.
 4. Who leaves lays hand and pile open, and can neither win nor score. If it was in turn the next
    one with cards is; if nobody else had cards they are dealt, or the game ends as ever. Before
    all that: with fewer than two left the game ends without winners and points.
 5. The automatic action: steal the largest pile, else capture an open card, else discard. Ties:
    the smaller card in notation, then the smaller target.
 6. Two open cards of one rank are two targets.
 7. Who comes during a game plays from the next one on; bots are participants like all others.

`starter` names the dealer. A further deal within the game counts as dealt for the interlude, so a
hand that has just come is looked at before the countdown shows.

Left out: captures by sum, and taking several targets with one card, which the text rules out.
"""

from collections.abc import Collection, Mapping
from typing import Final

from cardrules.errors import fail
from cardrules.game import Result, Step, Window
from cardrules.options import OptionValue, read_options
from cardrules.policies import ROUBA_MONTE
from cardrules.policy import RoomPolicy
from cardrules.rouba_monte import notation, rules, view
from cardrules.rouba_monte.state import Action, Event, State
from cardrules.rouba_monte.view import PrivateView, PublicView, View

__all__ = ["GAME", "Action", "Event", "PrivateView", "PublicView", "RoubaMonte", "State", "View"]


class RoubaMonte:
    """The game behind the common interface; see `cardrules.game.Game` for each member."""

    id: Final = ROUBA_MONTE.game
    policy: Final[RoomPolicy] = ROUBA_MONTE
    rules_version: Final = 1

    def options(self, obj: object) -> Mapping[str, OptionValue]:
        return read_options(ROUBA_MONTE.options, obj)

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
        return rules.leave(state, seat)

    def forfeit(self, state: State, seat: int, reason: str) -> Step[State, Event]:
        if reason == "void":
            return rules.void(state)
        if state.turn < 0:
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
        return state.turn < 0

    def result(self, state: State) -> Result | None:
        return state.result

    def seats(self, state: State) -> tuple[int, ...]:
        return state.deal.seats

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


GAME: Final[RoubaMonte] = RoubaMonte()
