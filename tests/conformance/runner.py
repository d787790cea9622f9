"""Runs conformance cases over the line protocol; knows no game by name.

`ask` takes a request and gives its answer, whoever is on the other end: a session in this process
or the command in another.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cardrules.cards import STANDARD_52, STANDARD_54, VIRAE_108
from cardrules.game import canonical

HERE = Path(__file__).parent
MULTISETS = frozenset(("hands", "center", "discards"))
DECKS = {"virae": VIRAE_108, "caravan": STANDARD_54 * 2}
SHORT_DECK = 30

Ask = Callable[[Mapping[str, Any]], dict[str, Any]]


def cases(game_id: str) -> list[dict[str, Any]]:
    """The cases of one game's file."""
    read: list[dict[str, Any]] = json.loads((HERE / f"{game_id}.json").read_text("utf-8"))
    return read


def run(ask: Ask, case: Mapping[str, Any]) -> None:
    """Play one case; raises AssertionError at the first expectation that does not hold."""
    expect = case.get("expect", {})
    answer = ask(beginning(case))
    assert code(answer) == expect.get("error"), f"start: {answer}"
    if "error" in answer:
        return
    first = answer["position"]
    match(first, expect.get("position", {}), "start")
    assert ask({"do": "load", "position": first}) == {"position": first}
    for number, step in enumerate(case["steps"], 1):
        where = f"step {number}: {json.dumps(step)[:200]}"
        if step.get("restart"):
            assert ask({"do": "load", "position": first}) == {"position": first}, where
        elif "conserved" in step:
            check_conserved(ask({"do": "position"})["position"], where)
        elif "legal" in step:
            check_legal(ask({"do": "legal", "seat": step["legal"]}), step["expect"], where)
        else:
            take(ask, step, where)


def code(answer: Mapping[str, Any]) -> str | None:
    """The code of a refusal, or None."""
    error = answer.get("error")
    return None if error is None else error["code"]


def beginning(case: Mapping[str, Any]) -> dict[str, Any]:
    """The request that sets up a case."""
    if "new" in case:
        return {"do": "new", "game": case["game"], **case["new"]}
    return {"do": "load", "position": {**case["position"], "game": case["game"]}}


def take(ask: Ask, step: Mapping[str, Any], where: str) -> None:
    """One acting step of a case: its answer, and the position before and after it."""
    expect = step["expect"]
    before = ask({"do": "position"})
    request = {name: value for name, value in step.items() if name != "expect"}
    answer = ask({"do": "act", **request})
    assert code(answer) == expect.get("error"), f"{where}: {answer}"
    after = ask({"do": "position"})
    if "error" in answer or step.get("do") == "auto":
        assert canonical(after) == canonical(before), where
    if step.get("do") == "auto" and "error" not in answer:
        options = expect.get("action_in", [expect.get("action", answer["action"])])
        assert plain(answer["action"]) in {plain(one) for one in options}, where
    elif "error" not in answer:
        assert answer["position"] == after["position"], where
        match(after["position"], expect.get("position", {}), where)
        assert ask({"do": "load", "position": after["position"]}) == after, where


def check_legal(answer: Mapping[str, Any], expect: Mapping[str, Any], where: str) -> None:
    """Compare the legal actions of a seat, order free."""
    legal = [plain(action) for action in answer["actions"]]
    assert len(set(legal)) == len(legal), f"{where}: listed twice"
    if "equals" in expect:
        assert sorted(legal) == sorted(plain(one) for one in expect["equals"]), where
    for one in expect.get("includes", []):
        assert plain(one) in legal, f"{where}: lacks {one}"
    for one in expect.get("excludes", []):
        assert plain(one) not in legal, f"{where}: has {one}"
    if "count" in expect:
        assert len(legal) == expect["count"], where


def check_conserved(position: Mapping[str, Any], where: str) -> None:
    """The cards of the position are those of the game's decks, as its variants make them."""
    cards = Counter(all_cards(position))
    deck = DECKS.get(position["game"], STANDARD_52)
    variants = position["options"].get("variants", ())
    if "short_deck" in variants:
        assert cards <= Counter(deck), where
        assert cards.total() == 2 * SHORT_DECK, where
    else:
        assert cards == Counter(deck * (2 if "double_deck" in variants else 1)), where


def plain(action: Mapping[str, Any]) -> bytes:
    """An action's spelling in which the order of its cards does not matter."""
    return canonical(
        {
            name: sorted(value) if name in ("cards", "from") else value
            for name, value in action.items()
        }
    )


def match(got: Any, want: Any, where: str, name: str = "") -> None:
    """Every given field matches: objects by the given keys, some lists as multisets."""
    if isinstance(want, Mapping):
        assert isinstance(got, Mapping), f"{where}: {name} is {got!r}"
        for key, value in want.items():
            assert key in got, f"{where}: no {name}.{key}"
            match(got[key], value, where, f"{name}.{key}")
    elif isinstance(want, list) and MULTISETS & set(name.split(".")):
        assert sorted(got) == sorted(want), f"{where}: {name} is {got!r}, not {want!r}"
    else:
        assert got == want, f"{where}: {name} is {got!r}, not {want!r}"


def all_cards(value: Any) -> Iterator[str]:
    """Every card that lies anywhere in a position's piles and hands.

    A face by itself only says which of them it was (Rami's `taken`).
    """
    piles = ("hands", "stock", "decks", "discard", "discards", "center", "piles", "trick", "taken")
    for name in (*piles, "melds", "routes"):
        if not isinstance(value.get(name), str):
            yield from faces(value.get(name))


def faces(value: Any) -> Iterator[str]:
    """The faces in nested lists and objects, without the marks behind them."""
    if isinstance(value, str):
        yield value.partition("@")[0]
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if key not in ("owner", "kind", "seat", "held"):
                yield from faces(part)
    elif isinstance(value, list):
        for part in value:
            yield from faces(part)
