"""The line protocol: every request answered in order, whatever it holds."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.registry import GAMES
from carteado.rules_protocol import LINE_MAX, Session, serve

SEED = "ab" * 32
NEW: dict[str, object] = {"do": "new", "game": "virae", "seats": [0, 1], "seed": SEED}


def ask(session: Session, request: object) -> dict[str, Any]:
    """One request's answer."""
    answer: dict[str, Any] = json.loads(session.answer(json.dumps(request).encode()))
    return answer


def code(session: Session, request: object) -> str | None:
    """The code of a refused request."""
    error = ask(session, request).get("error")
    return None if error is None else error["code"]


def served(text: bytes) -> list[dict[str, Any]]:
    """The answers to a whole input."""
    answers = io.BytesIO()
    serve(io.BytesIO(text), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_a_game_is_played_through_a_real_process() -> None:
    """A program on the other end of a pipe plays a game by automatic actions to its result."""
    command = [
        sys.executable,
        "-c",
        "import carteado.rules_protocol as p; raise SystemExit(p.main([]))",
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def exchange(request: dict[str, object]) -> dict[str, Any]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            answer: dict[str, Any] = json.loads(process.stdout.readline())
            return answer

        assert [game["id"] for game in exchange({"do": "games"})["games"]] == list(GAMES)
        position = exchange(NEW)["position"]
        while position["phase"] != "over":
            seat = position["turn"]
            action = exchange({"do": "auto", "seat": seat})["action"]
            assert action in exchange({"do": "legal", "seat": seat})["actions"]
            position = exchange({"do": "act", "seat": seat, "action": action})["position"]
        assert exchange({"do": "position", "id": 7}) == {"id": 7, "position": position}
        assert position["result"]["winners"]
        process.stdin.close()
        assert process.wait(timeout=20) == 0
        assert process.stdout.read() == b""


def test_every_request_has_its_answer() -> None:
    """Each request of the page gives what the page says."""
    session = Session()
    new = ask(session, {**NEW, "starter": 1, "id": "a"})
    assert new["id"] == "a"
    assert new["position"]["turn"] == 1
    assert [event["type"] for event in new["events"]] == ["dealt", "dealt", "opened"]
    assert ask(session, {"do": "load", "position": new["position"]}) == {
        "position": new["position"]
    }
    assert ask(session, {"do": "view", "seat": 0})["view"]["hand"] == new["position"]["hands"]["0"]
    spectator = ask(session, {"do": "view", "seat": None})["view"]
    assert "hand" not in spectator
    assert ask(session, {"do": "legal", "seat": 0}) == {"actions": []}
    acted = ask(session, {"do": "act", "seat": 1, "action": {"type": "draw"}})
    assert acted["events"][0]["type"] == "drew"
    assert code(session, {"do": "leave", "seat": 0}) == "seat_stays"
    assert code(session, {"do": "expire"}) == "no_window"
    assert code(session, {"do": "forfeit", "seat": 0, "reason": "flag"}) == "unknown_action"
    ended = ask(session, {"do": "forfeit", "seat": 0, "reason": "void"})
    assert ended["position"]["result"]["reason"] == "void"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (None, "malformed"),
        ([], "malformed"),
        ({}, "unknown_request"),
        ({"do": "play"}, "unknown_request"),
        ({"do": ["new"]}, "unknown_request"),
        ({"do": "legal", "seat": 0}, "no_position"),
        ({"do": "position"}, "no_position"),
        ({"do": "load"}, "bad_position"),
        ({"do": "load", "position": []}, "bad_position"),
        ({"do": "load", "position": {}}, "bad_position"),
        ({"do": "load", "position": {"game": "uno"}}, "unknown_game"),
        ({"do": "new", "seats": [0, 1], "seed": SEED}, "unknown_game"),
        ({**NEW, "game": "rummy"}, "unknown_game"),
        ({**NEW, "game": {}}, "unknown_game"),
        ({**NEW, "options": {"x": 1}}, "bad_option"),
        ({**NEW, "seats": 3}, "bad_seats"),
        ({**NEW, "seats": list(range(10_000))}, "bad_seats"),
        ({**NEW, "starter": "0"}, "bad_starter"),
        ({**NEW, "starter": 10**4000}, "bad_starter"),
        ({**NEW, "seed": "xy" * 32}, "bad_seed"),
        ({**NEW, "seed": 12}, "bad_seed"),
        ({**NEW, "seed": "é" * 64}, "bad_seed"),
        ({**NEW, "seed": "a" * 63}, "bad_seed"),
        ({**NEW, "seed": None}, "no_seed"),
        ({**NEW, "seats": [1, 0], "seed": "x"}, "bad_seats"),
    ],
)
def test_a_request_that_lacks_something_is_refused(request_: object, expected: str) -> None:
    """Before any position, each fault has its code."""
    assert code(Session(), request_) == expected


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"do": "act", "action": {"type": "draw"}}, "malformed"),
        ({"do": "act", "seat": True, "action": {"type": "draw"}}, "malformed"),
        ({"do": "act", "seat": 0.0, "action": {"type": "draw"}}, "malformed"),
        ({"do": "act", "seat": 0}, "malformed"),
        ({"do": "act", "seat": 0, "action": None}, "malformed_action"),
        ({"do": "act", "seat": 0, "action": {"type": "draw", "card": "R5"}}, "malformed_action"),
        ({"do": "act", "seat": 10**4000, "action": {"type": "draw"}}, "not_your_turn"),
        ({"do": "act", "seat": -1, "action": {"type": "draw"}}, "not_your_turn"),
        ({"do": "act", "seat": 0, "action": {"type": "fold"}}, "unknown_action"),
        ({"do": "legal"}, "malformed"),
        ({"do": "auto", "seat": 1}, "not_your_turn"),
        ({"do": "forfeit", "seat": 0, "reason": 1}, "malformed"),
        ({"do": "view", "seat": "0"}, "malformed"),
        ({"do": "legal", "seat": 0, "position": {"game": "virae"}}, "bad_position"),
    ],
)
def test_a_refused_request_leaves_the_position(request_: object, expected: str) -> None:
    """After a refusal the same position is there for the next request."""
    session = Session()
    position = ask(session, NEW)["position"]
    assert code(session, request_) == expected
    assert ask(session, {"do": "position"}) == {"position": position}


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_game_is_made_void_on_nobodys_behalf(game_id: str) -> None:
    """`void` needs no seat; losing does."""
    session = Session()
    seats = list(range(GAMES[game_id].policy.players_min))
    ask(session, {"do": "new", "game": game_id, "seats": seats, "seed": SEED})
    assert code(session, {"do": "forfeit", "reason": "resigned"}) == "malformed"
    result = ask(session, {"do": "forfeit", "reason": "void"})["position"]["result"]
    assert (result["winners"], result["reason"]) == ([], "void")


def test_broken_lines_are_answered_and_the_loop_goes_on() -> None:
    """Text that is no JSON, too deep, too great or too long: one coded error each, in order."""
    broken = [
        b"",
        b"hello",
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"do":"games","id":' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"do":"legal","seat":' + b"9" * 5000 + b"}",
        b'{"do":"legal","seat":NaN}',
        b'{"do":"new","game":"virae","seats":[' + b"0," * 100_000 + b"1]}",
        b"null",
        b'"' + b"x" * (LINE_MAX - 2) + b'"',
        b"x" * (3 * LINE_MAX),
        b"y" * (LINE_MAX + 1),
    ]
    answers = served(b"\n".join([*broken, b'{"do":"games","id":1}', b'{"do":"position"}']))
    assert len(answers) == len(broken) + 2
    deep = answers.pop(4)
    assert "games" in deep or deep["error"]["code"] == "malformed"
    codes = [answer["error"]["code"] for answer in answers[:-2]]
    assert codes == [*["malformed"] * 6, "bad_seats", *["malformed"] * 2, *["too_large"] * 2]
    assert answers[-2]["id"] == 1
    assert answers[-1]["error"]["code"] == "no_position"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=4), part),
    max_leaves=6,
)
NAMES = ("games", "new", "load", "legal", "act", "view", "auto", "expire", "leave", "forfeit")
requests = st.fixed_dictionaries(
    {"do": st.sampled_from(NAMES) | json_values},
    optional={
        "id": json_values,
        "game": st.just("virae") | json_values,
        "seats": st.just([0, 1]) | json_values,
        "seat": st.integers(-1, 6) | json_values,
        "seed": st.just(SEED) | json_values,
        "starter": st.integers(-1, 6) | json_values,
        "options": json_values,
        "action": st.sampled_from(({"type": "draw"}, {"type": "call"})) | json_values,
        "position": json_values,
        "reason": st.sampled_from(("void", "flag")) | json_values,
    },
)


@given(st.lists(requests | json_values, max_size=6))
def test_any_json_is_answered(many: list[object]) -> None:
    """Whatever comes, each line has one answer that is valid JSON, and an echo of its id."""
    text = b"".join(json.dumps(one).encode() + b"\n" for one in [NEW, *many])
    answers = served(text)
    assert len(answers) == len(many) + 1
    for request, answer in zip(many, answers[1:], strict=True):
        if "error" in answer:
            assert set(answer["error"]) == {"code", "params"}
        if isinstance(request, dict) and "id" in request and "NaN" not in json.dumps(request):
            assert "Infinity" in json.dumps(request) or answer["id"] == request["id"]


@given(st.binary(max_size=200))
def test_any_bytes_are_answered(text: bytes) -> None:
    """One answer a line, for any bytes."""
    lines = text.split(b"\n")
    expected = len(lines) - (lines[-1] == b"")
    assert len(served(text)) == expected
