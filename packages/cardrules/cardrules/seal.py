"""The seal of a record: digests over everything in it, in order, so that no edit goes unseen.

    head      SHA-256 of the record without names, entries, end and seal: 64 hex digits
    names     SHA-256 of the list of the participants' names: 64
    entries   for each entry the first 8 digits of the chain, to find the place of an edit
    whole     the chain's end: 64

    chain(0) = head,  chain(i + 1) = SHA-256(chain(i) + entry i),  whole = SHA-256(chain(n) + end)

where a value counts as its canonical JSON, the head's digest as 32 bytes, and the end is the object
of `aborted`, `final` and `result`. Names stand outside the chain, so that somebody's can be taken
out of a record and its `whole` stays what it was.

What it proves: a file whose seal fits is as its writer left it, to the last time and remark.
Whoever rewrites a file can seal it again; against that helps only what is known from elsewhere:
`whole` as the server or another player has it, the commitment shown before the deal, one's nonce.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardrules.game import canonical

MARK_DIGITS: Final = 8
"""Of the chain beside each entry; it only finds the place, `whole` alone must be hard to meet."""

_END: Final = ("aborted", "final", "result")
_NOT_CANONICAL: Final = (TypeError, ValueError, RecursionError)
_OUTSIDE_THE_HEAD: Final = frozenset((*_END, "entries", "seal"))


class Broken(Exception):
    """Something in a record does not hold: where, a code, and what is to be said about it."""

    def __init__(self, path: str, code: str, params: Mapping[str, object] | None = None) -> None:
        super().__init__(code)
        self.path: Final = path
        self.code: Final = code
        self.params: Final = tuple((params or {}).items())


class Chain:
    """The running digest over a record's head, entries and end.

    Raises ValueError or RecursionError for values that have no canonical JSON.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        head = {name: value for name, value in record.items() if name not in _OUTSIDE_THE_HEAD}
        head["seats"] = [
            {name: value for name, value in player.items() if name != "name"}
            for player in record["seats"]
        ]
        self._digest = hashlib.sha256(canonical(head)).digest()

    @property
    def text(self) -> str:
        """The digest so far: 64 hex digits."""
        return self._digest.hex()

    @property
    def mark(self) -> str:
        """What stands in the seal for the entry that was added last."""
        return self._digest.hex()[:MARK_DIGITS]

    def add(self, value: object) -> None:
        """Go on over an entry or the end."""
        self._digest = hashlib.sha256(self._digest + canonical(value)).digest()

    def close(self, record: Mapping[str, Any]) -> None:
        """Go on over the record's end, after its last entry."""
        self.add({name: record.get(name) for name in _END})


def names_digest(seats: Sequence[Mapping[str, Any]]) -> str:
    """The digest of the participants' names, 64 hex digits. Raises as `Chain` does."""
    return hashlib.sha256(canonical([player.get("name") for player in seats])).hexdigest()


def seal(record: Mapping[str, Any]) -> dict[str, object]:
    """The seal of a whole record; one that it bears already does not count."""
    chain = Chain(record)
    head, marks = chain.text, []
    for entry in record["entries"]:
        chain.add(entry)
        marks.append(chain.mark)
    chain.close(record)
    return {
        "head": head,
        "names": names_digest(record["seats"]),
        "entries": marks,
        "whole": chain.text,
    }


def without_names(record: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    """The record with the names of the people in these seats blank, still sealed if it was."""
    players = [
        {**player, "name": ""} if player["seat"] in seats and player["kind"] == "person" else player
        for player in record["seats"]
    ]
    changed = {**record, "seats": players}
    if isinstance(record.get("seal"), Mapping):
        changed["seal"] = {**record["seal"], "names": names_digest(players)}
    return changed


class SealCheck:
    """A record's seal, held against what it covers in the order of a replay. All raise `Broken`.

    `record["seats"]` must be a list of objects.
    """

    def __init__(self, record: Mapping[Any, Any]) -> None:
        given, entries = record["seal"], record.get("entries")
        if not isinstance(given, Mapping) or set(given) != {"head", "names", "entries", "whole"}:
            raise Broken("seal", "malformed")
        marks = given["entries"]
        if not isinstance(marks, list) or not isinstance(entries, list):
            raise Broken("seal.entries", "malformed")
        self._record: Final = record
        self._given: Final = given
        self._marks: Final[list[object]] = marks
        try:
            self._chain = Chain(record)
            names = names_digest(record["seats"])
        except _NOT_CANONICAL:
            raise Broken("seal.head", "malformed") from None
        _expect("seal.head", given["head"], self._chain.text)
        _expect("seal.names", given["names"], names)

    def check_entry(self, number: int, entry: object) -> None:
        """The entry is the one that was sealed."""
        path = f"entries[{number}]"
        if number >= len(self._marks):
            raise Broken(path, "wrong_seal")
        try:
            self._chain.add(entry)
        except _NOT_CANONICAL:
            raise Broken(path, "malformed") from None
        _expect(path, self._marks[number], self._chain.mark)

    def check_end(self) -> None:
        """Nothing is missing, and the end is the one that was sealed."""
        if len(self._marks) != len(self._record["entries"]):
            raise Broken("seal.entries", "wrong_seal")
        self._chain.close(self._record)
        _expect("seal.whole", self._given["whole"], self._chain.text)


def _expect(path: str, given: object, expected: str) -> None:
    if given != expected:
        raise Broken(path, "wrong_seal")
