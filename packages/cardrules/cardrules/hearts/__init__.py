"""Hearts (Copas): four seats, thirteen tricks a hand, and points are bad.

Source: the game's seed text (deal, exchange, tricks, leading hearts, points, moon, end). What that
text leaves open is decided so:

 1. Three cards go left, right, across, and in each fourth hand nowhere. A choice is final; once
    all four stand, the cards move at once, and whoever then holds the two of clubs leads it.
 2. In the first trick no heart and no queen of spades is discarded unless the whole hand is such
    cards.
 3. Suit is followed by who can. A heart is led only after one fell in an earlier trick of this
    hand, or from a hand of hearts alone. The queen of spades may be led and breaks nothing.
 4. After the last trick each heart costs 1 and the queen 13; who took all 26 writes nothing and
    each other 26. Below the limit the next hand is dealt in the same step. All 13 tricks are
    played, whatever has fallen.
 5. A total at or above the limit ends the game after that hand: lowest wins, equals share.
 6. The automatic action is a safe one: pass the queen, badly guarded high spades, then high cards;
    duck under what stands, and shed the queen, then hearts, when void.
 7. Who leaves stays in the game under a bot.

A hand-made position without the two of clubs begins with any card of the lowest seat, or of the
one in turn; the rules themselves never leave one.

Left out: variants (the jack of diamonds, shooting the sun, taking 26 off instead of giving it).
"""

from collections.abc import Collection, Mapping
from typing import Final

from cardrules.errors import fail
from cardrules.game import Result, Step, Window
from cardrules.hearts import automatic, notation, rules, view
from cardrules.hearts.state import OVER, PASS, PLAY, SEATS, Action, Event, State
from cardrules.hearts.view import PrivateView, PublicView, View
from cardrules.options import OptionValue, read_options
from cardrules.policies import HEARTS
from cardrules.policy import RoomPolicy

__all__ = ["GAME", "Action", "Event", "Hearts", "PrivateView", "PublicView", "State", "View"]


class Hearts:
    """The game behind the common interface; see `cardrules.game.Game` for each member."""

    id: Final = HEARTS.game
    policy: Final[RoomPolicy] = HEARTS
    rules_version: Final = 1

    def options(self, obj: object) -> Mapping[str, OptionValue]:
        return read_options(HEARTS.options, obj)

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
        if seat not in SEATS:
            fail("not_your_turn", turn=state.turn_seat)
        fail("seat_stays", seat=seat)

    def forfeit(self, state: State, seat: int, reason: str) -> Step[State, Event]:
        if reason == "void":
            return rules.void(state)
        if state.phase == OVER:
            fail("game_over")
        fail("unknown_action", reason=reason)

    def auto(self, state: State, seat: int) -> Action:
        return automatic.auto(state, seat)

    def acting(self, state: State) -> tuple[int, ...]:
        if state.phase == PLAY:
            return (state.turn,)
        if state.phase == PASS:
            return tuple(seat for seat in SEATS if not state.deal.chosen[seat])
        return ()

    def window(self, state: State) -> Window | None:
        return None

    def over(self, state: State) -> bool:
        return state.phase == OVER

    def result(self, state: State) -> Result | None:
        return state.result

    def seats(self, state: State) -> tuple[int, ...]:
        return SEATS

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


GAME: Final[Hearts] = Hearts()
