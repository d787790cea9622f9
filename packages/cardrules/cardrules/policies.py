"""The five games' room policies, side by side, so that their differences can be read at a glance.

A policy may stand here before its game does: `policies_obj` says which can be played.
"""

from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Final

from cardrules.policy import ActionLimit, ChessClock, OptionSpec, RoomPolicy

_SECOND: Final = 1_000
_MINUTE: Final = 60 * _SECOND

CARAVAN_VARIANTS: Final = (
    "queens_anywhere",
    "adding_kings",
    "founding_suit",
    "no_figure_limit",
    "quick_sale",
    "reshuffle",
    "short_deck",
    "double_deck",
    "queen_shield",
    "steady_course",
    "fresh_hand",
    "protected_joker",
)


def _limit(default_s: int, *, none_allowed: bool = True, **phases_s: int) -> ActionLimit:
    return ActionLimit(
        default_ms=default_s * _SECOND,
        min_ms=10 * _SECOND,
        max_ms=120 * _SECOND,
        none_allowed=none_allowed,
        phases=tuple((phase, limit_s * _SECOND) for phase, limit_s in phases_s.items()),
    )


VIRAE: Final = RoomPolicy(
    game="virae",
    seats=6,
    players_min=2,
    players_max=6,
    bots_max=5,
    person_required=True,
    fill_with_bots=False,
    limit=_limit(30),
    clock=None,
    on_time_up="auto",
    disconnected_limit_ms=30 * _SECOND,
    on_leave="bot",
    absence_ms=2 * _MINUTE,
    on_absence="bot_takeover",
    absence_against_bots=True,
    window_ms=2_500,
    interlude_ms=5 * _SECOND,
    first_move_ms=None,
    void_before_first_moves=False,
    stall_ms=None,
    rated=False,
    rated_options_default=False,
    rotation="next",
    best="rivals",
)

ROUBA_MONTE: Final = RoomPolicy(
    game="rouba-monte",
    seats=4,
    players_min=2,
    players_max=4,
    bots_max=3,
    person_required=True,
    fill_with_bots=False,
    limit=_limit(30),
    clock=None,
    on_time_up="auto",
    disconnected_limit_ms=30 * _SECOND,
    on_leave="rules",
    absence_ms=2 * _MINUTE,
    on_absence="leave",
    absence_against_bots=True,
    window_ms=0,
    interlude_ms=5 * _SECOND,
    first_move_ms=None,
    void_before_first_moves=False,
    stall_ms=None,
    rated=False,
    rated_options_default=False,
    rotation="next",
    best="highest",
)

RAMI: Final = RoomPolicy(
    game="rami",
    seats=4,
    players_min=2,
    players_max=4,
    bots_max=3,
    person_required=True,
    fill_with_bots=False,
    limit=_limit(60),
    clock=None,
    on_time_up="auto",
    disconnected_limit_ms=30 * _SECOND,
    on_leave="bot",
    absence_ms=2 * _MINUTE,
    on_absence="bot_takeover",
    absence_against_bots=True,
    window_ms=0,
    interlude_ms=5 * _SECOND,
    first_move_ms=None,
    void_before_first_moves=False,
    stall_ms=None,
    rated=False,
    rated_options_default=False,
    rotation="next",
    best="highest",
    options=(
        OptionSpec("limit", "integer", 100, minimum=10, maximum=1000),
        OptionSpec("ace_high", "boolean", False),
        OptionSpec("discard_to_win", "boolean", False),
    ),
)

HEARTS: Final = RoomPolicy(
    game="hearts",
    seats=4,
    players_min=4,
    players_max=4,
    bots_max=3,
    person_required=True,
    fill_with_bots=True,
    limit=_limit(25, none_allowed=False, **{"pass": 30}),
    clock=None,
    on_time_up="auto",
    disconnected_limit_ms=None,
    on_leave="bot",
    absence_ms=2 * _MINUTE,
    on_absence="bot_takeover",
    absence_against_bots=True,
    window_ms=0,
    interlude_ms=5 * _SECOND,
    first_move_ms=None,
    void_before_first_moves=False,
    stall_ms=None,
    rated=False,
    rated_options_default=False,
    rotation="none",
    best="lowest",
    options=(OptionSpec("limit", "integer", 100, minimum=26, maximum=500),),
)

CARAVAN: Final = RoomPolicy(
    game="caravan",
    seats=2,
    players_min=2,
    players_max=2,
    bots_max=1,
    person_required=True,
    fill_with_bots=False,
    limit=None,
    clock=ChessClock(
        initial_ms=10 * _MINUTE,
        increment_ms=5 * _SECOND,
        initial_min_ms=_MINUTE,
        initial_max_ms=60 * _MINUTE,
        increment_max_ms=60 * _SECOND,
        none_allowed=True,
    ),
    on_time_up="flag",
    disconnected_limit_ms=None,
    on_leave="resign",
    absence_ms=_MINUTE,
    on_absence="resign",
    absence_against_bots=False,
    window_ms=0,
    interlude_ms=0,
    first_move_ms=_MINUTE,
    void_before_first_moves=True,
    stall_ms=5 * _MINUTE,
    rated=True,
    rated_options_default=True,
    rotation="lot",
    best="streak",
    options=(
        OptionSpec(
            "variants",
            "set",
            (),
            choices=CARAVAN_VARIANTS,
            excludes=(("short_deck", "double_deck"),),
        ),
    ),
)

POLICIES: Final[Mapping[str, RoomPolicy]] = {
    policy.game: policy for policy in (VIRAE, ROUBA_MONTE, RAMI, HEARTS, CARAVAN)
}


def policies_obj(playable: Collection[str]) -> dict[str, object]:
    """All policies as JSON values by game id; `playable` marks the games that exist.

    The registry's own answer is `registry.policies_obj()`.
    """
    return {
        game: {**asdict(policy), "playable": game in playable} for game, policy in POLICIES.items()
    }
