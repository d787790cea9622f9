"""Lines are JSON with bound ids; secrets, bytes and credentials in addresses are not in them."""

from __future__ import annotations

import io
import json
import logging
import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import logs
from cardkit.logs import Sampler
from cardkit.redaction import HIDDEN, Redactor


@pytest.fixture
def lines() -> io.StringIO:
    """Where the configured log writes."""
    stream = io.StringIO()
    logs.configure("service", "one", form="json", level="info", stream=stream)
    return stream


def written(stream: io.StringIO) -> list[dict[str, Any]]:
    """Every line so far, read as JSON."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_bears_process_part_level_time_and_bound_ids(lines: io.StringIO) -> None:
    """Bound ids hold inside the block alone."""
    log = logs.get("table")
    with logs.bound(game="g1"):
        log.info("folded", version=3)
    log.warning("later")
    first, second = written(lines)
    assert first.pop("at").endswith("Z")
    assert first == {
        "event": "folded", "version": 3, "game": "g1", "part": "table",
        "level": "info", "service": "service", "instance": "one",
    }  # fmt: skip
    assert "game" not in second


def test_levels_below_the_threshold_are_dropped_until_it_changes(lines: io.StringIO) -> None:
    """The level may change while the process runs, for loggers that exist already."""
    log = logs.get("x")
    log.debug("one")
    logs.set_level("debug")
    assert logs.enabled("debug")
    log.debug("two")
    logs.set_level("error")
    log.warning("three")
    assert [line["event"] for line in written(lines)] == ["two"]
    with pytest.raises(ValueError, match="loud"):
        logs.set_level("loud")


def test_libraries_write_the_same_lines(lines: io.StringIO) -> None:
    """The standard logging's warnings arrive, with their exceptions."""
    try:
        raise OSError("broken")
    except OSError:
        logging.getLogger("nats").warning("lost %s", "it", exc_info=True)
    (line,) = written(lines)
    assert (line["event"], line["level"], line["part"]) == ("lost it", "warning", "nats")
    assert "OSError: broken" in line["exception"]


def test_secrets_are_hidden_by_name_value_and_shape(lines: io.StringIO) -> None:
    """Nested too, in exceptions too; bytes are told by their length."""
    logs.redactor.remember("tr0ub4dor")
    log = logs.get("x")
    log.info(
        "m",
        server_seed="abc",
        session_token="abc",
        nested={"Password": "abc", "deep": [{"nonce": b"x"}]},
        note="say tr0ub4dor",
        url="nats://user:pw@host:1",
        frame=b"secret cards",
    )
    try:
        raise RuntimeError("with tr0ub4dor inside")
    except RuntimeError:
        log.exception("failed")
    text = lines.getvalue()
    for secret in ("abc", "tr0ub4dor", "pw@", "secret cards"):
        assert secret not in text
    first = written(lines)[0]
    assert first["frame"] == "<12 bytes>"
    assert first["url"] == f"nats://{HIDDEN}@host:1"


@given(
    secret=st.text(string.digits, min_size=6, max_size=20),
    around=st.lists(st.text(string.ascii_letters, max_size=10), min_size=2, max_size=4),
)
def test_no_remembered_value_passes(secret: str, around: list[str]) -> None:
    """Whatever surrounds it, in texts and in lists and mappings of texts."""
    redactor = Redactor()
    redactor.remember(secret)
    event = {"note": secret.join(around), "many": [secret, {"k": secret + around[0]}]}
    assert secret not in str(redactor.mapping(event))


def test_a_sampler_takes_the_first_of_each_run() -> None:
    """One in three."""
    sampler = Sampler(3)
    assert [sampler.take() for _ in range(7)] == [True, False, False, True, False, False, True]
    with pytest.raises(ValueError, match="at least one"):
        Sampler(0)


def test_the_console_is_for_reading(capsys: pytest.CaptureFixture[str]) -> None:
    """No colour codes where no terminal is."""
    stream = io.StringIO()
    logs.configure("service", "one", form="console", level="info", stream=stream)
    logs.get("x").info("hello", version=3)
    assert "hello" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()
