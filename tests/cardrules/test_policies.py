"""Room policies and the options that they describe."""

import json
from typing import Any

import pytest

from cardrules.errors import RuleError
from cardrules.options import read_options
from cardrules.policies import CARAVAN, POLICIES, RAMI
from cardrules.registry import GAMES, game, policies_obj


def test_policies_are_plain_json() -> None:
    """What the other services read survives JSON and marks the playable games."""
    obj = policies_obj()
    assert json.loads(json.dumps(obj, allow_nan=False)) == json.loads(json.dumps(obj))
    assert set(obj) == {"virae", "rouba-monte", "rami", "hearts", "caravan"}
    playable = {
        name for name, policy in obj.items() if isinstance(policy, dict) and policy["playable"]
    }
    assert playable == set(GAMES)


@pytest.mark.parametrize("game_id", sorted(POLICIES))
def test_a_policy_is_consistent(game_id: str) -> None:
    """Players fit the chairs, defaults lie within their bounds, and some clock always runs."""
    policy = POLICIES[game_id]
    assert policy.game == game_id
    assert 2 <= policy.players_min <= policy.players_max <= policy.seats
    assert policy.bots_max < policy.seats
    assert (policy.limit is None) != (policy.clock is None)
    if policy.limit is not None:
        for default_ms in (policy.limit.default_ms, *(ms for _, ms in policy.limit.phases)):
            assert policy.limit.min_ms <= default_ms <= policy.limit.max_ms
        assert policy.limit.none_allowed == (policy.disconnected_limit_ms is not None)
    assert set(read_options(policy.options, {})) == {spec.name for spec in policy.options}


def test_the_registry_holds_games_under_their_ids() -> None:
    """A game's id is its policy's, and an unknown one is refused."""
    for game_id in GAMES:
        assert game(game_id).id == game(game_id).policy.game == game_id
    for unknown in ("uno", None, 3, "x" * 10_000):
        with pytest.raises(RuleError) as refusal:
            game(unknown)
        assert refusal.value.code == "unknown_game"


@pytest.mark.parametrize(
    ("obj", "code"),
    [
        ({"limit": 9}, "bad_option"),
        ({"limit": 1001}, "bad_option"),
        ({"limit": True}, "bad_option"),
        ({"limit": "100"}, "bad_option"),
        ({"ace_high": 1}, "bad_option"),
        ({"ace": True}, "bad_option"),
        ("limit", "bad_option"),
    ],
)
def test_a_bad_option_is_refused(obj: object, code: str) -> None:
    """Unknown names, wrong types and sizes out of bounds."""
    with pytest.raises(RuleError) as refusal:
        read_options(RAMI.options, obj)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("variants", "outcome"),
    [
        (None, ()),
        (["reshuffle", "queens_anywhere"], ("queens_anywhere", "reshuffle")),
        (["reshuffle", "reshuffle"], "bad_option"),
        (["chess"], "bad_option"),
        ([["reshuffle"]], "bad_option"),
        (["short_deck", "double_deck"], "variants_conflict"),
    ],
)
def test_variants_are_a_set_in_order(variants: Any, outcome: object) -> None:
    """Names come back in the policy's order; doubles, unknown ones and conflicts are refused."""
    if isinstance(outcome, tuple):
        assert read_options(CARAVAN.options, {"variants": variants}) == {"variants": outcome}
        return
    with pytest.raises(RuleError) as refusal:
        read_options(CARAVAN.options, {"variants": variants})
    assert refusal.value.code == outcome
