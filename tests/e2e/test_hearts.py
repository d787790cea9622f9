"""A person plays Hearts against bots: by mouse, by keyboard, by touch; everyone can read it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.player import Glance, Player
from tests.e2e.scenes import (
    edge_of,
    fits_every_screen,
    focus_lost,
    heard,
    listen,
    untold,
    watch_focus,
)
from tests.e2e.test_whole_games import drag, focused, middle, tab_to

Make = Callable[..., Player]

PASS = re.compile("^Passar ")
SHORT = "26"
"""The lowest limit: one hand ends most games, three any."""


def sit_down(player: Player, limit: str = SHORT) -> None:
    """A table of one's own with three bots, the cards dealt."""
    page = player.page
    player.button("Criar sala: Copas").click()
    page.get_by_label("Pontos que encerram a partida").fill(limit)
    player.button("Criar").click()
    page.wait_for_url("**/r/*")
    player.sit(0)
    for seat in (1, 2, 3):
        player.add_bot(seat, level="Fácil")
    player.start(cards=13)
    expect(page.locator(".tray")).to_be_visible()


def passing(page: Page) -> bool:
    """It is for the person to choose three cards."""
    return page.locator(".dock").get_by_role("button", name=PASS).count() > 0


def pass_on(player: Player, lift: Callable[[int], None], press: Callable[[], None]) -> None:
    """Lift three cards, pass them, and wait until what came back is marked."""
    page = player.page
    button = page.locator(".dock").get_by_role("button", name=PASS)
    for index in range(3):
        expect(button).to_be_disabled()
        lift(index)
        expect(page.locator(".held[aria-pressed=true]")).to_have_count(index + 1)
    expect(button).to_be_enabled()
    press()
    expect(page.locator("[data-received]")).to_have_count(3, timeout=15_000)


def few_tags(page: Page) -> None:
    """No more than the three received cards bear a tag."""
    tagged = page.evaluate("() => document.querySelectorAll('[data-received]').length")
    assert tagged <= 3


class Mouse:
    """Ways to play a card with a mouse, one after the other."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.turns = itertools.count()
        self.ways: set[str] = set()

    def lift(self, index: int) -> None:
        """The first by dragging it onto the table, the others by a click."""
        source = edge_of(self.page, ".held[aria-pressed=false]", index * 3)
        if index == 0:
            drag(self.page, source, middle(self.page.locator(".tray")))
        else:
            self.page.mouse.click(*source)

    def move(self, seen: Glance) -> None:
        """Pass or play."""
        if passing(self.page):
            pass_on(
                self.player,
                self.lift,
                self.page.locator(".dock").get_by_role("button", name=PASS).click,
            )
            return
        few_tags(self.page)
        self.player.still()
        source = edge_of(self.page, ".held[data-playable=true]")
        turn = next(self.turns) % 3
        if turn == 0:
            self.ways.add("drag")
            drag(self.page, source, middle(self.page.locator(".trick")))
        elif turn == 1:
            self.ways.add("button")
            self.page.mouse.click(*source)
            self.player.button("Jogar carta").click()
        else:
            self.ways.add("two clicks")
            self.page.mouse.click(*source)
            self.player.lifted()
            self.page.mouse.click(*edge_of(self.page, ".held[aria-pressed=true]"))


def test_by_mouse(player: Player) -> None:
    """A whole game with drags, clicks and buttons; what is hovered explains itself; the sheet."""
    page = player.page
    sit_down(player)
    listen(page)
    page.get_by_role("button", name=re.compile("vão para a esquerda")).hover()
    expect(page.locator("[popover]")).to_contain_text("esquerda, direita, em frente e sem troca")
    page.get_by_role("button", name=re.compile(": nenhuma vaza nesta mão")).first.hover()
    expect(page.locator("[popover]")).to_contain_text("Total: 0")
    mouse = Mouse(player)
    assert player.play_out(mouse.move) >= 14
    assert mouse.ways == {"drag", "button", "two clicks"}

    told = heard(page)
    assert told.count(" jogou ") >= 52
    assert told.count(" levou a vaza") >= 13
    for sentence in ("Você escolheu passar", "Você passou", "Você recebeu", "Fim da mão 1"):
        assert sentence in told, sentence
    assert "??" not in told
    assert untold(page) == []

    sheet = page.get_by_role("dialog")
    expect(sheet.locator("tbody tr")).not_to_have_count(0)
    expect(sheet.locator("tfoot td")).to_have_count(4)
    expect(sheet.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok", timeout=20_000)
    sheet.get_by_text("Sorteio verificável").click()
    for what in ("print", "seed"):
        expect(sheet.locator(f"[data-fair={what}]")).to_have_text(re.compile("^[0-9a-f]{64}$"))


def by_keyboard(player: Player, spaces: set[int]) -> None:
    """One move with nothing but keys; hands in `spaces` are passed with the space bar."""
    page = player.page
    tab_to(page, ".held")
    page.keyboard.press("Home")
    if passing(page):

        def lift(index: int) -> None:
            page.keyboard.press("Enter")
            if index < 2:
                page.keyboard.press("ArrowRight")

        def press() -> None:
            if 1 in spaces:
                spaces.discard(1)
                page.evaluate("() => document.querySelector('.hand').focus()")
                page.keyboard.press("Space")
            else:
                page.keyboard.press("d")

        pass_on(player, lift, press)
        return
    for _ in range(13):
        if focused(page, ".held[data-playable=true]"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".held[aria-pressed=true]")).to_be_focused()
    page.keyboard.press("Enter")


def test_by_keyboard(player: Player) -> None:
    """A whole game with keys alone; the own order lasts, and the focus is never lost."""
    page = player.page
    sit_down(player)
    tab_to(page, ".held")
    page.keyboard.press("Home")
    before = player.hand()
    page.keyboard.press("Alt+ArrowRight")
    page.keyboard.press("Alt+ArrowRight")
    moved = [before[1], before[2], before[0], *before[3:]]
    assert player.hand() == moved
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".held[aria-pressed=true]")).to_have_count(0)
    page.reload()
    expect(page.locator(".held")).to_have_count(13)
    assert player.hand() == moved

    spaces = {1}
    watch_focus(page)

    def move(_: Glance) -> None:
        by_keyboard(player, spaces)
        assert focus_lost(page) == []

    assert player.play_out(move) >= 14
    assert spaces == set()
    assert focus_lost(page) == []
    expect(page.get_by_role("dialog").locator("tfoot td")).to_have_count(4)


def test_by_touch(new_player: Make) -> None:
    """A whole game with fingers on a telephone; a held card says why it can't be played."""
    player = new_player(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = player.page
    sit_down(player)
    explained: list[str] = []

    def tap(index: int) -> None:
        player.still()
        page.touchscreen.tap(*edge_of(page, ".held[aria-pressed=false]", index * 2))

    def explain() -> None:
        """Rest a finger on a card that can't be played, if there is one."""
        dim = page.locator(".held[data-playable=false]")
        if explained or dim.count() == 0:
            return
        x, y = edge_of(page, ".held[data-playable=false]")
        session = page.context.new_cdp_session(page)
        point = [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
        expect(page.locator(".hand > p")).to_be_visible()
        explained.append(page.locator(".hand > p").inner_text())
        session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})

    def move(_: Glance) -> None:
        if passing(page):
            pass_on(player, tap, page.locator(".dock").get_by_role("button", name=PASS).tap)
            return
        player.still()
        explain()
        page.touchscreen.tap(*edge_of(page, ".held[data-playable=true]"))
        player.lifted()
        player.still()
        page.touchscreen.tap(*edge_of(page, ".held[aria-pressed=true]"))

    assert player.play_out(move) >= 14
    assert len(explained) == 1
    assert re.search(r"^\w.+\.$", explained[0]), explained


def test_it_fits_every_screen(new_player: Make) -> None:
    """In the exchange and in play all of it is on the page, apart, large enough for a finger."""
    player = new_player(reduced_motion="reduce")
    page = player.page
    sit_down(player)
    fits_every_screen(player, ".held, .seat, .chip, .tray, .dock .btn", ".seat, .chip, .tray")
    pass_on(
        player,
        lambda index: page.mouse.click(*edge_of(page, ".held[aria-pressed=false]", index * 3)),
        lambda: page.keyboard.press("d"),
    )
    expect(page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    fits_every_screen(player, ".held, .seat, .chip, .strip, .dock .btn", ".seat, .chip, .place")
