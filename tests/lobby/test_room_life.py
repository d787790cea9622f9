"""A room under a virtual clock: any order of commands, presence, answers, deadlines and ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from lobby import commands as c
from lobby.errors import Refused
from lobby.indexing import index_ops, listed
from lobby.names import likeness
from lobby.pairing import open_pair
from lobby.requests import default_settings
from lobby.store import decode, encode
from lobby.values import Outcome, Phase, Room, Ticket
from lobby.views import room_message
from tests.lobby.world import DURATIONS, PEOPLE, Engine, World, name_of

people = st.sampled_from(PEOPLE)
seats = st.integers(0, 6)
sockets = st.sampled_from(["s1", "s2", "s3"])
gateways = st.sampled_from(["g1", "g2"])
CODES = {
    "already_started",
    "bad_option",
    "game_running",
    "malformed",
    "name_taken",
    "need_players",
    "not_found",
    "not_host",
    "not_running",
    "not_seated",
    "removed",
    "room_closed",
    "room_full",
    "seat_taken",
    "stale",
    "too_many_bots",
    "unavailable",
}


class RoomLife(RuleBasedStateMachine):
    game = "virae"

    def __init__(self) -> None:
        super().__init__()
        self.world = World(self.game)
        self.engine = Engine()
        self.indexes: dict[str, dict[str, str]] = {}
        self.index(None, self.world.room)

    def index(self, before: Room | None, after: Room) -> None:
        for op in index_ops(before, after, 1):
            held = self.indexes.setdefault(op[1], {})
            match op[0]:
                case "HSET":
                    held[op[2]] = op[3]
                case "SADD" | "SET":
                    held[op[2]] = ""
                case "HDEL" | "SREM":
                    del held[op[2]]
                case "DEL":
                    self.indexes.pop(op[1], None)
                case "PEXPIRE":
                    assert after.phase is Phase.CLOSED

    def attempt(self, command: c.Command) -> None:
        before = self.world.room
        try:
            self.world.do(command)
        except Refused as refused:
            assert refused.code in CODES
            assert self.world.room is before
        self.index(before, self.world.room)

    # -- people

    @rule(who=people)
    def join(self, who: str) -> None:
        self.attempt(c.Join(who, name_of(who)))

    @rule(who=people)
    def sit(self, who: str) -> None:
        self.attempt(c.Sit(who, name_of(who)))

    @precondition(lambda self: len(self.world.room.members) > 1)
    @rule(who=people)
    def leave(self, who: str) -> None:
        self.attempt(c.Leave(who))

    @rule(who=people, seat=seats)
    def take(self, who: str, seat: int) -> None:
        self.attempt(c.TakeSeat(who, seat))

    @rule(who=people)
    def get_up(self, who: str) -> None:
        self.attempt(c.LeaveSeat(who))

    @rule(seat=st.none() | seats, level=st.integers(0, 4), by_host=st.booleans(), who=people)
    def add_bot(self, seat: int | None, level: int, by_host: bool, who: str) -> None:
        self.attempt(c.AddBot(self.world.room.host_id if by_host else who, seat, level))

    @rule(seat=seats)
    def remove_bot(self, seat: int) -> None:
        self.attempt(c.RemoveBot(self.world.room.host_id, seat))

    @rule(who=people, whom=people)
    def remove(self, who: str, whom: str) -> None:
        self.attempt(c.RemovePerson(who, whom))

    @rule(who=people, heir=people)
    def transfer(self, who: str, heir: str) -> None:
        self.attempt(c.TransferHost(who, heir))

    @rule(who=people, agree=st.sampled_from([True, True, False]))
    def agree(self, who: str, agree: bool) -> None:
        self.attempt(c.AgreeRated(who, agree))

    @rule(who=people, private=st.booleans())
    def configure(self, who: str, private: bool) -> None:
        wanted = replace(default_settings(self.world.policy), action_ms=20_000)
        self.attempt(c.Configure(who, wanted, private))

    # -- games

    @rule(who=people, right=st.booleans())
    def contribute(self, who: str, right: bool) -> None:
        game_id = self.world.room.game_id if right else "x" * 16
        self.attempt(c.Contribute(who, game_id, bytes(PEOPLE.index(who) for _ in range(20))))

    @rule()
    def start(self) -> None:
        self.attempt(c.Start(self.world.room.host_id))

    @rule(who=people)
    def start_as(self, who: str) -> None:
        self.attempt(c.Start(who))

    @rule(two=st.permutations(PEOPLE), answered=st.booleans())
    def get_going(self, two: list[str], answered: bool) -> None:
        """The host and somebody else sit down together and start."""
        host = self.world.room.host_id
        other = next(who for who in two if who != host)
        self.attempt(c.Join(other, name_of(other)))
        for who in (host, other):
            self.attempt(c.SocketOpened(who, "g1", f"{who}{self.world.drawn}"))
            for seat in range(len(self.world.room.seats)):
                if self.world.room.seat_of(who) is None:
                    self.attempt(c.TakeSeat(who, seat))
        self.answer_all()
        self.attempt(c.Start(self.world.room.host_id))
        self.world.pass_ms(1_000)
        self.attempt(c.Tick())
        if answered:
            self.answer_all()

    @rule(what=st.sampled_from([c.Pause, c.Resume, c.Pause, c.Resume, c.End]))
    def host_says(self, what: type[c.Pause | c.Resume | c.End]) -> None:
        self.attempt(what(self.world.room.host_id))

    @rule(chance=st.integers(0, 29))
    def close(self, chance: int) -> None:
        if chance == 29:
            self.attempt(c.Close(self.world.room.host_id))

    @precondition(lambda self: self.world.room.todo)
    @rule(refuse=st.sampled_from(["", "", "", "already_started", "internal"]))
    def answer(self, refuse: str) -> None:
        self.engine.refuse_start = refuse
        self.attempt(self.engine.answer(self.world.room, self.world.room.todo[0]))

    @rule()
    def answer_all(self) -> None:
        before = self.world.room
        self.engine.refuse_start = ""
        self.world.answer_all(self.engine)
        self.index(before, self.world.room)

    @precondition(lambda self: self.engine.games)
    @rule()
    def finish(self) -> None:
        """A game of the engine's ends, whether or not its start was known to the room."""
        for game_id, game in self.engine.games.items():
            game.over = True
            self.attempt(c.Settle(Outcome(game_id, (0,), ((0, 1),), "out", game.aborted)))

    @rule()
    def lose(self) -> None:
        self.attempt(c.Lost("z" * 16))

    @precondition(
        lambda self: (
            self.world.room.phase in (Phase.PLAYING, Phase.PAUSED) and not self.world.room.todo
        )
    )
    @rule(by_call=st.booleans())
    def game_vanishes(self, by_call: bool) -> None:
        """The engine has it no more, which the room learns by a look or by the next call; in a
        rated game, which cannot be paused, by a look alone."""
        game_id = self.world.room.game_id
        self.engine.games.pop(game_id, None)
        self.engine.seeds.discard(game_id)
        if by_call and not self.world.room.rated:
            paused = "host" in self.world.room.pauses
            self.attempt((c.Resume if paused else c.Pause)(self.world.room.host_id))
            self.answer_all()
        else:
            self.attempt(c.Lost(game_id))
        assert self.world.room.phase is Phase.WAITING
        assert self.world.room.last is not None
        assert self.world.room.last.aborted == "lost"

    def look(self) -> None:
        """As a visit does where it is time: whether the engine still has the game."""
        game_id = self.world.room.game_id
        if self.world.deadlines().get("check", self.world.now_ms + 1) <= self.world.now_ms:
            has = game_id in self.engine.games
            self.attempt(c.Confirmed(game_id) if has else c.Lost(game_id))

    # -- presence and time

    @rule(who=people, gateway=gateways, socket=sockets)
    def open_socket(self, who: str, gateway: str, socket: str) -> None:
        self.attempt(c.SocketOpened(who, gateway, f"{who}{gateway}{socket}{self.world.now_ms}"))

    @rule()
    def all_go(self) -> None:
        for who in PEOPLE:
            self.close_sockets(who)
        self.world.pass_ms(3_000)
        self.attempt(c.Tick())

    @rule(who=people)
    def close_sockets(self, who: str) -> None:
        member = self.world.room.member(who)
        for socket in () if member is None else member.sockets:
            self.attempt(c.SocketClosed(who, socket.gateway_id, socket.socket_id))

    @rule(gateway=gateways, who=people, dead=st.booleans())
    def mend(self, gateway: str, who: str, dead: bool) -> None:
        listed_there = {} if dead else {who: frozenset({f"{who}{gateway}"})}
        self.attempt(c.Mend(gateway, listed_there, dead))

    @rule(duration_ms=st.sampled_from([100, 900, 3_000, 11_000, 60_000, 120_000]))
    def wait(self, duration_ms: int) -> None:
        self.world.pass_ms(duration_ms)

    @rule(grace=st.booleans())
    def tick(self, grace: bool) -> None:
        self.attempt(c.Tick(grace))
        left = {kind for kind, ms in self.world.deadlines().items() if ms <= self.world.now_ms}
        assert left <= {"todo", "check"}

    # -- what always holds

    @invariant()
    def people_and_seats_agree(self) -> None:
        room = self.world.room
        ids = [m.player_id for m in room.members]
        assert len(set(ids)) == len(ids)
        held = [s.player_id for s in room.seats if s is not None and s.player_id]
        assert len(set(held)) == len(held)
        assert set(held) <= set(ids)
        names = [likeness(m.name) for m in room.members]
        bots = [s for s in room.seats if s is not None and s.bot_level and not s.departed]
        names += [likeness(bot.name) for bot in bots]
        assert len({*names}) == len(names)
        assert room.bots <= self.world.policy.bots_max
        assert not set(ids) & set(room.removed)
        for seat in room.seats:
            assert seat is None or bool(seat.player_id) != bool(seat.bot_level)
            assert seat is None or room.game_on or not seat.playing
            assert seat is None or seat.playing or not seat.leaving

    @invariant()
    def host_is_a_member(self) -> None:
        room = self.world.room
        if room.phase is Phase.CLOSED:
            assert not room.members
        else:
            assert room.member(room.host_id) is not None

    @invariant()
    def phase_says_what_is_on(self) -> None:
        room = self.world.room
        if room.phase in (Phase.WAITING, Phase.CLOSED):
            assert not room.pauses
        if room.phase is Phase.WAITING:
            assert room.running is None
        if room.phase in (Phase.STARTING, Phase.PLAYING, Phase.PAUSED):
            assert room.running is not None
        if room.phase in (Phase.PLAYING, Phase.PAUSED):
            assert (room.phase is Phase.PAUSED) == bool(room.pauses)
        if room.game_on and room.phase is not Phase.CLOSED and not room.rated:
            assert ("no_people" in room.pauses) == (not room.attended)
        if room.phase is Phase.WAITING:
            about_others = {i.kind for i in room.todo if i.game_id != room.game_id}
            assert about_others <= {"discard"}

    @invariant()
    def calls_answered_means_engine_agrees(self) -> None:
        room = self.world.room
        if room.todo:
            return
        game = self.engine.games.get(room.game_id)
        assert room.phase is not Phase.STARTING
        assert self.engine.seeds - self.engine.games.keys() <= {room.game_id}
        if room.phase is Phase.WAITING:
            assert game is None
            assert room.commitment
            assert room.game_id in self.engine.seeds
        if room.phase in (Phase.PLAYING, Phase.PAUSED):
            assert game is not None
            if not game.over:
                assert game.pauses == set(room.pauses)
                for member in room.members:
                    if room.plays(member.player_id):
                        assert game.connected[member.player_id][1] == member.connected
        if room.phase is Phase.CLOSED:
            assert game is None or game.over
            assert game is not None or room.game_id not in self.engine.seeds

    @invariant()
    def there_is_a_way_forward(self) -> None:
        room, due = self.world.room, self.world.deadlines()
        if any(i.kind != "connected" and i.reason != "no_people" for i in room.todo):
            assert "todo" in due
        if room.phase in (Phase.PLAYING, Phase.PAUSED):
            assert "check" in due
        if room.phase is not Phase.CLOSED and not room.attended and not rated_on(room):
            assert due["empty"] <= self.world.now_ms + DURATIONS.expiry_ms

    @invariant()
    def a_rated_game_is_between_two_people_and_stopped_by_nobody(self) -> None:
        room = self.world.room
        if room.rated:
            assert self.world.policy.rated
            assert room.private
            held = [seat for seat in room.seats if seat is not None]
            assert room.game_on or [bool(seat.player_id) for seat in held] == [True, True]
        if rated_on(room):
            assert room.running is not None
            assert [bool(p.player_id) for p in room.running.participants] == [True, True]
            assert not room.pauses
            assert not any(i.kind in ("pause", "abort") for i in room.todo)

    @invariant()
    def stored_form_is_the_room(self) -> None:
        assert decode(encode(self.world.room)) == self.world.room

    @invariant()
    def indexes_follow(self) -> None:
        room = self.world.room
        for player_id in PEOPLE:
            inside = room.room_id in self.indexes.get(f"lobby:person:{player_id}:rooms", {})
            assert inside == (room.member(player_id) is not None)
        line = listed(room)
        assert (line is not None) == (room.room_id in self.indexes.get("lobby:listing", {}))
        for gateway in ("g1", "g2"):
            open_there = {
                s.socket_id for m in room.members for s in m.sockets if s.gateway_id == gateway
            }
            assert set(self.indexes.get(f"lobby:gateway:{gateway}:sockets", {})) == open_there

    @invariant()
    def nonces_stay_inside(self) -> None:
        sent = room_message(self.world.room).SerializeToString()
        for member in self.world.room.members:
            assert not member.nonce or member.nonce not in sent

    def teardown(self) -> None:
        """With everybody gone, deadlines alone bring the room and its game to their end."""
        for who in PEOPLE:
            self.close_sockets(who)
        for _ in range(60):
            self.world.answer_all(self.engine)
            due = self.world.deadlines()
            if self.world.room.phase is Phase.CLOSED:
                break
            if rated_on(self.world.room):
                # Absence ends it, by the engine's own deadline.
                self.finish()
                continue
            assert due
            self.world.now_ms = max(self.world.now_ms, min(due.values()))
            self.world.do(c.Tick())
            self.look()
        assert self.world.room.phase is Phase.CLOSED
        assert not self.world.room.todo
        assert not self.world.deadlines()


def rated_on(room: Room) -> bool:
    """Whether a rated game is on."""
    return room.game_on and room.rated


class RoubaMonteLife(RoomLife):
    game = "rouba-monte"


class RamiLife(RoomLife):
    game = "rami"


class HeartsLife(RoomLife):
    game = "hearts"


class CaravanLife(RoomLife):
    game = "caravan"


class PairLife(CaravanLife):
    """A room that was made for two of the rated queue."""

    def __init__(self) -> None:
        super().__init__()
        tickets = tuple(Ticket(who, name_of(who), "caravan", 25.0, 1_000) for who in PEOPLE[:2])
        world = self.world
        settings = default_settings(world.policy)
        one, other = tickets
        world.room = replace(
            open_pair(world.room.room_id, world.room.code, (one, other), settings, world.moment()),
            revision=1,
        )
        self.indexes = {"lobby:queue:caravan": {t.player_id: "" for t in tickets}}
        self.index(None, world.room)

    @rule(who=st.sampled_from(PEOPLE[:2]))
    def come(self, who: str) -> None:
        self.attempt(c.SocketOpened(who, "g1", f"{who}in{self.world.now_ms}"))

    @invariant()
    def nobody_is_in_the_queue_and_paired(self) -> None:
        room = self.world.room
        waiting = set(self.indexes.get("lobby:queue:caravan", {}))
        assert not waiting & {m.player_id for m in room.members}
        assert not waiting or room.closed_because == "unpaired"
        if room.closed_because == "unpaired":
            assert len(waiting) <= 1, "two who are there are not parted"
            assert not self.engine.games
        if room.pairing is not None and room.phase is not Phase.CLOSED:
            assert room.phase is Phase.WAITING
            missing = [
                m for m in room.members if not m.sockets and room.seat_of(m.player_id) is not None
            ]
            assert not missing or "pair" in self.world.deadlines()


TestRoomLife = pytest.mark.timeout(300)(RoomLife.TestCase)
TestRoomLife.settings = settings(max_examples=100, stateful_step_count=60, deadline=None)
TestRoubaMonteLife = RoubaMonteLife.TestCase
TestRoubaMonteLife.settings = settings(max_examples=15, stateful_step_count=50, deadline=None)
TestRamiLife = RamiLife.TestCase
TestRamiLife.settings = settings(max_examples=15, stateful_step_count=50, deadline=None)
TestHeartsLife = HeartsLife.TestCase
TestHeartsLife.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)
TestCaravanLife = CaravanLife.TestCase
TestCaravanLife.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)
TestPairLife = PairLife.TestCase
TestPairLife.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
