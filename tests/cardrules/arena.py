"""Bots against bots: `python -m tests.cardrules.arena hard normal --games 300 --seats 2`.

Both sides play every deal from both ends of the table; prints the share of games that the first
side won, with its 95 % interval. `random` takes any legal action.
"""

import argparse
import hashlib
import random
from typing import Any

from bot_runner.strategies import decide
from cardrules.game import seat_view
from cardrules.registry import AnyGame, game

RANDOM = "random"


def play(rules: AnyGame, levels: tuple[str, ...], deal: int, budget_ms: int) -> Any:
    """The result of one game; `levels` by seat."""
    seed = hashlib.sha256(b"arena %d" % deal).digest()
    seats = tuple(range(len(levels)))
    state = rules.new({}, seats, seed, deal % len(levels)).state
    rng = random.Random(deal)
    moves = 0
    while not rules.over(state):
        moves += 1
        if rules.window(state) is not None:
            bots = [seat for seat in seats if levels[seat] != RANDOM]
            caught = rules.lapse(state, bots)
            step = rules.expire(state) if caught is None else rules.apply(state, *caught)
            state = step.state
            continue
        seat = rules.acting(state)[0]
        if levels[seat] == RANDOM:
            action = rng.choice(rules.legal(state, seat))
        else:
            view = seat_view(rules, state, seat)
            chance = seed + bytes((seat,)) + moves.to_bytes(4, "big")
            action = decide(rules.id, view, levels[seat], chance, budget_ms)
        state = rules.apply(state, seat, action).state
    return rules.result(state)


def match(one: str, other: str, seats: int, games: int, budget_ms: int) -> float:
    """The share of `games` that side `one` won; it holds every second seat."""
    rules = game("virae")
    won = 0.0
    for number in range(games):
        pair = (one, other) if number % 2 == 0 else (other, one)
        levels = tuple(pair[seat % 2] for seat in range(seats))
        winners = play(rules, levels, number // 2, budget_ms).winners
        won += sum(1 for seat in winners if levels[seat] == one) / len(winners)
    return won / games


def main() -> None:
    """Play the match that the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--budget-ms", type=int, default=60)
    args = parser.parse_args()
    share = match(args.one, args.other, args.seats, args.games, args.budget_ms)
    interval = 1.96 * (share * (1 - share) / args.games) ** 0.5
    print(f"{args.one} against {args.other}, {args.seats} seats, {args.games} games:", end=" ")
    print(f"{share:.3f} ± {interval:.3f}")


if __name__ == "__main__":
    main()
