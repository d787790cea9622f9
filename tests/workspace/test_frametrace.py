"""What is told of a trace of the browser is what stands in it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from frametrace import Span, Trace, joined

MAIN = {"pid": 1, "tid": 1}
WHOLE = Span(0, 1_000_000)


def ran(name: str, at: float, ms: float, **more: Any) -> dict[str, Any]:
    """Something of the main thread that took so long, none of which others had of the core."""
    span = {"ts": at * 1000, "dur": ms * 1000, "tdur": ms * 1000}
    return {"name": name, "cat": "", "ph": "X", **MAIN, **span, **more}


def instant(name: str, at: float, **more: Any) -> dict[str, Any]:
    """Something that has no length."""
    return {"name": name, "cat": "", "ph": "I", **MAIN, "ts": at * 1000, **more}


def frame(number: int, state: str = "PRESENTED_ALL") -> dict[str, Any]:
    """What became of that sixtieth of a second."""
    told = {"state": f"STATE_{state}", "frame_sequence": number}
    more = {"ph": "b", "args": {"frame_reporter": told}}
    return instant("PipelineReporter", number * 1000 / 60, **more)


def trace(*events: dict[str, Any]) -> Trace:
    """A page that marked its beginning; the browser marks another of its own accord."""
    marks = [instant(name, 0, cat="blink.user_timing") for name in ("loadEventEnd", "bench:go")]
    return Trace([*marks, *events])


def test_each_kind_has_its_own_time() -> None:
    """A layout in a script is no script; what nothing is known of is other."""
    script = ran("FunctionCall", 11, 8)
    found = trace(ran("RunTask", 10, 10), script, ran("Layout", 12, 3)).cost([WHOLE])
    assert found.main_ms == {"other": 2, "script": 5, "layout": 3}
    assert (found.all_ms, found.longest_task_ms) == (10, 10)


def test_time_of_other_processes_does_not_count() -> None:
    """A thread that was kept from its core for a while did not work meanwhile."""
    found = trace(ran("RunTask", 10, 50, tdur=4_000)).cost([WHOLE])
    assert found.all_ms == 4


def test_a_layout_is_forced_outside_of_a_frame() -> None:
    """Of three one belongs to a frame; a script asked for the others, one of them within it."""
    found = trace(
        ran("RunTask", 0, 5),
        ran("Layout", 1, 1),
        ran("RunTask", 10, 9),
        instant("BeginMainThreadFrame", 11),
        ran("FireAnimationFrame", 12, 2),
        ran("Layout", 12.5, 1),
        ran("Layout", 16, 1),
    ).cost([WHOLE])
    assert (found.layouts, found.forced, found.main_frames) == (3, 2, 1)


def test_frames_that_were_not_shown_are_gaps() -> None:
    """A frame told of twice is one; two that were dropped make the picture before stand longer."""
    shown = [frame(n) for n in (1, 2, 3, 3, 6)]
    dropped = [frame(n, "DROPPED") for n in (4, 5)]
    found = trace(*shown, *dropped).cost([WHOLE], [WHOLE])
    assert found.gaps_ms == pytest.approx([1000 / 60, 1000 / 60, 50])
    assert found.late(1) == pytest.approx(1 / 3)
    assert found.late(2) == pytest.approx(1 / 3)
    assert found.late(3) == 0
    assert found.frames_a_second == pytest.approx(36)


def test_only_the_asked_time_counts() -> None:
    """What began before or after is not counted, and overlaps are counted once."""
    found = trace(ran("RunTask", 10, 1), ran("RunTask", 90, 1)).cost([Span(0, 50_000)])
    assert found.all_ms == 1
    assert joined([Span(5, 9), Span(0, 3), Span(2, 4)]) == [Span(0, 4), Span(5, 9)]


def test_marks_of_others_are_left_out() -> None:
    """What the browser marks by itself begins nothing."""
    assert trace().marks == [("go", 0)]


def test_a_trace_of_no_page_is_refused() -> None:
    """There is nothing to be found in it."""
    with pytest.raises(ValueError, match="no page"):
        Trace([ran("RunTask", 0, 1)])
