"""Rouba Monte's bots.

- easy takes whatever brings most cards at once, and now and then does just anything.
- normal also weighs how likely the pile is then stolen from it, and what a discard gives away; of
  the cards that piles have covered it remembers the last moves only.
- hard remembers every card, weighs with that, and checks its choice against the others in many
  worlds that agree with all it has seen: played on to the next deal with the same weighing in every
  seat, and to the very end, move by move, where only two are left and every card is known.

Suits do not matter, so of actions that differ in suits alone one is looked at.
"""

import random
from collections.abc import Iterable, Sequence
from math import exp
from typing import Final

from bot_runner.strategies.paired import best_of
from bot_runner.strategies.rouba_monte_worlds import Worlds
from cardrules.cards import STANDARD_52
from cardrules.rouba_monte import GAME, Action, PublicView, State, View
from cardrules.rouba_monte.rules import RANK_SETS
from cardrules.tricks import BITS, card_set

WHIM: Final = 0.1
"""How often the easy bot does just anything that is legal."""

REMEMBERED: Final = 28
"""So many of the last moves the normal bot remembers."""

_ALL: Final = card_set(STANDARD_52)
_RISK: Final = 1.5
"""What a card that will be stolen weighs against one that is won."""

WORTH: Final = {
    2: ((0.089, 0.036, 0.073), (0.046, 0.033, 0.030), (0.023, 0.022, 0.019)),
    3: ((0.072, 0.031, 0.056), (0.031, 0.025, 0.016)),
    4: ((0.059, 0.024, 0.049), (0.013, 0.021, 0.028)),
}
"""By players, and deals still to come from one on: what a card of a pile weighs for the chance to
win, where none, one, or more of the rank of its top have not been seen yet. Fitted to 15,000 games
of bots that weigh; earlier, piles tell next to nothing."""

_DOUBT: Final = 1.0
"""Standard errors by which another action must be ahead to replace the weighed choice."""


def decide(view: View, level: str, rng: random.Random, nodes: int) -> Action:
    """The action of a bot of this level; see `bot_runner.strategies.decide`."""
    private, public = view.private, view.public
    assert private is not None
    candidates = different(private.legal)
    if len(candidates) == 1:
        return candidates[0]
    if level == "easy":
        return rng.choice(candidates) if rng.random() < WHIM else _greedy(public, candidates, rng)
    place = public.seats.index(private.seat)
    known = _remembered(public) if level == "normal" else _shown(public)
    unseen = _ALL & ~card_set({*private.hand, *public.center, *known})
    others = sum(public.counts) - public.counts[place]
    choice = weighed(
        candidates, public.seats, public.piles, place, card_set(private.hand), unseen, others
    )
    if level == "normal":
        return choice
    rest = [action for action in candidates if action != choice]
    return _search(Worlds(view, rng), (choice, *rest), place, nodes)


def different(legal: Sequence[Action]) -> tuple[Action, ...]:
    """The legal actions, but one of those that are alike: suits do not matter."""
    kinds: dict[tuple[str, bool, int | None], Action] = {}
    for action in legal:
        kinds.setdefault(((action.card or "")[0], action.center is None, action.pile), action)
    return tuple(kinds.values())


def _greedy(public: PublicView, actions: Sequence[Action], rng: random.Random) -> Action:
    def gain(action: Action) -> int:
        if action.pile is not None:
            return len(public.piles[public.seats.index(action.pile)]) + 1
        return 0 if action.center is None else 2

    most = max(map(gain, actions))
    return rng.choice([action for action in actions if gain(action) == most])


def _shown(public: PublicView) -> Iterable[str]:
    """Every card that piles hold."""
    return (card for pile in public.piles for card in pile)


def _remembered(public: PublicView) -> Iterable[str]:
    """The tops, and the cards that the last moves named."""
    for line in public.history[-REMEMBERED:]:
        words = line.replace("=", " ").replace("<", " ").split(" ")
        yield from (word for word in words if word in BITS)
    yield from (pile[-1] for pile in public.piles if pile)


# --- weighing -------------------------------------------------------------------------------


def weighed(
    actions: Sequence[Action],
    seats: Sequence[int],
    piles: Sequence[Sequence[str]],
    place: int,
    hand: int,
    unseen: int,
    others: int,
) -> Action:
    """The action that wins most cards, less those that it puts at risk; of equals the first.

    `hand` and `unseen` (what may be in the other hands or the stock) are card sets, `others` is the
    number of cards in the other hands. Uses nothing but its arguments, since playouts call it for
    every seat.
    """
    if len(actions) == 1:
        return actions[0]
    safe = 1.0 - min(1.0, others / (unseen.bit_count() or 1))
    own = len(piles[place])
    best, most = actions[0], -1e9
    for action in actions:
        alike = RANK_SETS[action.card or ""]
        lost = 1.0 - safe ** (alike & unseen).bit_count()
        if action.pile is not None:
            won = len(piles[seats.index(action.pile)]) + 1
            worth = won - _RISK * lost * (own + won)
        elif action.center is not None:
            worth = 2 - _RISK * lost * (own + 2)
        else:
            paired = (alike & hand).bit_count() > 1
            worth = 2 * (1 - lost) * paired - 2 * lost
        if worth > most:
            best, most = action, worth
    return best


def chance(state: State, place: int, unseen: int, deals: int) -> float:
    """The chance of that place to win, with so many deals still to come (one or more): 0 to 1."""
    weights = WORTH[len(state.deal.active)]
    by_unseen = weights[min(deals, len(weights)) - 1]
    own = total = 0.0
    for one in state.deal.active:
        pile = state.piles[one]
        out = (RANK_SETS[pile[-1]] & unseen).bit_count() if pile else 0
        weight = exp(by_unseen[min(out, 2)] * len(pile))
        total += weight
        if one == place:
            own = weight
    return own / total


# --- searching ------------------------------------------------------------------------------


def _search(worlds: Worlds, actions: Sequence[Action], place: int, nodes: int) -> Action:
    return best_of(
        actions,
        worlds.sample,
        lambda world, action: _outlook(world, place, action, nodes // len(actions)),
        nodes=nodes,
        doubt=_DOUBT,
        certain=worlds.certain,
    )


def _outlook(world: State, place: int, action: Action, most: int) -> tuple[float, int]:
    """How good the action is for the place in this world, and the positions looked at.

    An endgame looks at `most` of them, and is only played on from there.
    """
    deal = world.deal
    state = GAME.apply(world, deal.seats[place], action).state
    if not deal.stock and len(deal.active) == 2:
        endgame = Endgame(place, most)
        return endgame.value(state, -1.0, 2.0), 1 + endgame.looked_at
    stock = card_set(deal.stock)
    state, moves = _played_on(state, stock)
    if state.turn < 0:
        return _won(state, place), 1 + moves
    deals = -(-len(deal.stock) // (4 * len(deal.active)))
    return chance(state, place, stock, deals), 1 + moves


def _played_on(state: State, stock: int) -> tuple[State, int]:
    """The position at the next deal or the end, each move weighed with all that its seat can know,
    and the number of moves."""
    deal, moves = state.deal, 0
    while state.turn >= 0 and state.deal is deal:
        turn = state.turn
        unseen, others = stock, 0
        for place, held in enumerate(state.hands):
            if place != turn:
                unseen |= held
                others += held.bit_count()
        legal = GAME.legal(state, deal.seats[turn])
        action = weighed(legal, deal.seats, state.piles, turn, state.hands[turn], unseen, others)
        state = GAME.apply(state, deal.seats[turn], action).state
        moves += 1
    return state, moves


def _won(state: State, place: int) -> float:
    """The place's share of the win, and a little for each card, so that a lost game goes on."""
    result = state.result
    assert result is not None
    share = 1.0 / len(result.winners) if state.deal.seats[place] in result.winners else 0.0
    return share + 0.001 * len(state.piles[place])


class Endgame:
    """The last deal of two, every card known: each plays its best, as far as `most` positions go.

    Beyond them it is played on by weighing.
    """

    def __init__(self, place: int, most: int) -> None:
        self._place = place
        self._most = most
        self.looked_at = 0

    def value(self, state: State, low: float, high: float) -> float:
        """What the place gets; exact between `low` and `high`, a bound beyond them."""
        if self.looked_at >= self._most:
            state, moves = _played_on(state, 0)
            self.looked_at += moves
        if state.turn < 0:
            return _won(state, self._place)
        own = state.turn == self._place
        best = low if own else high
        seat = state.deal.seats[state.turn]
        for action in different(GAME.legal(state, seat)):
            self.looked_at += 1
            after = GAME.apply(state, seat, action).state
            if own:
                best = max(best, self.value(after, best, high))
            else:
                best = min(best, self.value(after, low, best))
            if best >= high if own else best <= low:
                break
        return best
