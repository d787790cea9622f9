"""What Rouba Monte puts on the wire tells nobody what is hidden; unreadable things have codes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.choosing import choose
from cardproto.v1 import bots_pb2, common_pb2, rouba_monte_pb2, table_pb2
from cardrules.cards import STANDARD_52
from cardrules.errors import RuleError
from cardrules.game import seat_view
from cardrules.rouba_monte import GAME, Action, Event, State
from cardwire import MalformedUpdate, codec, codec_of
from tests.cardrules.rouba_monte_making import playing, positions, seat_sets
from tests.cardrules.test_rouba_monte_secrecy import otherwise

WIRE = codec("rouba-monte")
LEVELS = (common_pb2.BOT_LEVEL_EASY, common_pb2.BOT_LEVEL_NORMAL, common_pb2.BOT_LEVEL_HARD)


def parts(
    state: State, seat: int | None, events: tuple[Event, ...] = ()
) -> tuple[bytes, bytes | None]:
    """The public part, and the seat's private one."""
    public = WIRE.public_part("g2", 7, 1_700_000_000_000, b"", state, events)
    return public, None if seat is None else WIRE.private_part(state, seat, events)


def other_faces(
    events: tuple[Event, ...], seat: int | None, chance: random.Random
) -> tuple[Event, ...]:
    """The same events with other faces wherever `seat` may not see them."""
    return tuple(
        event
        if event.type != "dealt" or seat == event.seat
        else event._replace(cards=tuple(chance.choice(STANDARD_52) for _ in event.cards))
        for event in events
    )


@given(positions)
@settings(deadline=None)
def test_every_view_survives_the_wire(state: State) -> None:
    """Also of who has left, of hand-made positions and of the end."""
    for seat in (None, *state.seats):
        update = table_pb2.Update.FromString(b"".join(part or b"" for part in parts(state, seat)))
        assert codec_of(update).view_from_update(update) == seat_view(GAME, state, seat)


@given(positions, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_bytes_tell_nothing_of_what_is_hidden(state: State, number: int) -> None:
    """Positions that differ only in what a reader may not know give that reader equal bytes."""
    for seat in (None, *state.seats):
        other = otherwise(state, seat, random.Random(number))
        assert parts(state, seat) == parts(other, seat)


@given(seat_sets, st.integers(0, 1 << 32), st.sampled_from((0.0, 0.04)))
@settings(max_examples=20, deadline=None)
def test_events_survive_the_wire_and_tell_nothing(
    seats: tuple[int, ...], number: int, leaving: float
) -> None:
    """What happened comes back as the reader may know it, and other hidden faces change nothing."""
    chance = random.Random(number)
    for _, step in playing(seats, number % 1000, leaving):
        for seat in (None, *seats):
            other = other_faces(step.events, seat, chance)
            written = parts(step.state, seat, step.events)
            assert written == parts(step.state, seat, other)
            update = table_pb2.Update.FromString(b"".join(part or b"" for part in written))
            known = tuple(
                event if seat == event.seat else GAME.public_event(event) for event in step.events
            )
            assert WIRE.events_from_update(update) == known


@given(positions, st.sampled_from(LEVELS), st.integers(0, 1 << 32))
@settings(deadline=None)
def test_a_bot_decides_from_the_bytes_of_its_seat(
    state: State, level: common_pb2.BotLevel, number: int
) -> None:
    """What the bot-runner is sent is enough, the answer is legal, and nothing hidden moves it."""
    for seat in GAME.acting(state):
        answers = []
        for lying in (state, otherwise(state, seat, random.Random(number))):
            update = b"".join(part or b"" for part in parts(lying, seat))
            request = bots_pb2.DecideRequest(update=update, level=level, seed=b"s", budget_ms=1)
            answers.append(WIRE.action_from_proto(choose(request)))
        assert answers[0] == answers[1]
        assert answers[0] in GAME.legal(state, seat)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "unknown_action"),
        ({"type": "steal", "card": "7S", "pile": 1}, "unknown_action"),
        ({"type": "capture"}, "malformed_action"),
        ({"type": "capture", "card": "XX", "pile": 0}, "malformed_action"),
        ({"type": "capture", "card": "7S", "center": ""}, "malformed_action"),
        ({"type": "discard"}, "malformed_action"),
        ({"type": "discard", "card": "7S", "pile": 0}, "malformed_action"),
        ({"type": "discard", "card": "7S", "center": "7D"}, "malformed_action"),
    ],
)
def test_unreadable_actions_have_the_rules_codes(sent: dict[str, object], code: str) -> None:
    """Presence on the wire is presence in the notation; the rules say what is wrong with it."""
    message = table_pb2.Action(rouba_monte=sent)
    with pytest.raises(RuleError, match=code):
        WIRE.action_from_proto(message)
    with pytest.raises(RuleError, match="malformed_action"):
        WIRE.action_from_proto(table_pb2.Action(virae={"type": "draw"}))


@given(
    st.sampled_from(("capture", "discard")),
    st.sampled_from(STANDARD_52) | st.text(max_size=3),
    st.none() | st.sampled_from(STANDARD_52) | st.text(max_size=3),
    st.none() | st.integers(0, 2**32 - 1),
)
def test_any_action_is_read_or_refused(
    kind: str, card: str, center: str | None, pile: int | None
) -> None:
    """Nothing but the rules' refusal comes of strange values, and what is read says the same."""
    sent = rouba_monte_pb2.RoubaMonteAction(type=kind, card=card, center=center, pile=pile)
    try:
        read = WIRE.action_from_proto(table_pb2.Action(rouba_monte=sent))
    except RuleError:
        return
    assert read == Action(kind, card, center, pile)


@pytest.mark.parametrize(
    ("view", "you"),
    [
        (rouba_monte_pb2.RoubaMonteView(), 0),
        (
            rouba_monte_pb2.RoubaMonteView(
                seats=[rouba_monte_pb2.RoubaMonteSeat(seat=s) for s in (0, 2)]
            ),
            1,
        ),
        (
            rouba_monte_pb2.RoubaMonteView(
                seats=[rouba_monte_pb2.RoubaMonteSeat(seat=s) for s in (0, 2)],
                own=rouba_monte_pb2.RoubaMonteOwn(hand=["2C"]),
            ),
            0,
        ),
    ],
)
def test_updates_of_nobody_are_malformed(view: rouba_monte_pb2.RoubaMonteView, you: int) -> None:
    """No seats, a reader who does not take part, reasons that do not go with the hand."""
    update = table_pb2.Update(view=table_pb2.GameView(rouba_monte=view), you=you)
    with pytest.raises(MalformedUpdate):
        codec_of(update).view_from_update(update)
