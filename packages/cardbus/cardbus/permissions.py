"""What each party's NATS user may do: exactly what the contracts name, nothing by default.

The list is for a stream layout: with split streams each is named. The JetStream subjects follow
from the rights in the streams' grants; nobody but the provisioner touches streams and consumers,
except that the engine purges and that the timer makes short-lived sweep consumers under names
that are fixed here, so that it can't reach its durable ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardbus import contracts
from cardbus.consume import (
    SWEEPERS,
    acknowledge_subjects,
    dismissed_subject,
    next_subject,
    sweeper_subject,
)
from cardbus.contracts import StreamContract, inbox_prefix, party_name
from cardbus.measuring import info_subject
from cardbus.reads import direct_subject, leader_subject
from cardbus.stream import purge_subject
from cardbus.subjects import stream_names
from cardproto.v1 import contract_pb2

PROVISIONER = "provisioner"
API = "$JS.API.>"

# A server answers once, within the longest deadline of its calls with room to spare.
_REPLIES = {"max": 1, "expires": "60s"}


def permissions(party: int, sharded: bool = False) -> dict[str, Any]:
    """The `permissions` of a party's user, as nats-server's configuration takes them."""
    publish = sorted(set(_publishes(party, sharded)))
    subscribe = sorted(set(_subscribes(party)))
    granted: dict[str, Any] = {
        "publish": {"allow": publish} if publish else {"deny": [">"]},
        "subscribe": {"allow": subscribe},
    }
    if any(call.server == party for call in contracts.calls().values()):
        granted["allow_responses"] = dict(_REPLIES)
    return granted


def provisioner_permissions() -> dict[str, Any]:
    """The `permissions` of the user that makes streams and consumers; it reads no subject."""
    return {
        "publish": {"allow": [API]},
        "subscribe": {"allow": [f"{inbox_prefix(PROVISIONER)}.>"]},
    }


def users() -> tuple[str, ...]:
    """The names of all users."""
    return (*(party_name(party) for party in contracts.PARTIES), PROVISIONER)


def authorization(passwords: Mapping[str, str], sharded: bool = False) -> dict[str, Any]:
    """nats-server's `authorization` block. `passwords` by user name, for every one of `users()`.

    Raises KeyError where one is missing. A password may be a bcrypt hash.
    """
    entries = [
        {
            "user": party_name(party),
            "password": passwords[party_name(party)],
            "permissions": permissions(party, sharded),
        }
        for party in contracts.PARTIES
    ]
    entries.append(
        {
            "user": PROVISIONER,
            "password": passwords[PROVISIONER],
            "permissions": provisioner_permissions(),
        }
    )
    return {"users": entries, "timeout": 2}


def listing(sharded: bool) -> dict[str, Any]:
    """Every user's permissions, for people and for deployments that write their own config."""
    found: dict[str, Any] = {
        party_name(party): permissions(party, sharded) for party in contracts.PARTIES
    }
    found[PROVISIONER] = provisioner_permissions()
    return found


def _publishes(party: int, sharded: bool) -> Iterator[str]:
    for call in contracts.calls().values():
        if party in call.callers:
            yield call.template.wildcard
    for told in contracts.announcements().values():
        yield from (each.template.wildcard for each in told if party in each.publishers)
    for stored in contracts.streams().values():
        if stored.may(party, contract_pb2.RIGHT_APPEND):
            yield stored.template.wildcard
        for name in stream_names(stored.stream, sharded and stored.sharded):
            yield from _stream_api(party, stored, name)


def _stream_api(party: int, stored: StreamContract, name: str) -> Iterator[str]:
    if stored.may(party, contract_pb2.RIGHT_READ_LEADER):
        yield leader_subject(name)
    if stored.may(party, contract_pb2.RIGHT_READ_DIRECT):
        yield direct_subject(name)
    if stored.may(party, contract_pb2.RIGHT_PURGE):
        yield purge_subject(name)
    if stored.may(party, contract_pb2.RIGHT_MEASURE):
        yield info_subject(name)
    if stored.may(party, contract_pb2.RIGHT_CONSUME_HEADERS):
        yield next_subject(name, stored.durable)
        yield acknowledge_subjects(name, stored.durable)
    if stored.may(party, contract_pb2.RIGHT_SWEEP_HEADERS):
        for sweeper in SWEEPERS:
            yield sweeper_subject(name, sweeper, stored.template.wildcard)
            yield next_subject(name, sweeper)
            yield dismissed_subject(name, sweeper)


def _subscribes(party: int) -> Iterator[str]:
    yield f"{inbox_prefix(party_name(party))}.>"
    for call in contracts.calls().values():
        if call.server == party:
            # Only in the queue group: a plain subscription would see what others handle.
            yield f"{call.template.wildcard} {call.queue}"
    for told in contracts.announcements().values():
        yield from (each.template.wildcard for each in told if party in each.subscribers)
    for stored in contracts.streams().values():
        if stored.feed is not None and stored.may(party, contract_pb2.RIGHT_FEED):
            yield stored.feed.wildcard
