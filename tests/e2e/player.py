"""What a person does with the client, by what a person sees and touches."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as OutOfReach

PATIENCE_MS = 30_000
REACH_MS = 4_000
MISSES = 5
GAME_S = 240.0
"""A whole game must be over within this many seconds."""
GAMES = {
    "virae": "Viraê",
    "rouba-monte": "Rouba Monte",
    "rami": "Rami",
    "hearts": "Copas",
    "caravan": "Caravana",
}
"""What the games are called in Portuguese, by id."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What can be done at the table right now."""

    over: bool
    version: int
    mine: bool
    playable: int
    draw: bool
    keep: bool
    window: bool
    announce: bool
    asking: bool


_GLANCE = """() => {
  const felt = document.querySelector('.felt[data-version]');
  const has = (label) => [...document.querySelectorAll('.dock button.btn')]
    .some((b) => !b.disabled && b.textContent.trim() === label);
  const announce = document.querySelector('.announce input');
  return {
    over: document.querySelector('[data-verdict]') !== null,
    version: felt ? Number(felt.dataset.version) : -1,
    mine: felt ? felt.dataset.turn === 'you' : false,
    playable: document.querySelectorAll('.held[data-playable=true]').length,
    draw: has('Comprar'),
    keep: has('Guardar e passar'),
    window: document.querySelector('.dock button.window:not(:disabled)') !== null,
    announce: announce !== null && !announce.checked,
    asking: document.querySelector('dialog [data-color]') !== null,
  };
}"""


class Player:
    """One person's browser page. `url`: the front door."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def button(self, name: str, exact: bool = True) -> Locator:
        """A button by its words."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def front_door(self) -> Locator:
        """What only the first page shows."""
        return self.page.get_by_role("heading", name="Puxe uma cadeira.")

    def quick_play(self, game: str = "virae") -> None:
        """Ask for a place at any table of the game, and come to its room."""
        self.button(f"Jogar agora: {GAMES[game]}").click()
        self.page.wait_for_url("**/r/*")

    def make_room(self, seconds: str | None = None, game: str = "virae") -> str:
        """Make a room from the front door; its code."""
        self.button(f"Criar sala: {GAMES[game]}").click()
        if seconds is not None:
            self.page.get_by_label("Tempo por jogada").select_option(label=seconds)
        self.button("Criar").click()
        self.page.wait_for_url("**/r/*")
        expect(self.page.locator("h1")).to_contain_text("Sala")
        return self.page.url.rsplit("/", 1)[1]

    def sit(self, seat: int) -> None:
        """Take a seat, counted from 0."""
        self.page.locator(f"li[data-seat='{seat}']").get_by_role("button", name="Sentar").click()
        expect(self.page.locator(f"li[data-seat='{seat}'].mine")).to_be_visible()

    def add_bot(self, seat: int, level: str = "Normal") -> None:
        """Put a bot of that level on a seat."""
        self.page.locator(f"li[data-seat='{seat}']").get_by_role("button", name="bot").click()
        self.page.get_by_role("menuitem", name=level).click()
        expect(self.page.locator(f"li[data-seat='{seat}'] .name")).to_be_visible()

    def start(self, cards: int = 7) -> None:
        """Begin, and wait for the cards of the hand."""
        self.page.get_by_role("button", name=re.compile("^(Começar|Próxima partida)$")).click()
        expect(self.page.locator(".held")).to_have_count(cards, timeout=15_000)
        self.still()

    def table_of(self, bots: int, game: str = "virae", cards: int = 7) -> str:
        """A room of one's own with so many bots, the game begun; its code."""
        code = self.make_room(game=game)
        self.sit(0)
        for seat in range(1, bots + 1):
            self.add_bot(seat)
        self.start(cards)
        return code

    def glance(self) -> Glance:
        """Look at the table."""
        return Glance(**self.page.evaluate(_GLANCE))

    def still(self) -> None:
        """Until no card is on its way any more."""
        self.page.wait_for_function(
            "() => document.getAnimations().every((one) => one instanceof CSSAnimation)"
        )

    def lifted(self) -> None:
        """Until one card is lifted. Raises OutOfReach where the hand went on meanwhile."""
        self.page.locator(".held[aria-pressed=true]").wait_for(timeout=REACH_MS)

    def hand(self) -> list[str]:
        """The cards as they lie from left to right, without one that is just leaving."""
        cards: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('.slot')]
              .sort((a, b) => Number(a.style.zIndex) - Number(b.style.zIndex))
              .flatMap((slot) => slot.querySelector('.held')?.dataset.card ?? [])"""
        )
        return cards

    def play_out(self, move: Callable[[Glance], None]) -> int:
        """Play with `move` until the result is shown; the number of moves made.

        A few times the table may have gone on while somebody reached for what is then gone.
        """
        ends = time.monotonic() + GAME_S
        moves = missed = 0
        self.page.set_default_timeout(REACH_MS)
        while time.monotonic() < ends:
            seen = self.glance()
            if seen.over:
                self.page.set_default_timeout(PATIENCE_MS)
                return moves
            if seen.window or seen.mine:
                before = seen.version
                try:
                    move(seen)
                except OutOfReach:
                    missed += 1
                    assert missed <= MISSES, self.glance()
                moves += 1
                self._settled(before)
            else:
                self.page.wait_for_timeout(60)
        raise AssertionError(f"no result after {GAME_S:.0f} s and {moves} moves: {self.glance()}")

    def _settled(self, version: int) -> None:
        """Until the table went on, or a moment passed in which it did not."""
        ends = time.monotonic() + 3
        while time.monotonic() < ends:
            seen = self.glance()
            if seen.over or seen.version != version:
                return
            self.page.wait_for_timeout(40)
