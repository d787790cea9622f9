"""Names of people, and what a game's policy lets a host set."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardproto.v1.room_pb2 import RoomSettings
from gateway.errors import Refused as GatewayRefused
from gateway.sessions import checked_name
from lobby.errors import Refused
from lobby.names import bot_name, likeness, normalise
from lobby.policy import load_policies, policy_of, read_limits, read_options
from lobby.requests import default_settings
from lobby.requests import settings as read_settings
from lobby.values import Settings
from tests.lobby.world import policy


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [("Ana", "Ana"), ("  Zé ", "Zé"), ("Zé", "Zé"), ("👩‍🚀", "👩‍🚀"), ("x" * 20, "x" * 20)],
)
def test_names_are_shown_normalised(given_name: str, shown: str) -> None:
    assert normalise(given_name) == shown


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 21, "a\tb", "a\u0000", "\u202eanA", "a\u2066b", "\u200b", "\u200d\u200d",
     "\ufeffa", "\ud800", "a\u2028b"],
)  # fmt: skip
def test_names_that_deceive_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        normalise(name)
    assert refused.value.code == "name_refused"


@given(st.text(max_size=30))
def test_whatever_passes_is_short_visible_and_stable(name: str) -> None:
    try:
        shown = normalise(name)
    except Refused:
        return
    assert 1 <= len(shown) <= 20
    assert normalise(shown) == shown
    assert unicodedata.is_normalized("NFC", shown)
    assert likeness(shown)
    assert not any(unicodedata.bidirectional(sign) in {"RLO", "LRO", "RLE", "LRE", "PDF"}
                   for sign in shown)  # fmt: skip


@pytest.mark.parametrize("other", ["ana", "ANA ", "Ａna", "A\u200dna", "a na"])
def test_names_that_look_the_same_are_the_same(other: str) -> None:
    assert likeness(other) == likeness("Ana")


def test_bots_never_share_a_name() -> None:
    taken: list[str] = ["valete", "DAMA"]
    for _ in range(30):
        name = bot_name(taken)
        assert likeness(name) not in map(likeness, taken)
        assert normalise(name) == name
        taken.append(name)


@pytest.mark.parametrize(
    "sign",
    tuple("\u034f\u115f\u1160\u17b4\u180b\u200c\u200d\u2800\u3164\ufe0f\uffa0\U000e0101"),
)
def test_a_sign_that_nobody_sees_makes_no_other_name(sign: str) -> None:
    """Else two people of one room would bear what looks like the same name."""
    for name in (f"Ana{sign}", f"A{sign}na", f"{sign}Ana"):
        assert likeness(name) == likeness("Ana")
    with pytest.raises(Refused):
        normalise(sign)


@given(
    st.text(st.sampled_from("Aé \u0301\u034f\u17b5\u180b\u200d\u2066\u3164\ufe0f👩🚀"), max_size=24)
)
def test_a_name_that_the_gateway_takes_is_one_for_the_lobby_too(text: str) -> None:
    """Else somebody would have a session with which they can enter nowhere."""
    try:
        name = checked_name(text)
    except GatewayRefused:
        return
    assert normalise(name) == name


def test_the_generated_policies_are_those_of_the_rules() -> None:
    from cardrules import registry

    made = json.loads(json.dumps(registry.policies_obj()))
    for game, known in load_policies().items():
        assert made[game]["seats"] == known.seats
        assert made[game]["bots_max"] == known.bots_max
        assert made[game]["playable"] == known.playable


def test_a_game_that_cannot_be_played_yet_is_not_found() -> None:
    policies = load_policies()
    assert policy_of(policies, "virae").seats == 6
    for game in ("", "chess", *(name for name, p in policies.items() if not p.playable)):
        with pytest.raises(Refused):
            policy_of(policies, game)


@pytest.mark.parametrize(
    ("game", "given_limits", "kept"),
    [
        ("virae", (10_000, 0, 0), (10_000, 0, 0)),
        ("virae", (120_000, 5, 5), (120_000, 0, 0)),
        ("virae", (0, 0, 0), (0, 0, 0)),
        ("virae", (9_999, 0, 0), None),
        ("virae", (-1, 0, 0), None),
        ("virae", (120_001, 0, 0), None),
        ("hearts", (0, 0, 0), None),
        ("caravan", (7, 600_000, 5_000), (0, 600_000, 5_000)),
        ("caravan", (0, 0, 5_000), (0, 0, 0)),
        ("caravan", (0, 59_999, 0), None),
        ("caravan", (0, 600_000, -1), None),
    ],
)
def test_limits_are_those_of_the_policy(
    game: str, given_limits: tuple[int, int, int], kept: tuple[int, int, int] | None
) -> None:
    if kept is not None:
        assert read_limits(policy(game), *given_limits) == kept
        return
    with pytest.raises(Refused) as refused:
        read_limits(policy(game), *given_limits)
    assert refused.value.code == "bad_option"


@pytest.mark.parametrize("game", sorted(load_policies()))
def test_defaults_are_allowed_and_options_read_back_as_they_are(game: str) -> None:
    limits = read_limits(policy(game), None, None, None)
    assert read_limits(policy(game), *limits) == limits
    options = read_options(policy(game), "")
    assert read_options(policy(game), options) == options


@pytest.mark.parametrize(
    ("game", "fields", "kept"),
    [
        ("hearts", {"options": '{"limit":50}'}, Settings('{"limit":50}', 25_000, 0, 0)),
        ("virae", {}, Settings("{}", 30_000, 0, 0)),
        ("virae", {"action_ms": 0}, Settings("{}", 0, 0, 0)),
        ("caravan", {"options": "{}"}, Settings('{"variants":[]}', 0, 600_000, 5_000)),
        ("caravan", {"increment_ms": 0}, Settings('{"variants":[]}', 0, 600_000, 0)),
        ("caravan", {"clock_ms": 60_000}, Settings('{"variants":[]}', 0, 60_000, 5_000)),
        ("caravan", {"clock_ms": 0}, Settings('{"variants":[]}', 0, 0, 0)),
    ],
)
def test_what_settings_leave_out_stands_at_the_games_default(
    game: str, fields: dict[str, Any], kept: Settings
) -> None:
    assert read_settings(policy(game), RoomSettings(**fields)) == kept


def test_nothing_said_is_every_default() -> None:
    assert default_settings(policy("caravan")).clock_ms == 600_000


@pytest.mark.parametrize(
    ("game", "text", "code"),
    [
        ("virae", "[]", "malformed"),
        ("virae", "{", "malformed"),
        ("virae", '{"a":1}', "bad_option"),
        ("rami", '{"limit":9}', "bad_option"),
        ("rami", '{"limit":true}', "bad_option"),
        ("rami", '{"ace_high":1}', "bad_option"),
        ("caravan", '{"variants":["nope"]}', "bad_option"),
        ("caravan", '{"variants":["short_deck","short_deck"]}', "bad_option"),
        ("caravan", '{"variants":["short_deck","double_deck"]}', "bad_option"),
        ("virae", '{"a":"' + "x" * 5_000 + '"}', "bad_option"),
    ],
)
def test_options_that_are_none_are_refused(game: str, text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_options(policy(game), text)
    assert refused.value.code == code
