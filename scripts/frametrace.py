"""What a Chrome trace says of frames: how many were shown, and what they cost which thread.

Of threads only their own CPU time is counted, so that other processes on the machine change little;
when a frame was shown is wall time and does feel them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

CATEGORIES: Final = (
    "-*",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "blink.user_timing",
    "v8.execute",
)
"""What has to be traced."""

MARK: Final = "bench:"
"""How marks begin that are made for this; browsers make others by themselves."""

FRAME_MS: Final = 1000 / 60
_LATE: Final = 1.02
"""Frames come in steps of a sixtieth, give or take a little."""

_KINDS: Final = {
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    **dict.fromkeys(("PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer"), "paint"),
    **dict.fromkeys(
        ("FunctionCall", "EvaluateScript", "FireAnimationFrame", "TimerFire", "EventDispatch"),
        "script",
    ),
    **dict.fromkeys(("RunMicrotasks", "MinorGC", "MajorGC", "ParseHTML"), "script"),
}
"""Events of the main thread and what they are counted as."""

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the trace's clock, in microseconds."""

    begin: float
    end: float

    def holds(self, at: float) -> bool:
        """Whether a moment lies within."""
        return self.begin <= at < self.end


@dataclass
class Cost:
    """What the spans looked at cost. Milliseconds; of threads, of their CPU."""

    seconds: float = 0.0
    main_ms: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """The main thread's, by `script`, `style`, `layout`, `paint` and `other`."""
    longest_task_ms: float = 0.0
    layouts: int = 0
    forced: int = 0
    """Layouts that a script had to wait for."""
    main_frames: int = 0
    """Frames for which the main thread was asked."""
    raster_ms: float = 0.0
    """Pixels of tiles, on threads of the page's process."""
    compose_ms: float = 0.0
    """Tiles put together, in the process that a phone has a GPU for."""
    gaps_ms: list[float] = field(default_factory=list)
    """From each shown frame to the next."""

    @property
    def all_ms(self) -> float:
        """The main thread's, of whatever kind."""
        return sum(self.main_ms.values())

    @property
    def frames_a_second(self) -> float:
        """Frames shown a second while something moved."""
        return len(self.gaps_ms) * 1000 / sum(self.gaps_ms) if self.gaps_ms else 0.0

    @property
    def longest_gap_ms(self) -> float:
        """The longest that one picture stood."""
        return max(self.gaps_ms, default=0.0)

    def late(self, frames: int) -> float:
        """Share of pictures that stood for longer than so many frames."""
        over = [gap for gap in self.gaps_ms if gap > frames * FRAME_MS * _LATE]
        return len(over) / len(self.gaps_ms) if self.gaps_ms else 0.0


class Trace:
    """One recorded trace. Raises ValueError where no page marked anything in it."""

    def __init__(self, events: Sequence[Event]) -> None:
        threads = {
            (e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"
        }
        marked = [
            e for e in events if e.get("cat") == "blink.user_timing" and e["name"].startswith(MARK)
        ]
        if not marked:
            raise ValueError("no page marked anything in this trace")
        self._pid: int = marked[0]["pid"]
        self._main = (self._pid, marked[0]["tid"])
        self._workers = {t for t, name in threads.items() if t[0] == self._pid and "Worker" in name}
        self._viz = {
            t for t, name in threads.items() if name in ("VizCompositorThread", "CrGpuMain")
        }
        self._events = sorted(events, key=lambda e: (e.get("ts", 0), -e.get("dur", 0)))
        self.marks: list[tuple[str, float]] = sorted(
            ((e["name"].removeprefix(MARK), float(e["ts"])) for e in marked), key=lambda m: m[1]
        )

    def cost(self, spans: Iterable[Span], moving: Iterable[Span] = ()) -> Cost:
        """What these spans cost. Frames are only waited for where something is `moving`."""
        found = Cost()
        for span in spans:
            found.seconds += (span.end - span.begin) / 1e6
            self._add(found, span)
        shown = self._shown()
        for span in joined(moving):
            within = shown[bisect_left(shown, span.begin) : bisect_left(shown, span.end)]
            found.gaps_ms += [(b - a) / 1000 for a, b in pairwise(within)]
        return found

    def _add(self, found: Cost, span: Span) -> None:
        """Count what begins within."""
        open_events: list[tuple[float, str]] = []
        drawing = False
        for event in self._events:
            at = event.get("ts", 0)
            if not span.holds(at):
                continue
            thread, name = (event["pid"], event["tid"]), event["name"]
            if thread == self._main:
                while open_events and open_events[-1][0] <= at:
                    open_events.pop()
                drawing = drawing and bool(open_events)
                if name == "BeginMainThreadFrame":
                    found.main_frames += 1
                    drawing = True
                if event["ph"] == "X":
                    around = [kind for _, kind in open_events]
                    self._add_main(found, event, around)
                    if name == "Layout" and around:
                        found.layouts += 1
                        found.forced += not drawing or "script" in around
                    kind = "other" if name == "RunTask" else _KINDS.get(name)
                    if kind is not None:
                        open_events.append((at + event.get("dur", 0), kind))
            elif thread in self._workers and name == "RasterTask":
                found.raster_ms += _cpu_ms(event)
            elif thread in self._viz and name == "RunTask":
                found.compose_ms += _cpu_ms(event)

    @staticmethod
    def _add_main(found: Cost, event: Event, around: Sequence[str]) -> None:
        """Each kind's own time: what it holds of another kind is taken from what is around."""
        name, spent = event["name"], _cpu_ms(event)
        if name == "RunTask":
            if around:
                return
            found.longest_task_ms = max(found.longest_task_ms, spent)
            found.main_ms["other"] += spent
            return
        kind = _KINDS.get(name)
        if kind is None or not around:
            return
        found.main_ms[kind] += spent
        found.main_ms[around[-1]] -= spent

    def _shown(self) -> list[float]:
        """When the page's frames began that came to be shown, in microseconds."""
        frames: dict[int, float] = {}
        for event in self._events:
            if event["name"] == "PipelineReporter" and event["pid"] == self._pid:
                told = event.get("args", {}).get("frame_reporter", {})
                # One frame is told of twice where the main thread came too late for it.
                if str(told.get("state")).startswith("STATE_PRESENTED"):
                    frames.setdefault(told["frame_sequence"], float(event["ts"]))
        return sorted(frames.values())


def _cpu_ms(event: Event) -> float:
    """A thread's own time, without what other processes had of its core."""
    return float(event.get("tdur", 0)) / 1000


def joined(spans: Iterable[Span]) -> list[Span]:
    """The same time without overlaps, in order."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda one: one.begin):
        if result and span.begin <= result[-1].end:
            result[-1] = Span(result[-1].begin, max(result[-1].end, span.end))
        else:
            result.append(span)
    return result
