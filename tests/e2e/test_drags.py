"""A card in the fingers while the table goes on: played right or refused, never another card."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import expect

from cardrules.registry import GAMES
from tests.e2e.player import Player
from tests.e2e.scenes import edge_of
from tests.e2e.test_two_people import HANDS, pass_three, play_on, same_table, version

Make = Callable[..., Player]

PLAYABLE = ".held[data-playable=true]"
GROUND = {
    "virae": ".discard",
    "rouba-monte": ".open",
    "rami": ".discard",
    "hearts": ".trick",
    "caravan": "[data-lane='0.{n}'] .ground",
}
"""Where a card of each game is dropped; Caravan's own routes are begun one after the other."""


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Short thoughts: Hearts' empty chairs are filled with bots."""
    return {"CARTEADO_BOT_BUDGET_MS": "5"}


class Fingers:
    """One card of a hand, held over the table by a mouse."""

    def __init__(self, player: Player, card: str) -> None:
        self.player = player
        self.card = card
        self.before = player.hand()

    def take(self, ground: str) -> None:
        """Press on the card and move it over its ground."""
        page = self.player.page
        page.mouse.move(*edge_of(page, f".held[data-card='{self.card}']"))
        page.mouse.down()
        x, y = edge_of(page, ground)
        page.mouse.move(x, y + 40, steps=3)
        page.mouse.move(x, y, steps=3)
        expect(page.locator(".slot.dragged .held")).to_have_attribute("data-card", self.card)

    def drop(self) -> Counter[str]:
        """Release it; which cards have left the hand by then, and the order of the others holds."""
        page = self.player.page
        page.mouse.up()
        page.wait_for_timeout(200)
        if page.locator("dialog [data-color]").count():
            # A wild is played once it has its colour.
            page.locator("dialog [data-color='G']").click()
            page.wait_for_timeout(200)
        self.player.still()
        after = self.player.hand()
        left = Counter(self.before) - Counter(after)
        kept = [card for card in self.before if card not in left]
        assert [card for card in after if card in kept] == kept
        return left


def play(player: Player, card: str) -> None:
    """That card, by the keys, to the first place where it may go."""
    page = player.page
    before = version(player)
    page.locator(f".held[data-card='{card}']").first.focus()
    page.keyboard.press("Enter")
    page.locator(".actions .btn.primary:enabled, .actions .btn:enabled").last.click()
    if page.locator("dialog [data-color]").count():
        page.locator("dialog [data-color='R']").click()
    elif page.evaluate("() => document.activeElement?.closest('.felt') !== null"):
        page.keyboard.press("Enter")
    page.wait_for_function(
        "(before) => Number(document.querySelector('.felt').dataset.version) !== before",
        arg=before,
    )


def able(player: Player) -> list[str]:
    """The faces that can be played, each once."""
    shown = player.page.locator(PLAYABLE)
    return list(dict.fromkeys(shown.evaluate_all("(all) => all.map((c) => c.dataset.card)")))


def on_turn(players: tuple[Player, Player], game: str) -> Player:
    """Whose turn it is, once it is somebody's who has two different cards that can be played."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        for one in players:
            if game == "hearts" and one.page.locator(".tray").count():
                if one.page.locator(".dock .btn.primary").count():
                    pass_three(one.page)
                continue
            if not one.page.locator(".felt[data-turn='you']").count():
                continue
            one.still()
            if game == "rami" and one.page.locator(".stock:enabled").count():
                one.page.locator(".stock").click()
                expect(one.page.locator(".held")).to_have_count(HANDS[game] + 1)
                one.still()
            if len(able(one)) >= 2:
                return one
            play_on(players, 1)
        players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody comes to a turn with a choice")


@pytest.mark.parametrize("game", GAMES)
def test_it_is_that_card_or_none(player: Player, new_player: Make, game: str) -> None:
    """Meanwhile a second tab plays: another card first, then, on the next turn, the very same."""
    code = player.make_room(game=game)
    player.sit(0)
    guest = new_player()
    guest.page.goto(f"{guest.url}/r/{code}")
    guest.sit(1)
    expect(player.page.locator("li[data-seat='1'] .name")).to_be_visible()
    player.start(HANDS[game])
    expect(guest.page.locator(".held")).to_have_count(HANDS[game], timeout=15_000)
    both = (player, guest)

    for number, same in enumerate((False, True)):
        one = on_turn(both, game)
        tab = Player(one.page.context.new_page(), one.url)
        tab.page.goto(f"{one.url}/r/{code}")
        same_table(one, tab)
        tab.still()
        card, other = able(one)[:2]
        fingers = Fingers(one, card)
        fingers.take(GROUND[game].format(n=number))
        seen = version(one)
        play(tab, card if same else other)
        one.page.wait_for_function(
            "(seen) => Number(document.querySelector('.felt').dataset.version) > seen", arg=seen
        )
        mine = one.page.locator(".felt[data-turn='you']").count() > 0
        left = fingers.drop()
        gone = card if same else other
        assert left[gone] >= 1
        assert set(left) <= {card, gone}, (left, card, gone)
        if not same and card not in left:
            told = one.page.locator(".notices p, .hand > p")
            expect(told.first).to_be_visible()
            assert card in one.hand()
            assert mine or "Não é a sua vez." in told.all_inner_texts()
        one.page.keyboard.press("Escape")
        tab.page.close()
