"""The text of a set of deadlines and the value behind it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardbus.due import MAX_MS, MAX_VERSION, DueSet, MalformedDue

KINDS = st.from_regex(r"[a-z][a-z_]{0,12}(:[A-Za-z0-9_-]{1,16})?", fullmatch=True).filter(
    lambda kind: kind.isascii()
)
SETS = st.builds(
    DueSet,
    st.integers(0, MAX_VERSION),
    st.dictionaries(KINDS, st.integers(0, MAX_MS), max_size=8).map(lambda d: tuple(d.items())),
)


@given(SETS)
def test_text_and_value_are_one(due: DueSet) -> None:
    """Parsing what was written gives the same value."""
    assert DueSet.parse(due.text) == due


@given(st.text(max_size=40))
def test_any_text_is_read_exactly_or_refused(text: str) -> None:
    """No text is read as a set that would be written differently."""
    try:
        due = DueSet.parse(text)
    except MalformedDue:
        return
    assert due.text == text


def test_the_text_is_as_the_log_page_writes_it() -> None:
    """The order given stays, an empty set is its version alone."""
    assert DueSet(17, (("turn", 9), ("bot", 5))).text == "v=17;turn@9;bot@5"
    assert DueSet(17).text == "v=17"


@pytest.mark.parametrize(
    "text",
    [
        "", "v=", "v=-1", "v=01", "17", "v=1;", "v=1;turn", "v=1;turn@", "v=1;turn@-1",
        "v=1;turn@1;turn@2", "v=1;Turn@1", "v=1;turn@1 ", "v=1;turn@1\n", "v=1;a:@1",
        f"v=1;turn@{MAX_MS + 1}", f"v={MAX_VERSION + 1}", "v=١", "v=1;turn@١",
    ],
)  # fmt: skip
def test_what_is_no_set_is_refused(text: str) -> None:
    """Holes, signs, doubled kinds, line ends and numbers out of range are errors."""
    with pytest.raises(MalformedDue):
        DueSet.parse(text)


def test_earliest_and_at() -> None:
    """The first moment, and the moment of a kind."""
    due = DueSet(3, (("turn", 90), ("absent:2", 50)))
    assert due.earliest_ms == 50
    assert due.at("absent:2") == 50
    assert due.at("bot") is None
    assert DueSet(3).earliest_ms is None
