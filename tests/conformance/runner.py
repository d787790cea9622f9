"""Runs conformance cases through the games' common interface; knows no game by name."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cardrules.errors import RuleError
from cardrules.game import act, canonical
from cardrules.registry import AnyGame

HERE = Path(__file__).parent
MULTISETS = frozenset(("hands", "center", "discards"))


def cases(game_id: str) -> list[dict[str, Any]]:
    """The cases of one game's file."""
    read: list[dict[str, Any]] = json.loads((HERE / f"{game_id}.json").read_text("utf-8"))
    return read


def run(game: AnyGame, case: Mapping[str, Any]) -> None:
    """Play one case; raises AssertionError at the first expectation that does not hold."""
    expect = case.get("expect", {})
    code, state = outcome(lambda: begin(game, case))
    assert code == expect.get("error"), f"start: {code}"
    if code is not None:
        return
    match(game.dump(state), expect.get("position", {}), "start")
    assert game.load(game.dump(state)) == state
    first = state
    for number, step in enumerate(case["steps"], 1):
        if step.get("restart"):
            state = first
        else:
            state = take(game, state, step, f"step {number}: {json.dumps(step)[:200]}")


def outcome(call: Callable[[], Any]) -> tuple[str | None, Any]:
    """The code that the call raises, or None and its value."""
    try:
        return None, call()
    except RuleError as error:
        return error.code, None


def begin(game: AnyGame, case: Mapping[str, Any]) -> Any:
    """The case's first position."""
    if "new" not in case:
        return game.load({**case["position"], "game": game.id})
    new = case["new"]
    seed = None if new.get("seed") is None else bytes.fromhex(new["seed"])
    return game.new(new.get("options"), new["seats"], seed, new.get("starter")).state


def take(game: AnyGame, state: Any, step: Mapping[str, Any], where: str) -> Any:
    """The state after one step of a case."""
    expect = step.get("expect", {})
    if "conserved" in step:
        assert Counter(all_cards(game.dump(state))) == full_deck(game, state), where
        return state
    if "legal" in step:
        check_legal(game, state, step, where)
        return state
    before = canonical(game.dump(state))
    if step.get("do") == "auto":
        code, chosen = outcome(lambda: game.action_obj(game.auto(state, step["seat"])))
        assert code == expect.get("error"), f"{where}: {code}"
        if code is None:
            options = expect.get("action_in", [expect.get("action")])
            assert canonical(chosen) in {canonical(one) for one in options}, f"{where}: {chosen}"
        return state
    code, made = outcome(lambda: perform(game, state, step))
    assert code == expect.get("error"), f"{where}: {code}"
    assert canonical(game.dump(state)) == before, where
    if code is not None:
        return state
    match(game.dump(made.state), expect.get("position", {}), where)
    assert game.load(game.dump(made.state)) == made.state, where
    return made.state


def perform(game: AnyGame, state: Any, step: Mapping[str, Any]) -> Any:
    """The rules' answer to an acting step."""
    match step.get("do"):
        case None:
            return act(game, state, step["seat"], step["action"])
        case "expire":
            return game.expire(state)
        case "leave":
            return game.leave(state, step["seat"])
        case "forfeit":
            return game.forfeit(state, step["seat"], step["reason"])
        case other:
            raise AssertionError(f"no such step: {other}")


def check_legal(game: AnyGame, state: Any, step: Mapping[str, Any], where: str) -> None:
    """Compare the legal actions of a seat, order free."""
    expect = step["expect"]
    legal = [plain(game.action_obj(action)) for action in game.legal(state, step["legal"])]
    assert len(set(legal)) == len(legal), f"{where}: listed twice"
    if "equals" in expect:
        assert sorted(legal) == sorted(plain(one) for one in expect["equals"]), where
    for one in expect.get("includes", []):
        assert plain(one) in legal, f"{where}: lacks {one}"
    for one in expect.get("excludes", []):
        assert plain(one) not in legal, f"{where}: has {one}"
    if "count" in expect:
        assert len(legal) == expect["count"], where


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
    """Every card that lies anywhere in a position's piles and hands."""
    piles = ("hands", "stock", "decks", "discard", "discards", "center", "piles", "trick", "taken")
    for name in (*piles, "melds", "routes"):
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


def full_deck(game: AnyGame, state: Any) -> Counter[str]:
    """The cards of the game's decks."""
    from cardrules.cards import STANDARD_52, STANDARD_54, VIRAE_108

    decks = {"virae": VIRAE_108, "caravan": STANDARD_54 * 2}
    return Counter(decks.get(game.id, STANDARD_52))
