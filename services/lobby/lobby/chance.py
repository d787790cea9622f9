"""Everything random in the lobby, handed in as one value: ids and codes from a secure source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

ID_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH: Final = 16
# No 0 and O, no 1, I and L: read aloud and copied by hand.
CODE_ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 6


class Chance:
    """`below(n)` draws a whole number from 0 to n-1, unpredictable to anybody."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def game_id(self) -> str:
        """80 bits of a game's name; never drawn twice."""
        return self._word(ID_ALPHABET, ID_LENGTH)

    def room_id(self) -> str:
        """The same for a room."""
        return self._word(ID_ALPHABET, ID_LENGTH)

    def code(self) -> str:
        """A room's code for links: about 890 million of them, so none is found by trying."""
        return self._word(CODE_ALPHABET, CODE_LENGTH)

    def _word(self, alphabet: str, length: int) -> str:
        base = len(alphabet)
        number = self._below(base**length)
        letters = []
        for _ in range(length):
            number, letter = divmod(number, base)
            letters.append(alphabet[letter])
        return "".join(letters)
