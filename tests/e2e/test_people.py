"""What is kept of people: history, figures, leaderboard, a way to another device, and deletion."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import expect

from carteado.stack import Stack
from tests.e2e.games import Played, finished
from tests.e2e.player import Player
from tests.e2e.test_pages import violations

Make = Callable[..., Player]


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Short thoughts, so that a searching bot does not make a long test."""
    return {"CARTEADO_BOT_BUDGET_MS": "5"}


@pytest.fixture(scope="module")
def ana(stack: Stack) -> Played:
    """Ana, who has finished a game of Viraê."""
    return finished(stack, "virae")


def as_ana(player: Player, ana: Played) -> None:
    """This browser is Ana's from now on, once it has become somebody at all."""
    expect(player.page.get_by_text(re.compile(r"^Convidado \d+$"))).to_be_visible()
    session = {
        "playerId": ana.session.player_id,
        "name": ana.session.name,
        "token": ana.session.token,
    }
    # Where no client runs: what it learns of itself late would be written over Ana.
    player.page.goto(f"{player.url}/icon.svg")
    player.page.evaluate(
        "(text) => localStorage.setItem('carteado.session', text)", json.dumps(session)
    )
    player.page.goto(player.url)
    expect(player.page.get_by_text("Ana", exact=True)).to_be_visible()


def test_a_finished_game_stands_in_the_history(player: Player, ana: Played, tmp_path: Path) -> None:
    """With who played, how it ended, a replay and the record; the figures count it."""
    as_ana(player, ana)
    page = player.page
    page.get_by_role("link", name="Minhas partidas").click()
    line = page.locator("main li")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Viraê")
    expect(line).to_contain_text(re.compile("Vitória|Derrota"))
    expect(line).to_contain_text("Ana")
    assert violations(page) == []
    with page.expect_download() as download:
        line.get_by_role("link", name="Registro").click()
    path = tmp_path / "record.json"
    download.value.save_as(path)
    assert json.loads(path.read_text(encoding="utf-8"))["game"] == "virae"
    line.get_by_role("link", name="Rever").click()
    expect(page).to_have_url(f"{player.url}/replay/{ana.game_id}?seat=0")
    expect(page.locator(".held")).to_have_count(7)

    page.goto(f"{player.url}/profile")
    expect(page.locator("main tbody tr")).to_contain_text("Viraê")
    assert violations(page) == []


def test_an_empty_leaderboard_invites(player: Player) -> None:
    """Nobody has points: it says so, and how to be the first; the queue can be left again."""
    page = player.page
    page.get_by_role("link", name="Ranking").click()
    expect(page.get_by_text("Ninguém tem pontos ainda.")).to_be_visible()
    assert violations(page) == []
    player.button("Partida ranqueada: Caravana").click()
    waiting = page.get_by_test_id("queue")
    expect(waiting).to_contain_text("Procurando adversário")
    expect(waiting).to_contain_text("só você")
    page.reload()
    expect(waiting).to_be_visible()
    player.button("Sair da fila").click()
    expect(waiting).to_be_hidden()


def test_an_identity_moves_to_another_device(player: Player, new_player: Make) -> None:
    """With its code; the device before is somebody else afterwards, and the code works once."""
    page = player.page
    page.goto(f"{player.url}/profile")
    page.get_by_label("Seu nome").fill("Maria Flor")
    player.button("Salvar nome").click()
    expect(page.get_by_text("Nome salvo")).to_be_visible()
    player.button("Gerar código de recuperação").click()
    code = page.get_by_test_id("recovery").inner_text()

    def enter(one: Player) -> None:
        one.page.goto(f"{one.url}/profile")
        one.page.get_by_label("Tenho um código").fill(code.lower())
        one.button("Usar código").click()
        one.page.get_by_role("dialog").get_by_role("button", name="Usar código").click()

    other = new_player()
    enter(other)
    following = other.page.get_by_role("dialog").get_by_test_id("recovery")
    expect(following).to_be_visible()
    assert following.inner_text() != code
    other.page.get_by_role("dialog").get_by_role("button", name="Início").click()
    expect(other.page.get_by_text("Maria Flor")).to_be_visible()

    third = new_player()
    enter(third)
    expect(third.page.get_by_text("Este código não é (mais) válido.")).to_be_visible()


def test_data_are_deleted(player: Player, ana: Played) -> None:
    """After a question; this browser is a new guest, and the record bears no name any more."""
    as_ana(player, ana)
    page = player.page
    page.goto(f"{player.url}/profile")
    player.button("Apagar meus dados").click()
    page.get_by_role("dialog").get_by_role("button", name="Apagar meus dados").click()
    expect(player.front_door()).to_be_visible()
    expect(page.get_by_text("Ana", exact=True)).to_have_count(0)
    page.goto(f"{player.url}/history")
    expect(page.get_by_text("Nenhuma partida terminada ainda.")).to_be_visible()
    page.goto(f"{player.url}/replay/{ana.game_id}")
    expect(page.get_by_label("Ver como").locator("option").first).to_have_text("Cadeira 1")
