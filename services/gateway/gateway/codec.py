"""Frames as bytes: the two subprotocols.

An update of a table is never rebuilt for a binary client: its envelope is a tag and a length
before the bytes of the public and the private part, which concatenated are one message.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

import orjson
from google.protobuf.message import DecodeError, Message

from cardproto.v1.client_pb2 import ClientFrame, ServerFrame
from cardproto.v1.table_pb2 import Update
from gateway.errors import Malformed
from gateway.ids import is_frame_id
from gateway.json_writer import writer
from gateway.strict_json import NotReadable, reader

_LENGTH_DELIMITED: Final = 2


def varint(number: int) -> bytes:
    """Protobuf's encoding of a number from 0."""
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def _key(message: type[Message], field: str, wire_type: int) -> bytes:
    return varint(message.DESCRIPTOR.fields_by_name[field].number << 3 | wire_type)


_REPLY_TO: Final = _key(ServerFrame, "reply_to", _LENGTH_DELIMITED)
_UPDATE: Final = _key(ServerFrame, "update", _LENGTH_DELIMITED)
_RESYNC: Final = _key(Update, "resync", 0) + b"\x01"


class Codec(Protocol):
    """One subprotocol."""

    subprotocol: str
    text: bool
    """Whether its messages are WebSocket text messages (UTF-8), else binary ones."""

    def read(self, message: bytes) -> ClientFrame:
        """The frame in a message. Raises Malformed, with the frame's id where it was legible."""

    def write(self, frame: ServerFrame) -> bytes:
        """The message of a frame."""

    def update(
        self, public: bytes, private: bytes, *, resync: bool = False, reply_to: str = ""
    ) -> bytes:
        """The message of a frame with one seat's update, `private` empty for a watcher."""


class Binary:
    """`carteado.v1+proto`: the serialised message."""

    subprotocol = "carteado.v1+proto"
    text = False

    def read(self, message: bytes) -> ClientFrame:
        """The frame in a message. Raises Malformed: undecodable, unknown fields, no body."""
        frame = ClientFrame()
        try:
            frame.ParseFromString(message)
        except DecodeError as error:
            raise Malformed from error
        size = frame.ByteSize()
        frame.DiscardUnknownFields()
        return _checked(frame, known_only=frame.ByteSize() == size)

    def write(self, frame: ServerFrame) -> bytes:
        """The message of a frame."""
        return frame.SerializeToString()

    def update(
        self, public: bytes, private: bytes, *, resync: bool = False, reply_to: str = ""
    ) -> bytes:
        """The envelope before the parts as they are; neither is parsed."""
        head = b""
        if reply_to:
            name = reply_to.encode()
            head = _REPLY_TO + varint(len(name)) + name
        mark = _RESYNC if resync else b""
        length = varint(len(public) + len(private) + len(mark))
        return b"".join((head, _UPDATE, length, public, private, mark))


class Json:
    """`carteado.v1+json`: the proto3 JSON of the same messages, original field names."""

    subprotocol = "carteado.v1+json"
    text = True

    def __init__(self) -> None:
        self._reader = reader(ClientFrame.DESCRIPTOR)
        self._writer = writer(ServerFrame.DESCRIPTOR)

    def read(self, message: bytes) -> ClientFrame:
        """The frame in a message. Raises Malformed: no JSON, or not of this form to the letter."""
        try:
            value = orjson.loads(message)
        except ValueError as error:
            raise Malformed from error
        try:
            frame = self._reader.read(value)
        except (NotReadable, ValueError, TypeError, RecursionError) as error:
            raise Malformed(_legible_id(value)) from error
        assert isinstance(frame, ClientFrame)
        return _checked(frame, known_only=True)

    def write(self, frame: ServerFrame) -> bytes:
        """The message of a frame."""
        return orjson.dumps(self._writer.value(frame))

    def update(
        self, public: bytes, private: bytes, *, resync: bool = False, reply_to: str = ""
    ) -> bytes:
        """The parts merged and transcoded: costly, so call it once an entry and seat."""
        frame = ServerFrame(reply_to=reply_to)
        frame.update.MergeFromString(public)
        frame.update.MergeFromString(private)
        if resync:
            frame.update.resync = True
        return self.write(frame)


def _checked(frame: ClientFrame, *, known_only: bool) -> ClientFrame:
    if not is_frame_id(frame.id):
        raise Malformed
    if not known_only or frame.WhichOneof("body") is None:
        raise Malformed(frame.id)
    return frame


def _legible_id(value: Any) -> str:
    name = value.get("id") if type(value) is dict else None
    return name if type(name) is str and is_frame_id(name) else ""


BINARY: Final = Binary()
JSON: Final = Json()
CODECS: Final[dict[str, Codec]] = {codec.subprotocol: codec for codec in (BINARY, JSON)}
