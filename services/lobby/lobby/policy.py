"""What the lobby knows of a game: its room policy, generated from the rules as JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

import orjson
from pydantic import TypeAdapter

from lobby.errors import refuse

Best = Literal["lowest", "highest", "rivals", "streak"]
"""What a person's best is; see the rules' `RoomPolicy`."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a game: how it may be set when a room is configured."""

    name: str
    type: Literal["integer", "boolean", "set"]
    default: bool | int | tuple[str, ...]
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    excludes: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ActionLimit:
    """The time limit of a turn as the host may set it, in milliseconds."""

    default_ms: int
    min_ms: int
    max_ms: int
    none_allowed: bool


@dataclass(frozen=True, slots=True)
class ChessClock:
    """A clock for each player, in milliseconds."""

    initial_ms: int
    increment_ms: int
    initial_min_ms: int
    initial_max_ms: int
    increment_max_ms: int
    none_allowed: bool


@dataclass(frozen=True, slots=True)
class GamePolicy:
    """The part of a game's policy that matters to a room; the engine reads the rest."""

    game: str
    playable: bool
    seats: int
    players_min: int
    players_max: int
    bots_max: int
    person_required: bool
    fill_with_bots: bool
    limit: ActionLimit | None
    clock: ChessClock | None
    rotation: Literal["next", "lot", "none"]
    rated: bool = False
    rated_options_default: bool = False
    best: Best = "highest"
    options: tuple[OptionSpec, ...] = ()


Policies = Mapping[str, GamePolicy]

_READER = TypeAdapter(dict[str, GamePolicy])


def read_policies(text: bytes) -> Policies:
    """All policies by game id. Raises pydantic's ValidationError where the JSON is another."""
    return _READER.validate_json(text)


def load_policies() -> Policies:
    """The policies that belong to the contracts installed here.

    Raises FileNotFoundError where the generated file is missing.
    """
    return read_policies(resources.files("cardproto").joinpath("policies.json").read_bytes())


def policy_of(policies: Policies, game: str) -> GamePolicy:
    """The policy of a game that can be played; `not_found` else."""
    policy = policies.get(game)
    if policy is None or not policy.playable:
        refuse("not_found", what="game")
    return policy


def read_options(policy: GamePolicy, text: str) -> str:
    """The options as a JSON object with every option, missing ones at their defaults.

    Raises Refused `bad_option` (param `option`), or `malformed` where `text` is no JSON object.
    """
    if len(text) > 4_000:
        refuse("bad_option", option="options")
    try:
        given: Any = orjson.loads(text) if text else {}
    except orjson.JSONDecodeError:
        refuse("malformed", field="options")
    if not isinstance(given, dict):
        refuse("malformed", field="options")
    known = {spec.name for spec in policy.options}
    for name in given:
        if name not in known:
            refuse("bad_option", option=name[:40])
    chosen = {spec.name: _option(spec, given.get(spec.name)) for spec in policy.options}
    return orjson.dumps(chosen).decode()


def has_default_options(policy: GamePolicy, text: str) -> bool:
    """Whether options as `read_options` wrote them are the game's standard ones."""
    chosen: Any = orjson.loads(text)
    return all(_option(spec, chosen.get(spec.name)) == spec.default for spec in policy.options)


def _option(spec: OptionSpec, value: Any) -> bool | int | tuple[str, ...]:
    if value is None:
        return spec.default
    if spec.type == "boolean" and isinstance(value, bool):
        return value
    if spec.type == "integer" and type(value) is int:
        low = value if spec.minimum is None else spec.minimum
        high = value if spec.maximum is None else spec.maximum
        if low <= value <= high:
            return value
    if spec.type == "set" and isinstance(value, list):
        chosen = tuple(name for name in spec.choices if name in value)
        clash = any(len(set(group) & set(chosen)) > 1 for group in spec.excludes)
        if len(chosen) == len(value) and not clash:
            return chosen
    refuse("bad_option", option=spec.name)


def read_limits(
    policy: GamePolicy, action_ms: int | None, clock_ms: int | None, increment_ms: int | None
) -> tuple[int, int, int]:
    """The three limits as the policy allows them: None becomes its default, what does not belong
    to the game 0.

    Raises Refused `bad_option` with the field's name.
    """
    if policy.limit is not None:
        limit = policy.limit
        action_ms = limit.default_ms if action_ms is None else action_ms
        none = action_ms == 0 and limit.none_allowed
        if not none and not limit.min_ms <= action_ms <= limit.max_ms:
            refuse("bad_option", option="action_ms")
        return action_ms, 0, 0
    if policy.clock is not None:
        clock = policy.clock
        clock_ms = clock.initial_ms if clock_ms is None else clock_ms
        increment_ms = clock.increment_ms if increment_ms is None else increment_ms
        if clock_ms == 0 and clock.none_allowed:
            return 0, 0, 0
        if not clock.initial_min_ms <= clock_ms <= clock.initial_max_ms:
            refuse("bad_option", option="clock_ms")
        if not 0 <= increment_ms <= clock.increment_max_ms:
            refuse("bad_option", option="increment_ms")
        return 0, clock_ms, increment_ms
    return 0, 0, 0
