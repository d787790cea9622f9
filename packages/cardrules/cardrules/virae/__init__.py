"""Viraê: two to six, everyone for themselves, one game at a time; the first empty hand wins.

Source: the game's seed text (cards, deal, matching, drawing, action cards, Última, end and
points). What that text leaves open is decided so:

 1. A card fits by the colour in force, or by the number or symbol of the top card; a wild always.
    Upon a wild only the colour counts.
 2. A +4 needs a hand without the colour in force before the play; other wilds have no colour.
 3. One card is drawn, also with a playable one in hand. If it can be played it may be played or
    kept, and nothing else; if not, the turn passes at once.
 4. Skip, +2 and +4 cost the next participant the turn; +2 and +4 make them draw first. No
    stacking, no answer, no challenge.
 5. Reverse flips the direction; with two participants it acts as a skip besides.
 6. Announcing counts only with the play that leaves one card. Forgotten, a window opens after all
    effects: the seat may call, any other participant catch (two cards); the first valid answer
    closes it, else it lapses. `turn` is already the next to act. At its end the first bot in the
    order of play after the forgetful seat catches.
 7. No window after the last card, and nothing to announce with it.
 8. The last card's draws are made before the end; a last wild still names a colour.
 9. Whenever the stock is empty and something lies under the top of the discard, that is shuffled
    into the new stock: after each single card drawn, and as soon as a card lies on the discard,
    before its effects. A penalty draws what there is.
10. With nothing to draw, who can play must and who cannot is passed. As many passes in a row as
    participants end the game: fewest points win, ties share.
11. Numbers count their value, S V D 20, wilds 50; the winner has 0.
12. The automatic action: the dearest legal card that is no wild, else W, else W4, in the most
    frequent colour of the rest, announced where due; else draw. Ties: the smaller notation.
13. Who leaves stays in the game under a bot.

Left out: running totals over several games, and turning over the buried cards of the opening for
all to see (only their number is told).
"""

from collections.abc import Collection, Mapping
from typing import Final

from cardrules.errors import fail
from cardrules.game import Result, Step, Window
from cardrules.options import OptionValue, read_options
from cardrules.policies import VIRAE
from cardrules.policy import RoomPolicy
from cardrules.virae import notation, rules, view
from cardrules.virae.state import OVER, WINDOW, Action, Event, State
from cardrules.virae.view import PrivateView, PublicView, View

__all__ = ["GAME", "Action", "Event", "PrivateView", "PublicView", "State", "View", "Virae"]


class Virae:
    """The game behind the common interface; see `cardrules.game.Game` for each member."""

    id: Final = VIRAE.game
    policy: Final[RoomPolicy] = VIRAE
    rules_version: Final = 1

    def options(self, obj: object) -> Mapping[str, OptionValue]:
        return read_options(VIRAE.options, obj)

    def new(
        self,
        options: object,
        seats: object,
        seed: bytes | None,
        starter: object = None,
    ) -> Step[State, Event]:
        return rules.new(options, seats, seed, starter)

    def load(self, obj: object) -> State:
        return rules.sound(notation.load(obj))

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
        return rules.expire(state)

    def lapse(self, state: State, bot_seats: Collection[int]) -> tuple[int, Action] | None:
        return rules.lapse(state, bot_seats)

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
        return () if turn is None or state.phase == WINDOW else (turn,)

    def window(self, state: State) -> Window | None:
        seat = state.window_seat
        return None if seat is None else Window(seat, state.seats)

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


GAME: Final[Virae] = Virae()
