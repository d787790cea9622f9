"""Records of Rouba Monte: what was played verifies, what was tampered with is found."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import STANDARD_52
from cardrules.record import Player, build, replay
from cardrules.rouba_monte import GAME
from cardrules.shuffle import game_seed
from tests.cardrules.making import seed_of

SEATS = (0, 2, 3)


def recorded(number: int, leaving: float = 0.0) -> dict[str, Any]:
    """The record of a random game of two people and a bot, whose people may leave."""
    rng = random.Random(number)
    server_seed, nonces = seed_of(number), {0: rng.randbytes(16), 2: rng.randbytes(64)}
    state = GAME.new({}, SEATS, game_seed(server_seed, nonces), 2).state
    entries: list[dict[str, object]] = []
    people = [0, 2]
    while not GAME.over(state):
        entry: dict[str, object] = {"at": 700 * len(entries)}
        if people and rng.random() < leaving:
            seat = people.pop()
            entries.append({**entry, "do": "leave", "seat": seat})
            state = GAME.leave(state, seat).state
            continue
        seat = GAME.acting(state)[0]
        action = rng.choice(GAME.legal(state, seat))
        entries.append({**entry, "do": "act", "seat": seat, "action": GAME.action_obj(action)})
        state = GAME.apply(state, seat, action).state
    record = build(
        game=GAME,
        options={},
        players=[Player(0, "Ana"), Player(2, "Bia"), Player(3, "Bot 1", "hard")],
        starter=2,
        server_seed=server_seed,
        nonces=nonces,
        started_at=1_700_000_000_000,
        entries=entries,
        last=state,
    )
    read: dict[str, Any] = json.loads(json.dumps(record))
    return read


RECORD = recorded(4)


@given(st.integers(0, 2000), st.sampled_from((0.0, 0.05)))
@settings(max_examples=20, deadline=None)
def test_a_whole_game_verifies(number: int, leaving: float) -> None:
    """Every deal, capture, theft and departure is repeated to the recorded result."""
    record = recorded(number, leaving)
    verdict = replay(record)
    assert verdict.ok, verdict
    assert verdict.entries == len(record["entries"])


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_changed_move_is_found(data: st.DataObject) -> None:
    """A card, a target, a seat, a move too many or too few, somebody who left instead."""
    record = copy.deepcopy(RECORD)
    entries = record["entries"]
    i = data.draw(st.integers(0, len(entries) - 1))
    how = data.draw(st.sampled_from(("drop", "double", "seat", "card", "target", "leave")))
    action = entries[i]["action"]
    if how == "drop":
        del entries[i]
    elif how == "double":
        entries.insert(i, copy.deepcopy(entries[i]))
    elif how == "seat":
        entries[i]["seat"] = {0: 2, 2: 3, 3: 0}[entries[i]["seat"]]
    elif how == "leave":
        entries[i] = {"at": entries[i]["at"], "do": "leave", "seat": entries[i]["seat"]}
    else:
        field = "card" if how == "card" or "center" not in action else "center"
        other = data.draw(st.sampled_from([card for card in STANDARD_52 if card != action[field]]))
        action[field] = other
    assert not replay(record).ok, (how, i)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"starter": 3}, None),
        ({"starter": None}, None),
        ({"options": {"limit": 41}}, "bad_option"),
        ({"nonces": {"0": "00" * 16}}, None),
        ({"nonces": {"3": "00" * 16}}, "nonce_of_a_bot"),
        ({"commitment": "00" * 32}, "wrong_commitment"),
        ({"server_seed": "00" * 32}, "wrong_commitment"),
        ({"rules": 2}, "wrong_rules"),
        ({"result": None}, "wrong_result"),
        ({"result": {**RECORD["result"], "winners": [0, 2, 3]}}, "wrong_result"),
        ({"final": "00" * 32}, "wrong_final"),
    ],
)
def test_a_changed_head_is_found(change: dict[str, Any], code: str | None) -> None:
    """Also where it leads to another deal, whose code depends on the moves."""
    verdict = replay({**RECORD, **change})
    assert not verdict.ok
    assert code is None or verdict.code == code
