"""Ratings after a game, and what a finished game writes down, once, whoever repeats it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis as Client

from lobby.database import Database
from lobby.history import Limits, Player, Settlement
from lobby.keys import FOREVER_MS, FORGETTING, tokens_key
from lobby.ledger import Ledger
from lobby.people import Counts, People
from lobby.policy import Best, load_policies
from lobby.ratings import Standing, after_game, read_standing
from lobby.values import Outcome

ANA, BIA = "a" * 16, "b" * 16
NOW_MS = 1_764_500_000_000
standings = st.builds(
    Standing,
    mu=st.floats(-20, 80),
    sigma=st.floats(0.5, 8.4),
    games=st.integers(0, 500),
    won=st.integers(0, 500),
)


@given(standings, standings)
def test_who_wins_gains_and_who_loses_loses(one: Standing, other: Standing) -> None:
    """The winner's estimate rises, the loser's falls; a draw brings the two nearer."""
    first, second = after_game(one, other, one_won=True, other_won=False)
    assert first.mu > one.mu
    assert second.mu < other.mu
    assert (first.games, first.won) == (one.games + 1, one.won + 1)
    assert (second.games, second.won) == (other.games + 1, other.won)
    drawn = after_game(one, other, one_won=False, other_won=False)
    assert abs(drawn[0].mu - drawn[1].mu) <= abs(one.mu - other.mu) + 1e-9
    assert (drawn[0].won, drawn[1].won) == (one.won, other.won)


@given(standings)
def test_a_rating_is_kept_to_the_last_digit(standing: Standing) -> None:
    """What is read again is the very same value."""
    assert read_standing(standing.stored()) == standing
    assert read_standing({}) == Standing()


def test_ten_games_end_the_provisional_time() -> None:
    """And a newcomer begins at the bottom of the leaderboard, not in its middle."""
    assert Standing().ordinal == pytest.approx(0)
    assert Standing(games=9).provisional
    assert not Standing(games=10).provisional


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[Client]:
    client = Client.from_url(redis_url, decode_responses=True)
    yield client
    await client.aclose()


class Books:
    """A ledger, and what can be read of what it wrote."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.database = Database(client)
        self.ledger = self.another()
        self.people = People(self.database, load_policies())
        self.games = 0

    def another(self) -> Ledger:
        """One more lobby's."""
        return Ledger(self.database, Limits(60_000, 60_000), lambda: NOW_MS)

    def game(
        self,
        scores: tuple[int, ...] = (1, 0),
        winners: tuple[int, ...] = (0,),
        *,
        best: Best = "highest",
        rated: bool = True,
        reason: str = "sold",
        aborted: str = "",
        bot: bool = False,
    ) -> Settlement:
        """A new finished game of Ana at seat 0 and Bia, or a bot, at seat 1."""
        self.games += 1
        outcome = Outcome(f"{self.games:016d}", winners, tuple(enumerate(scores)), reason, aborted)
        other = Player(1, "", "Rei", 2) if bot else Player(1, BIA, "Bia", 0)
        players = (Player(0, ANA, "Ana", 0), other)
        return Settlement(
            "r" * 16, "caravan", outcome, players, 10, NOW_MS + self.games, rated, best=best
        )

    async def counts(self) -> Counts:
        """Ana's."""
        (found,) = (await self.people.profile(ANA)).counts
        return found


@pytest.fixture
def books(client: Client) -> Books:
    return Books(client)


async def test_a_rated_game_is_counted_once_however_often_it_is_settled(books: Books) -> None:
    """Many lobbies at once, many times: one effect, and many games at once lose none."""
    games = [books.game(winners=(number % 2,)) for number in range(6)]
    ledgers = [books.another() for _ in range(3)]
    tries = [ledger.settle(game) for game in games for ledger in ledgers for _ in range(2)]
    done = await asyncio.gather(*tries)
    assert sum(done) == len(games)
    ana, bia = [(await books.people.profile(who)).ratings[0] for who in (ANA, BIA)]
    assert (ana.standing.games, bia.standing.games) == (6, 6)
    assert (ana.standing.won, bia.standing.won) == (3, 3)
    lines, total = await books.people.leaderboard("caravan", 0, 10)
    assert total == 2
    assert [line.rated.rank for line in lines] == [1, 2]
    assert lines[0].rated.standing.ordinal >= lines[1].rated.standing.ordinal
    past = await books.people.history(ANA, "", 10)
    assert [kept["game_id"] for kept in past.games] == [g.game_id for g in reversed(games)]
    assert (await books.counts()).played == 6


@pytest.mark.parametrize(
    "changes",
    [
        {"rated": False},
        {"bot": True},
        {"reason": "void", "winners": ()},
        {"aborted": "host", "winners": (), "reason": ""},
    ],
)
async def test_other_games_are_never_rated(books: Books, changes: dict[str, object]) -> None:
    """Unrated, against a bot, void, aborted: they stand in the history only."""
    game = books.game(**changes)  # type: ignore[arg-type]
    assert await books.ledger.settle(game)
    assert (await books.people.profile(ANA)).ratings == ()
    assert await books.people.leaderboard("caravan", 0, 10) == ([], 0)
    past = await books.people.history(ANA, "", 10)
    assert [kept["ordinals"] for kept in past.games] == [{}]


@pytest.mark.parametrize(
    ("best", "games", "expected"),
    [
        ("lowest", [((30, 9), (1,)), ((12, 9), (1,)), ((50, 9), (1,))], 12),
        ("highest", [((3, 9), (1,)), ((14, 9), (0,)), ((5, 9), (1,))], 14),
        ("rivals", [((0, 40), (0,)), ((0, 25), (0,)), ((7, 90), (1,))], 40),
        ("streak", [((1, 0), (0,)), ((1, 0), (0,)), ((0, 1), (1,)), ((1, 0), (0,))], 2),
    ],
)
async def test_the_best_is_what_the_games_policy_says(
    books: Books,
    best: Best,
    games: list[tuple[tuple[int, int], tuple[int, ...]]],
    expected: int,
) -> None:
    """Lowest or highest score, the rivals' in a win, the longest streak."""
    for scores, winners in games:
        await books.ledger.settle(books.game(scores, winners, best=best, rated=False))
    found = await books.counts()
    assert (found.best, found.played) == (expected, len(games))


async def test_who_left_has_played_and_not_won(books: Books) -> None:
    """A bot that played on for them won nothing for them, and set no best."""
    game = books.game((9, 0), (0,), rated=False)
    left = replace(game, players=(replace(game.players[0], left=True), game.players[1]))
    await books.ledger.settle(left)
    assert await books.counts() == Counts("caravan", 1, 0, None)


async def test_nothing_is_written_for_who_was_deleted_meanwhile(books: Books) -> None:
    """Their name stands nowhere, the other is rated all the same, the record is to be mended."""
    await books.client.set(tokens_key(ANA), FOREVER_MS)
    game = books.game()
    assert await books.ledger.settle(game)
    assert (await books.people.profile(ANA)).name == ""
    assert (await books.people.history(ANA, "", 10)).total == 0
    (kept,) = (await books.people.history(BIA, "", 10)).games
    assert [player["name"] for player in kept["players"]] == ["", "Bia"]
    assert ANA not in str(kept)
    assert (await books.people.profile(BIA)).ratings[0].standing.games == 1
    assert await books.client.zrange(FORGETTING, 0, -1) == [f"game:{game.game_id}:0"]
