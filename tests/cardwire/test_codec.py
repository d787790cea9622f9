"""Every value of a game survives the wire, and nothing hidden is on it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardproto.v1 import table_pb2, virae_pb2
from cardrules.errors import RuleError
from cardrules.game import Result, pick, seat_view
from cardrules.registry import GAMES
from cardrules.virae import Action, Event, State
from cardwire import CODECS, AnyCodec, MalformedUpdate, codec, codec_of
from cardwire.mirror import result_from_proto, result_to_proto
from tests.cardwire.games import Reached, play

SEATS = st.sampled_from(sorted(GAMES)).flatmap(
    lambda name: st.tuples(
        st.just(name),
        st.sets(
            st.integers(0, GAMES[name].policy.seats - 1),
            min_size=GAMES[name].policy.players_min,
            max_size=GAMES[name].policy.players_max,
        ).map(lambda seats: tuple(sorted(seats))),
    )
)
SEEDS = st.integers(0, 2**32)
TABLE = table_pb2.TableState(game="virae", status=table_pb2.TABLE_STATUS_PLAYING, acting=[0])
PAUSED = table_pb2.TableEvent(type="paused", reason="host")


def parts(wire: AnyCodec, reached: Reached, extra: tuple[Any, ...] = ()) -> tuple[bytes, Any]:
    """The public part, and a function from seat to private part; `extra` events come first."""
    events = (*extra, *reached.events)
    frame = TABLE.SerializeToString()
    public = wire.public_part("g2", 7, 1_700_000_000_000, frame, reached.state, events)
    return public, lambda seat: wire.private_part(reached.state, seat, events)


def test_every_playable_game_has_a_codec() -> None:
    """The registry of codecs is the registry of games."""
    assert set(CODECS) == set(GAMES)
    with pytest.raises(RuleError, match="unknown_game"):
        codec("bridge")


@given(SEATS, SEEDS)
@settings(max_examples=25, deadline=None)
def test_the_view_survives_the_wire(table: tuple[str, tuple[int, ...]], seed: int) -> None:
    """Public and private part joined as bytes give the view and events of exactly that seat."""
    wire = codec(table[0])
    game = wire.game
    for reached in play(game, table[1], seed):
        public, private = parts(wire, reached, (PAUSED,))
        spectator = table_pb2.Update.FromString(public)
        assert wire.view_from_update(spectator) == seat_view(game, reached.state, None)
        assert wire.events_from_update(spectator) == tuple(map(game.public_event, reached.events))
        for seat in table[1]:
            update = table_pb2.Update.FromString(public + private(seat))
            assert (update.game_id, update.version, update.at_ms) == ("g2", 7, 1_700_000_000_000)
            assert update.table == TABLE
            assert update.events[0].table == PAUSED
            assert codec_of(update).view_from_update(update) == seat_view(game, reached.state, seat)
            known = tuple(
                shown if (faces := game.reveal(event, seat)) is None
                else game.reveal_event(shown, faces)
                for event in reached.events
                for shown in (game.public_event(event),)
            )  # fmt: skip
            assert wire.events_from_update(update) == known


@given(SEATS, SEEDS)
@settings(max_examples=25, deadline=None)
def test_actions_survive_the_wire(table: tuple[str, tuple[int, ...]], seed: int) -> None:
    """What is legal is read back from protobuf, its bytes and its notation as the same value."""
    wire = codec(table[0])
    for reached in play(wire.game, table[1], seed):
        for seat in table[1]:
            for entry in wire.game.legal(reached.state, seat):
                action = pick(wire.game, entry, random.Random(seed).sample)
                sent = wire.action_to_proto(action).SerializeToString()
                assert wire.action_from_proto(table_pb2.Action.FromString(sent)) == action
                assert wire.action_from_obj(wire.action_obj(action)) == action


def shuffled_hidden(state: State, seat: int | None, chance: random.Random) -> State:
    """Another position that looks the same from `seat`: all that it may not see dealt anew."""
    own = state.seats.index(seat) if seat is not None else -1
    kept = {own}
    if state.drawn is not None and own != state.turn:
        kept.add(state.turn)  # the drawn card must stay in that hand
    hidden = [c for place, hand in enumerate(state.hands) if place not in kept for c in hand]
    hidden += state.stock_left
    chance.shuffle(hidden)
    hands = []
    for place, hand in enumerate(state.hands):
        hands.append(hand if place in kept else tuple(hidden[: len(hand)]))
        if place not in kept:
            del hidden[: len(hand)]
    return State(
        state.seats, chance.randbytes(32), state.shuffles, tuple(hands), tuple(hidden), 0,
        state.discard, state.color, state.direction, state.turn, state.phase, state.drawn,
        state.forgetful, state.passes, state.history, state.recycled, state.result,
    )  # fmt: skip


def other_draws(events: tuple[Event, ...], seat: int | None, chance: random.Random) -> Any:
    """The same events with other faces wherever `seat` may not see them."""
    faces = [*"RYGB"]
    return tuple(
        event
        if event.type not in ("dealt", "drew") or event.seat == seat
        else event._replace(cards=tuple(chance.choice(faces) + "5" for _ in event.cards))
        for event in events
    )


@given(st.sets(st.integers(0, 5), min_size=2).map(lambda s: tuple(sorted(s))), SEEDS)
@settings(max_examples=25, deadline=None)
def test_bytes_tell_nothing_of_what_is_hidden(seats: tuple[int, ...], seed: int) -> None:
    """Positions that differ only in what a reader may not know give that reader equal bytes."""
    wire = codec("virae")
    chance = random.Random(seed)
    for reached in play(wire.game, seats, seed):
        for seat in (None, *seats):
            other = Reached(
                shuffled_hidden(reached.state, seat, chance),
                other_draws(reached.events, seat, chance),
            )
            public, private = parts(wire, reached)
            other_public, other_private = parts(wire, other)
            assert public == other_public
            if seat is not None:
                assert private(seat) == other_private(seat)


def test_the_secrecy_test_can_fail() -> None:
    """Its other positions do differ: the hidden hands' own private parts are other bytes."""
    wire = codec("virae")
    first = next(iter(play(wire.game, (0, 1, 2), 5)))
    other = shuffled_hidden(first.state, 0, random.Random(1))
    assert wire.private_part(other, 1, ()) != wire.private_part(first.state, 1, ())


def test_a_private_part_is_for_participants() -> None:
    """Nobody else has one."""
    wire = codec("virae")
    first = next(iter(play(wire.game, (0, 2), 5)))
    with pytest.raises(RuleError, match="not_seated"):
        wire.private_part(first.state, 1, ())


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (table_pb2.Action(), "malformed_action"),
        (table_pb2.Action(virae=virae_pb2.ViraeAction()), "unknown_action"),
        (table_pb2.Action(virae=virae_pb2.ViraeAction(type="fly")), "unknown_action"),
        (table_pb2.Action(virae=virae_pb2.ViraeAction(type="play")), "malformed_action"),
        (table_pb2.Action(virae=virae_pb2.ViraeAction(type="draw", card="R5")), "malformed_action"),
        (table_pb2.Action(virae=virae_pb2.ViraeAction(type="play", card="Q9")), "malformed_action"),
        (table_pb2.Action(virae=virae_pb2.ViraeAction(type="play", card="")), "malformed_action"),
    ],
)
def test_unreadable_actions_have_the_rules_codes(message: table_pb2.Action, code: str) -> None:
    """Presence on the wire is presence in the notation; the rules say what is wrong with it."""
    with pytest.raises(RuleError, match=code):
        codec("virae").action_from_proto(message)


@given(st.text(max_size=3), st.text(max_size=3), st.text(max_size=3), st.booleans())
def test_any_action_is_read_or_refused(kind: str, card: str, color: str, call: bool) -> None:
    """Nothing but the rules' refusal comes of strange values, and what is read says the same."""
    wire = codec("virae")
    sent = virae_pb2.ViraeAction(type=kind, card=card, color=color, call=call)
    try:
        read = wire.action_from_proto(table_pb2.Action(virae=sent))
    except RuleError:
        return
    assert read == Action(kind, card, color, call)


@pytest.mark.parametrize(
    "update",
    [
        table_pb2.Update(),
        table_pb2.Update(view=table_pb2.GameView()),
        table_pb2.Update(view=table_pb2.GameView(virae=virae_pb2.ViraeView()), you=3),
        table_pb2.Update(
            view=table_pb2.GameView(
                virae=virae_pb2.ViraeView(
                    hands=[virae_pb2.ViraeHand(seat=0)], own=virae_pb2.ViraeOwn(hand=["R1"])
                )
            ),
            you=0,
        ),
    ],
)
def test_updates_of_nobody_are_malformed(update: table_pb2.Update) -> None:
    """No view, a reader who does not take part, reasons that do not go with the hand."""
    with pytest.raises(MalformedUpdate):
        codec_of(update).view_from_update(update)


@given(
    st.dictionaries(st.integers(0, 5), st.integers(-500, 1500), min_size=1),
    st.sets(st.integers(0, 5)),
    st.text(max_size=9),
)
def test_results_survive_the_wire(scores: dict[int, int], winners: set[int], reason: str) -> None:
    """Winners, scores below zero too, and the reason."""
    result = Result(tuple(sorted(winners)), tuple(sorted(scores.items())), reason)
    assert result_from_proto(result_to_proto(result)) == result


def test_the_games_played_here_end() -> None:
    """So the last view, with its result, is among those that crossed the wire."""
    game = GAMES["virae"]
    ends = [
        game.result(reached.state) is not None
        for seed in range(20)
        for reached in play(game, (1, 4), seed)
    ]
    assert sum(ends) > 10
