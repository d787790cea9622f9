"""The line protocol under malformed input of every kind, for all five games.

True positions and actions are bent in random places and asked about; whatever was accepted must
then behave: it reads back as it was written, and all that it lists as legal applies.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from cardrules.game import pick
from cardrules.registry import GAMES
from carteado.rules_protocol import LINE_MAX, Session, serve
from tests.cardrules.making import seed_of

SEED = "ab" * 32
REQUESTS = ("new", "load", "legal", "act", "view", "auto", "expire", "leave", "forfeit", "position")
CARDS = ("2C", "QS", "XX", "R5", "W", "W4", "KD", "KD@1", "JS@2", "??", "TD")
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 255, 1 << 31, 1 << 63, 10**4000, -(10**300)),
    *(0.0, 1.0, -1.5, 1e308, "", "0", "1", "\ud800", "\udfff\0", "é", "x" * 5000, "over", "play"),
    *([], {}, [[]], [None], [0], ["QS"], ["XX", "XX"], {"0": []}, {"": 0}, list(range(2000))),
)


def corpus(
    game_id: str, rng: random.Random
) -> Iterator[tuple[dict[str, Any], dict[str, Any], int]]:
    """Positions of a random game with an action and the seat that took it there."""
    game = GAMES[game_id]
    seats = tuple(range(rng.randint(game.policy.players_min, game.policy.players_max)))
    state = game.new({}, seats, seed_of(rng.randrange(1000))).state
    for _ in range(150):
        if game.over(state):
            return
        window = game.window(state)
        seat = rng.choice(window.may_act if window else game.acting(state))
        action = pick(game, rng.choice(game.legal(state, seat)), rng.sample)
        yield json.loads(json.dumps(game.dump(state))), game.action_obj(action), seat
        state = game.apply(state, seat, action).state


def bent(value: Any, rng: random.Random) -> Any:
    """A copy with one to three things in it lost, doubled, moved, or replaced."""
    value = json.loads(json.dumps(value))
    for _ in range(rng.choice((1, 1, 2, 3))):
        holders = [part for part in parts(value) if isinstance(part, dict | list) and part]
        if not holders:
            return rng.choice(ODD)
        holder = rng.choice(holders)
        keys = sorted(holder) if isinstance(holder, dict) else range(len(holder))
        key = rng.choice(list(keys))
        match rng.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(key, holder[rng.randrange(len(holder))])
            case 2 if isinstance(holder, dict):
                holder[rng.choice(("extra", "\ud800", "0", "9", "-1"))] = rng.choice(ODD)
            case 3:
                holder[key] = rng.choice(CARDS)
            case _:
                holder[key] = rng.choice(ODD)
    return value


def parts(value: Any) -> Iterator[Any]:
    """The value and everything in it."""
    yield value
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, dict | list):
            yield from parts(part)


def ask(session: Session, request: object) -> dict[str, Any]:
    """The answer, which is an object; where it is an error, one with a code and parameters."""
    answer: dict[str, Any] = json.loads(session.answer(json.dumps(request).encode()))
    if "error" in answer:
        assert set(answer["error"]) == {"code", "params"}
        assert isinstance(answer["error"]["code"], str)
    return answer


def check_accepted(session: Session, rng: random.Random) -> None:
    """The session's position reads back as it was written; what it lists as legal applies."""
    position = ask(session, {"do": "position"})["position"]
    assert ask(session, {"do": "load", "position": position}) == {"position": position}
    for seat in [None, *position["seats"]]:
        assert "view" in ask(session, {"do": "view", "seat": seat})
    for seat in position["seats"]:
        legal = ask(session, {"do": "legal", "seat": seat, "position": position})["actions"]
        for action in rng.sample(legal, min(2, len(legal))):
            if "choose" in action:
                continue
            request = {"do": "act", "seat": seat, "action": action, "position": position}
            refused = ask(session, request).get("error")
            assert refused is None or refused["code"] == "no_seed", (action, refused)


def fuzzed(game_id: str, rounds: int, rng: random.Random) -> None:
    """Ask so many bent things."""
    session = Session()
    known = [step for _ in range(4) for step in corpus(game_id, rng)]
    for number in range(rounds):
        position, action, seat = rng.choice(known)
        request: Any = {"do": rng.choice(REQUESTS), "game": game_id, "seat": seat, "id": number}
        request |= {"seats": [0, 1], "seed": SEED, "reason": "void", "action": action}
        if rng.random() < 0.7:
            request["position"] = bent(position, rng) if rng.random() < 0.7 else position
        if rng.random() < 0.5:
            request["action"] = bent(action, rng)
        if rng.random() < 0.2:
            request = bent(request, rng)
        answer = ask(session, request)
        if "error" not in answer and request["do"] in ("load", "act", "new"):
            check_accepted(session, rng)


@pytest.mark.parametrize("game_id", list(GAMES))
def test_bent_requests_are_answered(game_id: str) -> None:
    """Each has an answer or a coded error, and an accepted position is a sound one."""
    fuzzed(game_id, 250, random.Random(f"bent {game_id}"))


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("game_id", list(GAMES))
def test_many_bent_requests_are_answered(game_id: str) -> None:
    """The same, for longer."""
    fuzzed(game_id, 20_000, random.Random(f"many bent {game_id}"))


NESTED = (b'{"a":', b"["), (b"}", b"]")


@pytest.mark.parametrize(
    "frame",
    [
        b'{"do":"games","id":%s}',
        b'{"do":%s}',
        b'{"do":"act","seat":0,"action":%s}',
        b'{"do":"act","seat":0,"action":{"type":%s}}',
        b'{"do":"load","position":%s}',
        b'{"do":"load","position":{"game":"virae","hands":%s}}',
    ],
)
def test_nesting_of_any_depth_is_answered(frame: bytes) -> None:
    """Also around the depth at which the reader or the writer gives up."""
    session = Session()
    ask(session, {"do": "new", "game": "virae", "seats": [0, 1], "seed": SEED})
    for depth in (*range(900, 1010, 4), 200, 5000, 100_000):
        for opening, closing in zip(*NESTED, strict=True):
            line = frame % (opening * depth + b"1" + closing * depth)
            assert b'"error"' in session.answer(line) or frame.startswith(b'{"do":"games"')
    assert "position" in ask(session, {"do": "position"})


@pytest.mark.parametrize(
    ("number", "echoed"),
    [
        *[(number, False) for number in (b"1e999", b"-1e999", b"NaN", b"-Infinity", b"9" * 4301)],
        *[(number, True) for number in (b"9" * 4300, b"1e308", b"-7", b"0.1")],
    ],
)
def test_numbers_of_any_size_are_answered(number: bytes, echoed: bool) -> None:
    """What can't be written back is no number; everywhere else its type is looked at."""
    session = Session()
    answer = json.loads(session.answer(b'{"do":"games","id":%s}' % number))
    assert ("games" in answer) == echoed
    assert echoed or answer == {"error": {"code": "malformed", "params": {"field": None}}}
    for field in (b"seat", b"seats", b"seed", b"starter", b"options", b"game"):
        frame = b'{"do":"new","game":"hearts","seats":[0,1,2,3],"seed":"%s","%s":%s}'
        answer = json.loads(session.answer(frame % (SEED.encode(), field, number)))
        assert "error" in answer or (field == b"seat" and echoed)


def test_lines_of_a_megabyte_are_answered_and_the_loop_goes_on() -> None:
    """The longest line is read, one byte more is not; what is in them does not matter."""
    padding = LINE_MAX - len(b'{"do":"games","id":""}')
    fits = b'{"do":"games","id":"%s"}' % (b"x" * padding)
    cards = b'{"do":"load","position":{"game":"rami","stock":[%s"2C"]}}' % (b'"2C",' * 200_000)
    seats = b'{"do":"new","game":"caravan","seats":[%s0]}' % (b"0," * 500_000)
    keys = b"{%s}" % b",".join(b'"%d":0' % i for i in range(80_000))
    out = io.BytesIO()
    serve(io.BytesIO(b"\n".join([fits, fits + b" ", cards, seats, keys, b'{"do":"games"}'])), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert "games" in answers[0]
    codes = [answer["error"]["code"] for answer in answers[1:-1]]
    assert codes == ["too_large", "bad_position", "bad_seats", "unknown_request"]
    assert "games" in answers[-1]
