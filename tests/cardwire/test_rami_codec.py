"""What Rami puts on the wire tells nobody what is hidden, and unreadable things have codes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot_runner.choosing import choose
from cardproto.v1 import bots_pb2, common_pb2, rami_pb2, table_pb2
from cardrules.cards import STANDARD_52
from cardrules.errors import RuleError
from cardrules.game import seat_view
from cardrules.rami import GAME, Event, State
from cardwire import MalformedUpdate, codec, codec_of
from tests.cardrules.rami_making import options, playing, positions, seat_sets
from tests.cardrules.test_rami_secrecy import otherwise

WIRE = codec("rami")
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
        if event.type not in ("dealt", "drew") or seat == event.seat
        else event._replace(cards=tuple(chance.choice(STANDARD_52) for _ in event.cards))
        for event in events
    )


@given(positions)
@settings(deadline=None)
def test_every_view_survives_the_wire(state: State) -> None:
    """Hand-made positions too: melds of any length, an empty stock, options of any kind."""
    for seat in (None, *state.seats):
        public, private = parts(state, seat)
        update = table_pb2.Update.FromString(public + (private or b""))
        assert codec_of(update).view_from_update(update) == seat_view(GAME, state, seat)


@given(positions, st.integers(0, 1 << 32))
@settings(deadline=None)
def test_bytes_tell_nothing_of_what_is_hidden(state: State, number: int) -> None:
    """Positions that differ only in what a reader may not know give that reader equal bytes."""
    for seat in (None, *state.seats):
        other = otherwise(state, seat, random.Random(number))
        assert parts(state, seat) == parts(other, seat)


@given(seat_sets, st.integers(0, 1 << 32), options)
@settings(max_examples=10, deadline=None)
def test_events_tell_nothing_of_what_is_hidden(
    seats: tuple[int, ...], number: int, chosen: dict[str, object]
) -> None:
    """The same for what happened: deals, also those of later rounds, and draws."""
    chance = random.Random(number)
    for _, step in playing(seats, number % 1000, chosen):
        for seat in (None, *seats):
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
        assert answers[0] in GAME.legal(state, seat)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "unknown_action"),
        ({"type": "knock"}, "unknown_action"),
        ({"type": "draw"}, "malformed_action"),
        ({"type": "draw", "from": ""}, "malformed_action"),
        ({"type": "draw", "from": "stock", "card": "2C"}, "malformed_action"),
        ({"type": "draw", "from": "stock", "cards": ["2C"]}, "malformed_action"),
        ({"type": "discard"}, "malformed_action"),
        ({"type": "discard", "card": "XX"}, "malformed_action"),
        ({"type": "meld", "cards": ["2C", "3C", "??"]}, "malformed_action"),
        ({"type": "meld", "cards": ["2C", "3C", "4C"], "meld": 0}, "malformed_action"),
        ({"type": "lay_off", "meld": 0}, "malformed_action"),
        ({"type": "lay_off", "cards": ["2C"]}, "malformed_action"),
    ],
)
def test_unreadable_actions_have_the_rules_codes(sent: dict[str, object], code: str) -> None:
    """Presence on the wire is presence in the notation; the rules say what is wrong with it."""
    with pytest.raises(RuleError, match=code):
        WIRE.action_from_proto(table_pb2.Action(rami=sent))
    with pytest.raises(RuleError, match="malformed_action"):
        WIRE.action_from_proto(table_pb2.Action(virae={"type": "draw"}))


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"type": "meld"}, "not_a_meld"),
        ({"type": "lay_off", "meld": -1, "cards": ["9D"]}, "no_such_meld"),
        ({"type": "lay_off", "meld": 0, "cards": ["9D"]}, "no_such_meld"),
    ],
)
def test_what_can_be_read_is_for_the_rules_to_refuse(sent: dict[str, object], code: str) -> None:
    """A meld of no cards and an index below zero come through as what they are."""
    state = GAME.load(
        {
            "game": "rami", "seats": [0, 1], "turn": 0, "phase": "meld",
            "hands": {"0": ["9D", "2C"], "1": ["3C"]},
        }
    )  # fmt: skip
    with pytest.raises(RuleError, match=code):
        GAME.apply(state, 0, WIRE.action_from_proto(table_pb2.Action(rami=sent)))


@given(
    st.text(max_size=7),
    st.text(max_size=7),
    st.text(max_size=3),
    st.lists(st.text(max_size=3), max_size=4),
    st.integers(-(2**31), 2**31 - 1),
)
def test_an_action_with_every_field_is_refused(
    kind: str, source: str, card: str, cards: list[str], meld: int
) -> None:
    """Nothing but the rules' refusal comes of strange values."""
    sent = {"type": kind, "from": source, "card": card, "cards": cards, "meld": meld}
    with pytest.raises(RuleError):
        WIRE.action_from_proto(table_pb2.Action(rami=sent))


@pytest.mark.parametrize(
    ("view", "you"),
    [
        (rami_pb2.RamiView(seats=[rami_pb2.RamiSeat(seat=0)]), 1),
        (
            rami_pb2.RamiView(seats=[rami_pb2.RamiSeat(seat=0)], own=rami_pb2.RamiOwn(hand=["2C"])),
            0,
        ),
        (rami_pb2.RamiView(melds=[rami_pb2.RamiMeld(cards=["2C", "3C", "5C"])]), None),
        (rami_pb2.RamiView(melds=[rami_pb2.RamiMeld(cards=["2C", "3C", "R5"])]), None),
    ],
)
def test_updates_that_no_engine_wrote_are_malformed(
    view: rami_pb2.RamiView, you: int | None
) -> None:
    """A reader who does not take part, reasons that do not go with the hand, no melds at all."""
    update = table_pb2.Update(view=table_pb2.GameView(rami=view), you=you)
    with pytest.raises(MalformedUpdate):
        codec_of(update).view_from_update(update)
