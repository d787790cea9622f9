"""Subjects: patterns of the contracts filled from messages, with every value checked.

A placeholder takes only `[a-z0-9]{2,26}`: a game id `*` in a read would fetch another game's
entry, and one with a blank would forge protocol lines. `{shard}` is derived from `game_id`:
crc32 modulo 64 in two digits, for ever.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from functools import lru_cache

from google.protobuf.message import Message

from cardbus.errors import Malformed

SHARDS = 64
SHARD = "shard"
SHARDED_BY = "game_id"
STREAM_SPLIT = 8
_KEPT = 1 << 12
"""Of what was checked lately: about the games and people of an hour."""

_VALUE = re.compile(r"[a-z0-9]{2,26}")
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@lru_cache(maxsize=_KEPT)
def checked(value: str) -> str:
    """The value itself. Raises Malformed where it may not stand in a subject."""
    if _VALUE.fullmatch(value) is None:
        raise Malformed("not [a-z0-9]{2,26}")
    return value


@lru_cache(maxsize=_KEPT)
def shard_token(game_id: str) -> str:
    """Two digits, 00-63, of a game id. Raises Malformed."""
    return f"{zlib.crc32(checked(game_id).encode()) % SHARDS:02d}"


class Template:
    """A subject pattern of a contract: words and placeholders in braces, between dots."""

    __slots__ = ("_format", "_length", "_places", "_words", "fields", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        # Placeholders in order of appearance.
        self.fields: tuple[str, ...] = tuple(_PLACEHOLDER.findall(pattern))
        self._format = _PLACEHOLDER.sub("%s", pattern)
        tokens = list(enumerate(pattern.split(".")))
        self._length = len(tokens)
        self._places = tuple((at, token[1:-1]) for at, token in tokens if token[0] == "{")
        self._words = tuple((at, token) for at, token in tokens if token[0] != "{")

    def __repr__(self) -> str:
        return f"Template({self.pattern!r})"

    def fill(self, message: Message) -> bytes:
        """The subject of a message. Raises Malformed."""
        if not self.fields:
            return self._format.encode()
        return (self._format % tuple([_of_message(message, f) for f in self.fields])).encode()

    def fill_values(self, values: Mapping[str, str]) -> bytes:
        """The subject for values by field name; `shard` is derived. Raises Malformed, and
        KeyError where one is missing."""
        tokens = []
        for field in self.fields:
            if field == SHARD:
                tokens.append(shard_token(values[SHARDED_BY]))
            else:
                tokens.append(checked(values[field]))
        return (self._format % tuple(tokens)).encode()

    def match(self, values: Mapping[str, str]) -> bytes:
        """The subject to subscribe to: fields without a value are `*`. Raises Malformed, and
        KeyError for a value that has no place here."""
        for field in values:
            if field not in self.fields and not (field == SHARDED_BY and SHARD in self.fields):
                raise KeyError(f"{self.pattern} has no {field}")
        tokens = []
        for field in self.fields:
            if field == SHARD:
                known = values.get(SHARDED_BY)
                tokens.append("*" if known is None else shard_token(known))
            else:
                known = values.get(field)
                tokens.append("*" if known is None else checked(known))
        return (self._format % tuple(tokens)).encode()

    @property
    def wildcard(self) -> str:
        """Every subject of this pattern."""
        return self._format % (("*",) * len(self.fields))

    def read(self, subject: str) -> dict[str, str]:
        """The placeholders' values in a subject of this pattern. Raises Malformed otherwise."""
        given = subject.split(".")
        if len(given) != self._length or any(given[at] != word for at, word in self._words):
            raise Malformed(f"not of {self.pattern}")
        return {field: given[at] for at, field in self._places}

    def check(self, message: Message) -> None:
        """Raises Malformed where a field that has a place in the subject holds what may not
        stand there."""
        for field in self.fields:
            _of_message(message, field)


def _of_message(message: Message, field: str) -> str:
    if field == SHARD:
        return shard_token(getattr(message, SHARDED_BY))
    return checked(getattr(message, field))


def stream_names(stream: str, sharded: bool) -> tuple[str, ...]:
    """The streams that hold a contract's messages: one, or eight split by the shard token."""
    if not sharded:
        return (stream,)
    return tuple(f"{stream}-{n}" for n in range(STREAM_SPLIT))


def stream_of_shard(stream: str, token: str, sharded: bool) -> str:
    """Which of these streams holds a shard."""
    return f"{stream}-{int(token) * STREAM_SPLIT // SHARDS}" if sharded else stream


def shards_of(index: int) -> tuple[str, ...]:
    """The tokens that the split stream `index` holds."""
    each = SHARDS // STREAM_SPLIT
    return tuple(f"{n:02d}" for n in range(index * each, (index + 1) * each))
