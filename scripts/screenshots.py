"""Pictures of every screen and scene, of a real table: four sizes, both languages, both themes.

Run by `make screenshots`. Writes `screenshots/<language>/<theme>/<screen>-<size>.png`, which git
ignores, and `screenshots/index.html`, where they stand side by side to be looked at. What is there
to see stands in `scenes.py`.
"""

from __future__ import annotations

import argparse
import fnmatch
import html
import json
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from browser import launch
from playwright.sync_api import Browser, Page, sync_playwright
from scenes import Scene, scenes
from stage import Place, Stage
from workspace import ROOT

from carteado.stack import CROWD, Stack

SIZES = ((390, 844), (844, 390), (1024, 768), (1440, 900))
LANGUAGES = ("pt-BR", "en")
THEMES = ("dark", "light")
SETTINGS = {
    **CROWD,
    "CARTEADO_BOT_PACE": "0",
    "CARTEADO_BOT_BUDGET_MS": "20",
    "CARTEADO_REPLAYS_PER_S": "0",
}

# What was laid out anew has come to rest; clocks that run and what beckons are not waited for.
SETTLED = """async () => {
  await new Promise((done) => setTimeout(done, 200));
  const brief = document.getAnimations().filter(
    (one) => one.effect.getComputedTiming().endTime < 2000,
  );
  await Promise.all(brief.map((one) => one.finished.catch(() => null)));
}"""


@dataclass(frozen=True, slots=True)
class Film:
    """In which forms each scene is taken. `sizes`: width and height; `themes`: None, the scene's
    own."""

    sizes: Iterable[tuple[int, int]] = SIZES
    languages: Iterable[str] = LANGUAGES
    themes: tuple[str, ...] | None = None


class Camera:
    """Takes the pictures of one scene."""

    def __init__(self, browser: Browser, stage: Stage, folder: Path, film: Film) -> None:
        self._browser = browser
        self._stage = stage
        self._folder = folder
        self._film = film
        self._places: dict[str, Place] = {}
        self.taken: list[Path] = []
        self.faults: list[str] = []

    def shoot(self, scene: Scene) -> None:
        """Every language, theme and size."""
        place = None if scene.place is None else self._place(scene)
        for language in self._film.languages:
            context = self._browser.new_context(
                base_url=self._stage.url,
                locale=language,
                service_workers="block",
                storage_state=self._storage(place),
            )
            page = context.new_page()
            page.on("pageerror", lambda error: self.faults.append(f"{scene.name}: {error}"))
            try:
                scene.steps(page, place)
                for theme in self._film.themes or scene.themes:
                    page.emulate_media(color_scheme="light" if theme == "light" else "dark")
                    for width, height in self._film.sizes:
                        self._take(page, scene.name, language, theme, width, height)
            except (
                Exception
            ) as error:  # one scene that is not to be reached must not end the others
                self.faults.append(f"{scene.name} ({language}): {str(error).splitlines()[0]}")
            finally:
                context.close()

    def _place(self, scene: Scene) -> Place:
        """A game that is over serves its result and its replay."""
        assert scene.place is not None
        key = scene.name.removeprefix("replay-").removeprefix("result-")
        if scene.name.startswith(("result-", "replay-")):
            if key not in self._places:
                self._places[key] = scene.place(self._stage)
            return self._places[key]
        return scene.place(self._stage)

    def _storage(self, place: Place | None) -> Any:
        if place is None:
            return {"cookies": [], "origins": []}
        person = place.session
        session = {"playerId": person.player_id, "name": person.name, "token": person.token}
        stored = [{"name": "carteado.session", "value": json.dumps(session)}]
        origin = {"origin": self._stage.url.rstrip("/"), "localStorage": stored}
        return {"cookies": [], "origins": [origin]}

    def _take(
        self, page: Page, name: str, language: str, theme: str, width: int, height: int
    ) -> None:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        path = self._folder / language / theme / f"{name}-{width}x{height}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        # A dialog covers what is seen, not the whole length of the page.
        dialog = page.locator("dialog[open]").count() > 0
        page.screenshot(path=path, full_page=not dialog)
        self.taken.append(path)


def write_index(folder: Path, taken: list[Path]) -> None:
    """All pictures on one page, a row for each screen."""
    rows: dict[str, list[Path]] = {}
    for path in taken:
        rows.setdefault(path.stem.rsplit("-", 1)[0], []).append(path)
    parts = ["<!doctype html><meta charset=utf-8><title>Carteado</title><style>body{font:1rem sans"]
    parts.append("-serif;background:#777}div{display:flex;flex-wrap:wrap;gap:8px}")
    parts.append("img{height:420px;border:1px solid #000}</style>")
    for name, paths in rows.items():
        images = "".join(
            f'<img loading=lazy src="{html.escape(str(path.relative_to(folder)))}" '
            f'title="{html.escape(str(path.relative_to(folder)))}">'
            for path in paths
        )
        parts.append(f"<h2>{html.escape(name)}</h2><div>{images}</div>")
    (folder / "index.html").write_text("".join(parts), encoding="utf-8")


def size_of(text: str) -> tuple[int, int]:
    """`390x844` as numbers."""
    width, height = text.split("x")
    return int(width), int(height)


def main() -> None:
    """Start a table, go everywhere, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", nargs="+", default=["*"], help="screens whose name fits one, such as 'table-*'"
    )
    parser.add_argument("--sizes", nargs="+", type=size_of, default=SIZES, metavar="WxH")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=None)
    parser.add_argument("--site", type=Path, default=ROOT / "web" / "dist")
    parser.add_argument("--out", type=Path, default=ROOT / "screenshots")
    arguments = parser.parse_args()
    wanted = [
        scene
        for scene in scenes()
        if any(fnmatch.fnmatch(scene.name, pattern) for pattern in arguments.only)
    ]
    themes = None if arguments.themes is None else tuple(arguments.themes)
    film = Film(tuple(arguments.sizes), tuple(arguments.languages), themes)
    started = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        Stack.temporary(settings=SETTINGS, folder=Path(folder), site=arguments.site) as stack,
        Stage(stack.url) as stage,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        camera = Camera(browser, stage, arguments.out, film)
        for scene in wanted:
            print(f"screenshots: {scene.name}", flush=True)
            camera.shoot(scene)
        browser.close()
    write_index(arguments.out, camera.taken)
    print(
        f"screenshots: {len(camera.taken)} in {time.monotonic() - started:.0f} s: {arguments.out}"
    )
    for fault in camera.faults:
        print(f"screenshots: {fault}", file=sys.stderr)
    sys.exit(1 if camera.faults else 0)


if __name__ == "__main__":
    main()
