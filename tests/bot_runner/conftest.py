"""Positions to decide, and the bus's guarded servers."""

from __future__ import annotations

from tests.cardbus.conftest import connect, guarded

__all__ = ["connect", "guarded"]
