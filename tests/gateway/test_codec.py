"""Frames as bytes, both subprotocols: what is read, what is refused, and updates put together."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cardproto.v1.client_pb2 import ClientFrame, ServerFrame
from cardproto.v1.common_pb2 import BOT_LEVEL_EASY, BOT_LEVEL_HARD
from cardproto.v1.table_pb2 import GameEvent, TableEvent, Update
from gateway.codec import BINARY, JSON, varint
from gateway.errors import Malformed

GAME = "abcdefghijklmnop"

BAD_JSON = [
    "",
    "null",
    "[]",
    "1",
    '"hello"',
    "{",
    "\x00",
    '{"id":"a"}',
    '{"id":"a","ping":null}',
    '{"id":"a","ping":[]}',
    '{"id":"a","ping":1}',
    '{"id":null,"ping":{}}',
    '{"id":5,"ping":{}}',
    '{"id":"","ping":{}}',
    '{"id":"a b","ping":{}}',
    '{"id":"' + "a" * 41 + '","ping":{}}',
    '{"ping":{}}',
    '{"id":"a","ping":{},"hello":{}}',
    '{"id":"a","ping":{},"extra":1}',
    '{"id":"a","ping":{"client_ms":1.5}}',
    '{"id":"a","ping":{"client_ms":1e30}}',
    '{"id":"a","ping":{"client_ms":true}}',
    '{"id":"a","ping":{"client_ms":"0x10"}}',
    '{"id":"a","ping":{"client_ms":123456789012345678901234567890}}',
    '{"id":"a","ping":{"clientMs":1}}',
    '{"id":"a","take_seat":{"room_id":"' + GAME + '","seat":-1}}',
    '{"id":"a","take_seat":{"room_id":"' + GAME + '","seat":"1"}}',
    '{"id":"a","take_seat":{"room_id":["' + GAME + '"]}}',
    '{"id":"a","contribute":{"nonce":"@@@"}}',
    '{"id":"a","contribute":{"nonce":"YQ"}}',
    '{"id":"a","add_bot":{"level":77}}',
    '{"id":"a","add_bot":{"level":"STRONG"}}',
    '{"id":"a","hello":{"versions":1}}',
    '{"id":"a","hello":{"versions":[null]}}',
    '{"id":"a","hello":{"versions":' + json.dumps([1] * 300) + "}}",
    '{"id":"a","act":{"action":{"virae":{"type":"play","call":1}}}}',
    '{"id":"a","x":' + "[" * 5000 + "]" * 5000 + "}",
    '{"id":"\ud800"}'.encode("utf-8", "surrogatepass").decode("latin-1"),
]


@pytest.mark.parametrize("text", BAD_JSON)
def test_what_is_not_a_frame_to_the_letter_is_malformed(text: str) -> None:
    """Wrong types, unknown names, null, lists, nesting and huge numbers are all refused."""
    with pytest.raises(Malformed):
        JSON.read(text.encode("utf-8", "replace"))


def test_the_id_of_an_unreadable_frame_is_told_where_it_is_legible() -> None:
    """A client learns which of its frames was wrong."""
    with pytest.raises(Malformed) as caught:
        JSON.read(b'{"id":"f-1","ping":{"nonsense":1}}')
    assert caught.value.frame_id == "f-1"


def test_unknown_fields_of_a_binary_frame_are_malformed() -> None:
    """Also where they stand inside the body."""
    frame = ClientFrame(id="f")
    frame.act.game_id = GAME
    outside = frame.SerializeToString() + b"\xf8\x07\x01"
    inside = ClientFrame(id="f").SerializeToString() + b"\x1a\x03\xf8\x07\x01"
    for message in (outside, inside):
        with pytest.raises(Malformed):
            BINARY.read(message)


def test_binary_frames_without_an_id_or_a_body_are_malformed() -> None:
    """Neither can be answered."""
    without_id = ClientFrame()
    without_id.ping.client_ms = 1
    for frame in (without_id, ClientFrame(id="a"), ClientFrame()):
        with pytest.raises(Malformed):
            BINARY.read(frame.SerializeToString())


@given(st.binary(max_size=300))
@example(b"\x0a")
@example(b"\xff" * 40)
def test_no_bytes_raise_anything_but_malformed(message: bytes) -> None:
    """Whatever comes, the parser answers with a frame that has an id and a body, or refuses."""
    for codec in (BINARY, JSON):
        try:
            frame = codec.read(message)
        except Malformed:
            continue
        assert frame.id
        assert frame.WhichOneof("body")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "act", "ping", "hello", "game_id", "action", "seat", "versions"])
            | st.text(max_size=4),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_no_json_raises_anything_but_malformed(value: Any) -> None:
    """Any JSON value at all, names of real fields among it."""
    try:
        frame = JSON.read(json.dumps(value, allow_nan=True).encode())
    except Malformed:
        return
    assert frame.WhichOneof("body")


ids = st.from_regex(r"[A-Za-z0-9_-]{1,40}", fullmatch=True)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@st.composite
def frames(draw: st.DrawFn) -> ClientFrame:
    """Legible frames of several kinds."""
    frame = ClientFrame(id=draw(ids))
    kind = draw(st.sampled_from(["ping", "act", "add_bot", "contribute", "hello"]))
    if kind == "ping":
        frame.ping.client_ms = draw(st.integers(-(2**63), 2**63 - 1))
    elif kind == "act":
        frame.act.game_id = draw(texts)
        frame.act.version = draw(st.integers(0, 2**32 - 1))
        action = frame.act.action.virae
        action.type = draw(texts)
        if draw(st.booleans()):
            action.call = draw(st.booleans())
    elif kind == "add_bot":
        frame.add_bot.room_id = draw(texts)
        frame.add_bot.level = draw(st.sampled_from([BOT_LEVEL_EASY, BOT_LEVEL_HARD]))
        if draw(st.booleans()):
            frame.add_bot.seat = draw(st.integers(0, 9))
    elif kind == "contribute":
        frame.contribute.nonce = draw(st.binary(max_size=64))
        frame.contribute.room_id = draw(texts)
    else:
        frame.hello.token = draw(texts)
        frame.hello.versions.extend(draw(st.lists(st.integers(0, 9), max_size=4)))
    return frame


@given(frames())
def test_both_subprotocols_read_the_same_frame(frame: ClientFrame) -> None:
    """What protobuf's own converter writes is read back as the same frame."""
    text = json.dumps(json_format.MessageToDict(frame, preserving_proto_field_name=True))
    assert JSON.read(text.encode()) == frame
    assert BINARY.read(frame.SerializeToString()) == frame


def _parts() -> tuple[Update, Update]:
    public = Update(game_id=GAME, version=7, at_ms=5)
    public.view.virae.hands.add(seat=0, count=7)
    public.events.append(GameEvent(table=TableEvent(type="started")))
    private = Update(you=3)
    private.view.virae.own.hand.append("v7")
    return public, private


@pytest.mark.parametrize("codec", [BINARY, JSON], ids=["binary", "json"])
@pytest.mark.parametrize("resync", [False, True])
@pytest.mark.parametrize("reply_to", ["", "f1"])
def test_an_update_is_the_two_parts_merged(codec: Any, resync: bool, reply_to: str) -> None:
    """Put together from bytes, it is what merging the messages would give."""
    public, private = _parts()
    expected = ServerFrame(reply_to=reply_to, update=public)
    expected.update.MergeFrom(private)
    if resync:
        expected.update.resync = True
    message = codec.update(
        public.SerializeToString(), private.SerializeToString(), resync=resync, reply_to=reply_to
    )
    if codec is BINARY:
        assert ServerFrame.FromString(message) == expected
    else:
        assert json_format.Parse(message, ServerFrame()) == expected


def test_the_binary_update_bears_the_parts_byte_for_byte() -> None:
    """Opaque: even bytes that are no message pass as they are."""
    message = BINARY.update(b"\xff\xfe", b"\xfd")
    assert message.endswith(b"\xff\xfe\xfd")
    assert len(message) == 5


@given(st.integers(0, 2**63))
def test_varints_are_protobufs(number: int) -> None:
    """Read back by protobuf: as the unsigned revision of a room."""
    from cardproto.v1.room_pb2 import Room

    key = varint(Room.DESCRIPTOR.fields_by_name["revision"].number << 3)
    assert Room.FromString(key + varint(number)).revision == number


def fill(message: Message, draw: Callable[[Any], Any], depth: int = 0) -> None:
    """Set fields at random, of every type that the message has."""
    for field in message.DESCRIPTOR.fields:
        if depth > 3 or draw(st.integers(0, 2)) == 0:
            continue
        place = getattr(message, field.name)
        entry = field.message_type
        if entry is not None and entry.GetOptions().map_entry:
            fill_map(place, entry, draw)
        elif entry is not None:
            fill(place.add() if field.is_repeated else place, draw, depth + 1)
        elif field.is_repeated:
            place.append(draw(scalar(field)))
        else:
            setattr(message, field.name, draw(scalar(field)))


def fill_map(place: Any, entry: Any, draw: Callable[[Any], Any]) -> None:
    """One key."""
    key = draw(scalar(entry.fields_by_name["key"]))
    place[key] = draw(scalar(entry.fields_by_name["value"]))


def scalar(field: Any) -> st.SearchStrategy[Any]:
    """Values of the field's type, zero and unknown enum numbers among them."""
    kind = field.cpp_type
    if field.type == FieldDescriptor.TYPE_BYTES:
        return st.binary(max_size=9)
    if kind == FieldDescriptor.CPPTYPE_STRING:
        return texts
    if kind == FieldDescriptor.CPPTYPE_BOOL:
        return st.booleans()
    if kind == FieldDescriptor.CPPTYPE_ENUM:
        return st.integers(0, 20)
    if kind in (FieldDescriptor.CPPTYPE_UINT64, FieldDescriptor.CPPTYPE_UINT32):
        return st.integers(0, 2**32 - 1)
    return st.integers(-(2**31), 2**31 - 1)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_json_frames_are_what_protobufs_own_converter_writes(data: st.DataObject) -> None:
    """Of every type that a frame to a client can hold."""
    body = data.draw(st.sampled_from([field.name for field in ServerFrame.DESCRIPTOR.fields][1:]))
    frame = ServerFrame(reply_to="f")
    fill(getattr(frame, body), data.draw)
    getattr(frame, body).SetInParent()
    expected = json_format.MessageToDict(frame, preserving_proto_field_name=True)
    assert json.loads(JSON.write(frame)) == expected
