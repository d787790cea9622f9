"""Structured logs on standard output: one JSON object a line, or a readable console.

A line costs about 12 microseconds, so nothing logs once a message by default: counters tell
how much, `Sampler` lets one in so many through. Secrets are hidden by name, value and shape.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Literal, TextIO

import structlog

from cardkit.redaction import Redactor

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}

redactor = Redactor()
"""The process's own: `redactor.remember(secret)` hides one more value."""

_threshold = logging.INFO

Event = MutableMapping[str, Any]


def set_level(level: str) -> None:
    """Let lines from `level` on through, from now on. Raises ValueError for an unknown level."""
    global _threshold
    if level not in LEVELS:
        raise ValueError(f"no log level {level!r}: one of {', '.join(LEVELS)}")
    _threshold = LEVELS[level]


def enabled(level: str) -> bool:
    """Whether a line of `level` would be written; ask before building a costly one."""
    return LEVELS[level] >= _threshold


def get(name: str) -> structlog.stdlib.BoundLogger:
    """The logger of one part of a service. Getting one writes and connects to nothing."""
    logger: structlog.stdlib.BoundLogger = structlog.get_logger(part=name)
    return logger


bound = structlog.contextvars.bound_contextvars
"""`with bound(game=…, player=…):` adds the ids to every line written inside, tasks included."""


class Sampler:
    """Lets the first of every `every` occasions through; counts the ones it held back."""

    def __init__(self, every: int) -> None:
        if every < 1:
            raise ValueError(f"one in at least one: {every}")
        self._every = every
        self._seen = 0

    def take(self) -> bool:
        """Whether this occasion is one to log."""
        taken = self._seen % self._every == 0
        self._seen += 1
        return taken


def _drop_below_threshold(_: Any, method: str, event: Event) -> Event:
    if LEVELS.get(method, logging.ERROR) < _threshold:
        raise structlog.DropEvent
    return event


def _redact(_: Any, __: str, event: Event) -> Event:
    return redactor.mapping(event)


class _Stdlib(logging.Handler):
    """Hands lines of libraries that use the standard logging to structlog."""

    def emit(self, record: logging.LogRecord) -> None:
        level = min(max(record.levelno, logging.DEBUG), logging.ERROR)
        method = logging.getLevelName(level - level % 10).lower()
        log = get(record.name)
        getattr(log, method)(record.getMessage(), exc_info=record.exc_info or None)


def configure(
    service: str,
    instance: str,
    *,
    form: Literal["json", "console"],
    level: str,
    stream: TextIO | None = None,
) -> None:
    """Set the process's logging up: once, at its start, before anything logs.

    `stream` is standard output unless a test says otherwise. Lines bear `service` and `instance`.
    """
    set_level(level)
    target = sys.stdout if stream is None else stream
    renderer: structlog.typing.Processor
    if form == "json":
        renderer = structlog.processors.JSONRenderer(ensure_ascii=False)
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=target.isatty())

    def name_process(_: Any, __: str, event: Event) -> Event:
        event["service"], event["instance"] = service, instance
        return event

    structlog.configure(
        processors=[
            _drop_below_threshold,
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            name_process,
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            _redact,
            renderer,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.PrintLoggerFactory(target),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.handlers[:] = [_Stdlib()]
    root.setLevel(logging.WARNING)
