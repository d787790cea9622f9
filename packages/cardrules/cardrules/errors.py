"""Everything that the rules may raise, and the stable codes that go over the wire.

    RuleError                 code + params, never a sentence
    ├── Unreadable            cannot be read: unknown_action, malformed_action, malformed,
    │                         unknown_request, unknown_game, no_position, too_large
    ├── BadSetup              no game can begin so: bad_option, bad_seats, bad_starter, bad_seed,
    │                         variants_conflict, no_seed
    ├── BadPosition           bad_position: no position that the rules can leave behind
    └── Refused               well formed, but the rules do not allow it now; each game's page
                              lists its own codes

`KINDS` is the one table from class to the kind that a service reports; `CLASSES` the one table
from a code to its class. A code that stands in no table is one of a game's own: `Refused`.
"""

from collections.abc import Mapping
from typing import Final, NoReturn


class RuleError(Exception):
    """A typed refusal: `code` is stable and machine readable, `params` are JSON values.

    Params name only what the receiver may know: public facts and the sender's own hand.
    """

    def __init__(self, code: str, params: Mapping[str, object] | None = None) -> None:
        super().__init__(code)
        self.code: Final = code
        self.params: Final[dict[str, object]] = dict(params or {})

    def obj(self) -> dict[str, object]:
        """The error in the notation: `{"code": …, "params": {…}}`."""
        return {"code": self.code, "params": self.params}


class Unreadable(RuleError):
    """The text cannot be read as what was asked for."""


class BadSetup(RuleError):
    """`new` was given an option, seat list, starter or seed that no game can begin with."""


class BadPosition(RuleError):
    """A position that names unknown cards or that the rules never leave behind."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__("bad_position", {"field": field, "why": why})


class Refused(RuleError):
    """A readable action that the rules do not allow in this position."""


KINDS: Final[Mapping[type[RuleError], str]] = {
    Unreadable: "unreadable",
    BadSetup: "setup",
    BadPosition: "position",
    Refused: "refused",
}

CLASSES: Final[Mapping[str, type[RuleError]]] = {
    "unknown_action": Unreadable,
    "malformed_action": Unreadable,
    "malformed": Unreadable,
    "unknown_request": Unreadable,
    "unknown_game": Unreadable,
    "no_position": Unreadable,
    "too_large": Unreadable,
    "bad_option": BadSetup,
    "bad_seats": BadSetup,
    "bad_starter": BadSetup,
    "bad_seed": BadSetup,
    "variants_conflict": BadSetup,
    "no_seed": BadSetup,
}


def fail(code: str, **params: object) -> NoReturn:
    """Raise the error of `code`, of the class that `CLASSES` names for it."""
    raise CLASSES.get(code, Refused)(code, params)


def kind(error: RuleError) -> str:
    """The kind of an error by its class: `unreadable`, `setup`, `position` or `refused`."""
    return KINDS[type(error)]
