"""Records of whole random games of every kind, as a table writes them."""

from __future__ import annotations

import json
import random
from typing import Any, Final

from cardrules.record import Player, build
from cardrules.registry import GAMES
from cardrules.shuffle import game_seed
from tests.cardrules.making import MOVES_MAX, choose, perform, seed_of

Record = dict[str, Any]

SHORT: Final[dict[str, dict[str, object]]] = {"hearts": {"limit": 26}, "rami": {"limit": 10}}
"""Options with which a game of random moves is soon over."""


def recorded(game_id: str, number: int) -> Record:
    """One random game of a person and bots, remarks included; nobody's name is plain ASCII."""
    game = GAMES[game_id]
    rng = random.Random(f"{game_id} {number}")
    seats = tuple(range(game.policy.players_min))
    options = SHORT.get(game_id, {})
    server_seed, nonces = seed_of(number), {0: rng.randbytes(20)}
    state = game.new(options, seats, game_seed(server_seed, nonces), seats[-1]).state
    entries: list[dict[str, object]] = []
    at = 0
    for _ in range(MOVES_MAX):
        if game.over(state):
            break
        at += rng.randint(0, 3000)
        if rng.random() < 0.05:
            entries.append({"at": at, "do": rng.choice(("absent", "present")), "seat": 0})
        do, seat, action = taken = choose(game, state, rng, 0.95)
        entry: dict[str, object] = {"at": at, "do": do}
        if action is not None:
            entry |= {"seat": seat, "action": game.action_obj(action)}
        entries.append(entry)
        state = perform(game, state, taken).state
    bots = [Player(seat, f"Robô {seat}", rng.choice(("easy", "hard"))) for seat in seats[1:]]
    record = build(
        game=game,
        options=game.options(options),
        players=[Player(0, "Zoë ♥"), *bots],
        starter=seats[-1],
        server_seed=server_seed,
        nonces=nonces,
        started_at=1_700_000_000_000,
        entries=entries,
        last=state,
    )
    read: Record = json.loads(json.dumps(record))
    return read
