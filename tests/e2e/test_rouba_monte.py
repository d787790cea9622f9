"""A person plays Rouba Monte against bots: by mouse, by keyboard, by touch; all can read it."""

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
    reason_of,
    untold,
    watch_focus,
)
from tests.e2e.test_whole_games import drag, focused, middle, tab_to

Make = Callable[..., Player]

PLAYABLE = ".held[data-playable=true]"
LIT = "[data-target][data-lit=true]"


def sit_down(player: Player, bots: int) -> None:
    """A table of one's own, the cards dealt."""
    player.make_room(game="rouba-monte")
    player.sit(0)
    for seat in range(1, bots + 1):
        player.add_bot(seat, level="Fácil")
    player.start(cards=4)


def moves_in(text: str) -> int:
    """How many moves of the game a text tells."""
    return len(re.findall(r" capturou | roubou o monte | deixou .{5,20} na mesa", text))


def piles(page: Page) -> dict[int, int]:
    """Cards in each pile, by seat."""
    found: dict[str, int] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-pile]')]
          .map((pile) => [pile.dataset.pile, Number(pile.dataset.count)]))"""
    )
    return {int(seat): count for seat, count in found.items()}


class Mouse:
    """Ways to play a card with a mouse, one after the other."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.turns = itertools.count()
        self.ways: set[str] = set()

    def move(self, _: Glance) -> None:
        """Take what can be taken, else lay a card open."""
        page = self.page
        self.player.still()
        self._ask_why()
        source = edge_of(page, PLAYABLE)
        page.mouse.click(*source)
        self.player.lifted()
        lit = page.locator(LIT)
        turn = next(self.turns)
        if lit.count() == 0:
            self._lay(turn)
        elif turn % 3 == 0:
            target = middle(lit.first)
            drag(page, edge_of(page, ".held[aria-pressed=true]"), target)
            self.ways.add("drag onto a target")
        elif turn % 3 == 1 or lit.count() > 1:
            lit.last.click()
            self.ways.add("click a target")
        else:
            self.player.button("Capturar").or_(self.player.button("Roubar o monte")).click()
            self.ways.add("button")

    def _lay(self, turn: int) -> None:
        if turn % 2 == 0:
            source = edge_of(self.page, ".held[aria-pressed=true]")
            drag(self.page, source, middle(self.page.locator(".open")))
            self.ways.add("lay by drag")
        else:
            self.player.button("Deixar na mesa").click()
            self.ways.add("lay by button")

    def _ask_why(self) -> None:
        dim = self.page.locator(".held[data-playable=false]")
        if "why" in self.ways or dim.count() == 0:
            return
        assert "quem pode capturar é obrigado" in reason_of(self.page, dim.first)
        self.ways.add("why")


def test_by_mouse(player: Player) -> None:
    """A whole game against three; targets light up first, and every card ends where it was sent."""
    page = player.page
    sit_down(player, bots=3)
    before = moves_in(page.locator(".log").text_content() or "")
    listen(page)
    page.locator("[data-pile='0']").hover()
    expect(page.locator("[popover]")).to_have_text(re.compile("^Seu monte: "))
    mouse = Mouse(player)
    assert player.play_out(mouse.move) >= 8
    assert mouse.ways & {"drag onto a target", "click a target", "button"}
    assert mouse.ways & {"lay by drag", "lay by button"}

    told = heard(page)
    assert before + moves_in(told) >= 48
    assert "Você recebeu " in told
    assert untold(page) == []

    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("Cartas no monte")).to_be_visible()
    shown = [int(text) for text in sheet.locator("td.number").all_inner_texts()]
    assert shown == sorted(piles(page).values(), reverse=True)
    expect(sheet.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok", timeout=20_000)


def test_by_keyboard(player: Player) -> None:
    """A whole game with keys alone: with several targets the arrows go from one to the next."""
    page = player.page
    sit_down(player, bots=1)
    watch_focus(page)

    def move(_: Glance) -> None:
        if not focused(page, ".held"):
            tab_to(page, ".held")
        page.keyboard.press("Home")
        for _step in range(4):
            if focused(page, PLAYABLE):
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator(".held[aria-pressed=true]")).to_be_focused()
        several = page.locator(LIT).count() > 1
        page.keyboard.press("Enter")
        if several:
            expect(page.locator("button:focus")).to_have_attribute(
                "aria-label", re.compile("^(Capturar|Roubar) ")
            )
            first = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
            page.keyboard.press("ArrowRight")
            second = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
            assert second != first
            page.keyboard.press("Enter")
        assert focus_lost(page) == []

    assert player.play_out(move) >= 20
    assert focus_lost(page) == []
    assert page.get_by_role("dialog").locator("tbody tr").count() == 2


def test_by_touch(new_player: Make) -> None:
    """A whole game with fingers on a telephone: the card, then its target."""
    player = new_player(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = player.page
    sit_down(player, bots=2)

    def move(_: Glance) -> None:
        player.still()
        page.touchscreen.tap(*edge_of(page, PLAYABLE))
        player.lifted()
        lit = page.locator(LIT)
        if lit.count() > 0:
            page.touchscreen.tap(*middle(lit.first))
        else:
            page.touchscreen.tap(*edge_of(page, ".held[aria-pressed=true]"))

    assert player.play_out(move) >= 12


def test_another_card_is_never_played(player: Player) -> None:
    """A card dropped where it can't go stays in the hand and says why; the order lasts."""
    page = player.page
    sit_down(player, bots=1)
    expect(page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    player.still()
    before = player.hand()
    version = player.glance().version
    wrong = page.evaluate(
        """() => {
          const ranks = [...document.querySelectorAll('[data-open]')].map((o) => o.dataset.open);
          const held = [...document.querySelectorAll('.held')].map((h) => h.dataset.card);
          for (const card of held) for (const open of ranks)
            if (card[0] !== open[0]) return [card, open];
        }"""
    )
    card, target = wrong
    drag(
        page,
        edge_of(page, f".held[data-card='{card}']"),
        middle(page.locator(f"[data-open='{target}']")),
    )
    expect(page.locator(f".held[data-card='{card}'][aria-pressed=true]")).to_have_count(1)
    assert player.glance().version == version
    assert player.hand() == before
    page.keyboard.press("Escape")
    expect(page.locator(".held[aria-pressed=true]")).to_have_count(0)
    player.still()
    drag(page, edge_of(page, ".held", 0), edge_of(page, ".held", 3))
    player.still()
    after = player.hand()
    assert sorted(after) == sorted(before)
    assert after != before
    page.reload()
    expect(page.locator(".held")).to_have_count(4)
    assert player.hand() == after


def test_it_fits_every_screen(new_player: Make) -> None:
    """With a card lifted all of it is on the page, apart, and large enough for a finger."""
    player = new_player(reduced_motion="reduce")
    page = player.page
    sit_down(player, bots=3)
    expect(page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    page.mouse.click(*edge_of(page, PLAYABLE))
    everything = ".held, .seat, .pile, [data-open], .stock, .dock .btn"
    fits_every_screen(player, everything, ".seat, .pile, [data-open], .stock", reached=".pile")
