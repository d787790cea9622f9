"""Fields written by hand are protobuf's own bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardproto.v1 import table_pb2
from cardwire.fragments import Field, Fragments, texts, varint


@given(st.integers(0, 2**64 - 1))
def test_numbers_are_written_as_protobuf_does(value: int) -> None:
    """Seven bits a byte."""
    message = table_pb2.TableState(turn_deadline_ms=value & (2**63 - 1))
    if value and value < 2**63:
        assert message.SerializeToString()[1:] == varint(value)
    assert len(varint(value)) == max((value.bit_length() + 6) // 7, 1)


@given(st.lists(st.text(max_size=300), max_size=5))
def test_texts_joined_are_the_message(values: list[str]) -> None:
    """Long, empty and non-ASCII ones too."""
    cards = texts(table_pb2.Reveal, "cards")
    assert (
        b"".join(map(cards.__getitem__, values))
        == table_pb2.Reveal(cards=values).SerializeToString()
    )


def test_a_long_content_has_its_length() -> None:
    """Beyond the lengths that are kept ready."""
    content = b"x" * 70_000
    written = Field(table_pb2.TableState, "commitment")(content)
    assert table_pb2.TableState.FromString(written).commitment == content


def test_fragments_do_not_grow_for_ever() -> None:
    """What clients could vary at will is forgotten again."""
    made: Fragments[int] = Fragments(varint)
    for value in range(10_000):
        assert made[value] == varint(value)
    assert len(made) <= 1_024


def test_what_is_asked_for_is_made_once() -> None:
    """However much else is asked for meanwhile."""
    written: list[int] = []

    def write(value: int) -> bytes:
        written.append(value)
        return varint(value)

    made: Fragments[int] = Fragments(write)
    for value in range(1, 10_000):
        assert made[value] == varint(value)
        assert made[0] == b"\0"
    assert written == [1, 0, *range(2, 10_000)]
