"""Curves as one SVG file: a small picture for each, all over the same time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

_WIDE, _HIGH, _GAP, _COLUMNS = 260, 70, 34, 4


def drawn(
    times_s: Sequence[float], curves: Mapping[str, Sequence[float]], marks: Mapping[str, str]
) -> str:
    """The file's text. `marks` gives a curve the colour in which it is drawn."""
    rows = -(-len(curves) // _COLUMNS)
    wide, high = _COLUMNS * (_WIDE + _GAP), rows * (_HIGH + _GAP) + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>'
    ]
    for number, (name, values) in enumerate(curves.items()):
        left = number % _COLUMNS * (_WIDE + _GAP) + _GAP / 2
        top = number // _COLUMNS * (_HIGH + _GAP) + _GAP
        low, most = min(values, default=0.0), max(values, default=0.0)
        label = f"{name}  {low:,.6g} to {most:,.6g}"
        points = " ".join(_points(times_s, values, left, top, low, most))
        colour = marks.get(name, "#2563eb")
        parts.append(
            f'<text x="{left}" y="{top - 5}">{escape(label)}</text>'
            f'<rect x="{left}" y="{top}" width="{_WIDE}" height="{_HIGH}" fill="#f6f6f4"/>'
            f'<polyline fill="none" stroke="{colour}" stroke-width="1.3" points="{points}"/>'
        )
    return "\n".join([*parts, "</svg>\n"])


def _points(
    times_s: Sequence[float],
    values: Sequence[float],
    left: float,
    top: float,
    low: float,
    most: float,
) -> list[str]:
    """From 0 upwards, so that a ripple is not drawn as a mountain."""
    span_s = max(times_s[-1] - times_s[0], 1e-9) if times_s else 1.0
    base, height = min(low, 0.0), max(most - min(low, 0.0), 1e-9)
    return [
        f"{left + (at - times_s[0]) / span_s * _WIDE:.1f},"
        f"{top + _HIGH - (value - base) / height * _HIGH:.1f}"
        for at, value in zip(times_s, values, strict=True)
    ]
