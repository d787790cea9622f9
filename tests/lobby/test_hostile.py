"""Requests made of anything: a coded answer each time, and nothing of others' disturbed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from cardbus.api.lobby import LobbyClient
from cardbus.contracts import calls_of
from cardbus.errors import CallError
from cardproto.v1 import contract_pb2, lobby_pb2
from tests.lobby.conftest import Hall

SERVICE = lobby_pb2.DESCRIPTOR.services_by_name["Lobby"]
TEXTS = ("", "*", ">", "a.b", "a b", "\x00", "a" * 16, "r1", "é" * 9, "virae", "room", "gate1",
         "x" * 10_000, "K7QP2X", "{}", "null", '{"a":[[[[', "\u202e")  # fmt: skip
NUMBERS = (0, 1, 2, 5, 6, 7, 255, 2**31 - 1, 2**32 - 1, 2**63 - 1, -1, -(2**31))


class Nonsense:
    """Fills any message with anything that its fields can bear, known ids among it."""

    def __init__(self, chance: random.Random, known: list[str]) -> None:
        self._chance = chance
        self._texts = (*TEXTS, *known, *known)

    def fill(self, message: Any, depth: int = 0) -> Message:
        """The message, filled."""
        for field in message.DESCRIPTOR.fields:
            if self._chance.random() < 0.15:
                continue
            if field.message_type is not None and field.message_type.GetOptions().map_entry:
                self._fill_map(message, field)
            elif field.is_repeated:
                for _ in range(self._chance.randrange(3)):
                    self._add(getattr(message, field.name), field, depth)
            elif field.message_type is not None:
                if depth < 4:
                    getattr(message, field.name).SetInParent()
                    self.fill(getattr(message, field.name), depth + 1)
            else:
                setattr(message, field.name, self._value(field))
        return message  # type: ignore[no-any-return]

    def _fill_map(self, message: Any, field: FieldDescriptor) -> None:
        entry = field.message_type
        assert entry is not None
        key, value = entry.fields
        for _ in range(self._chance.randrange(3)):
            getattr(message, field.name)[self._value(key)] = self._value(value)

    def _add(self, repeated: Any, field: FieldDescriptor, depth: int) -> None:
        if field.message_type is not None:
            self.fill(repeated.add(), depth + 1)
        else:
            repeated.append(self._value(field))

    def _value(self, field: FieldDescriptor) -> Any:
        match field.cpp_type:
            case FieldDescriptor.CPPTYPE_STRING if field.type == FieldDescriptor.TYPE_BYTES:
                return self._chance.randbytes(self._chance.choice((0, 1, 15, 16, 64, 65, 5_000)))
            case FieldDescriptor.CPPTYPE_STRING:
                return self._chance.choice(self._texts)
            case FieldDescriptor.CPPTYPE_BOOL:
                return self._chance.random() < 0.5
            case FieldDescriptor.CPPTYPE_UINT32:
                return self._chance.choice([n for n in NUMBERS if 0 <= n < 2**32])
            case FieldDescriptor.CPPTYPE_UINT64:
                return self._chance.choice([n for n in NUMBERS if n >= 0])
            case FieldDescriptor.CPPTYPE_INT32 | FieldDescriptor.CPPTYPE_ENUM:
                return self._chance.choice([n for n in NUMBERS if -(2**31) <= n < 2**31])
            case _:
                return self._chance.choice(NUMBERS)


@pytest.mark.parametrize("seed", range(3))
async def test_nonsense_is_refused_and_disturbs_nobody(hall: Hall, seed: int) -> None:
    host, room = await hall.table(hall.person(), bots=1)
    attacker = hall.person()
    await attacker.enter(room)
    before = await hall.room(room)
    known = [room.room_id, room.game_id, room.code, attacker.player_id]
    nonsense = Nonsense(random.Random(seed), known)
    chance = random.Random(seed + 100)
    asks: dict[int, LobbyClient] = {
        contract_pb2.PARTY_GATEWAY: hall.asks,
        contract_pb2.PARTY_ENGINE: hall.engine_asks,
        contract_pb2.PARTY_TIMER: hall.timer_asks,
    }
    codes: dict[str, set[str]] = {}
    for number in range(600):
        if number % 20 == 0:
            for line in (await attacker.ask("my_rooms")).rooms:
                if line.room_id != room.room_id:
                    await attacker.ask("leave_room", room_id=line.room_id)
            await attacker.ask("join_room", code=room.code)
        contract = chance.choice(calls_of(SERVICE))
        method, caller = contract.method, min(contract.callers)
        request: Any = nonsense.fill(getattr(lobby_pb2, method.input_type.name)())
        if "actor" in request.DESCRIPTOR.fields_by_name and chance.random() < 0.5:
            request.actor.CopyFrom(attacker.actor())
        if "room_id" in request.DESCRIPTOR.fields_by_name and chance.random() < 0.6:
            request.room_id = room.room_id
        name = "".join(f"_{c.lower()}" if c.isupper() else c for c in method.name)[1:]
        ask: Callable[[Any], Any] = getattr(asks[caller], name)
        try:
            await ask(request)
            codes.setdefault(name, set()).add("ok")
            if name == "delete_person":
                # Nothing they send is heard from now on: somebody else goes on.
                attacker = hall.person()
                await attacker.enter(room)
        except CallError as error:
            codes.setdefault(name, set()).add(error.code)
    assert sum("ok" in found for found in codes.values()) >= 8, codes
    assert "internal" not in set().union(*codes.values()), codes
    after = await hall.room(room)
    assert [s.player_id for s in after.seats[:2]] == [s.player_id for s in before.seats[:2]]
    assert (after.host_id, after.game_id) == (before.host_id, before.game_id)
    await host.ask("start_game", room_id=room.room_id)
