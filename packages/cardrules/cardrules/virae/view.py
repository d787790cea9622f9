"""What a seat may see of Viraê, built up from public fields and from its own hand.

Nothing is copied from a state and then masked: a field that is not named here stays hidden.
"""

from dataclasses import dataclass

from cardrules.errors import fail
from cardrules.game import Result, SeatView
from cardrules.policies import VIRAE
from cardrules.virae import rules
from cardrules.virae.notation import action_obj
from cardrules.virae.state import Action, State


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone sees.

    - `counts`: cards in hand, in the order of `seats`; `stock`: cards left to draw.
    - `turn`: the seat to act; while a window is open, the seat that will; None when over.
    - `discard`: last is the top card. `color`: in force. `direction`: 1 ascending, -1 descending.
    - `window`: the seat that holds one card unannounced, or None.
    - `recycled`: the cards that went into the stock at the last reshuffle, in canonical order:
      whatever was drawn since is among them, and what was in a hand then is not.
    - `history`: the last 64 moves. `"2 R5"` seat 2 played R5, `"2 W>B!"` a wild, blue, announced;
      then `draw`, `keep`, `pass`, `call`, `catch`, `lapse` (of that seat's window), `+2` (drew two
      as a penalty); `"* shuffle"`. A `draw` without that seat's play or `keep` behind it brought a
      card that did not fit.
    """

    seats: tuple[int, ...]
    phase: str
    turn: int | None
    color: str
    direction: int
    discard: tuple[str, ...]
    stock: int
    counts: tuple[int, ...]
    window: int | None
    passes: int
    shuffles: int
    recycled: tuple[str, ...]
    history: tuple[str, ...]
    result: Result | None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What a participant sees beyond that: the hand in the order in which it came.

    `reasons` go with `hand`: the code that playing that card would raise now, or None. `drawn` is
    the card that may be played or kept, on the own turn only.
    """

    seat: int
    hand: tuple[str, ...]
    drawn: str | None
    legal: tuple[Action, ...]
    reasons: tuple[str | None, ...]


View = SeatView[PublicView, PrivateView]


def public_view(state: State) -> PublicView:
    """What everyone may know."""
    return PublicView(
        seats=state.seats,
        phase=state.phase,
        turn=state.turn_seat,
        color=state.color,
        direction=state.direction,
        discard=state.discard,
        stock=len(state.stock) - state.top,
        counts=tuple(len(hand) for hand in state.hands),
        window=state.window_seat,
        passes=state.passes,
        shuffles=state.shuffles,
        recycled=state.recycled,
        history=state.history,
        result=state.result,
    )


def private_view(state: State, seat: int) -> PrivateView:
    """What this participant may know beyond that. Raises `not_seated` for anyone else."""
    if seat not in state.seats:
        fail("not_seated", seat=seat)
    hand = state.hands[state.seats.index(seat)]
    return PrivateView(
        seat=seat,
        hand=hand,
        drawn=state.drawn if seat == state.turn_seat else None,
        legal=rules.legal(state, seat),
        reasons=rules.reasons(state, seat),
    )


def view_obj(view: View) -> dict[str, object]:
    """The view as JSON values; a spectator's has no `hand`, `drawn`, `legal` and `reasons`."""
    public, private = view.public, view.private
    obj: dict[str, object] = {
        "game": VIRAE.game,
        "seat": None if private is None else private.seat,
        "seats": list(public.seats),
        "phase": public.phase,
        "turn": public.turn,
        "color": public.color,
        "direction": public.direction,
        "discard": list(public.discard),
        "stock": public.stock,
        "counts": {
            str(seat): count for seat, count in zip(public.seats, public.counts, strict=True)
        },
        "window": None if public.window is None else {"seat": public.window},
        "passes": public.passes,
        "shuffles": public.shuffles,
        "recycled": list(public.recycled),
        "history": list(public.history),
        "result": None if public.result is None else public.result.obj(),
    }
    if private is not None:
        obj |= {
            "hand": list(private.hand),
            "drawn": private.drawn,
            "legal": [action_obj(action) for action in private.legal],
            "reasons": list(private.reasons),
        }
    return obj
