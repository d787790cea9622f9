"""What moves, and what never waits for it; a page that can be installed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player

Make = Callable[..., Player]

# The durations of everything that is set in motion from now on, in milliseconds.
_WATCH = """() => {
  window.flown = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.flown.push(typeof options === 'number' ? options : options.duration);
    return animate.call(this, frames, options);
  };
}"""

_LONGEST = """() => Math.max(...[...document.querySelectorAll('.table, .table *')]
  .flatMap((one) => getComputedStyle(one).transitionDuration.split(', '))
  .map((text) => parseFloat(text) * (text.endsWith('ms') ? 1 : 1000)))"""


@pytest.mark.parametrize("reduced", [False, True])
def test_cards_fly_unless_motion_is_unwelcome(new_player: Make, reduced: bool) -> None:
    """The state is on the page before a card has arrived; who wants no motion sees none."""
    player = new_player(reduced_motion="reduce" if reduced else "no-preference")
    player.table_of(1)
    page = player.page
    expect(page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    player.still()
    page.evaluate(_WATCH)
    before = page.locator(".held").count()
    player.button("Comprar").click()
    # One more, or several: whoever has to pass may be made to draw by the next.
    expect(page.locator(".held")).not_to_have_count(before)
    moving = page.evaluate("() => window.flown.filter((ms) => ms > 10)")
    if reduced:
        assert moving == []
        assert page.evaluate(_LONGEST) <= 10
    else:
        assert moving
        assert page.evaluate(_LONGEST) > 10


def test_a_double_tap_plays_once(player: Player, new_player: Make) -> None:
    """Two clicks in the same moment, and two more while the answer is on its way."""
    code = player.make_room()
    player.sit(0)
    guest = new_player()
    guest.page.goto(f"{guest.url}/r/{code}")
    guest.sit(1)
    player.start()
    expect(guest.page.locator(".held")).to_have_count(7, timeout=15_000)
    first = player if player.page.locator(".felt[data-turn='you']").count() else guest
    before = first.glance().version
    drawn = first.page.evaluate(
        """async () => {
          const button = [...document.querySelectorAll('.dock button')]
            .find((one) => one.textContent.trim() === 'Comprar');
          for (let n = 0; n < 2; n += 1) {
            button.click();
            button.click();
            await new Promise((done) => setTimeout(done, 0));
          }
          return true;
        }"""
    )
    assert drawn
    expect(first.page.locator(".held")).to_have_count(8)
    first.page.wait_for_timeout(500)
    assert first.glance().version == before + 1
    expect(first.page.locator(".held")).to_have_count(8)


def test_it_can_be_installed(player: Player) -> None:
    """With a manifest, icons of every size that is asked for, and a worker of its own."""
    manifest = player.page.evaluate(
        """async () => {
          const link = document.querySelector('link[rel=manifest]');
          await navigator.serviceWorker.ready;
          return (await fetch(link.href)).json();
        }"""
    )
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}


def test_it_opens_without_a_network(player: Player) -> None:
    """Once it has been here; it says that there is no connection, and comes back by itself."""
    page = player.page
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.reload()
    expect(player.front_door()).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    expect(player.front_door()).to_be_visible()
    expect(page.get_by_test_id("link")).to_be_visible(timeout=15_000)
    page.context.set_offline(False)
    expect(page.get_by_test_id("link")).to_be_hidden(timeout=30_000)
