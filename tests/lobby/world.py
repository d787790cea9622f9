"""A virtual clock, people and an engine that remembers, for rooms under test."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lobby import room as rules
from lobby.chance import ID_ALPHABET
from lobby.commands import Command, IntentDone, IntentRefused
from lobby.policy import GamePolicy, load_policies
from lobby.requests import default_settings
from lobby.values import Durations, Intent, Limits, Moment, Room

DURATIONS = Durations(
    shown_absence_ms=3_000,
    host_absence_ms=120_000,
    absence_ms=120_000,
    expiry_ms=120_000,
    nonce_wait_ms=1_000,
    todo_ms=2_000,
    sync_ms=(5_000, 60_000, 600_000),
    check_ms=600_000,
    grace_ms=10_000,
    forget_sockets_ms=10_000,
    pair_wait_ms=5_000,
)
LIMITS = Limits(members=8, rooms_per_person=3)
ROOM_ID = "roomroomroomroom"
NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fabio", "Gil", "Hugo", "Iris")
PEOPLE = tuple(letter * 16 for letter in "abcdefghi")
NONCE = bytes(range(16))


def name_of(player_id: str) -> str:
    """The name under which that person comes."""
    return NAMES[PEOPLE.index(player_id)]


def policy(game: str = "virae") -> GamePolicy:
    """A game's policy, playable or not yet."""
    return replace(load_policies()[game], playable=True)


@dataclass
class World:
    """One room and the time around it; every command is saved as the service would."""

    game: str = "virae"
    now_ms: int = 1_764_500_000_000
    drawn: int = 0
    policy: GamePolicy = field(init=False)
    room: Room = field(init=False)

    def __post_init__(self) -> None:
        self.policy = policy(self.game)
        host = PEOPLE[0]
        settings = default_settings(self.policy)
        room = rules.open_room(
            ROOM_ID, "K7QP2X", host, name_of(host), settings, self.moment(), private=False
        )
        self.room = replace(room, revision=1)

    def moment(self) -> Moment:
        """Now, with a game id not drawn before."""
        self.drawn += 1
        number, word = self.drawn, ""
        for _ in range(16):
            word += ID_ALPHABET[number % 32]
            number //= 32
        return Moment(self.now_ms, self.policy, DURATIONS, LIMITS, word)

    def do(self, command: Command) -> Room:
        """Decide and save. Raises Refused."""
        after = rules.decide(self.room, command, self.moment())
        if after is not self.room:
            self.room = replace(after, revision=self.room.revision + 1)
        return self.room

    def pass_ms(self, duration_ms: int) -> None:
        """Let time go by, without anybody looking."""
        self.now_ms += duration_ms

    def answer_all(self, engine: Engine) -> None:
        """Make every call that stands, as the service would."""
        while self.room.todo:
            self.do(engine.answer(self.room, self.room.todo[0]))

    def deadlines(self) -> dict[str, int]:
        """What the timer was told, by kind."""
        return dict(rules.deadlines(self.room, self.moment()))


@dataclass
class Game:
    """One game as the engine knows it."""

    pauses: set[str] = field(default_factory=set)
    connected: dict[str, tuple[int, bool]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    over: bool = False
    aborted: str = ""


@dataclass
class Engine:
    """Answers calls as the engine does, repetitions included."""

    seeds: set[str] = field(default_factory=set)
    games: dict[str, Game] = field(default_factory=dict)
    refuse_start: str = ""
    calls: list[tuple[str, str]] = field(default_factory=list)

    def answer(self, room: Room, intent: Intent) -> IntentDone | IntentRefused:
        """The answer to one call of that room."""
        self.calls.append((intent.kind, intent.game_id))
        if intent.kind == "commit":
            self.seeds.add(intent.game_id)
            return IntentDone(intent.key, intent.game_id.encode() * 2)
        if intent.kind == "discard":
            if intent.game_id in self.games:
                return IntentRefused(intent.key, "already_started")
            self.seeds.discard(intent.game_id)
            return IntentDone(intent.key)
        if intent.kind == "start":
            return self._start(room, intent)
        game = self.games.get(intent.game_id)
        if game is None:
            return IntentRefused(intent.key, "not_found")
        if game.over:
            return IntentRefused(intent.key, "game_over")
        match intent.kind:
            case "pause":
                game.pauses.add(intent.reason)
            case "resume":
                game.pauses.discard(intent.reason)
            case "leave":
                game.gone.add(intent.player_id)
            case "abort":
                game.over, game.aborted = True, intent.reason
            case "connected":
                known = game.connected.get(intent.player_id, (0, False))
                if intent.revision >= known[0]:
                    game.connected[intent.player_id] = intent.revision, intent.connected
        return IntentDone(intent.key)

    def _start(self, room: Room, intent: Intent) -> IntentDone | IntentRefused:
        if intent.game_id in self.games:
            return IntentDone(intent.key)
        if intent.game_id not in self.seeds:
            return IntentRefused(intent.key, "game_gone")
        if self.refuse_start:
            if self.refuse_start == "already_started":
                # Only said of a seed that another start has used.
                self.seeds.discard(intent.game_id)
            return IntentRefused(intent.key, self.refuse_start)
        assert room.running is not None
        game = self.games[intent.game_id] = Game()
        for participant in room.running.participants:
            if participant.player_id:
                here = participant.seat in room.running.connected
                game.connected[participant.player_id] = 0, here
        return IntentDone(intent.key)
