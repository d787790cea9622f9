"""Records of Hearts: what was played verifies, and what was tampered with is found."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.cards import STANDARD_52
from cardrules.game import pick
from cardrules.hearts import GAME
from cardrules.record import Player, build, replay
from cardrules.shuffle import game_seed
from tests.cardrules.hearts_making import SEATS
from tests.cardrules.making import seed_of


def recorded(number: int) -> dict[str, Any]:
    """The record of a short random game of two people and two bots."""
    rng = random.Random(number)
    server_seed, nonces = seed_of(number), {0: rng.randbytes(16), 2: rng.randbytes(64)}
    state = GAME.new({"limit": 40}, SEATS, game_seed(server_seed, nonces)).state
    entries: list[dict[str, object]] = []
    while not GAME.over(state):
        seat = rng.choice(GAME.acting(state))
        action = pick(GAME, rng.choice(GAME.legal(state, seat)), rng.sample)
        entry = {"at": 700 * len(entries), "do": "act", "seat": seat}
        entries.append({**entry, "action": GAME.action_obj(action)})
        state = GAME.apply(state, seat, action).state
    record = build(
        game=GAME,
        options={"limit": 40},
        players=[
            Player(0, "Ana"),
            Player(1, "Bot 1", "hard"),
            Player(2, "Bia"),
            Player(3, "Bot 2", "easy"),
        ],
        starter=None,
        server_seed=server_seed,
        nonces=nonces,
        started_at=1_700_000_000_000,
        entries=entries,
        last=state,
    )
    read: dict[str, Any] = json.loads(json.dumps(record))
    return read


RECORD = recorded(4)


@given(st.integers(0, 2000))
@settings(max_examples=10, deadline=None)
def test_a_whole_game_verifies(number: int) -> None:
    """Every deal, exchange and trick is repeated to the recorded result."""
    record = recorded(number)
    verdict = replay(record)
    assert verdict.ok, verdict
    assert verdict.entries == len(record["entries"])


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_changed_move_is_found(data: st.DataObject) -> None:
    """A card, a seat, a move too many or too few."""
    record = copy.deepcopy(RECORD)
    entries = record["entries"]
    i = data.draw(st.integers(0, len(entries) - 1))
    how = data.draw(st.sampled_from(("drop", "double", "seat", "card")))
    if how == "drop":
        del entries[i]
    elif how == "double":
        entries.insert(i, copy.deepcopy(entries[i]))
    elif how == "seat":
        entries[i]["seat"] = (entries[i]["seat"] + 1) % 4
    else:
        action = entries[i]["action"]
        other = data.draw(st.sampled_from(STANDARD_52))
        if action["type"] == "pass":
            if other in action["cards"]:
                return
            action["cards"][0] = other
        elif action["card"] == other:
            return
        else:
            action["card"] = other
    verdict = replay(record)
    assert not verdict.ok, (how, i)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"options": {"limit": 41}}, None),
        ({"nonces": {"0": "00" * 16}}, None),
        ({"nonces": {"1": "00" * 16}}, "nonce_of_a_bot"),
        ({"commitment": "00" * 32}, "wrong_commitment"),
        ({"server_seed": "00" * 32}, "wrong_commitment"),
        ({"rules": 2}, "wrong_rules"),
        ({"result": None}, "wrong_result"),
        ({"result": {**RECORD["result"], "winners": [0, 1, 2, 3]}}, "wrong_result"),
        ({"final": "00" * 32}, "wrong_final"),
    ],
)
def test_a_changed_head_is_found(change: dict[str, Any], code: str | None) -> None:
    """Also where it leads to another deal or another end, whose code depends on the moves."""
    verdict = replay({**RECORD, **change})
    assert not verdict.ok
    assert code is None or verdict.code == code
