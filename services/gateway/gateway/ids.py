"""Identities: how they look, and how new ones are made."""

from __future__ import annotations

import re
import secrets

from gateway.errors import Malformed

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
_ID = re.compile(r"[a-z2-7]{16}", re.ASCII)
_FRAME_ID = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)
_CODE = re.compile(r"[A-Za-z0-9]{1,16}", re.ASCII)


def new_id() -> str:
    """A fresh identity: 80 random bits as 16 characters `a-z2-7`."""
    bits = secrets.randbits(80)
    return "".join(ALPHABET[bits >> shift & 31] for shift in range(0, 80, 5))


def is_id(text: str) -> bool:
    """Whether `text` looks like the identity of a game, a room or a person."""
    return _ID.fullmatch(text) is not None


def is_frame_id(text: str) -> bool:
    """Whether a client may call a frame so."""
    return _FRAME_ID.fullmatch(text) is not None


def checked(text: str, field: str) -> str:
    """`text` if it is an identity. Raises Malformed, before any subject is built of it."""
    if _ID.fullmatch(text) is None:
        raise Malformed(field=field)
    return text


def checked_code(text: str) -> str:
    """`text` if a room's code may look like that. Raises Malformed."""
    if _CODE.fullmatch(text) is None:
        raise Malformed(field="code")
    return text
