"""Every screen on a telephone, with its dialogs: fingers find everything, axe finds nothing, in
both themes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from cardrules.registry import GAMES
from carteado.stack import Stack
from tests.e2e.games import Played, finished
from tests.e2e.player import GAMES as NAMES
from tests.e2e.player import Player
from tests.e2e.test_people import as_ana
from tests.e2e.test_replay import record_of
from tests.e2e.test_two_people import HANDS, pass_three
from tests.e2e.walk import PHONE, Walk

Make = Callable[..., Player]


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Short thoughts, so that a searching bot does not make a long test."""
    return {"CARTEADO_BOT_BUDGET_MS": "5", "CARTEADO_REPLAYS_PER_S": "0"}


@pytest.fixture(scope="module")
def ana(stack: Stack) -> Played:
    """Ana, who has finished a game of Viraê."""
    return finished(stack, "virae")


@pytest.fixture
def walk(new_player: Make) -> Walk:
    """Somebody with a telephone."""
    return Walk(new_player(**PHONE))


def test_the_house(walk: Walk) -> None:
    """Home, the preferences, the settings of every game's room, the queue, rules, tutorial."""
    player, page = walk.player, walk.page
    expect(player.front_door()).to_be_visible()
    walk.look("home")
    page.get_by_role("button", name="Preferências").click()
    walk.look("preferences", focus=True)
    page.keyboard.press("Escape")
    for game, name in NAMES.items():
        player.button(f"Criar sala: {name}").click()
        for more in page.get_by_role("dialog").locator("summary").all():
            more.click()
        walk.look(f"settings of {game}", focus=True)
        page.keyboard.press("Escape")
    player.button("Partida ranqueada").click()
    expect(page.get_by_test_id("queue")).to_be_visible()
    walk.look("queue")
    player.button("Sair da fila").click()
    for game in NAMES:
        page.goto(f"{player.url}/rules/{game}")
        expect(page.locator("main section").first).to_be_visible()
        walk.look(f"rules of {game}")
    page.goto(f"{player.url}/r/ZZZZZZ")
    expect(page.get_by_text("Não há sala com esse código.")).to_be_visible()
    walk.look("no such room")
    assert walk.faults == ""


def test_the_tutorial(walk: Walk) -> None:
    """Each of its steps, and its end."""
    page = walk.page
    page.goto(f"{walk.player.url}/tutorial/caravan")
    for number in range(1, 14):
        expect(page.locator(f".tutorial[data-step='{number}'][data-over=false]")).to_be_visible()
        card = page.locator(".slot:has(.hinted) .held")
        expect(card).to_have_count(1)
        if number in (1, 8):
            walk.look(f"tutorial, step {number}")
        card.focus()
        page.keyboard.press("Enter")
        bring_to(page, page.locator("[data-target].hinted, .hinted > [data-target]").first)
    expect(page.get_by_test_id("coach")).to_contain_text("Três pares vendidos!")
    walk.look("tutorial, end")
    assert walk.faults == ""


def bring_to(page: Page, target: Locator) -> None:
    """By a touch; of a crowded route all of it is touched, which shows its cards large."""
    crowded = target.and_(page.locator(".crowded")).count() > 0
    name = target.get_attribute("aria-label") or ""
    target.click(position={"x": 6, "y": 6}, force=crowded)
    if crowded:
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def test_what_is_kept(walk: Walk, stack: Stack, ana: Played, tmp_path: Path) -> None:
    """Leaderboard, history, profile with its questions, the page that verifies, the replay."""
    player, page = walk.player, walk.page
    page.goto(f"{player.url}/leaderboard")
    expect(page.get_by_text("Ninguém tem pontos ainda.")).to_be_visible()
    walk.look("empty leaderboard")
    page.goto(f"{player.url}/history")
    expect(page.get_by_text("Nenhuma partida terminada ainda.")).to_be_visible()
    walk.look("empty history")
    page.goto(player.url)
    as_ana(player, ana)
    page.goto(f"{player.url}/history")
    expect(page.locator("main li")).to_have_count(1)
    walk.look("history")
    page.goto(f"{player.url}/profile")
    expect(page.locator("main tbody tr")).to_contain_text("Viraê")
    player.button("Gerar código de recuperação").click()
    expect(page.get_by_test_id("recovery")).to_be_visible()
    walk.look("profile")
    player.button("Apagar meus dados").click()
    walk.look("profile, deletion", focus=True)
    page.keyboard.press("Escape")

    page.goto(f"{player.url}/verify")
    walk.look("verify")
    page.goto(f"{player.url}/verify/{ana.game_id}")
    expect(page.locator("[data-holds]")).to_have_attribute("data-holds", "true")
    walk.look("verify, true")
    record = record_of(stack, ana.game_id)
    record["entries"][2]["at"] += 1
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    page.get_by_label("Escolher arquivo").set_input_files(path)
    expect(page.locator("[data-holds]")).to_have_attribute("data-holds", "false")
    walk.look("verify, tampered")

    page.goto(f"{player.url}/replay/{ana.game_id}?seat=0")
    expect(page.locator(".held")).to_have_count(7)
    walk.look("replay")
    player.button("Menu da mesa").click()
    walk.look("replay, menu")
    page.get_by_role("menuitem", name="Mãos de todos").click()
    expect(page.get_by_role("complementary", name="Mãos de todos")).to_be_visible()
    walk.look("replay, all hands")
    page.goto(f"{player.url}/replay/{'a' * 16}")
    expect(page.get_by_text("Não há partida terminada com este código.")).to_be_visible()
    walk.look("replay, none")
    assert walk.faults == ""


def test_the_room(walk: Walk, new_player: Make) -> None:
    """As its host and as a guest see it, with the menus over chairs, and the question to close."""
    player, page = walk.player, walk.page
    code = player.make_room(game="caravan")
    player.sit(0)
    guest = Walk(new_player(**PHONE))
    guest.page.goto(f"{guest.player.url}/r/{code}")
    page.locator("li[data-seat='1']").get_by_role("button", name="bot").click()
    walk.look("room, menu of a chair")
    page.keyboard.press("Escape")
    guest.player.sit(1)
    expect(page.locator("li[data-seat='1'] .name")).to_be_visible()
    for more in page.locator("main summary").all():
        more.click()
    walk.look("room of a host")
    guest.look("room of a guest")
    page.locator("li[data-seat='1']").get_by_role("button", name="Menu da mesa").click()
    walk.look("room, menu of a person")
    page.keyboard.press("Escape")
    player.button("Fechar a sala").click()
    walk.look("room, closing", focus=True)
    page.get_by_role("dialog").get_by_role("button", name="Fechar a sala").click()
    expect(guest.page.get_by_text("A sala foi fechada.")).to_be_visible()
    guest.look("room, closed")
    assert walk.faults + guest.faults == ""


@pytest.mark.parametrize("game", GAMES)
def test_the_table(walk: Walk, game: str) -> None:
    """On turn, with a card lifted, everything that the bar and the menu open, paused, and over."""
    player, page = walk.player, walk.page
    player.make_room(game=game)
    player.sit(0)
    if game != "hearts":
        player.add_bot(1)
    player.start(HANDS[game])
    expect(page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    walk.look("table")
    if game == "hearts":
        pass_three(page)
        expect(page.locator("[data-received]")).to_have_count(3, timeout=15_000)
        expect(page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    if game == "rami":
        page.locator(".stock").click()
        expect(page.locator(".held")).to_have_count(HANDS[game] + 1)
    page.locator(".held").first.focus()
    page.keyboard.press("Enter")
    walk.look("table, a card lifted")
    page.keyboard.press("Escape")
    player.button("Reagir").click()
    walk.look("table, reactions")
    page.keyboard.press("Escape")
    player.button("Jogadas").click()
    log = page.get_by_role("complementary", name="Jogadas")
    expect(log.locator("li").first).to_be_in_viewport(ratio=0.99)
    walk.look("table, log", covered=True)
    player.button("Jogadas").click()
    player.button("Menu da mesa").click()
    walk.look("table, menu")
    page.keyboard.press("Escape")
    walk.aside("Pessoas na sala", "people")
    walk.aside("Sorteio verificável", "fairness")
    walk.aside("Sair da partida", "leaving")
    own_dialogs(walk, game)
    player.button("Menu da mesa").click()
    page.get_by_role("menuitem", name="Pausar").click()
    expect(page.get_by_text("Partida em pausa")).to_be_visible()
    walk.look("table, paused", covered=True)
    player.button("Continuar").click()
    expect(page.get_by_text("Partida em pausa")).to_be_hidden()
    player.button("Menu da mesa").click()
    page.get_by_role("menuitem", name="Encerrar partida").click()
    walk.look("ending", focus=True)
    page.get_by_role("dialog").get_by_role("button", name="Encerrar partida").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("[data-verdict=ok]")).to_be_visible(timeout=20_000)
    for more in sheet.locator("summary").all():
        more.click()
    walk.look("result", focus=True)
    player.button("Ir para a sala").click()
    expect(page.get_by_role("heading", name="Última partida")).to_be_visible()
    walk.look("room after a game")
    assert walk.faults == ""


def own_dialogs(walk: Walk, game: str) -> None:
    """What only this game's table opens."""
    page = walk.page
    if game == "hearts":
        walk.aside("Placar", "score sheet")
    if game == "caravan":
        walk.aside("Desistir", "resigning")
        page.get_by_role("button", name=re.compile("^Seu descarte")).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        walk.look("discards", focus=True)
        page.keyboard.press("Escape")
        page.locator("[data-lane='0.0'] .ground").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        walk.look("route", focus=True)
        page.keyboard.press("Escape")
