"""Viraê's bots.

easy plays any card that fits. normal prefers what keeps its hand flowing, saves its wilds, and
stops whoever is about to win. hard tries each sensible action in many worlds that agree with all
it has seen, plays those worlds out with the normal bot in every seat, and takes the best.
All announce Última whenever it is due; catching is the table's affair.
"""

import random
from collections.abc import Sequence
from typing import Final

from bot_runner.strategies.virae_worlds import Worlds
from cardrules.cards import COLORS, PLUS_TWO, REVERSE, SKIP, WILD_FOUR
from cardrules.virae import GAME, Action, State, View
from cardrules.virae.rules import DRAW
from cardrules.virae.scoring import POINTS
from cardrules.virae.table import FITS, WILDS, has_color

MOVES_MAX: Final = 120
"""Where a playout is broken off and judged by the cards still held."""


def decide(view: View, level: str, rng: random.Random, nodes: int) -> Action:
    """The action of a bot of this level; see `bot_runner.strategies.decide`."""
    private = view.private
    assert private is not None
    candidates = sensible(private.legal)
    if len(candidates) == 1:
        return candidates[0]
    if level == "easy":
        return _easy(private.hand, candidates, rng)
    public = view.public
    here = public.seats.index(private.seat)
    following = (here + public.direction) % len(public.seats)
    choice = normal(
        private.hand,
        public.color,
        public.discard[-1],
        private.drawn,
        public.stock > 0,
        public.counts[following],
        len(public.seats),
    )
    if level == "normal":
        return choice
    return _search(view, _shortlist(candidates, private.hand, choice), choice, rng, nodes)


def sensible(legal: Sequence[Action]) -> tuple[Action, ...]:
    """The legal actions without the plays that leave one card and do not announce it."""
    announced = {(action.card, action.color) for action in legal if action.call}
    return tuple(
        action
        for action in legal
        if action.type != "play" or action.call or (action.card, action.color) not in announced
    )


def _easy(hand: Sequence[str], candidates: Sequence[Action], rng: random.Random) -> Action:
    plays = [action for action in candidates if action.type == "play"]
    if not plays:
        return candidates[0]
    card = rng.choice(sorted({action.card or "" for action in plays}))
    return rng.choice([action for action in plays if action.card == card])


def normal(
    hand: Sequence[str],
    color: str,
    top: str,
    drawn: str | None,
    can_draw: bool,
    following: int,
    players: int,
) -> Action:
    """The play of most worth, a wild in the colour most held; else draw.

    `following` is the number of cards that the next participant holds. A drawn card is always
    played. Uses nothing but its arguments: playouts call it for every seat.
    """
    if drawn is not None:
        return _play(drawn, hand)
    fits = FITS[color][top]
    best, most = "", -1000.0
    for card in hand:
        if card in fits and card != best and not (card == WILD_FOUR and has_color(hand, color)):
            worth = _worth(card, hand, following, players)
            if worth > most:
                best, most = card, worth
    return _play(best, hand) if best else DRAW


def _worth(card: str, hand: Sequence[str], following: int, players: int) -> float:
    """How much is gained by playing this card now, in the currency of one follow-up card."""
    if card in WILDS:
        if len(hand) <= 2:
            return 1.0
        urgent = card == WILD_FOUR and following <= 2
        return 8.0 if urgent else (-6.0 if card == WILD_FOUR else -5.0)
    color, symbol = card[0], card[1]
    flow = 0.0
    for other in hand:
        if other[0] == color:
            flow += 1.0
        elif other[-1] == symbol:
            flow += 0.4
    worth = flow + POINTS[card] * 0.05
    if symbol in (PLUS_TWO, SKIP) or (symbol == REVERSE and players == 2):
        worth += 4.0 if following <= 2 else 0.5
    return worth


def _play(card: str, hand: Sequence[str]) -> Action:
    color = _color_for(card, hand) if card in WILDS else None
    return Action("play", card, color, len(hand) == 2)


def _color_for(card: str, hand: Sequence[str]) -> str:
    """The colour most held beside the wild; ties go to the one with more points."""
    weights = dict.fromkeys(COLORS, 0.0)
    for other in hand:
        if other not in WILDS:
            weights[other[0]] += 1.0 + POINTS[other] * 0.01
    return max(COLORS, key=lambda color: weights[color])


def _shortlist(
    candidates: Sequence[Action], hand: Sequence[str], choice: Action
) -> tuple[Action, ...]:
    """What is worth a search: of each wild the best colour alone, and no needless drawing."""
    plays = [
        action
        for action in candidates
        if action.type == "play"
        and (action.color is None or action.color == _color_for(action.card or "", hand))
    ]
    rest = [action for action in candidates if action.type != "play"]
    waits = any(action.card in WILDS for action in plays)
    keep = [action for action in rest if not plays or waits]
    return tuple(dict.fromkeys([choice, *plays, *keep]))


def _search(
    view: View, actions: Sequence[Action], choice: Action, rng: random.Random, nodes: int
) -> Action:
    """Successive halving: every action in the same worlds, the worse half dropped each round."""
    if len(actions) == 1:
        return actions[0]
    private = view.private
    assert private is not None
    here = view.public.seats.index(private.seat)
    worlds = Worlds(view, rng)
    gains = dict.fromkeys(actions, 0.0)
    tried = 0
    alive = list(actions)
    rounds = max(1, (len(actions) - 1).bit_length())
    share = nodes // rounds
    for _ in range(rounds):
        spent = 0
        while spent < share:
            world = worlds.sample()
            for action in alive:
                gain, looked_at = _playout(world, private.seat, here, action)
                gains[action] += gain
                spent += looked_at
            tried += 1
        alive.sort(key=lambda action: -gains[action])
        alive = alive[: max(1, (len(alive) + 1) // 2)]
    return alive[0] if tried else choice


def _playout(world: State, seat: int, here: int, action: Action) -> tuple[float, int]:
    """What the seat gets in this world after this action, and the positions looked at."""
    state = GAME.apply(world, seat, action).state
    players = len(state.seats)
    moves = 1
    while state.phase != "over" and moves < MOVES_MAX:
        turn = state.turn
        act = normal(
            state.hands[turn],
            state.color,
            state.discard[-1],
            state.drawn,
            state.top < len(state.stock),
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
