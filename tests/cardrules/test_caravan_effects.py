"""What each action of Caravan does, read anew off the page's decisions from written positions."""

from __future__ import annotations

import copy
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.caravan import GAME, Action, State
from cardrules.shuffle import shuffled
from tests.cardrules.caravan_making import choose, positions
from tests.cardrules.test_caravan_properties import going, value


class Board:
    """A written position while an action is made on it."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.at: dict[str, Any] = copy.deepcopy(position)
        self.variants: list[str] = position["options"]["variants"]
        self.seat = str(position["turn"])

    def route(self, owner: str, number: int) -> dict[str, Any]:
        """One route."""
        route: dict[str, Any] = self.at["routes"][owner][number]
        return route

    def lay_off(self, owner: str, stack: list[str]) -> None:
        """A card with its figures, each to its own deck's discard (8)."""
        self.at["discards"][owner].append(stack[0])
        for figure in stack[1:]:
            face, by = figure.split("@")
            self.at["discards"][by].append(face)

    def take_out(self, owner: str, number: int, gone: list[int]) -> None:
        """Cards leave a route; with `steady_course` an equal pair keeps the direction (15)."""
        route = self.route(owner, number)
        before = going(route, self.variants)[0]
        for index in gone:
            self.lay_off(owner, route["cards"][index])
        left = [stack for index, stack in enumerate(route["cards"]) if index not in gone]
        equal = len(left) > 1 and value(left[-1][0]) == value(left[-2][0])
        route["cards"] = left
        route["held"] = before if equal and "steady_course" in self.variants else None

    def strike(self, owner: str, number: int, index: int) -> None:
        """A joker's targets: an ace's suit, a number's value (7, 15)."""
        target = self.route(owner, number)["cards"][index][0]
        for other in ("0", "1"):
            for place in range(3):
                own = (other, place) == (owner, number)
                if own and "protected_joker" in self.variants:
                    continue
                gone = [
                    i
                    for i, (face, *figures) in enumerate(self.route(other, place)["cards"])
                    if not (own and i == index) and self.struck(target, face, figures)
                ]
                if gone:
                    self.take_out(other, place, gone)

    def struck(self, target: str, face: str, figures: list[str]) -> bool:
        """Whether a joker on `target` takes this card."""
        if target[0] != "A":
            return value(face) == value(target)
        shielded = "queen_shield" in self.variants and any(f[0] == "Q" for f in figures)
        return face[1] == target[1] and not shielded

    def do(self, action: Action) -> None:
        """The action itself, without the draw."""
        card, number = action.card or "", action.route or 0
        if action.card is not None:
            self.at["hands"][self.seat].remove(card)
        match action.type:
            case "discard":
                self.at["discards"][self.seat].append(card)
            case "disband":
                for stack in self.route(self.seat, number)["cards"]:
                    self.lay_off(self.seat, stack)
                self.at["routes"][self.seat][number] = {"cards": [], "held": None}
            case "place":
                route = self.route(self.seat, number)
                route["cards"].append([card])
                route["held"] = None
            case "attach":
                self.attach(card, str(action.seat), number, action.index or 0)

    def attach(self, card: str, owner: str, number: int, index: int) -> None:
        """A figure's effect."""
        route = self.route(owner, number)
        if card[0] == "J":
            self.take_out(owner, number, [index])
            self.at["discards"][self.seat].append(card)
            return
        route["cards"][index].append(f"{card}@{self.seat}")
        if card[0] == "Q" and index == len(route["cards"]) - 1 and route["held"]:
            route["held"] = {"up": "down", "down": "up"}[route["held"]]
        if card == "XX":
            self.strike(owner, number, index)

    def draw(self) -> None:
        """One card, the deck looked after before and behind it (9)."""
        deck = self.at["decks"][self.seat]
        self.reshuffle()
        if deck:
            self.at["hands"][self.seat].append(deck.pop(0))
        self.reshuffle()

    def reshuffle(self) -> None:
        """An empty deck is made of the own discard, twice at most."""
        deck, discard = self.at["decks"][self.seat], self.at["discards"][self.seat]
        uses = self.at["reshuffles"]
        if "reshuffle" in self.variants and not deck and discard and uses[self.seat] < 2:
            deck += shuffled(bytes.fromhex(self.at["seed"]), self.at["shuffles"], discard)
            discard.clear()
            uses[self.seat] += 1
            self.at["shuffles"] += 1

    def worth(self, owner: str, number: int) -> int:
        """A route's value (10)."""
        total = 0
        for numeric, *figures in self.route(owner, number)["cards"]:
            kings = sum(figure[0] == "K" for figure in figures)
            times = 1 + kings if "adding_kings" in self.variants else 2**kings
            total += value(numeric) * times
        return total

    def sold(self) -> list[int]:
        """How many pairs each seat has sold, and how many are nobody's (11)."""
        counts = [0, 0, 0]
        for number in range(3):
            own, other = self.worth("0", number), self.worth("1", number)
            fits = [21 <= own <= 26, 21 <= other <= 26]
            if fits == [True, True]:
                counts[2 if own == other else 0 if own > other else 1] += 1
            else:
                counts[0 if fits[0] else 1 if fits[1] else 2] += 1
        return counts

    def end_turn(self, action: Action) -> None:
        """Draw, turn, phase and result (1, 2, 9, 12, 13)."""
        me, other = int(self.seat), 1 - int(self.seat)
        opening = self.at["moves"][self.seat] < 3
        whole_turn = not opening or action.type == "place"
        if action.type != "disband" and not (opening and whole_turn):
            self.draw()
        self.at["moves"][self.seat] += whole_turn
        if min(self.at["moves"].values()) >= 3:
            self.at["phase"] = "main"
        self.at["turn"] = other if whole_turn else me
        sold = self.sold()
        quick = "quick_sale" in self.variants and max(sold[:2]) >= 2
        if sold[2] == 0 or quick:
            self.over(0 if sold[0] >= 2 else 1, "sold")
        elif not self.at["hands"][self.seat] and not self.at["decks"][self.seat]:
            self.over(other, "out_of_cards")

    def over(self, winner: int, reason: str) -> None:
        """The result (14)."""
        sold = self.sold()
        scores = {"0": sold[0], "1": sold[1]}
        self.at |= {"phase": "over", "turn": None}
        self.at["result"] = {"winners": [winner], "scores": scores, "reason": reason}


@given(positions, st.integers(0, 1 << 32))
@settings(max_examples=500, deadline=None)
def test_an_action_does_what_the_page_says(state: State, number: int) -> None:
    """The whole written position after a random legal action, but for what everyone remembers."""
    if GAME.over(state):
        return
    action = choose(state, random.Random(number))
    board = Board(GAME.dump(state))
    board.do(action)
    board.end_turn(action)
    after = GAME.dump(GAME.apply(state, state.turn, action).state)
    for name in ("history", "recycled", "shown", "figures"):
        after.pop(name)
        board.at.pop(name)
    assert after == board.at, action
