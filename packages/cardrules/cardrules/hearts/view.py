"""What a seat may see of Hearts, built up from public fields and from its own cards.

Nothing is copied from a state and then masked: a field that is not named here stays hidden.
"""

from dataclasses import dataclass

from cardrules.errors import fail
from cardrules.game import Result, SeatView
from cardrules.hearts import rules
from cardrules.hearts.notation import action_obj, history_obj, trick_obj
from cardrules.hearts.state import SEATS, Action, State, Trick
from cardrules.policies import HEARTS


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone sees. Four-tuples go by seat.

    - `turn`: the seat to play, None in the pass and when over.
    - `number`: of the hand, from 1; `direction`: of its pass; `ready`: the seats that have chosen.
    - `counts`: cards in hand; `taken`: cards won this hand, in the order played.
    - `leader`: who led or leads the trick, None where there is none; `trick`: its cards in order.
    - `history`: this hand's tricks in order, so that it is known who played what.
    - `limit`: of the totals; `scores`: running totals; `sheet`: the points of each finished hand.
    """

    seats: tuple[int, ...]
    phase: str
    turn: int | None
    number: int
    direction: str
    ready: tuple[int, ...]
    counts: tuple[int, ...]
    leader: int | None
    trick: tuple[str, ...]
    broken: bool
    tricks: int
    taken: tuple[tuple[str, ...], ...]
    history: tuple[Trick, ...]
    limit: int
    scores: tuple[int, ...]
    sheet: tuple[tuple[int, ...], ...]
    shuffles: int
    result: Result | None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What a participant sees beyond that: the hand in the order in which it came.

    - `passed`: the three cards that it chose or has passed on; `received`: those it was given.
    - `legal`: in the pass one compact entry for all choices.
    - `reasons` go with `hand`: the code that using that card would raise now, or None.
    """

    seat: int
    hand: tuple[str, ...]
    passed: tuple[str, ...]
    received: tuple[str, ...]
    legal: tuple[Action, ...]
    reasons: tuple[str | None, ...]


View = SeatView[PublicView, PrivateView]


def public_view(state: State) -> PublicView:
    """What everyone may know."""
    deal = state.deal
    return PublicView(
        seats=SEATS,
        phase=state.phase,
        turn=state.turn_seat,
        number=deal.number,
        direction=deal.direction,
        ready=tuple(seat for seat in SEATS if deal.chosen[seat]),
        counts=tuple(held.bit_count() for held in state.hands),
        leader=None if state.leader < 0 else state.leader,
        trick=state.trick,
        broken=state.broken,
        tricks=state.tricks,
        taken=state.taken,
        history=state.history,
        limit=deal.limit,
        scores=deal.scores,
        sheet=deal.sheet,
        shuffles=deal.shuffles,
        result=state.result,
    )


def private_view(state: State, seat: int) -> PrivateView:
    """What this participant may know beyond that. Raises `not_seated` for anyone else."""
    if seat not in SEATS:
        fail("not_seated", seat=seat)
    deal = state.deal
    return PrivateView(
        seat=seat,
        hand=state.cards(seat),
        passed=deal.chosen[seat] or deal.received[deal.receiver(seat)],
        received=deal.received[seat],
        legal=rules.legal(state, seat),
        reasons=rules.reasons(state, seat),
    )


def view_obj(view: View) -> dict[str, object]:
    """The view as JSON values; a spectator's has nothing of a hand."""
    public, private = view.public, view.private
    obj: dict[str, object] = {
        "game": HEARTS.game,
        "seat": None if private is None else private.seat,
        "seats": list(public.seats),
        "phase": public.phase,
        "turn": public.turn,
        "number": public.number,
        "pass": public.direction,
        "ready": list(public.ready),
        "counts": {str(seat): public.counts[seat] for seat in SEATS},
        "leader": public.leader,
        "trick": [] if public.leader is None else trick_obj(public.leader, public.trick),
        "broken": public.broken,
        "tricks": public.tricks,
        "taken": {str(seat): list(public.taken[seat]) for seat in SEATS},
        "history": [history_obj(trick) for trick in public.history],
        "limit": public.limit,
        "scores": {str(seat): public.scores[seat] for seat in SEATS},
        "sheet": [list(points) for points in public.sheet],
        "shuffles": public.shuffles,
        "result": None if public.result is None else public.result.obj(),
    }
    if private is not None:
        obj |= {
            "hand": list(private.hand),
            "passed": list(private.passed),
            "received": list(private.received),
            "legal": [action_obj(action) for action in private.legal],
            "reasons": list(private.reasons),
        }
    return obj
