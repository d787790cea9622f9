"""Reading what a game begins with, options, seats and seed, against its policy."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cardrules.errors import fail
from cardrules.policy import OptionSpec, RoomPolicy
from cardrules.reading import is_seat_list
from cardrules.shuffle import SEED_BYTES

OptionValue = int | bool | tuple[str, ...]

NO_OPTIONS: Final[Mapping[str, OptionValue]] = {}


def read_options(specs: Sequence[OptionSpec], obj: object) -> dict[str, OptionValue]:
    """Every option with its value, the missing ones with their defaults.

    `obj` is what came over the wire; null counts as an empty object, a null value as absent.
    Raises `bad_option` (param `option`) for what is unknown or of a wrong type or size, and
    `variants_conflict` for two choices that exclude each other.
    """
    if obj is None:
        obj = {}
    if not isinstance(obj, Mapping):
        fail("bad_option", option=None)
    known = {spec.name for spec in specs}
    for name in obj:
        if name not in known:
            fail("bad_option", option=name if isinstance(name, str) else None)
    return {spec.name: _value(spec, obj.get(spec.name)) for spec in specs}


class Beginning(NamedTuple):
    """Who takes part, the place of the starter among them if one was named, and the game seed."""

    seats: tuple[int, ...]
    starter: int | None
    seed: bytes


def read_beginning(
    policy: RoomPolicy, seats: object, seed: bytes | None, starter: object
) -> Beginning:
    """Raises `bad_seats`, `bad_starter`, `no_seed` or `bad_seed`, in this order."""
    if not is_seat_list(seats, policy.players_min, policy.players_max, policy.seats):
        fail("bad_seats")
    assert isinstance(seats, list | tuple)
    if starter is not None and (type(starter) is not int or starter not in seats):
        fail("bad_starter")
    if seed is None:
        fail("no_seed")
    if len(seed) != SEED_BYTES:
        fail("bad_seed", field="seed")
    return Beginning(tuple(seats), None if starter is None else seats.index(starter), seed)


def _value(spec: OptionSpec, value: object) -> OptionValue:
    if value is None:
        return spec.default
    if spec.type == "boolean" and isinstance(value, bool):
        return value
    if spec.type == "integer" and type(value) is int and _within(spec, value):
        return value
    if spec.type == "set" and isinstance(value, list | tuple):
        return _choices(spec, value)
    fail("bad_option", option=spec.name)


def _within(spec: OptionSpec, value: int) -> bool:
    return (spec.minimum is None or spec.minimum <= value) and (
        spec.maximum is None or value <= spec.maximum
    )


def _choices(spec: OptionSpec, value: Sequence[object]) -> tuple[str, ...]:
    chosen = tuple(name for name in spec.choices if name in value)
    if len(chosen) != len(value):
        fail("bad_option", option=spec.name)
    for group in spec.excludes:
        if len([name for name in group if name in chosen]) > 1:
            fail("variants_conflict", variants=list(group))
    return chosen
