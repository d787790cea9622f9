"""Serialised fields, to be joined: protobuf's own bytes for what stays the same from move to move.

Fields of a message may be written in any order and repeated ones in parts, so a message is also
the concatenation of its fields. A few hundred fragments (cards, reasons, moves) then make up
nearly all that is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from google.protobuf.message import Message

K = TypeVar("K")

_LENGTH_DELIMITED = 2
_GENERATION = 1_024


def varint(value: int) -> bytes:
    """A number of at least 0 as protobuf writes it."""
    encoded = bytearray()
    while value >= 0x80:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


_LENGTHS = tuple(varint(length) for length in range(1 << 14))


class Field:
    """One field that holds text, bytes or a message: `field(content)` is that field written."""

    __slots__ = ("_tag",)

    def __init__(self, message: type[Message], name: str) -> None:
        number = message.DESCRIPTOR.fields_by_name[name].number
        self._tag = varint(number << 3 | _LENGTH_DELIMITED)

    def __call__(self, content: bytes) -> bytes:
        """The field with this content."""
        length = len(content)
        return self._tag + (_LENGTHS[length] if length < 1 << 14 else varint(length)) + content


class Fragments(dict[K, bytes]):
    """Written forms by value, made when first asked for.

    What is asked for stays; of the rest as much as was made since the generation before the last.
    """

    __slots__ = ("_before", "_write")

    def __init__(self, write: Callable[[K], bytes]) -> None:
        super().__init__()
        self._write = write
        self._before: dict[K, bytes] = {}

    def once(self, value: K) -> bytes:
        """The written form of what hardly comes again: not kept."""
        return self._write(value)

    def __missing__(self, value: K) -> bytes:
        written = self._before.pop(value, None)
        if written is None:
            written = self._write(value)
        if len(self) >= _GENERATION:
            self._before = dict(self)
            self.clear()
        self[value] = written
        return written


def texts(message: type[Message], name: str) -> Fragments[str]:
    """The written forms of a field of text."""
    field = Field(message, name)
    return Fragments(lambda text: field(text.encode("utf-8")))
