"""How Rami's bots weigh a turn, by what can be seen from one seat alone.

All of it works on the rules' bit sets (`cardrules.rami.melds`), since playouts call it for every
seat at every turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from cardrules.rami import Meld, State, View
from cardrules.rami.melds import (
    BITS,
    FACES,
    RANK_BITS,
    SUIT_BITS,
    Combination,
    bits_of,
    within,
)
from cardrules.rami.rules import DISCARDS, DRAW_DISCARD, DRAW_STOCK, MELDS
from cardrules.rami.scoring import POINTS
from cardrules.rami.state import DRAW, Action

WHOLE: Final = sum(SUIT_BITS)
"""All 52 cards."""

GUESSED_POINTS: Final = 5.5
"""What a hidden card costs on average late in a round, when dear ones have been thrown away."""

OUT_IN_A_TURN: Final = 3
"""With so many cards one draw, one set or run and a discard empty the hand."""

_LANE: Final = 16
_ONE_SUIT: Final = SUIT_BITS[0]
_RANK_OF: Final = {bit: next(rank for rank in RANK_BITS if rank & bit) for bit in FACES}
_SUIT_OF: Final = {bit: next(suit for suit in SUIT_BITS if suit & bit) for bit in FACES}
_NEXT_TO: Final = {
    bit: (bit << 1 | bit << 2 | bit >> 1 | bit >> 2) & _SUIT_OF[bit] for bit in FACES
}
BESIDE: Final = {bit: _NEXT_TO[bit] | _RANK_OF[bit] & ~bit for bit in FACES}
"""The cards that lie in some set or run of three together with this one."""


def _pairs_of_run(bit: int) -> tuple[int, ...]:
    pairs = (bit << 1 | bit << 2, bit << 1 | bit >> 1, bit >> 1 | bit >> 2)
    return tuple(pair for pair in pairs if pair & _SUIT_OF[bit] == pair and pair.bit_count() == 2)


_PAIRS: Final = {bit: _pairs_of_run(bit) for bit in FACES}
"""The pairs of cards that form a run of three with this one."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot weighs which card to give away, in units of one unseen card that would help.

    - `out`: each unseen card that completes something with this card and no longer would.
    - `near`: each held card that could stand in a set or run with it.
    - `points`: each point that leaves the hand.
    - `feed`: each pair of unseen cards with which the next participant could use it.
    - `urgent`: how many times as much the points count while somebody is about to end the round.
    - `horizon`: with fewer turns than this to come for each participant, hopes count less.
    - `holds`: nothing is laid down before it must be, since it helps the others too.
    """

    out: float
    near: float
    points: float
    feed: float
    urgent: float
    horizon: float
    holds: bool


class Sight(NamedTuple):
    """What a seat sees when it must act.

    Bit sets: `bits` of the own `hand`; `reach`, cards that could be laid off; `hidden`, cards in
    the stock or in another hand; `known` to be in the next participant's. `counts` of the other
    hands, `stock`: cards left to draw.
    """

    drawing: bool
    hand: tuple[str, ...]
    bits: int
    top: str | None
    taken: str | None
    melds: Sequence[Meld]
    reach: int
    hidden: int
    known: int
    counts: tuple[int, ...]
    stock: int
    ace_high: bool
    keeps_discard: bool


def reach_of(melds: Sequence[Meld]) -> int:
    """The cards that could be laid off on these melds."""
    reach = 0
    for _, combination in melds:
        reach |= combination.reach
    return reach


def shown(discard: Sequence[str], melds: Sequence[Meld], known: Sequence[int]) -> int:
    """Every card of which everyone knows where it is."""
    bits = bits_of(discard)
    for _, combination in melds:
        bits |= combination.bits
    for held in known:
        bits |= held
    return bits


def sight_of_view(view: View) -> Sight:
    """What the view's own seat sees."""
    public, private = view.public, view.private
    assert private is not None
    place, players = public.seats.index(private.seat), len(public.seats)
    known = tuple(bits_of(cards) for cards in public.known)
    bits = bits_of(private.hand)
    return Sight(
        public.phase == DRAW,
        private.hand,
        bits,
        public.discard[-1] if public.discard else None,
        public.taken,
        public.melds,
        reach_of(public.melds),
        WHOLE & ~bits & ~shown(public.discard, public.melds, known),
        known[(place + 1) % players],
        public.counts[:place] + public.counts[place + 1 :],
        public.stock,
        public.options.ace_high,
        public.options.discard_to_win,
    )


def sight_of_turn(state: State, seen: int) -> Sight:
    """What the seat in turn sees; `seen` is what `shown` says of the state."""
    turn, players = state.turn, len(state.hands)
    bits = state.bits[turn]
    counts = tuple(map(len, state.hands))
    return Sight(
        state.phase == DRAW,
        state.hands[turn],
        bits,
        state.discard[-1] if state.discard else None,
        state.taken,
        state.melds,
        reach_of(state.melds),
        WHOLE & ~bits & ~seen,
        state.known[(turn + 1) % players],
        counts[:turn] + counts[turn + 1 :],
        len(state.stock) - state.top,
        state.round.options.ace_high,
        state.round.options.discard_to_win,
    )


# --- a hand ---------------------------------------------------------------------------------


def completing(hand: int) -> int:
    """The cards outside the hand that form a set or run with two cards of it."""
    up, down = hand << 1, hand >> 1
    runs = up & hand << 2 | down & hand >> 2 | up & down
    clubs, diamonds = hand & _ONE_SUIT, hand >> _LANE & _ONE_SUIT
    hearts, spades = hand >> 2 * _LANE & _ONE_SUIT, hand >> 3 * _LANE
    pairs = clubs & (diamonds | hearts | spades) | diamonds & (hearts | spades) | hearts & spades
    return (runs | pairs * 0x0001_0001_0001_0001) & WHOLE & ~hand


def best_melds(hand: int, ace_high: bool) -> tuple[Combination, ...]:
    """Combinations without a common card that together take most points out of the hand."""
    found = within(hand)
    if len(found) < 2:
        return found
    points = POINTS[ace_high]
    worths = [sum(points[card] for card in combination.cards) for combination in found]
    most = 0
    best: tuple[Combination, ...] = ()

    def extend(start: int, left: int, total: int, chosen: tuple[Combination, ...]) -> None:
        nonlocal most, best
        if total > most:
            most, best = total, chosen
        for i in range(start, len(found)):
            bits = found[i].bits
            if bits & left == bits:
                extend(i + 1, left ^ bits, total + worths[i], (*chosen, found[i]))

    extend(0, hand, 0, ())
    return best


def feeds(bit: int, sight: Sight) -> float:
    """With how many pairs the next participant could use the card; known cards count more."""
    likely = sight.hidden | sight.known
    equals = _RANK_OF[bit] & likely
    count = equals.bit_count()
    pairs = count * (count - 1) / 2 + 2.0 * (equals & sight.known).bit_count() * (count - 1)
    for pair in _PAIRS[bit]:
        if pair & likely == pair:
            pairs += 1.0 + 2.0 * (pair & sight.known).bit_count()
    return pairs


# --- a turn ---------------------------------------------------------------------------------


def weighed(style: Style, sight: Sight) -> Action:
    """What this style does."""
    if sight.drawing:
        return drawn(style, sight)
    melds = best_melds(sight.bits, sight.ace_high)
    if not _waits(style, sight, melds):
        for combination in melds:
            if not (sight.keeps_discard and combination.bits == sight.bits):
                return MELDS[combination.bits]
        if sight.reach & sight.bits:
            action = lay_off(sight)
            if action is not None:
                return action
    return DISCARDS[min(worths(style, sight, melds))[-1]]


def drawn(style: Style, sight: Sight) -> Action:
    """The discard if it can be laid down at once, or if asking the empty stock would lose."""
    top = sight.top
    if top is None:
        return DRAW_STOCK
    if BITS[top] & (sight.reach | completing(sight.bits)):
        return DRAW_DISCARD
    if sight.stock or not style.horizon:
        return DRAW_STOCK
    points = POINTS[sight.ace_high]
    mine = sum(points[card] for card in sight.hand)
    return DRAW_STOCK if mine <= min(sight.counts) * GUESSED_POINTS else DRAW_DISCARD


def _waits(style: Style, sight: Sight, melds: Sequence[Combination]) -> bool:
    """Whether all stays in hand: another turn is sure to come, nobody else can end the round
    with one set or run and a discard, and nor can this hand now."""
    if not style.holds or sight.stock < len(sight.counts) or min(sight.counts) <= OUT_IN_A_TURN:
        return False
    left = sight.bits
    for combination in melds:
        left &= ~combination.bits
    return (left & ~sight.reach).bit_count() > 1


def lay_off(sight: Sight) -> Action | None:
    """As many cards as possible on one meld of the table."""
    best, most = None, 0
    whole = sight.bits if sight.keeps_discard else 0
    for index, (_, combination) in enumerate(sight.melds):
        if combination.reach & sight.bits:
            for added, cards in combination.growths:
                size = added.bit_count()
                if added & sight.bits == added and size > most and added != whole:
                    best, most = Action("lay_off", cards=cards, meld=index), size
    return best


def ranked(style: Style, sight: Sight, melds: Sequence[Combination]) -> list[str]:
    """The cards that may be discarded, the least useful first; those of melds come last."""
    return [card for *_, card in sorted(worths(style, sight, melds))]


def worths(
    style: Style, sight: Sight, melds: Sequence[Combination]
) -> list[tuple[bool, float, str]]:
    """Each card that may be discarded, behind whether a meld needs it and what keeping it is
    worth."""
    kept = 0
    for combination in melds:
        kept |= combination.bits
    bits, hidden, taken = sight.bits, sight.hidden, sight.taken
    outs = completing(bits) & hidden
    turns = sight.stock / (1 + len(sight.counts))
    hope = min(1.0, turns / style.horizon) if style.horizon else 1.0
    dear = style.points
    if min(sight.counts) <= OUT_IN_A_TURN:
        dear *= style.urgent
    points = POINTS[sight.ace_high]
    found = []
    for card in sight.hand:
        if card == taken and len(sight.hand) > 1:
            continue
        bit = BITS[card]
        rest = bits ^ bit
        worth = style.near * (rest & BESIDE[bit]).bit_count()
        if outs:
            worth += style.out * (outs & ~completing(rest)).bit_count()
        worth = hope * worth - dear * points[card]
        if style.feed:
            worth += style.feed * (10.0 if bit & sight.reach else feeds(bit, sight))
        found.append((bool(bit & kept), worth, card))
    return found
