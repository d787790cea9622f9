"""A person plays whole games of Rami against bots, and looks at what the table tells."""

from __future__ import annotations

import itertools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page, expect

from cardrules.rami.melds import COMBINATIONS, bits_of, within
from tests.e2e.player import Glance, Player
from tests.e2e.scenes import fits_every_screen, focus_lost, heard, listen, untold, watch_focus

Make = Callable[..., Player]

CARDS = 7
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def short_table(player: Player, bots: int = 1) -> None:
    """A game to ten points, begun."""
    page = player.page
    player.button("Criar sala: Rami").click()
    page.get_by_label("Pontos para vencer").fill("10")
    player.button("Criar", exact=True).click()
    page.wait_for_url("**/r/*")
    player.sit(0)
    for seat in range(1, bots + 1):
        player.add_bot(seat)
    player.start(CARDS if bots == 1 else 10)


def own_turn(player: Player) -> None:
    """Until it is this person's turn and nothing moves."""
    expect(player.page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    player.still()


def held(page: Page, card: str) -> Locator:
    """That card of the hand."""
    return page.locator(f".held[data-card='{card}']")


def corner(locator: Locator) -> tuple[float, float]:
    """A point of a card, turned as it may be, that neither the next card nor a lower row covers."""
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + 0.3 * box["width"], box["y"] + 0.42 * box["height"]


def middle(locator: Locator) -> tuple[float, float]:
    """The middle of what is shown."""
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def meld_in(hand: list[str]) -> list[str]:
    """The longest set or run of the hand, or nothing."""
    found = sorted(within(bits_of(hand)), key=lambda meld: len(meld.cards))
    return list(found[-1].cards) if found else []


def lay_off_in(page: Page, hand: list[str]) -> tuple[str, int] | None:
    """A card of the hand and a meld of the table that takes it."""
    melds: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll('[data-meld]')]
          .sort((a, b) => a.dataset.meld - b.dataset.meld)
          .map((meld) => meld.dataset.cards.split(' '))"""
    )
    for card, (index, meld) in itertools.product(hand, enumerate(melds)):
        if bits_of([*meld, card]) in COMBINATIONS:
            return card, index
    return None


def dearest(hand: list[str]) -> Iterator[str]:
    """The hand from the card of most points down."""
    return iter(sorted(hand, key=lambda card: "23456789TJQKA".index(card[0]), reverse=True))


def is_drawing(player: Player) -> bool:
    """It is for the reader to draw."""
    return player.page.locator(".stock:enabled").count() > 0


class Turns(ABC):
    """A whole turn step by step: draw, lay down, lay off, discard; how, the subclasses know."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.number = 0
        self.done: set[str] = set()

    def move(self, _: Glance) -> None:
        """One step of the turn."""
        self.player.still()
        # How the last round ended lies over the table until it is put away.
        if self.page.locator(".sheet").count():
            self.page.locator(".sheet header .btn").focus()
            self.page.keyboard.press("Enter")
        if is_drawing(self.player):
            self.number += 1
            self.draw()
            return
        hand = self.player.hand()
        meld = meld_in(hand)
        if meld:
            self.done.add("meld")
            self.meld(meld)
            return
        found = lay_off_in(self.page, hand)
        if found is not None:
            self.done.add("lay off")
            self.lay_off(*found)
            return
        self.discard(hand)

    @abstractmethod
    def draw(self) -> None:
        """From either pile."""

    @abstractmethod
    def meld(self, cards: list[str]) -> None:
        """Lay these down."""

    @abstractmethod
    def lay_off(self, card: str, index: int) -> None:
        """Bring the card to that meld."""

    @abstractmethod
    def discard(self, hand: list[str]) -> None:
        """End the turn."""


class Mouse(Turns):
    """Everything is dragged."""

    def drag(self, source: tuple[float, float], target: tuple[float, float]) -> None:
        """Press, move, release."""
        self.page.mouse.move(*source)
        self.page.mouse.down()
        self.page.mouse.move(source[0], source[1] - 20, steps=2)
        self.page.mouse.move(*target, steps=6)
        self.page.mouse.up()

    def draw(self) -> None:
        pile = self.page.locator(".stock" if self.number % 3 else ".discard")
        self.drag(middle(pile), middle(self.page.locator(".hand")))

    def meld(self, cards: list[str]) -> None:
        for card in cards:
            # One that was refused elsewhere is lifted still.
            if held(self.page, card).get_attribute("aria-pressed") == "false":
                self.page.mouse.click(*corner(held(self.page, card)))
            expect(held(self.page, card)).to_have_attribute("aria-pressed", "true")
        self.player.still()
        table = self.page.locator(".melds").bounding_box()
        assert table is not None
        # Its lower right corner: melds lie from the upper left on.
        target = table["x"] + table["width"] - 12, table["y"] + table["height"] - 12
        self.drag(corner(held(self.page, cards[0])), target)

    def lay_off(self, card: str, index: int) -> None:
        self.drag(
            corner(held(self.page, card)), middle(self.page.locator(f"[data-meld='{index}']"))
        )

    def discard(self, hand: list[str]) -> None:
        version = self.player.glance().version
        for card in dearest(hand):
            self.drag(corner(held(self.page, card)), middle(self.page.locator(".discard")))
            self.page.wait_for_timeout(150)
            if self.player.glance().version != version:
                return
            # The card that was just taken does not go back: the next one.


def test_by_mouse(new_player: Make) -> None:
    """Cards are drawn, laid down, laid off and discarded by dragging; then the result."""
    player = new_player(reduced_motion="reduce")
    short_table(player)
    page = player.page
    listen(page)
    mouse = Mouse(player)
    assert player.play_out(mouse.move) >= 3
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("tbody tr")).to_have_count(2)
    expect(sheet).to_contain_text("Alguém chegou ao limite de pontos.")
    expect(sheet.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok", timeout=20_000)
    told = heard(page)
    for part in ("Você comprou", "comprou uma carta", "descartou", "na mão", "A partida terminou."):
        assert part in told
    assert untold(page) == []


class Keys(Turns):
    """Nothing but keys; the focus is never lost."""

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is there."""
        for _ in range(60):
            if self.page.evaluate("(s) => document.activeElement?.matches(s) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {selector}")

    def lift(self, cards: list[str]) -> None:
        """Walk along the hand and lift these."""
        self.tab_to(".held")
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Home")
        hand = self.player.hand()
        for index in range(max(hand.index(card) for card in cards) + 1):
            if index > 0:
                self.page.keyboard.press("ArrowRight")
            if hand[index] in cards:
                self.page.keyboard.press("Enter")

    def press(self, name: str) -> None:
        """Reach a button of the dock and press it."""
        button = self.page.locator(".dock .actions").get_by_role("button", name=name, exact=True)
        expect(button).to_be_visible()
        for _ in range(60):
            if button.evaluate("(one) => one === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def draw(self) -> None:
        self.tab_to(".stock" if self.number % 2 else ".discard.ready")
        self.page.keyboard.press("Enter")

    def meld(self, cards: list[str]) -> None:
        self.lift(cards)
        self.press("Baixar")

    def lay_off(self, card: str, index: int) -> None:
        self.lift([card])
        self.press("Encaixar")
        self.page.wait_for_timeout(80)
        # Where several melds take it, one is chosen.
        if self.page.evaluate("() => document.activeElement?.dataset.meld !== undefined"):
            self.page.keyboard.press("Enter")

    def discard(self, hand: list[str]) -> None:
        for card in dearest(hand):
            self.lift([card])
            if self.page.locator(".dock .actions").get_by_text("Descartar", exact=True).count():
                self.press("Descartar")
                return


def test_by_keyboard(player: Player) -> None:
    """The mouse is never touched at the table."""
    short_table(player)
    keys = Keys(player)
    watch_focus(player.page)

    def move(seen: Glance) -> None:
        keys.move(seen)
        assert focus_lost(player.page) == []

    assert player.play_out(move) >= 3
    assert focus_lost(player.page) == []
    expect(player.page.get_by_role("dialog").locator("tbody tr")).to_have_count(2)


class Fingers(Turns):
    """Taps alone."""

    def tap(self, card: str) -> None:
        """Lift a card of the hand, once those before it lie where they belong."""
        self.player.still()
        if held(self.page, card).get_attribute("aria-pressed") == "false":
            self.page.touchscreen.tap(*corner(held(self.page, card)))
        expect(held(self.page, card)).to_have_attribute("aria-pressed", "true")

    def draw(self) -> None:
        self.page.locator(".stock").tap()

    def meld(self, cards: list[str]) -> None:
        for card in cards:
            self.tap(card)
        self.player.button("Baixar").tap()

    def lay_off(self, card: str, index: int) -> None:
        self.tap(card)
        self.page.locator(f"[data-meld='{index}']").tap()

    def discard(self, hand: list[str]) -> None:
        self.tap(next(dearest(hand)))
        self.player.button("Descartar").tap()


def test_by_touch(new_player: Make) -> None:
    """On a telephone."""
    player = new_player(**PHONE)
    short_table(player)
    assert player.play_out(Fingers(player).move) >= 3
    expect(player.page.get_by_role("dialog").locator("tbody tr")).to_have_count(2)


def test_the_taken_card_is_marked_and_stays(player: Player) -> None:
    """It bears a tag, says why it cannot go back, and is refused with that reason."""
    player.table_of(1, "rami", CARDS)
    page = player.page
    own_turn(player)
    top = page.locator(".discard").get_attribute("data-top")
    assert top is not None
    page.locator(".discard").click()
    expect(page.locator(".held")).to_have_count(CARDS + 1)
    card = held(page, top)
    expect(page.locator(".slot:has(.taken) .held")).to_have_attribute("data-card", top)
    expect(card).to_have_attribute("aria-label", re.compile("não pode voltar para lá nesta vez"))
    player.still()
    version = player.glance().version
    Mouse(player).drag(corner(card), middle(page.locator(".discard")))
    expect(page.get_by_text("não volta para lá na mesma vez")).to_be_visible()
    assert player.glance().version == version


def test_lifted_cards_say_what_they_are(player: Player) -> None:
    """Before drawing nothing is discarded; two cards are no meld, and the hint says so."""
    player.table_of(1, "rami", CARDS)
    page = player.page
    own_turn(player)
    first, second, *_ = player.hand()
    Mouse(player).drag(corner(held(page, first)), middle(page.locator(".discard")))
    expect(page.get_by_text("Primeiro compre do monte ou pegue o descarte.")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".stock").click()
    expect(page.locator(".held")).to_have_count(CARDS + 1)
    player.still()
    for card in (first, second):
        if held(page, card).get_attribute("aria-pressed") == "false":
            page.mouse.click(*corner(held(page, card)))
    expect(page.locator(".hint")).to_contain_text("Ainda não formam um grupo nem uma sequência.")
    expect(player.button("Baixar")).to_have_count(0)


def test_the_hand_is_sorted_both_ways_and_keeps_its_order(player: Player) -> None:
    """By rank, by suit, by hand; what is drawn comes last and moves nothing."""
    player.table_of(1, "rami", CARDS)
    page = player.page
    own_turn(player)
    player.button("Ordenar por valor").click()
    page.wait_for_timeout(300)
    ranks = ["23456789TJQKA".index(card[0]) for card in player.hand()]
    assert ranks == sorted(ranks)
    player.button("Ordenar por naipe").click()
    page.wait_for_timeout(300)
    suits = [suit for suit, _ in itertools.groupby(card[1] for card in player.hand())]
    assert len(suits) == len({card[1] for card in player.hand()})
    page.locator(".held").first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Alt+ArrowRight")
    page.wait_for_timeout(300)
    before = player.hand()
    page.locator(".stock").click()
    expect(page.locator(".held")).to_have_count(CARDS + 1)
    assert player.hand()[:CARDS] == before


def test_it_fits_every_screen(player: Player) -> None:
    """All of it is on the page, apart, and large enough for a finger, at a full table."""
    short_table(player, bots=3)
    own_turn(player)
    fits_every_screen(
        player,
        ".held, .seat, .stock, .discard, .melds, .dock .btn, header .btn",
        ".others, .mat, .hand",
    )
