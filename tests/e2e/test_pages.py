"""Every page: fits the screen, can be used by everyone, speaks both languages, loads fast."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.player import Player

Make = Callable[..., Player]

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
FIRST_LOAD_BYTES = 200_000
SCREENS = {
    "telephone": {"width": 390, "height": 844},
    "telephone on its side": {"width": 844, "height": 390},
    "small telephone": {"width": 360, "height": 640},
    "tablet": {"width": 820, "height": 1180},
    "desk": {"width": 1280, "height": 800},
    "large desk": {"width": 1920, "height": 1080},
}
TOUCH_PX = 44


_AXE_RUN = """async () => (await axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // Numerals drawn on a card are its picture, not a label that differs from its name.
  rules: {'label-content-name-mismatch': {enabled: false}},
})).violations.map(
  (found) => `${found.id}: ${found.nodes.map((node) => node.html).slice(0, 3).join(' | ')}`,
)"""

_SCROLLS = """() => {
  const page = document.documentElement;
  return page.scrollWidth > innerWidth || page.scrollHeight > innerHeight;
}"""

_OUTSIDE = """() => {
  const all = '.held, .seat, .stock, .discard, .dock .btn, header .btn';
  return [...document.querySelectorAll(all)].filter((element) => {
    const r = element.getBoundingClientRect();
    return r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1;
  }).map((element) => element.className);
}"""

_COVERED = """() => {
  const rects = (all) => [...document.querySelectorAll(all)].map((one) =>
    [one.dataset.seat ?? one.className, one.getBoundingClientRect()]);
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const seats = rects('.seat');
  const others = [...seats, ...rects('.stock, .discard')];
  return seats.flatMap((seat, i) => others.slice(i + 1).map((other) => [seat, other]))
    .filter(([a, b]) => !apart(a[1], b[1])).map(([a, b]) => [a[0], b[0]]);
}"""

_SMALL = """(touch) => [...document.querySelectorAll('button, a, label.announce')]
  .filter((element) => !element.classList.contains('held') && element.offsetParent !== null)
  .map((element) => [element.getAttribute('aria-label') ?? element.textContent.trim(),
                     element.getBoundingClientRect()])
  .filter(([, r]) => r.width < touch - 0.5 || r.height < touch - 0.5)
  .map(([label]) => label)"""

_STEPS = """() => {
  const at = [...document.querySelectorAll('.slot')]
    .map((slot) => new DOMMatrix(getComputedStyle(slot).transform).e);
  // Where it goes back a further row begins.
  return at.slice(1).map((x, i) => x - at[i]).filter((step) => step >= 0);
}"""


def violations(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2 A and AA."""
    page.wait_for_timeout(500)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(_AXE_RUN)
    return found


@pytest.fixture
def table(player: Player) -> Player:
    """A person on turn at a full table."""
    player.table_of(5)
    expect(player.page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    player.still()
    return player


def test_the_table_fits_every_screen(table: Player) -> None:
    """Nothing scrolls, nothing lies outside, nothing on the felt covers the piles."""
    page = table.page
    for name, size in SCREENS.items():
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.wait_for_timeout(400)
        table.still()
        assert page.evaluate(_SCROLLS) is False, name
        assert page.evaluate(_OUTSIDE) == [], name
        assert page.evaluate(_COVERED) == [], name


def test_fingers_find_everything(table: Player) -> None:
    """On telephones every control, and what shows of every card, is 44 pixels wide and high."""
    page = table.page
    for name in ("telephone", "telephone on its side", "small telephone"):
        page.set_viewport_size({"width": SCREENS[name]["width"], "height": SCREENS[name]["height"]})
        page.wait_for_timeout(400)
        table.still()
        assert page.evaluate(_SMALL, TOUCH_PX) == [], name
        assert min(page.evaluate(_STEPS)) >= TOUCH_PX - 3, name


def test_english_throughout(new_player: Make) -> None:
    """A browser that speaks English gets English; it can be switched and stays so."""
    player = new_player(locale="en-GB")
    page = player.page
    expect(player.button("Play now: Viraê")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en"
    page.goto(f"{player.url}/rules/virae")
    expect(page.get_by_role("heading", name="The aim")).to_be_visible()
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Language").select_option(label="Português")
    expect(page.get_by_role("heading", name="O objetivo")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="O objetivo")).to_be_visible()


def test_a_name_of_ones_own(player: Player) -> None:
    """It is kept over a reload, and a bad one is refused in words."""
    page = player.page
    page.get_by_role("button", name="Preferências").click()
    field = page.get_by_label("Seu nome")
    field.fill("Maria Flor")
    player.button("Salvar nome").click()
    expect(page.get_by_text("Nome salvo")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Maria Flor")).to_be_visible()
    page.get_by_role("button", name="Preferências").click()
    page.get_by_label("Seu nome").fill("\u202emal")
    player.button("Salvar nome").click()
    expect(page.get_by_text("Esse nome não pode ser usado.")).to_be_visible()


def test_m_mutes_but_not_while_one_writes(player: Player) -> None:
    """The key works at the table; in a field it is a letter."""
    player.table_of(1)
    page = player.page
    expect(player.button("Som ligado")).to_be_visible()
    page.keyboard.press("m")
    expect(player.button("Som desligado")).to_be_visible()
    page.goto(player.url)
    page.get_by_label("Código da sala").press_sequentially("mmm")
    expect(page.get_by_label("Código da sala")).to_have_value(re.compile("mmm", re.IGNORECASE))
    page.get_by_role("button", name="Preferências").click()
    expect(page.get_by_role("checkbox", name="Som")).not_to_be_checked()


def test_the_first_load_is_light(new_player: Make) -> None:
    """Home and the first table come in under 200 kB over the wire, and from nowhere else."""
    player = new_player(service_workers="block")
    page = player.page
    sizes: dict[str, int] = {}

    page.on(
        "requestfinished",
        lambda request: sizes.__setitem__(request.url, request.sizes()["responseBodySize"]),
    )
    page.reload()
    player.table_of(1)
    page.wait_for_timeout(1_000)
    assert all(url.startswith(player.url) for url in sizes), sizes
    assert sum(sizes.values()) < FIRST_LOAD_BYTES, sizes
    assert any("Scene" in url for url in sizes), sizes
