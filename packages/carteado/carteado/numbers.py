"""Numbers on the command line that are refused where they make no sense."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import TypeVar

N = TypeVar("N", int, float)


def between(kind: type[N], low: float, high: float = math.inf) -> Callable[[str], N]:
    """A type for `argparse`: a number of that kind from `low` to `high`, both included."""

    def read(text: str) -> N:
        number = kind(text)
        if not low <= number <= high:
            upper = "or more" if high == math.inf else f"to {high:g}"
            raise argparse.ArgumentTypeError(f"{low:g} {upper}")
        return number

    read.__name__ = "number" if kind is float else "whole number"
    return read
