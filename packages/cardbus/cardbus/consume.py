"""Headers of a stream: what is new through its durable consumer, and sweeps of all last ones.

No body is read here: the durable consumer is made headers-only, and so are the sweeps'.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Due:
    """The header of one stored message: whose it is, where it stands, and its set of deadlines.

    `due` is the text of `Carteado-Due`; empty where the message has none.
    """

    placeholders: Mapping[str, str]
    sequence: int
    due: str
