"""`docs/clients.md` and the AsyncAPI of the socket: what they say is what the server does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from google.protobuf import json_format

from cardproto.socket_api import REPLIES
from cardproto.v1.client_pb2 import ClientFrame, ServerFrame
from gateway import http_models, sockets
from gateway.codec import JSON
from gateway.settings import GatewaySettings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
SOCKET = yaml.safe_load((ROOT / "docs" / "asyncapi-client.yaml").read_text(encoding="utf-8"))
GAMES = ("virae", "rouba_monte", "rami", "hearts", "caravan")
DOCUMENTS: dict[str, type[http_models.Described]] = {
    "session": http_models.Session,
    "rooms": http_models.RoomList,
    "error": http_models.Error,
}
INSIDE = {"bad_seats", "bad_starter", "bad_seed", "no_seed", "seat_stays"}
"""Codes of the rules that only a table's own making could meet: no frame of a client does."""


def examples() -> Iterator[Any]:
    """Every fenced example of the page: who says it, and the text."""
    found = re.findall(r"^```json ([a-z-]+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for number, (kind, text) in enumerate(found):
        yield pytest.param(kind, text, id=f"{number}-{kind}")


def bodies(frame: type[ClientFrame] | type[ServerFrame]) -> set[str]:
    """The names of everything that such a frame may carry."""
    return {field.name for field in frame.DESCRIPTOR.oneofs_by_name["body"].fields}


@pytest.mark.parametrize(("kind", "text"), list(examples()))
def test_each_example_is_what_the_wire_carries(kind: str, text: str) -> None:
    """A client's frame is read as the gateway reads it; a server's is written just so."""
    value = json.loads(text)
    if kind == "client":
        frame = JSON.read(text.encode())
        message = f"client.{frame.WhichOneof('body')}"
    elif kind == "server":
        said = json_format.Parse(text, ServerFrame())
        assert json.loads(JSON.write(said)) == value
        message = f"server.{said.WhichOneof('body')}"
    else:
        DOCUMENTS[kind.removeprefix("http-")].model_validate(value)
        return
    jsonschema.validate(value, schema_of(message))


def schema_of(message: str) -> dict[str, Any]:
    """The schema of a message of the AsyncAPI document, with all that it refers to."""
    return {
        **SOCKET["components"]["messages"][message]["payload"],
        "components": SOCKET["components"],
    }


def test_the_schemas_refuse_what_is_no_such_frame() -> None:
    """Else an example that fits would prove nothing."""
    frames: list[dict[str, Any]] = [
        {"act": {}},
        {"id": "a"},
        {"id": "a", "act": 1},
        {"id": "a", "act": {}, "ping": {}},
    ]
    for wrong in frames:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema_of("client.act"))


def test_every_frame_is_named_and_described() -> None:
    """No frame can be added without a word for those who write clients."""
    for side, frame in (("client", ClientFrame), ("server", ServerFrame)):
        for body in bodies(frame):
            assert f"`{body}`" in PAGE, body
            assert f"{side}.{body}" in SOCKET["channels"]["json"]["messages"]
    operations = SOCKET["operations"]
    assert bodies(ClientFrame) <= operations.keys()
    assert bodies(ClientFrame) <= REPLIES.keys(), "say what answers it"
    for body in bodies(ClientFrame):
        assert operations[body]["reply"]["messages"]


def test_every_reference_of_the_description_leads_somewhere() -> None:
    """And both subprotocols stand in it, by the header that asks for them."""
    for reference in references(SOCKET):
        place: Any = SOCKET
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]
    asked = {
        channel["bindings"]["ws"]["headers"]["properties"]["Sec-WebSocket-Protocol"]["const"]
        for channel in SOCKET["channels"].values()
    }
    assert asked == {"carteado.v1+json", "carteado.v1+proto"}


def references(value: Any) -> Iterator[str]:
    """Every `$ref` in a document."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item
            else:
                yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


def told_codes() -> set[str]:
    """The codes in the first two columns of the page's tables of errors."""
    errors = PAGE.partition("## Errors")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in errors.splitlines() if line.startswith("|")]
    cells = [row[1] if "`" in row[1] else row[2] for row in rows]
    return {code for cell in cells for code in re.findall(r"`([a-z0-9_]+)`", cell)}


def raised_codes() -> set[str]:
    """Every code that stands in the sources of the services and the games as one that is told."""
    found: set[str] = set()
    for service in ("gateway", "lobby", "game-engine"):
        for path in (ROOT / "services" / service).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            found.update(
                re.findall(r'\b(?:refuse|Refusal|Refused|CallError)\(\s*"([a-z_]+)"', text)
            )
    errors = (ROOT / "services/gateway/gateway/errors.py").read_text(encoding="utf-8")
    found.update(re.findall(r'^[A-Z_]+ = "([a-z_]+)"$', errors, re.MULTILINE))
    for game in GAMES:
        for path in (ROOT / "packages/cardrules/cardrules" / game).glob("*.py"):
            text = path.read_text(encoding="utf-8")
            found.update(re.findall(r'\bfail\(\s*"([a-z0-9_]+)"', text))
            if path.name in ("rules.py", "table.py"):
                said = re.findall(r'(?:return|else) (?:\w+\()?"([a-z0-9]+(?:_[a-z0-9]+)+)"', text)
                found.update(said)
    return found - INSIDE


def test_every_code_is_explained() -> None:
    """A code that a service or a game may answer stands in the tables, and no other does."""
    told, raised = told_codes(), raised_codes()
    assert raised - told == set(), "explain them in docs/clients.md"
    sources = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("services", "packages/cardrules", "packages/cardbus")
        for path in (ROOT / folder).rglob("*.py")
    )
    assert {code for code in told if f'"{code}"' not in sources} == set(), "nothing answers so"


def test_the_limits_are_those_of_the_gateway() -> None:
    """Each default in the table is the setting's."""
    limits = PAGE.partition("## Limits")[2].partition("\n## ")[0]
    told = dict(re.findall(r"^\| `([a-z_]+)` \| (\d+) \|", limits, re.MULTILINE))
    assert len(told) >= 12
    for name, number in told.items():
        assert GatewaySettings.model_fields[name].default == float(number), name
    bursts = re.findall(r"^\| `([a-z]+)_per_.*a burst of (\d+)", limits, re.MULTILINE)
    assert len(bursts) >= 6
    for name, burst in bursts:
        assert GatewaySettings.model_fields[f"{name}_burst"].default == int(burst), name


def test_every_way_a_socket_ends_is_told() -> None:
    """All close codes and reasons of the gateway stand in the table."""
    codes = {value for name, value in vars(sockets).items() if name.startswith("CLOSE_")}
    reasons = {sockets.RESTART, sockets.SLOW, sockets.IDLE, sockets.REPLACED, sockets.ENDED}
    table = PAGE.partition("| close code |")[2].partition("\n\n")[0]
    assert {str(code) for code in codes} <= set(re.findall(r"\d{4}", table))
    assert reasons <= set(re.findall(r"`([a-z]+)`", table))
