"""What a seat may see of Rami, built up from public fields and from its own hand.

Nothing is copied from a state and then masked: a field that is not named here stays hidden.
"""

from dataclasses import dataclass

from cardrules.errors import fail
from cardrules.game import Result, SeatView
from cardrules.policies import RAMI
from cardrules.rami import rules
from cardrules.rami.melds import cards_of
from cardrules.rami.notation import action_obj, meld_obj
from cardrules.rami.state import Action, Meld, Options, State


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone sees.

    - `scores`, `counts` (cards in hand) and `known` go with `seats`; `stock`: cards left to draw.
    - `turn`: the seat to act, None when over. `round` from 1; `starter`: the seat that began it.
    - `discard`: all of it, the last is the one that can be taken. `taken`: by whom is in turn, in
      this turn. `idle`: turns in a row in which the discard was taken and nothing laid down.
    - `known`: the cards that everyone saw that seat take and that must still be in its hand, in
      canonical order.
    - `history`: the last 64 turns of this round, the running one too. `"2 - : KD"` seat 2 drew from
      the stock, and so refused what lay on the discard, and discarded KD; `"2 9C = 9C 9D 9H > 0 TS
      : KD"` took 9C, melded three nines, laid off TS on meld 0, discarded KD.
    """

    seats: tuple[int, ...]
    options: Options
    phase: str
    turn: int | None
    round: int
    starter: int
    scores: tuple[int, ...]
    counts: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    stock: int
    discard: tuple[str, ...]
    melds: tuple[Meld, ...]
    taken: str | None
    idle: int
    shuffles: int
    history: tuple[str, ...]
    result: Result | None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What a participant sees beyond that: the hand in the order in which it came.

    `reasons` go with `hand`: the code that discarding that card would raise now, or None.
    """

    seat: int
    hand: tuple[str, ...]
    legal: tuple[Action, ...]
    reasons: tuple[str | None, ...]


View = SeatView[PublicView, PrivateView]


def public_view(state: State) -> PublicView:
    """What everyone may know."""
    played = state.round
    return PublicView(
        seats=played.seats,
        options=played.options,
        phase=state.phase,
        turn=state.turn_seat,
        round=played.number,
        starter=played.seats[played.starter],
        scores=played.scores,
        counts=tuple(len(hand) for hand in state.hands),
        known=tuple(cards_of(bits) for bits in state.known),
        stock=len(state.stock) - state.top,
        discard=state.discard,
        melds=state.melds,
        taken=state.taken,
        idle=state.idle,
        shuffles=played.shuffles,
        history=state.history,
        result=state.result,
    )


def private_view(state: State, seat: int) -> PrivateView:
    """What this participant may know beyond that. Raises `not_seated` for anyone else."""
    if seat not in state.seats:
        fail("not_seated", seat=seat)
    return PrivateView(
        seat=seat,
        hand=state.hands[state.seats.index(seat)],
        legal=rules.legal(state, seat),
        reasons=rules.reasons(state, seat),
    )


def view_obj(view: View) -> dict[str, object]:
    """The view as JSON values; a spectator's has no `hand`, `legal` and `reasons`."""
    public, private = view.public, view.private
    names = [str(seat) for seat in public.seats]
    obj: dict[str, object] = {
        "game": RAMI.game,
        "options": public.options.obj(),
        "seat": None if private is None else private.seat,
        "seats": list(public.seats),
        "phase": public.phase,
        "turn": public.turn,
        "round": public.round,
        "starter": public.starter,
        "scores": dict(zip(names, public.scores, strict=True)),
        "counts": dict(zip(names, public.counts, strict=True)),
        "known": dict(zip(names, map(list, public.known), strict=True)),
        "stock": public.stock,
        "discard": list(public.discard),
        "melds": [meld_obj(meld) for meld in public.melds],
        "taken": public.taken,
        "idle": public.idle,
        "shuffles": public.shuffles,
        "history": list(public.history),
        "result": None if public.result is None else public.result.obj(),
    }
    if private is not None:
        obj |= {
            "hand": list(private.hand),
            "legal": [action_obj(action) for action in private.legal],
            "reasons": list(private.reasons),
        }
    return obj
