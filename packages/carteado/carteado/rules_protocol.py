"""`carteado rules`: the rules as a line protocol that any program can speak.

One JSON object a line comes in, one goes out, in order, each flushed. Nothing is kept between the
lines but the current position. Whatever is wrong with a line, the answer is
`{"error": {"code", "params"}}` and the next line is read; the end of input is the end.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from math import isinf
from typing import Any, BinaryIO, Final, NoReturn

from cardrules import registry
from cardrules.errors import BadPosition, RuleError, fail
from cardrules.game import Step, act, seat_view

LINE_MAX: Final = 1 << 20
"""Bytes of a request; a whole position has about 1,500."""


class Session:
    """The current position, and an answer to each request.

    The position travels between programs that are allowed to know all of it; only `view` is cut
    down to what one seat may know.
    """

    def __init__(self) -> None:
        self._game: registry.AnyGame | None = None
        self._state: Any = None

    def answer(self, line: bytes) -> bytes:
        """One answer, without the line's end, to one request."""
        request: object = None
        try:
            request = _parse(line)
            if not isinstance(request, Mapping):
                fail("malformed", field=None)
            answer = self._do(request)
        except RuleError as error:
            answer = {"error": error.obj()}
        if isinstance(request, Mapping) and "id" in request:
            answer = {"id": request["id"], **answer}
        try:
            return _write(answer)
        except RecursionError:
            return _write({"error": {"code": "malformed", "params": {"field": "id"}}})

    def _do(self, request: Mapping[str, object]) -> dict[str, object]:
        match request.get("do"):
            case "games":
                return {"games": [_offer(game) for game in registry.GAMES.values()]}
            case "new":
                return self._new(request)
            case "load":
                self._load(request.get("position"), request.get("game"))
                return self._position()
            case str() as do if do in _NEEDING_A_POSITION:
                if request.get("position") is not None:
                    self._load(request["position"], request.get("game"))
                return self._ask(do, request)
            case _:
                fail("unknown_request")

    def _new(self, request: Mapping[str, object]) -> dict[str, object]:
        game = registry.game(request.get("game"))
        seats: Any = request.get("seats")
        starter: Any = request.get("starter")
        step = game.new(request.get("options"), seats, _seed(request.get("seed")), starter)
        self._game = game
        return self._take(step)

    def _load(self, position: object, game_id: object) -> None:
        if not isinstance(position, Mapping):
            raise BadPosition("position", "not_an_object")
        named = position.get("game", game_id)
        if named is None:
            raise BadPosition("game", "missing")
        game = registry.game(named)
        self._state = game.load(position)
        self._game = game

    def _ask(self, do: str, request: Mapping[str, object]) -> dict[str, object]:
        game, state = self._game, self._state
        if game is None:
            fail("no_position")
        match do:
            case "legal":
                legal = game.legal(state, _seat(request))
                return {"actions": [game.action_obj(action) for action in legal]}
            case "act":
                seat = _seat(request)
                if "action" not in request:
                    fail("malformed", field="action")
                return self._take(act(game, state, seat, request["action"]))
            case "view":
                seat_or_none = None if request.get("seat") is None else _seat(request)
                return {"view": game.view_obj(seat_view(game, state, seat_or_none))}
            case "auto":
                return {"action": game.action_obj(game.auto(state, _seat(request)))}
            case "expire":
                return self._take(game.expire(state))
            case "leave":
                return self._take(game.leave(state, _seat(request)))
            case "forfeit":
                reason = request.get("reason")
                if not isinstance(reason, str):
                    fail("malformed", field="reason")
                nobody = reason == "void" and request.get("seat") is None
                seat = game.seats(state)[0] if nobody else _seat(request)
                return self._take(game.forfeit(state, seat, reason))
            case _:
                return self._position()

    def _take(self, step: Step[Any, Any]) -> dict[str, object]:
        assert self._game is not None
        self._state = step.state
        events = [self._game.event_obj(event) for event in step.events]
        return {**self._position(), "events": events}

    def _position(self) -> dict[str, object]:
        assert self._game is not None
        return {"position": self._game.dump(self._state)}


_NEEDING_A_POSITION: Final = frozenset(
    ("legal", "act", "view", "auto", "expire", "leave", "forfeit", "position")
)


def _offer(game: registry.AnyGame) -> dict[str, object]:
    options: dict[str, object] = {}
    for spec in game.policy.options:
        described = {name: value for name, value in asdict(spec).items() if value not in (None, ())}
        described["default"] = spec.default
        options[spec.name] = {name: value for name, value in described.items() if name != "name"}
    seats = [game.policy.players_min, game.policy.players_max]
    return {"id": game.id, "seats": seats, "options": options}


def _seat(request: Mapping[str, object]) -> int:
    seat = request.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        fail("malformed", field="seat")
    return seat


def _seed(value: object) -> bytes | None:
    """The seed's bytes; none at all, which the rules refuse, where the text is no seed."""
    if value is None:
        return None
    digits = "0123456789abcdefABCDEF"
    if not isinstance(value, str) or len(value) % 2 or any(sign not in digits for sign in value):
        return b""
    return bytes.fromhex(value)


def _parse(line: bytes) -> object:
    try:
        return json.loads(line.decode("utf-8"), parse_float=_float, parse_constant=_no_number)
    except (ValueError, RecursionError):
        fail("malformed", field=None)


def _float(text: str) -> float:
    """A fraction; one beyond the range of floats (`1e999`) could not be written back."""
    value = float(text)
    if isinf(value):
        raise ValueError(text)
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _write(answer: Mapping[str, object]) -> bytes:
    return json.dumps(answer, separators=(",", ":"), allow_nan=False).encode("ascii")


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The stream's lines without their ends; None for one longer than `LINE_MAX` bytes."""
    while line := stream.readline(LINE_MAX + 1):
        if len(line) <= LINE_MAX or line.endswith(b"\n"):
            yield line.rstrip(b"\r\n")
            continue
        while (rest := stream.readline(LINE_MAX)) and not rest.endswith(b"\n"):
            pass
        yield None


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of `requests` until its end."""
    session = Session()
    too_large = _write({"error": {"code": "too_large", "params": {"max": LINE_MAX}}})
    for line in lines(requests):
        answers.write((too_large if line is None else session.answer(line)) + b"\n")
        answers.flush()


def main(argv: Sequence[str] | None = None) -> int:
    """Speak the protocol on standard input and output. Returns the exit status."""
    if argv:
        print("usage: carteado rules   (one JSON object a line on standard input)", file=sys.stderr)
        return 2
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        return 130
    return 0
