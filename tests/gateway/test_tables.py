"""Who gets what of an entry: the secrecy of the table, and the order of versions."""

from __future__ import annotations

import json
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from cardproto.v1.engine_pb2 import LogEntry
from cardproto.v1.table_pb2 import TABLE_STATUS_OVER, TABLE_STATUS_PLAYING, Update
from gateway.codec import BINARY, JSON
from gateway.sockets import Socket
from gateway.tables import OnEntry, Tables
from tests.gateway.lines import Paper, person, seated

GAME = "gamegamegamegame"


class Feed:
    """One game's feed, told by hand."""

    def __init__(self) -> None:
        self.on_entry: OnEntry | None = None
        self.expected: list[int] = []
        self.closes = 0
        self.starts = 0
        self.at_once: LogEntry | None = None

    def start(self, game_id: str, on_entry: OnEntry) -> Feed:
        """Follow."""
        assert game_id == GAME
        self.starts += 1
        self.on_entry = on_entry
        if self.at_once is not None:
            on_entry(self.at_once, True)
        return self

    def expect(self, version: int) -> None:
        """Remember it."""
        self.expected.append(version)

    def close(self) -> None:
        """Count it."""
        self.closes += 1

    def bring(self, entry: LogEntry, resync: bool = False) -> None:
        """An entry arrives."""
        assert self.on_entry is not None
        self.on_entry(entry, resync)


def secret(seat: int, version: int) -> str:
    """What only that seat may read, in that version."""
    return f"secret-of-{seat}-in-{version}."


def make_entry(
    version: int, owners: dict[int, str], status: int = TABLE_STATUS_PLAYING
) -> LogEntry:
    """An entry of which each seat of three has a secret, whoever owns it."""
    entry = LogEntry(game_id=GAME, version=version, owners=owners, status=status)  # type: ignore[arg-type]
    entry.public = Update(game_id=GAME, version=version).SerializeToString()
    for seat in range(3):
        private = Update(you=seat)
        private.view.virae.own.hand.append(secret(seat, version))
        entry.private[seat] = private.SerializeToString()
    return entry


def table(feed: Feed, *sockets: Socket) -> Tables:
    """A table with these sockets at it."""
    tables = Tables(feed.start)
    for socket in sockets:
        tables.join(socket, GAME)
    return tables


def secrets_in(paper: Paper) -> set[str]:
    """Every secret that ever was written on a line."""
    text = b"".join(paper.messages).decode("latin-1")
    return {f"secret-of-{part.split('.')[0]}." for part in text.split("secret-of-")[1:]}


@given(
    st.lists(
        st.dictionaries(st.integers(0, 2), st.sampled_from(["", *map(person, "abcd")]), max_size=3),
        min_size=1,
        max_size=6,
    ),
    st.lists(st.sampled_from("abcde"), min_size=1, max_size=6),
    st.lists(st.booleans(), min_size=6, max_size=6),
)
def test_each_socket_gets_only_what_the_entry_says_is_its_persons(
    owners: list[dict[int, str]], people: list[str], as_json: list[bool]
) -> None:
    """Owners change from entry to entry; every byte of every socket is searched for secrets."""
    for one in owners:
        held = list(one.items())
        for seat, player_id in held:
            if player_id and any(one[s] == player_id and s < seat for s in one):
                one[seat] = ""
    feed = Feed()
    made = [
        seated(person(letter), JSON if as_json[index] else BINARY)
        for index, letter in enumerate(people)
    ]
    table(feed, *(socket for socket, _ in made))
    for version, one in enumerate(owners, 1):
        feed.bring(make_entry(version, one))
    for socket, paper in made:
        allowed = {
            secret(seat, version)
            for version, one in enumerate(owners, 1)
            for seat, player_id in one.items()
            if player_id == socket.player_id
        }
        assert secrets_in(paper) == allowed
        assert len(paper.messages) == len(owners)


def test_a_socket_that_comes_later_gets_the_newest_entry_as_a_resync() -> None:
    """From what is known here; the feed is asked once however many come."""
    feed = Feed()
    first, _ = seated(person("a"))
    tables = table(feed, first)
    feed.bring(make_entry(1, {0: person("a"), 1: person("b")}))
    feed.bring(make_entry(2, {0: person("a"), 1: person("b")}))
    second, paper = seated(person("b"))
    tables.join(second, GAME)
    tables.join(second, GAME)
    assert feed.starts == 1
    updates = [frame.update for frame in paper.frames]
    assert [update.version for update in updates[:1]] == [2]
    assert all(update.resync for update in updates)
    assert secrets_in(paper) == {secret(1, 2)}


def test_a_lower_or_known_version_is_never_sent() -> None:
    """Whatever the feed brings, versions only rise."""
    feed = Feed()
    socket, paper = seated(person("a"))
    table(feed, socket)
    for version in (3, 3, 2, 5, 4, 1, 6):
        feed.bring(make_entry(version, {0: person("a")}))
    assert [frame.update.version for frame in paper.frames] == [3, 5, 6]


def test_a_resync_is_marked_and_nothing_else_is() -> None:
    """The client draws a resync and animates the rest."""
    feed = Feed()
    socket, paper = seated(person("a"))
    table(feed, socket)
    feed.bring(make_entry(1, {0: person("a")}))
    feed.bring(make_entry(4, {0: person("a")}), resync=True)
    assert [frame.update.resync for frame in paper.frames] == [False, True]


def test_two_sockets_of_one_person_get_the_same_bytes() -> None:
    """Several tabs are one person; the message is made once."""
    feed = Feed()
    (one, paper), (two, other) = seated(person("a")), seated(person("a"))
    table(feed, one, two)
    feed.bring(make_entry(1, {0: person("a")}))
    assert paper.messages == other.messages
    assert paper.messages[0] is other.messages[0]


def test_a_watcher_gets_the_public_part_byte_for_byte() -> None:
    """And not one byte more."""
    feed = Feed()
    socket, paper = seated(person("w"))
    table(feed, socket)
    entry = make_entry(1, {0: person("a")})
    feed.bring(entry)
    assert paper.messages == [BINARY.update(entry.public, b"")]
    assert not paper.frames[0].update.HasField("you")


def test_a_json_client_gets_the_same_message_as_json() -> None:
    """Its own part included, others' not."""
    feed = Feed()
    socket, paper = seated(person("b"), JSON)
    table(feed, socket)
    feed.bring(make_entry(1, {1: person("b")}))
    update = json.loads(paper.messages[0])["update"]
    assert update["you"] == 1
    assert update["view"]["virae"]["own"]["hand"] == [secret(1, 1)]


def test_the_last_entry_ends_the_following_but_stays_known() -> None:
    """Whoever comes back to the result finds it."""
    feed = Feed()
    socket, _ = seated(person("a"))
    tables = table(feed, socket)
    feed.bring(make_entry(1, {0: person("a")}, TABLE_STATUS_OVER))
    assert feed.closes == 1
    late, paper = seated(person("a"))
    tables.join(late, GAME)
    assert [frame.update.version for frame in paper.frames] == [1]
    tables.leave(socket, GAME)
    tables.leave(late, GAME)
    assert feed.closes == 1


def test_a_feed_that_brings_the_last_entry_at_once_is_closed() -> None:
    """A finished game costs nothing to keep in sight."""
    feed = Feed()
    feed.at_once = make_entry(9, {0: person("a")}, TABLE_STATUS_OVER)
    socket, paper = seated(person("a"))
    table(feed, socket)
    assert feed.closes == 1
    assert [frame.update.version for frame in paper.frames] == [9]


def test_a_game_is_followed_while_a_socket_is_at_it() -> None:
    """The last to leave ends it; a socket that is gone has left everything."""
    feed = Feed()
    (one, paper), (two, _) = seated(person("a")), seated(person("b"))
    tables = table(feed, one, two)
    tables.accepted(GAME, 5)
    assert feed.expected == [5]
    tables.drop(one)
    feed.bring(make_entry(1, {0: person("a")}))
    assert paper.messages == []
    assert feed.closes == 0
    tables.leave(two, GAME)
    assert (feed.closes, len(tables), one.tables, two.tables) == (1, 0, (), ())


def test_a_socket_that_closes_while_others_are_sent_to_harms_nobody() -> None:
    """A line may end its socket within the very write."""
    feed = Feed()
    (one, paper), (two, other) = seated(person("a")), seated(person("b"))
    tables = table(feed, one, two)
    write: Callable[[bytes], None] = paper.write

    def write_and_go(message: bytes) -> None:
        write(message)
        tables.drop(one)

    paper.write = write_and_go  # type: ignore[method-assign]
    feed.bring(make_entry(1, {0: person("a"), 1: person("b")}))
    feed.bring(make_entry(2, {0: person("a"), 1: person("b")}))
    assert len(paper.messages) == 1
    assert len(other.messages) == 2
