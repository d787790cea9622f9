"""What a table comes to look like while it is played at: fingers still find everything, axe finds
nothing, on the smallest telephone upright and on a larger one on its side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from carteado.stack import Stack
from tests.e2e.companion import Companion, Holds
from tests.e2e.games import Played
from tests.e2e.player import Player
from tests.e2e.test_people import as_ana
from tests.e2e.walk import PHONE, Walk

Make = Callable[..., Player]

SIZES = {"upright": {"width": 360, "height": 640}, "on its side": {"width": 844, "height": 390}}
BOTS = {"virae": 5, "rouba-monte": 3, "rami": 3, "hearts": 3, "caravan": 1}


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """Bots that think shortly; whoever looks has all the time."""
    return {"CARTEADO_BOT_BUDGET_MS": "5", "CARTEADO_TIME_SCALE": "4"}


class Scene:
    """A table of Ana's: the companion plays on, the browser looks."""

    def __init__(self, companion: Companion, player: Player) -> None:
        self.companion = companion
        self.player = player
        self.page = player.page
        self.walk = Walk(player)

    def sit_down(self, game: str) -> None:
        """The cards are dealt, and shown."""
        code = self.companion.sit_down(game, BOTS[game])
        self.page.goto(f"{self.player.url}/r/{code}")
        expect(self.page.locator(".held").first).to_be_visible(timeout=15_000)

    def onward(self, holds: Holds) -> None:
        """Until it holds on the own turn, and the browser shows it with no card lifted."""
        version = self.companion.onward(holds)
        self.page.wait_for_function(
            "(version) => document.querySelector('.felt')?.dataset.version >= version", arg=version
        )
        self.page.locator(".held").first.focus()
        self.page.keyboard.press("Escape")

    def lift(self, *cards: str) -> None:
        """By the keys."""
        for card in cards:
            self.page.locator(f".held[data-card='{card}'][aria-pressed=false]").first.focus()
            self.page.keyboard.press("Enter")
        expect(self.page.locator(".held[aria-pressed=true]")).to_have_count(len(cards))

    def look(self, what: str, *, focus: bool = False) -> None:
        """At both sizes, with axe at the first."""
        for number, (name, size) in enumerate(SIZES.items()):
            self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
            self.page.wait_for_timeout(100)
            self.walk.look(f"{what}, {name}", focus=focus, axe=number == 0)

    def look_into(self, what: str) -> None:
        """At the dialog that has just been opened, which is left again."""
        expect(self.page.get_by_role("dialog")).to_be_visible()
        self.look(what, focus=True)
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def press(self, label: str | re.Pattern[str]) -> None:
        """A button, by the keys."""
        self.page.get_by_role("button", name=label).first.focus()
        self.page.keyboard.press("Enter")


@pytest.fixture
def scene(stack: Stack, new_player: Make) -> Iterator[Scene]:
    """Ana at the front door; what was found wrong by the test's end fails it."""
    companion = Companion(stack.url)
    player = new_player(**PHONE)
    as_ana(player, Played("", companion.client.session))
    scene = Scene(companion, player)
    yield scene
    companion.close()
    assert scene.walk.faults == ""


def test_virae(scene: Scene) -> None:
    """A wild and the question for its colour; a hand that has grown."""
    scene.sit_down("virae")
    wilds: list[str] = []

    def wild(_: Any, legal: list[Any]) -> bool:
        wilds[:] = [one.card for one in legal if one.card in ("W", "W4")]
        return wilds != []

    scene.onward(wild)
    scene.lift(wilds[0])
    scene.look("a wild lifted")
    scene.page.keyboard.press("Enter")
    scene.look_into("the question for a colour")
    scene.onward(lambda view, _: len(view.own.hand) >= 9)
    scene.look("a hand that has grown")


def test_rouba_monte(scene: Scene) -> None:
    """A card that could take one of several; many cards open."""
    scene.sit_down("rouba-monte")
    able: list[str] = []

    def several(_: Any, legal: list[Any]) -> bool:
        cards = [one.card for one in legal if one.type == "capture"]
        able[:] = [card for card in cards if cards.count(card) > 1]
        return able != []

    scene.onward(several)
    scene.lift(able[0])
    expect(scene.page.locator("[data-target][data-lit=true]").nth(1)).to_be_visible()
    scene.look("one of several to be taken")
    scene.onward(lambda view, _: len(view.center) >= 7)
    scene.look("many cards open")


def test_rami(scene: Scene) -> None:
    """A card that fits onto a meld; how a round ended."""
    scene.sit_down("rami")
    fits: list[str] = []
    seen = [99]

    def fitting(_: Any, legal: list[Any]) -> bool:
        fits[:] = [one.cards[0] for one in legal if one.type == "lay_off" and len(one.cards) == 1]
        return fits != []

    def new_round(view: Any, _: list[Any]) -> bool:
        new: bool = view.round > seen[0]
        seen[0] = view.round
        return new

    scene.onward(fitting)
    scene.lift(fits[0])
    expect(scene.page.locator("[data-meld][data-target]").first).to_be_visible()
    scene.look("a card that fits onto a meld")
    scene.onward(new_round)
    expect(scene.page.locator(".sheet")).to_be_visible()
    scene.look("how a round ended")


def test_hearts(scene: Scene) -> None:
    """Three to be passed on; amidst a hand; what a hand has cost, and the score sheet."""
    scene.sit_down("hearts")
    scene.onward(lambda view, _: view.phase == "pass")
    scene.lift(*scene.player.hand()[:3])
    scene.look("three to be passed on")
    scene.onward(lambda view, _: view.phase == "play" and view.tricks >= 2)
    scene.lift(scene.player.hand()[0])
    scene.look("amidst a hand")
    scene.onward(lambda view, _: view.number >= 2)
    scene.look("what a hand has cost")
    scene.walk.aside("Placar", "score sheet")


def test_caravan(scene: Scene) -> None:
    """A figure for one of several cards of a route; what the table opens."""
    scene.sit_down("caravan")
    aims: list[Any] = []

    def figure(view: Any, legal: list[Any]) -> bool:
        aims[:] = [one for one in legal if one.type == "attach" and one.index > 0]
        return aims != [] and any(one.type == "disband" for one in legal)

    scene.onward(figure)
    scene.press("Desfazer rota")
    scene.look_into("what to disband")
    scene.press(re.compile("^Seu descarte"))
    scene.look_into("the discards")
    aim = aims[0]
    scene.lift(aim.card)
    scene.look("a figure lifted")
    scene.page.locator(f"[data-lane='{aim.seat}.{aim.route}'] .ground").focus()
    scene.page.keyboard.press("Enter")
    scene.look_into("a route to choose from")
