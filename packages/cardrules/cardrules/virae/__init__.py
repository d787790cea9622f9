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

from typing import Final

from cardrules.common import Common
from cardrules.game import Window
from cardrules.policies import VIRAE
from cardrules.policy import RoomPolicy
from cardrules.virae import notation, rules, view
from cardrules.virae.state import OVER, WINDOW, Action, Event, State
from cardrules.virae.view import PrivateView, PublicView, View

__all__ = ["GAME", "Action", "Event", "PrivateView", "PublicView", "State", "View", "Virae"]


class Virae(Common[State, Action, Event]):
    """The game behind the common interface; see `cardrules.game.Game` for each member."""

    id: Final = VIRAE.game
    policy: RoomPolicy = VIRAE
    rules_version: Final = 1
    hidden_events = frozenset({"dealt", "drew"})

    new = staticmethod(rules.new)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    void = staticmethod(rules.void)
    auto = staticmethod(rules.auto)
    expire = staticmethod(rules.expire)
    lapse = staticmethod(rules.lapse)
    dump = staticmethod(notation.dump)
    parse_action = staticmethod(notation.parse_action)
    action_obj = staticmethod(notation.action_obj)
    event_obj = staticmethod(notation.event_obj)
    public_view = staticmethod(view.public_view)
    private_view = staticmethod(view.private_view)
    view_obj = staticmethod(view.view_obj)

    def load(self, obj: object) -> State:
        return rules.sound(notation.load(obj))

    def over(self, state: State) -> bool:
        return state.phase == OVER

    def seats(self, state: State) -> tuple[int, ...]:
        return state.seats

    def acting(self, state: State) -> tuple[int, ...]:
        return () if state.phase == WINDOW else super().acting(state)

    def window(self, state: State) -> Window | None:
        seat = state.window_seat
        return None if seat is None else Window(seat, state.seats)


GAME: Final[Virae] = Virae()
