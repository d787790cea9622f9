"""What a seat may see of Caravan, built up from public fields and from its own hand.

Nothing is copied from a state and then masked: a field that is not named here stays hidden.
"""

from dataclasses import dataclass

from cardrules.caravan import rules, scoring
from cardrules.caravan.notation import action_obj
from cardrules.caravan.state import SEATS, Action, Route, Side, Stack, State
from cardrules.errors import fail
from cardrules.game import Result, SeatView
from cardrules.policies import CARAVAN


@dataclass(frozen=True, slots=True)
class RouteView:
    """One route as it lies, and what it is worth.

    - `cards`: each numeric card with the figures on it, a figure with `@` and the seat that
      played it. `held`: the direction that `steady_course` keeps, or None.
    - `value`: the total with kings; `direction`: `up`, `down` or None; `suit`: the current one,
      empty on an empty route.
    """

    cards: tuple[Stack, ...]
    held: str | None
    value: int
    direction: str | None
    suit: str


@dataclass(frozen=True, slots=True)
class SideView:
    """What everyone sees of one seat.

    - `hand`, `deck`: how many cards. `discard`: all of it, the newest last. `moves`: turns taken.
    - `reshuffles`: so often this discard became the deck; `recycled`: what the last time went
      into it, in canonical order: whatever was drawn since is among that.
    - `shown`: the poor hands that went back into the deck (`fresh_hand`).
    - `figures`: so many cards of the hand are figures for certain: whoever discards in the
      opening has no numeric card.
    """

    hand: int
    deck: int
    discard: tuple[str, ...]
    routes: tuple[RouteView, ...]
    moves: int
    reshuffles: int
    recycled: tuple[str, ...]
    shown: tuple[tuple[str, ...], ...]
    figures: int


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone sees.

    - `sides` go by seat. `sold`: for each pair the seat that would have sold it now, or None.
    - `history`: the last 64 moves. `"0 9C>1"` seat 0 placed 9C on its route 1, `"1 KD>0.1.2"` put
      KD on card 2 of seat 0's route 1, `"0 -QS"` discarded, `"1 x2"` disbanded its route 2,
      `"0 shuffle"`: its discard became its deck.
    """

    variants: tuple[str, ...]
    phase: str
    turn: int | None
    sides: tuple[SideView, SideView]
    sold: tuple[int | None, ...]
    shuffles: int
    history: tuple[str, ...]
    result: Result | None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What a participant sees beyond that: the hand in the order in which it came.

    `reasons` go with `hand`: why that card can be put to no use now, or None.
    """

    seat: int
    hand: tuple[str, ...]
    legal: tuple[Action, ...]
    reasons: tuple[str | None, ...]


View = SeatView[PublicView, PrivateView]


def public_view(state: State) -> PublicView:
    """What everyone may know."""
    zero, one = state.sides
    sold = scoring.sellers(zero.routes, one.routes)
    return PublicView(
        variants=state.variants.names,
        phase=state.phase,
        turn=state.turn_seat,
        sides=(_side(zero), _side(one)),
        sold=tuple(None if seat < 0 else seat for seat in sold),
        shuffles=state.shuffles,
        history=state.history,
        result=state.result,
    )


def _side(side: Side) -> SideView:
    return SideView(
        hand=len(side.hand),
        deck=len(side.deck) - side.top,
        discard=side.discard,
        routes=tuple(_route(route) for route in side.routes),
        moves=side.moves,
        reshuffles=side.known.reshuffles,
        recycled=side.known.recycled,
        shown=side.known.shown,
        figures=side.known.figures,
    )


def _route(route: Route) -> RouteView:
    return RouteView(route.cards, route.held, route.value, *route.course[:2])


def private_view(state: State, seat: int) -> PrivateView:
    """What this participant may know beyond that. Raises `not_seated` for anyone else."""
    if seat not in SEATS:
        fail("not_seated", seat=seat)
    return PrivateView(
        seat=seat,
        hand=state.sides[seat].hand,
        legal=rules.legal(state, seat),
        reasons=rules.reasons(state, seat),
    )


def view_obj(view: View) -> dict[str, object]:
    """The view as JSON values; a spectator's has no `hand`, `legal` and `reasons`."""
    public, private = view.public, view.private
    obj: dict[str, object] = {
        "game": CARAVAN.game,
        "seat": None if private is None else private.seat,
        "seats": list(SEATS),
        "variants": list(public.variants),
        "phase": public.phase,
        "turn": public.turn,
        "counts": {str(seat): public.sides[seat].hand for seat in SEATS},
        "decks": {str(seat): public.sides[seat].deck for seat in SEATS},
        "discards": {str(seat): list(public.sides[seat].discard) for seat in SEATS},
        "routes": {
            str(seat): [_route_obj(route) for route in public.sides[seat].routes] for seat in SEATS
        },
        "sold": list(public.sold),
        "moves": {str(seat): public.sides[seat].moves for seat in SEATS},
        "reshuffles": {str(seat): public.sides[seat].reshuffles for seat in SEATS},
        "shuffles": public.shuffles,
        "recycled": {str(seat): list(public.sides[seat].recycled) for seat in SEATS},
        "shown": {str(seat): [list(hand) for hand in public.sides[seat].shown] for seat in SEATS},
        "figures": {str(seat): public.sides[seat].figures for seat in SEATS},
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


def _route_obj(route: RouteView) -> dict[str, object]:
    return {
        "cards": [list(stack) for stack in route.cards],
        "held": route.held,
        "value": route.value,
        "direction": route.direction,
        "suit": route.suit or None,
    }
