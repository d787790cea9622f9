"""Write web/src/games/caravan/tutorial.json: the game that Caravan's tutorial plays, as the rules
play it; `--check` ends with 1 if it is stale.

Only the beginning and the moves stand here. Every view with its legal actions, every reason and
every event comes from the rules, in the form in which a running table sends it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from google.protobuf.json_format import MessageToDict
from workspace import ROOT

from cardproto.v1 import table_pb2
from cardrules.caravan import GAME, Event, State
from cardwire import codec, result_to_proto

PATH = ROOT / "web" / "src" / "games" / "caravan" / "tutorial.json"

LEARNER, MASTER = 0, 1
EMPTY: dict[str, object] = {"cards": [], "held": None}

BEGINNING = {
    "game": "caravan",
    "options": {"variants": []},
    "seats": [LEARNER, MASTER],
    "turn": LEARNER,
    "phase": "opening",
    "hands": {
        "0": ["TS", "5H", "KS", "7S", "JD", "9H", "3D", "6S"],
        "1": ["9C", "TD", "6H", "4C", "8D", "KC", "5D", "9S"],
    },
    # What each will draw, in order; more than that, so that the decks look like decks.
    "decks": {
        "0": ["9D", "XX", "TH", "QC", "8S", "2C", "7D", "4H", "JC", "AS", "8H", "QS", "3C", "TC"],
        "1": ["QD", "2H", "3S", "JH", "7C", "AH", "4S", "KH", "8C", "2D", "XX", "6C", "JS", "TC"],
    },
    "discards": {"0": [], "1": []},
    "routes": {"0": [EMPTY] * 3, "1": [EMPTY] * 3},
    "moves": {"0": 0, "1": 0},
    "result": None,
}


def place(card: str, route: int) -> dict[str, object]:
    """A numeric card on an own route; routes from 0."""
    return {"type": "place", "card": card, "route": route}


def attach(card: str, seat: int, route: int, index: int) -> dict[str, object]:
    """A figure on the `index`-th card of a route."""
    return {"type": "attach", "card": card, "seat": seat, "route": route, "index": index}


def discard(card: str) -> dict[str, object]:
    """A card laid off."""
    return {"type": "discard", "card": card}


LESSONS: list[tuple[str, dict[str, object], dict[str, object] | None]] = [
    # The opening: a number on each empty route.
    ("first", place("5H", 0), place("9C", 0)),
    ("second", place("7S", 1), place("TD", 1)),
    ("third", place("3D", 2), place("6H", 2)),
    # Two cards make a direction; 21 to 26 is for sale.
    ("direction", place("9H", 0), place("4C", 0)),
    ("king", attach("KS", LEARNER, 1, 0), place("8D", 1)),
    ("sale", place("TS", 0), attach("KC", LEARNER, 0, 1)),
    # A jack takes the card that a king has spoilt; the suit lets a route turn.
    ("jack", attach("JD", LEARNER, 0, 1), place("5D", 1)),
    ("suit", place("6S", 0), place("9S", 2)),
    ("tie", place("9D", 1), discard("QD")),
    ("joker", attach("XX", LEARNER, 0, 0), place("2H", 1)),
    ("build", place("TH", 2), discard("JH")),
    ("queen", attach("QC", LEARNER, 2, 1), place("3S", 0)),
    ("last", place("8S", 2), None),
]
"""What each step teaches, the learner's move, and the answer to it."""


def table(state: State) -> bytes:
    """The frame around the cards; the client gives the two their names."""
    shown = table_pb2.TableState(
        game=GAME.id,
        status=table_pb2.TABLE_STATUS_PLAYING,
        seats=[
            table_pb2.TableSeat(
                seat=LEARNER, player_id="learner", presence=table_pb2.PRESENCE_CONNECTED
            ),
            table_pb2.TableSeat(seat=MASTER, presence=table_pb2.PRESENCE_BOT),
        ],
        acting=GAME.acting(state),
    )
    result = GAME.result(state)
    if result is not None:
        shown.status = table_pb2.TABLE_STATUS_OVER
        shown.result.CopyFrom(result_to_proto(result))
    return shown.SerializeToString()


def update(version: int, state: State, events: tuple[Event, ...]) -> dict[str, object]:
    """What the learner is shown, as the JSON of an `Update`."""
    wire = codec(GAME.id)
    raw = wire.public_part("tutorial", version, 0, table(state), state, events)
    raw += wire.private_part(state, LEARNER, events)
    message = table_pb2.Update.FromString(raw)
    return dict(MessageToDict(message, preserving_proto_field_name=True))


def moves() -> Iterator[tuple[str, int, dict[str, object]]]:
    """Every move of the game in turn, with what it teaches."""
    for lesson, own, answer in LESSONS:
        yield lesson, LEARNER, own
        if answer is not None:
            yield lesson, MASTER, answer


def played() -> tuple[dict[str, object], list[dict[str, object]]]:
    """The beginning, and each step of the game.

    Raises the rules' own error where a move that stands here is not one of theirs.
    """
    state = GAME.load(BEGINNING)
    beginning = update(1, state, ())
    steps = []
    for number, (lesson, seat, move) in enumerate(moves(), start=2):
        step = GAME.apply(state, seat, GAME.parse_action(move))
        state = step.state
        shown = update(number, state, step.events)
        steps.append({"lesson": lesson, "seat": seat, "action": move, "update": shown})
    return beginning, steps


def text() -> str:
    """The file's content: one line a step, so that a change shows where it is."""
    beginning, steps = played()
    lines = ",\n".join(json.dumps(step, ensure_ascii=False) for step in steps)
    first = json.dumps(beginning, ensure_ascii=False)
    return f'{{"beginning": {first},\n"steps": [\n{lines}\n]}}\n'


def main() -> int:
    """Write the file, or look whether it is current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check: bool = parser.parse_args().check
    wanted = text()
    if PATH.exists() and PATH.read_text(encoding="utf-8") == wanted:
        return 0
    if check:
        print(f"{PATH.relative_to(ROOT)} is stale: run 'make proto'")
        return 1
    PATH.write_text(wanted, encoding="utf-8")
    print(f"  {PATH.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
