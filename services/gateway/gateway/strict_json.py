"""Reads proto3 JSON strictly, by the descriptors.

Stricter than the general converter of protobuf, which takes a list for a message, anything for
base64, any number for an enum, and other names for a field. Here only the original field names
stand, a type is what the mapping says, `null` is nowhere a value, and a `oneof` holds one.
Maps, floats and the well-known types are not read: no frame of a client has any.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

MAX_DEPTH: Final = 16
MAX_ITEMS: Final = 256
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,19})", re.ASCII)

_RANGES: Final[Mapping[int, tuple[int, int]]] = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}
_WIDE: Final = frozenset({FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64})


class NotReadable(ValueError):
    """The JSON value is not this message. The text says what was wanted, never what came."""


Read = Callable[[Any, int], Any]


class Reader:
    """Reads one type of message, and the types inside it, from parsed JSON."""

    def __init__(self, descriptor: Descriptor) -> None:
        self._make: Callable[..., Message] = GetMessageClass(descriptor)
        self._fields: dict[str, Read] = {}
        self._groups: dict[str, str] = {}
        for field in descriptor.fields:
            self._fields[field.name] = _repeated(field) if field.is_repeated else _single(field)
            if field.containing_oneof is not None:
                self._groups[field.name] = field.containing_oneof.name

    def read(self, value: object, depth: int = 0) -> Message:
        """The message that `value` (of dicts, lists, strings, numbers, booleans) stands for.

        Raises NotReadable.
        """
        if type(value) is not dict:
            raise NotReadable("an object")
        if depth > MAX_DEPTH:
            raise NotReadable(f"at most {MAX_DEPTH} levels")
        given: dict[str, Any] = {}
        groups: set[str] = set()
        for name, content in value.items():
            read = self._fields.get(name)
            if read is None:
                raise NotReadable("known fields only")
            group = self._groups.get(name)
            if group is not None:
                if group in groups:
                    raise NotReadable(f"one of {group}")
                groups.add(group)
            given[name] = read(content, depth)
        return self._make(**given)


@cache
def reader(descriptor: Descriptor) -> Reader:
    """The reader of that type; made once."""
    return Reader(descriptor)


def _repeated(field: FieldDescriptor) -> Read:
    read_one = _single(field)

    def read(value: Any, depth: int) -> list[Any]:
        if type(value) is not list or len(value) > MAX_ITEMS:
            raise NotReadable(f"{field.name}: a list of at most {MAX_ITEMS}")
        return [read_one(item, depth) for item in value]

    return read


def _single(field: FieldDescriptor) -> Read:
    kind = field.cpp_type
    if kind in _RANGES:
        low, high = _RANGES[kind]
        return _integer(field.name, low, high, kind in _WIDE)
    if kind == FieldDescriptor.CPPTYPE_MESSAGE:
        inner = field.message_type
        return lambda value, depth: reader(inner).read(value, depth + 1)
    if kind == FieldDescriptor.CPPTYPE_ENUM:
        assert field.enum_type is not None
        return _enum(field.name, field.enum_type)
    if kind == FieldDescriptor.CPPTYPE_BOOL:
        return _of_type(field.name, bool)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return _bytes(field.name)
    if kind == FieldDescriptor.CPPTYPE_STRING:
        return _of_type(field.name, str)

    def unsupported(value: Any, depth: int) -> Any:
        raise NotReadable(f"{field.name}: not in frames")

    return unsupported


def _of_type(name: str, wanted: type) -> Read:
    def read(value: Any, depth: int) -> Any:
        if type(value) is not wanted:
            raise NotReadable(f"{name}: {wanted.__name__}")
        return value

    return read


def _integer(name: str, low: int, high: int, wide: bool) -> Read:
    """64-bit integers may also be decimal strings: that is how the mapping writes them."""

    def read(value: Any, depth: int) -> int:
        if wide and type(value) is str and _DECIMAL.fullmatch(value):
            value = int(value)
        if type(value) is not int or not low <= value <= high:
            raise NotReadable(f"{name}: an integer from {low} to {high}")
        return value

    return read


def _enum(name: str, enum: EnumDescriptor) -> Read:
    numbers = {value.name: value.number for value in enum.values}
    known = frozenset(numbers.values())

    def read(value: Any, depth: int) -> int:
        number = numbers.get(value) if type(value) is str else value
        if type(number) is not int or number not in known:
            raise NotReadable(f"{name}: a value of {enum.name}")
        return number

    return read


def _bytes(name: str) -> Read:
    def read(value: Any, depth: int) -> bytes:
        try:
            if type(value) is str:
                return base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            pass
        raise NotReadable(f"{name}: base64 with padding")

    return read
