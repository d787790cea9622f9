"""Frames of the web client: every game is played on a telephone's screen while Chrome is traced.

Run by `make frames`. On a table of its own with bots each game is dealt, played and held in the
fingers, at the machine's speed and with the main thread slowed down (`--slow`). Without a GPU the
processor draws as well, and frames a second tell of that too: both costs are told apart.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from browser import launch
from frametrace import CATEGORIES, MARK, Cost, Span, Trace
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from stage import BOTS, Stage
from workspace import ROOT

from cardproto.v1 import client_pb2
from cardrules.registry import GAMES
from carteado.client import Client, legal_actions
from carteado.people import add_bots, arrive, choose, is_over, open_room, start_game
from carteado.stack import CROWD, Stack

SETTINGS = {**CROWD, "CARTEADO_BOT_PACE": "0.5", "CARTEADO_BOT_BUDGET_MS": "20"}
SCREEN = {"width": 390, "height": 844}
SETTLE_MS = 1_400
"""After a move: the longest flight and what follows it."""
DEAL_MS = 3_500
REST_MS = 2_000
DRAG_STEPS = 90
_TURN_S = 40.0

# Each flight says when it begins and how long it takes.
_WATCH = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const { duration = options, delay = 0 } = typeof options === 'number' ? {} : options;
    performance.mark(`bench:fly:${duration + delay}`);
    return animate.call(this, frames, options);
  };
}"""
_VERSION = "() => Number(document.querySelector('.felt[data-version]')?.dataset.version ?? 0)"
_QUIET = "() => document.getAnimations().every((one) => one instanceof CSSAnimation)"


@dataclass(frozen=True, slots=True)
class Played:
    """What one game cost, by what was done; `updates`: changes of the table while it was played."""

    game: str
    slow: float
    costs: dict[str, Cost]
    updates: int


class Host(Stage):
    """Sits at tables that a browser looks at as the same person."""

    def opened(self, game: str) -> tuple[Client, str]:
        """A room with bots, not begun yet; its host and code."""

        async def work() -> tuple[Client, str]:
            host = await arrive(self.url, "Marina")
            self._people.append(host)
            room = await open_room(host, game, private=True)
            if BOTS[game]:
                await add_bots(host, BOTS[game])
            return host, room.code

        return self._run(work())

    def begin(self, host: Client) -> None:
        """Deal."""
        self._run(start_game(host))

    def my_turn(self, host: Client) -> bool:
        """Wait for it; False: the game ended before."""

        async def work() -> bool:
            await host.until(lambda c: is_over(c.update) or bool(legal(c)), _TURN_S)
            return not is_over(host.update)

        return self._run(work())

    def move(self, host: Client, chance: random.Random) -> None:
        """Any legal move."""

        async def work() -> None:
            update = host.update
            action = None if update is None else choose(update, chance)
            if update is not None and action is not None:
                act = client_pb2.Act(game_id=update.game_id, version=update.version, action=action)
                await host.ask(act=act)

        self._run(work())


def legal(client: Client) -> list[object]:
    """What this person may do now."""
    return [] if client.update is None else list(legal_actions(client.update))


class Telephone:
    """A page as a telephone has it, with marks in its trace."""

    def __init__(self, browser: Browser, url: str, host: Client, code: str, slow: float) -> None:
        person = host.session
        session = {"playerId": person.player_id, "name": person.name, "token": person.token}
        stored = [{"name": "carteado.session", "value": json.dumps(session)}]
        origin = {"origin": url.rstrip("/"), "localStorage": stored}
        storage: Any = {"cookies": [], "origins": [origin]}
        self._browser = browser
        self._context = browser.new_context(
            base_url=url,
            locale="pt-BR",
            service_workers="block",
            viewport={"width": SCREEN["width"], "height": SCREEN["height"]},
            device_scale_factor=3,
            has_touch=True,
            is_mobile=True,
            storage_state=storage,
        )
        self.page: Page = self._context.new_page()
        self.page.goto(f"/r/{code}")
        self.page.locator("li.mine").wait_for()
        self.page.evaluate(_WATCH)
        self._cdp: CDPSession = self._context.new_cdp_session(self.page)
        self._cdp.send("Emulation.setCPUThrottlingRate", {"rate": slow})

    def record(self) -> None:
        """Trace from now on."""
        self._browser.start_tracing(page=self.page, categories=list(CATEGORIES))

    def mark(self, name: str) -> None:
        """A moment to be found again in the trace."""
        self.page.evaluate("(name) => void performance.mark(name)", MARK + name)

    def drag(self) -> None:
        """A card of the hand goes with a finger in circles over the table, and back."""
        box = self.page.locator(".held").last.bounding_box()
        if box is None:
            return
        x, y = box["x"] + box["width"] - 16, box["y"] + 26
        self._touch("touchStart", x, y)
        for step in range(DRAG_STEPS):
            turn = step / DRAG_STEPS * 4 * math.pi
            out = math.sin(step / DRAG_STEPS * math.pi)
            there_x = SCREEN["width"] / 2 + 120 * math.cos(turn)
            there_y = SCREEN["height"] / 2 + 120 * math.sin(turn)
            self._touch("touchMove", x + (there_x - x) * out, y + (there_y - y) * out)
            time.sleep(0.008)
        self._touch("touchEnd")

    def _touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def close(self) -> Trace:
        """Its trace, and away."""
        found = json.loads(self._browser.stop_tracing())
        self._context.close()
        return Trace(found["traceEvents"] if isinstance(found, dict) else found)


def play(browser: Browser, host: Host, game: str, slow: float, moves: int) -> Played:
    """Deal and play `moves` of the person's own moves; then rest on a turn, and drag."""
    client, code = host.opened(game)
    phone = Telephone(browser, host.url, client, code, slow)
    page = phone.page
    phone.record()
    phone.mark("deal")
    host.begin(client)
    page.locator(".held").first.wait_for()
    page.wait_for_timeout(DEAL_MS)
    phone.mark("play")
    before = page.evaluate(_VERSION)
    chance = random.Random(3)
    for _ in range(moves):
        if not host.my_turn(client):
            break
        page.wait_for_timeout(SETTLE_MS)
        host.move(client, chance)
        page.wait_for_timeout(SETTLE_MS)
    host.my_turn(client)
    page.wait_for_timeout(SETTLE_MS)
    updates = page.evaluate(_VERSION) - before
    page.wait_for_function(_QUIET)
    phone.mark("rest")
    page.wait_for_timeout(REST_MS)
    phone.mark("drag")
    phone.drag()
    phone.mark("end")
    return Played(game, slow, costs(phone.close()), max(updates, 1))


def costs(trace: Trace) -> dict[str, Cost]:
    """By what was done, from mark to mark; frames count while cards fly, or under the finger."""
    phases = [(name, at) for name, at in trace.marks if not name.startswith("fly:")]
    flights = [
        Span(at, at + float(name.removeprefix("fly:")) * 1000)
        for name, at in trace.marks
        if name.startswith("fly:")
    ]
    found = {}
    for (name, begin), (_, end) in pairwise(phases):
        phase = Span(begin, end)
        moving = [one for one in flights if phase.holds(one.begin)]
        found[name] = trace.cost([phase], [phase] if name == "drag" else moving)
    return found


def shown(played: list[Played]) -> str:
    """A table in Markdown. What a deal costs is told of the whole, of play by change of the table,
    of rest by second and of a drag by frame; frames shown only where something moves."""
    head: tuple[str, ...] = (
        "game, slowed",
        "frames a second",
        "late 1, 2 frames %",
        "longest ms",
        "main ms",
        "script",
        "style",
        "layout",
        "paint",
        "longest task",
        "layouts (forced)",
        "main frames",
        "raster ms",
        "compose ms",
    )
    rows = [head]
    for one in played:
        for name, cost in one.costs.items():
            share = {"play": one.updates, "rest": cost.seconds, "drag": cost.main_frames}
            rows.append(_row(f"{one.game} {one.slow:g}×, {name}", cost, share.get(name, 1) or 1))
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _row(name: str, cost: Cost, count: float) -> tuple[str, ...]:
    moved = bool(cost.gaps_ms)
    return (
        name,
        f"{cost.frames_a_second:.0f}" if moved else "",
        f"{cost.late(1):.0%}, {cost.late(2):.0%}" if moved else "",
        f"{cost.longest_gap_ms:.0f}" if moved else "",
        f"{cost.all_ms / count:.1f}",
        *(f"{cost.main_ms[kind] / count:.1f}" for kind in ("script", "style", "layout", "paint")),
        f"{cost.longest_task_ms:.1f}",
        f"{cost.layouts / count:.1f} ({cost.forced / count:.1f})",
        f"{cost.main_frames / count:.1f}",
        f"{cost.raster_ms / count:.1f}",
        f"{cost.compose_ms / count:.1f}",
    )


def main() -> None:
    """Start a table, play everything, print what it cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument(
        "--slow", nargs="+", type=float, default=[1, 4], help="the main thread, times (1 4)"
    )
    parser.add_argument("--moves", type=int, default=8, help="own moves a game (%(default)s)")
    parser.add_argument("--site", type=Path, default=ROOT / "web" / "dist", help="a built client")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Stack.temporary(settings=SETTINGS, folder=Path(folder), site=arguments.site) as stack,
        Host(stack.url) as host,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        played = []
        for slow in arguments.slow:
            for game in arguments.games:
                print(f"frames: {game}, {slow:g} times slowed", file=sys.stderr, flush=True)
                played.append(play(browser, host, game, slow, arguments.moves))
        print(f"Chromium {browser.version}")
        browser.close()
    print(shown(played))


if __name__ == "__main__":
    main()
