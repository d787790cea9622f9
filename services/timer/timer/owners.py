"""Who owns deadlines and how each is asked: games by the engine, rooms and leases by the lobby.

Gateways own none, but while none answers nobody can come in to meet a deadline.

An owner's key in the wheel is its kind and id, `game:k7q2…`, `room:…`, `gateway:…`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from cardbus.api.engine import EngineCaller
from cardbus.api.gateway import GatewayCaller
from cardbus.api.lobby import LobbyCaller
from cardbus.errors import UNAVAILABLE, CallError
from cardproto.v1 import engine_pb2, gateway_pb2, lobby_pb2

ENGINE = "engine"
LOBBY = "lobby"
DOORS = "gateway"
SERVICES = (ENGINE, LOBBY, DOORS)

GAME = "game"

# No game and no room ever has it: ids of both are longer. Its owner answers `gone`.
NOBODY = "0000"
_PROBE = "probe"
_TAKEN = (engine_pb2.DUE_OUTCOME_DONE, engine_pb2.DUE_OUTCOME_GONE)


class Outcome(Enum):
    """What came of one request."""

    SETTLED = auto()
    """The owner took it into account, or has moved past it."""
    REFUSED = auto()
    """The service answered, but with an error; it is asked again later."""
    SILENT = auto()
    """No answer, or the service itself cannot act now."""


@dataclass(frozen=True, slots=True)
class Firing:
    """One deadline that is due. `grace`: it fell due while its service was away."""

    owner: str
    version: int
    kind: str
    due_ms: int
    grace: bool


Done = Callable[[Outcome, str], None]
"""Called once with the outcome and, where refused or silent, the error's code (else empty)."""


class Owners(Protocol):
    """The services behind the owners."""

    def ask(self, firing: Firing, done: Done) -> None:
        """Tell the owner that its deadline is due."""

    def probe(self, service: str, done: Done) -> None:
        """Ask a service about nobody, to see whether it answers."""


def owner_key(kind: str, owner_id: str) -> str:
    """The owner's key in the wheel."""
    return f"{kind}:{owner_id}"


def service_of(owner: str) -> str:
    """The service that answers for the owner with that key."""
    return ENGINE if owner.startswith(f"{GAME}:") else LOBBY


class BusOwners:
    """The owners reached over the bus."""

    def __init__(self, engine: EngineCaller, lobby: LobbyCaller, doors: GatewayCaller) -> None:
        self._engine = engine
        self._lobby = lobby
        self._doors = doors

    def ask(self, firing: Firing, done: Done) -> None:
        """Request `Engine.GameDue` or `Lobby.OwnerDue`; `done` is called on the event loop."""
        kind, _, owner_id = firing.owner.partition(":")
        if kind == GAME:
            self._engine.game_due(
                engine_pb2.GameDueRequest(
                    game_id=owner_id,
                    version=firing.version,
                    kind=firing.kind,
                    due_ms=firing.due_ms,
                    grace=firing.grace,
                ),
                lambda answer: _conclude(answer, done),
            )
        else:
            self._lobby.owner_due(
                lobby_pb2.OwnerDueRequest(
                    owner=kind,
                    id=owner_id,
                    version=firing.version,
                    kind=firing.kind,
                    due_ms=firing.due_ms,
                    grace=firing.grace,
                ),
                lambda answer: _conclude(answer, done),
            )

    def probe(self, service: str, done: Done) -> None:
        """See `Owners.probe`."""
        if service == DOORS:
            self._doors.ask_door(
                gateway_pb2.AskDoorRequest(), lambda answer: _conclude(answer, done)
            )
            return
        owner = owner_key(GAME if service == ENGINE else "room", NOBODY)
        self.ask(Firing(owner, 0, _PROBE, 0, grace=False), done)


def _conclude(
    answer: engine_pb2.GameDueResponse
    | lobby_pb2.OwnerDueResponse
    | gateway_pb2.AskDoorResponse
    | CallError,
    done: Done,
) -> None:
    match answer:
        case CallError():
            silent = answer.code == UNAVAILABLE
            done(Outcome.SILENT if silent else Outcome.REFUSED, answer.code)
        case gateway_pb2.AskDoorResponse():
            done(Outcome.SETTLED, "")
        case _ if answer.outcome in _TAKEN:
            done(Outcome.SETTLED, "")
        case _:
            done(Outcome.REFUSED, "no_outcome")
