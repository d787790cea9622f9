"""What moves, and what never waits for it; a page that can be installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player
from tests.e2e.scenes import edge_of
from tests.e2e.test_rouba_monte import Mouse, sit_down

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

# What is set in motion at the table: properties of flights, of what cards and clocks do by style.
_MOVING = """() => {
  window.moved = new Set();
  const note = (frames) => {
    for (const frame of frames) for (const name of Object.keys(frame)) window.moved.add(name);
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const started = animate.call(this, frames, options);
    note(started.effect.getKeyframes());
    return started;
  };
  window.movedByStyle = () => {
    for (const one of document.querySelector('.table').getAnimations({subtree: true})) {
      const at = one.effect.target;
      if (at.closest('.hand, .sky, .ring') !== null) note(one.effect.getKeyframes());
    }
    return [...window.moved];
  };
}"""
_TIMING = {"offset", "computedOffset", "easing", "composite"}

# Not by the browser's own slow motion, in which the page itself has to work for every picture.
_SLOWLY = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    return animate.call(this, frames, {...options, duration: options.duration * 100});
  };
}"""

# How long after a pile has grown its number says so, in milliseconds, where cards fly to it: to a
# table that has come by several moves at once none do.
_COUNTS = """() => {
  window.waits = [];
  const grown = new Map();
  let flown = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (this.closest('.sky') !== null) flown = performance.now();
    return animate.call(this, frames, options);
  };
  new MutationObserver((changes) => {
    for (const {type, target, oldValue} of changes) {
      const pile = (target.parentElement ?? target).closest('[data-pile]') ?? target;
      if (type === 'attributes') {
        grown.delete(pile);
        if (Number(target.dataset.count) > Number(oldValue)) grown.set(pile, performance.now());
      } else if (target.parentElement?.closest('.count') && flown > grown.get(pile) - 100)
        window.waits.push(performance.now() - grown.get(pile));
    }
  }).observe(document.querySelector('.felt'),
    {subtree: true, characterData: true, attributeFilter: ['data-count'],
     attributeOldValue: true});
}"""

_FLYING = """() => document.getAnimations().some((one) => one.playState === 'running'
  && !(one instanceof CSSAnimation) && one.effect.target.closest('.flyer, .sky') !== null)"""


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


def test_only_what_needs_no_painting_moves(new_player: Make) -> None:
    """Cards and clocks move by transform and opacity alone, through a whole exchange of moves."""
    player = new_player()
    player.table_of(1)
    page = player.page
    page.evaluate(_MOVING)
    moves = 0
    while moves < 3:
        expect(page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
        before = player.glance().version
        player.button("Comprar").or_(player.button("Guardar e passar")).first.click()
        page.wait_for_function(
            "(was) => (window.movedByStyle(), "
            "Number(document.querySelector('.felt').dataset.version) > was)",
            arg=before,
        )
        moves += 1
    moved = set(page.evaluate("() => window.movedByStyle()"))
    assert "transform" in moved
    assert moved - _TIMING <= {"transform", "opacity"}


def first_of_two(player: Player, new_player: Make) -> Player:
    """Whose turn it is of two people at a new table."""
    code = player.make_room()
    player.sit(0)
    guest = new_player()
    guest.page.goto(f"{guest.url}/r/{code}")
    guest.sit(1)
    player.start()
    expect(guest.page.locator(".held")).to_have_count(7, timeout=15_000)
    return player if player.page.locator(".felt[data-turn='you']").count() else guest


@pytest.fixture
def slow_pair(player: Player, new_player: Make) -> Player:
    """Whose turn it is of two people, whose cards take a hundred times as long; the other waits."""
    first = first_of_two(player, new_player)
    first.still()
    first.page.evaluate(_SLOWLY)
    return first


def work(session: Any) -> tuple[int, int]:
    """How often the page was laid out and its style worked out so far."""
    told = session.send("Performance.getMetrics")["metrics"]
    metrics = {one["name"]: int(one["value"]) for one in told}
    return metrics["LayoutCount"], metrics["RecalcStyleCount"]


def test_a_flight_asks_nothing_of_the_page(slow_pair: Player) -> None:
    """While a card flies and a clock runs nothing is laid out, nor styled for every picture."""
    page = slow_pair.page
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    slow_pair.button("Comprar").click()
    expect(page.locator(".held")).to_have_count(8)
    expect(page.locator(".table .ring")).to_have_count(1)
    page.wait_for_timeout(600)
    before = work(session)
    page.wait_for_timeout(1_000)
    after = work(session)
    assert page.evaluate(_FLYING)
    layouts, styles = (now - was for now, was in zip(after, before, strict=True))
    assert layouts == 0
    # A second has sixty frames; the browser itself looks after a flight a few times.
    assert styles <= 12


def test_nobody_waits_for_a_card(slow_pair: Player) -> None:
    """While it flies others are lifted, and the turn goes on."""
    page = slow_pair.page
    slow_pair.button("Comprar").click()
    expect(page.locator(".held")).to_have_count(8)
    page.mouse.click(*edge_of(page, ".held"))
    slow_pair.lifted()
    assert page.evaluate(_FLYING)
    keep = slow_pair.button("Guardar e passar")
    if keep.count():
        keep.click()
    expect(page.locator(".felt")).to_have_attribute("data-turn", "other")
    assert page.evaluate(_FLYING)


def test_a_number_waits_for_its_cards(player: Player) -> None:
    """A pile's number changes when the card that took another has brought both to it."""
    sit_down(player, bots=3)
    page = player.page
    page.evaluate(_COUNTS)
    mouse = Mouse(player)
    for _ in range(6):
        expect(page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
        if page.evaluate("() => window.waits.length > 0"):
            break
        seen = player.glance()
        mouse.move(seen)
        page.wait_for_function(
            "(was) => Number(document.querySelector('.felt').dataset.version) > was",
            arg=seen.version,
        )
    page.wait_for_function("() => window.waits.length > 0")
    # Two flights' time, there and on.
    assert min(page.evaluate("() => window.waits")) > 700


def test_a_double_tap_plays_once(player: Player, new_player: Make) -> None:
    """Two clicks in the same moment, and two more while the answer is on its way."""
    first = first_of_two(player, new_player)
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
