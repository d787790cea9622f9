"""What the server plays for a seat of Hearts whose time is up (decision 6): safe cards.

It looks at the seat's own hand and at what everyone has seen, nothing else.
"""

from typing import Final

from cardrules.cards import RANKS, SUITS
from cardrules.errors import fail
from cardrules.hearts import rules, scoring
from cardrules.hearts.state import OVER, PASS, PASSED, SEATS, Action, State
from cardrules.tricks import BITS, cards_in

_QUEEN: Final = scoring.QUEEN
_HIGH_SPADES: Final = ("KS", "AS")
_DEAR_SPADES: Final = (_QUEEN, "KS", "AS")
_GUARDS: Final = 4
"""So many other spades make the king and ace of spades safe to keep."""

_HEIGHT: Final = {card: RANKS.index(card[0]) for card in BITS}
_HIGHEST_FIRST: Final = sorted(
    BITS, key=lambda card: (_HEIGHT[card], card[1] == "H", SUITS.index(card[1])), reverse=True
)
_WORTH_OF_PASSING: Final = {card: place for place, card in enumerate(_HIGHEST_FIRST)}


def auto(state: State, seat: int) -> Action:
    """The automatic action. Raises what acting would raise."""
    if state.phase == OVER:
        fail("game_over")
    if state.phase == PASS:
        rules.demand_pass(state, seat)
        return Action("pass", cards=_three(state.cards(seat)))
    if seat != state.turn:
        fail("not_your_turn", turn=state.turn)
    return Action("play", _card(state))


def _three(hand: tuple[str, ...]) -> tuple[str, ...]:
    """The queen of spades, unguarded high spades, then the highest; guarded ones last.

    Named in the order of the hand.
    """
    low_spades = sum(card[1] == "S" for card in hand if card not in _DEAR_SPADES)
    spades = _DEAR_SPADES if low_spades < _GUARDS else (_QUEEN,)

    def order(card: str) -> tuple[int, int]:
        if card in spades:
            return 0, spades.index(card)
        return 2 if card in _HIGH_SPADES else 1, _WORTH_OF_PASSING[card]

    chosen = sorted(hand, key=order)[:PASSED]
    return tuple(card for card in hand if card in chosen)


def _card(state: State) -> str:
    cards = sorted(cards_in(rules.playable(state)), key=_HEIGHT.__getitem__)
    safe = [card for card in cards if card != _QUEEN] or cards
    if not state.trick:
        return safe[0]
    if cards[0][1] == state.trick[0][1]:
        return _follow(state.trick, cards, safe)
    return _discard(state, cards)


def _follow(trick: tuple[str, ...], cards: list[str], safe: list[str]) -> str:
    """Below the card that stands if possible; who must take and plays last takes it high."""
    suit = trick[0][1]
    standing = max(BITS[card] for card in trick if card[1] == suit)
    below = [card for card in cards if BITS[card] < standing]
    if below:
        return below[-1]
    last = len(trick) == len(SEATS) - 1
    return safe[-1] if last and not scoring.points_of(trick) else safe[0]


def _discard(state: State, cards: list[str]) -> str:
    """The queen, spades that she could fall upon, then the highest heart, then the highest card."""
    fallen = {card for pile in (*state.taken, state.trick) for card in pile}
    queen_is_out = _QUEEN not in fallen
    dear = (_QUEEN, "AS", "KS") if queen_is_out else (_QUEEN,)
    hearts = [card for card in cards if card[1] == "H"]
    return next((card for card in dear if card in cards), (hearts or cards)[-1])
