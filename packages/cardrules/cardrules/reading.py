"""Reading positions and actions: JSON values of any kind in, checked values out.

What is wrong with a position raises `bad_position`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from re import Pattern
from typing import Any, Final

from cardrules.errors import BadPosition, fail
from cardrules.game import Result
from cardrules.shuffle import SEED_BYTES

COUNT_MAX: Final = 1 << 31
"""No counter of a position comes near this; greater numbers are refused."""


class Fields:
    """The fields of one JSON object; null counts as absent. `where` prefixes names in errors."""

    def __init__(self, obj: object, where: str = "") -> None:
        if not isinstance(obj, Mapping):
            raise BadPosition(where or "position", "not_an_object")
        self._obj: Final[Mapping[object, object]] = obj
        self._where: Final = f"{where}." if where else ""

    def refuse(self, field: str, why: str) -> BadPosition:
        """The error that names this field."""
        return BadPosition(self._where + field, why)

    def get(self, field: str) -> object:
        """The raw value, or None."""
        return self._obj.get(field)

    def integer(self, field: str, default: int, low: int = 0, high: int = COUNT_MAX) -> int:
        """A whole number from `low` to `high`."""
        value = self._obj.get(field)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.refuse(field, "not_in_range")
        return value

    def seat(self, field: str, seats: Sequence[int]) -> int | None:
        """One of the participants, or None."""
        value = self._obj.get(field)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value not in seats:
            raise self.refuse(field, "not_a_participant")
        return value

    def one_of(self, field: str, names: Iterable[str], default: str | None = None) -> str:
        """One of some names."""
        value = self._obj.get(field)
        if value is None and default is not None:
            return default
        for name in names:
            if value == name:
                return name
        raise self.refuse(field, "missing" if value is None else "unknown")

    def seats(self, low: int, high: int, chairs: int) -> tuple[int, ...]:
        """The participants: `low` to `high` different chairs, ascending."""
        value = self._obj.get("seats")
        if not is_seat_list(value, low, high, chairs):
            raise self.refuse("seats", "not_seats")
        assert isinstance(value, list | tuple)
        return tuple(value)

    def cards(self, field: str, deck: Mapping[str, int]) -> tuple[str, ...]:
        """A list of faces of the deck, missing: empty. The faces come back as the deck's own."""
        value = self._obj.get(field)
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            raise self.refuse(field, "not_a_list")
        own = {face: face for face in deck}
        cards: list[str] = []
        for card in value:
            if not isinstance(card, str) or card not in own:
                raise self.refuse(field, "unknown_card")
            cards.append(own[card])
        return tuple(cards)

    def card(self, field: str, deck: Mapping[str, int]) -> str | None:
        """One face of the deck, or None."""
        value = self._obj.get(field)
        if value is None:
            return None
        for face in deck:
            if value == face:
                return face
        raise self.refuse(field, "unknown_card")

    def hands(self, seats: Sequence[int], deck: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
        """Each participant's cards, in the order of `seats`; missing: none."""
        return self.cards_by_seat("hands", seats, deck)

    def cards_by_seat(
        self, field: str, seats: Sequence[int], deck: Mapping[str, int]
    ) -> tuple[tuple[str, ...], ...]:
        """An object of seats with cards, in the order of `seats`; missing: none."""
        by_seat = self.by_seat(field, seats)
        return tuple(by_seat.cards(str(seat), deck) for seat in seats)

    def by_seat(self, field: str, seats: Sequence[int]) -> "Fields":
        """An object whose fields are some of the seats; missing: empty."""
        value = self._obj.get(field)
        by_seat = Fields({} if value is None else value, self._where + field)
        names = [str(seat) for seat in seats]
        if any(name not in names for name in by_seat._obj):
            raise self.refuse(field, "not_a_participant")
        return by_seat

    def moves(self, field: str, move: Pattern[str], most: int) -> tuple[str, ...]:
        """A list of at most so many texts of that form; missing: empty."""
        value = self._obj.get(field)
        if value is None:
            return ()
        if not isinstance(value, list | tuple) or len(value) > most:
            raise self.refuse(field, "not_a_list")
        if not all(isinstance(line, str) and move.fullmatch(line) for line in value):
            raise self.refuse(field, "unknown_move")
        return tuple(value)

    def seed(self) -> bytes | None:
        """The game seed: 64 hex digits, or None."""
        value = self._obj.get("seed")
        if value is None:
            return None
        seed = unhex(value, SEED_BYTES)
        if seed is None:
            raise self.refuse("seed", "not_64_hex_digits")
        return seed

    def result(self, seats: Sequence[int]) -> Result | None:
        """The result with a score for each participant, or None."""
        value = self._obj.get("result")
        if value is None:
            return None
        result = Fields(value, self._where + "result")
        reason, winners, scores = (result.get(name) for name in ("reason", "winners", "scores"))
        if not isinstance(reason, str) or len(reason) > 32:
            raise result.refuse("reason", "not_a_name")
        if not is_seat_list(winners, 0, len(seats), max(seats) + 1) or not set(
            _sequence(winners)
        ) <= set(seats):
            raise result.refuse("winners", "not_participants")
        points = Fields({} if scores is None else scores, self._where + "result.scores")
        return Result(
            tuple(_sequence(winners)),
            tuple((seat, points.integer(str(seat), 0, -COUNT_MAX)) for seat in seats),
            reason,
        )


def read_action(obj: object, types: Mapping[str, tuple[str, ...]]) -> tuple[str, dict[str, Any]]:
    """An action's type and its fields; a null field counts as absent. `types`: each type's fields.

    Raises `unknown_action` for a missing or unknown type, `malformed_action` (param `field`) for
    what is no object and for a field that the type has not.
    """
    if not isinstance(obj, Mapping):
        fail("malformed_action", field=None)
    kind = obj.get("type")
    if not isinstance(kind, str) or kind not in types:
        fail("unknown_action", type=kind if isinstance(kind, str) else None)
    given = {name: value for name, value in obj.items() if value is not None and name != "type"}
    for name in given:
        if name not in types[kind]:
            fail("malformed_action", field=name if isinstance(name, str) else None)
    return kind, given


def _sequence(value: object) -> Sequence[int]:
    assert isinstance(value, list | tuple)
    return value


def is_seat_list(value: object, low: int, high: int, chairs: int) -> bool:
    """Whether `value` lists `low` to `high` different seats below `chairs`, ascending."""
    if not isinstance(value, list | tuple) or not low <= len(value) <= high:
        return False
    if any(type(seat) is not int or not 0 <= seat < chairs for seat in value):
        return False
    return all(former < seat for former, seat in pairwise(value))


def unhex(value: object, size: int) -> bytes | None:
    """`size` bytes from a string of hex digits, or None where it is anything else."""
    if not isinstance(value, str) or len(value) != 2 * size or not value.isascii():
        return None
    if not all(digit in "0123456789abcdefABCDEF" for digit in value):
        return None
    return bytes.fromhex(value)


def too_many(cards: Iterable[str], deck: Sequence[str]) -> str | None:
    """A face that `cards` hold more often than the deck, or None."""
    own = Counter(deck)
    for face, count in Counter(cards).items():
        if count > own[face]:
            return face
    return None
