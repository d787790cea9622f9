"""What the calls are served with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lobby.announcing import BusAnnouncer
from lobby.answering import Answering
from lobby.forgetting import Forgetting
from lobby.leases import Leases
from lobby.people import People
from lobby.play import Play
from lobby.queueing import Queue
from lobby.recovery import Recovery
from lobby.rooms import Rooms
from lobby.store import Store


@dataclass(frozen=True, slots=True)
class Parts:
    """`now_ms`: the service's clock."""

    store: Store
    rooms: Rooms
    leases: Leases
    play: Play
    queue: Queue
    people: People
    recovery: Recovery
    forgetting: Forgetting
    announcer: BusAnnouncer
    answering: Answering
    now_ms: Callable[[], int]
