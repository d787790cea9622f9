"""Takes secrets out of what is about to be written to a log: by name, by value, by shape."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

HIDDEN = "[redacted]"

_NAMES = re.compile(
    r"pass(word|wd|phrase)?$|secret|token|seed|nonce|credential|authorization|cookie|"
    r"api_?key|private",
    re.IGNORECASE,
)
_USERINFO = re.compile(r"(?<=://)[^/\s@]+(?=@)")
_SHORTEST_SECRET = 6
_DEEPEST = 6


class Redactor:
    """Redacts log events; knows the secret values that this process was given."""

    def __init__(self) -> None:
        self._values: set[str] = set()
        self._pattern: re.Pattern[str] | None = None

    def remember(self, *secrets: str) -> None:
        """From now on hide these values wherever they appear; very short ones are passed over.

        A secret of under six characters would blank out innocent words.
        """
        self._values |= {secret for secret in secrets if len(secret) >= _SHORTEST_SECRET}
        ordered = sorted(self._values, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, ordered))) if ordered else None

    def text(self, text: str) -> str:
        """`text` without known secrets and without credentials in addresses."""
        if self._pattern is not None:
            text = self._pattern.sub(HIDDEN, text)
        return _USERINFO.sub(HIDDEN, text) if "://" in text else text

    def value(self, value: Any, depth: int = 0) -> Any:
        """`value` made safe: texts cleaned, bytes told by length alone, containers walked."""
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, bytes | bytearray | memoryview):
            return f"<{len(value)} bytes>"
        if depth >= _DEEPEST:
            return "<deep>"
        if isinstance(value, Mapping):
            return self.mapping(value, depth + 1)
        if isinstance(value, list | tuple | set | frozenset):
            return [self.value(item, depth + 1) for item in value]
        return self.text(str(value))

    def mapping(self, mapping: Mapping[Any, Any], depth: int = 0) -> dict[str, Any]:
        """`mapping` with every value under a secret's name hidden and the others made safe."""
        return {
            str(key): HIDDEN if _NAMES.search(str(key)) else self.value(value, depth)
            for key, value in mapping.items()
        }
