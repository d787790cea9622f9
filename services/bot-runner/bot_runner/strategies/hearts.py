"""The bots of Hearts.

- easy plays low and thinks of nothing else; every third card or so is any that is legal.
- normal plays with sense: it ducks, sheds the queen and high hearts, drives the queen out, empties
  short suits, passes what is dangerous. It counts cards, but weighs each play by itself.
- hard tries its plays, or its best passes, in many worlds that agree with all it has seen, played
  to the end of the hand with the same sense in every seat, and takes the one that costs least.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from bot_runner.strategies import hearts_sense as sense
from bot_runner.strategies.hearts_worlds import Worlds
from bot_runner.strategies.paired import best_of
from cardrules.hearts import GAME, Action, State, View
from cardrules.hearts.rules import playable
from cardrules.hearts.state import OVER, PASS, SEATS
from cardrules.tricks import BITS, card_set, cards_in

CARELESS: Final = 0.35
"""How often the easy bot plays just any card."""

PASSES_WEIGHED: Final = 5
"""The hard bot tries every three of so many most dangerous cards."""

WINS: Final = 13.0
LOSES: Final = -13.0
"""What the end of the game is worth besides, in points."""

_DOUBT: Final = 0.5
"""Standard errors by which another action must be ahead to replace the sensible one."""


def decide(view: View, level: str, rng: random.Random, nodes: int) -> Action:
    """The action of a bot of this level; see `bot_runner.strategies.decide`."""
    private, public = view.private, view.public
    assert private is not None
    held = card_set(private.hand)
    if public.phase == PASS:
        return _pass(view, level, held, rng, nodes)
    cards = card_set(action.card or "" for action in private.legal)
    if not cards & (cards - 1):
        return private.legal[0]
    if level == "easy":
        return _easy(private.legal, public.trick, rng)
    worlds = Worlds(view, rng)
    first = public.tricks == 0
    choice = sense.play(sense.SOUND, held, cards, public.trick, first, worlds.unseen)
    if level == "normal":
        return _play(choice)
    plays = [choice, *(card for card in _different(cards, worlds.unseen) if card != choice)]
    actions = [_play(card) for card in plays if card == choice or not _alike(card, choice, worlds)]
    return _search(worlds, private.seat, actions, public.limit, nodes)


def _play(card: int) -> Action:
    return Action("play", sense.name(card))


def _easy(legal: Sequence[Action], trick: tuple[str, ...], rng: random.Random) -> Action:
    """The lowest that follows or leads; when void, the highest."""
    if rng.random() < CARELESS:
        return rng.choice(legal)
    height = {action: BITS[action.card or ""].bit_length() % 13 or 13 for action in legal}
    void = bool(trick) and (legal[0].card or "")[1] != trick[0][1]
    return (max if void else min)(legal, key=height.__getitem__)


def _pass(view: View, level: str, held: int, rng: random.Random, nodes: int) -> Action:
    if level == "easy":
        return Action("pass", cards=tuple(rng.sample(cards_in(held), 3)))
    chosen = sense.three(held)
    if level == "normal":
        return Action("pass", cards=chosen)
    private = view.private
    assert private is not None
    ranked = sorted(cards_in(held), key=lambda card: -sense.danger(BITS[card], held))
    threes = [*combinations(ranked[:PASSES_WEIGHED], 3)]
    actions = [Action("pass", cards=three) for three in threes]
    return _search(Worlds(view, rng), private.seat, actions, view.public.limit, nodes)


def _different(cards: int, unseen: int) -> list[int]:
    """One of each run of own cards between which no unseen card lies; the queen by herself."""
    found: list[int] = []
    for suit in sense.SETS:
        former = 0
        for face in cards_in(cards & suit):
            card = BITS[face]
            between = unseen & suit & (card - 1) & ~((former << 1) - 1) if former else unseen
            if not former or between or sense.QUEEN in (card, former):
                found.append(card)
            former = card
    return found


def _alike(card: int, choice: int, worlds: Worlds) -> bool:
    """Whether two own cards are of one run, so that either does the same."""
    low, high = min(card, choice), max(card, choice)
    if sense.QUEEN in (low, high):
        return False
    suit = next(suit for suit in sense.SETS if suit & low)
    return bool(suit & high) and not worlds.unseen & (high - 1) & ~((low << 1) - 1)


def _search(worlds: Worlds, seat: int, actions: Sequence[Action], limit: int, nodes: int) -> Action:
    return best_of(
        actions,
        worlds.sample,
        lambda world, action: _playout(world, seat, action, limit),
        nodes=nodes,
        doubt=_DOUBT,
    )


def _playout(world: State, seat: int, action: Action, limit: int) -> tuple[float, int]:
    """What the hand is worth to the seat after this action, and the positions looked at."""
    state = GAME.apply(world, seat, action).state
    moves = 1
    if state.phase == PASS:
        for other in SEATS:
            if other != seat:
                three = Action("pass", cards=sense.three(state.hands[other]))
                state = GAME.apply(state, other, three).state
                moves += 1
    while state.phase != OVER:
        turn = state.turn
        hands = state.hands
        held = hands[turn]
        unseen = (hands[0] | hands[1] | hands[2] | hands[3]) ^ held
        card = sense.play(
            sense.SOUND, held, playable(state), state.trick, state.tricks == 0, unseen
        )
        state = GAME.apply(state, turn, _PLAYS[card]).state
        moves += 1
    return worth(world.deal.scores, state.deal.scores, seat, limit), moves


def worth(before: Sequence[int], after: Sequence[int], seat: int, limit: int) -> float:
    """The points that others got more than the seat; the end of the game counts besides."""
    points = [total - former for total, former in zip(after, before, strict=True)]
    value = (sum(points) - points[seat]) / 3 - points[seat]
    if max(after) >= limit:
        value += WINS if after[seat] == min(after) else LOSES
    return value


_PLAYS: Final = {bit: Action("play", card) for card, bit in BITS.items()}
