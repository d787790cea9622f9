"""What remains of a finished game: it is watched again step by step, and its record is verified."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cardrules.registry import GAMES
from carteado.stack import Stack
from tests.e2e.games import finished
from tests.e2e.player import Player
from tests.e2e.test_pages import violations


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Short thoughts, so that a searching bot does not make a long test."""
    return {"CARTEADO_BOT_BUDGET_MS": "5", "CARTEADO_REPLAYS_PER_S": "0"}


@pytest.fixture(scope="module")
def virae(stack: Stack) -> str:
    """A finished game of Viraê."""
    return finished(stack, "virae").game_id


def record_of(stack: Stack, game_id: str) -> dict[str, Any]:
    """The game's record."""
    with urllib.request.urlopen(f"{stack.url}/api/records/{game_id}", timeout=20) as answer:
        record: dict[str, Any] = json.loads(answer.read())
    return record


def expect_step(page: Page, step: int) -> None:
    """That step is on the screen, drawn by the game's own scene."""
    expect(page.locator(".replay")).to_have_attribute("data-step", str(step))
    expect(page.locator(f".felt[data-version='{step + 1}']")).to_be_visible()


def open_replay(player: Player, game_id: str, query: str = "") -> int:
    """Come by the link; the number of the last step."""
    player.page.goto(f"{player.url}/replay/{game_id}{query}")
    expect_step(player.page, 0)
    return int(player.page.get_by_label("Lance", exact=True).get_attribute("max") or 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_watched_again(player: Player, stack: Stack, game: str) -> None:
    """Forwards, backwards and to the end by the keys, at the game's own table."""
    last = open_replay(player, finished(stack, game).game_id)
    page = player.page
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect_step(page, step)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 2)
    page.keyboard.press("End")
    expect_step(page, last)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Home")
    expect_step(page, 0)


def test_buttons_slider_and_time(player: Player, virae: str) -> None:
    """Every control moves it; what plays by itself stops where it is told to."""
    last = open_replay(player, virae)
    page = player.page
    player.button("Próximo lance").click()
    expect_step(page, 1)
    player.button("Lance anterior").click()
    expect_step(page, 0)
    player.button("Ir ao fim").click()
    expect_step(page, last)
    expect(page.locator(".controls")).to_contain_text("venceu")
    slider = page.get_by_label("Lance", exact=True)
    slider.fill("4")
    expect_step(page, 4)
    player.button("Ir ao início").click()
    player.button("Reproduzir").click()
    expect_step(page, 1)
    expect_step(page, 2)
    player.button("Parar").click()
    stood = page.locator(".replay").get_attribute("data-step")
    page.wait_for_timeout(1_800)
    assert page.locator(".replay").get_attribute("data-step") == stood


def test_through_other_eyes(player: Player, virae: str) -> None:
    """The address says whose view it is; nothing at the table can be played; hands lie open."""
    open_replay(player, virae)
    page = player.page
    expect(page.locator(".held")).to_have_count(7)
    assert page.url.endswith("?seat=0")
    assert page.locator(".felt").get_attribute("inert") is not None
    assert page.locator(".dock").get_attribute("inert") is not None
    own = page.locator(".held").evaluate_all("(all) => all.map((one) => one.dataset.card).sort()")
    page.get_by_label("Ver como").select_option(index=1)
    expect(page).to_have_url(f"{player.url}/replay/{virae}?seat=1")
    expect(page.locator(".held")).to_have_count(7)
    other = page.locator(".held").evaluate_all("(all) => all.map((one) => one.dataset.card).sort()")
    assert other != own
    page.get_by_label("Ver como").select_option(label="Quem assiste")
    expect(page.locator(".held")).to_have_count(0)
    page.reload()
    expect(page.locator(".felt")).to_be_visible()
    expect(page.locator(".held")).to_have_count(0)
    player.button("Menu da mesa").click()
    page.get_by_role("menuitem", name="Mãos de todos").click()
    expect(page.get_by_role("complementary", name="Mãos de todos").locator("li")).to_have_count(14)
    assert violations(page) == []


def test_a_replay_that_is_not_there(player: Player) -> None:
    """It is said in words, with a way home."""
    player.page.goto(f"{player.url}/replay/{'a' * 16}")
    expect(player.page.get_by_text("Não há partida terminada com este código.")).to_be_visible()


def test_a_true_record_holds(player: Player, stack: Stack, virae: str, tmp_path: Path) -> None:
    """By its id and as a file, chosen or dropped; the cards of the deal are shown."""
    page = player.page
    player.page.get_by_role("link", name="Conferir uma partida").click()
    page.get_by_label("Código da partida").fill(virae)
    player.button("Abrir").click()
    verdict = page.locator("[data-holds]")
    expect(verdict).to_have_attribute("data-holds", "true")
    expect(page).to_have_url(f"{player.url}/verify/{virae}")
    expect(verdict.locator("[data-state='ok']")).to_have_count(5)
    dealt = page.get_by_role("heading", name="Mão de Ana").locator("xpath=..").locator("li")
    expect(dealt).to_have_count(7)
    assert violations(page) == []

    path = tmp_path / "record.json"
    path.write_text(json.dumps(record_of(stack, virae)), encoding="utf-8")
    page.goto(f"{player.url}/verify")
    page.get_by_label("Escolher arquivo").set_input_files(path)
    expect(verdict).to_have_attribute("data-holds", "true")

    page.goto(f"{player.url}/verify")
    dropped = page.evaluate_handle(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "record.json", {type: "application/json"}));
          return data;
        }""",
        path.read_text(encoding="utf-8"),
    )
    page.locator(".drop").dispatch_event("drop", {"dataTransfer": dropped})
    expect(verdict).to_have_attribute("data-holds", "true")


def test_a_tampered_record_does_not(
    player: Player, stack: Stack, virae: str, tmp_path: Path
) -> None:
    """The first thing that does not hold is named; what is no record at all is said to be none."""
    page = player.page
    page.goto(f"{player.url}/verify")
    verdict = page.locator("[data-holds]")

    def look_at(text: str) -> None:
        path = tmp_path / "record.json"
        path.write_text(text, encoding="utf-8")
        page.get_by_label("Escolher arquivo").set_input_files(path)

    moved = record_of(stack, virae)
    moved["entries"][3]["at"] += 1
    look_at(json.dumps(moved))
    expect(verdict).to_have_attribute("data-holds", "false")
    expect(verdict).to_contain_text("entries[3]")
    expect(verdict).to_contain_text("Foi mudado depois de selado.")
    expect(verdict.locator("[data-state='bad']")).to_have_attribute("data-step", "entries")

    other_seed = record_of(stack, virae)
    other_seed["server_seed"] = "00" * 32
    look_at(json.dumps(other_seed))
    expect(verdict).to_contain_text("A semente revelada não é a que foi prometida.")
    expect(verdict.locator("[data-state='open']")).to_have_count(3)

    look_at("no record")
    expect(page.get_by_text("Este arquivo não é um registro")).to_be_visible()
    expect(verdict).to_have_count(0)
