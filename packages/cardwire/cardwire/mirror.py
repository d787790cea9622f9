"""The rules' actions and events to messages of the same fields and back.

What is a tuple here is repeated there; what differs from its default is written.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from cardproto.v1 import common_pb2
from cardrules.game import Result

T = TypeVar("T")


def result_to_proto(result: Result) -> common_pb2.Result:
    """The end of a game as it is shown and settled."""
    return common_pb2.Result(
        winners=result.winners, scores=dict(result.scores), reason=result.reason
    )


def result_from_proto(message: common_pb2.Result) -> Result:
    """The inverse of `result_to_proto`."""
    return Result(tuple(message.winners), tuple(sorted(message.scores.items())), message.reason)


class Mirror(Generic[T]):
    """One kind of frozen value (a named tuple or a dataclass) and its message.

    `renamed` maps a field of the value to one of the message where the names differ. Raises
    TypeError where the two do not have the same fields.
    """

    def __init__(
        self, kind: type[T], message: type[Message], renamed: Mapping[str, str] | None = None
    ) -> None:
        self._kind = kind
        self._message = message
        shape = inspect.signature(kind).parameters
        names = {name: (renamed or {}).get(name, name) for name in shape}
        fields = message.DESCRIPTOR.fields_by_name
        if set(names.values()) != set(fields):
            raise TypeError(f"{kind.__qualname__} and {message.DESCRIPTOR.full_name} differ")
        self._names = names
        self._defaults = {name: parameter.default for name, parameter in shape.items()}
        self._readers = tuple(
            _reader(fields[name], self._defaults[own]) for own, name in names.items()
        )

    def write(self, value: T) -> Message:
        """The message; fields with their default stay unset."""
        content = {}
        for own, name in self._names.items():
            item = getattr(value, own)
            if item != self._defaults[own]:
                content[name] = result_to_proto(item) if isinstance(item, Result) else item
        return self._message(**content)

    def read(self, message: Message) -> T:
        """The inverse of `write`; nothing is checked but the message's own types."""
        return self._kind(*[read(message) for read in self._readers])

    def present(self, message: Message) -> dict[str, object]:
        """The fields that are set, by the message's names: an object of the notation."""
        found: dict[str, object] = {}
        for field, value in message.ListFields():
            found[field.name] = list(value) if field.is_repeated else value
        return found


def _reader(field: Any, default: object) -> Callable[[Any], object]:
    name = field.name
    if field.is_repeated:
        return lambda message: tuple(getattr(message, name))
    if not field.has_presence:
        return lambda message: getattr(message, name)
    if field.message_type is not None:
        return lambda message: (
            result_from_proto(getattr(message, name)) if message.HasField(name) else default
        )
    return lambda message: getattr(message, name) if message.HasField(name) else default
