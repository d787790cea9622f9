"""Reading a game's options against its policy."""

from collections.abc import Mapping, Sequence
from typing import Final

from cardrules.errors import fail
from cardrules.policy import OptionSpec

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
