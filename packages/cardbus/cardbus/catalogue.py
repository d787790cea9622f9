"""The subjects for people (`docs/subjects.md`) and for tools (AsyncAPI), from the descriptors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import yaml
from google.protobuf.message import Message

from cardbus import contracts
from cardbus.consume import SWEEPERS
from cardbus.contracts import StreamContract, party_name
from cardbus.permissions import listing
from cardbus.subjects import SHARD, SHARDS, STREAM_SPLIT, Template
from cardproto.v1 import contract_pb2

_INTRO = f"""# Subjects

Generated from `proto/` by `make proto`; the options there are the only place where a subject is
written. Placeholders take `[a-z0-9]{{2,26}}`; `{{shard}}` is the crc32 of the game's id modulo
{SHARDS}, in two digits. Calls are requests over core NATS, served by queue groups. Announcements
are heard by whoever subscribes at that moment. Streams are kept by JetStream.
"""

_RIGHTS: dict[int, str] = {
    contract_pb2.RIGHT_APPEND: "appends",
    contract_pb2.RIGHT_READ_LEADER: "reads from the leader",
    contract_pb2.RIGHT_READ_DIRECT: "reads from any replica",
    contract_pb2.RIGHT_PURGE: "purges",
    contract_pb2.RIGHT_CONSUME_HEADERS: "consumes headers",
    contract_pb2.RIGHT_FEED: "hears the feed",
    contract_pb2.RIGHT_SWEEP_HEADERS: "sweeps headers",
    contract_pb2.RIGHT_MEASURE: "asks how full it is",
}


def markdown() -> str:
    """The catalogue for people."""
    return "\n".join(
        [
            _INTRO,
            "## Calls",
            *_call_tables(),
            "",
            "## Announcements",
            "",
            *_announcement_table(),
            "",
            "## Streams",
            *_stream_parts(),
            "",
            "## What each user may do",
            *_user_parts(),
            "",
        ]
    )


def _call_tables() -> Iterator[str]:
    for service in contracts.services():
        bound = contracts.calls_of(service)
        yield ""
        yield f"### {service.name}"
        yield ""
        yield f"Served by `{party_name(bound[0].server)}` in the queue group `{bound[0].queue}`."
        yield ""
        yield from _table(
            ("method", "subject", "callers", "deadline"),
            (
                (
                    call.method.name,
                    f"`{call.template.pattern}`",
                    _parties(call.callers),
                    "default" if call.deadline_s is None else f"{call.deadline_s:g} s",
                )
                for call in bound
            ),
        )


def _announcement_table() -> Iterator[str]:
    yield from _table(
        ("message", "subject", "announced by", "heard by"),
        (
            (
                _name(each.message),
                f"`{each.template.pattern}`",
                _parties(each.publishers),
                _parties(each.subscribers),
            )
            for told in contracts.announcements().values()
            for each in told
        ),
    )


def _stream_parts() -> Iterator[str]:
    for stored in contracts.streams().values():
        yield ""
        yield f"### {stored.stream}"
        yield ""
        yield f"`{_name(stored.message)}` on `{stored.template.pattern}`. {_limits(stored)}"
        yield ""
        yield from _table(
            ("user", "rights"),
            (
                (f"`{party_name(party)}`", ", ".join(_RIGHTS[r] for r in sorted(rights)))
                for party, rights in sorted(stored.grants.items())
            ),
        )


def _limits(stored: StreamContract) -> str:
    said = []
    if stored.sharded:
        said.append(f"In production split in {STREAM_SPLIT} streams by shard.")
    if stored.feed is not None:
        said.append(f"Accepted messages are republished on `{stored.feed.pattern}`.")
    said.append(f"Kept {stored.max_age_days} days." if stored.max_age_days else "Kept for ever.")
    if stored.max_per_subject == 1:
        said.append("A subject holds its newest message only.")
    if stored.durable:
        said.append(f"Durable consumer `{stored.durable}`, headers only.")
    return " ".join(said)


def _user_parts() -> Iterator[str]:
    yield ""
    yield "With the streams in one piece; `deploy/nats/` holds both layouts for configurations."
    yield f"Names `{SWEEPERS[0]}` to `{SWEEPERS[-1]}` are short-lived consumers of the timer."
    for user, granted in listing(sharded=False).items():
        yield ""
        yield f"### `{user}`"
        yield ""
        for verb in ("publish", "subscribe"):
            allowed = granted[verb].get("allow", [])
            yield f"- {verb}: " + (", ".join(f"`{subject}`" for subject in allowed) or "nothing")
        if "allow_responses" in granted:
            yield "- answers the requests that it serves, once each"


def asyncapi() -> str:
    """The same as an AsyncAPI 3 document; message payloads are named, not described."""
    document: dict[str, Any] = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Carteado on the bus",
            "version": "1",
            "description": "Generated from proto/ by `make proto`. Payloads are protobuf.",
        },
        "defaultContentType": "application/protobuf",
        "channels": {},
        "operations": {},
        "components": {"messages": {}},
    }
    for call in contracts.calls().values():
        _describe_call(document, call)
    for told in contracts.announcements().values():
        for each in told:
            name = _name(each.message)
            _channel(document, name, each.template, [each.message])
            _operation(document, f"announce{name}", "send", name)
    for stored in contracts.streams().values():
        name = _name(stored.message)
        _channel(document, name, stored.template, [stored.message])
        _operation(document, f"append{name}", "send", name)
        if stored.feed is not None:
            _channel(document, f"{name}Feed", stored.feed, [stored.message])
            _operation(document, f"hear{name}", "receive", f"{name}Feed")
    text = yaml.safe_dump(document, sort_keys=False, width=100, allow_unicode=True)
    return "# Generated from proto/ by `make proto`.\n" + str(text)


def _describe_call(document: dict[str, Any], call: contracts.CallContract) -> None:
    service = call.method.containing_service.name
    name = f"{service}.{call.method.name}"
    _channel(document, name, call.template, [call.request])
    _channel(document, f"{name}.reply", None, [call.response])
    _operation(document, name, "send", name)
    document["operations"][name]["reply"] = {
        "address": {"location": "$message.header#/reply"},
        "channel": {"$ref": f"#/channels/{name}.reply"},
    }


def _channel(
    document: dict[str, Any], name: str, template: Template | None, messages: list[type[Message]]
) -> None:
    channel: dict[str, Any] = {"address": None if template is None else template.pattern}
    channel["messages"] = {
        _name(message): {"$ref": f"#/components/messages/{_name(message)}"} for message in messages
    }
    if template is not None and template.fields:
        channel["parameters"] = {
            field: {"description": "00-63, from game_id" if field == SHARD else "[a-z0-9]{2,26}"}
            for field in template.fields
        }
    document["channels"][name] = channel
    for message in messages:
        document["components"]["messages"][_name(message)] = {
            "name": message.DESCRIPTOR.full_name,
            "contentType": "application/protobuf",
        }


def _operation(document: dict[str, Any], name: str, action: str, channel: str) -> None:
    document["operations"][name] = {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
    }


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def _parties(parties: Iterable[int]) -> str:
    return ", ".join(f"`{party_name(party)}`" for party in sorted(parties))


def _name(message: type[Message]) -> str:
    return str(message.DESCRIPTOR.name)
