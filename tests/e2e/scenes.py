"""What the tests of single games share: pointing at cards, hearing the table, fitting a screen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.e2e.player import Player

SIZES = {
    "telephone": {"width": 390, "height": 844},
    "telephone on its side": {"width": 844, "height": 390},
    "tablet": {"width": 1024, "height": 768},
    "desk": {"width": 1440, "height": 900},
}
TOUCH_PX = 44

_LISTEN = """() => {
  const line = document.querySelector('[data-testid=told]');
  window.toldSoFar = [line.textContent];
  window.linesBefore = document.querySelectorAll('.log li').length;
  new MutationObserver(() => window.toldSoFar.push(line.textContent))
    .observe(line, {childList: true, characterData: true, subtree: true});
}"""

_SCROLLS = """() => {
  const page = document.documentElement;
  return page.scrollWidth > innerWidth || page.scrollHeight > innerHeight;
}"""

_OUTSIDE = """(what) => [...document.querySelectorAll(what)].filter((element) => {
  const r = element.getBoundingClientRect();
  return r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1;
}).map((element) => element.className)"""

# Rows of open cards may lie over each other as long as a finger finds each of them.
_COVERED = """([what, touch]) => {
  const rects = [...document.querySelectorAll(what)].map((one) =>
    [one.dataset.seat ?? one.dataset.open ?? one.dataset.pile ?? one.className,
     one.getBoundingClientRect(), 'open' in one.dataset]).filter(([, r]) => r.width > 0);
  const found = (a, b) => a[2] && b[2] && (Math.abs(a[1].top - b[1].top) >= touch
    || Math.abs(a[1].left - b[1].left) >= touch);
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  return rects.flatMap((a, i) => rects.slice(i + 1).map((b) => [a, b]))
    .filter(([a, b]) => !apart(a[1], b[1]) && !found(a, b)).map(([a, b]) => [a[0], b[0]]);
}"""

_SMALL = """(touch) => [...document.querySelectorAll('button, a, summary')]
  .filter((element) => !element.classList.contains('held') && element.offsetParent !== null)
  .map((element) => [element.getAttribute('aria-label') ?? element.textContent.trim(),
                     element.getBoundingClientRect()])
  .filter(([, r]) => r.width < touch - 0.5 || r.height < touch - 0.5)
  .map(([label]) => label)"""

_OUT_OF_REACH = """(what) => [...document.querySelectorAll(what)].filter((element) => {
  const r = element.getBoundingClientRect();
  const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
  return !(element.closest('button')?.contains(hit) ?? false);
}).map((element) => element.dataset.pile ?? element.className)"""

_SIDEWAYS = """() => {
  const table = document.querySelector('.table');
  return table !== null && table.scrollWidth > table.clientWidth;
}"""

# Looked at before each picture is drawn: what had the focus when nothing has it any more. Behind a
# page's last control Tab leads out of the page, and may.
_WATCH_FOCUS = """() => {
  window.focusLost = [];
  let last = null;
  document.addEventListener('focusin', (event) => (last = event.target), true);
  document.addEventListener('keydown', ({key}) => (last = key === 'Tab' ? null : last), true);
  const look = () => {
    const at = document.activeElement;
    if (last !== null && (at === null || at === document.body)) {
      window.focusLost.push(last.outerHTML.slice(0, 160));
      last = null;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def listen(page: Page) -> None:
    """Keep from now on what a screen reader is told."""
    page.evaluate(_LISTEN)


def heard(page: Page) -> str:
    """All that was told since `listen`."""
    told: list[str] = page.evaluate("() => window.toldSoFar")
    return " ".join(told)


def untold(page: Page) -> list[str]:
    """Lines that came into the table's log since `listen` without being told."""
    lines: list[str] = page.evaluate(
        """() => {
          const told = window.toldSoFar.join(' ');
          const lines = [...document.querySelectorAll('.log li')].map((one) => one.textContent);
          return lines.slice(0, lines.length - window.linesBefore)
            .filter((line) => !told.includes(line));
        }"""
    )
    return lines


def watch_focus(page: Page) -> None:
    """Note from now on whenever the focus is lost, be it for one picture."""
    page.evaluate(_WATCH_FOCUS)


def focus_lost(page: Page) -> list[str]:
    """What had the focus each time that it was lost since `watch_focus`."""
    lost: list[str] = page.evaluate("() => window.focusLost")
    return lost


def edge_of(page: Page, selector: str, index: int = 0) -> tuple[float, float]:
    """A point of a card of the hand that no other card covers: near its upper left corner."""
    box = page.locator(selector).nth(index).bounding_box()
    assert box is not None
    return box["x"] + 16, box["y"] + 26


def fits_every_screen(player: Player, inside: str, apart: str, reached: str = "") -> None:
    """Nothing scrolls, `inside` lies on the page, none of `apart` covers another, fingers fit.

    What is `reached` is a button, or in one, that nothing lies over.
    """
    page = player.page
    for name, size in SIZES.items():
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.wait_for_timeout(400)
        player.still()
        assert page.evaluate(_SCROLLS) is False, name
        assert page.evaluate(_SIDEWAYS) is False, name
        if reached:
            assert page.evaluate(_OUT_OF_REACH, reached) == [], name
        assert page.evaluate(_OUTSIDE, inside) == [], name
        assert page.evaluate(_COVERED, [apart, TOUCH_PX]) == [], name
        if name.startswith("telephone"):
            assert page.evaluate(_SMALL, TOUCH_PX) == [], name


def reason_of(page: Page, card: Any) -> str:
    """What the table says of a card when the pointer rests on it."""
    card.hover()
    text: str = page.locator(".hand > p").inner_text()
    return text
