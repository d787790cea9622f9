"""Finished games played again from their records, against what the table showed when it ran."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import orjson
import pytest
import pytest_asyncio

from cardbus.bus import Bus
from cardbus.provision import provision
from cardbus.settings import BusSettings
from cardkit.clock import SystemClock
from cardproto.v1 import contract_pb2, replay_pb2, table_pb2
from cardproto.v1.engine_pb2 import Record
from cardrules.record import replay as verify
from cardrules.registry import GAMES
from game_engine import commands, deciding
from game_engine.deciding import Draft
from game_engine.entries import Acted, Expired, Forfeited, Started
from game_engine.errors import Refusal
from game_engine.recording import record, without_names
from game_engine.replaying import COUNT_MOST, PAGE_BYTES, Replays
from game_engine.show import shown
from game_engine.store import Streams
from tests.game_engine.tables import GAME_ID, Play, started, told_of
from tests.support.servers import Nats


@pytest_asyncio.fixture
async def streams(fresh_nats_server: Nats) -> AsyncIterator[Streams]:
    await provision((fresh_nats_server.url,), "", "")
    bus = await Bus.connect(
        BusSettings(
            urls=(fresh_nats_server.url,),
            user="",
            password="",
            party=contract_pb2.PARTY_ENGINE,
            name="test",
        ),
        SystemClock().now_ms,
    )
    yield Streams(bus)
    await bus.close()


@dataclass
class Kept(Play):
    """A table that keeps each draft, so that what was shown can be looked at again."""

    drafts: list[Draft] = field(default_factory=list)

    def do(self, command: commands.Command) -> deciding.Decision:
        decision = super().do(command)
        if isinstance(decision, Draft):
            self.drafts.append(decision)
        return decision


def begun(game: str) -> Kept:
    """A game of two seats, or as many as it needs; the first is a person's."""
    most = max(2, GAMES[game].policy.players_min)
    people = (0, 1) if game == "caravan" else (0,)
    play = Play.begin(started(people, tuple(range(len(people), most)), game=game))
    return Kept(play.table, play.entries)


def moves(play: Kept, most: int) -> None:
    """People play what the server would play for them, everything else falls due, so many times
    or until the game is over."""
    for _ in range(most):
        table = play.table
        if table.ended:
            return
        acting = [n for n in table.rules.acting(table.position) if not table.seat(n).by_bot]
        if acting:
            action = table.rules.auto(table.position, acting[0])
            play.act(acting[0], table.rules.action_obj(action))
        else:
            play.due(play.next_due())


async def pages(replays: Replays, seat: int | None, count: int) -> list[replay_pb2.ReplayStep]:
    """All steps, page by page."""
    steps: list[replay_pb2.ReplayStep] = []
    first = 0
    while True:
        page = await replays.page(GAME_ID, first, count, seat)
        assert page.steps[0].index == first
        assert len(page.steps) <= count
        steps += page.steps
        if not page.next:
            assert len(steps) == page.total
            return steps
        first = page.next
        assert first == len(steps)


def text_of(play: Play) -> bytes:
    return orjson.dumps(record(play.table, play.entries))


async def keep(streams: Streams, play: Play) -> None:
    await streams.keep_record(Record(game_id=GAME_ID, json=text_of(play)))


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_step_shows_what_the_table_showed(streams: Streams, game: str) -> None:
    """View, legal actions and events of each step are the ones of that entry, hands stand open."""
    play = begun(game)
    moves(play, 120)
    if not play.table.ended:
        play.do(commands.Abort("void"))
    await keep(streams, play)
    replays = Replays(streams)
    steps = await pages(replays, 0, 17)
    known = [
        d for d in play.drafts if isinstance(d.entry.content, Acted | Expired | Forfeited | Started)
    ]
    moved = [step for step in steps[1:] if step.do != "aborted"]
    assert len(moved) == len(known) > 3
    for step, draft in zip(moved, known, strict=True):
        public, private = shown(draft)
        then = table_pb2.Update.FromString(public + private[0])
        assert step.update.view == then.view
        assert step.update.you == 0
        assert [e for e in step.update.events if not e.HasField("table")] == [
            e for e in then.events if not e.HasField("table")
        ]
        assert step.update.table.acting == then.table.acting
        assert step.update.at_ms == draft.entry.at_ms
        hands = draft.table.rules.dump(draft.table.position)["hands"]
        assert {str(h.seat): list(h.cards) for h in step.hands} == hands
    watched = await pages(replays, None, COUNT_MOST)
    assert not any(step.update.HasField("you") for step in watched)
    assert steps[-1].update.table.server_seed == play.table.server_seed
    assert steps[-1].update.table.status >= table_pb2.TABLE_STATUS_OVER


async def test_the_end_of_an_aborted_game_is_its_last_step(streams: Streams) -> None:
    """The reason stands on the page and in the last step, with no result."""
    play = begun("virae")
    moves(play, 5)
    play.do(told_of("p0", False, 7))
    play.do(commands.Hold("host", 1))
    play.do(commands.Abort("host"))
    await keep(streams, play)
    page = await Replays(streams).page(GAME_ID, 0, COUNT_MOST, None)
    last = page.steps[-1]
    assert (page.aborted, last.do, last.reason) == ("host", "aborted", "host")
    assert not page.HasField("result")
    assert [e.table.type for e in last.update.events] == ["away", "paused", "aborted"]
    assert last.update.table.seats[0].presence == table_pb2.PRESENCE_AWAY


@pytest.mark.parametrize(
    ("first", "count", "seat", "code"),
    [
        (0, 0, None, "malformed"),
        (0, COUNT_MOST + 1, None, "malformed"),
        (9_999, 1, None, "not_found"),
        (0, 1, 5, "not_seated"),
    ],
)
async def test_what_is_not_there_is_refused(
    streams: Streams, first: int, count: int, seat: int | None, code: str
) -> None:
    """A page beyond the end, of too much, or of a seat that nobody had."""
    play = begun("virae")
    moves(play, 3)
    play.do(commands.Abort("void"))
    await keep(streams, play)
    with pytest.raises(Refusal) as refused:
        await Replays(streams).page(GAME_ID, first, count, seat)
    assert refused.value.code == code


async def test_a_record_of_other_rules_is_not_played_again(streams: Streams) -> None:
    """What these rules never dealt cannot be shown by them."""
    play = begun("virae")
    play.do(commands.Abort("void"))
    made = record(play.table, play.entries) | {"rules": 999}
    await streams.keep_record(Record(game_id=GAME_ID, json=orjson.dumps(made)))
    with pytest.raises(Refusal) as refused:
        await Replays(streams).page(GAME_ID, 0, 1, None)
    assert refused.value.code == "unsupported_version"
    with pytest.raises(Refusal) as refused:
        await Replays(streams).page("b" * 16, 0, 1, None)
    assert refused.value.code == "not_found"


async def test_a_page_is_never_larger_than_the_bus_takes(streams: Streams) -> None:
    """Hearts' history grows with every trick: pages get shorter instead of too large."""
    play = begun("hearts")
    moves(play, 400)
    play.do(commands.Abort("void"))
    await keep(streams, play)
    replays = Replays(streams)
    first, sizes = 0, []
    while True:
        page = await replays.page(GAME_ID, first, COUNT_MOST, 0)
        sizes.append(page.ByteSize())
        if not page.next:
            break
        first = page.next
    assert max(sizes) < PAGE_BYTES + 64 * 1024


async def test_long_replays_leave_others_their_turn(streams: Streams) -> None:
    """When a slice of time is over, and here it is at once, the loop goes round."""
    play = begun("rami")
    moves(play, 100)
    play.do(commands.Abort("void"))
    await keep(streams, play)
    turns = 0
    reading = asyncio.create_task(Replays(streams, slice_s=0).page(GAME_ID, 0, 10, 0))
    while not reading.done():
        turns += 1
        await asyncio.sleep(0)
    assert turns > reading.result().total > 50


async def test_a_name_is_taken_out_of_a_record_and_it_still_holds(streams: Streams) -> None:
    """Only the person's name goes; done twice, nothing more happens."""
    play = begun("virae")
    moves(play, 10)
    play.do(commands.Abort("void"))
    await keep(streams, play)
    for _ in range(2):
        assert await streams.change_record(GAME_ID, lambda text: without_names(text, [0, 1]))
        text = await streams.find_record(GAME_ID)
        assert text is not None
        found = orjson.loads(text)
        assert [p["name"] for p in found["seats"]] == ["", "Bot 1"]
        assert verify(found).ok
    await streams.keep_record(Record(game_id=GAME_ID, json=text_of(play)))
    assert b"Person 0" not in (await streams.find_record(GAME_ID) or b"")
    assert not await streams.change_record("b" * 16, lambda text: text)
