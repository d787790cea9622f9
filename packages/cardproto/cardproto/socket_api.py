"""The clients' socket as an AsyncAPI 3 document, from the contract and the comments in it.

Made of protoc's descriptors, not of the generated modules, since only those keep comments. Every
frame has a JSON schema: what `carteado.v1+json` carries as it is, and `carteado.v1+proto` as the
serialised message of the same name.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

import yaml
from google.protobuf import descriptor_pb2

CLIENT: Final = "carteado/v1/client.proto"
HEAD: Final = "# Generated from proto/ by `make proto`.\n"

ROOM: Final = ("room", "error")
DONE: Final = ("ok", "error")
REPLIES: Final[Mapping[str, tuple[str, ...]]] = {
    "hello": ("welcome", "error"),
    "ping": ("pong",),
    "create_room": ROOM,
    "quick_play": ROOM,
    "enter_room": ROOM,
    "quit_room": DONE,
    "leave_room": DONE,
    "take_seat": ROOM,
    "leave_seat": ROOM,
    "add_bot": ROOM,
    "remove_bot": ROOM,
    "configure": ROOM,
    "contribute": DONE,
    "start_game": ROOM,
    "pause_game": ROOM,
    "resume_game": ROOM,
    "end_game": ROOM,
    "transfer_host": ROOM,
    "remove_person": ROOM,
    "close_room": DONE,
    "join_queue": ("queue", "error"),
    "leave_queue": DONE,
    "agree_rated": ROOM,
    "act": ("accepted", "error"),
    "resync": ("update", "error"),
    "watch_listing": ("listing", "ok", "error"),
    "react": DONE,
    "rename": ("welcome", "error"),
}
"""What may answer each frame of a client; a frame that stands not here: `ok`, a room, an error."""
ALONE: Final = (
    "room",
    "room_gone",
    "update",
    "listing_changed",
    "reaction",
    "queue",
    "goodbye",
    "error",
)
"""What comes by itself."""

_Field = descriptor_pb2.FieldDescriptorProto
_WIDE: Final = {_Field.TYPE_INT64, _Field.TYPE_SINT64, _Field.TYPE_UINT64}
_UNSIGNED: Final = {_Field.TYPE_UINT32, _Field.TYPE_UINT64}
_NARROW: Final = {_Field.TYPE_INT32, _Field.TYPE_SINT32, _Field.TYPE_UINT32}

Schema = dict[str, Any]
Comments = Callable[[tuple[int, ...]], str]
"""The comment before what stands at a path of `SourceCodeInfo`; empty: none."""


def files(proto: Path, out: Path) -> list[descriptor_pb2.FileDescriptorProto]:
    """The client's contract and what it imports of ours, with comments; `out` is an empty folder.

    Raises subprocess.CalledProcessError where protoc refuses them.
    """
    target = out / "client.binpb"
    well_known = resources.files("grpc_tools") / "_proto"
    command = (sys.executable, "-m", "grpc_tools.protoc", f"-I{proto}", f"-I{well_known}")
    options = (f"--descriptor_set_out={target}", "--include_source_info", "--include_imports")
    subprocess.run((*command, *options, CLIENT), check=True, capture_output=True)
    found = descriptor_pb2.FileDescriptorSet.FromString(target.read_bytes())
    return [file for file in found.file if file.package == "carteado.v1"]


class Schemas:
    """JSON schemas of all messages and enumerations, as proto3 JSON writes them."""

    def __init__(self, given: list[descriptor_pb2.FileDescriptorProto]) -> None:
        self.all: dict[str, Schema] = {}
        self.bodies: dict[str, dict[str, str]] = {}
        """Of a frame's message: body to the name of its type."""
        for file in given:
            comments = _comments(file)
            for number, enum in enumerate(file.enum_type):
                names = [value.name for value in enum.value]
                about = _told(comments((5, number)))
                self.all[enum.name] = {"type": "string", "enum": names, **about}
            for number, message in enumerate(file.message_type):
                self.all[message.name] = self._message(message, comments, (4, number))

    def _message(
        self, message: descriptor_pb2.DescriptorProto, comments: Comments, path: tuple[int, ...]
    ) -> Schema:
        maps = {each.name: each for each in message.nested_type if each.options.map_entry}
        properties: dict[str, Schema] = {}
        choices: dict[int, list[str]] = {}
        for number, field in enumerate(message.field):
            entry = maps.get(field.type_name.rpartition(".")[2])
            if entry is not None:
                schema: Schema = {"type": "object", "additionalProperties": _value(entry.field[1])}
            elif field.label == _Field.LABEL_REPEATED:
                schema = {"type": "array", "items": _value(field)}
            else:
                schema = _value(field)
            comment = _told(comments((*path, 2, number)))
            properties[field.name] = {"allOf": [schema], **comment} if "$ref" in schema else schema
            properties[field.name] |= comment
            if field.HasField("oneof_index") and not field.proto3_optional:
                choices.setdefault(field.oneof_index, []).append(field.name)
                body = field.type_name.rpartition(".")[2]
                self.bodies.setdefault(message.name, {})[field.name] = body
        schema = {"type": "object", **_told(comments(path)), "properties": properties}
        if choices:
            (names,) = choices.values()
            schema["maxProperties"] = len(properties) - len(names) + 1
        return schema


def _value(field: _Field) -> Schema:
    kind = field.type
    if kind in (_Field.TYPE_MESSAGE, _Field.TYPE_ENUM):
        return {"$ref": f"#/components/schemas/{field.type_name.rpartition('.')[2]}"}
    if kind in _WIDE:
        # Written as a string; read as either.
        sign = "" if kind in _UNSIGNED else "-?"
        return {"type": ["string", "integer"], "pattern": f"^{sign}[0-9]{{1,20}}$"}
    if kind in _NARROW:
        return {"type": "integer", **({"minimum": 0} if kind in _UNSIGNED else {})}
    if kind == _Field.TYPE_BOOL:
        return {"type": "boolean"}
    if kind == _Field.TYPE_BYTES:
        return {"type": "string", "contentEncoding": "base64"}
    if kind == _Field.TYPE_STRING:
        return {"type": "string"}
    raise ValueError(f"{field.name}: no frame has such a field yet")


def _comments(file: descriptor_pb2.FileDescriptorProto) -> Comments:
    told = {
        tuple(place.path): " ".join(place.leading_comments.split())
        for place in file.source_code_info.location
        if place.leading_comments
    }
    return lambda path: told.get(path, "")


def _told(comment: str) -> Schema:
    return {"description": comment} if comment else {}


def document(given: list[descriptor_pb2.FileDescriptorProto]) -> dict[str, Any]:
    """The AsyncAPI document; the gateway is the application that it describes."""
    schemas = Schemas(given)
    clients, servers = schemas.bodies["ClientFrame"], schemas.bodies["ServerFrame"]
    messages = dict(_messages("client", clients, "id")) | dict(_messages("server", servers, ""))
    binary = {f"{side}Frame": _binary(side) for side in ("Client", "Server")}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Carteado, the clients' socket",
            "version": "1",
            "description": "One WebSocket, two subprotocols, the same frames. The first frame of a "
            "socket is `hello`. How a client is written: docs/clients.md.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "gateway": {"host": "127.0.0.1:8080", "protocol": "ws", "description": "Any gateway"}
        },
        "channels": {
            "json": _channel("carteado.v1+json", messages, "Text messages: the frames' JSON."),
            "proto": _channel(
                "carteado.v1+proto",
                binary,
                "Binary messages: the frames serialised.",
            ),
        },
        "operations": dict(_operations(clients)),
        "components": {
            "messages": messages | binary,
            "schemas": schemas.all,
        },
    }


def _binary(side: str) -> Schema:
    return {
        "name": f"carteado.v1.{side}Frame",
        "contentType": "application/protobuf",
        "payload": {"$ref": f"#/components/schemas/{side}Frame"},
    }


def _channel(subprotocol: str, messages: Mapping[str, Any], about: str) -> Schema:
    header = {"type": "string", "const": subprotocol}
    return {
        "address": "/ws",
        "title": subprotocol,
        "description": about,
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
        "bindings": {
            "ws": {
                "method": "GET",
                "headers": {
                    "type": "object",
                    "properties": {"Sec-WebSocket-Protocol": header},
                    "required": ["Sec-WebSocket-Protocol"],
                },
            }
        },
    }


def _messages(side: str, bodies: Mapping[str, str], needs: str) -> Iterator[tuple[str, Schema]]:
    frame = f"{side.title()}Frame"
    for body, kind in bodies.items():
        required = [name for name in (needs, body) if name]
        yield (
            f"{side}.{body}",
            {
                "name": body,
                "title": kind,
                "contentType": "application/json",
                "payload": {
                    "allOf": [{"$ref": f"#/components/schemas/{frame}"}],
                    "required": required,
                },
            },
        )


def _operations(clients: Mapping[str, str]) -> Iterator[tuple[str, Schema]]:
    channel = {"$ref": "#/channels/json"}
    for body in clients:
        replies = REPLIES.get(body, ("ok", "room", "error"))
        yield (
            body,
            {
                "action": "receive",
                "channel": channel,
                "messages": [_of_channel(f"client.{body}")],
                "reply": {
                    "channel": channel,
                    "messages": [_of_channel(f"server.{reply}") for reply in replies],
                },
            },
        )
    yield (
        "tell",
        {
            "action": "send",
            "channel": channel,
            "messages": [_of_channel(f"server.{body}") for body in ALONE],
        },
    )
    binary = {"$ref": "#/channels/proto"}
    sides = (("receive", "ClientFrame"), ("send", "ServerFrame"))
    for action, name in sides:
        message = {"$ref": f"#/channels/proto/messages/{name}"}
        yield f"{action}Binary", {"action": action, "channel": binary, "messages": [message]}


def _of_channel(name: str) -> Schema:
    return {"$ref": f"#/channels/json/messages/{name}"}


def text(proto: Path, out: Path) -> str:
    """The file's content; `out` is an empty folder."""
    written = document(files(proto, out))
    return HEAD + str(yaml.safe_dump(_plain(written), sort_keys=False, width=100))


def _plain(value: Any) -> Any:
    """The same without shared parts, which YAML would write as anchors."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return re.sub(r"\s+", " ", value) if isinstance(value, str) else value
