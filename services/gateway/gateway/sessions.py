"""Guest sessions: a name and a signed token, kept by the client, and no state here.

The token is the identity for seats, rated play and history. It is signed, not encrypted: it
holds the person's id, the name and when it was made.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from itsdangerous import BadData, URLSafeSerializer

from gateway.errors import NAME_REFUSED, STALE_SESSION, Refused
from gateway.ids import is_id, new_id

NAME_LENGTH = 20
TOKEN_LENGTH = 512
_DAY_MS = 86_400_000
_CLOCK_SKEW_MS = 5 * 60_000

# Control, format (among them what changes the direction of writing), surrogate, private use,
# unassigned, line and paragraph separators.
_REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Joins letters in several scripts and the parts of an emoji; invisible, but harmless inside.
_JOINERS = frozenset({"\u200c", "\u200d"})
# Letters and marks that show as nothing at all; the lobby refuses the same.
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


@dataclass(frozen=True, slots=True)
class Session:
    """Who somebody is. Times are milliseconds since the epoch."""

    player_id: str
    name: str
    issued_ms: int
    expires_ms: int


def checked_name(text: str) -> str:
    """The name as it is shown: NFC, blanks at the ends gone, runs of blanks one.

    Raises Refused(`name_refused`) unless 1-20 characters are left and none is a control, a
    direction-changing or an otherwise invisible one.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip(" ")
    while "  " in name:
        name = name.replace("  ", " ")
    if not 1 <= len(name) <= NAME_LENGTH:
        raise Refused(NAME_REFUSED, max=str(NAME_LENGTH))
    for index, character in enumerate(name):
        if character in _JOINERS and 0 < index < len(name) - 1:
            continue
        if character in _BLANK_LETTERS or unicodedata.category(character) in _REFUSED_CATEGORIES:
            raise Refused(NAME_REFUSED, max=str(NAME_LENGTH))
    if all(unicodedata.category(c)[0] in "ZM" or c in _JOINERS for c in name):
        raise Refused(NAME_REFUSED, max=str(NAME_LENGTH))
    return name


class Tokens:
    """Makes and reads tokens.

    `keys`: the newest first; tokens signed with any of them are read, new ones bear the newest.
    `now_ms`: milliseconds since the epoch.
    """

    def __init__(self, keys: Sequence[str], days: int, now_ms: Callable[[], int]) -> None:
        if not keys or any(len(key) < 16 for key in keys):
            raise ValueError("a session key has at least 16 characters")
        self._life_ms = days * _DAY_MS
        self._now_ms = now_ms
        self._serializer = URLSafeSerializer(
            list(reversed(keys)),
            salt="carteado.session.v1",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )

    def begin(self, name: str) -> Session:
        """A new person's session. `name` is one that `checked_name` returned."""
        return self._session(new_id(), name)

    def moved(self, player_id: str, name: str, issued_ms: int) -> Session:
        """The session with which somebody's identity begins on another device."""
        return Session(player_id, name, issued_ms, issued_ms + self._life_ms)

    def renamed(self, session: Session, name: str) -> Session:
        """The same person under another name. The session is no younger by it: one that was
        ended elsewhere meanwhile stays ended."""
        return replace(session, name=name)

    def token(self, session: Session) -> str:
        """The text that the client keeps; letters, digits, `-`, `_` and `.`."""
        content = [session.player_id, session.name, session.issued_ms]
        token = self._serializer.dumps(content)
        return token if isinstance(token, str) else token.decode("ascii")

    def read(self, token: str) -> Session:
        """The session of `token`. Raises Refused(`stale_session`): forged, unreadable, too old."""
        if not 1 <= len(token) <= TOKEN_LENGTH:
            raise Refused(STALE_SESSION)
        try:
            content = self._serializer.loads(token)
        except (BadData, UnicodeError) as error:
            raise Refused(STALE_SESSION) from error
        match content:
            case [str(player_id), str(name), int(issued_ms)] if is_id(player_id):
                age_ms = self._now_ms() - issued_ms
                if -_CLOCK_SKEW_MS <= age_ms < self._life_ms:
                    return Session(player_id, name, issued_ms, issued_ms + self._life_ms)
        raise Refused(STALE_SESSION)

    def fresh(self, session: Session) -> str:
        """A new token where more than a third of the old one's life is over, else empty."""
        if self._now_ms() - session.issued_ms < self._life_ms // 3:
            return ""
        return self.token(self._session(session.player_id, session.name))

    def _session(self, player_id: str, name: str) -> Session:
        now_ms = self._now_ms()
        return Session(player_id, name, now_ms, now_ms + self._life_ms)
