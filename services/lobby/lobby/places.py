"""Where somebody stands in the rated queue, as they are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PAIRED: Final = "paired"
AWAY: Final = "away"
LOST: Final = "lost"
LEFT: Final = "left"
ROOMS: Final = "rooms"


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody stands; `ended` is empty while they wait, the room is theirs once `paired`."""

    player_id: str
    game: str = ""
    since_ms: int = 0
    people: int = 0
    ended: str = ""
    room_id: str = ""
    code: str = ""
