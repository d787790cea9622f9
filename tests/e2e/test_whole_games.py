"""A person plays whole games of Viraê against bots: by mouse, by keyboard, by touch."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.player import Glance, Player
from tests.e2e.scenes import focus_lost, heard, listen, untold, watch_focus


def middle(locator: Locator) -> tuple[float, float]:
    """The middle of what is shown, in pixels of the page."""
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, source: tuple[float, float], target: tuple[float, float]) -> None:
    """Press, move in steps as a hand does, release."""
    page.mouse.move(*source)
    page.mouse.down()
    for i in range(1, 9):
        share = i / 8
        page.mouse.move(
            source[0] + (target[0] - source[0]) * share, source[1] + (target[1] - source[1]) * share
        )
    page.mouse.up()


def grip(page: Page, index: int) -> tuple[float, float]:
    """A point of the playable card number `index` that no other card covers: its left edge."""
    box = page.locator(".held[data-playable=true]").nth(index).bounding_box()
    assert box is not None
    return box["x"] + 14, box["y"] + 30


class Mouse:
    """Every way of playing that a mouse has, one after the other."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.turns = itertools.count()
        self.ways: set[str] = set()

    def move(self, seen: Glance) -> None:
        """One move."""
        turn = next(self.turns)
        if seen.window:
            self._did("window", self.page.locator(".dock button.window").click)
        elif seen.keep:
            keep = turn % 2 == 0
            self._did("keep" if keep else "drawn", self._keep if keep else self._play_drawn)
        elif seen.playable == 0:
            self._draw(turn)
        else:
            if seen.announce:
                self._did("announce", self.page.locator(".announce").click)
            self._play(turn)

    def _did(self, way: str, act: Any) -> None:
        act()
        self.ways.add(way)

    def _keep(self) -> None:
        self.player.button("Guardar e passar").click()

    def _play_drawn(self) -> None:
        self.player.button("Jogar a comprada").click()
        self._choose_if_asked()

    def _draw(self, turn: int) -> None:
        stock = self.page.locator(".stock")
        if turn % 3 == 0:
            self._did("draw by button", self.player.button("Comprar").click)
        elif turn % 3 == 1:
            self._did("draw by tap", stock.click)
        else:
            hand = middle(self.page.locator(".hand"))
            self._did("draw by drag", lambda: drag(self.page, middle(stock), hand))

    def _play(self, turn: int) -> None:
        if turn % 2 == 0:
            target = middle(self.page.locator(".discard"))
            self._did("play by drag", lambda: drag(self.page, grip(self.page, 0), target))
        elif turn % 4 == 1:
            self._did("play by two taps", self._two_taps)
        else:
            self.page.mouse.click(*grip(self.page, 0))
            self._did("play by button", self.player.button("Jogar carta").click)
        self._choose_if_asked()

    def _two_taps(self) -> None:
        for _ in range(2):
            self.page.mouse.click(*grip(self.page, 0))
            self.page.wait_for_timeout(250)

    def _choose_if_asked(self) -> None:
        """Once with a change of mind: the card stays in the hand, and can be played again."""
        if not self.player.glance().asking:
            return
        if "change of mind" not in self.ways:
            held = self.page.locator(".held").count()
            self._did("change of mind", self.player.button("Manter a carta na mão").click)
            expect(self.page.locator("dialog [data-color]")).to_have_count(0)
            assert self.page.locator(".held").count() == held
            return
        self._did("color", self.page.locator("dialog [data-color='B']").click)


def test_by_mouse(player: Player, tmp_path: Path) -> None:
    """Three bots; taps, buttons and drags; then the result, the record, and the next game; the live
    region has told it all."""
    player.table_of(3)
    page = player.page
    listen(page)
    mouse = Mouse(player)
    moves = player.play_out(mouse.move)
    assert moves >= 4
    assert mouse.ways & {"play by drag", "play by two taps", "play by button"}

    told = heard(page)
    for part in ("Você jogou", " jogou ", " comprou ", "A partida terminou."):
        assert part in told
    assert untold(page) == []

    sheet = page.get_by_role("dialog")
    expect(sheet.locator("tbody tr")).to_have_count(4)
    expect(sheet.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok", timeout=20_000)
    with page.expect_download() as download:
        player.button("Baixar registro").click()
    path = tmp_path / "record.json"
    download.value.save_as(path)
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["format"] == "carteado-record/1"
    assert record["result"]["winners"]

    first = page.locator(".felt").get_attribute("data-game")
    player.button("Próxima partida").click()
    expect(page.locator(f".felt[data-version]:not([data-game='{first}'])")).to_be_visible(
        timeout=15_000
    )
    expect(page.locator(".held").first).to_be_visible()


def focused(page: Page, selector: str) -> bool:
    """Whether the focus is on something of the kind."""
    found: bool = page.evaluate("(s) => document.activeElement?.matches(s) ?? false", selector)
    return found


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if focused(page, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def by_keyboard(player: Player, seen: Glance) -> None:
    """One move with nothing but keys."""
    page = player.page
    if seen.window:
        tab_to(page, ".dock button.window")
        page.keyboard.press("Enter")
    elif seen.keep:
        tab_to(page, ".actions button.primary")
        page.keyboard.press("Enter")
        choose_by_keyboard(player)
    elif seen.playable == 0:
        tab_to(page, ".actions button.primary")
        page.keyboard.press("Enter")
    else:
        if seen.announce:
            tab_to(page, ".announce input")
            page.keyboard.press("Space")
        tab_to(page, ".held")
        page.keyboard.press("Home")
        for _ in range(30):
            if focused(page, ".held[data-playable=true]"):
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator(".held[aria-pressed=true]")).to_be_focused()
        page.keyboard.press("Enter")
        choose_by_keyboard(player)


def choose_by_keyboard(player: Player) -> None:
    """Name the second colour, if one is asked for."""
    if player.glance().asking:
        player.page.keyboard.press("Tab")
        assert focused(player.page, "dialog [data-color='Y']")
        player.page.keyboard.press("Enter")


def test_by_keyboard(player: Player) -> None:
    """Two bots, and a mouse that is never touched at the table; the focus is never lost."""
    player.table_of(2)
    page = player.page
    watch_focus(page)

    def move(seen: Glance) -> None:
        by_keyboard(player, seen)
        assert focus_lost(page) == []

    assert player.play_out(move) >= 3
    assert focus_lost(page) == []
    expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator("h1")).to_contain_text("Sala")
    assert focus_lost(page) == []


def test_by_touch(new_player: Any) -> None:
    """One bot, on a telephone."""
    player: Player = new_player(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    player.table_of(1)
    page = player.page

    def move(seen: Glance) -> None:
        if seen.window:
            page.locator(".dock button.window").tap()
        elif seen.keep:
            player.button("Jogar a comprada").tap()
        elif seen.playable == 0:
            page.locator(".stock").tap()
        else:
            if seen.announce:
                page.locator(".announce").tap()
            page.touchscreen.tap(*grip(page, 0))
            page.wait_for_timeout(300)
            if player.glance().version == seen.version and not player.glance().asking:
                page.touchscreen.tap(*grip(page, 0))
                page.wait_for_timeout(300)
        if player.glance().asking:
            page.locator("dialog [data-color='G']").tap()

    assert player.play_out(move) >= 3
