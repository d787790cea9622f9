"""Every playable game holds every case of its conformance file."""

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from cardrules.policies import POLICIES
from cardrules.registry import GAMES
from carteado.rules_protocol import Session
from tests.conformance.runner import cases, run

ABSENT: dict[str, str] = {}
"""Games whose cases wait for their rules; a game that arrives must leave this list."""

CASES = [
    pytest.param(case, id=f"{game_id}-{case['id']}") for game_id in GAMES for case in cases(game_id)
]


@pytest.mark.parametrize("case", CASES)
def test_case_holds(case: dict[str, Any]) -> None:
    """The case's positions, legal actions, refusals and results are what it says."""
    session = Session()

    def ask(request: Mapping[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(session.answer(json.dumps(request).encode()))
        return answer

    run(ask, case)


def test_all_cases_hold_over_a_pipe() -> None:
    """One process of the real command, fed line by line, holds every case."""
    speak = "import carteado.rules_protocol as p; raise SystemExit(p.main([]))"
    command = [sys.executable, "-c", speak]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        pipe_in, pipe_out = process.stdin, process.stdout
        assert pipe_in is not None
        assert pipe_out is not None

        def ask(request: Mapping[str, Any]) -> dict[str, Any]:
            pipe_in.write(json.dumps(request).encode() + b"\n")
            pipe_in.flush()
            answer: dict[str, Any] = json.loads(pipe_out.readline())
            return answer

        for game_id in GAMES:
            for case in cases(game_id):
                run(ask, case)
        pipe_in.close()
        assert process.wait(timeout=20) == 0


def test_every_game_is_playable_or_named_absent() -> None:
    """No game's cases are passed over in silence."""
    assert set(GAMES) | set(ABSENT) == set(POLICIES)
    assert not set(GAMES) & set(ABSENT)


@pytest.mark.parametrize("game_id", sorted(POLICIES))
def test_every_file_holds_cases(game_id: str) -> None:
    """Each file has cases with an id of their own."""
    ids = [case["id"] for case in cases(game_id)]
    assert len(ids) > 40
    assert len(set(ids)) == len(ids)
