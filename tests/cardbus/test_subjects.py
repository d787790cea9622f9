"""Subjects from contracts: only what may stand in one ever does."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardbus import contracts
from cardbus.errors import Malformed
from cardbus.subjects import (
    STREAM_SPLIT,
    Template,
    shard_token,
    shards_of,
    stream_names,
    stream_of_shard,
)
from cardproto.v1.engine_pb2 import LogEntry

LOG = Template("log.{shard}.{game_id}")
STRANGE = (
    st.text(max_size=40)
    | st.sampled_from(["*", ">", "", " ", "a", "a.b", "a b", "ab\n", "x" * 27, "x" * 10_240, "ÀÀ"])
    | st.from_regex(r"[a-z0-9]{0,40}", fullmatch=True)
)


@given(STRANGE)
def test_a_value_stands_in_a_subject_or_is_refused(value: str) -> None:
    """Three tokens whatever is given, or Malformed: for messages, for values, for patterns."""
    fine = re.fullmatch(r"[a-z0-9]{2,26}", value) is not None
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: LOG.fill(LogEntry(game_id=value)),
        lambda: LOG.fill_values({"game_id": value}),
        lambda: LOG.match({"game_id": value}),
    )
    for way in ways:
        if not fine:
            with pytest.raises(Malformed):
                way()
            continue
        assert way() == f"log.{zlib.crc32(value.encode()) % 64:02d}.{value}".encode()


def test_a_final_line_break_is_no_part_of_a_value() -> None:
    """`$` would let it pass."""
    with pytest.raises(Malformed):
        shard_token("abcdefgh\n")


def test_subjects_are_read_back() -> None:
    """And nothing else is taken for one."""
    assert LOG.read("log.07.abcd") == {"shard": "07", "game_id": "abcd"}
    for other in ("log.07", "log.07.abcd.e", "feed.07.abcd"):
        with pytest.raises(Malformed):
            LOG.read(other)


def test_patterns_leave_open_what_is_not_given() -> None:
    """For subscribing to all; a field that is no placeholder is a mistake."""
    assert LOG.match({}) == b"log.*.*"
    assert LOG.wildcard == "log.*.*"
    with pytest.raises(KeyError):
        LOG.match({"room_id": "abcd"})


def test_split_streams_hold_every_shard_once() -> None:
    """Eight of eight."""
    held = [token for index in range(STREAM_SPLIT) for token in shards_of(index)]
    assert held == [f"{n:02d}" for n in range(64)]
    for index, name in enumerate(stream_names("GAMES", True)):
        assert {stream_of_shard("GAMES", t, True) for t in shards_of(index)} == {name}
    assert stream_of_shard("GAMES", "63", False) == "GAMES"


def test_no_two_contracts_share_a_subject() -> None:
    """A call, an announcement, a stream and a feed never overlap."""
    templates = [
        *(call.template for call in contracts.calls().values()),
        *(each.template for told in contracts.announcements().values() for each in told),
        *(stored.template for stored in contracts.streams().values()),
        *(stored.feed for stored in contracts.streams().values() if stored.feed),
    ]
    seen = [template.wildcard.split(".") for template in templates]
    for n, one in enumerate(seen):
        for other in seen[n + 1 :]:
            same = len(one) == len(other) and all(
                a == b or "*" in (a, b) for a, b in zip(one, other, strict=True)
            )
            assert not same, (one, other)
