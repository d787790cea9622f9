"""What every screen is looked at for: the size of what fingers touch, and axe in both themes."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from tests.e2e.player import Player

TOUCH_PX = 44
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
    "color_scheme": "dark",
}

_AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
# Between the themes only colours differ. What lets every touch through is no target of touches.
_AXE_RUN = """async (theme) => (await axe.run(document, theme === 'light' ? {
  runOnly: ['color-contrast'],
} : {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // Numerals drawn on a card are its picture, not a label that differs from its name.
  rules: {'label-content-name-mismatch': {enabled: false}},
})).violations.map(({id, nodes}) => [id, nodes.filter(({target}) => id !== 'target-size'
  || getComputedStyle(document.querySelector(target[0])).pointerEvents !== 'none')])
  .filter(([, nodes]) => nodes.length > 0)
  .map(([id, nodes]) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(' | ')}`)"""

# What may be touched now: a menu's lines, else what the dialog on top offers, else the page. Of a
# field with words around it those belong to it; of a card of the hand only what shows of it counts,
# and on the felt what nothing else lies over. What lets every touch through is for keys alone.
_SMALL = """([touch, covered]) => {
  const least = touch - 0.5;
  const step = 2;
  const menu = document.querySelector('.menu');
  const top = menu ?? [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const every = 'button, a[href], input, select, textarea, summary, [role^=menuitem]';
  const named = (one) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40) || one.outerHTML;
  // The cards of a route lie on it, and are targets themselves.
  const whole = (one) => (one.matches('.ground') ? one.closest('[data-lane]') : one);
  const hits = (one, x, y) => whole(one).contains(document.elementFromPoint(x, y));
  const run = (from, to, on) => {
    let now = 0, longest = 0;
    for (let at = from; at <= to && longest < touch; at += step) {
      now = on(at) ? now + step : 0;
      longest = Math.max(longest, now);
    }
    return longest;
  };
  const wideAt = (one, r, y) => run(r.left, r.right, (x) => hits(one, x, y));
  const highAt = (one, r, x) => run(r.top, r.bottom, (y) => hits(one, x, y));
  const strip = (card, r) => {
    let widest = 0;
    const high = run(r.top + 1, r.bottom, (y) => {
      const wide = wideAt(card, r, y);
      widest = Math.max(widest, wide);
      return wide >= touch - step;
    });
    return [widest, high];
  };
  const cross = (one, r) => [0.2, 0.5, 0.8].reduce(
    ([wide, high], at) => [
      Math.max(wide, wideAt(one, r, r.top + at * r.height)),
      Math.max(high, highAt(one, r, r.left + at * r.width)),
    ], [0, 0]);
  const scrolledAway = (one, r) => {
    const box = one.closest('[data-scrolls]')?.getBoundingClientRect();
    return box !== undefined && (r.top < box.top || r.bottom > box.bottom);
  };
  return [...top.querySelectorAll(every)]
    .filter((one) => one.closest('[inert]') === null)
    .map((one) => [one, one.matches('input') ? (one.closest('label') ?? one) : one])
    .filter(([, target]) => !target.matches('.visually-hidden') && target.checkVisibility())
    .filter(([, target]) => getComputedStyle(target).pointerEvents !== 'none')
    .filter(([one]) => !covered || !one.matches('.held'))
    .flatMap(([one, target]) => {
      const r = target.getBoundingClientRect();
      const held = one.matches('.held');
      if (!held && (r.width < least || r.height < least)) {
        return [`${named(one)}: ${Math.round(r.width)}x${Math.round(r.height)}`];
      }
      const felt = top === document && !covered && !one.disabled && one.closest('.felt') !== null;
      if (!held && (!felt || scrolledAway(one, r))) return [];
      const [wide, high] = held ? strip(one, r) : cross(one, r);
      return Math.min(wide, high) >= touch - step ? [] : [`${named(one)}: ${wide}x${high} shows`];
    });
}"""

# The colours of another theme have all arrived.
_TURNED = "() => document.getAnimations().every((one) => !(one instanceof CSSTransition))"
_WIDE = "() => document.documentElement.scrollWidth > innerWidth"
_SLID = """() => {
  const table = document.querySelector('.table');
  return table !== null && (table.scrollTop !== 0 || table.scrollLeft !== 0);
}"""
_LOST = "() => document.activeElement === null || document.activeElement === document.body"


class Walk:
    """Collects what is wrong on the screens that one person comes by, a line a fault."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self._faults: list[str] = []

    @property
    def faults(self) -> str:
        """All that was found; nothing where all is well."""
        return "\n".join(self._faults)

    def look(
        self, screen: str, *, focus: bool = False, covered: bool = False, axe: bool = True
    ) -> None:
        """Look at what is shown now. `focus`: something must have it; `covered`: the table is."""
        page = self.page
        self.player.still()
        found = [f"small: {what}" for what in page.evaluate(_SMALL, [TOUCH_PX, covered])]
        if page.evaluate(_WIDE):
            found.append("wider than the screen")
        if page.evaluate(_SLID):
            found.append("the table has slid")
        if focus and page.evaluate(_LOST):
            found.append("nothing has the focus")
        if axe:
            found += self._ask_axe()
        self._faults += [f"{screen}: {what}" for what in found]

    def _ask_axe(self) -> list[str]:
        page = self.page
        if page.evaluate("() => window.axe === undefined"):
            page.evaluate(_AXE.read_text(encoding="utf-8"))
        found = [f"dark: {what}" for what in page.evaluate(_AXE_RUN, "dark")]
        self._turn("light")
        found += [f"light: {what}" for what in page.evaluate(_AXE_RUN, "light")]
        self._turn("dark")
        return found

    def _turn(self, theme: Literal["light", "dark"]) -> None:
        """Change the theme, until all colours are there."""
        self.page.emulate_media(color_scheme=theme)
        self.page.wait_for_timeout(100)
        self.page.wait_for_function(_TURNED)

    def aside(self, opener: str, screen: str) -> None:
        """A dialog opened from the table's menu by the keys, looked at, and left by Escape; the
        focus is somewhere all the while."""
        page = self.page
        self.player.button("Menu da mesa").focus()
        page.keyboard.press("Enter")
        page.get_by_role("menuitem", name=opener).focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for()
        self.look(screen, focus=True)
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        page.wait_for_timeout(50)
        if page.evaluate(_LOST):
            self._faults.append(f"{screen}: the focus is lost when it closes")
