"""Records: what was played verifies, and what was tampered with is found."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import VIRAE_PLACES
from cardrules.game import canonical
from cardrules.record import Player, build, replay, unfold
from cardrules.seal import seal
from cardrules.shuffle import game_seed
from cardrules.virae import GAME
from tests.cardrules.making import choose, perform, seed_of

Record = dict[str, Any]


def recorded(number: int, aborted_after: int | None = None) -> Record:
    """The record of a random game of one person and two bots, remarks included."""
    rng = random.Random(number)
    seats = (0, 2, 3)
    server_seed, nonces = seed_of(number), {0: rng.randbytes(20)}
    state = GAME.new({}, seats, game_seed(server_seed, nonces), 2).state
    entries: list[dict[str, object]] = []
    at = 0
    while not GAME.over(state):
        if aborted_after is not None and len(entries) >= aborted_after:
            break
        at += rng.randint(0, 3000)
        if rng.random() < 0.05:
            entries.append({"at": at, "do": "takeover", "seat": 0})
        do, seat, action = taken = choose(GAME, state, rng, 0.95)
        entry: dict[str, object] = {"at": at, "do": do}
        if action is not None:
            entry |= {"seat": seat, "action": GAME.action_obj(action)}
        entries.append(entry)
        state = perform(GAME, state, taken).state
    record = build(
        game=GAME,
        options={},
        players=[Player(0, "Ana"), Player(2, "Bot 1", "hard"), Player(3, "Bot 2", "easy")],
        starter=2,
        server_seed=server_seed,
        nonces=nonces,
        started_at=1_700_000_000_000,
        entries=entries,
        last=state,
        aborted=None if aborted_after is None else "stopped",
    )
    read: Record = json.loads(json.dumps(record))
    return read


GAME_OF_ONE = recorded(4)


@given(st.integers(0, 2000))
@settings(max_examples=25)
def test_a_whole_game_verifies(number: int) -> None:
    """Every random game of each kind is replayed from its record to its result."""
    record = recorded(number)
    verdict = replay(record)
    assert verdict.ok, verdict
    assert verdict.entries == len(record["entries"])
    steps = list(unfold(record))
    assert GAME.over(steps[-1][1].state)
    assert [at for at, _ in steps] == sorted(at for at, _ in steps)


def test_an_aborted_game_verifies_without_a_result() -> None:
    """Where a game was broken off the reason stands in the result's place."""
    record = recorded(5, aborted_after=12)
    assert record["result"] is None
    assert replay(record).ok
    assert replay({**record, "aborted": None}).code == "unfinished"


def test_a_game_ended_from_outside_verifies() -> None:
    """An end by the host is an entry, and its result has no winners."""
    record = recorded(6, aborted_after=12)
    record["entries"].append({"at": 10**6, "do": "forfeit", "seat": 0, "reason": "void"})
    scores = {"0": 0, "2": 0, "3": 0}
    record |= {"aborted": None, "result": {"winners": [], "scores": scores, "reason": "void"}}
    del record["final"]
    record["seal"] = seal(record)
    assert replay(record).ok


def other(value: Any, rng: random.Random) -> Any:
    """A value of the same kind that is not this one."""
    if isinstance(value, bool) or value is None:
        return 17
    if isinstance(value, int):
        return value + rng.choice((-1, 1))
    if isinstance(value, str) and value in VIRAE_PLACES:
        return rng.choice([card for card in VIRAE_PLACES if card != value])
    if isinstance(value, str):
        place = rng.randrange(len(value))
        return value[:place] + ("0" if value[place] != "0" else "1") + value[place + 1 :]
    return rng.choice((None, 5, "x"))


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("format", "unknown_format"),
        ("game", "unknown_game"),
        ("rules", "wrong_rules"),
        ("commitment", "wrong_commitment"),
        ("server_seed", "wrong_commitment"),
        ("result", "wrong_result"),
        ("final", "wrong_final"),
    ],
)
def test_a_changed_head_is_found_where_it_stands(path: str, code: str) -> None:
    """The verdict names the field, or for the seed the commitment that it no longer fits."""
    record = copy.deepcopy(GAME_OF_ONE)
    record[path] = other(record[path], random.Random(1))
    verdict = replay(record)
    assert not verdict.ok
    assert verdict.code == code
    assert verdict.path == ("commitment" if path == "server_seed" else path)


@given(st.data(), st.integers(0, 1 << 32))
@settings(max_examples=300)
def test_a_changed_entry_is_found(data: st.DataObject, number: int) -> None:
    """Dropping, doubling, swapping or altering any move makes the record fail."""
    rng = random.Random(number)
    record = copy.deepcopy(GAME_OF_ONE)
    entries = record["entries"]
    moves = [i for i, entry in enumerate(entries) if entry["do"] in ("act", "expire")]
    i = data.draw(st.sampled_from(moves))
    how = data.draw(st.sampled_from(("drop", "double", "swap", "seat", "action", "do")))
    if how == "drop":
        del entries[i]
    elif how == "double":
        entries.insert(i, copy.deepcopy(entries[i]))
    elif how == "swap":
        j = moves[(moves.index(i) + 1) % len(moves)]
        if {**entries[i], "at": 0} == {**entries[j], "at": 0}:
            return
        entries[i], entries[j] = entries[j], entries[i]
    elif how == "do" or entries[i]["do"] == "expire":
        entries[i]["do"] = "reclaim"
    elif how == "seat":
        entries[i]["seat"] = (entries[i]["seat"] + 1) % 4
    else:
        action = entries[i]["action"]
        name = rng.choice(sorted(action))
        action[name] = other(action[name], rng)
        if action == GAME_OF_ONE["entries"][i]["action"]:
            return
    verdict = replay(record)
    assert not verdict.ok, (how, i)
    assert verdict.path is not None
    assert verdict.code is not None


@pytest.mark.parametrize("at", [-1, None, 1.5, "0", True])
def test_times_are_milliseconds_that_never_go_back(at: object) -> None:
    """An entry's time is a whole number, not below the former entry's."""
    record = copy.deepcopy(GAME_OF_ONE)
    record["entries"][3]["at"] = at
    assert (replay(record).path, replay(record).code) == ("entries[3].at", "malformed")
    record["entries"][3]["at"] = 0
    assert replay(record).code == "goes_back_in_time"


def test_a_nonce_counts_for_the_deal() -> None:
    """Changing, adding or losing a nonce gives another deal; a bot has none."""
    seat, nonce = next(iter(GAME_OF_ONE["nonces"].items()))
    for nonces in ({}, {seat: other(nonce, random.Random(2))}, {seat: nonce + "00"}):
        assert not replay({**GAME_OF_ONE, "nonces": nonces}).ok
    assert replay({**GAME_OF_ONE, "nonces": {"2": nonce}}).code == "nonce_of_a_bot"
    assert replay({**GAME_OF_ONE, "nonces": {seat: "00" * 15}}).code == "bad_seed"
    assert replay({**GAME_OF_ONE, "nonces": {seat: "0" * 33}}).path == f"nonces.{seat}"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=4), part),
    max_leaves=8,
)


@given(json_values)
def test_any_json_gets_a_verdict(value: object) -> None:
    """What is no record at all is malformed, not a crash."""
    assert not replay(value).ok
    assert list(unfold(value)) == []


@given(st.sampled_from(sorted(GAME_OF_ONE)), json_values)
def test_any_value_in_any_field_gets_a_verdict(field: str, value: object) -> None:
    """Only what is the same as before verifies; nothing raises."""
    verdict = replay({**GAME_OF_ONE, field: value})
    assert verdict.ok == (canonical(value) == canonical(GAME_OF_ONE[field]))


def test_deep_values_get_a_verdict() -> None:
    """Nesting beyond what can be compared is a wrong result, not a crash."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert replay({**GAME_OF_ONE, "result": deep}).code == "wrong_result"
