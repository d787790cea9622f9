"""Whoever steers by keys stands somewhere at every moment, whatever goes from under them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from carteado.stack import Stack
from tests.e2e.player import Player
from tests.e2e.scenes import focus_lost, watch_focus
from tests.support.proxy import Proxy

HELD = ".hand :focus"


@pytest.fixture
def network(stack: Stack) -> Iterator[Proxy]:
    """What lies between the person and the table."""
    proxy = Proxy(int(stack.url.rsplit(":", 1)[1])).start()
    yield proxy
    proxy.stop()


def press(control: Locator) -> None:
    """By the keys."""
    control.focus()
    control.page.keyboard.press("Enter")


def choose(page: Page, menu: str | re.Pattern[str], line: str) -> None:
    """A line of a menu, by the keys."""
    press(page.get_by_role("button", name=menu).first)
    press(page.get_by_role("menuitem", name=line))


def test_from_the_front_door_to_the_result(player: Player, network: Proxy) -> None:
    """What was pressed goes, or waits for an answer, or a dialog comes and goes: the focus is on
    something in every picture, and at a table on the hand."""
    page = player.page
    page.goto(f"http://127.0.0.1:{network.port}")
    expect(player.front_door()).to_be_visible()
    watch_focus(page)
    press(player.button("Criar sala: Viraê"))
    press(player.button("Criar"))
    expect(page.locator("h1")).to_contain_text("Sala")
    press(page.locator("li[data-seat='0']").get_by_role("button", name="Sentar"))
    expect(page.locator("li[data-seat='0'].mine")).to_be_focused()
    choose(page, re.compile("Cadeira 2$"), "Normal")
    expect(page.locator("li[data-seat='1'] .name")).to_be_visible()
    press(player.button("Começar"))
    expect(page.locator(HELD)).to_have_count(1, timeout=20_000)

    expect(page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    player.still()
    network.hold(True)
    press(page.locator(".actions").get_by_role("button", name="Comprar"))
    expect(page.locator(HELD)).to_have_count(1)
    page.wait_for_timeout(300)
    expect(page.locator(HELD)).to_have_count(1)
    network.hold(False)
    expect(page.locator(".held")).to_have_count(8)

    choose(page, "Menu da mesa", "Pausar")
    press(player.button("Continuar"))
    expect(page.locator(HELD)).to_have_count(1)
    choose(page, "Menu da mesa", "Encerrar partida")
    press(page.get_by_role("dialog").get_by_role("button", name="Encerrar partida"))
    expect(page.get_by_role("dialog").locator("[data-verdict]")).to_be_visible(timeout=20_000)
    press(player.button("Ir para a sala"))
    expect(page.locator("main :focus")).to_have_count(1)
    assert focus_lost(page) == []
