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

from typing import Final

from cardrules.common import Common
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


class Rami(Common[State, Action, Event]):
    """The game behind the common interface; see `cardrules.game.Game` for each member."""

    id: Final = RAMI.game
    policy: RoomPolicy = RAMI
    rules_version: Final = 1
    hidden_events = frozenset({"dealt", "drew"})

    new = staticmethod(rules.new)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    void = staticmethod(rules.void)
    auto = staticmethod(rules.auto)
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
        return state.seats


GAME: Final[Rami] = Rami()
