"""Rami's bots.

- easy lays down whatever it can at once and throws away its dearest isolated card.
- normal looks which cards go together, counts what could still complete them, and does not feed
  the next participant.
- hard remembers what everyone took and refused, keeps its melds in hand while that pays, gives up
  hopes as the stock runs out, and checks its choice against the others in many worlds that agree
  with all it has seen, played out to the end of the round.
"""

import random
from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from bot_runner.strategies.rami_weighing import (
    BESIDE,
    Sight,
    Style,
    best_melds,
    completing,
    drawn,
    lay_off,
    ranked,
    shown,
    sight_of_turn,
    sight_of_view,
    weighed,
)
from bot_runner.strategies.rami_worlds import Worlds
from cardrules.rami import GAME, Action, State, View
from cardrules.rami.melds import BITS, within
from cardrules.rami.rules import DISCARDS, DRAW_DISCARD, DRAW_STOCK, MELDS
from cardrules.rami.scoring import POINTS, hand_points, won
from cardrules.rami.state import OVER

MOVES_MAX: Final = 160
"""Where a playout is broken off and judged as if the stock had been asked for."""

CAREFUL: Final = Style(
    out=1.0, near=0.1, points=0.15, feed=0.1, urgent=1.0, horizon=0.0, holds=False
)
SHARP: Final = Style(out=1.0, near=0.1, points=0.1, feed=0.25, urgent=5.0, horizon=4.0, holds=True)

DISCARDS_TRIED: Final = 4
"""So many of the discards that weigh least are searched."""

_SAMPLING: Final = 5
"""Positions that could be looked at in the time that it takes to make a world."""

_ROUND_OF_RACE: Final = 16
"""After so many worlds it is seen which actions have fallen behind."""

_BEATEN: Final = 2.5
"""Standard errors behind the best at which an action is tried no further."""

_LEAST_VARIANCE: Final = 0.01
"""So that a few equal differences are no certainty."""

_DOUBT: Final = 2.0
"""Standard errors by which another action must be ahead to replace the weighed choice."""

_NARROWLY: Final = 8.0
"""Points in a hand that make it e times less likely to have been the lowest, had the same round
gone a little otherwise; a playout tells more so than by its winner alone."""

_SPREAD: Final = 35.0
"""Points of lead, about one round's, that make a seat e times as likely to win the game."""


def decide(view: View, level: str, rng: random.Random, nodes: int) -> Action:
    """The action of a bot of this level; see `bot_runner.strategies.decide`."""
    private = view.private
    assert private is not None
    if len(private.legal) == 1:
        return private.legal[0]
    sight = sight_of_view(view)
    if level == "easy":
        return _easy(sight)
    if level == "normal":
        return weighed(CAREFUL, sight)
    return _search(view, _shortlist(sight), rng, nodes)


def _easy(sight: Sight) -> Action:
    """Immediate combinations; else the dearest card that has no other near it."""
    if sight.drawing:
        useful = sight.top is not None and BITS[sight.top] & completing(sight.bits)
        return DRAW_DISCARD if useful else DRAW_STOCK
    for combination in within(sight.bits):
        if not (sight.keeps_discard and combination.bits == sight.bits):
            return MELDS[combination.bits]
    laid = lay_off(sight)
    if laid is not None:
        return laid
    free = [card for card in sight.hand if card != sight.taken] or list(sight.hand)
    isolated = [card for card in free if not BESIDE[BITS[card]] & sight.bits]
    points = POINTS[sight.ace_high]
    return DISCARDS[min(isolated or free, key=lambda card: (-points[card], card))]


def _shortlist(sight: Sight) -> tuple[Action, ...]:
    """What is worth a search, the weighed choice first."""
    if sight.drawing:
        draws = (drawn(SHARP, sight), DRAW_STOCK, *([DRAW_DISCARD] if sight.top else []))
        return tuple(dict.fromkeys(draws))
    melds = best_melds(sight.bits, sight.ace_high)
    laid = [MELDS[m.bits] for m in melds if not (sight.keeps_discard and m.bits == sight.bits)]
    off = lay_off(sight)
    if off is not None:
        laid.append(off)
    away = [DISCARDS[card] for card in ranked(SHARP, sight, melds)[:DISCARDS_TRIED]]
    return tuple(dict.fromkeys((weighed(SHARP, sight), *laid, *away)))


def _search(view: View, actions: Sequence[Action], rng: random.Random, nodes: int) -> Action:
    """Every action in the same worlds, until it has fallen behind; the first one, which was
    weighed, stands unless another is ahead of it."""
    worlds = Worlds(view, rng)
    gains: list[list[float]] = [[] for _ in actions]
    racing = list(range(len(actions)))
    spent = 0
    while spent < nodes and len(racing) > 1:
        world = worlds.sample()
        spent += _SAMPLING
        for i in racing:
            gain, looked_at = _playout(view, world, actions[i])
            gains[i].append(gain)
            spent += looked_at
        if len(gains[racing[0]]) % _ROUND_OF_RACE == 0:
            racing = _still_racing(gains, racing)
    best = max(racing, key=lambda i: (sum(gains[i]), -i))
    return actions[best if best and _convinces(gains[best], gains[0]) else 0]


def _convinces(ahead: Sequence[float], weighed_choice: Sequence[float]) -> bool:
    """Whether the one is ahead of what was weighed by more than chance explains."""
    mean, error = _lead(ahead, weighed_choice)
    return len(ahead) >= _ROUND_OF_RACE and mean > _DOUBT * error


def _still_racing(gains: Sequence[Sequence[float]], racing: Sequence[int]) -> list[int]:
    best = max(racing, key=lambda i: sum(gains[i]))
    leads = [(i, *_lead(gains[best], gains[i])) for i in racing]
    return [i for i, mean, error in leads if i == 0 or mean < _BEATEN * error]


def _lead(ahead: Sequence[float], behind: Sequence[float]) -> tuple[float, float]:
    """By how much the one leads in the worlds that both have seen, and the standard error."""
    differences = [one - other for one, other in zip(ahead, behind, strict=False)]
    worlds = max(1, len(differences))
    mean = sum(differences) / worlds
    variance = sum((difference - mean) ** 2 for difference in differences) / worlds
    return mean, sqrt((variance + _LEAST_VARIANCE) / worlds)


def _playout(view: View, world: State, action: Action) -> tuple[float, int]:
    """The seat's share of the game after this action in this world, and positions looked at."""
    state, moves = world, 0
    seen = shown(world.discard, world.melds, world.known)
    while True:
        state = GAME.apply(state, state.round.seats[state.turn], action).state
        moves += 1
        if state.phase == OVER or moves >= MOVES_MAX:
            return _share(view, state), moves
        if action.card is not None:
            seen |= BITS[action.card]
        for card in action.cards:
            seen |= BITS[card]
        action = weighed(SHARP, sight_of_turn(state, seen))


def _share(view: View, state: State) -> float:
    """How likely the view's seat wins the game after a round that ended so, or was broken off."""
    public, private = view.public, view.private
    assert private is not None
    place = public.seats.index(private.seat)
    points = [hand_points(hand, state.round.options.ace_high) for hand in state.hands]
    least = min(points)
    chances = [exp((least - held) / _NARROWLY) for held in points]
    if not all(state.hands):
        chances = [0.0 if hand else 1.0 for hand in state.hands]
    share = sum(
        chance
        * _share_after(public.scores, public.options.limit, winner, won(points, winner))[place]
        for winner, chance in enumerate(chances)
        if chance
    )
    return share / sum(chances)


def _share_after(before: Sequence[int], limit: int, winner: int, gain: int) -> list[float]:
    """How likely each place wins the game once this one has won so many points."""
    scores = list(before)
    scores[winner] += gain
    top = max(scores)
    if top >= limit:
        return [float(score == top) for score in scores]
    weights = [exp((score - top) / _SPREAD) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]
