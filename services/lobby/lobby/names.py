"""Names of people: what may be one, and when two are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from lobby.errors import refuse

MAX_LENGTH: Final = 20

# Joiners and variation selectors belong to some scripts and to emoji; every other invisible sign
# could only deceive.
_JOINERS: Final = frozenset("\u200c\u200d")
_SELECTORS: Final = frozenset(
    map(chr, [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)
# Letters and marks of which nothing is drawn.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_UNSEEN: Final = _JOINERS | _SELECTORS | _BLANK
_FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

BOT_NAMES: Final = ("Valete", "Dama", "Rei", "Curinga", "Trinca", "Canastra", "Ouros", "Espadas")


def normalise(name: str) -> str:
    """The name as it is shown: NFC, blanks at the ends gone, 1 to 20 characters.

    Raises Refused `name_refused` for another length, for control, direction-changing and other
    invisible characters, and for a name in which nothing can be seen.
    """
    if len(name) > 8 * MAX_LENGTH:
        refuse("name_refused")
    shown = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(shown) <= MAX_LENGTH:
        refuse("name_refused")
    for sign in shown:
        hidden = unicodedata.category(sign) in _FORBIDDEN or sign in _BLANK
        if hidden and sign not in _JOINERS:
            refuse("name_refused")
    if not likeness(shown):
        refuse("name_refused")
    return shown


def likeness(name: str) -> str:
    """Two names with the same likeness count as one: case, width, blanks and joiners aside."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in folded if sign not in _UNSEEN and not sign.isspace())


def bot_name(taken: Iterable[str]) -> str:
    """The first bot's name that nobody in the room bears."""
    used = {likeness(name) for name in taken}
    number = 1
    while True:
        for name in BOT_NAMES:
            candidate = name if number == 1 else f"{name} {number}"
            if likeness(candidate) not in used:
                return candidate
        number += 1
