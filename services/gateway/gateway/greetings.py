"""Asking the lobby where people are who have just come: one by one, and together when many come.

Two questions are under way at most. Who comes meanwhile travels with the next, so that nobody waits
longer than for an answer, and a thousand who come back at once are some ten questions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardbus.api.lobby import LobbyCaller
from cardbus.errors import MALFORMED, UNAVAILABLE, CallError
from cardproto.v1.common_pb2 import Actor
from cardproto.v1.lobby_pb2 import MyRoomsRequest, MyRoomsResponse, PersonsRooms

Where = MyRoomsResponse | PersonsRooms
"""`rooms` and `queue` of one person."""
Landing = Callable[[Where | CallError], None]

_AT_ONCE: Final = 2
_MOST: Final = 100
_DEADLINE_MS: Final = 800

_Asked = tuple[Actor, Landing]


class Greetings:
    """Each landing is called once, never within `ask`."""

    def __init__(self, lobby: LobbyCaller) -> None:
        self._lobby = lobby
        self._waiting: list[_Asked] = []
        self._under_way = 0

    def ask(self, actor: Actor, landing: Landing) -> None:
        """Where is that person? CallError `stale_session`: their token is refused."""
        self._waiting.append((actor, landing))
        self._send()

    def _send(self) -> None:
        while self._waiting and self._under_way < _AT_ONCE:
            asked, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            self._under_way += 1
            if len(asked) == 1:
                self._ask_one(asked[0])
            else:
                self._ask_many(asked)

    def _ask_one(self, asked: _Asked) -> None:
        actor, landing = asked

        def answered(answer: MyRoomsResponse | CallError) -> None:
            self._ended(answer)
            landing(answer)
            self._send()

        self._lobby.my_rooms(MyRoomsRequest(actor=actor), answered, _DEADLINE_MS)

    def _ask_many(self, asked: list[_Asked]) -> None:
        def answered(answer: MyRoomsResponse | CallError) -> None:
            self._ended(answer)
            if isinstance(answer, MyRoomsResponse):
                for (_, landing), one in zip(asked, answer.people, strict=True):
                    landing(CallError(one.refused) if one.refused else one)
            elif answer.code == MALFORMED:
                # A lobby that is asked about one person a call.
                for each in asked:
                    self._under_way += 1
                    self._ask_one(each)
            else:
                for _, landing in asked:
                    landing(answer)
            self._send()

        request = MyRoomsRequest(people=[actor for actor, _ in asked])
        self._lobby.my_rooms(request, answered, _DEADLINE_MS)

    def _ended(self, answer: MyRoomsResponse | CallError) -> None:
        """Where the lobby is away, who waits for it waits no longer."""
        self._under_way -= 1
        if isinstance(answer, CallError) and answer.code == UNAVAILABLE:
            asked, self._waiting = self._waiting, []
            for _, landing in asked:
                landing(answer)
