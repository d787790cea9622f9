"""What Hearts puts on the wire tells nobody what is hidden, and unreadable things have codes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.choosing import choose
from cardproto.v1 import bots_pb2, common_pb2, hearts_pb2, table_pb2
from cardrules.cards import STANDARD_52
from cardrules.errors import RuleError
from cardrules.hearts import GAME, Action, Event, State
from cardwire import MalformedUpdate, codec, codec_of
from tests.cardrules.hearts_making import SEATS, playing, positions
from tests.cardrules.test_hearts_secrecy import otherwise

WIRE = codec("hearts")
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
        if event.type not in ("dealt", "chose", "passed") or seat in (event.seat, event.to)
        else event._replace(cards=tuple(chance.choice(STANDARD_52) for _ in event.cards))
        for event in events
    )


@given(positions, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_bytes_tell_nothing_of_what_is_hidden(state: State, number: int) -> None:
    """Positions that differ only in what a reader may not know give that reader equal bytes."""
    for seat in (None, *SEATS):
        other = otherwise(state, seat, random.Random(number))
        assert parts(state, seat) == parts(other, seat)


@given(st.integers(0, 1 << 32))
@settings(max_examples=10, deadline=None)
def test_events_tell_nothing_of_what_is_hidden(number: int) -> None:
    """The same for what happened: deals, choices and what was passed."""
    chance = random.Random(number)
    for _, step in playing(number % 1000, 26):
        for seat in (None, *SEATS):
            other = other_faces(step.events, seat, chance)
            assert parts(step.state, seat, step.events) == parts(step.state, seat, other)


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
        GAME.apply(state, seat, answers[0])


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "unknown_action"),
        ({"type": "shoot"}, "unknown_action"),
        ({"type": "play"}, "malformed_action"),
        ({"type": "play", "card": "XX"}, "malformed_action"),
        ({"type": "play", "card": ""}, "malformed_action"),
        ({"type": "play", "card": "QS", "cards": ["2C"]}, "malformed_action"),
        ({"type": "play", "card": "QS", "choose": 3}, "malformed_action"),
        ({"type": "pass"}, "malformed_action"),
        ({"type": "pass", "cards": ["2C", "3C", "XX"]}, "malformed_action"),
        ({"type": "pass", "choose": 3, "from": ["2C", "3C", "4C"]}, "malformed_action"),
    ],
)
def test_unreadable_actions_have_the_rules_codes(sent: dict[str, object], code: str) -> None:
    """Presence on the wire is presence in the notation; the rules say what is wrong with it."""
    message = table_pb2.Action(hearts=sent)
    with pytest.raises(RuleError, match=code):
        WIRE.action_from_proto(message)
    with pytest.raises(RuleError, match="malformed_action"):
        WIRE.action_from_proto(table_pb2.Action(virae={"type": "draw"}))


@given(st.text(max_size=5), st.text(max_size=3), st.lists(st.text(max_size=3), max_size=4))
def test_any_action_is_read_or_refused(kind: str, card: str, cards: list[str]) -> None:
    """Nothing but the rules' refusal comes of strange values, and what is read says the same."""
    sent = hearts_pb2.HeartsAction(type=kind, card=card, cards=cards)
    try:
        read = WIRE.action_from_proto(table_pb2.Action(hearts=sent))
    except RuleError:
        return
    assert read == Action(kind, card, tuple(cards))


@pytest.mark.parametrize(
    ("view", "you"),
    [
        (hearts_pb2.HeartsView(), None),
        (hearts_pb2.HeartsView(seats=[hearts_pb2.HeartsSeat(seat=s) for s in SEATS]), 4),
        (
            hearts_pb2.HeartsView(
                seats=[hearts_pb2.HeartsSeat(seat=s) for s in SEATS],
                own=hearts_pb2.HeartsOwn(hand=["2C"]),
            ),
            0,
        ),
    ],
)
def test_updates_of_nobody_are_malformed(view: hearts_pb2.HeartsView, you: int | None) -> None:
    """No seats, a reader who does not take part, reasons that do not go with the hand."""
    update = table_pb2.Update(view=table_pb2.GameView(hearts=view), you=you)
    with pytest.raises(MalformedUpdate):
        codec_of(update).view_from_update(update)
