"""Documents and the site over HTTP: headers, caching, compression, refusals."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import re
from pathlib import Path

import pytest

from gateway.site import Site, inline_scripts
from tests.gateway.conftest import House, Open

SCRIPT = "document.documentElement.dataset.theme = 'dark'"
INDEX = (
    "<!doctype html><html><head><script>"
    + SCRIPT
    + '</script><script type="module" src="/assets/app-1a2b3c4d.js"></script></head></html>'
)
CODE = "export const cards = 104;\n" * 200


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small built site, where the gateway looks for it."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "app-1a2b3c4d.js").write_text(CODE)
    (folder / "sw.js").write_text("self.skipWaiting()")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "secret.txt").write_text("outside of the site")
    return folder


async def test_a_worker_may_load_and_fetch_from_here(built: Path, house: House) -> None:
    """It lives under the policy of its own script: without one of its own nothing would be kept."""
    policy = (await house.http("/assets/app-1a2b3c4d.js")).headers["Content-Security-Policy"]
    assert "connect-src 'self'" in policy
    assert "script-src 'self'" in policy


async def test_the_index_is_asked_for_anew_and_bears_a_strict_policy(
    built: Path, house: House
) -> None:
    """Nothing from elsewhere, no inline script but the page's own."""
    answer = await house.http("/")
    assert (answer.status, answer.body.decode()) == (200, INDEX)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    policy = dict(
        part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; ")
    )
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == f"'self' 'sha256-{digest}'"
    assert policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert "http" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/", "/api/config", "/assets/app-1a2b3c4d.js", "/api/nothing"])
async def test_headers_of_safety_are_on_everything(built: Path, house: House, path: str) -> None:
    """Documents, files, refusals."""
    headers = (await house.http(path)).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Content-Security-Policy" in headers
    assert "Server" not in headers


async def test_hashed_files_are_kept_for_ever_and_others_are_not(built: Path, house: House) -> None:
    """Their name changes with their content; the service worker's does not."""
    asset = await house.http("/assets/app-1a2b3c4d.js")
    assert asset.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert asset.headers["Content-Type"].startswith("text/javascript")
    for path, kind in (("/sw.js", "text/javascript"), ("/icon.svg", "image/svg+xml"),
                       ("/manifest.webmanifest", "application/manifest+json")):  # fmt: skip
        answer = await house.http(path)
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Content-Type"].startswith(kind)


async def test_what_is_known_is_not_sent_again(built: Path, house: House) -> None:
    """304 for the tag that was given."""
    tag = (await house.http("/")).headers["ETag"]
    again = await house.http("/", headers={"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")
    assert (await house.http("/", headers={"If-None-Match": '"other"'})).status == 200


async def test_files_go_out_compressed_where_that_is_welcome(built: Path, house: House) -> None:
    """And as they are where it is not, or not worth it."""
    path = "/assets/app-1a2b3c4d.js"
    zipped = await house.http(path, headers={"Accept-Encoding": "gzip, br"})
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.body).decode() == CODE
    assert zipped.headers["Vary"] == "Accept-Encoding"
    plain = await house.http(path, headers={"Accept-Encoding": "identity"})
    assert plain.body.decode() == CODE
    small = await house.http("/icon.svg", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in small.headers


@pytest.mark.parametrize("path", ["/r/K7QP2", "/rules/virae", "/replay/abcdefghijklmnop"])
async def test_places_inside_the_client_are_the_index(built: Path, house: House, path: str) -> None:
    """A link to a room opens the client."""
    answer = await house.http(path)
    assert (answer.status, answer.body.decode()) == (200, INDEX)


@pytest.mark.parametrize(
    "path",
    ["/assets/old-9f8e7d.js", "/missing.png", "/../secret.txt", "/%2e%2e/secret.txt",
     "/assets/..%2f..%2fsecret.txt", "//secret.txt", "/api/secret", "/api"],
)  # fmt: skip
async def test_what_is_not_there_is_not_found(built: Path, house: House, path: str) -> None:
    """No index in the place of a file, and nothing outside of the site."""
    reader, writer = await asyncio.open_connection(*house.address.split(":"))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), 5)
    writer.close()
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"outside of the site" not in answer


async def test_a_head_request_has_no_body(built: Path, house: House) -> None:
    """But the same headers."""
    answer = await house.http("/", method="HEAD")
    assert (answer.status, answer.body) == (200, b"")
    assert answer.headers["Content-Length"] == str(len(INDEX))


async def test_a_site_that_is_not_built_says_so_until_it_is(house: House, tmp_path: Path) -> None:
    """Plainly, with the command; built later, it is served without a restart."""
    answer = await house.http("/")
    assert answer.status == 503
    assert b"make web" in answer.body
    assert answer.headers["Cache-Control"] == "no-store"
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "index.html").write_text(INDEX)
    assert (await house.http("/")).status == 200


async def test_the_config_tells_games_limits_and_reactions(house: House) -> None:
    """What a client needs to draw its forms."""
    config = (await house.http("/api/config")).json
    assert config["games"]["virae"]["seats"] == 6
    assert config["games"]["virae"]["playable"] is True
    assert config["protocol_versions"] == [1]
    assert "wow" in config["emotes"]
    assert config["limits"]["frame_bytes"] == 16_384


async def test_a_session_is_a_name_and_a_token(house: House) -> None:
    """And nothing is stored here."""
    session = await house.session("  José ")
    assert session["name"] == "José"
    assert re.fullmatch("[a-z2-7]{16}", session["player_id"])
    assert session["expires_ms"] > house.runtime.clock.now_ms() + 179 * 86_400_000
    assert house.gateway.tokens.read(session["token"]).name == "José"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "malformed"),
        (b"null", "malformed"),
        (b"[]", "malformed"),
        (b"{", "malformed"),
        (b"\xff\xfe", "malformed"),
        (b'{"name": 5}', "malformed"),
        (b'{"name": null}', "malformed"),
        (b'{"name": "Ana", "player_id": "aaaaaaaaaaaaaaaa"}', "malformed"),
        (b'{"name": ""}', "name_refused"),
        (b'{"name": "\\u202eAna"}', "name_refused"),
        (b'{"name": "' + b"x" * 100 + b'"}', "name_refused"),
        (b"[" * 3000, "malformed"),
        (b'{"name": "' + b"x" * 10_000 + b'"}', "too_large"),
    ],
)
async def test_bad_requests_have_codes(house: House, body: bytes, code: str) -> None:
    """As errors on the socket have: a code, never a sentence, nothing of an exception."""
    answer = await house.http("/api/session", body, method="POST")
    assert answer.json["code"] == code
    assert answer.status >= 400
    assert b"Traceback" not in answer.body
    assert (await house.http("/livez")).status == 200


async def test_a_body_without_a_length_is_not_read(house: House) -> None:
    """Nobody feeds the gateway without end."""
    reader, writer = await asyncio.open_connection(*house.address.split(":"))
    writer.write(
        b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam\r\n'
    )
    answer = await asyncio.wait_for(reader.readuntil(b"\r\n"), 5)
    writer.close()
    assert b" 400 " in answer


async def test_one_address_makes_so_many_sessions(open_house: Open) -> None:
    """And asks so often; other documents are not concerned."""
    house = await open_house(sessions_per_minute=1, sessions_burst=2, http_per_s=1, http_burst=6)
    answers = [await house.http("/api/session", {"name": "Ana"}) for _ in range(3)]
    assert [answer.status for answer in answers] == [200, 200, 429]
    assert answers[-1].json["code"] == "rate_limited"
    codes = [(await house.http("/api/config")).status for _ in range(6)]
    assert codes[0] == 200
    assert codes[-1] == 429
    assert (await house.http("/livez")).status == 200


async def test_a_stranger_sees_one_line_of_a_room(house: House) -> None:
    """Enough for a link, and nobody's identity."""
    player = await house.player()
    room = (await player.ask(create_room={"game": "virae"})).room
    answer = await house.http(f"/api/rooms/{room.code}")
    assert answer.json["game"] == "virae"
    assert answer.json["people"] == 1
    assert room.host_id.encode() not in answer.body
    assert (await house.http("/api/rooms/ZZZZZ")).json["code"] == "room_not_found"
    assert (await house.http("/api/rooms/%2A")).json["code"] == "malformed"


async def test_a_lobby_that_is_away_is_unavailable(house: House) -> None:
    """503 with the code, for what only it knows."""
    house.lobby.failing["list_rooms"] = "unavailable"
    answer = await house.http("/api/rooms")
    assert (answer.status, answer.json["code"]) == (503, "unavailable")


def test_inline_scripts_are_found_and_others_are_not() -> None:
    """By the hash of exactly what stands between the tags."""
    digest = base64.b64encode(hashlib.sha256(b"a<b && c").digest()).decode()
    html = "<script src=x></script><script>a<b && c</script><style>p{}</style>"
    assert inline_scripts(html) == (f"'sha256-{digest}'",)
    assert inline_scripts("<p>none</p>") == ()


def test_a_build_is_taken_as_a_whole(built: Path) -> None:
    """A page never meets the files of another build."""
    site = Site(built)
    assert site.page("/") is not None
    (built / "assets" / "app-1a2b3c4d.js").unlink()
    page = site.page("/assets/app-1a2b3c4d.js")
    assert page is not None
    assert page.content.decode() == CODE
