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

from typing import Final

from cardrules.common import Common
from cardrules.hearts import automatic, notation, rules, view
from cardrules.hearts.state import OVER, PASS, PLAY, SEATS, Action, Event, State
from cardrules.hearts.view import PrivateView, PublicView, View
from cardrules.policies import HEARTS
from cardrules.policy import RoomPolicy

__all__ = ["GAME", "Action", "Event", "Hearts", "PrivateView", "PublicView", "State", "View"]


class Hearts(Common[State, Action, Event]):
    """The game behind the common interface; see `cardrules.game.Game` for each member."""

    id: Final = HEARTS.game
    policy: RoomPolicy = HEARTS
    rules_version: Final = 1
    hidden_events = frozenset({"dealt", "chose", "passed"})

    new = staticmethod(rules.new)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    void = staticmethod(rules.void)
    auto = staticmethod(automatic.auto)
    load = staticmethod(notation.load)
    dump = staticmethod(notation.dump)
    parse_action = staticmethod(notation.parse_action)
    action_obj = staticmethod(notation.action_obj)
    event_obj = staticmethod(notation.event_obj)
    public_view = staticmethod(view.public_view)
    private_view = staticmethod(view.private_view)
    view_obj = staticmethod(view.view_obj)

    def over(self, state: State) -> bool:
        return state.phase == OVER

    def seats(self, state: State) -> tuple[int, ...]:
        return SEATS

    def acting(self, state: State) -> tuple[int, ...]:
        if state.phase == PASS:
            return tuple(seat for seat in SEATS if not state.deal.chosen[seat])
        return (state.turn,) if state.phase == PLAY else ()

    def knows(self, event: Event, seat: int) -> bool:
        """Who chose or gave the cards, and who receives them."""
        return seat in (event.seat, event.to)


GAME: Final[Hearts] = Hearts()
