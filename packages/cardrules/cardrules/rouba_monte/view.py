"""What a seat may see of Rouba Monte, built up from public fields and from its own hand.

Nothing is copied from a state and then masked: a field that is not named here stays hidden.
"""

from dataclasses import dataclass

from cardrules.errors import fail
from cardrules.game import Result, SeatView
from cardrules.policies import ROUBA_MONTE
from cardrules.rouba_monte import rules
from cardrules.rouba_monte.notation import action_obj
from cardrules.rouba_monte.state import Action, State


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone sees.

    - `turn`: the seat to act, None when over. `dealer`: a seat. `active`: the seats still in.
    - `center`: the open cards, in the order in which they were laid.
    - `piles` and `counts` (cards in hand) go with `seats`; the last card of a pile is its top.
      Every card of a pile came to it in the sight of all, so a pile is shown whole.
    - `stock`: cards left to deal.
    - `history`: all moves, or none where the first ones are not known. How they are written stands
      in `cardrules.rouba_monte.memory`, which also tells what follows from them.
    """

    seats: tuple[int, ...]
    phase: str
    turn: int | None
    dealer: int
    active: tuple[int, ...]
    center: tuple[str, ...]
    piles: tuple[tuple[str, ...], ...]
    counts: tuple[int, ...]
    stock: int
    shuffles: int
    history: tuple[str, ...]
    result: Result | None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What a participant sees beyond that: the hand in the order in which it came.

    `reasons` go with `hand`: the code that any use of that card would raise now, or None.
    """

    seat: int
    hand: tuple[str, ...]
    legal: tuple[Action, ...]
    reasons: tuple[str | None, ...]


View = SeatView[PublicView, PrivateView]


def public_view(state: State) -> PublicView:
    """What everyone may know."""
    return PublicView(
        seats=state.seats,
        phase=state.phase,
        turn=state.turn_seat,
        dealer=state.dealer_seat,
        active=state.active_seats,
        center=state.open_cards,
        piles=state.piles,
        counts=tuple(held.bit_count() for held in state.hands),
        stock=len(state.deal.stock),
        shuffles=state.deal.shuffles,
        history=state.history,
        result=state.result,
    )


def private_view(state: State, seat: int) -> PrivateView:
    """What this participant may know beyond that. Raises `not_seated` for anyone else."""
    if seat not in state.seats:
        fail("not_seated", seat=seat)
    return PrivateView(
        seat=seat,
        hand=state.cards(state.seats.index(seat)),
        legal=rules.legal(state, seat),
        reasons=rules.reasons(state, seat),
    )


def view_obj(view: View) -> dict[str, object]:
    """The view as JSON values; a spectator's has no `hand`, `legal` and `reasons`."""
    public, private = view.public, view.private
    names = [str(seat) for seat in public.seats]
    obj: dict[str, object] = {
        "game": ROUBA_MONTE.game,
        "seat": None if private is None else private.seat,
        "seats": list(public.seats),
        "phase": public.phase,
        "turn": public.turn,
        "dealer": public.dealer,
        "active": list(public.active),
        "center": list(public.center),
        "piles": dict(zip(names, map(list, public.piles), strict=True)),
        "counts": dict(zip(names, public.counts, strict=True)),
        "stock": public.stock,
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
