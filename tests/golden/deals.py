"""The openings of all games from given seeds: vectors that every language can check its deal by.

`python -m tests.golden.deals` writes `deals.json`: for each start the hands in the order in which
the cards came, what lies open, what is left to draw, and how many shuffles that took.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardrules.registry import game

FILE = Path(__file__).parent / "deals.json"

STARTS: tuple[tuple[str, list[int], int | None, dict[str, object]], ...] = (
    ("virae", [0, 1, 2], 1, {}),
    ("virae", [0, 2, 3, 4, 5], None, {}),
    ("rouba-monte", [0, 1], 1, {}),
    ("rouba-monte", [0, 1, 2, 3], 3, {}),
    ("rami", [1, 3], 3, {}),
    ("rami", [0, 1, 2, 3], None, {}),
    ("hearts", [0, 1, 2, 3], None, {}),
    ("caravan", [0, 1], 1, {}),
    ("caravan", [0, 1], None, {}),
    ("caravan", [0, 1], None, {"variants": ["short_deck", "fresh_hand"]}),
    ("caravan", [0, 1], None, {"variants": ["double_deck", "fresh_hand"]}),
)
SEEDS = (bytes([7]) * 32, bytes(range(32)), bytes([0xE8]) * 32)

# Where the rest to draw and the open cards stand in a position, game by game.
_STOCK = ("stock", "decks")
_OPEN = ("discard", "center")


def openings() -> Iterator[dict[str, Any]]:
    """One entry for each start and seed."""
    for name, seats, starter, options in STARTS:
        rules = game(name)
        for seed in SEEDS:
            position: Any = rules.dump(rules.new(options, seats, seed, starter).state)
            start = {"game": name, "seats": seats, "starter": starter, "options": options}
            yield {
                **start,
                "seed": seed.hex(),
                "hands": position["hands"],
                "open": next((position[key] for key in _OPEN if key in position), []),
                "stock": next((position[key] for key in _STOCK if key in position), []),
                "turn": position["turn"],
                "shuffles": position["shuffles"],
            }


if __name__ == "__main__":
    FILE.write_text(json.dumps(list(openings()), separators=(",", ":")) + "\n", "utf-8")
