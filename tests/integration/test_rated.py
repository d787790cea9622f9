"""Rated games through the whole table, from the queue to the leaderboard, and what becomes of a
person's data."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from cardproto.v1 import client_pb2, room_pb2, table_pb2
from carteado.client import SUBPROTOCOL, Client, Refused, Session
from carteado.people import add_bots, arrive, choose, here, is_over, join, open_room, start_game
from carteado.stack import Stack
from tests.chaos.games import is_settled

WAIT_S = 40.0


@pytest.fixture(scope="module")
def stack_settings() -> Mapping[str, str]:
    """A minute of a player's time is over after three seconds; presence is as slow as ever."""
    return {
        "CARTEADO_TIME_SCALE": "0.05",
        "CARTEADO_LEASE_S": "40",
        "CARTEADO_LEASE_MS": "300000",
        "CARTEADO_SHOWN_ABSENCE_MS": "20000",
        "CARTEADO_PAIR_WAIT_MS": "100000",
        "CARTEADO_QUEUE_ABSENCE_MS": "40000",
        "CARTEADO_PAIR_EVERY_MS": "4000",
        "CARTEADO_QUEUE_CLOSED_MS": "160000",
        "CARTEADO_QUEUE_WIDENS_PER_S": "100",
        "CARTEADO_RECOVERIES_PER_MINUTE": "0",
    }


@pytest.fixture(scope="module")
def stack_replicas() -> Mapping[str, int]:
    """Two lobbies pair over one store."""
    return {"lobby": 2}


class Person:
    """A client that also keeps what it hears of the queue and of rooms that are gone."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.places: list[client_pb2.Queue] = []
        self.gone: list[client_pb2.RoomGone] = []
        client.on_frame = self._heard

    def _heard(self, data: bytes) -> None:
        frame = client_pb2.ServerFrame.FromString(data)
        if frame.HasField("queue"):
            self.places.append(frame.queue)
        elif frame.HasField("room_gone"):
            self.gone.append(frame.room_gone)

    @property
    def session(self) -> Session:
        return self.client.session

    async def join_queue(self) -> client_pb2.Queue:
        """Wait for an opponent."""
        reply = await self.client.ask(join_queue=client_pb2.JoinQueue(game="caravan"))
        return reply.queue

    async def until_paired(self) -> str:
        """The id of the game that came of it, once it can be seen."""
        await self.client.until(lambda _: any(p.ended == "paired" for p in self.places), WAIT_S)
        paired = [p for p in self.places if p.ended == "paired"][-1]

        def dealt(c: Client) -> bool:
            room = c.room
            return (
                room is not None
                and room.room_id == paired.room_id
                and c.update is not None
                and c.update.game_id == room.game_id
            )

        await self.client.until(dealt, WAIT_S)
        return here(self.client).game_id

    async def get(self, stack: Stack, path: str, method: str = "GET", body: Any = None) -> Any:
        """A document, as this person. Raises Refused."""
        return await asyncio.to_thread(fetch, stack, path, method, body, self.session.token)


def fetch(stack: Stack, path: str, method: str = "GET", body: Any = None, token: str = "") -> Any:
    """One document. Raises AssertionError with the code where it is refused."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(stack.url + path, data=data, method=method)
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        code = json.load(error)["code"]
        raise LookupError(code) from error


async def person(stack: Stack, name: str, *, lasting: bool = True) -> Person:
    return Person(await arrive(stack.url, name, lasting=lasting))


async def pair(stack: Stack, one: Person, other: Person) -> str:
    """Both wait, and are dealt a game; its id."""
    await one.join_queue()
    await other.join_queue()
    games = await asyncio.gather(one.until_paired(), other.until_paired())
    assert games[0] == games[1]
    return games[0]


def table(one: Person) -> table_pb2.Update:
    update = one.client.update
    assert update is not None
    return update


def by_seat(*people: Person) -> dict[int, Person]:
    """People by the seats that they see themselves on."""
    return {table(one).you: one for one in people}


async def move(people: Mapping[int, Person]) -> None:
    """Whoever is to act makes one move, and both see it."""
    (seat,) = table(people[0]).table.acting
    update = table(people[seat])
    action = choose(update, random.Random(3))
    act = client_pb2.Act(game_id=update.game_id, version=update.version, action=action)
    await people[seat].client.ask(act=act)
    for one in people.values():
        await one.client.until(lambda c: (c.update or update).version > update.version, WAIT_S)


async def leave(one: Person) -> None:
    room_id = here(one.client).room_id
    await one.client.ask(leave_room=client_pb2.LeaveRoom(room_id=room_id))


async def over(one: Person, game_id: str) -> table_pb2.TableState:
    """The end of the game as that person sees it, once it is settled."""
    await one.client.until(lambda c: is_over(c.update) and is_settled(here(c), game_id), WAIT_S)
    return table(one).table


async def code_of(asked: Awaitable[object]) -> str:
    try:
        await asked
    except Refused as refused:
        return refused.code
    except LookupError as refused:
        return str(refused)
    return "ok"


async def eventually(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not await holds():
            await asyncio.sleep(0.1)


async def test_a_pair_of_the_queue_plays_to_the_leaderboard(stack: Stack) -> None:
    """Nothing ends a rated game but itself; who leaves has resigned, and both are rated once."""
    ana, bia = await person(stack, "Ana"), await person(stack, "Ana")
    game_id = await pair(stack, ana, bia)
    room = here(ana.client)
    assert (room.rated, room.private, len(room.members)) == (True, True, 2)
    assert len({member.name for member in room.members}) == 2
    there = {"room_id": room.room_id}
    host = ana if room.host_id == ana.session.player_id else bia
    await host.client.until(lambda c: here(c).phase == room_pb2.ROOM_PHASE_PLAYING, WAIT_S)
    for ask in (
        {"pause_game": client_pb2.PauseGame(**there)},
        {"end_game": client_pb2.EndGame(**there)},
        {"close_room": client_pb2.CloseRoom(**there)},
    ):
        assert await code_of(host.client.ask(**ask)) == "game_running", ask
    assert await code_of(ana.join_queue()) == "already_started"
    seats = by_seat(ana, bia)
    for _ in range(3):
        await move(seats)
    await leave(bia)
    end = await over(ana, game_id)
    assert (end.result.reason, list(end.result.winners)) == ("resigned", [table(ana).you])

    board = await ana.get(stack, "/api/leaderboard/caravan")
    lines = {line["player_id"]: line for line in board["people"]}
    winner, loser = lines[ana.session.player_id], lines[bia.session.player_id]
    assert winner["ordinal"] > loser["ordinal"]
    assert winner["rank"] < loser["rank"]
    assert (winner["games"], winner["won"], loser["games"], loser["won"]) == (1, 1, 1, 0)
    assert winner["provisional"]
    assert winner["deviation"] < 8.33
    past = await bia.get(stack, "/api/me/history")
    assert (past["total"], past["next"]) == (1, None)
    (game,) = past["games"]
    assert (game["game_id"], game["rated"], game["reason"]) == (game_id, True, "resigned")
    mine = game["seats"][game["seat"]]
    assert mine["ordinal_after"] < mine["ordinal_before"]
    me = await ana.get(stack, "/api/me")
    assert me["statistics"] == [{"game": "caravan", "played": 1, "won": 1, "best": 1}]
    seen = await bia.get(stack, f"/api/people/{ana.session.player_id}")
    assert seen == me
    assert await code_of(bia.get(stack, f"/api/people/{'a' * 16}")) == "not_found"
    for one in (ana, bia):
        await one.client.close()


async def test_a_game_agreed_upon_is_rated_when_a_clock_has_run_out(stack: Stack) -> None:
    """Both say so in a private room; what changes the table takes it back."""
    caio, duda = await person(stack, "Caio"), await person(stack, "Duda")
    settings = room_pb2.RoomSettings(clock_ms=60_000, increment_ms=0)
    room = await open_room(caio.client, "caravan", settings)
    await join(duda.client, room.code, 1)
    there = {"room_id": room.room_id}
    agree = client_pb2.AgreeRated(agree=True, **there)
    for one in (caio, duda):
        assert not (await one.client.ask(agree_rated=agree)).room.rated or one is duda
    variants = room_pb2.RoomSettings(
        clock_ms=60_000, options=json.dumps({"variants": ["short_deck"]})
    )
    changed = await caio.client.ask(
        configure=client_pb2.Configure(settings=variants, private=True, **there)
    )
    assert not changed.room.rated
    assert await code_of(duda.client.ask(agree_rated=agree)) == "bad_option"
    again = client_pb2.Configure(settings=settings, private=True, **there)
    await caio.client.ask(configure=again)
    for one in (caio, duda):
        await one.client.ask(agree_rated=agree)
    game_id = await start_game(caio.client, [duda.client])
    seats = by_seat(caio, duda)
    for _ in range(2):
        await move(seats)
    (slow,) = table(caio).table.acting
    end = await over(caio, game_id)
    assert (end.result.reason, list(end.result.winners)) == ("flag", [1 - slow])
    board = await caio.get(stack, "/api/leaderboard/caravan")
    found = {line["player_id"]: line["won"] for line in board["people"]}
    assert found[seats[1 - slow].session.player_id] == 1
    assert found[seats[slow].session.player_id] == 0
    assert here(caio.client).rated, "the next one will be rated as well"
    for one in (caio, duda):
        await one.client.close()


async def test_games_made_void_are_not_rated_and_close_the_queue(stack: Stack) -> None:
    """Three times before the first moves, and the queue is closed to that person for a while."""
    rival = await person(stack, "Edu")
    quitter = await person(stack, "Fabi")
    for _ in range(3):
        game_id = await pair(stack, rival, quitter)
        await leave(quitter)
        end = await over(rival, game_id)
        assert (end.result.reason, list(end.result.winners)) == ("void", [])
        await leave(rival)
        rival.places.clear()
        quitter.places.clear()
    with pytest.raises(Refused) as refused:
        await quitter.join_queue()
    assert refused.value.code == "banned"
    assert int(refused.value.params["until_ms"]) > 0
    assert not (await rival.join_queue()).ended
    assert (await rival.client.ask(leave_queue=client_pb2.LeaveQueue())).HasField("ok")
    await rival.client.until(lambda _: rival.places[-1].ended == "left", WAIT_S)
    board = await rival.get(stack, "/api/leaderboard/caravan")
    known = {line["player_id"] for line in board["people"]}
    assert not known & {rival.session.player_id, quitter.session.player_id}
    past = await quitter.get(stack, "/api/me/history?count=2")
    assert [(g["reason"], g["rated"]) for g in past["games"]] == [("void", True)] * 2
    rest = await quitter.get(stack, f"/api/me/history?count=2&before={past['next']}")
    assert (len(rest["games"]), rest["next"]) == (1, None)
    assert (await quitter.get(stack, "/api/me"))["statistics"] == []

    async def open_again() -> bool:
        return await code_of(quitter.join_queue()) == "ok"

    await eventually(open_again)
    for one in (rival, quitter):
        await one.client.close()


async def test_who_is_away_is_not_paired(stack: Stack) -> None:
    """A closed socket leaves the queue; a reconnected one keeps its place. Whoever was paired
    before the end of a socket was known is not left with a ghost, but waits again."""
    gina, hugo = await person(stack, "Gina"), await person(stack, "Hugo")
    place = await gina.join_queue()
    await gina.client.drop()
    await gina.client.until(lambda c: c.reconnects > 0, WAIT_S)
    await gina.client.until(lambda _: bool(gina.places), WAIT_S)
    assert gina.places[-1].since_ms == place.since_ms
    await gina.client.close()

    async def alone() -> bool:
        place = await hugo.join_queue()
        return (place.ended, place.people) == ("", 1)

    await eventually(alone)
    hugo.places.clear()
    ines = await person(stack, "Ines")
    await ines.join_queue()
    games = await asyncio.gather(hugo.until_paired(), ines.until_paired())
    assert games[0] == games[1]
    for one in (hugo, ines):
        await one.client.close()


async def test_what_is_kept_of_a_person_is_deleted(stack: Stack) -> None:
    """Name, history, rating; the tokens are refused; records keep the seat."""
    joao, kika = await person(stack, "Joao", lasting=False), await person(stack, "Kika")
    game_id = await pair(stack, joao, kika)
    seats = by_seat(joao, kika)
    for _ in range(2):
        await move(seats)
    await leave(joao)
    await over(kika, game_id)
    assert await joao.get(stack, "/api/me", "DELETE") == {"deleted": True}
    for path in ("/api/me", "/api/me/history"):
        assert await code_of(joao.get(stack, path)) == "stale_session"
    assert await code_of(arrive_as(stack, joao.session)) == "stale_session"
    board = await kika.get(stack, "/api/leaderboard/caravan")
    assert joao.session.player_id not in {line["player_id"] for line in board["people"]}
    (past,) = (await kika.get(stack, "/api/me/history"))["games"]
    names = {seat["seat"]: seat["name"] for seat in past["seats"]}
    gone = 1 - past["seat"]
    assert (names[gone], names[past["seat"]]) == ("", "Kika")

    async def forgotten() -> bool:
        record = await asyncio.to_thread(fetch, stack, f"/api/records/{game_id}")
        return bool(record["seats"][gone]["name"] == "")

    await eventually(forgotten)
    await kika.client.close()


async def arrive_as(stack: Stack, session: Session) -> None:
    client = await Client(stack.url, session, lasting=False).start()
    await client.close()


async def test_an_identity_moves_by_its_code(stack: Stack) -> None:
    """The code works once, its answer can be had again, and the old device is out."""
    lia = await person(stack, "Lia", lasting=False)
    code = (await lia.get(stack, "/api/me/recovery", "POST"))["code"]
    wanted = {"code": code.lower().replace("-", " "), "request_id": "first"}
    moved = await asyncio.to_thread(fetch, stack, "/api/recover", "POST", wanted)
    assert (moved["player_id"], moved["name"]) == (lia.session.player_id, "Lia")
    again = await asyncio.to_thread(fetch, stack, "/api/recover", "POST", wanted)
    assert again["recovery_code"] == moved["recovery_code"] != code
    other = {**wanted, "request_id": "second"}
    assert await code_of(asyncio.to_thread(fetch, stack, "/api/recover", "POST", other)) == (
        "not_found"
    )
    assert await code_of(lia.get(stack, "/api/me")) == "stale_session"
    assert await code_of(arrive_as(stack, lia.session)) == "stale_session"
    here_now = Session(moved["player_id"], moved["name"], moved["token"])
    await arrive_as(stack, here_now)
    me = await asyncio.to_thread(fetch, stack, "/api/me", token=moved["token"])
    assert me["name"] == "Lia"
    await lia.client.close()


async def test_an_ended_session_sees_no_hand(stack: Stack) -> None:
    """Not even by a frame that is sent behind `hello` before anybody knows that it was ended."""
    mia = await person(stack, "Mia", lasting=False)
    await open_room(mia.client, "virae")
    await add_bots(mia.client, 1)
    game_id = await start_game(mia.client)
    code = (await mia.get(stack, "/api/me/recovery", "POST"))["code"]
    wanted = {"code": code, "request_id": "first"}
    moved = await asyncio.to_thread(fetch, stack, "/api/recover", "POST", wanted)
    told = {}
    for token in (mia.session.token, moved["token"]):
        address = stack.url.replace("http", "ws", 1) + "/ws"
        async with connect(address, subprotocols=[SUBPROTOCOL]) as socket:
            for frame in (
                client_pb2.ClientFrame(id="1", hello={"token": token, "versions": [1]}),
                client_pb2.ClientFrame(id="2", resync={"game_id": game_id}),
            ):
                await socket.send(frame.SerializeToString())
            answers = [client_pb2.ServerFrame.FromString(await socket.recv(decode=False))]
            with suppress(ConnectionClosed, TimeoutError):
                while answers[-1].reply_to != "2":
                    message = await asyncio.wait_for(socket.recv(decode=False), WAIT_S)
                    answers.append(client_pb2.ServerFrame.FromString(message))
        told[token] = answers
    (refused,) = told[mia.session.token]
    assert refused.error.code == "stale_session"
    shown = told[moved["token"]][-1].update
    assert shown.view.virae.own.hand
    await mia.client.close()
