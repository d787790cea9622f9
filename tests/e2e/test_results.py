"""What a game leaves when it has ended: the result for who resigned, the seal to compare, the
last game's verdict in the room."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.player import Player
from tests.e2e.test_caravan import CARDS, drag_out, own_turn

SEAL = re.compile("^[0-9a-f]{64}$")


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Short thoughts, so that a searching bot does not make a long test."""
    return {"CARTEADO_BOT_BUDGET_MS": "5"}


def resigned(player: Player) -> None:
    """A game against a bot, a move made, and given up."""
    player.table_of(1, "caravan", CARDS)
    own_turn(player)
    assert drag_out(player, 0, 0)
    own_turn(player)
    player.button("Menu da mesa").click()
    player.page.get_by_role("menuitem", name="Desistir").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Desistir").click()


def test_who_resigns_against_a_bot_sees_the_result_too(player: Player) -> None:
    """With the verdict on the draw and a way home; the seal that is shown is the record's, and
    another one is told apart from it on the page that verifies."""
    resigned(player)
    page = player.page
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Por desistência.")
    expect(sheet.locator("tbody tr")).to_have_count(2)
    expect(sheet.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok", timeout=20_000)
    sheet.get_by_text("Sorteio verificável").click()
    expect(sheet.locator("[data-fair=seal]")).to_have_text(SEAL)
    seal = sheet.locator("[data-fair=seal]").inner_text()
    game = page.locator(".felt").get_attribute("data-game")
    sheet.get_by_role("button", name="Início").click()
    expect(player.front_door()).to_be_visible()
    expect(page.get_by_text("Voltar à mesa")).to_have_count(0)

    page.goto(f"{player.url}/verify/{game}")
    verdict = page.locator("[data-holds]")
    expect(verdict).to_have_attribute("data-holds", "true")
    expect(verdict.locator("[data-step=seal]")).to_contain_text("este navegador calculou")
    field = page.get_by_label("Comparar com o selo")
    field.fill(f"{seal[:32]}\n{seal[32:].upper()}")
    expect(verdict.locator("[data-seal]")).to_have_attribute("data-seal", "same")
    field.fill(seal[::-1])
    expect(verdict.locator("[data-seal]")).to_have_attribute("data-seal", "differs")
    field.fill("abc")
    expect(verdict.locator("[data-seal]")).to_have_attribute("data-seal", "form")

    # A browser that saw another seal when the game ended says so.
    page.evaluate(
        """() => {
          const seals = JSON.parse(localStorage.getItem("carteado.seals"));
          seals[0].whole = seals[0].whole.replace(/^./, (c) => (c === "0" ? "1" : "0"));
          localStorage.setItem("carteado.seals", JSON.stringify(seals));
        }"""
    )
    page.reload()
    expect(verdict).to_have_attribute("data-holds", "false")
    expect(verdict.locator("[data-step=seal]")).to_contain_text("outro selo")


def test_the_last_games_verdict_stands_in_the_room(player: Player) -> None:
    """Also for who goes on to the room before the record is there."""
    player.table_of(1, "virae")
    page = player.page
    page.route("**/api/records/**", lambda route: route.fulfill(status=404, json={}))
    player.button("Menu da mesa").click()
    page.get_by_role("menuitem", name="Encerrar partida").click()
    page.get_by_role("dialog").get_by_role("button", name="Encerrar partida").click()
    expect(page.get_by_role("dialog")).to_contain_text("Partida sem vencedor")
    player.button("Ir para a sala").click()
    last = page.locator("section", has_text="Última partida").last
    expect(last.locator("[data-verdict]")).to_have_attribute("data-verdict", "checking")
    page.unroute("**/api/records/**")
    expect(last.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok", timeout=15_000)
    last.get_by_role("link", name="Conferir uma partida").click()
    expect(page.locator("[data-holds]")).to_have_attribute("data-holds", "true")


def test_a_draw_that_was_not_promised_is_told_wherever_one_is(player: Player) -> None:
    """A record with another seed than the table promised is denounced in the room as well."""
    player.table_of(1, "virae")
    page = player.page

    def forged(route: Route) -> None:
        response = route.fetch()
        record = response.json() | {"server_seed": "00" * 32}
        route.fulfill(response=response, json=record)

    page.route("**/api/records/**", forged)
    player.button("Menu da mesa").click()
    page.get_by_role("menuitem", name="Encerrar partida").click()
    page.get_by_role("dialog").get_by_role("button", name="Encerrar partida").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("[data-verdict]")).to_have_attribute("data-verdict", "bad", timeout=20_000)
    player.button("Ir para a sala").click()
    expect(page.locator("[data-verdict]")).to_contain_text("não confere com a impressão digital")
