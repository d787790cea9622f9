"""Rated games in the browser: the queue, whoever does not come, windows that widen, a room whose
two people agree."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping

import pytest
from playwright.sync_api import expect

from cardproto.v1 import client_pb2
from carteado.client import Client
from carteado.people import arrive
from carteado.stack import Stack
from tests.e2e.player import Player
from tests.e2e.test_caravan import CARDS, drag_out, own_turn

Make = Callable[..., Player]


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """At once only equals are paired; the windows widen fast enough to be waited for; a deal that
    lacks somebody's number waits long enough for them to go."""
    return {
        "CARTEADO_QUEUE_WINDOW": "0",
        "CARTEADO_QUEUE_WIDENS_PER_S": "1.5",
        "CARTEADO_NONCE_WAIT_MS": "3000",
    }


@pytest.fixture
def fleeing(stack: Stack) -> Iterator[Callable[[], None]]:
    """Lets somebody of the wire wait in the queue who flees from the room of the pair."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    flights: list[asyncio.Task[None]] = []

    async def flee(person: Client) -> None:
        await person.until(lambda c: c.room is not None, 30)
        assert person.room is not None
        await person.ask(leave_room=client_pb2.LeaveRoom(room_id=person.room.room_id))
        await person.close()

    async def wait() -> None:
        person = await arrive(stack.url, "Bia")
        flights.append(asyncio.create_task(flee(person)))
        await person.ask(join_queue=client_pb2.JoinQueue(game="caravan"))

    async def ended() -> None:
        await asyncio.gather(*flights)

    yield lambda: asyncio.run_coroutine_threadsafe(wait(), loop).result(30)
    asyncio.run_coroutine_threadsafe(ended(), loop).result(30)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)


def paired(*players: Player) -> None:
    """They come to the same room by themselves, and the cards are dealt."""
    for one in players:
        one.page.wait_for_url("**/r/*", timeout=30_000)
        expect(one.page.locator(".held")).to_have_count(CARDS, timeout=20_000)
    assert len({one.page.url for one in players}) == 1


def played_and_resigned(winner: Player, loser: Player) -> None:
    """Each makes a move, one gives up, and both see the result."""
    for _ in range(2):
        mine = winner.page.locator(".felt[data-turn='you']").count() > 0
        one, other = (winner, loser) if mine else (loser, winner)
        own_turn(one)
        assert drag_out(one, 0, 0)
        own_turn(other)
    loser.button("Menu da mesa").click()
    # A rated game is held or ended by nobody.
    expect(loser.page.get_by_role("menuitem", name="Pausar")).to_have_count(0)
    expect(loser.page.get_by_role("menuitem", name="Encerrar partida")).to_have_count(0)
    loser.page.get_by_role("menuitem", name="Desistir").click()
    loser.page.get_by_role("dialog").get_by_role("button", name="Desistir").click()
    for one in (winner, loser):
        expect(one.page.get_by_role("dialog")).to_contain_text("Por desistência.")


def test_who_is_stood_up_waits_on(player: Player, fleeing: Callable[[], None]) -> None:
    """The other of the pair goes before the deal: it is said, and one's place in the queue is kept
    until one leaves it."""
    page = player.page
    player.button("Partida ranqueada").click()
    waiting = page.get_by_test_id("queue")
    expect(waiting).to_contain_text("só você")
    fleeing()
    page.wait_for_url("**/r/*", timeout=30_000)
    expect(page.get_by_text("A outra pessoa não veio. Você continua na fila")).to_be_visible(
        timeout=15_000
    )
    expect(waiting).to_contain_text("Procurando adversário")
    player.button("Início").click()
    expect(waiting).to_be_visible()
    player.button("Sair da fila").click()
    expect(waiting).to_be_hidden()


def test_the_queue_brings_together_equals_first_then_anybody(
    player: Player, new_player: Make
) -> None:
    """Two newcomers at once; after a game they are no equals, so both are seen waiting until the
    windows have widened. The leaderboard and the history tell what it was worth."""
    other = new_player()
    both = (player, other)
    for one in both:
        one.button("Partida ranqueada").click()
    paired(*both)
    played_and_resigned(player, other)
    for one in both:
        one.page.goto(f"{one.url}/leaderboard")
        expect(one.page.locator("main tbody tr")).to_have_count(2)
    player.page.goto(f"{player.url}/history")
    expect(player.page.locator("main li")).to_contain_text("Ranqueada")
    expect(player.page.locator("main li .tag")).to_contain_text("+")

    for one in both:
        one.page.goto(one.url)
        one.button("Partida ranqueada").click()
    for one in both:
        expect(one.page.get_by_test_id("queue")).to_be_visible()
        assert "/r/" not in one.page.url
    paired(*both)


def test_two_agree_on_a_rated_room(player: Player, new_player: Make) -> None:
    """It counts only while both agree; other settings than the standard undo it."""
    player.button("Criar sala: Caravana").click()
    page = player.page
    page.get_by_label("Sala privada").check()
    player.button("Criar", exact=True).click()
    page.wait_for_url("**/r/*")
    player.sit(0)
    guest = new_player()
    guest.page.goto(page.url)
    guest.sit(1)
    own, other = (one.page.get_by_label("Valer para o ranking") for one in (player, guest))
    expect(page.get_by_text("A outra pessoa ainda não concordou.")).to_be_visible()
    other.check()
    expect(page.get_by_text("A outra pessoa concorda.")).to_be_visible()
    own.check()
    for one in (player, guest):
        expect(one.page.locator("main .title")).to_contain_text("Partida ranqueada")

    page.locator("summary", has_text="Variantes").click()
    page.get_by_label("Baralho curto").check()
    player.button("Salvar ajustes").click()
    expect(guest.page.locator("main .title")).not_to_contain_text("Partida ranqueada")
    expect(other).not_to_be_checked()
    own.click()
    expect(page.get_by_text("Esse ajuste não é possível.")).to_be_visible()
    expect(own).not_to_be_checked()

    page.get_by_label("Baralho curto").uncheck()
    player.button("Salvar ajustes").click()
    expect(player.button("Salvar ajustes")).to_be_disabled()
    for box in (own, other):
        box.check()
    expect(page.locator("main .title")).to_contain_text("Partida ranqueada")
    player.start(CARDS)
    expect(guest.page.locator(".held")).to_have_count(CARDS, timeout=15_000)
    played_and_resigned(guest, player)
    guest.page.goto(f"{guest.url}/history")
    expect(guest.page.locator("main li .tag")).to_contain_text("+")
