"""What Caravan puts on the wire tells nobody what is hidden, and unreadable things have codes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.choosing import choose
from cardproto.v1 import bots_pb2, caravan_pb2, common_pb2, table_pb2
from cardrules.caravan import GAME, Action, Event, State
from cardrules.cards import STANDARD_54
from cardrules.errors import RuleError
from cardrules.game import seat_view
from cardwire import MalformedUpdate, codec, codec_of
from tests.cardrules.caravan_making import playing, positions, variant_sets
from tests.cardrules.test_caravan_secrecy import otherwise

WIRE = codec("caravan")
LEVELS = (common_pb2.BOT_LEVEL_EASY, common_pb2.BOT_LEVEL_NORMAL, common_pb2.BOT_LEVEL_HARD)


def parts(state: State, seat: int | None, events: tuple[Event, ...] = ()) -> tuple[bytes, bytes]:
    """The public part, and the seat's private one."""
    public = WIRE.public_part("g2", 7, 1_700_000_000_000, b"", state, events)
    return public, b"" if seat is None else WIRE.private_part(state, seat, events)


def other_faces(
    events: tuple[Event, ...], seat: int | None, chance: random.Random
) -> tuple[Event, ...]:
    """The same events with other faces wherever `seat` may not see them."""
    return tuple(
        event
        if event.type not in ("dealt", "drew") or event.seat == seat
        else event._replace(cards=tuple(chance.choice(STANDARD_54) for _ in event.cards))
        for event in events
    )


@given(positions)
@settings(deadline=None)
def test_the_view_survives_the_wire_in_every_variant(state: State) -> None:
    """Public and private part joined as bytes give the view of exactly that seat."""
    for seat in (None, 0, 1):
        update = table_pb2.Update.FromString(b"".join(parts(state, seat)))
        assert codec_of(update).view_from_update(update) == seat_view(GAME, state, seat)


@given(positions, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_bytes_tell_nothing_of_what_is_hidden(state: State, number: int) -> None:
    """Positions that differ only in what a reader may not know give that reader equal bytes."""
    for seat in (None, 0, 1):
        other = otherwise(state, seat, random.Random(number))
        assert parts(state, seat) == parts(other, seat)


@given(variant_sets, st.integers(0, 1 << 32))
@settings(max_examples=10, deadline=None)
def test_events_survive_the_wire_and_tell_nothing(variants: tuple[str, ...], number: int) -> None:
    """What happened is read back as far as the reader may know it; other hidden faces, no other
    bytes."""
    chance = random.Random(number)
    for _, _, step in playing(variants, number % 1000):
        for seat in (None, 0, 1):
            sent = parts(step.state, seat, step.events)
            assert sent == parts(step.state, seat, other_faces(step.events, seat, chance))
            read = WIRE.events_from_update(table_pb2.Update.FromString(b"".join(sent)))
            known = tuple(
                event if seat is not None and seat == event.seat else GAME.public_event(event)
                for event in step.events
            )
            assert read == known


@given(positions, st.sampled_from(LEVELS), st.integers(0, 1 << 32))
@settings(deadline=None)
def test_a_bot_decides_from_the_bytes_of_its_seat(
    state: State, level: common_pb2.BotLevel, number: int
) -> None:
    """What the bot-runner is sent is enough, the answer is legal, and nothing hidden moves it."""
    for seat in GAME.acting(state):
        answers = []
        for lying in (state, otherwise(state, seat, random.Random(number))):
            update = b"".join(parts(lying, seat))
            request = bots_pb2.DecideRequest(update=update, level=level, seed=b"s", budget_ms=1)
            answers.append(WIRE.action_from_proto(choose(request)))
        assert answers[0] == answers[1]
        assert answers[0] in GAME.legal(state, seat)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "unknown_action"),
        ({"type": "draw"}, "unknown_action"),
        ({"type": "place"}, "malformed_action"),
        ({"type": "place", "card": "5D"}, "malformed_action"),
        ({"type": "place", "card": "R5", "route": 0}, "malformed_action"),
        ({"type": "place", "card": "5D", "route": 0, "seat": 0}, "malformed_action"),
        ({"type": "attach", "card": "KD", "route": 0, "seat": 0}, "malformed_action"),
        ({"type": "discard", "card": ""}, "malformed_action"),
        ({"type": "disband", "route": 0, "card": "5D"}, "malformed_action"),
    ],
)
def test_unreadable_actions_have_the_rules_codes(sent: dict[str, object], code: str) -> None:
    """Presence on the wire is presence in the notation; the rules say what is wrong with it."""
    with pytest.raises(RuleError, match=code):
        WIRE.action_from_proto(table_pb2.Action(caravan=sent))
    with pytest.raises(RuleError, match="malformed_action"):
        WIRE.action_from_proto(table_pb2.Action(virae={"type": "draw"}))


@given(
    st.sampled_from(("place", "attach", "discard", "disband", "x")),
    st.sampled_from(STANDARD_54) | st.text(max_size=3),
    *(st.none() | st.integers(-(2**31), 2**31 - 1),) * 3,
)
def test_any_action_is_read_or_refused(
    kind: str, card: str, route: int | None, seat: int | None, index: int | None
) -> None:
    """Nothing but the rules' refusal comes of strange values, and what is read says the same."""
    sent = caravan_pb2.CaravanAction(type=kind, card=card, route=route, seat=seat, index=index)
    try:
        read = WIRE.action_from_proto(table_pb2.Action(caravan=sent))
    except RuleError:
        return
    assert read == Action(kind, card, route, seat, index)


@pytest.mark.parametrize(
    ("view", "you"),
    [
        (caravan_pb2.CaravanView(), None),
        (caravan_pb2.CaravanView(sides=[caravan_pb2.CaravanSide()] * 2), 2),
        (
            caravan_pb2.CaravanView(
                sides=[caravan_pb2.CaravanSide()] * 2, own=caravan_pb2.CaravanOwn(hand=["2C"])
            ),
            0,
        ),
    ],
)
def test_updates_of_nobody_are_malformed(view: caravan_pb2.CaravanView, you: int | None) -> None:
    """No sides, a reader who does not take part, reasons that do not go with the hand."""
    update = table_pb2.Update(view=table_pb2.GameView(caravan=view), you=you)
    with pytest.raises(MalformedUpdate):
        codec_of(update).view_from_update(update)
