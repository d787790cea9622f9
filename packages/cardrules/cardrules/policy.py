"""What a room, a clock and a lobby must know of a game: values only, no behaviour.

Services that do not install the rules read the same values as JSON (`policies.policies_obj`).
Every duration is in milliseconds.
"""

from dataclasses import dataclass
from typing import Literal

OptionType = Literal["integer", "boolean", "set"]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a game: how it may be set when a room is configured.

    `integer` lies between `minimum` and `maximum`, both included. `set` is a list of different
    names out of `choices`, kept in their order; no two of one group of `excludes` go together.
    """

    name: str
    type: OptionType
    default: int | bool | tuple[str, ...]
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    excludes: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ActionLimit:
    """The time limit of one turn, as the host may set it.

    `phases` names the phases whose default differs; a limit that the host sets holds for all.
    `floor_ms` is what an action within the turn leaves at least to finish it.
    """

    default_ms: int
    min_ms: int
    max_ms: int
    none_allowed: bool
    phases: tuple[tuple[str, int], ...] = ()
    floor_ms: int = 5_000


@dataclass(frozen=True, slots=True)
class ChessClock:
    """A clock for each player; `increment_ms` is credited after each turn."""

    initial_ms: int
    increment_ms: int
    initial_min_ms: int
    initial_max_ms: int
    increment_max_ms: int
    none_allowed: bool


@dataclass(frozen=True, slots=True)
class RoomPolicy:
    """One game's differences at the table.

    - `seats`: chairs in the room; `players_min`, `players_max`: participants of a game;
      `person_required`: a game needs one person among them; `fill_with_bots`: open chairs get
      bots at the start, up to `players_min`; `bots_max`: bots that a host may seat.
    - `limit`: one deadline a turn, or None where `clock` rules.
    - `on_time_up`: `auto` plays the automatic action, `flag` makes the seat lose.
    - `disconnected_limit_ms`: what a disconnected person has where no limit is set; None where
      that cannot be.
    - `on_leave`: `bot` plays the seat on, `rules` calls the game's `leave`, `resign` forfeits.
    - `absence_ms`, `on_absence`: an absence so long makes a bot take the seat (it comes back with
      its person), counts as leaving, or loses; `absence_against_bots`: also where no other person
      takes part.
    - `window_ms`: an open window lasts so long; 0: the game has none.
    - `interlude_ms`: accepted actions but no countdown after a `Step` with `interlude`.
    - `first_move_ms`: against a person the first move is made so soon after being on turn, or the
      game is void; `void_before_first_moves`: leaving before both first moves voids the game.
    - `stall_ms`: a move without any clock that takes so long loses (`stalled`).
    - `rated`: may be played rated; `rated_options_default`: only without variants.
    - `best`: what a person's best is among the games that came to a result: the `lowest` or
      `highest` own score, the `rivals`' scores together in a game won, or the longest `streak` of
      games won.
    - `rotation`: who starts the next game: `next` participating seat after the former starter,
      `lot` drawn by the deal, `none` where the deal decides.
    """

    game: str
    seats: int
    players_min: int
    players_max: int
    bots_max: int
    person_required: bool
    fill_with_bots: bool
    limit: ActionLimit | None
    clock: ChessClock | None
    on_time_up: Literal["auto", "flag"]
    disconnected_limit_ms: int | None
    on_leave: Literal["bot", "rules", "resign"]
    absence_ms: int
    on_absence: Literal["bot_takeover", "leave", "resign"]
    absence_against_bots: bool
    window_ms: int
    interlude_ms: int
    first_move_ms: int | None
    void_before_first_moves: bool
    stall_ms: int | None
    rated: bool
    rated_options_default: bool
    rotation: Literal["next", "lot", "none"]
    best: Literal["lowest", "highest", "rivals", "streak"]
    options: tuple[OptionSpec, ...] = ()
