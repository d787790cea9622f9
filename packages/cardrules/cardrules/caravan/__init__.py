"""Caravan: two seats, a deck each, three routes each; who sells two of the three pairs wins.

Source: the game's seed text (goal, preparation, opening, turn, numeric cards and direction,
figures, selling, winning, variants). What that text leaves open is decided so:

 1. A seat's first three turns place a numeric card each on one of its empty routes; nothing else,
    and nothing is drawn. The phase is `main` once both seats have begun their routes.
 2. Without a numeric card in the opening a card is discarded and one drawn, and the same seat goes
    on: it is no turn. With the deck empty nothing is drawn.
 3. Direction and suit are read off the route. Of two numeric cards or more: up if the last is
    greater than the one before it, down if smaller or equal; each queen on the last card flips it.
    The suit is the last card's, or that of the newest queen on it. A card uncovered by a removal
    brings its queens back into effect.
 4. Upon a single card any other value goes. Upon two or more: not the value of the last, and
    either in the direction or of the current suit. Values are printed ones; kings do not count.
 5. A queen goes on the last card of a route only. On a single card there is nothing to flip.
 6. At most three figures on a card; a full one takes none, not even a jack.
 7. A card is told apart by where it lies. A jack removes its card with all on it. A joker on an
    ace removes all other numeric cards of the ace's printed suit from the whole table, on 2-10 all
    others of that value, figures and all; it stays on its card.
 8. What leaves goes to the discard of the deck that it came from: seat 0's routes before seat
    1's, in order, cards from the first on, a card before its figures; the jack itself last.
 9. In the main phase after placing, attaching and discarding, and after an opening discard, a card
    is drawn while the own deck has one, also where the action ends the game; not after disbanding.
    `reshuffle`: at that draw, where the deck is empty before or after it, the own discard is
    shuffled (oldest first) into the deck, twice at most; an empty one uses up nothing.
10. A route is worth its printed values, each doubled by every king on it (`adding_kings`: plus the
    printed value for every king).
11. A pair is sold when exactly one of its routes is 21-26, or both are and differ: then the
    greater. It is read off anew after every action.
12. With all three pairs sold the game ends; two win. `quick_sale`: two sold at once win already.
13. Who has neither hand nor deck after an own action loses, unless that action ended the game.
14. A seat's score is the pairs that it has sold at the end.
15. Variants: `queens_anywhere` queens on any numeric card, in effect while it is the last.
    `founding_suit` the first card's suit, unless a queen on the last overrides it.
    `no_figure_limit` without 6. `queen_shield` a joker on an ace spares cards under a queen.
    `steady_course` an equal last pair left by a jack or joker keeps the direction in effect before
    it; a queen on the last card flips that, and it ends with the pair. `protected_joker` nothing
    goes from the joker's own route. `short_deck` the first 30 of the shuffled 54; `double_deck`
    108 cards; not both. `fresh_hand` while a hand of eight has fewer than three numeric cards it
    is shown, put back on top, and that deck is shuffled and dealt anew, seat 0 first.
16. Who leaves resigns. Resigning, the clock, absence and stalling lose at once. The automatic
    action is the first legal one; it is for bots that do not answer.

Left out: clocks, the first minute and ratings, which are the table's and the lobby's.
"""

from typing import Final

from cardrules.caravan import notation, rules, view
from cardrules.caravan.state import OVER, SEATS, Action, Event, State
from cardrules.caravan.view import PrivateView, PublicView, View
from cardrules.common import Common
from cardrules.game import Step
from cardrules.policies import CARAVAN
from cardrules.policy import RoomPolicy

__all__ = ["GAME", "Action", "Caravan", "Event", "PrivateView", "PublicView", "State", "View"]


class Caravan(Common[State, Action, Event]):
    """The game behind the common interface; see `cardrules.game.Game` for each member."""

    id: Final = CARAVAN.game
    policy: RoomPolicy = CARAVAN
    rules_version: Final = 1
    hidden_events = frozenset({"dealt", "drew"})

    new = staticmethod(rules.new)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    void = staticmethod(rules.void)
    auto = staticmethod(rules.auto)
    forfeit = staticmethod(rules.forfeit)
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
        return SEATS

    def leave(self, state: State, seat: int) -> Step[State, Event]:
        return rules.forfeit(state, seat, "resigned")


GAME: Final[Caravan] = Caravan()
