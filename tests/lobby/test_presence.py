"""Sockets that come and go, under a virtual clock: what is told of them, and since when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lobby import commands as c
from lobby import room as rules
from tests.lobby.world import DURATIONS, PEOPLE, Engine, World, name_of

HOST, GUEST = PEOPLE[:2]


def playing() -> World:
    """Two people at a game that is on, a socket each."""
    world, engine = World(), Engine()
    world.do(c.TakeSeat(HOST, 0))
    world.do(c.Join(GUEST, name_of(GUEST)))
    world.do(c.TakeSeat(GUEST, 1))
    for number, person in enumerate((HOST, GUEST)):
        world.do(c.SocketOpened(person, "g1", f"s{number}"))
    world.answer_all(engine)
    world.do(c.Start(HOST))
    world.pass_ms(DURATIONS.nonce_wait_ms)
    world.do(c.Tick())
    world.answer_all(engine)
    return world


@pytest.mark.parametrize("opened_first", [True, False])
def test_a_socket_that_takes_anothers_place_is_no_news(opened_first: bool) -> None:
    """Nobody is told, no deadline moves, the engine hears nothing."""
    world = playing()
    before, due = world.room, world.deadlines()
    world.pass_ms(1_000)
    edges = (c.SocketOpened(GUEST, "g1", "new"), c.SocketClosed(GUEST, "g1", "s1", ago_ms=900))
    world.do(c.Edges(edges if opened_first else edges[::-1]))
    guest = world.room.member(GUEST)
    assert guest is not None
    assert [socket.socket_id for socket in guest.sockets] == ["new"]
    assert guest.away_since_ms is None
    assert not rules.is_news(before, replace(world.room, revision=before.revision))
    assert world.deadlines() == due
    assert not world.room.todo


def test_an_absence_counts_from_when_they_went() -> None:
    """However late it was told."""
    world = playing()
    world.pass_ms(5_000)
    world.do(c.SocketClosed(GUEST, "g1", "s1", ago_ms=1_000))
    shown_ms = world.now_ms - 1_000 + DURATIONS.shown_absence_ms
    assert world.deadlines()["shown"] == shown_ms
    world.now_ms = shown_ms - 1
    world.do(c.Tick())
    assert not world.room.todo
    world.now_ms = shown_ms
    world.do(c.Tick())
    assert [(one.kind, one.player_id, one.connected) for one in world.room.todo] == [
        ("connected", GUEST, False)
    ]


def test_an_old_socket_that_closes_late_takes_nobody_away() -> None:
    """Who has another socket by then is there, and whose id was closed before it came, stays so."""
    world = playing()
    world.do(c.SocketOpened(GUEST, "g2", "elsewhere"))
    world.do(c.SocketClosed(GUEST, "g1", "s1", ago_ms=2_500))
    guest = world.room.member(GUEST)
    assert guest is not None
    assert (guest.away_since_ms, guest.connected) == (None, True)
    world.do(c.SocketClosed(GUEST, "g2", "never seen"))
    world.do(c.Edges((c.SocketOpened(GUEST, "g2", "never seen"),)))
    guest = world.room.member(GUEST)
    assert guest is not None
    assert [socket.socket_id for socket in guest.sockets] == ["elsewhere"]
    world.pass_ms(DURATIONS.shown_absence_ms)
    world.do(c.Tick())
    assert not world.room.todo


def test_what_stands_is_told_a_game_at_a_time() -> None:
    """People together, each cause of a pause by itself, in the order in which it came about."""
    world = playing()
    for number, person in enumerate((HOST, GUEST)):
        world.do(c.SocketClosed(person, "g1", f"s{number}"))
    world.pass_ms(DURATIONS.shown_absence_ms)
    world.do(c.Tick())
    world.do(c.SocketOpened(GUEST, "g1", "back"))
    calls = rules.calls_in_a_row(world.room)
    assert [[one.kind for one in call] for call in calls] == [
        ["connected"],
        ["pause"],
        ["connected"],
        ["resume"],
    ]
    assert [one for call in calls for one in call] == list(world.room.todo)
    world.do(c.SocketOpened(HOST, "g1", "too"))
    assert [[one.player_id for one in call] for call in rules.calls_in_a_row(world.room)] == [
        [""],
        [GUEST],
        [""],
        [HOST],
    ]
