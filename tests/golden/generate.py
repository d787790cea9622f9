"""Writes the golden files: `python -m tests.golden.generate`, from the repository's root.

A golden file is the rule book that runs; the Python and the TypeScript tests read the same ones.
Write them anew only after a deliberate change of the rules, and read the difference.

- `<game>.play`: JSON lines. The first is the deal (`new`), each further one a step (`do`, `seat`,
  `action`), both with the public `events`, what each seat may see behind their `??` (`reveals`, by
  index of the event), the `legal` actions by seat, the `public` view and the `private` one by seat.
- `<game>.perft`: JSON lines of a `position`, a `depth`, and the `count` of ways to go on for so
  many steps: every legal action of every seat, and the lapse of a window.

`python -m tests.golden.generate hearts` writes those of one game.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardrules.game import SeatView, Step, choices, pick
from cardrules.registry import AnyGame, game

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Start:
    """How a golden game begins, and the seed of the choices made in it."""

    seats: tuple[int, ...]
    starter: int
    choices: int
    seed: str = "07" * 32
    options: Mapping[str, object] = field(default_factory=dict)


STARTS: Mapping[str, Start] = {
    # Every kind of card, a catch, a call, a lapse, a card kept.
    "virae": Start((1, 2, 4), 2, choices=191),
    # Every kind of event but `left`: seats with a hole, deals that do not go round.
    "rouba-monte": Start((0, 2, 3), 2, choices=1),
    # Melds and lay-offs, a round that stalls and one in which a hand is emptied.
    "rami": Start((0, 2), 2, choices=232, options={"limit": 60}),
    # Two hands, so two exchanges.
    "hearts": Start((0, 1, 2, 3), 0, choices=3, options={"limit": 26}),
    # Every kind of card and action, a reshuffle of a short deck, a direction held, a sale.
    "caravan": Start(
        (0, 1),
        1,
        choices=744,
        seed="e8" * 32,
        options={"variants": ["reshuffle", "short_deck", "queen_shield", "steady_course"]},
    ),
}

LAID = frozenset(("play", "meld", "lay_off", "place", "attach"))
"""Actions that lay cards down: what a random player does most."""

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
    start = STARTS[rules.id]
    rng = random.Random(start.choices)
    new = {
        "seats": list(start.seats),
        "seed": start.seed,
        "starter": start.starter,
        "options": dict(start.options),
    }
    step = rules.new(start.options, start.seats, bytes.fromhex(start.seed), start.starter)
    yield {"game": rules.id, "new": new, **shown(rules, step)}
    while not rules.over(step.state):
        window = rules.window(step.state)
        if window is not None and rng.random() < 0.3:
            step = rules.expire(step.state)
            yield {"do": "expire", **shown(rules, step)}
            continue
        seat = rng.choice(window.may_act if window is not None else rules.acting(step.state))
        legal = rules.legal(step.state, seat)
        plays = [action for action in legal if action.type in LAID]
        entry = rng.choice(plays if plays and rng.random() < 0.9 else legal)
        action = pick(rules, entry, rng.sample)
        step = rules.apply(step.state, seat, action)
        yield {"do": "act", "seat": seat, "action": rules.action_obj(action), **shown(rules, step)}


def children(rules: AnyGame, state: Any) -> Iterator[tuple[str, Any]]:
    """Every way to go on: a name for it, and the position that it leads to."""
    for seat in rules.seats(state):
        for entry in rules.legal(state, seat):
            for action in choices(rules, entry):
                name = f"{seat} {json.dumps(rules.action_obj(action))}"
                yield name, rules.apply(state, seat, action).state
    if rules.window(state) is not None:
        yield "expire", rules.expire(state).state


def perft(rules: AnyGame, state: Any, depth: int) -> int:
    """The number of ways to go on for `depth` steps."""
    if depth == 0:
        return 1
    return sum(perft(rules, after, depth - 1) for _, after in children(rules, state))


def virae_positions(rules: AnyGame) -> Iterator[Any]:
    """Two deals, the middle of a game, and a table that runs out of cards."""
    deals = [rules.new({}, seats, bytes([seats[0]] * 32)).state for seats in ((0, 1), (1, 3, 5))]
    yield from deals
    middle = deals[1]
    for entry in list(play(rules))[1:12]:
        if entry["do"] == "act" and rules.acting(middle):
            seat = rules.acting(middle)[0]
            middle = rules.apply(middle, seat, rules.auto(middle, seat)).state
    yield middle
    scarce = {
        "game": "virae", "seats": [0, 1, 2], "seed": "11" * 32, "turn": 0, "phase": "play",
        "hands": {"0": ["RD", "R2", "W4"], "1": ["RV", "B2"], "2": ["B7", "G7"]},
        "discard": ["Y9", "R5"], "stock": ["R9"],
    }  # fmt: skip
    yield rules.load(scarce)


def rouba_monte_positions(rules: AnyGame) -> Iterator[Any]:
    """Two deals, a table full of targets, uneven hands before a deal, and the last cards."""
    yield rules.new({}, (0, 1), bytes([1] * 32)).state
    yield rules.new({}, (0, 1, 2, 3), bytes([2] * 32)).state
    rich = {
        "game": "rouba-monte", "seats": [0, 1, 3], "dealer": 3, "turn": 0, "phase": "play",
        "hands": {"0": ["9S", "2S"], "1": ["2C", "QC"], "3": ["KC"]},
        "center": ["9H", "2H", "2D", "QS"], "stock": ["AC", "KS", "5D", "7H", "QD"],
        "piles": {"0": ["3S", "3D"], "1": ["5S", "5H", "9D"], "3": ["8C", "KH"]},
    }  # fmt: skip
    yield rules.load(rich)
    yield rules.load({**rich, "active": [0, 1], "hands": {"0": ["9S", "2S"], "1": ["QC"]},
                      "piles": {"1": ["5S", "5H", "9D"]}})  # fmt: skip
    yield rules.load({**rich, "stock": []})


def rami_positions(rules: AnyGame) -> Iterator[Any]:
    """Deals for two and four, a hand full of melds beside a full table, and the end of a stock."""
    yield rules.new({}, (0, 1), bytes([1] * 32)).state
    yield rules.new({}, (0, 1, 2, 3), bytes([2] * 32)).state
    rich = {
        "game": "rami", "seats": [0, 2], "seed": "11" * 32, "turn": 2, "phase": "meld",
        "hands": {"0": ["4C", "QD"], "2": ["5H", "6H", "7H", "8H", "5C", "5D", "5S", "9C", "KS"]},
        "melds": [
            {"owner": 0, "kind": "run", "cards": ["6C", "7C", "8C"]},
            {"owner": 2, "kind": "set", "cards": ["KC", "KD", "KH"]},
        ],
        "discard": ["2C"], "stock": ["9H", "TC"], "options": {"limit": 1000},
    }  # fmt: skip
    yield rules.load(rich)
    yield rules.load({**rich, "options": {"limit": 1000, "discard_to_win": True}})
    scarce = {
        "game": "rami", "seats": [1, 2, 3], "seed": "12" * 32, "turn": 1, "phase": "draw",
        "hands": {"1": ["AS"], "2": ["2H", "3D"], "3": ["9H", "9S"]},
        "discard": ["7D", "9D"], "stock": ["2C"], "options": {"limit": 1000}, "idle": 10,
    }  # fmt: skip
    yield rules.load(scarce)


def hearts_positions(rules: AnyGame) -> Iterator[Any]:
    """The last choice of an exchange, the first trick, the middle and the end of a hand."""
    state = rules.new({"limit": 26}, (0, 1, 2, 3), bytes([7] * 32)).state
    while len(rules.acting(state)) > 1:
        seat = rules.acting(state)[0]
        state = rules.apply(state, seat, rules.auto(state, seat)).state
    yield state
    for moves in (1, 22, 20):
        for _ in range(moves):
            seat = rules.acting(state)[0]
            state = rules.apply(state, seat, rules.auto(state, seat)).state
        yield state


def caravan_positions(rules: AnyGame) -> Iterator[Any]:
    """A deal, an opening's end, a table of figures in several variants, and the last cards."""
    yield rules.new({}, (0, 1), bytes([3] * 32), 0).state
    middle = rules.new({}, (0, 1), bytes([4] * 32), 1).state
    for _ in range(5):
        seat = rules.acting(middle)[0]
        middle = rules.apply(middle, seat, rules.auto(middle, seat)).state
    yield middle
    rich = {
        "game": "caravan", "seats": [0, 1], "seed": "13" * 32, "turn": 1, "phase": "main",
        "hands": {"0": ["JC", "QD", "9C", "XX"], "1": ["XX", "JD", "QH", "KC", "4H"]},
        "decks": {"0": ["KS", "2H"], "1": ["5C"]}, "discards": {"0": ["8D"], "1": ["TD", "3S"]},
        "routes": {
            "0": [{"cards": [["4S"], ["2C", "KD@0"], ["4C", "QH@0"]]}, {"cards": [["AH"]]}, {}],
            "1": [{"cards": [["TH"], ["7H", "QC@0", "KH@1"]]}, {"cards": [["4D"], ["AS"]]}, {}],
        },
    }  # fmt: skip
    for variants in (
        [],
        ["queens_anywhere", "adding_kings", "founding_suit", "no_figure_limit"],
        ["reshuffle", "queen_shield", "steady_course", "protected_joker"],
    ):
        yield rules.load({**rich, "options": {"variants": variants}})
    last = {"hands": {"0": ["9C"], "1": ["4H", "JD"]}, "decks": {}, "discards": {}}
    yield rules.load({**rich, **last, "options": {"variants": ["quick_sale"]}})


POSITIONS: Mapping[str, Callable[[AnyGame], Iterator[Any]]] = {
    "virae": virae_positions,
    "rouba-monte": rouba_monte_positions,
    "rami": rami_positions,
    "hearts": hearts_positions,
    "caravan": caravan_positions,
}


def perfts(rules: AnyGame) -> Iterator[dict[str, Any]]:
    """Counts from the positions of that game, each to the depth that is still quick."""
    for state in POSITIONS[rules.id](rules):
        for depth in range(1, 9):
            count = perft(rules, state, depth)
            yield {"position": rules.dump(state), "depth": depth, "count": count}
            if count == 0 or count > PERFT_LIMIT // 6:
                break


def write(name: str, entries: Iterator[dict[str, Any]]) -> None:
    """Write a golden file."""
    text = "".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in entries)
    (HERE / name).write_text(text, "utf-8")
    print(f"{name}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    for name in sys.argv[1:] or STARTS:
        write(f"{name}.play", play(game(name)))
        write(f"{name}.perft", perfts(game(name)))
