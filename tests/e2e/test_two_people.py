"""Two people in two browsers play each other, in every game, and one of them has a bad day."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Browser, Page, expect

from cardrules.registry import GAMES
from carteado.stack import Stack
from tests.e2e.conftest import arrive
from tests.e2e.player import Player
from tests.support.proxy import Proxy

HANDS = {"virae": 7, "rouba-monte": 4, "rami": 7, "hearts": 13, "caravan": 8}
MOVES = 3
AWAY_S = 10
"""How long the network is away, in real seconds: less than any game's limit for a move, so that
nobody is played for meanwhile."""

_CAN_ACT = """() => {
  const felt = document.querySelector('.felt[data-version]');
  const dock = document.querySelector('.dock');
  if (felt === null || document.querySelector('[data-verdict]') !== null) return false;
  return felt.dataset.turn === 'you' || dock.querySelector('button.window:enabled') !== null;
}"""


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Short thoughts: Hearts' empty chairs are filled with bots."""
    return {"CARTEADO_BOT_BUDGET_MS": "5"}


@pytest.fixture
def network(stack: Stack) -> Iterator[Proxy]:
    """What lies between the guest and the table."""
    proxy = Proxy(int(stack.url.rsplit(":", 1)[1])).start()
    yield proxy
    proxy.stop()


@pytest.fixture
def guest(
    browser: Browser, stack: Stack, complaints: list[str], network: Proxy
) -> Iterator[Player]:
    """A second person, in a browser of their own, behind the network."""
    context = browser.new_context(locale="pt-BR", viewport={"width": 844, "height": 390})
    yield arrive(context.new_page(), stack, complaints, f"http://127.0.0.1:{network.port}")
    context.close()


def version(player: Player) -> int:
    """Of the table as this person sees it."""
    return int(player.page.locator(".felt[data-version]").get_attribute("data-version") or 0)


def pass_three(page: Page) -> None:
    """Hearts: the first three cards, by the key."""
    for index in range(3):
        page.locator(".held").nth(index).focus()
        page.keyboard.press("Enter")
    page.keyboard.press("d")


def act(player: Player) -> None:
    """One thing that can be done: what the dock's first button says, else the first card that may
    be played, onto the first place where it may go."""
    page = player.page
    if page.locator(".dock button.window:enabled").count():
        page.locator(".dock button.window").click()
        return
    if page.locator(".tray").count():
        pass_three(page)
        return
    first = page.locator(".actions .btn.primary:enabled")
    if first.count() == 0:
        page.locator(".held[data-playable=true]").first.focus()
        page.keyboard.press("Enter")
    first.first.click()
    if page.locator("dialog [data-color]").count():
        page.locator("dialog [data-color='R']").click()
    elif page.evaluate("() => document.activeElement?.closest('.felt') !== null"):
        page.keyboard.press("Enter")


def play_on(players: tuple[Player, Player], moves: int) -> None:
    """Until each of them has done so much."""
    done = {id(player): 0 for player in players}
    ends = time.monotonic() + 60
    while min(done.values()) < moves:
        assert time.monotonic() < ends, done
        for player in players:
            if not player.page.evaluate(_CAN_ACT):
                continue
            before = version(player)
            act(player)
            player.page.wait_for_function(
                "(before) => document.querySelector('[data-verdict]') !== null"
                " || Number(document.querySelector('.felt').dataset.version) !== before",
                arg=before,
            )
            done[id(player)] += 1
        players[0].page.wait_for_timeout(30)


def same_table(one: Player, other: Player) -> None:
    """Both show the same version, once it has come to both; who came or went makes one too."""
    ends = time.monotonic() + 15
    while version(one) != version(other):
        assert time.monotonic() < ends, (version(one), version(other))
        one.page.wait_for_timeout(50)


@pytest.mark.parametrize("game", GAMES)
def test_they_play_whatever_happens(
    player: Player, guest: Player, network: Proxy, game: str
) -> None:
    """A reload, a lost network and a second tab change nothing of the table or of the hand."""
    code = player.make_room(game=game)
    player.sit(0)
    guest.page.goto(f"{guest.url}/r/{code}")
    guest.sit(1)
    expect(player.page.locator("li[data-seat='1'] .name")).to_be_visible()
    player.start(HANDS[game])
    expect(guest.page.locator(".held")).to_have_count(HANDS[game], timeout=15_000)
    both = (player, guest)
    play_on(both, MOVES)
    same_table(*both)

    hand = guest.hand()
    guest.page.reload()
    same_table(*both)
    assert guest.hand() == hand

    network.hold(True)
    network.cut()
    cut = time.monotonic()
    expect(guest.page.get_by_test_id("link")).to_be_visible(timeout=15_000)
    expect(player.page.get_by_text("Ausente")).to_be_visible(timeout=15_000)
    guest.page.wait_for_timeout(max(0.0, cut + AWAY_S - time.monotonic()) * 1_000)
    network.hold(False)
    expect(guest.page.get_by_test_id("link")).to_be_hidden(timeout=30_000)
    same_table(*both)
    assert guest.hand() == hand

    tab = Player(guest.page.context.new_page(), guest.url)
    tab.page.goto(f"{guest.url}/r/{code}")
    same_table(player, tab)
    assert sorted(tab.hand()) == sorted(hand)
    play_on((player, tab), 1)
    same_table(player, guest)
