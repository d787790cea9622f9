"""A room beside the game: settings that everyone sees, hosts that change, who watches."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.player import Player

Make = Callable[..., Player]


def test_settings_are_seen_by_everyone_and_the_host_may_change(
    player: Player, new_player: Make
) -> None:
    """The game's own settings, live; whoever is made host can change them, the other no more."""
    code = player.make_room(game="caravan")
    player.sit(0)
    guest = new_player()
    guest.page.goto(f"{guest.url}/r/{code}")
    guest.sit(1)
    settings = guest.page.locator("dl").first
    expect(settings).to_contain_text("10 minutos, + 5 s")
    expect(settings).to_contain_text("Padrão")

    player.page.get_by_label("Relógio de cada um").select_option(label="3 minutos")
    player.page.locator("summary", has_text="Variantes").click()
    player.page.get_by_label("Baralho duplo").check()
    player.page.get_by_label("Baralho curto").check()
    expect(player.page.get_by_label("Baralho duplo")).not_to_be_checked()
    player.button("Salvar ajustes").click()
    expect(settings).to_contain_text("3 minutos, + 5 s")
    expect(settings).to_contain_text("Baralho curto")

    player.page.get_by_role("button", name="Passar o comando").click()
    expect(guest.page.get_by_label("Relógio de cada um")).to_be_visible()
    expect(player.page.get_by_label("Relógio de cada um")).to_be_hidden()
    expect(player.page.locator("dl").first).to_contain_text("3 minutos")


def test_a_room_can_be_shared(player: Player, new_player: Make) -> None:
    """Its address stands there, as a picture too; who comes by it is told, watching first."""
    code = player.make_room()
    player.sit(0)
    expect(player.page.get_by_role("img", name="Código QR do link da sala")).to_be_visible()
    expect(player.page.get_by_text(f"{player.url}/r/{code}")).to_be_visible()
    expect(player.page.locator(".fair code")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    guest = new_player()
    guest.page.goto(f"{guest.url}/r/{code}")
    people = player.page.locator(".people li")
    expect(people).to_have_count(2)
    expect(people.last).to_contain_text("assistindo")


def test_who_watches_is_seen_and_can_be_muted(player: Player, new_player: Make) -> None:
    """At the table too; a seat can be kept for the next game; the muted is not seen."""
    code = player.make_room()
    player.sit(0)
    guest = new_player()
    guest.page.goto(f"{guest.url}/r/{code}")
    guest.sit(1)
    player.start()
    watcher = new_player()
    watcher.page.goto(f"{watcher.url}/r/{code}")
    expect(watcher.page.get_by_text("Você está assistindo")).to_be_visible(timeout=15_000)

    player.button("Menu da mesa").click()
    player.page.get_by_role("menuitem", name="Pessoas na sala: 3").click()
    people = player.page.get_by_role("dialog").locator(".people li")
    expect(people).to_have_count(3)
    expect(people.nth(2)).to_contain_text("cadeira 3 na próxima")
    mute = people.nth(1).get_by_role("button", name="Silenciar")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    player.page.keyboard.press("Escape")

    guest.button("Reagir").click()
    guest.page.get_by_role("menuitem", name="Boa sorte").click()
    expect(watcher.page.get_by_role("img", name="Boa sorte")).to_be_visible()
    expect(player.page.get_by_role("img", name="Boa sorte")).to_have_count(0)

    watcher.button("Menu da mesa").click()
    watcher.page.get_by_role("menuitem", name="Pessoas na sala").click()
    watcher.button("Desistir da cadeira").click()
    expect(watcher.page.get_by_role("button", name="Reservar a cadeira 3")).to_be_visible()


def test_the_list_of_open_rooms_is_live(player: Player, new_player: Make) -> None:
    """A room comes, fills and goes before the eyes of somebody at the front door, who may join."""
    name = player.page.get_by_text(re.compile(r"^Convidado \d+$")).inner_text()
    guest = new_player()
    line = guest.page.locator("li", has_text=f"Viraê com {name}")
    player.make_room()
    player.sit(0)
    expect(line).to_contain_text("1 de 6 lugares")
    player.add_bot(1)
    expect(line).to_contain_text("2 de 6 lugares")
    line.get_by_role("link", name="Entrar").click()
    expect(guest.page).to_have_url(player.page.url)
    guest.page.goto(guest.url)
    expect(line).to_be_visible()
    player.button("Fechar a sala").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Fechar a sala").click()
    expect(line).to_have_count(0)
