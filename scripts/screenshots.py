"""Pictures of every screen and scene, of a real table: four sizes, both languages, both themes.

Run by `make screenshots`. Writes `screenshots/<language>/<theme>/<screen>-<size>.png`, which git
ignores, and `screenshots/index.html`, where they stand side by side to be looked at.
"""

from __future__ import annotations

import argparse
import fnmatch
import html
import json
import shutil
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from stage import MOVES, Place, Stage
from workspace import ROOT

from cardrules.registry import GAMES
from carteado.stack import CROWD, Stack

SIZES = ((390, 844), (844, 390), (1024, 768), (1440, 900))
LANGUAGES = ("pt-BR", "en")
_HELD_MS = 2_000
"""A game that is held is shown so by then."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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
class Scene:
    """One thing to look at. `place`: who looks, made when it is its turn; `steps`: how one gets
    there from the front door; `themes`: in which it is shown."""

    name: str
    steps: Callable[[Page, Place | None], None]
    place: Callable[[Stage], Place] | None = None
    themes: tuple[str, ...] = ("dark",)


def goes(path: str, wait: str) -> Callable[[Page, Place | None], None]:
    """Go to an address, in which `{code}` and `{game}` are the place's, and wait for something."""

    def steps(page: Page, place: Place | None) -> None:
        code, game = ("", "") if place is None else (place.code, place.game_id)
        page.goto(path.format(code=code, game=game))
        page.locator(wait).first.wait_for()

    return steps


def then(
    first: Callable[[Page, Place | None], None], *selectors: str
) -> Callable[[Page, Place | None], None]:
    """After that, press these one after the other."""

    def steps(page: Page, place: Place | None) -> None:
        first(page, place)
        for selector in selectors:
            page.locator(selector).first.click()

    return steps


def replayed(page: Page, place: Place | None) -> None:
    """Some steps into a replay."""
    goes("/replay/{game}?seat=0", ".replay .felt")(page, place)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)


def tampered(page: Page, place: Place | None) -> None:
    """A record with one entry that came a millisecond later."""
    assert place is not None
    goes("/verify", ".drop")(page, place)
    origin = page.evaluate("location.origin")
    with urllib.request.urlopen(f"{origin}/api/records/{place.game_id}", timeout=20) as answer:
        record: Any = json.load(answer)
    record["entries"][2]["at"] += 1
    file = {"name": "r.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.locator("[data-holds]").wait_for()


def scenes() -> Iterator[Scene]:
    """Everything that there is to see."""
    both = ("dark", "light")
    home = goes("/", "article")
    table = goes("/r/{code}", ".felt[data-turn=you]")
    over = goes("/r/{code}", "dialog[open]")
    yield Scene("home", home, lambda stage: stage.room("rami"), both)
    yield Scene("make", then(home, "article[data-game=caravan] .btn:not(.primary):not(.quiet)"))
    yield Scene("preferences", then(home, "header .btn.quiet"), None, both)
    yield Scene("tutorial", goes("/tutorial/caravan", ".felt"), None, both)
    yield Scene("no-room", goes("/r/ZZZZZZ", ".notice .btn"))
    for game in ("virae", "hearts", "caravan"):
        room = goes("/r/{code}", "li.mine")
        yield Scene(f"room-{game}", room, lambda stage, game=game: stage.room(game), both)  # type: ignore[misc]
    yield Scene("hearts-pass", table, lambda stage: stage.table("hearts", 0), both)
    for game in GAMES:
        made = MOVES[game]
        yield Scene(
            f"table-{game}",
            table,
            lambda stage, game=game, made=made: stage.table(game, made),  # type: ignore[misc]
            both,
        )
    yield from dialogs(table)
    people = then(table, ".table > header button:last-of-type", "[role=menuitem]")
    yield Scene("people", people, lambda stage: stage.table("virae", 1))
    log = then(table, ".table > header button[aria-pressed]")
    yield Scene("table-log", log, lambda stage: stage.table("virae", 3))
    for game in GAMES:
        ended = lambda stage, game=game: stage.over(game)  # noqa: E731
        yield Scene(f"result-{game}", over, ended, both)
        yield Scene(f"replay-{game}", replayed, ended)
    virae = lambda stage: stage.over("virae")  # noqa: E731
    yield Scene("verify", goes("/verify", ".drop"))
    yield Scene("verify-true", goes("/verify/{game}", "[data-holds]"), virae, both)
    yield Scene("verify-false", tampered, virae)
    for page in ("leaderboard", "history", "profile"):
        yield Scene(page, goes(f"/{page}", "main h1"), virae, both)
    rated = "article[data-game=caravan] .btn:has(.lucide-trophy)"
    yield Scene("queue", then(home, rated), None, both)
    yield Scene("history-empty", goes("/history", "main h1"), None, both)
    for game in GAMES:
        yield Scene(f"rules-{game}", goes(f"/rules/{game}", "main section"))


def dialogs(table: Callable[[Page, Place | None], None]) -> Iterator[Scene]:
    """What opens over a table."""
    both = ("dark", "light")
    menu = ".table > header button:last-of-type"
    virae = lambda stage: stage.table("virae", 2)  # noqa: E731
    caravan = lambda stage: stage.table("caravan", 9)  # noqa: E731
    wild = ".hand [data-card^=W][data-playable=true]"
    yield Scene("dialog-colour", then(table, wild, wild), lambda stage: stage.wild(), both)
    yield Scene("menu-host", then(table, menu), virae, both)
    yield Scene("menu-reactions", then(table, "header button[aria-haspopup]"), virae, both)
    for name, line in (("end", "end"), ("leave", "leave"), ("draw", "fair")):
        yield Scene(f"dialog-{name}", chosen(table, line), virae, both)
    yield Scene("dialog-paused", paused, virae, both)
    yield Scene("dialog-resign", chosen(table, "resign"), caravan, both)
    yield Scene("dialog-route", then(table, "[data-lane='0.0'] .ground"), caravan, both)
    yield Scene("dialog-disband", then(table, ".dock .actions .btn"), caravan, both)
    options = then(
        goes("/", "article"),
        "article[data-game=caravan] .btn:not(.primary):not(.quiet)",
        "dialog summary",
    )
    yield Scene("make-variants", options, None, both)


def paused(page: Page, place: Place | None) -> None:
    """The host holds the game; in another language it is held already."""
    goes("/r/{code}", ".felt")(page, place)
    try:
        page.locator(".veil").wait_for(timeout=_HELD_MS)
    except PlaywrightTimeout:
        chosen(goes("/r/{code}", ".felt[data-turn=you]"), "pause")(page, place)
    page.locator(".veil").wait_for()


def chosen(
    first: Callable[[Page, Place | None], None], line: str
) -> Callable[[Page, Place | None], None]:
    """After that, one line of the table's menu."""
    return then(first, ".table > header button:last-of-type", f"[role=menuitem][data-id={line}]")


class Camera:
    """Takes the pictures of one scene."""

    def __init__(self, browser: Browser, stage: Stage, folder: Path) -> None:
        self._browser = browser
        self._stage = stage
        self._folder = folder
        self._places: dict[str, Place] = {}
        self.taken: list[Path] = []
        self.faults: list[str] = []

    def shoot(self, scene: Scene) -> None:
        """Every language, theme and size."""
        place = None if scene.place is None else self._place(scene)
        for language in LANGUAGES:
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
                for theme in scene.themes:
                    page.emulate_media(color_scheme="light" if theme == "light" else "dark")
                    for width, height in SIZES:
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


def main() -> None:
    """Start a table, go everywhere, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="*", help="screens whose name fits, such as 'table-*'")
    parser.add_argument("--out", type=Path, default=ROOT / "screenshots")
    arguments = parser.parse_args()
    wanted = [scene for scene in scenes() if fnmatch.fnmatch(scene.name, arguments.only)]
    started = time.monotonic()
    executable = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    with (
        tempfile.TemporaryDirectory() as folder,
        Stack.temporary(
            settings=SETTINGS, folder=Path(folder), site=ROOT / "web" / "dist"
        ) as stack,
        Stage(stack.url) as stage,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        camera = Camera(browser, stage, arguments.out)
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
