"""Writes the golden files: `python -m tests.golden.generate`, from the repository's root.

A golden file is the rule book that runs; the Python and the TypeScript tests read the same ones.
Write them anew only after a deliberate change of the rules, and read the difference.

- `virae.play`: JSON lines. The first is the deal (`new`), each further one a step (`do`, `seat`,
  `action`), both with the public `events`, what each seat may see behind their `??` (`reveals`, by
  index of the event), the `legal` actions by seat, the `public` view and the `private` one by seat.
- `virae.perft`: JSON lines of a `position`, a `depth`, and the `count` of ways to go on for so many
  steps: every legal action of every seat, and the lapse of a window.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardrules.game import SeatView, Step
from cardrules.registry import AnyGame, game

HERE = Path(__file__).parent
PLAY_SEATS = (1, 2, 4)
PLAY_STARTER = 2
PLAY_SEED = "07" * 32
PLAY_CHOICES = 191
"""The seed of the choices: every kind of card, a catch, a call, a lapse, a card kept."""

PERFT_LIMIT = 40_000


def lines(name: str) -> list[dict[str, Any]]:
    """What a golden file holds."""
    text = (HERE / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def shown(rules: AnyGame, step: Step[Any, Any]) -> dict[str, Any]:
    """All that everyone and each seat sees of a step."""
    state, seats = step.state, rules.seats(step.state)
    public = rules.public_view(state)
    everyone = rules.view_obj(SeatView(public, None))
    private: dict[str, Any] = {}
    reveals: dict[str, Any] = {}
    for seat in seats:
        obj = rules.view_obj(SeatView(public, rules.private_view(state, seat)))
        private[str(seat)] = {
            key: value for key, value in obj.items() if key not in everyone or key == "seat"
        }
        known = [(i, rules.reveal(event, seat)) for i, event in enumerate(step.events)]
        reveals[str(seat)] = {str(i): list(faces) for i, faces in known if faces is not None}
    return {
        "events": [rules.event_obj(rules.public_event(event)) for event in step.events],
        "reveals": reveals,
        "legal": {str(s): [rules.action_obj(a) for a in rules.legal(state, s)] for s in seats},
        "public": everyone,
        "private": private,
        "turn_over": step.turn_over,
    }


def play(rules: AnyGame) -> Iterator[dict[str, Any]]:
    """One game of random choices, each step with all that is seen of it."""
    rng = random.Random(PLAY_CHOICES)
    new = {"seats": list(PLAY_SEATS), "seed": PLAY_SEED, "starter": PLAY_STARTER, "options": {}}
    step = rules.new({}, PLAY_SEATS, bytes.fromhex(PLAY_SEED), PLAY_STARTER)
    yield {"game": rules.id, "new": new, **shown(rules, step)}
    while not rules.over(step.state):
        window = rules.window(step.state)
        if window is not None and rng.random() < 0.3:
            step = rules.expire(step.state)
            yield {"do": "expire", **shown(rules, step)}
            continue
        seat = rng.choice(window.may_act if window is not None else rules.acting(step.state))
        legal = rules.legal(step.state, seat)
        plays = [action for action in legal if action.type == "play"]
        action = rng.choice(plays if plays and rng.random() < 0.9 else legal)
        step = rules.apply(step.state, seat, action)
        yield {"do": "act", "seat": seat, "action": rules.action_obj(action), **shown(rules, step)}


def children(rules: AnyGame, state: Any) -> Iterator[tuple[str, Any]]:
    """Every way to go on: a name for it, and the position that it leads to."""
    for seat in rules.seats(state):
        for action in rules.legal(state, seat):
            name = f"{seat} {json.dumps(rules.action_obj(action))}"
            yield name, rules.apply(state, seat, action).state
    if rules.window(state) is not None:
        yield "expire", rules.expire(state).state


def perft(rules: AnyGame, state: Any, depth: int) -> int:
    """The number of ways to go on for `depth` steps."""
    if depth == 0:
        return 1
    return sum(perft(rules, after, depth - 1) for _, after in children(rules, state))


def perfts(rules: AnyGame) -> Iterator[dict[str, Any]]:
    """Counts from the deal, from the middle of a game, and from a table that runs out of cards."""
    starts = [rules.new({}, seats, bytes([seats[0]] * 32)).state for seats in ((0, 1), (1, 3, 5))]
    golden = list(play(rules))
    middle = starts[1]
    for entry in golden[1:12]:
        if entry["do"] == "act" and rules.acting(middle):
            seat = rules.acting(middle)[0]
            middle = rules.apply(middle, seat, rules.auto(middle, seat)).state
    scarce = {
        "game": "virae", "seats": [0, 1, 2], "seed": "11" * 32, "turn": 0, "phase": "play",
        "hands": {"0": ["RD", "R2", "W4"], "1": ["RV", "B2"], "2": ["B7", "G7"]},
        "discard": ["Y9", "R5"], "stock": ["R9"],
    }  # fmt: skip
    for state in (*starts, middle, rules.load(scarce)):
        for depth in range(1, 9):
            count = perft(rules, state, depth)
            yield {"position": rules.dump(state), "depth": depth, "count": count}
            if count > PERFT_LIMIT // 6:
                break


def write(name: str, entries: Iterator[dict[str, Any]]) -> None:
    """Write a golden file."""
    text = "".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in entries)
    (HERE / name).write_text(text, "utf-8")
    print(f"{name}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    virae = game("virae")
    write("virae.play", play(virae))
    write("virae.perft", perfts(virae))
