"""`carteado arena GAME --a hard --b normal`: bots against bots, in this process.

Side A and side B hold every second seat. Each deal is played twice, the second time with the sides
exchanged, so neither luck nor the place at the table favours a side; the two games of a deal count
as one observation. A win is shared among its winners; without any difference each side has half.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cardrules import registry
from cardrules.errors import RuleError
from cardrules.game import pick, seat_view
from carteado.numbers import between

RANDOM: Final = "random"
SIDES: Final = (RANDOM, "easy", "normal", "hard")
_95_PERCENT: Final = 1.96


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: `levels` of side A and B; `budget_ms` bounds one decision of a search."""

    game: str
    levels: tuple[str, str]
    seats: int
    options: Mapping[str, object]
    seed: int
    budget_ms: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One deal played from both ends: A's share of the wins (0 to 1), mean scores of A and B."""

    share: float
    score_a: float
    score_b: float
    moves: int


def play_deal(match: Match, deal: int) -> Outcome:
    """Both games of a deal."""
    games = [_play(match, deal, swapped) for swapped in (False, True)]
    return Outcome(
        sum(game.share for game in games) / 2,
        sum(game.score_a for game in games) / 2,
        sum(game.score_b for game in games) / 2,
        sum(game.moves for game in games),
    )


def _play(match: Match, deal: int, swapped: bool) -> Outcome:
    from bot_runner.strategies import decide

    rules = registry.game(match.game)
    seed = hashlib.sha256(f"arena {match.seed} {deal}".encode()).digest()
    seats = tuple(range(match.seats))
    side_of = {seat: (seat + swapped) % 2 for seat in seats}
    level_of = {seat: match.levels[side_of[seat]] for seat in seats}
    bots = [seat for seat in seats if level_of[seat] != RANDOM]
    chance = random.Random(f"{match.seed} {deal} {swapped}")
    state = rules.new(match.options, seats, seed, seats[deal % match.seats]).state
    moves = 0
    while not rules.over(state):
        moves += 1
        if rules.window(state) is not None:
            caught = rules.lapse(state, bots)
            step = rules.expire(state) if caught is None else rules.apply(state, *caught)
            state = step.state
            continue
        seat = rules.acting(state)[0]
        action: Any
        if level_of[seat] == RANDOM:
            action = pick(rules, chance.choice(rules.legal(state, seat)), chance.sample)
        else:
            view = seat_view(rules, state, seat)
            decision = seed + bytes((seat, swapped)) + moves.to_bytes(4, "big")
            action = decide(rules.id, view, level_of[seat], decision, match.budget_ms)
        state = rules.apply(state, seat, action).state
    result = rules.result(state)
    assert result is not None
    won = [seat for seat in result.winners if side_of[seat] == 0]
    share = len(won) / len(result.winners) if result.winners else 0.5
    means = [_mean([score for seat, score in result.scores if side_of[seat] == i]) for i in (0, 1)]
    return Outcome(share, means[0], means[1], moves)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    mean = _mean(values)
    if len(values) < 2:
        return mean, math.inf
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, _95_PERCENT * math.sqrt(spread / len(values))


def outcomes(match: Match, deals: int, workers: int) -> Iterator[Outcome]:
    """The outcome of each deal in order; the same whatever the number of processes."""
    if workers <= 1:
        yield from (play_deal(match, deal) for deal in range(deals))
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play_deal, [match] * deals, range(deals))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the match is."""
    parser.add_argument("game", choices=sorted(registry.GAMES))
    parser.add_argument("--a", choices=SIDES, default="hard", help="side A's level")
    parser.add_argument("--b", choices=SIDES, default="normal", help="side B's level")
    parser.add_argument(
        "--games", type=between(int, 1), default=200, help="two for each deal (default 200)"
    )
    parser.add_argument("--seats", type=int, help="participants (default: as many as can play)")
    parser.add_argument("--options", type=json.loads, default={}, help="the game's, as JSON")
    parser.add_argument("--seed", type=int, default=1, help="of deals and decisions")
    parser.add_argument(
        "--budget-ms", type=between(int, 1), default=60, help="of one decision (default 60)"
    )
    parser.add_argument("--workers", type=between(int, 1), default=1, help="processes (default 1)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the course as SVG")


def main(arguments: argparse.Namespace) -> int:
    """Play the match and print its table; 1 where the rules refuse to begin it."""
    policy = registry.game(arguments.game).policy
    match = Match(
        arguments.game,
        (arguments.a, arguments.b),
        policy.players_max if arguments.seats is None else arguments.seats,
        arguments.options,
        arguments.seed,
        arguments.budget_ms,
    )
    deals = max(1, arguments.games // 2)
    began_s = time.monotonic()
    played: list[Outcome] = []
    try:
        for outcome in outcomes(match, deals, arguments.workers):
            played.append(outcome)
            _progress(played, deals)
    except RuleError as error:
        print(f"arena: {json.dumps(error.obj())}", file=sys.stderr)
        return 1
    print(table(match, played, time.monotonic() - began_s))
    if arguments.plot is not None:
        arguments.plot.write_text(plot(match, played), encoding="utf-8")
    return 0


def _progress(played: Sequence[Outcome], deals: int) -> None:
    if sys.stderr.isatty():
        share = _mean([outcome.share for outcome in played])
        end = "\n" if len(played) == deals else ""
        print(f"\r{2 * len(played)}/{2 * deals} games, A {share:.3f} ", end=end, file=sys.stderr)


def table(match: Match, played: Sequence[Outcome], seconds: float) -> str:
    """What came of it, for people."""
    share, wide = interval([outcome.share for outcome in played])
    ahead, ahead_wide = interval([outcome.score_a - outcome.score_b for outcome in played])
    games = 2 * len(played)
    moves = sum(outcome.moves for outcome in played)
    verdict = (
        "A is stronger" if share - wide > 0.5 else "B is stronger" if share + wide < 0.5 else ""
    )
    lines = [
        f"{match.game}: A = {match.levels[0]}, B = {match.levels[1]}, {match.seats} seats, "
        f"{games} games, seed {match.seed}, {match.budget_ms} ms a decision",
        f"  wins of A        {share:.3f} ± {wide:.3f}   {verdict or 'no difference shown'}",
        f"  average score    A {_mean([o.score_a for o in played]):.2f}   "
        f"B {_mean([o.score_b for o in played]):.2f}   A - B {ahead:+.2f} ± {ahead_wide:.2f}",
        f"  {moves / games:.0f} moves a game, {seconds / games:.2f} s a game",
    ]
    return "\n".join(lines)


_WIDTH: Final = 640
_HEIGHT: Final = 320


def plot(match: Match, played: Sequence[Outcome]) -> str:
    """The course of A's share of the wins with its 95 % interval, as an SVG picture."""
    shares = [outcome.share for outcome in played]
    means: list[str] = []
    upper: list[str] = []
    lower: list[str] = []
    for count in range(2, len(shares) + 1):
        mean, wide = interval(shares[:count])
        x = _WIDTH * count / len(shares)
        for points, value in ((means, mean), (upper, mean + wide), (lower, mean - wide)):
            points.append(f"{x:.1f},{_HEIGHT * (1 - min(1.0, max(0.0, value))):.1f}")
    title = f"{match.game}: {match.levels[0]} against {match.levels[1]}, {2 * len(played)} games"
    band = " ".join([*upper, *reversed(lower)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
        f"<title>{title}</title>"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>'
        f'<polygon points="{band}" fill="#9bc4e2" opacity="0.6"/>'
        f'<polyline points="{" ".join(means)}" fill="none" stroke="#1f4e79" stroke-width="2"/>'
        f'<path d="M0 {_HEIGHT / 2}H{_WIDTH}" stroke="#888" stroke-dasharray="4"/>'
        f'<text x="8" y="20" font-family="sans-serif" font-size="14">{title}</text></svg>\n'
    )
