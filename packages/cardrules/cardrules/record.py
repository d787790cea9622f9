"""Records of finished games: written by whoever held the table, verified by anyone.

A record is a JSON object of format `carteado-record/1`:

    format, game, rules          `carteado-record/1`, the game's id, the version of its rules
    options, starter             as the game began
    seats                        [{"seat", "name", "kind": "person" | "bot", "level"?}, …] ascending
    commitment, server_seed      64 hex digits each
    nonces                       {seat: 32-128 hex digits} for each person who gave one
    started_at                   milliseconds since 1970
    entries                      [{"at", "do", …}, …]; `at`: milliseconds since the start, rising
    result                       as in positions, or null where the game was aborted
    aborted                      null, or why no result came
    final                        optional: SHA-256 of the last position's canonical JSON, 64 digits
    seal                         digests over all of it, see `seal`; needed where `final` is given

An entry's `do` is `act` (seat, action), `expire`, `leave` (seat) or `forfeit` (seat, reason), which
the rules must accept, or a remark out of `REMARKS`, which the rules know nothing of.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from cardrules import registry, shuffle
from cardrules.errors import RuleError
from cardrules.game import Result, Step, act, canonical
from cardrules.reading import is_seat_list, unhex
from cardrules.seal import Broken, SealCheck, seal

FORMAT: Final = "carteado-record/1"
REMARKS: Final = frozenset(
    ("takeover", "reclaim", "paused", "resumed", "extended", "absent", "present", "owner_left")
)
ENTRIES_MAX: Final = 20_000
_CHAIRS: Final = 256


@dataclass(frozen=True, slots=True)
class Player:
    """One participant: `level` is a bot's strength, None for a person."""

    seat: int
    name: str
    level: str | None = None

    def obj(self) -> dict[str, object]:
        """The participant as it stands in a record."""
        if self.level is None:
            return {"seat": self.seat, "name": self.name, "kind": "person"}
        return {"seat": self.seat, "name": self.name, "kind": "bot", "level": self.level}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a record holds; if not, the first thing that does not.

    `path` leads to it (`entries[12]`, `commitment`), `code` says what is wrong with it: a code of
    the rules, or `malformed`, `unknown_format`, `wrong_rules`, `wrong_commitment`, `wrong_result`,
    `wrong_final`, `wrong_seal`, `no_seal`, `unfinished`, `nonce_of_a_bot`, `goes_back_in_time`.
    `entries` were verified. `sealed`: a seal was there and held; without one the rules alone speak
    for the file, and they do not know times, remarks and choices that lead to the same position.
    """

    ok: bool
    entries: int
    path: str | None = None
    code: str | None = None
    params: tuple[tuple[str, object], ...] = ()
    sealed: bool = False


def build(
    *,
    game: registry.AnyGame,
    options: Mapping[str, object],
    players: Sequence[Player],
    starter: int | None,
    server_seed: bytes,
    nonces: Mapping[int, bytes],
    started_at: int,
    entries: Sequence[Mapping[str, object]],
    last: Any,
    aborted: str | None = None,
) -> dict[str, object]:
    """Write a record and seal it. `last` is the game's last state; `started_at` milliseconds since
    1970."""
    result: Result | None = game.result(last)
    record: dict[str, object] = {
        "format": FORMAT,
        "game": game.id,
        "rules": game.rules_version,
        "options": dict(options),
        "seats": [player.obj() for player in sorted(players, key=lambda player: player.seat)],
        "starter": starter,
        "commitment": shuffle.commitment(server_seed).hex(),
        "server_seed": server_seed.hex(),
        "nonces": {str(seat): nonces[seat].hex() for seat in sorted(nonces)},
        "started_at": started_at,
        "entries": [dict(entry) for entry in entries],
        "result": None if result is None else result.obj(),
        "aborted": aborted,
        "final": _digest(game, last),
    }
    return {**record, "seal": seal(record)}


def replay(record: object) -> Verdict:
    """Repeat the deal and every entry of a record. Takes any JSON value and raises nothing."""
    play: _Replay | None = None
    try:
        play = _Replay(record)
        for _ in play.steps():
            pass
        play.check_end()
    except Broken as broken:
        verified = 0 if play is None else play.verified
        return Verdict(False, verified, broken.path, broken.code, broken.params)
    return Verdict(True, play.verified, sealed=play.seal is not None)


def unfold(record: object) -> Iterator[tuple[int, Step[Any, Any]]]:
    """The deal and each entry that the rules know, as `(milliseconds since start, step)`.

    Ends silently at the first thing that does not hold: call `replay` first.
    """
    try:
        yield from _Replay(record).steps()
    except Broken:
        return


def _digest(game: registry.AnyGame, state: Any) -> str:
    return hashlib.sha256(canonical(game.dump(state))).hexdigest()


class _Replay:
    """One record on its way through the rules."""

    def __init__(self, record: object) -> None:
        if not isinstance(record, Mapping):
            self._break("", "malformed")
        self.record: Final[Mapping[object, Any]] = record
        self.verified = 0
        self.at = 0
        if record.get("format") != FORMAT:
            self._break("format", "unknown_format")
        try:
            self.game = registry.game(record.get("game"))
        except RuleError as error:
            self._break("game", error.code, **error.params)
        if type(record.get("rules")) is not int or record["rules"] != self.game.rules_version:
            self._break("rules", "wrong_rules", version=self.game.rules_version)
        self.seats = self._seats()
        self.seed = self._seed()
        self.seal: SealCheck | None = None
        self.state: Any = None

    def steps(self) -> Iterator[tuple[int, Step[Any, Any]]]:
        """The deal, then each entry that changes the position."""
        step = self._deal()
        self.state = step.state
        if self.record.get("seal") is not None:
            self.seal = SealCheck(self.record)
        yield 0, step
        entries = self.record.get("entries")
        if not isinstance(entries, list) or len(entries) > ENTRIES_MAX:
            self._break("entries", "malformed")
        for number, entry in enumerate(entries):
            made = self._entry(f"entries[{number}]", entry)
            if self.seal is not None:
                self.seal.check_entry(number, entry)
            self.verified = number + 1
            if made is not None:
                self.state = made.state
                yield self.at, made

    def check_end(self) -> None:
        """Result, reason of abortion and digest fit the position that the entries led to."""
        recorded, aborted = self.record.get("result"), self.record.get("aborted")
        result = self.game.result(self.state)
        if aborted is not None and not isinstance(aborted, str):
            self._break("aborted", "malformed")
        if result is None and aborted is None:
            self._break("entries", "unfinished")
        expected = None if result is None else result.obj()
        if not _same(recorded, expected):
            self._break("result", "wrong_result", expected=expected)
        final = self.record.get("final")
        if final is not None and final != _digest(self.game, self.state):
            self._break("final", "wrong_final")
        if self.seal is not None:
            self.seal.check_end()
        elif final is not None:
            self._break("seal", "no_seal")

    def _deal(self) -> Step[Any, Any]:
        starter = self.record.get("starter")
        try:
            return self.game.new(self.record.get("options"), self.seats, self.seed, starter)
        except RuleError as error:
            self._break("", error.code, **error.params)

    def _seats(self) -> tuple[int, ...]:
        listed = self.record.get("seats")
        if not isinstance(listed, list):
            self._break("seats", "malformed")
        for number, player in enumerate(listed):
            if not isinstance(player, Mapping) or player.get("kind") not in ("person", "bot"):
                self._break(f"seats[{number}]", "malformed")
        seats = [player.get("seat") for player in listed]
        if not is_seat_list(seats, 1, _CHAIRS, _CHAIRS):
            self._break("seats", "bad_seats")
        return tuple(seats)

    def _seed(self) -> bytes:
        server_seed = unhex(self.record.get("server_seed"), shuffle.SEED_BYTES)
        if server_seed is None:
            self._break("server_seed", "malformed")
        committed = unhex(self.record.get("commitment"), shuffle.SEED_BYTES)
        if committed is None:
            self._break("commitment", "malformed")
        if committed != shuffle.commitment(server_seed):
            self._break("commitment", "wrong_commitment")
        given = self.record.get("nonces")
        if not isinstance(given, Mapping):
            self._break("nonces", "malformed")
        persons = {
            str(player["seat"]): player["seat"]
            for player in self.record["seats"]
            if player["kind"] == "person"
        }
        nonces: dict[int, bytes] = {}
        for name, text in given.items():
            if name not in persons:
                self._break("nonces", "nonce_of_a_bot", seat=str(name)[:8])
            nonce = unhex(text, len(text) // 2) if isinstance(text, str) else None
            if nonce is None:
                self._break(f"nonces.{name}", "malformed")
            nonces[persons[name]] = nonce
        try:
            return shuffle.game_seed(server_seed, nonces)
        except RuleError as error:
            self._break("nonces", error.code, **error.params)

    def _entry(self, path: str, entry: object) -> Step[Any, Any] | None:
        if not isinstance(entry, Mapping):
            self._break(path, "malformed")
        at = entry.get("at")
        if not isinstance(at, int) or isinstance(at, bool) or at < 0:
            self._break(f"{path}.at", "malformed")
        if at < self.at:
            self._break(f"{path}.at", "goes_back_in_time")
        self.at = at
        do, seat = entry.get("do"), entry.get("seat")
        if isinstance(do, str) and do in REMARKS:
            return None
        try:
            if do == "expire":
                return self.game.expire(self.state)
            if not isinstance(seat, int) or isinstance(seat, bool):
                self._break(f"{path}.seat", "malformed")
            if do == "act":
                return act(self.game, self.state, seat, entry.get("action"))
            if do == "leave":
                return self.game.leave(self.state, seat)
            reason = entry.get("reason")
            if do == "forfeit" and isinstance(reason, str):
                return self.game.forfeit(self.state, seat, reason)
        except RuleError as error:
            self._break(path, error.code, **error.params)
        self._break(f"{path}.do", "malformed")

    @staticmethod
    def _break(path: str, code: str, **params: object) -> NoReturn:
        raise Broken(path, code, params)


def _same(recorded: object, expected: object) -> bool:
    """Equal as JSON: 1 is neither true nor 1.0."""
    try:
        return canonical(recorded) == canonical(expected)
    except (TypeError, ValueError, RecursionError):
        return False
