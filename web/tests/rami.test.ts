import { create, fromJson } from "@bufbuild/protobuf";
import type { JsonValue } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { RamiActionSchema, RamiEventSchema, RamiViewSchema } from "$gen/rami_pb";
import type { RamiAction } from "$gen/rami_pb";
import { GameEventSchema, UpdateSchema } from "$gen/table_pb";
import type { GameEvent } from "$gen/table_pb";

import { eventsOf } from "../src/games/rami/history";
import {
  discardOf,
  groupsOf,
  inOrder,
  kindOf,
  layOffsOf,
  meldOf,
  pointsOf,
} from "../src/games/rami/melds";
import { describe, growthsIn } from "../src/games/rami/sentences";
import type { People } from "../src/lib/table/people";

import { read } from "./caravan_golden";

interface Step {
  events?: Record<string, JsonValue>[];
  public?: {
    history: string[];
    options: { ace_high: boolean };
    melds: { owner: number; kind: string; cards: string[] }[];
  };
  private?: Record<string, { hand: string[]; legal: Record<string, JsonValue>[] }>;
}

const steps = read<Step>("golden/rami.play");
const events = steps.flatMap((step) => step.events ?? []);
const hands = steps.flatMap((step) => Object.values(step.private ?? {}));

const people: People = {
  you: 2,
  who: (seat) => (seat === undefined ? "" : `Pessoa ${seat}`),
  whom: (seat) => (seat === undefined ? "" : `pessoa ${seat}`),
};

function eventOf(event: Record<string, JsonValue>): GameEvent {
  const rest = Object.fromEntries(Object.entries(event).filter(([name]) => name !== "result"));
  const value = fromJson(RamiEventSchema, rest, { ignoreUnknownFields: true });
  return create(GameEventSchema, { kind: { case: "rami", value } });
}

const tell = (event: GameEvent, cards: string[] = []) => describe({ id: 1, event, cards }, people);

function legalOf(hand: (typeof hands)[number]): RamiAction[] {
  return hand.legal.map((action) => fromJson(RamiActionSchema, action));
}

test("everything that happens in the golden games can be told", () => {
  const kinds = new Set(events.map((event) => event.type));
  for (const kind of ["opened", "drew", "took", "melded", "laid_off", "counted", "round_ended"]) {
    expect(kinds).toContain(kind);
  }
  for (const event of events) {
    const told = tell(eventOf(event));
    if (event.type === "dealt") expect(told).toBeNull();
    else expect(told, JSON.stringify(event)).toMatch(/^\p{L}[^{}?]+\.$/u);
  }
});

test("a drawn card is told only to who drew it", () => {
  const drew = eventOf({ type: "drew", seat: 2, cards: ["??"] });
  expect(tell(drew)).toBe("Pessoa 2 comprou uma carta.");
  expect(tell(drew, ["QH"])).toBe("Você comprou Dama de copas.");
});

test("a card that is laid off is told with the meld that it joins", () => {
  const before = create(RamiViewSchema, {
    melds: [{ owner: 0, kind: "run", cards: ["8S", "9S", "TS"] }],
  });
  const event = eventOf({ type: "laid_off", seat: 2, cards: ["JS"], meld: 0 });
  const growths = new WeakMap(growthsIn(before, create(UpdateSchema, { events: [event] })));
  expect(describe({ id: 1, event, cards: [] }, people, growths)).toBe(
    "Pessoa 2 encaixou Valete de espadas no jogo de Pessoa 0: 8 de espadas, 9 de espadas, 10 de espadas.",
  );
});

test("the history of the golden games tells every deed of a turn", () => {
  const lines = new Set(steps.flatMap((step) => step.public?.history ?? []));
  expect(lines.size).toBeGreaterThan(20);
  for (const line of lines) {
    const told = eventsOf([line]).map((event) => tell(event));
    expect(told.length, line).toBe(1 + (line.match(/[=>:]/g) ?? []).length);
    for (const one of told) expect(one, line).toMatch(/^Pessoa \d \p{L}.*\.$/u);
  }
});

test("lifted cards in any order find the action that the server lists, and no other", () => {
  let found = 0;
  for (const hand of hands) {
    const legal = legalOf(hand);
    for (const action of legal) {
      const backwards = [...action.cards].reverse();
      if (action.type === "meld") expect(meldOf(legal, backwards)).toBe(action);
      else if (action.type === "lay_off") expect(layOffsOf(legal, backwards)).toContain(action);
      else if (action.type === "discard") {
        expect(discardOf(legal, [action.card ?? ""])).toBe(action);
      } else continue;
      found += 1;
    }
    for (const card of hand.hand) {
      const listed = legal.some((one) => one.type === "discard" && one.card === card);
      expect(discardOf(legal, [card]) !== undefined).toBe(listed);
      expect(meldOf(legal, [card])).toBeUndefined();
    }
    expect(meldOf(legal, [])).toBeUndefined();
    expect(layOffsOf(legal, [])).toEqual([]);
    expect(discardOf(legal, ["2C", "3C"])).toBeUndefined();
  }
  expect(found).toBeGreaterThan(200);
});

test("what a hand puts at stake is what the rules count", () => {
  let counted = 0;
  let aceHigh = false;
  for (const step of steps) {
    aceHigh = step.public?.options.ace_high ?? aceHigh;
    for (const event of step.events ?? []) {
      if (event.type !== "counted") continue;
      counted += 1;
      expect(pointsOf((event.cards ?? []) as string[], aceHigh)).toBe(event.number ?? 0);
    }
  }
  expect(counted).toBeGreaterThan(2);
  expect(pointsOf(["AS", "TD"], true)).toBe(21);
  expect(pointsOf(["AS", "TD"], false)).toBe(11);
});

test("melds lie by owner, who has none too, and keep their index", () => {
  const last = steps.filter((step) => (step.public?.melds.length ?? 0) > 2).at(-1);
  const melds = last?.public?.melds ?? [];
  const seats = [2, 3, 0, 1];
  const groups = groupsOf(create(RamiViewSchema, { melds }), seats);
  expect(groups.map((group) => group.owner)).toEqual(seats);
  expect(groups.flatMap((group) => group.melds.map((one) => one.index)).sort()).toEqual(
    melds.map((_, index) => index),
  );
  for (const { owner, melds: own } of groups) {
    for (const { index, cards, kind } of own) {
      expect(melds[index]).toEqual({ owner, kind, cards });
      expect(kindOf(cards)).toBe(kind);
      expect([...inOrder([...cards].reverse())]).toEqual(cards);
    }
  }
});
