"""What there is to see of the client: each screen, how one gets there, and in whose place."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from stage import MOVES, Place, Stage

from cardrules.registry import GAMES

_HELD_MS = 2_000
"""A game that is held is shown so by then."""


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
    first: Callable[[Page, Place | None], None], *deeds: str | Callable[[Page], None]
) -> Callable[[Page, Place | None], None]:
    """After that, press or do these one after the other."""

    def steps(page: Page, place: Place | None) -> None:
        first(page, place)
        for deed in deeds:
            if isinstance(deed, str):
                page.locator(deed).first.click()
            else:
                deed(page)

    return steps


def awaits(selector: str) -> Callable[[Page], None]:
    """A deed: nothing but waiting for something."""
    return lambda page: page.locator(selector).first.wait_for()


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
    yield from rooms()
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
    yield from papers()
    yield from persons()
    rated = "article[data-game=caravan] .btn:has(.lucide-trophy)"
    yield Scene("queue", then(home, rated, awaits("[data-testid=queue]")), None, both)
    yield Scene("offline", cut, None, both)
    for game in GAMES:
        yield Scene(f"rules-{game}", goes(f"/rules/{game}", "main section"), None, both)
    yield Scene("rules-none", goes("/rules/none", "main .btn"))


def rooms() -> Iterator[Scene]:
    """Rooms before a game and between two, as host and as guest."""
    both = ("dark", "light")
    room = goes("/r/{code}", "li.mine")
    for game in ("virae", "hearts", "caravan"):
        yield Scene(f"room-{game}", room, lambda stage, game=game: stage.room(game), both)  # type: ignore[misc]
    guest = lambda stage: stage.guest("rami")  # noqa: E731
    host = lambda stage: stage.room("rami")  # noqa: E731
    yield Scene("room-guest", room, guest, both)
    yield Scene("room-bots", then(room, "li.open [aria-haspopup=menu]"), host)
    yield Scene("room-person", then(room, "li:not(.open) [aria-haspopup=menu]"), host)
    yield Scene("room-close", then(room, "form .btn.danger"), host)
    after = then(goes("/r/{code}", "dialog[open]"), "dialog header .btn", awaits("li.mine"))
    yield Scene("room-again", after, lambda stage: stage.over("caravan"), both)


def papers() -> Iterator[Scene]:
    """What is kept of games that are over."""
    both = ("dark", "light")
    virae = lambda stage: stage.over("virae")  # noqa: E731
    yield Scene("verify", goes("/verify", ".drop"), None, both)
    yield Scene("verify-true", goes("/verify/{game}", "[data-holds]"), virae, both)
    yield Scene("verify-false", tampered, virae)
    yield Scene("verify-none", goes("/verify/nothing", ".problem"))
    yield Scene("replay-none", goes("/replay/nothing", ".notice .btn"))
    menu = then(replayed, ".controls [aria-haspopup=menu]")
    yield Scene("replay-menu", menu, virae)
    yield Scene("replay-hands", then(menu, "[role=menuitem][data-id=hands]"), virae)


def persons() -> Iterator[Scene]:
    """What belongs to the reader."""
    both = ("dark", "light")
    virae = lambda stage: stage.over("virae")  # noqa: E731
    for page in ("leaderboard", "history", "profile"):
        yield Scene(page, goes(f"/{page}", "main h1"), virae, both)
    yield Scene("leaderboard-full", ranked, None, both)
    yield Scene("history-empty", goes("/history", "main h1"), None, both)
    profile = goes("/profile", "main h1")
    yield Scene("profile-empty", profile)
    yield Scene("profile-delete", then(profile, ".btn.danger"))
    yield Scene("profile-code", then(profile, "section .btn:not(.danger)"))


def ranked(page: Page, place: Place | None) -> None:
    """A leaderboard with people on it, which takes many rated games to come by: handed in."""
    names = ["Vovó Lúcia", "Beto", "Marina", "Seu Joaquim da Esquina", "Ana", "Zé", "Convidado 481"]
    people = [
        {
            "rank": number + 1,
            "player_id": f"p{number}",
            "name": name,
            "ordinal": 31.4 - 4.3 * number,
            "mu": 38.0 - 3 * number,
            "deviation": 1.2 + number / 2,
            "games": 48 - 7 * number,
            "won": 30 - 5 * number,
            "provisional": number > 5,
        }
        for number, name in enumerate(names)
    ]
    answer = {"game": "caravan", "total": 64, "people": people}
    page.route("**/api/leaderboard/**", lambda route: route.fulfill(json=answer))
    goes("/leaderboard", "main table")(page, place)


def cut(page: Page, place: Place | None) -> None:
    """Home without a connection."""
    page.route_web_socket("**/*", lambda socket: socket.close())
    goes("/", "article")(page, place)
    page.locator("[data-testid=link]").wait_for()


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
