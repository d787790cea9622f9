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

from typing import Final

from cardrules.common import Common
from cardrules.policies import ROUBA_MONTE
from cardrules.policy import RoomPolicy
from cardrules.rouba_monte import notation, rules, view
from cardrules.rouba_monte.state import Action, Event, State
from cardrules.rouba_monte.view import PrivateView, PublicView, View

__all__ = ["GAME", "Action", "Event", "PrivateView", "PublicView", "RoubaMonte", "State", "View"]


class RoubaMonte(Common[State, Action, Event]):
    """The game behind the common interface; see `cardrules.game.Game` for each member."""

    id: Final = ROUBA_MONTE.game
    policy: RoomPolicy = ROUBA_MONTE
    rules_version: Final = 1
    hidden_events = frozenset({"dealt"})

    new = staticmethod(rules.new)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    void = staticmethod(rules.void)
    auto = staticmethod(rules.auto)
    leave = staticmethod(rules.leave)
    load = staticmethod(notation.load)
    dump = staticmethod(notation.dump)
    parse_action = staticmethod(notation.parse_action)
    action_obj = staticmethod(notation.action_obj)
    event_obj = staticmethod(notation.event_obj)
    public_view = staticmethod(view.public_view)
    private_view = staticmethod(view.private_view)
    view_obj = staticmethod(view.view_obj)

    def over(self, state: State) -> bool:
        return state.turn < 0

    def seats(self, state: State) -> tuple[int, ...]:
        return state.deal.seats


GAME: Final[RoubaMonte] = RoubaMonte()
