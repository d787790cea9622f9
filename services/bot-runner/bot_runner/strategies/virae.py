"""Viraê's bots.

- easy plays any card that fits, and now and then overlooks that one does.
- normal keeps its hand flowing by colour and number, but spends its wilds as they come.
- hard weighs colour, points, its own further turns and whoever is about to win, saves its wilds,
  and checks that choice against the others in many worlds that agree with all it has seen, played
  out with the same weighing in every seat.

All announce Última whenever it is due; catching is the table's affair.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot_runner.strategies.paired import best_of
from bot_runner.strategies.virae_worlds import Worlds
from cardrules.cards import COLORS, PLUS_TWO, REVERSE, SKIP, WILD_FOUR
from cardrules.virae import GAME, Action, State, View
from cardrules.virae.rules import DRAW
from cardrules.virae.scoring import POINTS
from cardrules.virae.state import OVER
from cardrules.virae.table import FITS, WILDS, has_color

MOVES_MAX: Final = 120
"""Where a playout is broken off and judged by the cards still held."""

OVERLOOKS: Final = 0.2
"""How often the easy bot draws although a card of its hand would fit."""

FEW: Final = 2
"""With so few cards the next participant is about to win."""

_DOUBT: Final = 1.0
"""Standard errors by which another action must be ahead to replace the weighed choice."""


@dataclass(frozen=True, slots=True)
class Style:
    """What playing a card is worth, in units of one further card of its colour in the hand."""

    flow: float
    alike: float
    """A further card of its number or symbol."""
    points: float
    """Each point that leaves the hand."""
    stops: float
    """A card that costs the next participant the turn."""
    stops_winner: float
    """The same while that one has few cards."""
    again: float
    """The same with two participants: the turn comes back."""
    wild: float
    wild_four: float
    wild_four_winner: float
    """A +4 while the next participant has few cards."""


CASUAL: Final = Style(0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 3.0, 3.0)
SHARP: Final = Style(1.0, -0.5, 0.1, 0.8, 2.2, 4.0, -5.0, -6.0, 8.0)
SHARP_IN_COMPANY: Final = Style(1.0, 0.4, 0.18, 0.5, 4.0, 0.0, -5.0, -9.0, 8.0)


def sharp(players: int) -> Style:
    """How the hard bot weighs: between two, taking turns away is worth more."""
    return SHARP if players == 2 else SHARP_IN_COMPANY


def decide(view: View, level: str, rng: random.Random, nodes: int) -> Action:
    """The action of a bot of this level; see `bot_runner.strategies.decide`."""
    private, public = view.private, view.public
    assert private is not None
    candidates = sensible(private.legal)
    if len(candidates) == 1 or private.legal[0].type in ("call", "catch"):
        return candidates[0]
    if level == "easy":
        return _easy(candidates, rng)
    here = public.seats.index(private.seat)
    following = public.counts[(here + public.direction) % len(public.seats)]
    players = len(public.seats)
    style = CASUAL if level == "normal" else sharp(players)
    top = public.discard[-1]
    choice = weighed(style, private.hand, public.color, top, private.drawn, following, players)
    if level == "normal":
        return choice
    return _search(view, _shortlist(candidates, private.hand, choice), rng, nodes)


def sensible(legal: Sequence[Action]) -> tuple[Action, ...]:
    """The legal actions without the plays that leave one card and do not announce it."""
    announced = {(action.card, action.color) for action in legal if action.call}
    return tuple(
        action
        for action in legal
        if action.type != "play" or action.call or (action.card, action.color) not in announced
    )


def _easy(candidates: Sequence[Action], rng: random.Random) -> Action:
    plays = [action for action in candidates if action.type == "play"]
    others = [action for action in candidates if action.type != "play"]
    if not plays or (others and rng.random() < OVERLOOKS):
        return others[0]
    card = rng.choice(sorted({action.card or "" for action in plays}))
    return rng.choice([action for action in plays if action.card == card])


def weighed(
    style: Style,
    hand: Sequence[str],
    color: str,
    top: str,
    drawn: str | None,
    following: int,
    players: int,
) -> Action:
    """The play of most worth, a wild in the colour most held; else draw. A drawn card is played.

    `following` is the number of cards that the next participant holds. Uses nothing but its
    arguments, since playouts call it for every seat.
    """
    if drawn is not None:
        return _play(drawn, hand)
    fits = FITS[color][top]
    best, most = "", -1000.0
    for card in hand:
        if card in fits and card != best and not (card == WILD_FOUR and has_color(hand, color)):
            worth = _worth(style, card, hand, following, players)
            if worth > most:
                best, most = card, worth
    return _play(best, hand) if best else DRAW


def _worth(style: Style, card: str, hand: Sequence[str], following: int, players: int) -> float:
    if card in WILDS:
        if len(hand) <= 2:
            return 1.0
        if card == WILD_FOUR:
            return style.wild_four_winner if following <= FEW else style.wild_four
        return style.wild
    color, symbol = card[0], card[1]
    worth = POINTS[card] * style.points
    for other in hand:
        if other[0] == color:
            worth += style.flow
        elif other[1:] == symbol:
            worth += style.alike
    if symbol in (PLUS_TWO, SKIP) or (symbol == REVERSE and players == 2):
        worth += style.stops_winner if following <= FEW else style.stops
        if players == 2:
            worth += style.again
    return worth


def _play(card: str, hand: Sequence[str]) -> Action:
    return Action("play", card, _color_for(hand) if card in WILDS else None, len(hand) == 2)


def _color_for(hand: Sequence[str]) -> str:
    """The colour most held; of two the one with more points."""
    weights = dict.fromkeys(COLORS, 0.0)
    for card in hand:
        if card not in WILDS:
            weights[card[0]] += 1.0 + POINTS[card] * 0.01
    return max(COLORS, key=lambda color: weights[color])


def _shortlist(
    candidates: Sequence[Action], hand: Sequence[str], choice: Action
) -> tuple[Action, ...]:
    """What is worth a search, the weighed choice first.

    Of each wild the colour most held alone; drawing or keeping only to save a wild.
    """
    best = _color_for(hand)
    plays = [action for action in candidates if action.type == "play"]
    good = [action for action in plays if action.color in (None, best)]
    saves = not plays or all(action.card in WILDS for action in plays)
    waits = [action for action in candidates if action.type != "play" and saves]
    return tuple(dict.fromkeys((choice, *good, *waits)))


def _search(view: View, actions: Sequence[Action], rng: random.Random, nodes: int) -> Action:
    private = view.private
    assert private is not None
    here = view.public.seats.index(private.seat)
    return best_of(
        actions,
        Worlds(view, rng).sample,
        lambda world, action: _playout(world, private.seat, here, action),
        nodes=nodes,
        doubt=_DOUBT,
    )


def _playout(world: State, seat: int, here: int, action: Action) -> tuple[float, int]:
    """What the seat gets in this world after this action, and the positions looked at."""
    state = GAME.apply(world, seat, action).state
    players = len(state.seats)
    style = sharp(players)
    moves = 1
    while state.phase != OVER and moves < MOVES_MAX:
        turn = state.turn
        act = weighed(
            style,
            state.hands[turn],
            state.color,
            state.discard[-1],
            state.drawn,
            len(state.hands[(turn + state.direction) % players]),
            players,
        )
        state = GAME.apply(state, state.seats[turn], act).state
        moves += 1
    result = state.result
    if result is not None:
        return (1.0 / len(result.winners) if seat in result.winners else 0.0), moves
    shares = [1.0 / (1 + len(hand)) for hand in state.hands]
    return shares[here] / sum(shares), moves
