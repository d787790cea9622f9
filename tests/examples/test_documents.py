"""The HTTP side as it is described: what a running table answers fits `docs/openapi.json`."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from carteado.stack import Stack

ROOT = Path(__file__).resolve().parents[2]
DESCRIBED = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))


def asked(url: str, body: Any = None) -> tuple[int, Any]:
    """Status and JSON of one request."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def fits(method: str, path: str, status: int, value: Any) -> None:
    """The answer is one that the description foresees, and of that form."""
    responses = DESCRIBED["paths"][path][method]["responses"]
    schema = responses[str(status)]["content"]["application/json"]["schema"]
    jsonschema.validate(value, {**schema, "components": DESCRIBED["components"]})


@pytest.mark.parametrize(
    ("method", "path", "given", "body", "wanted"),
    [
        ("post", "/api/session", {}, {"name": "Ana"}, 200),
        ("post", "/api/session", {}, {"name": ""}, 400),
        ("post", "/api/session", {}, {"nome": "Ana"}, 400),
        ("get", "/api/config", {}, None, 200),
        ("get", "/api/rooms", {}, None, 200),
        ("get", "/api/rooms/{code}", {"code": "NOBODY"}, None, 404),
        ("get", "/api/rooms/{code}", {"code": "-"}, None, 400),
        ("get", "/api/records/{game_id}", {"game_id": "a" * 16}, None, 404),
        ("get", "/api/records/{game_id}", {"game_id": "A"}, None, 400),
    ],
)
def test_an_answer_is_as_described(
    table: Stack, method: str, path: str, given: dict[str, str], body: Any, wanted: int
) -> None:
    """Status and body, of what is found and of what is refused."""
    status, value = asked(table.url + path.format(**given), body)
    assert status == wanted
    fits(method, path, status, value)


def test_every_document_says_what_it_is_and_how_it_fails(table: Stack) -> None:
    """A summary, a form for what is found, and errors of one form; served as it is committed."""
    for path, operations in DESCRIBED["paths"].items():
        for operation in operations.values():
            assert operation["summary"], path
            if path.startswith("/api/"):
                found = operation["responses"]
                assert found["200"]["content"]["application/json"]["schema"], path
                assert {"400", "429", "500"} <= found.keys(), path
    assert asked(f"{table.url}/api/openapi.json") == (200, DESCRIBED)
