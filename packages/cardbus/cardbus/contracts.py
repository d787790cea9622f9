"""The contracts as values: every call, announcement and stream that the descriptors declare.

Nothing here is a list by hand: a new service or message in `proto/` appears by itself.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from google.protobuf.descriptor import (
    Descriptor,
    FileDescriptor,
    MethodDescriptor,
    ServiceDescriptor,
)
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

import cardproto.v1
from cardbus.subjects import SHARD, SHARDED_BY, Template
from cardproto.v1 import contract_pb2

Party = contract_pb2.Party
Right = contract_pb2.Right

# The stubs generated for extensions do not say what they extend.
_SERVER: Any = contract_pb2.server
_CALL: Any = contract_pb2.call
_ANNOUNCED: Any = contract_pb2.announced
_STORED: Any = contract_pb2.stored

PARTIES: tuple[contract_pb2.Party, ...] = (
    contract_pb2.PARTY_GATEWAY,
    contract_pb2.PARTY_LOBBY,
    contract_pb2.PARTY_ENGINE,
    contract_pb2.PARTY_BOT_RUNNER,
    contract_pb2.PARTY_TIMER,
)


@dataclass(frozen=True, slots=True)
class CallContract:
    """One method. `deadline_s` is None where the bus's default holds."""

    method: MethodDescriptor
    template: Template
    queue: str
    server: int
    callers: frozenset[int]
    deadline_s: float | None
    request: type[Message]
    response: type[Message]


@dataclass(frozen=True, slots=True)
class AnnouncementContract:
    """One subject on which a message is announced."""

    message: type[Message]
    template: Template
    publishers: frozenset[int]
    subscribers: frozenset[int]


@dataclass(frozen=True, slots=True)
class StreamContract:
    """One stored message type and who may do what with it."""

    message: type[Message]
    stream: str
    template: Template
    feed: Template | None
    sharded: bool
    max_age_days: int
    max_per_subject: int
    durable: str
    grants: Mapping[int, frozenset[int]]

    def may(self, party: int, right: int) -> bool:
        """Whether the contracts give `party` that right here."""
        return right in self.grants.get(party, frozenset())

    def anyone(self, right: int) -> bool:
        """Whether somebody has that right here."""
        return any(right in rights for rights in self.grants.values())


def party_name(party: int) -> str:
    """The NATS user of a party: `gateway`, `bot-runner`, ..."""
    return (
        contract_pb2.Party.Name(contract_pb2.Party.ValueType(party))[6:].lower().replace("_", "-")
    )


def inbox_prefix(user: str) -> str:
    """Under this a user's replies arrive, and nobody else may listen there."""
    return f"_INBOX_{user}"


@lru_cache(maxsize=1)
def files() -> tuple[FileDescriptor, ...]:
    """The descriptors of every contract file, by name."""
    found = []
    for module in pkgutil.iter_modules(cardproto.v1.__path__):
        if module.name.endswith("_pb2"):
            loaded = importlib.import_module(f"cardproto.v1.{module.name}")
            found.append(loaded.DESCRIPTOR)
    return tuple(sorted(found, key=lambda file: file.name))


def services() -> tuple[ServiceDescriptor, ...]:
    """The services that are served over the bus, in the files' order."""
    return tuple(
        service
        for file in files()
        for service in file.services_by_name.values()
        if service.GetOptions().HasExtension(_SERVER)
    )


@lru_cache(maxsize=1)
def calls() -> Mapping[str, CallContract]:
    """Every method by its full name."""
    found: dict[str, CallContract] = {}
    for service in services():
        server = service.GetOptions().Extensions[_SERVER]
        for method in service.methods:
            if not method.GetOptions().HasExtension(_CALL):
                raise TypeError(f"{method.full_name} has no subject")
            call = method.GetOptions().Extensions[_CALL]
            found[method.full_name] = CallContract(
                method=method,
                template=_template(call.subject, method.input_type),
                queue=server.queue,
                server=server.party,
                callers=frozenset(call.callers),
                deadline_s=call.deadline_ms / 1000 if call.deadline_ms else None,
                request=GetMessageClass(method.input_type),
                response=GetMessageClass(method.output_type),
            )
    return found


def calls_of(service: ServiceDescriptor) -> tuple[CallContract, ...]:
    """The methods of one service, in its order."""
    return tuple(calls()[method.full_name] for method in service.methods)


@lru_cache(maxsize=1)
def announcements() -> Mapping[str, tuple[AnnouncementContract, ...]]:
    """Where messages are announced, by the message's full name."""
    found: dict[str, tuple[AnnouncementContract, ...]] = {}
    for message in _messages():
        options = message.GetOptions().Extensions[_ANNOUNCED]
        if options:
            found[message.full_name] = tuple(
                AnnouncementContract(
                    message=GetMessageClass(message),
                    template=_template(option.subject, message),
                    publishers=frozenset(option.publishers),
                    subscribers=frozenset(option.subscribers),
                )
                for option in options
            )
    return found


@lru_cache(maxsize=1)
def streams() -> Mapping[str, StreamContract]:
    """The stored messages by full name."""
    found: dict[str, StreamContract] = {}
    for message in _messages():
        if not message.GetOptions().HasExtension(_STORED):
            continue
        stored = message.GetOptions().Extensions[_STORED]
        found[message.full_name] = StreamContract(
            message=GetMessageClass(message),
            stream=stored.stream,
            template=_template(stored.subject, message),
            feed=_template(stored.feed, message) if stored.feed else None,
            sharded=stored.sharded,
            max_age_days=stored.max_age_days,
            max_per_subject=stored.max_per_subject,
            durable=stored.durable,
            grants={grant.party: frozenset(grant.rights) for grant in stored.grants},
        )
    return found


def _messages() -> Iterator[Descriptor]:
    for file in files():
        yield from file.message_types_by_name.values()


def _template(pattern: str, message: Descriptor) -> Template:
    """Checked against the message: each placeholder is one of its string fields."""
    template = Template(pattern)
    for field in template.fields:
        name = SHARDED_BY if field == SHARD else field
        known: Any = message.fields_by_name.get(name)
        if known is None or known.type != known.TYPE_STRING:
            raise TypeError(f"{pattern}: {message.full_name} has no string field {name}")
    return template
