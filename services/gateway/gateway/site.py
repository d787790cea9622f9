"""The built web client, served from memory: compressed once, with tags, headers and a policy.

A build is taken as a whole, when it is first asked for: a page never meets the files of another.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

INDEX: Final = "index.html"
_YEAR_S: Final = 31_536_000
IMMUTABLE: Final = f"public, max-age={_YEAR_S}, immutable"
REVALIDATE: Final = "no-cache"
_SMALLEST: Final = 512
_COMPRESSED: Final = frozenset({".png", ".jpg", ".webp", ".avif", ".woff2", ".gz", ".br", ".mp3"})
_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
}

UNBUILT: Final = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Carteado</title>
<h1>The web client is not built</h1>
<p>The gateway runs, but found no site to serve. Build it with <code>make web</code>
and load this page again.</p>
</html>
"""


@dataclass(frozen=True, slots=True)
class Page:
    """One file, ready to be sent. `zipped` is empty where compressing gains nothing."""

    content: bytes
    zipped: bytes
    media_type: str
    etag: str
    cache: str


class Site:
    """The files under `folder`, read by `read` or at the first request that finds an index."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages: dict[str, Page] = {}
        self.script_hashes: tuple[str, ...] = ()
        """Sources for the policy: the index's own inline scripts, by hash."""

    def read(self) -> None:
        """Take the build as it is now; without an index there is none."""
        if not (self._folder / INDEX).is_file():
            return
        pages: dict[str, Page] = {}
        for file in sorted(self._folder.rglob("*")):
            if file.is_file():
                name = file.relative_to(self._folder).as_posix()
                pages[name] = _page(name, file.read_bytes())
        self.script_hashes = inline_scripts(pages[INDEX].content.decode("utf-8"))
        self._pages = pages

    @property
    def built(self) -> bool:
        """Whether there is a site; reads it in when it has come to be."""
        if not self._pages:
            self.read()
        return bool(self._pages)

    def page(self, path: str) -> Page | None:
        """The page at a path (decoded, with a leading slash), or None.

        A path whose last part has no extension is a place inside the client: the index.
        """
        if not self.built:
            return None
        page = self._pages.get(path.lstrip("/"))
        if page is None and "." not in path.rpartition("/")[2]:
            page = self._pages[INDEX]
        return page


def _page(name: str, content: bytes) -> Page:
    suffix = Path(name).suffix.lower()
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    zipped = b""
    if len(content) >= _SMALLEST and suffix not in _COMPRESSED:
        zipped = gzip.compress(content, 9, mtime=0)
        if len(zipped) > len(content) * 9 // 10:
            zipped = b""
    etag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    cache = IMMUTABLE if name.startswith("assets/") else REVALIDATE
    return Page(content, zipped, kind, etag, cache)


class _InlineScripts(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.hashes: list[str] = []
        self._inside = False
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script" and not any(name == "src" for name, _ in attrs)
        self._text = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._inside:
            digest = base64.b64encode(hashlib.sha256(self._text.encode()).digest()).decode()
            self.hashes.append(f"'sha256-{digest}'")
        self._inside = False


def inline_scripts(html: str) -> tuple[str, ...]:
    """The page's inline scripts as sources of a Content-Security-Policy."""
    parser = _InlineScripts()
    parser.feed(html)
    parser.close()
    return tuple(parser.hashes)


def security_policy(script_hashes: tuple[str, ...]) -> str:
    """The Content-Security-Policy of the client: itself and nothing else.

    Attributes `style` are let in, since positions of cards are set by them; style sheets and
    scripts only from here.
    """
    scripts = " ".join(("'self'", *script_hashes))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {scripts}",
            "style-src 'self'",
            "style-src-attr 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "media-src 'self' blob:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
