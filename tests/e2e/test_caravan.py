"""A person plays whole games of Caravan against a bot, and looks at what the table tells."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.player import Glance, Player
from tests.e2e.scenes import (
    edge_of,
    fits_every_screen,
    focus_lost,
    heard,
    listen,
    untold,
    watch_focus,
)

Make = Callable[..., Player]

CARDS = 8
PLAYABLE = ".held[data-playable=true]"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

_CHOICES = """() => [...document.querySelectorAll('[data-board] [data-target]')]
  .map((one) => one.dataset.target)"""
"""Where the card that is lifted or dragged may go."""

_WENT_ON = """(before) =>
  Number(document.querySelector('.felt[data-version]').dataset.version) > before"""

_MIDDLE = """(target) => {
  const r = document.querySelector(`[data-target='${target}']`).getBoundingClientRect();
  return [r.left + r.width / 2, r.top + r.height / 2];
}"""


def choices(page: Page) -> list[str]:
    """Routes first, then cards, the discard last."""
    found: list[str] = page.evaluate(_CHOICES)
    return sorted(found, key=lambda target: "rcd".index(target[0]))


def short_table(player: Player) -> None:
    """A casual game with short decks against a bot, begun."""
    player.button("Criar sala: Caravana").click()
    page = player.page
    page.locator("details:has-text('Variantes') summary").click()
    page.get_by_label("Baralho curto").check()
    player.button("Criar", exact=True).click()
    page.wait_for_url("**/r/*")
    player.sit(0)
    player.add_bot(1)
    player.start(CARDS)


def own_turn(player: Player) -> None:
    """Until it is this person's turn and nothing moves."""
    expect(player.page.locator(".felt[data-turn='you']")).to_be_visible(timeout=20_000)
    player.still()


def drag_out(player: Player, index: int, far: int) -> bool:
    """Drag a card of the hand to one of its targets; says whether there was any."""
    page = player.page
    x, y = edge_of(page, PLAYABLE, index)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=3)
    targets = choices(page)
    if not targets:
        page.mouse.up()
        return False
    page.mouse.move(*page.evaluate(_MIDDLE, targets[far % len(targets)]), steps=6)
    page.mouse.up()
    return True


def test_by_mouse(player: Player) -> None:
    """Every card is dragged to its place; the result names who won, and can be checked."""
    short_table(player)
    page = player.page
    listen(page)
    expect(page.locator(".casual")).to_contain_text("Casual")
    turns = 0

    def move(seen: Glance) -> None:
        nonlocal turns
        turns += 1
        player.still()
        assert drag_out(player, turns % seen.playable, turns % 3)

    assert player.play_out(move) >= 5
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("tbody tr")).to_have_count(2)
    expect(sheet).to_contain_text("Pares vendidos")
    expect(sheet.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok", timeout=20_000)
    told = heard(page)
    for part in ("Você pôs", "Você comprou", "comprou uma carta", "na rota", "A partida terminou."):
        assert part in told
    assert untold(page) == []


def by_keyboard(player: Player, turn: int) -> None:
    """Lift a card and bring it somewhere, with keys alone."""
    page = player.page
    for _ in range(60):
        if page.evaluate("() => document.activeElement?.matches('.held') ?? false"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Home")
    for _ in range(turn % 5):
        page.keyboard.press("ArrowRight")
    for _ in range(8):
        if page.evaluate("() => document.activeElement.dataset.playable === 'true'"):
            break
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".held[aria-pressed=true]")).to_be_focused()
    version = player.glance().version
    page.keyboard.press("Enter")
    page.wait_for_timeout(60)
    if player.glance().version != version:
        return
    # Of several places one is chosen; without a hurry, since the game may have gone on already.
    if page.evaluate("() => document.activeElement?.hasAttribute('data-target') ?? false"):
        page.keyboard.press(("ArrowRight", "ArrowDown", "ArrowLeft")[turn % 3])
        page.keyboard.press("Enter")


def test_by_keyboard(player: Player) -> None:
    """The mouse is never touched at the table, and the focus is never lost."""
    short_table(player)
    page = player.page
    turns = 0
    watch_focus(page)

    def move(_: Glance) -> None:
        nonlocal turns
        turns += 1
        by_keyboard(player, turns)
        assert focus_lost(page) == []

    assert player.play_out(move) >= 5
    assert focus_lost(page) == []
    expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(2)


def test_by_touch(new_player: Make) -> None:
    """On a telephone: tap a card, tap its place; crowded cards are shown large first."""
    player = new_player(**PHONE)
    short_table(player)
    page = player.page
    turns = 0

    def move(seen: Glance) -> None:
        nonlocal turns
        turns += 1
        player.still()
        page.touchscreen.tap(*edge_of(page, PLAYABLE, turns % seen.playable))
        page.wait_for_timeout(60)
        targets = choices(page)
        if not targets:
            return
        target = page.locator(f"[data-target='{targets[turns % 2 % len(targets)]}']")
        box = target.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + min(12, box["width"] / 2), box["y"] + 8)
        page.wait_for_timeout(60)
        large = page.locator("dialog .stack:enabled")
        if large.count():
            large.first.tap()

    assert player.play_out(move) >= 5
    expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(2)


def opened(player: Player, game_is_short: bool = False) -> Player:
    """The three routes are begun, it is one's turn, a figure or a number can be lifted."""
    if game_is_short:
        short_table(player)
    else:
        player.table_of(1, "caravan", CARDS)
    for _ in range(3):
        own_turn(player)
        before = player.glance().version
        assert drag_out(player, 0, 0)
        player.page.wait_for_function(_WENT_ON, arg=before)
    own_turn(player)
    return player


def test_what_cannot_be_done_says_why(player: Player) -> None:
    """Figures are dimmed in the opening; a number does not go on the other's routes."""
    player.table_of(1, "caravan", CARDS)
    page = player.page
    own_turn(player)
    version = player.glance().version
    for card in page.locator(".held[data-playable=false]").all():
        expect(card).to_have_attribute("aria-label", re.compile(r"Na abertura só se põem"))
    page.locator(PLAYABLE).first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-lane='1.1'] .ground").click()
    expect(page.get_by_text("Cartas numéricas vão só nas suas rotas.")).to_be_visible()
    assert player.glance().version == version
    expect(page.locator(".held[aria-pressed=true]")).to_have_count(1)


def begun(page: Page) -> int:
    """An own route that the bot's first figure has left standing."""
    return next(n for n in range(3) if not page.locator(f"[data-lane='0.{n}'] .slot").count())


def test_routes_are_told_and_shown(player: Player) -> None:
    """Total, direction, suit and standing are in a route's name; its sheet offers to disband."""
    page = opened(player).page
    number = begun(page)
    route = page.locator(f"[data-lane='0.{number}'] .ground")
    told = rf"^Sua rota {number + 1}: total \d+, naipe atual: \w+, (abaixo|sobre|vend).+\. .+ de "
    expect(route).to_have_attribute("aria-label", re.compile(told))
    expect(page.get_by_test_id("routes-told")).to_contain_text("Agora a")
    route.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".stack")).to_have_count(1)
    sheet.get_by_role("button", name="Desfazer rota").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(f"[data-lane='0.{number}'] .slot")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Seu descarte: [1-9]"))).to_be_visible()


def test_a_route_is_disbanded_from_the_dock(player: Player) -> None:
    """The dialog names each own route; cancelling changes nothing."""
    page = opened(player).page
    number = begun(page)
    version = player.glance().version
    player.button("Desfazer rota").click()
    player.button("Cancelar").click()
    assert player.glance().version == version
    player.button("Desfazer rota").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile(f"^sua rota {number + 1}:")).click()
    expect(page.locator(f"[data-lane='0.{number}'] .slot")).to_be_visible()


def time_of(page: Page, seat: int) -> Locator:
    """The clock on a seat's side of the table."""
    return page.locator(f"[data-side='{seat}'] [role=timer]")


def test_clocks_tick_for_people_only(player: Player) -> None:
    """One's own runs while one thinks; a bot's stands at what it was."""
    player.table_of(1, "caravan", CARDS)
    page = player.page
    own_turn(player)
    own = time_of(page, 0)
    expect(own).to_have_attribute("data-running", "true")
    before = own.inner_text()
    expect(own).not_to_have_text(before, timeout=3_000)
    expect(time_of(page, 1)).to_have_text("10:00")
    expect(time_of(page, 1)).to_have_attribute("data-running", "false")


def test_who_resigns_loses_and_sees_it(player: Player, new_player: Make) -> None:
    """Both have moved; one resigns, and both are shown the result."""
    code = player.make_room(game="caravan")
    player.sit(0)
    guest = new_player()
    guest.page.goto(f"{guest.url}/r/{code}")
    guest.sit(1)
    player.start(CARDS)
    expect(guest.page.locator(".held")).to_have_count(CARDS, timeout=15_000)
    for _ in range(2):
        one = player if player.page.locator(".felt[data-turn='you']").count() else guest
        own_turn(one)
        assert drag_out(one, 0, 0)
        expect(one.page.locator(".felt[data-turn='other']")).to_be_visible()
        other = guest if one is player else player
        expect(other.page.locator(".felt[data-turn='you']")).to_be_visible()
    guest.button("Menu da mesa").click()
    guest.page.get_by_role("menuitem", name="Desistir").click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog).to_contain_text("O adversário vence na hora.")
    dialog.get_by_role("button", name="Desistir").click()
    for one in (player, guest):
        expect(one.page.get_by_role("dialog")).to_contain_text("Por desistência.")
    expect(player.page.get_by_role("heading", name="Você venceu!")).to_be_visible()


def test_it_fits_every_screen(player: Player) -> None:
    """All of it is on the page, apart, and large enough for a finger."""
    opened(player)
    fits_every_screen(
        player, ".held, .lane, .sign, .side, .dock .btn, header .btn", ".field, .side, .hand"
    )


def lesson(page: Page, number: int) -> dict[str, Any]:
    """The step that the tutorial is at: which card it points at, and where."""
    expect(page.locator(f".tutorial[data-step='{number}'][data-over=false]")).to_be_visible()
    expect(page.locator(".hinted")).not_to_have_count(0)
    card = page.locator(".slot:has(.hinted) .held")
    expect(card).to_have_count(1)
    return {"card": card}


def test_the_tutorial_from_start_to_end(player: Player) -> None:
    """Thirteen steps, each with the card and the place that it points at; then a won game."""
    page = player.page
    page.goto(f"{player.url}/rules/caravan")
    page.get_by_role("link", name="Aprender jogando").click()
    expect(page.get_by_test_id("coach")).to_contain_text("Passo 1 de 13")
    listen(page)
    steps = 13
    for number in range(1, steps + 1):
        card = lesson(page, number)["card"]
        card.focus()
        page.keyboard.press("Enter")
        if number == 5:
            # A legal move that is not the one being taught is only answered.
            page.locator("[data-target^='card:1']").first.click(position={"x": 6, "y": 6})
            expect(page.get_by_test_id("coach")).to_contain_text("As regras deixam")
            expect(page.locator(".tutorial")).to_have_attribute("data-step", "5")
            card.focus()
            page.keyboard.press("Enter")
        page.locator("[data-target].hinted, .hinted > [data-target]").first.click(
            position={"x": 6, "y": 6}
        )
    coach = page.get_by_test_id("coach")
    expect(coach).to_contain_text("Três pares vendidos!")
    told = heard(page)
    for part in ("Você pôs Rei de espadas", "Mestre pôs", "Sai da", "Fim da partida."):
        assert part in told
    player.button("Repetir").click()
    expect(coach).to_contain_text("Passo 1 de 13")
