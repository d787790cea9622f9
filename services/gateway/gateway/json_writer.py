"""Writes proto3 JSON by the descriptors: what protobuf's own converter writes, and sooner.

Original field names, unset fields left out. Floats and the well-known types are not written: no
frame to a client has any.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

Write = Callable[[Any], Any]

_AS_IS = frozenset(
    {
        FieldDescriptor.CPPTYPE_BOOL,
        FieldDescriptor.CPPTYPE_INT32,
        FieldDescriptor.CPPTYPE_UINT32,
    }
)
_AS_TEXT = frozenset({FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64})


class Writer:
    """Writes one type of message, and the types inside it. Raises TypeError for a float."""

    def __init__(self, descriptor: Descriptor) -> None:
        self._descriptor = descriptor
        self._fields: dict[int, tuple[str, Write | None]] = {}

    def value(self, message: Message) -> dict[str, Any]:
        """The message as dicts, lists, strings, numbers and booleans."""
        fields = self._fields or self._plan()
        written: dict[str, Any] = {}
        for field, content in message.ListFields():
            name, write = fields[field.number]
            written[name] = content if write is None else write(content)
        return written

    def _plan(self) -> dict[int, tuple[str, Write | None]]:
        self._fields = {
            field.number: (field.name, _writing(field)) for field in self._descriptor.fields
        }
        return self._fields


@cache
def writer(descriptor: Descriptor) -> Writer:
    """The writer of that type; made once."""
    return Writer(descriptor)


def _writing(field: FieldDescriptor) -> Write | None:
    if not field.is_repeated:
        return _single(field)
    entry = field.message_type
    if entry is not None and entry.GetOptions().map_entry:
        return _map(_single(entry.fields_by_name["value"]))
    one = _single(field)
    return list if one is None else _each(one)


def _each(one: Write) -> Write:
    return lambda content: [one(item) for item in content]


def _map(one: Write | None) -> Write:
    def write(content: Any) -> dict[str, Any]:
        return {_key(key): item if one is None else one(item) for key, item in content.items()}

    return write


def _key(key: object) -> str:
    return str(key).lower() if type(key) is bool else str(key)


def _single(field: FieldDescriptor) -> Write | None:
    """How one value is written; None: as it is."""
    kind = field.cpp_type
    if kind in _AS_IS:
        return None
    if kind in _AS_TEXT:
        return str
    if kind == FieldDescriptor.CPPTYPE_STRING:
        return _base64 if field.type == FieldDescriptor.TYPE_BYTES else None
    if kind == FieldDescriptor.CPPTYPE_MESSAGE and field.message_type is not None:
        return writer(field.message_type).value
    if kind == FieldDescriptor.CPPTYPE_ENUM and field.enum_type is not None:
        return _enum(field.enum_type)
    raise TypeError(f"{field.full_name}: not in frames")


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _enum(enum: EnumDescriptor) -> Write:
    names = {value.number: value.name for value in enum.values}
    return lambda number: names.get(number, number)
