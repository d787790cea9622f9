"""Every playable game holds every case of its conformance file."""

from typing import Any

import pytest

from cardrules.policies import POLICIES
from cardrules.registry import GAMES
from tests.conformance.runner import cases, run

ABSENT = {
    "rouba-monte": "not yet in the registry",
    "rami": "not yet in the registry",
    "hearts": "not yet in the registry",
    "caravan": "not yet in the registry",
}
"""Games whose cases wait for their rules; a game that arrives must leave this list."""

CASES = [
    pytest.param(game_id, case, id=f"{game_id}-{case['id']}")
    for game_id in GAMES
    for case in cases(game_id)
]


@pytest.mark.parametrize(("game_id", "case"), CASES)
def test_case_holds(game_id: str, case: dict[str, Any]) -> None:
    """The case's positions, legal actions, refusals and results are what it says."""
    run(GAMES[game_id], case)


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
