"""Recovery codes: one secret that carries an identity to another device.

A code is 24 signs of 32 (no I, L, O, U): the first six find it, the other eighteen are the secret,
90 random bits, of which only a SHA-256 is kept, so that no slow hash is needed. Using a code makes
the next one and ends every session from before: an identity moves, it does not multiply. The
answer can be had again for ten minutes with the same code and request, since losing it would mean
losing the identity; for that the salt from which the next code follows is kept so long.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from lobby.database import Database
from lobby.errors import refuse
from lobby.keys import (
    FOREVER_MS,
    SEEN,
    Op,
    attempts_key,
    profile_key,
    recovery_key,
    recovery_of_key,
    tokens_key,
)
from lobby.store import Marker

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SELECTOR: Final = 6
LENGTH: Final = 24
_GROUP: Final = 4
_REQUEST: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_CODE: Final = re.compile(f"[{SIGNS}]{{{LENGTH}}}")
_ALIKE: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_AGAIN_MS: Final = 10 * 60_000
_ATTEMPTS_MOST: Final = 10
_ATTEMPTS_MS: Final = 60 * 60_000
_RACES: Final = 30


@dataclass(frozen=True, slots=True)
class Recovered:
    """An identity on its new device; tokens made before `since_ms` are refused."""

    player_id: str
    name: str
    since_ms: int
    code: str


def read_code(text: str) -> str:
    """The code in its plain form. Raises Refused `not_found` for what can be none."""
    plain = text[:100].upper().translate(_ALIKE)
    if _CODE.fullmatch(plain) is None:
        refuse("not_found", what="code")
    return plain


def shown_code(plain: str) -> str:
    """The code in groups, as people copy it."""
    return "-".join(plain[at : at + _GROUP] for at in range(0, LENGTH, _GROUP))


def digest_of(plain: str) -> str:
    """What is kept of a code's secret."""
    return hashlib.sha256(b"carteado/recovery/1" + plain.encode()).hexdigest()


def next_code(salt: str, plain: str) -> str:
    """The code that follows on the use of `plain`; nobody finds it without the salt."""
    bits = int.from_bytes(hmac.digest(bytes.fromhex(salt), plain.encode(), hashlib.sha256))
    return "".join(SIGNS[bits >> 5 * at & 31] for at in range(LENGTH))


class Recovery:
    """`below(n)` draws from 0 to n-1, unpredictable to anybody; `now_ms`: the service's clock.

    Every method raises StoreLost.
    """

    def __init__(
        self, database: Database, below: Callable[[int], int], now_ms: Callable[[], int]
    ) -> None:
        self._database = database
        self._below = below
        self._now_ms = now_ms

    async def make(self, marker: Marker, name: str) -> str:
        """A new code for the asker; the one before is void. Raises Refused `stale_session`."""
        person = marker.player_id
        for _ in range(_RACES):
            plain = "".join(SIGNS[self._below(len(SIGNS))] for _ in range(LENGTH))
            before = await self._database.ask("GET", recovery_of_key(person)) or ""
            failed, _ = await self._database.run(
                [
                    ("stale", "since", tokens_key(person), str(marker.issued_ms)),
                    ("moved", "value", recovery_of_key(person), before),
                    ("again", "absent", recovery_key(plain[:SELECTOR]), "", ""),
                ],
                [
                    *self._kept(person, plain, before),
                    ("HSETNX", profile_key(person), "since_ms", str(self._now_ms())),
                    ("HSET", profile_key(person), "name", name),
                    ("ZADD", SEEN, "GT", str(self._now_ms()), person),
                ],
            )
            if failed == "stale":
                refuse("stale_session")
            if not failed:
                return shown_code(plain)
        refuse("unavailable")

    async def use(self, text: str, request_id: str) -> Recovered:
        """Move an identity here.

        Raises Refused: `not_found` (no such code, or used before), `rate_limited` (tried too
        often), `malformed` (param `field`).
        """
        if _REQUEST.fullmatch(request_id) is None:
            refuse("malformed", field="request_id")
        plain = read_code(text)
        selector = plain[:SELECTOR]
        kept = await self._database.ask("HGETALL", recovery_key(selector))
        attempts = await self._database.ask("GET", attempts_key(selector))
        if attempts is not None and int(attempts) >= _ATTEMPTS_MOST:
            refuse("rate_limited", limit="recovery")
        # Compared in any case, so that the time tells nothing of which part was wrong.
        if not hmac.compare_digest(kept.get("digest", "0" * 64), digest_of(plain)):
            await self._note_attempt(selector)
            refuse("not_found", what="code")
        if "salt" in kept:
            return await self._again(kept, plain, request_id)
        return await self._move(kept["player_id"], plain, request_id)

    async def _move(self, person: str, plain: str, request_id: str) -> Recovered:
        selector = plain[:SELECTOR]
        refused = await self._database.ask("GET", tokens_key(person)) or ""
        if refused and int(refused) >= FOREVER_MS:
            # Being deleted, which may take a while; what refuses their tokens stays.
            refuse("not_found", what="code")
        # Never before the last move, should this clock be behind another's.
        since_ms = max(self._now_ms(), int(refused or 0) + 1)
        salt = "".join("0123456789abcdef"[self._below(16)] for _ in range(64))
        after = next_code(salt, plain)
        old = recovery_key(selector)
        failed, _ = await self._database.run(
            [
                ("moved", "value", recovery_of_key(person), selector),
                ("moved", "value", tokens_key(person), refused),
            ],
            [
                *self._kept(person, after, ""),
                ("HSET", old, "salt", salt, "request", request_id, "since_ms", str(since_ms)),
                ("PEXPIRE", old, str(_AGAIN_MS)),
                ("SET", tokens_key(person), str(since_ms)),
                ("ZADD", SEEN, "GT", str(since_ms), person),
            ],
        )
        if failed:
            # Somebody was faster with this code: this very request, come twice, or a newer code.
            kept = await self._database.ask("HGETALL", old)
            if "salt" not in kept:
                refuse("not_found", what="code")
            return await self._again(kept, plain, request_id)
        return await self._recovered(person, since_ms, after)

    async def _again(self, kept: dict[str, str], plain: str, request_id: str) -> Recovered:
        if kept["request"] != request_id:
            refuse("not_found", what="code")
        after = next_code(kept["salt"], plain)
        return await self._recovered(kept["player_id"], int(kept["since_ms"]), after)

    async def _recovered(self, person: str, since_ms: int, plain: str) -> Recovered:
        refused = await self._database.ask("GET", tokens_key(person))
        if refused is not None and int(refused) >= FOREVER_MS:
            refuse("not_found", what="code")
        name = await self._database.ask("HGET", profile_key(person), "name")
        return Recovered(person, name or "", since_ms, shown_code(plain))

    async def _note_attempt(self, selector: str) -> None:
        """Count what was tried in vain, for codes that exist: others cost nothing."""
        if await self._database.ask("EXISTS", recovery_key(selector)):
            await self._database.run(
                [],
                [
                    ("INCR", attempts_key(selector)),
                    ("PEXPIRE", attempts_key(selector), str(_ATTEMPTS_MS)),
                ],
            )

    def _kept(self, person: str, plain: str, before: str) -> list[Op]:
        """The commands that make `plain` the person's only code."""
        selector = plain[:SELECTOR]
        ops: list[Op] = [("DEL", recovery_key(before))] if before else []
        ops.append(
            ("HSET", recovery_key(selector), "player_id", person, "digest", digest_of(plain))
        )
        ops.append(("SET", recovery_of_key(person), selector))
        return ops
