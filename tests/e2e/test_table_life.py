"""What may happen at a table besides moves: reloads, lost servers, pauses, people who go."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from carteado.stack import Stack
from tests.e2e.player import Glance, Player
from tests.e2e.test_whole_games import drag

Make = Callable[..., Player]


def own_turn(player: Player) -> None:
    """Until it is this person's turn; a table of bots comes round fast."""
    expect(player.page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    player.still()


def test_the_order_of_the_hand_is_the_players_own(player: Player) -> None:
    """Sorted, moved by key and by mouse, it survives a reload; nothing of that is a move."""
    player.table_of(1)
    page = player.page
    own_turn(player)
    dealt = player.hand()
    player.button("Ordenar por cor").click()
    page.wait_for_timeout(300)
    ranks = [
        ("RYGBW".index(card[0]), "0123456789SVD4".find(card[1:] or "0")) for card in player.hand()
    ]
    assert ranks == sorted(ranks)

    page.locator(".held").first.focus()
    page.keyboard.press("Home")
    first, second, *rest = player.hand()
    page.keyboard.press("Alt+ArrowRight")
    page.wait_for_timeout(300)
    assert player.hand() == [second, first, *rest]

    boxes = [page.locator(f".slot >> nth={i}").bounding_box() for i in range(7)]
    left = min((box for box in boxes if box), key=lambda box: box["x"])
    right = max((box for box in boxes if box), key=lambda box: box["x"])
    before = player.hand()
    drag(
        page,
        (left["x"] + 12, left["y"] + 60),
        (right["x"] + right["width"] / 2, right["y"] + right["height"] / 2),
    )
    page.wait_for_timeout(300)
    after = player.hand()
    assert after == [*before[1:], before[0]]

    version = player.glance().version
    page.reload()
    expect(page.locator(".held")).to_have_count(7)
    assert player.hand() == after
    assert sorted(after) == sorted(dealt)
    assert player.glance().version == version


def test_a_card_that_cannot_be_played_says_why(player: Player) -> None:
    """On hover, on focus, and when it is tapped; tapping twice plays nothing."""
    player.table_of(1)
    page = player.page
    own_turn(player)
    for _ in range(12):
        dim = page.locator(".held[data-playable=false]")
        if dim.count():
            break
        player.button("Comprar").click()
        page.wait_for_timeout(400)
        if player.glance().keep:
            player.button("Guardar e passar").click()
        own_turn(player)
    card = page.locator(".held[data-playable=false]").first
    expect(card).to_have_attribute("aria-label", re.compile(r"\. .+\.$"))
    box = card.bounding_box()
    assert box is not None
    version = player.glance().version
    page.mouse.move(box["x"] + 12, box["y"] + 40)
    expect(page.locator(".bubble")).to_be_visible()
    for _ in range(2):
        page.mouse.click(box["x"] + 12, box["y"] + 40)
        page.wait_for_timeout(250)
    assert player.glance().version == version


def test_a_dead_gateway_is_shown_and_outlived(player: Player, stack: Stack) -> None:
    """The table is back as it was, without a reload, and can be played on."""
    player.table_of(1)
    page = player.page
    own_turn(player)
    hand = player.hand()
    gateway = stack.fleet.of("gateway")[0]
    gateway.kill()
    expect(page.get_by_test_id("link")).to_be_visible(timeout=15_000)
    gateway.restart()
    expect(page.get_by_test_id("link")).to_be_hidden(timeout=30_000)
    assert player.hand() == hand
    version = player.glance().version
    player.button("Comprar").click()
    expect(page.locator(f".felt[data-version='{version}']")).to_have_count(0, timeout=10_000)


def test_two_people_a_pause_and_a_departure(player: Player, new_player: Make) -> None:
    """Both see the pause, only the host ends it; who leaves is played on by a bot."""
    code = player.make_room()
    player.sit(0)
    guest = new_player()
    guest.page.get_by_label("Código da sala").fill(code.lower())
    guest.button("Entrar").click()
    guest.sit(2)
    expect(player.page.locator("li[data-seat='2'] .name")).to_be_visible()
    expect(player.page.locator(".fair")).to_contain_text("2 números secretos misturados")
    player.start()
    expect(guest.page.locator(".held")).to_have_count(7, timeout=15_000)

    player.button("Reagir").click()
    player.page.get_by_role("menuitem", name="Boa sorte").click()
    expect(guest.page.get_by_role("img", name="Boa sorte")).to_be_visible()

    player.button("Menu da mesa").click()
    player.page.get_by_role("menuitem", name="Pausar").click()
    for one in (player, guest):
        expect(one.page.get_by_text("Partida em pausa")).to_be_visible()
    expect(guest.button("Continuar")).to_be_hidden()
    player.button("Continuar").click()
    expect(guest.page.get_by_text("Partida em pausa")).to_be_hidden()

    guest.button("Menu da mesa").click()
    guest.page.get_by_role("menuitem", name="Sair da partida").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Sair da partida").click()
    expect(guest.page).to_have_url(re.compile(r"/$"))
    expect(player.page.get_by_text("Saiu; um bot joga", exact=True)).to_be_attached(timeout=10_000)

    player.button("Menu da mesa").click()
    player.page.get_by_role("menuitem", name="Encerrar partida").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Encerrar partida").click()
    expect(player.page.get_by_role("dialog")).to_contain_text("Partida sem vencedor")
    player.button("Ir para a sala").click()
    expect(player.page.locator("h1")).to_contain_text(code)


def test_a_watcher_sees_no_faces_but_the_discard(player: Player, new_player: Make) -> None:
    """Whoever comes during a game watches, and is offered nothing to play."""
    code = player.table_of(5)
    watcher = new_player()
    watcher.page.goto(f"{watcher.url}/r/{code}")
    expect(watcher.page.get_by_text("Você está assistindo")).to_be_visible(timeout=15_000)
    expect(watcher.page.locator(".held")).to_have_count(0)
    expect(watcher.page.locator(".seat")).to_have_count(6)


def test_the_way_back_to_a_table(player: Player) -> None:
    """Home offers the game that is on; a second tab shows the same table."""
    code = player.table_of(1)
    page = player.page
    own_turn(player)
    player.button("Comprar").click()
    expect(page.locator(".held")).not_to_have_count(7)
    own_turn(player)
    hand = sorted(player.hand())
    page.goto(player.url)
    page.get_by_text("Voltar à mesa").click()
    expect(page).to_have_url(re.compile(code))
    expect(page.locator(".held")).to_have_count(len(hand))
    tab = page.context.new_page()
    tab.goto(f"{player.url}/r/{code}")
    expect(tab.locator(".held")).to_have_count(len(hand))
    assert sorted(Player(tab, player.url).hand()) == hand
    Player(tab, player.url).button("Jogadas").click()
    expect(tab.get_by_role("complementary")).to_contain_text("comprou")


@pytest.mark.parametrize("code", ["ZZZZZZ", "nope!"])
def test_a_code_that_leads_nowhere(player: Player, code: str) -> None:
    """Is answered in words, with a way home."""
    player.page.goto(f"{player.url}/r/{code}")
    expect(player.page.get_by_text("Não há sala com esse código.")).to_be_visible()
    player.button("Início").click()
    expect(player.front_door()).to_be_visible()


def test_quick_play_finds_a_chair(player: Player, new_player: Any) -> None:
    """The second person comes to the first one's room."""
    player.quick_play()
    expect(player.page.locator("li.mine")).to_be_visible()
    other: Player = new_player()
    other.quick_play()
    assert other.page.url == player.page.url


def test_a_forgotten_announcement_is_caught(player: Player, new_player: Make) -> None:
    """Nobody announces; whoever is first to hold one card is caught by the other, and draws two."""
    code = player.make_room()
    player.sit(0)
    other = new_player()
    other.page.goto(f"{other.url}/r/{code}")
    other.sit(1)
    player.start()
    expect(other.page.locator(".held").first).to_be_visible(timeout=15_000)
    catch = "Pegar! +2"
    ends = time.monotonic() + 200
    while time.monotonic() < ends:
        for one in (player, other):
            seen = one.glance()
            assert not seen.over
            if seen.window:
                catcher = one if one.button(catch).count() else (other if one is player else player)
                forgetful = other if catcher is player else player
                catcher.button(catch).click()
                expect(forgetful.page.locator(".held")).to_have_count(3)
                expect(catcher.page.get_by_test_id("told")).to_contain_text("Você pegou")
                return
            if seen.mine:
                careless(one, seen)
        player.page.wait_for_timeout(50)
    raise AssertionError("nobody came down to one card")


def careless(player: Player, seen: Glance) -> None:
    """The first card that fits, never announced; else a draw."""
    page = player.page
    if seen.keep:
        player.button("Jogar a comprada").click()
    elif seen.playable == 0:
        player.button("Comprar").click()
    else:
        page.locator(".held[data-playable=true]").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    page.wait_for_timeout(80)
    if player.glance().asking:
        page.locator("dialog [data-color='R']").click()
    page.wait_for_timeout(120)
