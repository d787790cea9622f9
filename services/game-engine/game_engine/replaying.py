"""A finished game step by step: its record played again by the rules, shown as it was at the table.

Everything may be shown: the cards of every seat stand open beside the view that is asked for. The
work is done in short slices, so that the moves of running games do not wait behind it, and what
was unfolded last is kept, since a reader pages through.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import orjson

from cardproto.v1 import common_pb2, replay_pb2, table_pb2
from cardproto.v1.table_pb2 import TableEvent, TableState
from cardrules import record as records
from cardrules import registry
from cardwire import codec, result_to_proto
from game_engine.errors import Refusal
from game_engine.recording import LEVELS
from game_engine.store import Streams
from game_engine.table import AnyGame, may_act

COUNT_MOST: Final = 100
"""Steps in one page."""
PAGE_BYTES: Final = 512 * 1024
"""Of one page, about; a server takes no message above 1 MiB."""
_KEPT_GAMES: Final = 8
_KEPT_STEPS: Final = 1_000
_AT_ONCE: Final = 2
_SLICE_S: Final = 0.003

_LEVEL_OF: Final = {name: level for level, name in LEVELS.items()}
_PRESENCE: Final = {
    "takeover": table_pb2.PRESENCE_BOT_FOR_PERSON,
    "absent": table_pb2.PRESENCE_AWAY,
    "present": table_pb2.PRESENCE_CONNECTED,
    "reclaim": table_pb2.PRESENCE_CONNECTED,
    "owner_left": table_pb2.PRESENCE_LEFT,
    "leave": table_pb2.PRESENCE_LEFT,
}
_REMARK_TYPES: Final = {
    "takeover": "takeover",
    "absent": "away",
    "present": "connected",
    "reclaim": "connected",
    "owner_left": "left",
    "paused": "paused",
    "resumed": "resumed",
    "extended": "extended",
}


class Stage(NamedTuple):
    """A table after one step. `entry` is the record's (None: the deal), `presences` by seat."""

    at_ms: int
    entry: Mapping[str, Any] | None
    position: Any
    events: tuple[Any, ...]
    presences: tuple[tuple[int, int], ...]


class Unfolded(NamedTuple):
    """A record and all its steps."""

    record: Mapping[str, Any]
    game: AnyGame
    stages: Sequence[Stage]


def stages(record: Mapping[str, Any]) -> Iterator[Stage]:
    """The deal, each entry that the rules know, and the end of an aborted game.

    What happened around the cards is told with the step that followed it.
    """
    steps = records.unfold(record)
    deal = next(steps, None)
    if deal is None:
        return
    presences = {
        player["seat"]: int(
            table_pb2.PRESENCE_BOT if player["kind"] == "bot" else table_pb2.PRESENCE_CONNECTED
        )
        for player in record["seats"]
    }
    last_ms, position = 0, deal[1].state
    yield Stage(0, None, position, (TableEvent(type="started"), *deal[1].events), _tuple(presences))
    around: list[TableEvent] = []
    for entry in record["entries"]:
        done = entry["do"]
        last_ms = entry["at"]
        if done in _PRESENCE:
            presences[entry["seat"]] = int(_PRESENCE[done])
        if done in records.REMARKS:
            around.append(_remark(entry))
            continue
        step = next(steps, None)
        if step is None:
            return
        position = step[1].state
        events = (*around, *step[1].events)
        around = []
        yield Stage(last_ms, entry, position, events, _tuple(presences))
    if record["aborted"] is not None:
        reason = record["aborted"]
        events = (*around, TableEvent(type="aborted", reason=reason))
        entry = {"do": "aborted", "reason": reason}
        yield Stage(last_ms, entry, position, events, _tuple(presences))


def _tuple(presences: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(presences.items()))


def _remark(entry: Mapping[str, Any]) -> TableEvent:
    event = TableEvent(type=_REMARK_TYPES[entry["do"]], reason=str(entry.get("reason", "")))
    if "seat" in entry:
        event.seat = entry["seat"]
    return event


class Replays:
    """Pages of finished games, from their records in the store. `slice_s`: how long it works on
    one before others have their turn, real seconds."""

    def __init__(self, streams: Streams, slice_s: float = _SLICE_S) -> None:
        self._streams = streams
        self._slice_s = slice_s
        self._kept: OrderedDict[bytes, Unfolded] = OrderedDict()
        self._gate = asyncio.Semaphore(_AT_ONCE)

    async def page(
        self, game_id: str, first: int, count: int, seat: int | None
    ) -> replay_pb2.ReplayPage:
        """Up to `count` steps from `first` on, as `seat` saw them (None: a watcher).

        Raises Refusal: `not_found` (no such record or step), `not_seated`, `malformed`,
        `unsupported_version` (dealt by other rules than these); CallError.
        """
        if not 1 <= count <= COUNT_MOST:
            raise Refusal("malformed", field="count")
        text = await self._streams.find_record(game_id)
        if text is None:
            raise Refusal("not_found")
        async with self._gate:
            unfolded = await self._unfold(text)
            if first >= len(unfolded.stages):
                raise Refusal("not_found", what="step")
            if seat is not None and seat not in dict(unfolded.stages[0].presences):
                raise Refusal("not_seated")
            return await _page(game_id, unfolded, first, count, seat, _Pause(self._slice_s))

    async def _unfold(self, text: bytes) -> Unfolded:
        kept = self._kept.get(text)
        if kept is not None:
            self._kept.move_to_end(text)
            return kept
        record = orjson.loads(text)
        game = registry.game(record["game"])
        if record["rules"] != game.rules_version:
            raise Refusal("unsupported_version", rules=str(record["rules"]))
        pause = _Pause(self._slice_s)
        found: list[Stage] = []
        for stage in stages(record):
            found.append(stage)
            await pause.now_and_then()
        unfolded = Unfolded(record, game, found)
        if len(found) <= _KEPT_STEPS:
            self._kept[text] = unfolded
            if len(self._kept) > _KEPT_GAMES:
                self._kept.popitem(last=False)
        return unfolded


class _Pause:
    """Lets others work whenever a slice of time is over."""

    def __init__(self, slice_s: float) -> None:
        self._slice_s = slice_s
        self._until_s = time.monotonic() + slice_s

    async def now_and_then(self) -> None:
        if time.monotonic() >= self._until_s:
            await asyncio.sleep(0)
            self._until_s = time.monotonic() + self._slice_s


async def _page(
    game_id: str, unfolded: Unfolded, first: int, count: int, seat: int | None, pause: _Pause
) -> replay_pb2.ReplayPage:
    record, game, found = unfolded
    page = replay_pb2.ReplayPage(
        game_id=game_id,
        game=game.id,
        total=len(found),
        started_ms=record["started_at"],
        aborted=record["aborted"] or "",
        seats=[
            replay_pb2.ReplaySeat(
                seat=player["seat"], name=player["name"], bot_level=_level(player)
            )
            for player in record["seats"]
        ],
    )
    result = game.result(found[-1].position)
    if result is not None:
        page.result.CopyFrom(result_to_proto(result))
    left = PAGE_BYTES
    for index in range(first, min(first + count, len(found))):
        step = _step(game_id, unfolded, index, seat)
        left -= step.ByteSize()
        if left < 0 and page.steps:
            break
        page.steps.append(step)
        await pause.now_and_then()
    after = first + len(page.steps)
    page.next = after if after < len(found) else 0
    return page


def _level(player: Mapping[str, Any]) -> common_pb2.BotLevel:
    if player["kind"] != "bot":
        return common_pb2.BOT_LEVEL_UNSPECIFIED
    return _LEVEL_OF.get(player.get("level", ""), common_pb2.BOT_LEVEL_NORMAL)


def _step(game_id: str, unfolded: Unfolded, index: int, seat: int | None) -> replay_pb2.ReplayStep:
    record, game, found = unfolded
    stage = found[index]
    wire = codec(game.id)
    parts = wire.public_part(
        game_id,
        index + 1,
        record["started_at"] + stage.at_ms,
        _state(unfolded, index).SerializeToString(),
        stage.position,
        stage.events,
    )
    if seat is not None:
        parts += wire.private_part(stage.position, seat, stage.events)
    step = replay_pb2.ReplayStep(
        index=index, at_ms=stage.at_ms, do="deal", hands=_hands(game, stage)
    )
    step.update.MergeFromString(parts)
    entry = stage.entry
    if entry is None:
        return step
    step.do = entry["do"]
    step.automatic = bool(entry.get("automatic", False))
    step.reason = str(entry.get("reason", ""))
    if "seat" in entry:
        step.seat = entry["seat"]
    if "action" in entry:
        step.action.CopyFrom(wire.action_to_proto(game.parse_action(entry["action"])))
    return step


def _hands(game: AnyGame, stage: Stage) -> list[replay_pb2.ReplayHand]:
    """All hands, as the notation's positions hold them."""
    hands: Any = game.dump(stage.position)["hands"]
    return [
        replay_pb2.ReplayHand(seat=int(seat), cards=cards)
        for seat, cards in sorted(hands.items(), key=lambda held: int(held[0]))
    ]


def _state(unfolded: Unfolded, index: int) -> TableState:
    """The frame around the cards, without what only a running game has."""
    record, game, found = unfolded
    stage = found[index]
    aborted = stage.entry is not None and stage.entry["do"] == "aborted"
    over = not aborted and game.over(stage.position)
    presences = dict(stage.presences)
    state = TableState(
        game=game.id,
        status=table_pb2.TABLE_STATUS_PLAYING,
        seats=[
            table_pb2.TableSeat(
                seat=player["seat"],
                name=player["name"],
                bot_level=_level(player),
                presence=presences[player["seat"]],  # type: ignore[arg-type]
            )
            for player in record["seats"]
        ],
        commitment=bytes.fromhex(record["commitment"]),
        acting=() if over or aborted else may_act(game, stage.position),
    )
    if over or aborted:
        state.status = table_pb2.TABLE_STATUS_OVER if over else table_pb2.TABLE_STATUS_ABORTED
        state.server_seed = bytes.fromhex(record["server_seed"])
    if aborted:
        state.aborted = record["aborted"]
    result = game.result(stage.position)
    if over and result is not None:
        state.result.CopyFrom(result_to_proto(result))
    return state
