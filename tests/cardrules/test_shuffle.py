"""Seeds and shuffles, against a second reading of their definition."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.cards import VIRAE_108
from cardrules.errors import RuleError
from cardrules.shuffle import commitment, draw_lots, game_seed, shuffled

SEED = bytes(range(32))


def by_the_page(seed: bytes, number: int, items: list[int]) -> list[int]:
    """The shuffle written down step by step: one long stream of words, then the swaps."""
    key = hmac.new(seed, b"carteado/shuffle/1/%d" % number, hashlib.sha256).digest()
    stream = b"".join(
        hmac.new(key, block.to_bytes(4, "big"), hashlib.sha256).digest() for block in range(64)
    )
    words = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    for i in range(len(items) - 1, 0, -1):
        while words[0] >= 2**32 - 2**32 % (i + 1):
            words.pop(0)
        j = words.pop(0) % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@given(st.binary(min_size=32, max_size=32), st.integers(0, 99), st.integers(0, 120))
def test_a_shuffle_is_that_of_the_page(seed: bytes, number: int, size: int) -> None:
    """Any seed, number and size give the order that the written definition gives."""
    assert list(shuffled(seed, number, range(size))) == by_the_page(seed, number, list(range(size)))


def test_a_known_shuffle() -> None:
    """The first cards of a fixed seed's first two shuffles never change."""
    assert shuffled(SEED, 0, VIRAE_108)[:6] == FIRST_OF_SHUFFLE_0
    assert shuffled(SEED, 1, VIRAE_108)[:6] == FIRST_OF_SHUFFLE_1


FIRST_OF_SHUFFLE_0 = ("R8", "RS", "G2", "G1", "G9", "W")
FIRST_OF_SHUFFLE_1 = ("B7", "R3", "G2", "Y6", "Y9", "Y7")


def test_shuffles_keep_all_cards_and_differ() -> None:
    """Every shuffle of a game is another order of the same cards."""
    orders = {shuffled(SEED, number, VIRAE_108) for number in range(20)}
    assert len(orders) == 20
    assert all(Counter(order) == Counter(VIRAE_108) for order in orders)


def test_lots_do_not_depend_on_the_order_of_seats() -> None:
    """Lots are drawn from the ascending list, and every seat can be drawn."""
    assert {draw_lots(SEED, n, (4, 1, 2)) for n in range(60)} == {1, 2, 4}
    assert all(draw_lots(SEED, n, (4, 1, 2)) == draw_lots(SEED, n, (1, 2, 4)) for n in range(9))


def test_the_seed_binds_server_and_players() -> None:
    """The seed follows its definition, and any change to any part changes it."""
    nonces = {3: b"n" * 16, 0: b"m" * 64}
    message = b"carteado/seed/1" + bytes((0, 64)) + b"m" * 64 + bytes((3, 16)) + b"n" * 16
    seed = game_seed(SEED, nonces)
    assert seed == hmac.new(SEED, message, hashlib.sha256).digest()
    others = [
        game_seed(SEED[::-1], nonces),
        game_seed(SEED, {}),
        game_seed(SEED, {**nonces, 0: b"m" * 63}),
        game_seed(SEED, {4: nonces[3], 0: nonces[0]}),
    ]
    assert len({seed, *others}) == 5
    assert commitment(SEED) == hashlib.sha256(SEED).digest()


@pytest.mark.parametrize(
    ("server_seed", "nonces"),
    [(b"", {}), (SEED, {0: b"n" * 15}), (SEED, {0: b"n" * 65}), (SEED, {-1: b"n" * 16})],
)
def test_a_seed_of_wrong_parts_is_refused(server_seed: bytes, nonces: dict[int, bytes]) -> None:
    """Sizes outside the definition are `bad_seed`, never cut or padded."""
    with pytest.raises(RuleError) as refusal:
        game_seed(server_seed, nonces)
    assert refusal.value.code == "bad_seed"
