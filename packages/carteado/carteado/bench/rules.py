"""`carteado bench rules`: random playouts a second of every game, on one core, in CPU time.

A playout is what the game's page measures: one hand of Hearts, one round of Rami, else a game with
as few seats as can play. Where OpenSpiel or RLCard is installed (the extra `carteado[peers]`), the
like game of theirs, driven from Python the same way, is measured in the same run, slice by slice in
turns. RLCard's UNO lets nobody draw who can play, so for that comparison our side does not either;
random players who draw as they like play fifteen times as long.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cardrules import registry
from cardrules.game import pick
from carteado.numbers import between

Playout = Callable[[random.Random], int]
"""Plays one through and says how many moves were made."""

PARTS: Final = {"hearts": "hand", "rami": "round"}
"""Games of which one deal is a playout."""

_SLICE_S: Final = 0.25


@dataclass(slots=True)
class Measured:
    """What a series of playouts took."""

    name: str
    playout: Playout
    playouts: int = 0
    moves: int = 0
    seconds: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)

    def slice(self, rng: random.Random) -> None:
        """Play for a quarter of a second of this process's time."""
        began = time.process_time()
        played = 0
        spent = 0.0
        while spent < _SLICE_S:
            self.moves += self.playout(rng)
            played += 1
            spent = time.process_time() - began
        self.playouts += played
        self.seconds.append(spent)
        self.rates.append(played / spent)

    @property
    def rate(self) -> float:
        """Playouts a second: the median of the slices."""
        return sorted(self.rates)[len(self.rates) // 2]


def own_playout(game_id: str, plays_if_it_can: bool = False) -> Playout:
    """A playout of one of our games. Where it is one deal, the next one goes on from it.

    `plays_if_it_can`: nobody draws or keeps who can play a card.
    """
    rules = registry.game(game_id)
    seats = tuple(range(rules.policy.players_min))
    one_deal = game_id in PARTS
    kept: list[Any] = []

    def play(rng: random.Random) -> int:
        state: Any = kept.pop() if kept else rules.new({}, seats, rng.randbytes(32)).state
        moves = 0
        while not rules.over(state):
            moves += 1
            if rules.window(state) is not None:
                state = rules.expire(state).state
                continue
            seat = rules.acting(state)[0]
            legal = rules.legal(state, seat)
            if plays_if_it_can and len(legal) > 1 and legal[-1].type in ("draw", "keep"):
                legal = legal[:-1]
            action = legal[int(rng.random() * len(legal))]
            if len(legal) == 1:
                action = pick(rules, action, rng.sample)
            step = rules.apply(state, seat, action)
            state = step.state
            if step.interlude and one_deal:
                kept.append(state)
                break
        return moves

    return play


def open_spiel_playout(name: str) -> Playout | None:
    """A playout of OpenSpiel's game, or None where it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return play


def rlcard_playout(name: str) -> Playout | None:
    """A playout of RLCard's environment, or None where it is not installed."""
    try:
        rlcard = importlib.import_module("rlcard")
    except ImportError:
        return None
    environment = rlcard.make(name)

    def play(rng: random.Random) -> int:
        state, _ = environment.reset()
        moves = 0
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return play


@dataclass(frozen=True, slots=True)
class Peer:
    """The like game of another library: its name there, how to play it through, and whether nobody
    draws in it who can play."""

    name: str
    make: Callable[[str], Playout | None]
    game: str
    plays_if_it_can: bool = False


PEERS: Final[Mapping[str, Peer]] = {
    "virae": Peer("RLCard UNO", rlcard_playout, "uno", plays_if_it_can=True),
    "hearts": Peer("OpenSpiel Hearts", open_spiel_playout, "hearts"),
    "rami": Peer("OpenSpiel gin rummy", open_spiel_playout, "gin_rummy"),
}
"""By our game."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a series, its unit, and the series of ours that it is held against."""

    series: Measured
    unit: str
    ours: Measured | None = None


def measure(games: Sequence[str], seconds: float, seed: int) -> list[Row]:
    """Each game, followed by its peer where that is installed."""
    rng = random.Random(seed)
    table: list[Row] = []
    for game_id in games:
        unit = PARTS.get(game_id, "game")
        rows = [Row(Measured(game_id, own_playout(game_id)), unit)]
        peer = PEERS.get(game_id)
        playout = None if peer is None else peer.make(peer.game)
        if peer is not None and playout is not None:
            ours = rows[0].series
            if peer.plays_if_it_can:
                ours = Measured(f"{game_id}, must play", own_playout(game_id, True))
                rows.append(Row(ours, unit))
            rows.append(Row(Measured(peer.name, playout), unit, ours))
        for _ in range(max(3, round(seconds / _SLICE_S))):
            for row in rows:
                row.series.slice(rng)
        table += rows
    return table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is measured, and how long."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument(
        "--seconds", type=between(float, 0.01), default=3.0, help="of each series (default 3)"
    )
    parser.add_argument("--seed", type=int, default=1)


def main(arguments: argparse.Namespace) -> int:
    """Measure and print the table; 2 where a game is unknown."""
    games = arguments.games or list(registry.GAMES)
    for name in games:
        if name not in registry.GAMES:
            print(f"no such game: {name}")
            return 2
    rows = measure(games, arguments.seconds, arguments.seed)
    print(f"{'':22}{'playout':8}{'a second':>10}{'moves each':>12}{'µs a move':>11}{'ratio':>8}")
    for row in rows:
        one = row.series
        each = one.moves / one.playouts
        cost_us = 1e6 / one.rate / each
        ratio = "" if row.ours is None else f"{row.ours.rate / one.rate:8.2f}"
        print(f"{one.name:22}{row.unit:8}{one.rate:10.0f}{each:12.1f}{cost_us:11.2f}{ratio}")
    form = "compiled" if _compiled() else "pure Python"
    print(f"rules: {form}; ratio: ours to that peer; median of slices, CPU time of one process")
    return 0


def _compiled() -> bool:
    """Whether the rules come from the compiled wheel."""
    return not str(importlib.import_module("cardrules.virae.rules").__file__).endswith(".py")
