"""The one source of chance: a seed and a number make a shuffle that anyone can repeat.

Two parties make a game's seed: the server commits itself to 32 secret bytes before it has seen the
players' nonces, and the players cannot know those bytes when they send theirs.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from cardrules.errors import fail

SEED_BYTES: Final = 32
NONCE_MIN_BYTES: Final = 16
NONCE_MAX_BYTES: Final = 64
_SEED_LABEL: Final = b"carteado/seed/1"
_SHUFFLE_LABEL: Final = b"carteado/shuffle/1/"
_WORDS: Final = struct.Struct(">8I")
_WORD_RANGE: Final = 1 << 32

_T = TypeVar("_T")


def commitment(server_seed: bytes) -> bytes:
    """SHA-256 of the server seed: 32 bytes, shown to everyone before any nonce is sent."""
    return hashlib.sha256(server_seed).digest()


def game_seed(server_seed: bytes, nonces: Mapping[int, bytes]) -> bytes:
    """The 32 bytes that every shuffle of a game comes from.

    `nonces` maps a seat to the 16-64 bytes that its person gave; seats without one are left out.
    Raises `bad_seed` for a server seed, seat or nonce of a wrong size.
    """
    if len(server_seed) != SEED_BYTES:
        fail("bad_seed", field="server_seed")
    message = bytearray(_SEED_LABEL)
    for seat in sorted(nonces):
        nonce = nonces[seat]
        if not 0 <= seat <= 255 or not NONCE_MIN_BYTES <= len(nonce) <= NONCE_MAX_BYTES:
            fail("bad_seed", field="nonces", seat=seat)
        message += bytes((seat, len(nonce))) + nonce
    return hmac.digest(server_seed, bytes(message), "sha256")


def _words(seed: bytes, number: int) -> Iterator[int]:
    key = hmac.digest(seed, _SHUFFLE_LABEL + str(number).encode("ascii"), "sha256")
    block = 0
    while True:
        yield from _WORDS.unpack(hmac.digest(key, block.to_bytes(4, "big"), "sha256"))
        block += 1


def shuffled(seed: bytes, number: int, items: Sequence[_T]) -> tuple[_T, ...]:
    """`items` in the order of the game's shuffle `number` (from 0); item 0 is drawn first.

    Fisher-Yates from the end; words that would favour some places are thrown away.
    """
    words = _words(seed, number)
    pile = list(items)
    for i in range(len(pile) - 1, 0, -1):
        places = i + 1
        fair = _WORD_RANGE - _WORD_RANGE % places
        word = next(words)
        while word >= fair:
            word = next(words)
        j = word % places
        pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


def draw_lots(seed: bytes, number: int, seats: Sequence[int]) -> int:
    """The seat that the game's shuffle `number` draws from `seats`."""
    return shuffled(seed, number, sorted(seats))[0]
